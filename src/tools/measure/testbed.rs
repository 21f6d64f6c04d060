//! The variant as it is played to measure its pieces: with the added pieces and with the values in use. Its net is removed,
//! because it was trained with other values.

use std::collections::BTreeMap;
use std::sync::Arc;

use anyhow::{Context, bail};

use super::pieces::NewPiece;
use crate::board::Placement;
use crate::eval::values::parts;
use crate::ruleset::Ruleset;
use crate::tools::playtest::kinds::Kinds;
use crate::types::{ByColor, Color, MAX_TYPES, Square, TypeId};
use crate::variant::{DropKind, MAX_VALUE, MoveDescriptor, PieceType, Variant, letter};

/// The values that the engine uses, by letter, in centipawns.
pub type Used = BTreeMap<String, i32>;

/// A measured kind of pieces: all types of one letter.
#[derive(Clone, Debug)]
pub struct Kind {
    /// The letter of the kind for display.
    pub letter: String,
    /// The letter of the kind, with its name if it has one.
    pub title: String,
    /// The types of the kind for white and black; a kind of pawns may have a type for one side only.
    pub types: ByColor<Option<TypeId>>,
    pub pawn: bool,
    /// The moves of the kind, if it was added.
    pub betza: Option<String>,
    /// The letter of the piece line, in upper or lower case as the line needs it.
    pub line: String,
    /// The value in the file, in centipawns, if there is one.
    pub file: Option<i32>,
    /// For each square the half of the board, if the kind is bound to one half.
    pub(super) parts: Option<Vec<u8>>,
}

impl Kind {
    /// True if no pawn can be promoted to the kind: its value ends in 3.
    pub fn is_unpromotable(&self) -> bool {
        self.file.is_some_and(|value| value % 10 == 3)
    }

    /// The half of the board that a square belongs to, if the kind is bound to one half.
    pub fn part(&self, sq: Square) -> Option<u8> {
        self.parts.as_ref().map(|parts| parts[sq.index()])
    }
}

/// A start square of a piece that is neither pawn nor royal, for white and for black.
#[derive(Clone, Copy, Debug)]
pub struct Slot {
    pub squares: ByColor<Square>,
    /// The rank, from 1 on the owner's side; pieces are shuffled within a rank.
    pub rank: u8,
}

/// The variant, its kinds and its slots.
#[derive(Clone, Debug)]
pub struct TestBed {
    variant: Arc<Variant>,
    /// The kinds: pawns first, then other kinds of the variant, then added kinds.
    pub kinds: Vec<Kind>,
    pub slots: Vec<Slot>,
    /// The kinds in the slots at the start; `None` if the piece is not measured.
    pub armies: ByColor<Vec<Option<usize>>>,
    /// The squares of white's and black's pawns at the start.
    pub pawns: ByColor<Vec<Square>>,
    /// Pieces at the start that are not measured: royals, and pieces without a value.
    rest: Vec<(Square, Color, TypeId)>,
}

impl TestBed {
    /// The variant with added pieces.
    pub fn new(game: &Variant, added: &[NewPiece]) -> anyhow::Result<TestBed> {
        let mut variant = Variant {
            net: None,
            ..game.clone()
        };
        let mut kinds = own_kinds(&mut variant)?;
        for (index, piece) in added.iter().enumerate() {
            if added[..index].iter().any(|other| other.name == piece.name) {
                bail!("{}: two added pieces have this name", piece.name);
            }
            kinds.push(add(&mut variant, piece)?);
        }
        let variant = Arc::new(variant);
        let rules = Ruleset::without_net(variant.clone());
        for kind in &mut kinds {
            let bound = kind.types[Color::White].map(|id| parts(&variant, &rules.tables, id));
            kind.parts = bound.filter(|(_, parts)| *parts == 2).map(|(of, _)| of);
        }
        let mut testbed = TestBed {
            variant,
            kinds,
            slots: Vec::new(),
            armies: ByColor::from_fn(|_| Vec::new()),
            pawns: ByColor::from_fn(|_| Vec::new()),
            rest: Vec::new(),
        };
        testbed.place(&rules);
        if testbed.slots.is_empty() {
            bail!(
                "{}: there are no armies to compare, since a side starts without pieces other than pawns and royals",
                game.name
            );
        }
        if testbed.weighed().count() == 0 {
            bail!(
                "{}: it has no pieces that can be measured; --piece adds some",
                game.name
            );
        }
        Ok(testbed)
    }

