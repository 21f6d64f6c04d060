//! The kinds of pieces that Fairy-Stockfish has: those with a name and fixed moves, numbered slots for
//! pieces of one's own, and the king.

use std::fmt;

/// The kinds with fixed moves, in the order in which a file is read, and their moves in
/// Fairy-Stockfish's own Betza notation.
const NAMED: [(&str, &str); 36] = [
    ("pawn", "fmWfceF"),
    ("knight", "N"),
    ("bishop", "B"),
    ("rook", "R"),
    ("queen", "Q"),
    ("fers", "F"),
    ("alfil", "A"),
    ("fersAlfil", "FA"),
    ("silver", "FfW"),
    ("aiwok", "RNF"),
    ("bers", "RF"),
    ("archbishop", "BN"),
    ("chancellor", "RN"),
    ("amazon", "QN"),
    ("knibis", "mNcB"),
    ("biskni", "mBcN"),
    ("kniroo", "mNcR"),
    ("rookni", "mRcN"),
    ("shogiPawn", "fW"),
    ("lance", "fR"),
    ("shogiKnight", "fN"),
    ("gold", "WfF"),
    ("dragonHorse", "BW"),
    ("clobber", "cW"),
    ("breakthrough", "fmWfF"),
    ("immobile", ""),
    ("cannon", "mRcpR"),
    ("janggiCannon", "pR"),
    ("soldier", "fsW"),
    ("horse", "nN"),
    ("elephant", "nA"),
    ("janggiElephant", "nZ"),
    ("banner", "RcpRnN"),
    ("wazir", "W"),
    ("commoner", "K"),
    ("centaur", "KN"),
];
/// So many slots there are for pieces of one's own.
pub const CUSTOM_SLOTS: u8 = 25;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Kind(u8);

impl Kind {
    pub const ALL: Kind = Kind(0);
    /// The pawn of chess. Its double step is not among its moves: rules of their own say where it has it.
    pub const PAWN: Kind = Kind(1);
    /// The knight; the rule of Shatar means this kind.
    pub const KNIGHT: Kind = Kind(2);
    /// The bishop; half of those that are dropped can be bound to each colour.
    pub const BISHOP: Kind = Kind(3);
    /// The rook, which castles if nothing else is said.
    pub const ROOK: Kind = Kind(4);
    pub const QUEEN: Kind = Kind(5);
    pub const FERS: Kind = Kind(6);
    /// The pawn of Shogi; the rule about mates by a dropped pawn means this kind.
    pub const SHOGI_PAWN: Kind = Kind(19);
    pub const IMMOBILE: Kind = Kind(26);
    /// The cannon of Janggi, which leaves its own kind alone.
    pub const JANGGI_CANNON: Kind = Kind(28);
    /// The soldier of Xiangqi, which does not go sideways on its own half.
    pub const SOLDIER: Kind = Kind(29);
    pub const WAZIR: Kind = Kind(34);
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
        (1..=NAMED.len() as u8).map(Kind)
    }

    /// The moves of a kind that has fixed ones; of the king those that it has if nothing is said.
    pub fn betza(self) -> Option<&'static str> {
        match self {
            Kind::KING => Some("K"),
            kind => (NAMED.get(usize::from(kind.0).checked_sub(1)?)).map(|(_, betza)| *betza),
        }
    }

    /// The kind of a name, as it is written in a file; some have a second one.
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

    /// True if the kind is named in it; `*` is a kind of its own.
    pub const fn contains(self, kind: Kind) -> bool {
        self.0 >> kind.0 & 1 != 0
    }

    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Its members in the order of a file.
    pub fn iter(self) -> impl Iterator<Item = Kind> {
        (0..=Kind::KING.0)
            .map(Kind)
            .filter(move |&kind| self.contains(kind))
    }
}

impl FromIterator<Kind> for Kinds {
    fn from_iter<I: IntoIterator<Item = Kind>>(kinds: I) -> Kinds {
        kinds.into_iter().fold(Kinds::NONE, Kinds::with)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_have_their_names() {
        for (kind, name) in [
            (Kind::PAWN, "pawn"),
            (Kind::KNIGHT, "knight"),
            (Kind::BISHOP, "bishop"),
            (Kind::ROOK, "rook"),
            (Kind::QUEEN, "queen"),
            (Kind::FERS, "fers"),
            (Kind::SHOGI_PAWN, "shogiPawn"),
            (Kind::IMMOBILE, "immobile"),
            (Kind::JANGGI_CANNON, "janggiCannon"),
            (Kind::SOLDIER, "soldier"),
            (Kind::WAZIR, "wazir"),
            (Kind::KING, "king"),
            (Kind::custom(25), "customPiece25"),
        ] {
            assert_eq!(kind.to_string(), name);
            assert_eq!(Kind::by_name(name), Some(kind));
        }
        assert!(Kind::custom(1).is_custom() && !Kind::KING.is_custom());
        assert_eq!((Kind::by_name("gnu"), Kind::by_name("*")), (None, None));
    }
}
