//! The kind of piece that each type is for Fairy-Stockfish, and the type for each kind: letters and moves. A type gets a
//! named kind if the moves are the same, otherwise a numbered slot with moves of its own.

use super::moves::{self, Manner, Ray, Rays};
use super::pieces::CUSTOM_SLOTS;
use super::{Exporter, Importer, Kind};
use crate::types::{ByColor, Color, TypeId};
use crate::variant::rules::walls::Where;
use crate::variant::{Royalty, letter};

/// The first moves of Cambodian chess, which have keys of their own: the king's and the fers's.
pub const CAMBODIAN: [&str; 2] = ["imfsN", "imfD"];
/// Kinds for which Fairy-Stockfish has further rules besides their moves.
const SPECIAL: [Kind; 4] = [Kind::PAWN, Kind::JANGGI_CANNON, Kind::SOLDIER, Kind::KING];

/// The traits of a type. Types of both colours with equal traits are one kind.
#[derive(Clone, PartialEq)]
struct Traits {
    letter: char,
    rays: Rays,
    royalty: Royalty,
    /// The rank, counted from 1, from which the type also moves sideways, as soldiers do.
    soldier: Option<u8>,
    leaves_own: bool,
    pawn: bool,
}

type Owners = Vec<(Color, TypeId)>;

