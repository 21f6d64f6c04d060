//! Fairy-Stockfish's kinds of pieces: named ones with fixed moves, numbered slots for other pieces, and the king.

use std::fmt;
use std::ops::BitOr;

/// The number of slots for other pieces.
pub const CUSTOM_SLOTS: u8 = 25;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Kind(u8);

/// Kinds with fixed moves, in the order in which a file is read: their keys, and their moves in Fairy-Stockfish's own
/// Betza notation.
macro_rules! kinds {
    ($($kind:ident: $key:literal, $betza:literal;)*) => {
        #[allow(clippy::upper_case_acronyms, non_camel_case_types)]
        enum Place { ALL, $($kind),* }

        #[allow(dead_code)]
        impl Kind {
            /// Any piece: `*`.
            pub const ALL: Kind = Kind(Place::ALL as u8);
            $(pub const $kind: Kind = Kind(Place::$kind as u8);)*
        }

        const NAMED: &[(&str, &str)] = &[$(($key, $betza)),*];
    };
}

kinds! {
    PAWN: "pawn", "fmWfceF";
    KNIGHT: "knight", "N";
    BISHOP: "bishop", "B";
    ROOK: "rook", "R";
    QUEEN: "queen", "Q";
    FERS: "fers", "F";
    ALFIL: "alfil", "A";
    FERS_ALFIL: "fersAlfil", "FA";
    SILVER: "silver", "FfW";
    AIWOK: "aiwok", "RNF";
    BERS: "bers", "RF";
    ARCHBISHOP: "archbishop", "BN";
    CHANCELLOR: "chancellor", "RN";
    AMAZON: "amazon", "QN";
    KNIBIS: "knibis", "mNcB";
    BISKNI: "biskni", "mBcN";
    KNIROO: "kniroo", "mNcR";
    ROOKNI: "rookni", "mRcN";
    SHOGI_PAWN: "shogiPawn", "fW";
    LANCE: "lance", "fR";
    SHOGI_KNIGHT: "shogiKnight", "fN";
    GOLD: "gold", "WfF";
    DRAGON_HORSE: "dragonHorse", "BW";
    CLOBBER: "clobber", "cW";
    BREAKTHROUGH: "breakthrough", "fmWfF";
    IMMOBILE: "immobile", "";
    CANNON: "cannon", "mRcpR";
    JANGGI_CANNON: "janggiCannon", "pR";
    SOLDIER: "soldier", "fsW";
    HORSE: "horse", "nN";
    ELEPHANT: "elephant", "nA";
    JANGGI_ELEPHANT: "janggiElephant", "nZ";
    BANNER: "banner", "RcpRnN";
    WAZIR: "wazir", "W";
    COMMONER: "commoner", "K";
    CENTAUR: "centaur", "KN";
}

impl Kind {
    /// The royal piece, of which each side has one at most. Its moves can be changed.
    pub const KING: Kind = Kind(NAMED.len() as u8 + CUSTOM_SLOTS + 1);

    pub const fn custom(number: u8) -> Kind {
        Kind(NAMED.len() as u8 + number)
    }

    pub fn is_custom(self) -> bool {
        self.0 > NAMED.len() as u8 && self != Kind::KING
    }

    /// All kinds in the order in which a file is read.
    pub fn each() -> impl Iterator<Item = Kind> {
        (1..=Kind::KING.0).map(Kind)
    }

    pub fn named() -> impl Iterator<Item = Kind> {
        Kind::each().take(NAMED.len())
    }

    /// The fixed moves of a kind; for the king its default moves.
    pub fn betza(self) -> Option<&'static str> {
        match self {
            Kind::KING => Some("K"),
            Kind(n) => NAMED.get(usize::from(n).checked_sub(1)?).map(|row| row.1),
        }
    }

    /// The kind of a name in a file.
    pub fn by_name(name: &str) -> Option<Kind> {
        Kind::each().find(|kind| kind.to_string() == name)
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Kind::ALL => f.write_str("*"),
            Kind::KING => f.write_str("king"),
            Kind(n) => match NAMED.get(usize::from(n) - 1) {
                Some((name, _)) => f.write_str(name),
                None => write!(f, "customPiece{}", n - NAMED.len() as u8),
            },
        }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Kinds(u64);

impl Kinds {
    pub const NONE: Kinds = Kinds(0);

    pub const fn of(kind: Kind) -> Kinds {
        Kinds(1 << kind.0)
    }

    pub const fn with(self, kind: Kind) -> Kinds {
        Kinds(self.0 | 1 << kind.0)
    }

    pub const fn without(self, kind: Kind) -> Kinds {
        Kinds(self.0 & !(1 << kind.0))
    }

    /// True if the set has the kind; `*` is a kind of its own.
    pub const fn contains(self, kind: Kind) -> bool {
        self.0 >> kind.0 & 1 != 0
    }

    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The member of a set that has only one.
    pub fn single(self) -> Option<Kind> {
        let first = self.iter().next()?;
        self.without(first).is_empty().then_some(first)
    }

    /// The members of the set, in the order in which a file is read.
    pub fn iter(self) -> impl Iterator<Item = Kind> {
        let all = (0..=Kind::KING.0).map(Kind);
        all.filter(move |kind| self.contains(*kind))
    }
}

impl BitOr for Kinds {
    type Output = Kinds;

    fn bitor(self, other: Kinds) -> Kinds {
        Kinds(self.0 | other.0)
    }
}

impl FromIterator<Kind> for Kinds {
    fn from_iter<I: IntoIterator<Item = Kind>>(kinds: I) -> Kinds {
        kinds.into_iter().fold(Kinds::NONE, Kinds::with)
    }
}