    /// Finds the squares of all pieces at the start.
    fn place(&mut self, rules: &Ruleset) {
        let variant = &self.variant;
        let mut places = ByColor::from_fn(|_| Vec::new());
        for (sq, color, id) in Placement::start(&rules.layout).pieces {
            if variant.is_pawn(id, color) {
                self.pawns[color].push(sq);
            } else if variant.is_royal(id) || variant.piece(id).moves.is_empty() {
                self.rest.push((sq, color, id));
            } else {
                let rank = variant.relative_rank(color, sq.rank());
                places[color].push((rank, sq.file(), sq, id));
            }
        }
        for color in Color::ALL {
            self.pawns[color].sort_unstable_by_key(|sq| (sq.file(), sq.rank()));
            places[color].sort_unstable_by_key(|&(rank, file, ..)| (rank, file));
        }
        let [white, black] = Color::ALL.map(|color| &places[color]);
        for (&(rank, _, first, white), &(_, _, second, black)) in white.iter().zip(black) {
            self.slots.push(Slot {
                squares: ByColor::new(first, second),
                rank,
            });
            for (color, id) in [(Color::White, white), (Color::Black, black)] {
                let kind = self.kind_of(id);
                self.armies[color].push(kind);
                if kind.is_none() {
                    let sq = if color == Color::White { first } else { second };
                    self.rest.push((sq, color, id));
                }
            }
        }
    }

    /// The name of the variant.
    pub fn name(&self) -> &str {
        &self.variant.name
    }

    /// The pieces that are not measured.
    pub fn rest(&self) -> &[(Square, Color, TypeId)] {
        &self.rest
    }

    /// The kind of a measured type.
    pub fn kind_of(&self, id: TypeId) -> Option<usize> {
        let letter = self.variant.piece(id).written();
        (self.kinds.iter()).position(|kind| !kind.pawn && kind.letter == letter)
    }

    /// The indices of the kinds other than pawns.
    pub fn weighed(&self) -> impl Iterator<Item = usize> {
        (0..self.kinds.len()).filter(|&kind| !self.kinds[kind].pawn)
    }

    /// The kind of white's pawn, whose value is the unit; `None` if white has no pawn at the start.
    pub fn unit(&self) -> Option<usize> {
        let pawn = |kind: &Kind| kind.pawn && kind.types[Color::White].is_some();
        let any = !self.pawns[Color::White].is_empty();
        self.kinds.iter().position(pawn).filter(|_| any)
    }

    /// True if both sides have pawns at the start, so that one can be missing.
    pub fn has_odds(&self) -> bool {
        let any = |color: Color| !self.pawns[color].is_empty();
        self.unit().is_some() && Color::ALL.into_iter().all(any)
    }

    /// The kind of a side's pawns.
    pub fn pawn_of(&self, color: Color) -> Option<usize> {
        self.kinds
            .iter()
            .position(|kind| kind.pawn && kind.types[color].is_some())
    }

    /// True if a kind may stand in a slot of a side.
    pub fn fits(&self, kind: usize, slot: usize, color: Color) -> bool {
        let sq = self.slots[slot].squares[color];
        let id = self.kinds[kind].types[color];
        id.is_some_and(|id| self.variant.may_stop(id, sq.file(), sq.rank()))
    }

    /// The default values: those of the file, or estimates.
    pub fn values(&self) -> Used {
        let rules = Ruleset::without_net(self.variant.clone());
        let value = |kind: &Kind| {
            let id = Color::ALL.into_iter().find_map(|color| kind.types[color]);
            Some((kind.letter.clone(), rules.evaluation.value(id?)))
        };
        self.kinds.iter().filter_map(value).collect()
    }

    /// The index of the kind with this letter or name.
    pub fn find(&self, word: &str) -> anyhow::Result<usize> {
        let called = |kind: &Kind| {
            let name = kind
                .title
                .split_once('(')
                .map(|(_, name)| name.trim_end_matches(')'));
            kind.letter.eq_ignore_ascii_case(word)
                || name.is_some_and(|name| name.eq_ignore_ascii_case(word))
        };
        let letters: Vec<&str> = self.kinds.iter().map(|kind| kind.letter.as_str()).collect();
        (self.kinds.iter().position(called)).with_context(|| {
            let (name, letters) = (self.name(), letters.join(", "));
            format!("{name} has no measured piece `{word}`; there are {letters}")
        })
    }

    /// The rules of the variant with these values.
    pub fn rules(&self, used: &Used) -> Arc<Ruleset> {
        let mut variant = (*self.variant).clone();
        for piece in &mut variant.pieces {
            if let Some(&value) = used.get(&piece.written())
                && !piece.royalty.is_royal()
            {
                piece.value = value.clamp(1, MAX_VALUE);
                piece.estimated = false;
            }
        }
        Arc::new(Ruleset::without_net(Arc::new(variant)))
    }
}

