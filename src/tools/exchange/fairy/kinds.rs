//! Which kind of piece each type is for Fairy-Stockfish, and back: its letter, its moves, and whether it is royal. A
//! kind with a name serves where the moves are the same, or else a slot with moves of its own.

use super::castling::Castling;
use super::game::FairyGame;
use super::moves::{self, Manner, Ray, Rays};
use super::pawns::PAWN_VALUE;
use super::pieces::CUSTOM_SLOTS;
use super::{Exporter, Importer, Kind, Kinds, quoted};
use crate::types::{ByColor, Color, Step, TypeId};
use crate::variant::rules::walls::Where;
use crate::variant::{MoveShape, PromotesTo, Royalty, letter};

/// The first moves of Cambodian chess, which have keys of their own: those of kings and of fers.
const CAMBODIAN: [&str; 2] = ["imfsN", "imfD"];
/// Kinds that mean more than their moves.
const SPECIAL: [Kind; 4] = [Kind::PAWN, Kind::JANGGI_CANNON, Kind::SOLDIER, Kind::KING];

/// With this number of pieces left all of a kind are royal; no board has more.
const ALWAYS: u8 = 64;
/// The value that makes a piece royal.
const ROYAL: &str = "-1";
/// Royal as a group, a spare one being worth something.
const GROUP: &str = "-300";
/// Group royals numbered so high may not all be left attacked.
const FIRST_DUPLE: usize = 8;
/// The type that pawns become if nothing is said.
const DEFAULT_CHOICE: usize = 7;