impl Exporter<'_> {
    pub fn kinds(&mut self) {
        let entries = self.entries();
        let mut letters: Vec<char> = entries.iter().map(|(traits, _)| traits.letter).collect();
        letters.retain(char::is_ascii_alphabetic);
        // types with a letter of their own come first: a promoted piece may be of the kind of such a type
        let (promoted, plain): (Vec<_>, Vec<_>) =
            (entries.iter()).partition(|(traits, _)| letter::base(traits.letter).is_some());
        for (traits, owners) in plain.into_iter().chain(promoted) {
            self.place(traits, owners, &mut letters);
        }
        // a type that hides its promotion is of the kind that it looks like
        let variant = self.variant;
        for color in Color::ALL {
            for (id, piece) in variant.types().filter(|(_, piece)| piece.hides_promotion()) {
                if let Some(kind) = self.kind_of_letter(color, piece.letter) {
                    self.kinds.insert((color, id), kind);
                }
            }
        }
    }

    fn entries(&mut self) -> Vec<(Traits, Owners)> {
        let mut entries: Vec<(Traits, Owners)> = Vec::new();
        for color in Color::ALL {
            for id in self.variant.types_of(color) {
                let piece = self.variant.piece(id);
                if piece.hides_promotion() {
                    continue;
                }
                let traits = Traits {
                    letter: piece.letter,
                    rays: self.rays(color, id),
                    royalty: piece.royalty,
                    soldier: self.soldier(color, id),
                    leaves_own: self.leaves_own(id),
                    pawn: self.variant.is_pawn(id, color),
                };
                let same = entries.iter_mut().find(|(other, owners)| {
                    *other == traits && owners.iter().all(|(owner, _)| *owner != color)
                });
                match same {
                    Some((_, owners)) => owners.push((color, id)),
                    None => entries.push((traits, vec![(color, id)])),
                }
            }
        }
        entries
    }

    /// The moves of a type as its owner sees them, without castling. Reports the moves for which Fairy-Stockfish has no form.
    fn rays(&mut self, color: Color, id: TypeId) -> Rays {
        let moves = &self.variant.piece(id).moves;
        let (mut rays, complete) = moves::known_moves(moves, color, self.side());
        if !complete {
            let text = if rays.is_empty() {
                "cannot move: Fairy-Stockfish's notation has no form for any of its moves"
            } else {
                "lacks moves that Fairy-Stockfish's notation has no form for"
            };
            self.lose_of(id, text);
        }
        if !self.variant.is_pawn(id, color) && rays.iter().any(|ray| ray.initial) {
            if !self.leaps_as_in_cambodia(id, &rays) {
                let text = "has no first moves: they depend on squares there, not on whether a piece has moved";
                self.lose_of(id, text);
            }
            rays.retain(|ray| !ray.initial);
        }
        rays
    }

    fn leaps_as_in_cambodia(&mut self, id: TypeId, rays: &Rays) -> bool {
        let (mut first, usual): (Rays, Rays) = rays.iter().partition(|ray| ray.initial);
        // a fers may leap either way in the file; backwards the leap would leave the board
        first.retain(|ray| ray.step.ranks > 0);
        let fits = if self.variant.piece(id).royalty == Royalty::Absolute {
            first == moves::read(CAMBODIAN[0])
        } else {
            first == moves::read(CAMBODIAN[1]) && usual == moves::read("F")
        };
        if fits {
            self.set("cambodianMoves", true);
            self.set("gating", true);
        }
        fits
    }

    /// The rank from which a type moves sideways, if apart from that it is a pawn of shogi.
    fn soldier(&mut self, color: Color, id: TypeId) -> Option<u8> {
        let ranks = self.variant.ranks;
        let mut changes = self.rules.zones.changes.iter().filter(|c| c.id == id);
        let change = changes.next()?;
        let fits = self.rays_of(color, id) == Some(moves::read("fW"))
            && self.rays_of(color, change.like) == Some(moves::read("fsW"))
            && changes.next().is_none();
        let from = (1..=ranks).find(|rank| {
            let far = self.game.own_ranks(color, *rank, ranks);
            fits && self.game.on_board(&far) == change.zone
        });
        if from.is_none() {
            self.lose_of(id, "moves in the same way on the whole board");
        }
        from
    }

    fn leaves_own(&mut self, id: TypeId) -> bool {
        let Some(limit) = self.rules.hop_limits.iter().find(|limit| limit.id == id) else {
            return false;
        };
        let own = self.variant.kind(id);
        let fits = limit.barred.iter().all(|barred| own.contains(*barred))
            && self.rays_of(Color::White, id) == Some(moves::read("pR"));
        if !fits {
            self.lose_of(id, "hops over and captures whatever it meets");
        }
        fits
    }

    /// Gives types with these traits a kind and a letter.
    fn place(&mut self, traits: &Traits, owners: &Owners, letters: &mut Vec<char>) {
        let (zones, limits) = (&self.rules.zones, &self.rules.promotion.limits);
        let plain = owners
            .iter()
            .all(|(_, id)| !limits.iter().any(|(other, _)| other == id) && zones.is_plain_for(*id));
        let promoted = letter::base(traits.letter).is_some();
        if promoted && plain && !traits.royalty.is_royal() {
            let mut known = self.game.letters.keys().copied();
            let same =
                |kind: &Kind| self.game.rays(*kind) == traits.rays && !SPECIAL.contains(kind);
            if let Some(kind) = known.find(same) {
                self.kinds.extend(owners.iter().map(|owner| (*owner, kind)));
                return;
            }
        }
        let kind = self.kind_for(traits, owners);
        let mut letter = traits.letter;
        if !letter.is_ascii_alphabetic() || self.game.kind_of(letter).is_some() {
            let free = |l: &char| !letters.contains(l) && self.game.kind_of(*l).is_none();
            let Some(free) = ('A'..='Z').find(free) else {
                self.lose_of(owners[0].1, "is missing: all letters are taken");
                return;
            };
            letter = free;
            letters.push(free);
            let renamed = owners.iter().map(|owner| (owner.0, traits.letter, letter));
            self.renamed.extend(renamed);
        }
        self.game.add_piece(kind, letter);
        self.kinds.extend(owners.iter().map(|owner| (*owner, kind)));
    }

    /// An unused kind with these moves.
    fn kind_for(&mut self, traits: &Traits, owners: &Owners) -> Kind {
        let name = self.name(owners[0].1);
        if self.can_be_king(traits, owners) && !self.game.has(Kind::KING) {
            if traits.rays != moves::read("K") {
                let text = self.notation(&name, &traits.rays);
                self.game.own_moves.insert(Kind::KING, text);
            }
            return Kind::KING;
        }
        let goes_sideways =
            traits.rays == moves::read("fsW") && self.rules.zones.changes.is_empty();
        if (traits.soldier.is_some() || goes_sideways) && !self.game.has(Kind::SOLDIER) {
            if let Some(rank) = traits.soldier {
                self.set("soldierPromotionRank", rank);
            }
            return Kind::SOLDIER;
        }
        if traits.leaves_own && !self.game.has(Kind::JANGGI_CANNON) {
            return Kind::JANGGI_CANNON;
        }
        if self.is_chess_pawn(traits, owners) && !self.game.has(Kind::PAWN) {
            return Kind::PAWN;
        }
        let fits = |kind: &Kind| {
            !SPECIAL.contains(kind)
                && !self.game.has(*kind)
                && (kind.betza()).is_some_and(|text| moves::read(text) == traits.rays)
        };
        if let Some(kind) = Kind::named().find(fits) {
            return kind;
        }
        let mut slots = (1..=CUSTOM_SLOTS).map(Kind::custom);
        let Some(slot) = slots.find(|kind| !self.game.has(*kind)) else {
            self.lose(format!(
                "{name} does not move: there are no more than {CUSTOM_SLOTS} pieces of one's own"
            ));
            return Kind::IMMOBILE;
        };
        let text = self.notation(&name, &traits.rays);
        self.game.own_moves.insert(slot, text);
        slot
    }

    /// The notation of moves; reports the moves that it cannot express.
    fn notation(&mut self, name: &str, rays: &Rays) -> String {
        if rays.is_empty() {
            // the file needs a text here, and this one means no move
            return "-".to_owned();
        }
        if let Some(text) = moves::write(rays) {
            return text;
        }
        self.lose(format!(
            "{name} only has such of its moves as go together in Fairy-Stockfish"
        ));
        // Fairy-Stockfish may mix up hops and slides of one piece
        let alone =
            |ray: &&Ray| !(matches!(ray.manner, Manner::Hop(_)) || ray.initial && ray.capture);
        moves::write(&rays.iter().filter(alone).copied().collect()).unwrap_or_default()
    }

    /// True if a type can be Fairy-Stockfish's king: a side has one at most, and nothing removes it or makes another one.
    fn can_be_king(&self, traits: &Traits, owners: &Owners) -> bool {
        let rules = self.rules;
        let single = |&(color, id): &(Color, TypeId)| {
            self.count(color, |other| other == id) <= 1
                && rules.promotion.of_piece(color, id).is_empty()
        };
        traits.royalty == Royalty::Absolute
            && !super::plain::has_walls(rules, Where::Elsewhere)
            && owners.iter().all(single)
            && rules.win.explosion.is_none()
            && rules.capture_effects.petrify.is_empty()
            && letter::base(traits.letter).is_none()
    }

    /// True for pawns of chess that explosions spare.
    fn is_chess_pawn(&self, traits: &Traits, owners: &Owners) -> bool {
        let (first, usual): (Rays, Rays) = traits.rays.iter().partition(|ray| ray.initial);
        let is_push = |ray: &Ray| {
            let step = (ray.step.files, ray.step.ranks);
            !ray.capture && ray.manner == Manner::Lame && [(0, 2), (0, 3)].contains(&step)
        };
        let explosion = self.rules.win.explosion.as_ref();
        let spared = explosion
            .is_none_or(|explosion| owners.iter().any(|(_, id)| explosion.spared.contains(id)));
        traits.pawn && spared && usual == moves::read("fmWfcF") && first.iter().all(is_push)
    }
}