/// The kinds of the variant itself. A type of one side that moves unlike its mirror image gets a twin for the other side.
fn own_kinds(variant: &mut Variant) -> anyhow::Result<Vec<Kind>> {
    let all = Kinds::new(variant);
    let mut own = Vec::new();
    for (index, kind) in all.kinds.iter().enumerate() {
        let promoted = kind.letter.starts_with('+');
        if kind.pawn || !(kind.royal || kind.immobile || kind.borrowed || promoted) && kind.possible
        {
            let ids: Vec<TypeId> = (variant.types())
                .filter(|(id, piece)| all.of(*id) == index && !piece.hides_promotion())
                .map(|(id, _)| id)
                .collect();
            own.extend(ids.first().map(|&first| (kind.clone(), first)));
        }
    }
    own.sort_by_key(|(kind, _)| !kind.pawn);
    let mut kinds = Vec::with_capacity(own.len());
    for (kind, first) in own {
        let piece = variant.piece(first).clone();
        let types = if kind.pawn {
            ByColor::from_fn(|color| {
                let pawn = TypeId::pawn(color);
                let letter = variant
                    .pieces
                    .get(pawn.index() - 1)
                    .map(|piece| piece.letter);
                (letter == Some(piece.letter)).then_some(pawn)
            })
        } else {
            own_types(variant, piece.letter)?
        };
        let shown = letter::text(piece.letter);
        kinds.push(Kind {
            title: kind.title,
            types,
            pawn: kind.pawn,
            betza: None,
            line: if piece.centralised {
                shown.to_lowercase()
            } else {
                shown.clone()
            },
            letter: shown,
            file: (!piece.estimated).then_some(piece.value),
            parts: None,
        });
    }
    Ok(kinds)
}

/// The types with this letter, for white and black.
fn own_types(variant: &mut Variant, letter: char) -> anyhow::Result<ByColor<Option<TypeId>>> {
    let start = variant.start_pieces();
    let starts = |color: Color| {
        let mut own = start.iter().filter(|placed| placed.color == color);
        let own = own.find(|placed| variant.piece(placed.id).letter == letter);
        own.map(|placed| placed.id)
    };
    let begins = ByColor::from_fn(starts);
    let mut types =
        ByColor::from_fn(|color| begins[color].or_else(|| variant.type_by_letter(letter, color)));
    let owner = if begins[Color::White].is_none() && begins[Color::Black].is_some() {
        Color::Black
    } else {
        Color::White
    };
    let other = owner.other();
    if let (Some(id), None) = (types[owner], begins[other])
        && types[other] == Some(id)
        && !is_symmetric(&variant.piece(id).moves)
    {
        types[other] = Some(twin(variant, id)?);
    }
    Ok(types)
}

/// True if these moves are the same for both sides.
fn is_symmetric(moves: &[MoveDescriptor]) -> bool {
    moves.iter().all(|one| moves.contains(&one.turned()))
}

/// Adds the mirror image of a type to the variant.
fn twin(variant: &mut Variant, id: TypeId) -> anyhow::Result<TypeId> {
    let piece = variant.piece(id);
    let moves = piece.moves.iter().map(MoveDescriptor::turned).collect();
    let twin = push(
        variant,
        PieceType {
            moves,
            ..piece.clone()
        },
    )?;
    let ranks = variant.ranks;
    let zones = &mut variant.rules.zones;
    let home = zones.confined.iter().find(|(confined, _)| *confined == id);
    let home = home.map(|(_, zone)| (twin, zone.mirrored(ranks)));
    zones.confined.extend(home);
    Ok(twin)
}

fn push(variant: &mut Variant, piece: PieceType) -> anyhow::Result<TypeId> {
    if variant.pieces.len() >= MAX_TYPES {
        let (name, title) = (&variant.name, piece.title());
        bail!("{name} has {MAX_TYPES} types of pieces, and no room for {title}");
    }
    variant.pieces.push(piece);
    Ok(TypeId(variant.pieces.len() as u8))
}

/// Adds a piece to the variant for both sides. It can be dropped if the variant has drops.
fn add(variant: &mut Variant, new: &NewPiece) -> anyhow::Result<Kind> {
    let piece = new.piece_type(new.letter(variant)?);
    let (letter, title) = (piece.written(), piece.title());
    let white = push(variant, piece)?;
    let black = if is_symmetric(&new.moves) {
        white
    } else {
        twin(variant, white)?
    };
    let types = ByColor::new(white, black);
    let ranks = (1, variant.ranks);
    if let Some(drops) = &mut variant.rules.drops {
        for color in Color::ALL {
            drops.kinds[color].push(DropKind {
                id: types[color],
                ranks,
                per_file: 0,
                no_mate: false,
            });
        }
    }
    Ok(Kind {
        line: letter.to_lowercase(),
        letter,
        title,
        types: ByColor::new(Some(white), Some(black)),
        pawn: false,
        betza: Some(new.betza.clone()),
        file: None,
        parts: None,
    })
}