/// What makes types of both colours one kind.
#[derive(Clone, PartialEq)]
struct Traits {
    letter: char,
    rays: Rays,
    royalty: Royalty,
    /// Like soldiers they learn to go sideways from this rank on, counted from 1.
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
        // what has a letter of its own comes first: promoted pieces can be of the same kind
        for promoted in [false, true] {
            for (traits, owners) in &entries {
                if letter::base(traits.letter).is_some() == promoted {
                    self.place(traits, owners, &mut letters);
                }
            }
        }
        // what hides that it was promoted is of the kind that it looks like
        for color in Color::ALL {
            for (id, piece) in self
                .variant
                .types()
                .filter(|(_, piece)| piece.hides_promotion())
            {
                let alike = self.variant.type_by_letter(piece.letter, color);
                if let Some(kind) = alike.and_then(|alike| self.kind_of(color, alike)) {
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

    /// The moves of a type as its owner sees them, castling apart. What has no form there is lost.
    fn rays(&mut self, color: Color, id: TypeId) -> Rays {
        let side = self.variant.files.max(self.variant.ranks);
        let own = self.variant.piece(id).moves.iter();
        let own = own.filter(|m| !matches!(m.shape, MoveShape::Castling { .. }));
        let found: Vec<Option<Vec<Ray>>> = own.map(|m| moves::from_move(m, color, side)).collect();
        let name = self.name(id);
        if found.contains(&None) {
            self.lose(format!(
                "{name} lacks moves that Fairy-Stockfish's notation has no form for"
            ));
        }
        let mut rays: Rays = found.into_iter().flatten().flatten().collect();
        if !self.variant.is_pawn(id, color) && rays.iter().any(|ray| ray.initial) {
            if !self.leaps_as_in_cambodia(id, &rays) {
                self.lose(format!("{name} has no first moves: they depend on squares there, not on whether a piece has moved"));
            }
            rays.retain(|ray| !ray.initial);
        }
        rays
    }

    fn leaps_as_in_cambodia(&mut self, id: TypeId, rays: &Rays) -> bool {
        // a fers may leap either way in the file; backwards it would leave the board
        let first = rays.iter().filter(|ray| ray.initial && ray.step.ranks > 0);
        let first: Rays = first.copied().collect();
        let usual: Rays = rays.iter().filter(|ray| !ray.initial).copied().collect();
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

    /// The rank from which a type goes sideways, if that is what sets it apart from the pawn of Shogi.
    fn soldier(&mut self, color: Color, id: TypeId) -> Option<u8> {
        let ranks = self.variant.ranks;
        let mut changes = self.rules.zones.changes.iter().filter(|c| c.id == id);
        let change = changes.next()?;
        let far = |rank: &u8| {
            let far = self.game.own_ranks(color, *rank, ranks);
            self.game.on_board(&far) == change.zone
        };
        let fits = self.rays_of(color, id) == Some(moves::read("fW"))
            && self.rays_of(color, change.like) == Some(moves::read("fsW"))
            && changes.next().is_none();
        let from = (1..=ranks).find(far).filter(|_| fits);
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

    fn place(&mut self, traits: &Traits, owners: &Owners, letters: &mut Vec<char>) {
        let limits = &self.rules.promotion.limits;
        let limited = owners
            .iter()
            .any(|(_, id)| limits.iter().any(|(other, _)| other == id));
        let promoted = letter::base(traits.letter).is_some();
        let zones = &self.rules.zones;
        let plain = owners.iter().all(|(_, id)| {
            !zones.confined.iter().any(|(other, _)| other == id)
                && !zones.lines.iter().any(|line| line.id == *id)
        });
        if promoted && !limited && plain && !traits.royalty.is_royal() {
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

    /// A kind with these moves that nobody is yet.
    fn kind_for(&mut self, traits: &Traits, owners: &Owners) -> Kind {
        let free = |game: &FairyGame, kind: Kind| !game.letters.contains_key(&kind);
        let name = self.name(owners[0].1);
        if traits.royalty == Royalty::Absolute
            && self.can_be_king(traits, owners)
            && free(&self.game, Kind::KING)
        {
            if traits.rays != moves::read("K") {
                let text = self.notation(&name, &traits.rays);
                self.game.own_moves.insert(Kind::KING, text);
            }
            return Kind::KING;
        }
        let goes_sideways =
            traits.rays == moves::read("fsW") && self.rules.zones.changes.is_empty();
        if (traits.soldier.is_some() || goes_sideways) && free(&self.game, Kind::SOLDIER) {
            if let Some(rank) = traits.soldier {
                self.set("soldierPromotionRank", rank);
            }
            return Kind::SOLDIER;
        }
        if traits.leaves_own && free(&self.game, Kind::JANGGI_CANNON) {
            return Kind::JANGGI_CANNON;
        }
        let (first, usual): (Rays, Rays) = traits.rays.iter().partition(|ray| ray.initial);
        let push = |ranks| Ray {
            initial: true,
            capture: false,
            manner: Manner::Lame,
            step: Step::new(0, ranks),
        };
        let explosion = self.rules.win.explosion.as_ref();
        let is_blown_up = explosion
            .is_some_and(|explosion| !owners.iter().any(|(_, id)| explosion.spared.contains(id)));
        if traits.pawn
            && !is_blown_up
            && usual == moves::read("fmWfcF")
            && first.is_subset(&Rays::from([push(2), push(3)]))
            && free(&self.game, Kind::PAWN)
        {
            return Kind::PAWN;
        }
        let fits = |kind: &Kind| {
            !SPECIAL.contains(kind)
                && free(&self.game, *kind)
                && kind
                    .betza()
                    .is_some_and(|text| moves::read(text) == traits.rays)
        };
        if let Some(kind) = Kind::named().find(fits) {
            return kind;
        }
        let mut slots = (1..=CUSTOM_SLOTS).map(Kind::custom);
        let Some(slot) = slots.find(|kind| free(&self.game, *kind)) else {
            self.lose(format!(
                "{name} does not move: there are no more than {CUSTOM_SLOTS} pieces of one's own"
            ));
            return Kind::IMMOBILE;
        };
        let text = self.notation(&name, &traits.rays);
        self.game.own_moves.insert(slot, text);
        slot
    }

    /// The notation of moves; what it cannot say exactly is lost.
    fn notation(&mut self, name: &str, rays: &Rays) -> String {
        if let Some(text) = moves::write(rays) {
            return text;
        }
        self.lose(format!(
            "{name} only has such of its moves as go together in Fairy-Stockfish"
        ));
        // hops and slides of one piece may get mixed there
        let alone =
            |ray: &&Ray| !(matches!(ray.manner, Manner::Hop(_)) || ray.initial && ray.capture);
        moves::write(&rays.iter().filter(alone).copied().collect()).unwrap_or_default()
    }

    /// A king is one on each side at most, and nothing takes it away or makes another one.
    fn can_be_king(&self, traits: &Traits, owners: &Owners) -> bool {
        let rules = self.rules;
        let single = |&(color, id): &(Color, TypeId)| {
            self.count(color, |other| other == id) <= 1
                && rules.promotion.of_piece(color, id).is_empty()
        };
        let place = rules.walls.as_ref().map(|walls| walls.place);
        place != Some(Where::Elsewhere)
            && owners.iter().all(single)
            && rules.win.explosion.is_none()
            && rules.capture_effects.petrify.is_empty()
            && letter::base(traits.letter).is_none()
    }

    /// Where a side has several royal pieces, or where captures blow them up, the keys about extinction say what is
    /// royal.
    pub fn royals(&mut self) {
        let mut kinds = Kinds::NONE;
        let (mut absolute, mut groups, mut duple) = (false, false, false);
        for (&(_, id), &kind) in self.kinds.iter().filter(|(_, kind)| **kind != Kind::KING) {
            match self.variant.piece(id).royalty {
                Royalty::None => continue,
                Royalty::Absolute => absolute = true,
                Royalty::Extinction { duple: also } => {
                    groups = true;
                    duple |= also;
                }
            }
            kinds = kinds.with(kind);
        }
        if kinds.is_empty() {
            return;
        }
        self.set("extinctionPieceTypes", kinds);
        self.set("extinctionValue", "loss");
        self.set("extinctionPseudoRoyal", true);
        if absolute && self.has_several(kinds) {
            self.set("extinctionPieceCount", ALWAYS);
            if groups {
                self.lose("every royal piece must be kept, not only the last one of a kind");
            }
        }
        self.set("dupleCheck", duple);
    }

    /// True if a side can have several of a kind.
    fn has_several(&self, kinds: Kinds) -> bool {
        let promotion = &self.rules.promotion;
        let several = |color: Color, kind: Kind| {
            let is_kind = |id: TypeId| self.kind_of(color, id) == Some(kind);
            let mut made = promotion.pieces[color].iter().flat_map(|(_, to)| to);
            let chosen = match &promotion.to {
                PromotesTo::Choice(choices) => &choices[color].accepted[..],
                PromotesTo::ByFile(_) => &[],
            };
            self.count(color, is_kind) > 1
                || chosen.iter().any(|id| is_kind(*id))
                || made.any(|id| is_kind(*id)) && !self.places(color, kind).is_empty()
        };
        Color::ALL
            .into_iter()
            .any(|color| kinds.iter().any(|kind| several(color, kind)))
    }
}

impl Importer<'_> {
    /// Which kinds are used, and which are pawns.
    pub fn kinds(&mut self) {
        let game = self.game;
        let pawn_types = game.pieces_of("promotionPawnTypes");
        for color in Color::ALL {
            let owned = |kind: &Kind| {
                self.owns(color, *kind) || game.flag("twoBoards") && game.letters.contains_key(kind)
            };
            let own: Vec<Kind> = pawn_types[color].iter().filter(owned).collect();
            let chess = own.iter().find(|kind| **kind == Kind::PAWN).or(own.first());
            let fallback = || [Kind::PAWN, Kind::SHOGI_PAWN].into_iter().find(owned);
            self.pawn[color] = chess.copied().or_else(fallback);
        }
        // soldiers only where there are no others: one side's pawns cannot be another piece of the other one
        if self.pawn.iter().all(Option::is_none) {
            let has = |color: Color| self.stands(color, Kind::SOLDIER);
            self.pawn = ByColor::from_fn(|color| Some(Kind::SOLDIER).filter(|_| has(color)));
        }
        // what the pawns of a used kind become is used
        let zones = game.squares_of("promotionRegion");
        let choices = game.pieces_of("promotionPieceTypes");
        for color in Color::ALL {
            let chooses = |pawn| pawn == Kind::PAWN || pawn_types[color].contains(pawn);
            if self.pawn[color].is_some_and(chooses) && !zones[color].is_empty() {
                self.used = self.used | choices[color].without(Kind::ALL);
            }
        }
        self.pairs = game.pairs("promotedPieceType");
        self.pairs.retain(|from, _| self.used.contains(*from));
    }

    /// All piece lines; those of the pawns are returned, the others kept.
    pub fn piece_lines(&mut self) -> Vec<String> {
        let castling = ByColor::from_fn(|color| self.castling_of(color));
        let pawns = self.pawn_lines();
        let types: Kinds = self.pawn.iter().flatten().copied().collect();
        let plain = self.used.iter().filter(|kind| !types.contains(*kind));
        let mut pieces: Vec<(Kind, String)> = plain
            .map(|kind| (kind, self.letter(kind).to_string()))
            .collect();
        for (&from, &to) in &self.pairs.clone() {
            if self.royal(to) == Some(GROUP) && self.royal(from).is_none() {
                self.lose(
                    "promotedPieceType",
                    "pieces that become one more royal piece",
                );
            }
            pieces.push((to, format!("+{}", self.letter(from))));
        }
        let duple = self.game.flag("dupleCheck");
        let (mut lines, mut late) = (Vec::new(), Vec::new());
        for (kind, letter) in pieces {
            let own = self.lines_of(kind, &letter, &castling);
            // royals first, but those of the duple rule behind all others, and far enough
            let early = match self.royal(kind) {
                Some(GROUP) => !duple,
                royal => royal.is_some() || duple,
            };
            if early {
                lines.extend(own)
            } else {
                late.extend(own)
            }
        }
        while duple && lines.len() + 2 < FIRST_DUPLE - 1 {
            let Some(letter) = self.new_letter() else {
                break;
            };
            lines.push(format!("{letter}:? K"));
        }
        lines.append(&mut late);
        self.default_promotion(&mut lines);
        self.pieces = lines;
        self.other_captors();
        self.inside_partners(&castling);
        self.zones();
        self.lines();
        pawns
    }

    /// A piece that must not be lost can be chosen by pawns only if it is what they become by default, which is type 7.
    fn default_promotion(&self, lines: &mut Vec<String>) {
        let choices = self.game.pieces_of("promotionPieceTypes");
        let mut chosen = choices.iter().flat_map(|kinds| kinds.iter());
        let Some(kind) = chosen.find(|kind| self.royal(*kind) == Some(ROYAL)) else {
            return;
        };
        let start = format!("{}:", self.letter(kind));
        let place = DEFAULT_CHOICE - 3;
        let found = lines.iter().position(|line| line.starts_with(&start));
        if let Some(found) = found.filter(|_| place < lines.len()) {
            let line = lines.remove(found);
            lines.insert(place, line);
        }
    }

    /// What is written before the moves of a royal kind.
    pub fn royal(&self, kind: Kind) -> Option<&'static str> {
        if kind == Kind::KING {
            return Some(ROYAL);
        }
        let pseudo = self.game.flag("extinctionPseudoRoyal")
            && self.game.pieces("extinctionPieceTypes").contains(kind);
        if !pseudo {
            return None;
        }
        let left = self.game.number("extinctionPieceCount") as usize;
        let count = |color: Color| {
            let held = self.hand[color].iter().filter(|held| **held == kind);
            self.places(color, kind).len() + held.count()
        };
        let made = self
            .pairs
            .iter()
            .any(|(from, to)| [from, to].contains(&&kind))
            || self
                .game
                .pieces_of("promotionPieceTypes")
                .iter()
                .any(|kinds| kinds.contains(kind));
        let most = Color::ALL.into_iter().map(count).max().unwrap_or(0);
        let always = left >= 8 || most <= left + 1 && !made;
        Some(if always { ROYAL } else { GROUP })
    }

    /// The lines of a kind under a letter; one for each side where they differ.
    fn lines_of(
        &mut self,
        kind: Kind,
        letter: &str,
        castling: &ByColor<Option<Castling>>,
    ) -> Vec<String> {
        let base = self.own_betza(kind);
        let value = self.royal(kind).unwrap_or("?");
        let [white, black] = Color::ALL.map(|color| {
            let castles = castling[color].as_ref();
            let castles = castles.filter(|c| c.kind == kind && !letter.starts_with('+'));
            let moves = format!("{base}{}", castles.map_or("", |c| c.text.as_str()));
            match (moves.as_str(), value) {
                ("", "?") => format!("{letter}:{PAWN_VALUE} -"),
                ("", value) => format!("{letter}:{value} -"),
                (moves, value) => format!("{letter}:{value} {moves}"),
            }
        });
        let zones = Color::ALL.map(|color| self.game.mobility.get(&(color, kind)));
        let same_zone = zones[0] == zones[1];
        // who never has the kind need not castle with it
        if same_zone && (white == black || !self.stands(Color::Black, kind)) {
            vec![white]
        } else if same_zone && !self.stands(Color::White, kind) {
            vec![black]
        } else {
            vec![white, black]
        }
    }

    /// The moves of a kind in our notation, castling apart.
    fn own_betza(&mut self, kind: Kind) -> String {
        let special = match kind {
            Kind::KING => CAMBODIAN[0],
            Kind::FERS => CAMBODIAN[1],
            _ => "",
        };
        let special = if self.game.flag("cambodianMoves") {
            special
        } else {
            ""
        };
        if kind == Kind::SOLDIER && self.game.number("soldierPromotionRank") > 1 {
            return "fW".to_owned();
        }
        let letter = self.letter(kind);
        let mut text = self.game.betza(kind).to_owned();
        let mut rays = moves::read(&text);
        if rays.iter().any(|ray| ray.initial) {
            let doubles = self.game.squares_of("doubleStepRegion");
            if self.game.flag("doubleStep") && doubles.iter().any(|zone| !zone.is_empty()) {
                self.lose_of(kind, format!("first moves of {letter}, which is no pawn: here they are for pieces that have not moved"));
            }
            rays.retain(|ray| !ray.initial);
            text = moves::write(&rays).unwrap_or_default();
        }
        if kind == Kind::PAWN {
            text = "fmWfcF".to_owned();
        }
        text.retain(|c| c != 'e');
        let limited = |ray: &Ray| matches!(ray.manner, Manner::Hop(3..));
        if let Some(Ray { step, .. }) = rays.iter().copied().find(limited) {
            let (files, ranks) = (step.files, step.ranks);
            self.lose_of(
                kind,
                format!("hops of {letter} with a limit, in steps of {files} and {ranks}"),
            );
            rays.retain(|ray| !limited(ray));
        }
        if rays.is_empty() {
            return special.to_owned();
        }
        let ours = moves::for_us(&text, &self.board, false).unwrap_or_else(|| {
            self.lose_of(kind, format!("the moves of {letter}: `{}`", quoted(&text)));
            moves::write(&rays).unwrap_or_default()
        });
        ours + special
    }
}
