//! Which kind of piece each type is for Fairy-Stockfish: one with a name where the moves are the same, or
//! else a slot with moves of its own.

use super::Exporter;
use crate::tools::exchange::fairy::keys::whole_ranks;
use crate::tools::exchange::fairy::moves::{self, Manner, Ray, Rays};
use crate::tools::exchange::fairy::pieces::CUSTOM_SLOTS;
use crate::tools::exchange::fairy::{FairyGame, Kind};
use crate::types::{Color, Step, TypeId};
use crate::variant::{MoveShape, Royalty, Zone, letter};

struct Entry {
    owners: Vec<(Color, TypeId)>,
    letter: char,
    rays: Rays,
    royalty: Royalty,
    /// Like soldiers they learn to go sideways from this rank on, counted from 1.
    soldier: Option<u8>,
    leaves_own: bool,
    pawn: bool,
}

impl Exporter<'_> {
    pub(super) fn kinds(&mut self) {
        let entries = self.entries();
        let mut letters: Vec<char> = entries.iter().map(|entry| entry.letter).collect();
        letters.retain(char::is_ascii_alphabetic);
        // what has a letter of its own comes first: promoted pieces can be of the same kind
        let (plain, promoted): (Vec<_>, Vec<_>) = entries
            .into_iter()
            .partition(|e| letter::base(e.letter).is_none());
        for entry in plain {
            self.place(&entry, &mut letters, false);
        }
        for entry in promoted {
            self.place(&entry, &mut letters, true);
        }
        self.hidden();
        self.zones();
    }

    /// What hides that it was promoted is of the kind that it looks like.
    fn hidden(&mut self) {
        for color in Color::ALL {
            for (id, piece) in self.variant.types() {
                if !piece.hides_promotion() {
                    continue;
                }
                let alike = self.variant.type_by_letter(piece.letter, color);
                let kind = alike.and_then(|alike| self.kinds.get(&(color, alike)).copied());
                if let Some(kind) = kind {
                    self.kinds.insert((color, id), kind);
                }
            }
        }
    }

    fn entries(&mut self) -> Vec<Entry> {
        let mut entries: Vec<Entry> = Vec::new();
        for color in Color::ALL {
            for id in self.variant.types_of(color) {
                let piece = self.variant.piece(id);
                if piece.hides_promotion() {
                    continue;
                }
                let entry = Entry {
                    owners: vec![(color, id)],
                    letter: piece.letter,
                    rays: self.rays(color, id),
                    royalty: piece.royalty,
                    soldier: self.soldier(color, id),
                    leaves_own: self.leaves_own(id),
                    pawn: self.variant.is_pawn(id, color),
                };
                let same = entries.iter_mut().find(|other| {
                    other.letter == entry.letter
                        && other.rays == entry.rays
                        && other.royalty == entry.royalty
                        && other.soldier == entry.soldier
                        && other.leaves_own == entry.leaves_own
                        && other.pawn == entry.pawn
                        && other.owners.iter().all(|(owner, _)| *owner != color)
                });
                match same {
                    Some(other) => other.owners.push((color, id)),
                    None => entries.push(entry),
                }
            }
        }
        entries
    }

    /// The moves of a type as its owner sees them, castling apart. What has no form there is lost.
    fn rays(&mut self, color: Color, id: TypeId) -> Rays {
        let side = self.variant.files.max(self.variant.ranks);
        let mut rays = Rays::new();
        let mut lost = false;
        for m in &self.variant.piece(id).moves {
            if matches!(m.shape, MoveShape::Castling { .. }) {
                continue;
            }
            match moves::from_move(m, color, side) {
                Some(more) => rays.extend(more),
                None => lost = true,
            }
        }
        if lost {
            let name = self.name(id);
            self.lose(format!(
                "{name} lacks moves that Fairy-Stockfish's notation has no form for"
            ));
        }
        if !self.variant.is_pawn(id, color) && rays.iter().any(|ray| ray.initial) {
            if !self.leaps_as_in_cambodia(color, id, &rays) {
                let name = self.name(id);
                self.lose(format!("{name} has no first moves: they depend on squares there, not on whether a piece has moved"));
            }
            rays.retain(|ray| !ray.initial);
        }
        rays
    }

    /// The first moves of kings and fers in Cambodian chess have keys of their own.
    fn leaps_as_in_cambodia(&mut self, color: Color, id: TypeId, rays: &Rays) -> bool {
        let quiet = |step: Step| Ray {
            initial: true,
            capture: false,
            manner: Manner::Leap,
            step,
        };
        let king = [quiet(Step::new(2, 1)), quiet(Step::new(-2, 1))];
        let fers = [quiet(Step::new(0, 2))];
        let mut special: Vec<Ray> = rays.iter().filter(|ray| ray.initial).copied().collect();
        let royal = self.variant.piece(id).royalty == Royalty::Absolute;
        if color == Color::Black {
            special.retain(|ray| ray.step.ranks > 0);
        }
        // a fers may leap either way in the file; backwards it would leave the board
        special.retain(|ray| ray.step.ranks > 0);
        special.sort_by_key(|ray| -ray.step.files);
        let rest: Rays = rays.iter().filter(|ray| !ray.initial).copied().collect();
        let fits =
            royal && special == king || !royal && special == fers && rest == moves::read("F");
        if fits {
            self.game.set("cambodianMoves", true);
            self.game.set("gating", true);
        }
        fits
    }

    /// The rank from which a type goes sideways, if that is what sets it apart from the pawn of Shogi.
    pub(super) fn soldier(&mut self, color: Color, id: TypeId) -> Option<u8> {
        let variant = self.variant;
        let mut changes = variant.rules.zones.changes.iter().filter(|c| c.id == id);
        let change = changes.next()?;
        let side = variant.files.max(variant.ranks);
        let rays_of = |id: TypeId| moves::from_moves(&variant.piece(id).moves, color, side);
        let from = (0..variant.ranks).find(|rank| self.far_zone(color, *rank) == change.zone);
        let fits = rays_of(id) == Some(moves::read("fW"))
            && rays_of(change.like) == Some(moves::read("fsW"))
            && changes.next().is_none();
        let from = from.filter(|_| fits).map(|rank| rank + 1);
        if from.is_none() {
            let name = self.name(id);
            self.lose(format!("{name} moves in the same way on the whole board"));
        }
        from
    }

    /// The squares from a rank on, counted from 0 on the owner's side.
    fn far_zone(&self, color: Color, rank: u8) -> Zone {
        let zone = self.game.on_board(&whole_ranks(rank..self.variant.ranks));
        match color {
            Color::White => zone,
            Color::Black => zone.mirrored(self.variant.ranks),
        }
    }

    fn leaves_own(&mut self, id: TypeId) -> bool {
        let limits = &self.variant.rules.hop_limits;
        let Some(limit) = limits.iter().find(|limit| limit.id == id) else {
            return false;
        };
        let own = self.variant.kind(id);
        let only_own = limit.barred.iter().all(|barred| own.contains(*barred));
        let side = self.variant.files.max(self.variant.ranks);
        let moves = &self.variant.piece(id).moves;
        let hops = moves::from_moves(moves, Color::White, side) == Some(moves::read("pR"));
        if !(only_own && hops) {
            let name = self.name(id);
            self.lose(format!("{name} hops over and captures whatever it meets"));
        }
        only_own && hops
    }

    fn place(&mut self, entry: &Entry, letters: &mut Vec<char>, promoted: bool) {
        let limited = entry.owners.iter().any(|(_, id)| {
            let limits = &self.variant.rules.promotion.limits;
            limits.iter().any(|(limited, _)| limited == id)
        });
        if promoted && !limited {
            let royal = entry.royalty.is_royal();
            let same = self.game.letters.keys().copied().find(|&kind| {
                moves::read(self.game.betza(kind)) == entry.rays
                    && !has_rules_of_its_own(kind)
                    && !self.is_confined(entry)
                    && !royal
            });
            if let Some(kind) = same {
                for owner in &entry.owners {
                    self.kinds.insert(*owner, kind);
                }
                return;
            }
        }
        let kind = self.kind_for(entry);
        let mut letter = entry.letter;
        let taken = |game: &FairyGame, letter: char| game.kind_of(letter).is_some();
        if !letter.is_ascii_alphabetic() || taken(&self.game, letter) {
            let free = ('A'..='Z').find(|l| !letters.contains(l) && !taken(&self.game, *l));
            let Some(free) = free else {
                let name = self.name(entry.owners[0].1);
                self.lose(format!("{name} is missing: all letters are taken"));
                return;
            };
            letter = free;
            letters.push(free);
            for (color, _) in &entry.owners {
                self.renamed.push((*color, entry.letter, letter));
            }
        }
        self.game.add_piece(kind, letter);
        for owner in &entry.owners {
            self.kinds.insert(*owner, kind);
        }
    }

    /// True if the types may not stop everywhere.
    fn is_confined(&self, entry: &Entry) -> bool {
        let zones = &self.variant.rules.zones;
        let own = |id: TypeId| entry.owners.iter().any(|(_, other)| *other == id);
        zones.confined.iter().any(|(id, _)| own(*id)) || zones.lines.iter().any(|l| own(l.id))
    }

    /// A kind with these moves that nobody is yet.
    fn kind_for(&mut self, entry: &Entry) -> Kind {
        let free = |game: &FairyGame, kind: Kind| !game.letters.contains_key(&kind);
        if entry.royalty == Royalty::Absolute
            && self.can_be_king(entry)
            && free(&self.game, Kind::KING)
        {
            if entry.rays != moves::read("K") {
                let text = self.text(entry, &entry.rays);
                self.game.own_moves.insert(Kind::KING, text);
            }
            return Kind::KING;
        }
        if entry.soldier.is_some() && free(&self.game, Kind::SOLDIER) {
            return Kind::SOLDIER;
        }
        let plain_soldier =
            entry.rays == moves::read("fsW") && self.variant.rules.zones.changes.is_empty();
        if plain_soldier && free(&self.game, Kind::SOLDIER) {
            return Kind::SOLDIER;
        }
        if entry.leaves_own && free(&self.game, Kind::JANGGI_CANNON) {
            return Kind::JANGGI_CANNON;
        }
        let initial: Rays = entry.rays.iter().filter(|r| r.initial).copied().collect();
        let usual: Rays = entry.rays.iter().filter(|r| !r.initial).copied().collect();
        let push = |ranks: i8| Ray {
            initial: true,
            capture: false,
            manner: Manner::Lame,
            step: Step::new(0, ranks),
        };
        let pushes = Rays::from([push(2), push(3)]);
        let is_blown_up = self
            .variant
            .rules
            .win
            .explosion
            .as_ref()
            .is_some_and(|explosion| {
                let owned = |id: &TypeId| explosion.spared.contains(id);
                !entry.owners.iter().any(|(_, id)| owned(id))
            });
        if entry.pawn
            && !is_blown_up
            && usual == moves::read("fmWfcF")
            && initial.is_subset(&pushes)
            && free(&self.game, Kind::PAWN)
        {
            return Kind::PAWN;
        }
        let mut named = Kind::named().filter(|kind| !has_rules_of_its_own(*kind));
        let own = |kind: &Kind| {
            kind.betza()
                .is_some_and(|text| moves::read(text) == entry.rays)
        };
        if let Some(kind) = named.find(|kind| own(kind) && free(&self.game, *kind)) {
            return kind;
        }
        let mut slots = (1..=CUSTOM_SLOTS).map(Kind::custom);
        match slots.find(|kind| free(&self.game, *kind)) {
            Some(slot) => {
                let text = self.text(entry, &entry.rays);
                self.game.own_moves.insert(slot, text);
                slot
            }
            None => {
                let name = self.name(entry.owners[0].1);
                self.lose(format!("{name} does not move: there are no more than {CUSTOM_SLOTS} pieces of one's own"));
                Kind::IMMOBILE
            }
        }
    }

    /// The notation of moves; what it cannot say exactly is lost.
    fn text(&mut self, entry: &Entry, rays: &Rays) -> String {
        if let Some(text) = moves::write(rays) {
            return text;
        }
        let name = self.name(entry.owners[0].1);
        self.lose(format!(
            "{name} only has such of its moves as go together in Fairy-Stockfish"
        ));
        // hops and slides of one piece may get mixed there
        let part: Rays = rays
            .iter()
            .filter(|ray| !(matches!(ray.manner, Manner::Hop(_)) || ray.initial && ray.capture))
            .copied()
            .collect();
        moves::write(&part).unwrap_or_default()
    }

    /// A king is one on each side at most, and nothing takes it away or makes another one.
    fn can_be_king(&self, entry: &Entry) -> bool {
        let variant = self.variant;
        let start = variant.start_pieces();
        let single = entry.owners.iter().all(|(color, id)| {
            let placed = start
                .iter()
                .filter(|p| p.color == *color && p.id == *id)
                .count();
            let held = variant.rules.hand[*color]
                .iter()
                .filter(|(other, _)| other == id);
            placed + held.map(|(_, n)| usize::from(*n)).sum::<usize>() <= 1
        });
        let duck = variant
            .rules
            .walls
            .as_ref()
            .is_some_and(|walls| walls.place == crate::variant::rules::walls::Where::Elsewhere);
        single
            && !duck
            && variant.rules.win.explosion.is_none()
            && variant.rules.capture_effects.petrify.is_empty()
            && letter::base(entry.letter).is_none()
            && !variant
                .rules
                .promotion
                .pieces
                .iter()
                .flatten()
                .any(|(id, _)| entry.owners.iter().any(|(_, own)| own == id))
    }
}

/// True for kinds that mean more than their moves.
fn has_rules_of_its_own(kind: Kind) -> bool {
    [Kind::PAWN, Kind::JANGGI_CANNON, Kind::SOLDIER, Kind::KING].contains(&kind)
}