impl Importer<'_> {
    /// Finds out which kinds are used, and which are pawns.
    pub fn kinds(&mut self) {
        let game = self.game;
        let pawn_types = game.pieces_of("promotionPawnTypes");
        for color in Color::ALL {
            let owned =
                |kind: &Kind| self.owns(color, *kind) || game.flag("twoBoards") && game.has(*kind);
            let own: Vec<Kind> = pawn_types[color].iter().filter(owned).collect();
            let chess = own.iter().find(|kind| **kind == Kind::PAWN).or(own.first());
            let fallback = || [Kind::PAWN, Kind::SHOGI_PAWN].into_iter().find(owned);
            self.pawn[color] = chess.copied().or_else(fallback);
        }
        // soldiers are pawns only if neither side has others: one side's pawns cannot be another piece of the other side
        if self.pawn.iter().all(Option::is_none) {
            self.pawn = ByColor::from_fn(|color| {
                Some(Kind::SOLDIER).filter(|soldier| self.stands(color, *soldier))
            });
        }
        // the pieces to which pawns can be promoted are used
        let choices = game.pieces_of("promotionPieceTypes");
        for color in Color::ALL {
            if self.pawns_choose(color) {
                self.used = self.used | choices[color].without(Kind::ALL);
            }
        }
        self.pairs = game.pairs("promotedPieceType");
        self.pairs.retain(|from, _| self.used.contains(*from));
    }

    /// True if the pawns of a side choose a piece when they are promoted, or wait until there is a choice.
    pub fn pawns_choose(&self, color: Color) -> bool {
        let types = self.game.pieces_of("promotionPawnTypes")[color];
        let zones = self.game.squares_of("promotionRegion");
        self.pawn[color].is_some_and(|pawn| pawn == Kind::PAWN || types.contains(pawn))
            && !zones[color].is_empty()
    }
}
