//! A piece in every notation: Betza, steps and modes, words.

use std::io::Write;

use anyhow::{Context as _, anyhow};

use crate::types::{Color, MAX_SIDE, TypeId};
use crate::variant::betza::{self, BetzaErrorKind, Context, read};
use crate::variant::describe;
use crate::variant::ini::mode::encode;
use crate::variant::{MoveDescriptor, MoveShape, PieceType, Royalty, Rules, Variant, letter};

/// The moves of a colour's piece in Betza notation, as in the file if the file gives them in that notation.
pub fn notation(variant: &Variant, id: TypeId, color: Color) -> String {
    let piece = variant.piece(id);
    match &piece.betza {
        Some(text) => text.clone(),
        None => written(variant, &piece.moves, color, variant.is_pawn(id, color)),
    }
}

/// Writes the value and the moves of a piece; `owner` is written before its name.
pub fn show(
    variant: &Variant,
    owner: &str,
    color: Color,
    id: TypeId,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    let piece = variant.piece(id);
    let pawn = variant.is_pawn(id, color);
    let worth = match piece.royalty {
        Royalty::None if piece.estimated => "value estimated".to_owned(),
        Royalty::None => format!("value {}", piece.value),
        Royalty::Extinction { .. } if describe::is_spare(variant, id) => {
            format!("royal as a group, a spare one {}", piece.value)
        }
        Royalty::Absolute | Royalty::Extinction { .. } => "royal".to_owned(),
    };
    writeln!(out, "{owner}{}, {worth}", piece.title())?;
    writeln!(out, "  Betza  {}", notation(variant, id, color))?;
    writeln!(out, "  table  {}", line(piece, pawn))?;
    for phrase in describe::pieces::moves(variant, id, color) {
        writeln!(out, "  moves  {phrase}")?;
    }
    Ok(())
}

/// Moves in Betza notation.
fn written(variant: &Variant, moves: &[MoveDescriptor], color: Color, pawn: bool) -> String {
    match betza::describe(variant, moves, color, pawn) {
        Some(description) if description.exact => description.text,
        Some(description) => format!("{} (which allows more)", description.text),
        None if moves.is_empty() => "- (no moves)".to_owned(),
        None => "- (too long, or beyond it)".to_owned(),
    }
}

/// The moves of a piece as the steps and modes of a piece line.
pub fn line(piece: &PieceType, pawn: bool) -> String {
    let mut letter = letter::text(piece.letter);
    if piece.centralised {
        letter.make_ascii_lowercase();
    }
    let value = match piece.royalty {
        Royalty::None if piece.estimated => "?".to_owned(),
        Royalty::None => piece.value.to_string(),
        Royalty::Absolute => "-1".to_owned(),
        Royalty::Extinction { .. } => format!("-{}", piece.value),
    };
    let encoded = encode(&piece.moves, pawn);
    let mut text = format!("{letter}:{value}");
    for def in &encoded.line {
        text += &format!(" {def}");
    }
    if piece.moves.is_empty() {
        text += " -";
    }
    if encoded.missing > 0 {
        let paths = if encoded.missing == 1 {
            "path has"
        } else {
            "paths have"
        };
        text += &format!(" ({} more {paths} no such form)", encoded.missing);
    }
    text
}

fn castles(m: &MoveDescriptor) -> bool {
    matches!(m.shape, MoveShape::Castling { .. })
}

/// Puts a type in the middle of the widest back rank, with other pieces from edge to edge: castling is described only if
/// there is a partner for it.
fn give_room_to_castle(variant: &mut Variant, id: TypeId) {
    let others = variant.types().filter(|(other, piece)| {
        *other != id && !other.is_pawn() && !piece.moves.iter().any(castles)
    });
    let partner = others.map(|(other, _)| other).next();
    let middle = MAX_SIDE / 2;
    variant.files = MAX_SIDE;
    variant.start = None;
    variant.rules = Rules {
        pawn_rank: variant.rules.pawn_rank,
        ..Rules::default()
    };
    let rank = (0..MAX_SIDE).map(|file| if file == middle { Some(id) } else { partner });
    variant.back_rank[Color::White] = rank.collect();
    variant.back_rank[Color::Black] = vec![None; MAX_SIDE.into()];
}

/// Explains a text in Betza notation for a white piece on the board of a variant.
pub fn explain(variant: &Variant, text: &str, out: &mut impl Write) -> anyhow::Result<()> {
    let side = variant.files.max(variant.ranks);
    let mut pawn = false;
    let mut reading = read(text, Context { pawn, side });
    if let Err(error) = &reading
        && matches!(
            error.kind,
            BetzaErrorKind::NoPawn | BetzaErrorKind::NoPawnBeyond
        )
    {
        pawn = true;
        reading = read(text, Context { pawn, side });
    }
    let reading = reading.map_err(|error| {
        let (place, hint) = (error.at + 1, error.kind.hint());
        anyhow!("{text}: character {place}: {error} (hint: {hint})")
    })?;
    for (at, warning) in &reading.warnings {
        writeln!(out, "character {}: {warning}", at + 1)?;
    }
    // the piece is added to a copy of the variant, as a piece like any other
    let mut copy = variant.clone();
    let piece = PieceType {
        letter: if pawn { 'P' } else { 'X' },
        name: None,
        value: 0,
        estimated: false,
        centralised: false,
        royalty: Royalty::None,
        moves: reading.moves,
        betza: None,
        promoted_from: None,
    };
    let id = if pawn {
        copy.pieces[0] = piece.clone();
        TypeId::WHITE_PAWN
    } else {
        copy.pieces.push(piece.clone());
        TypeId(copy.pieces.len() as u8)
    };
    if piece.moves.iter().any(castles) {
        give_room_to_castle(&mut copy, id);
    }
    writeln!(
        out,
        "Betza  {}",
        written(&copy, &piece.moves, Color::White, pawn)
    )?;
    let table = line(&piece, pawn);
    let table = table.split_once(' ').context("no moves")?.1;
    writeln!(out, "table  {table}")?;
    for phrase in describe::pieces::moves(&copy, id, Color::White) {
        writeln!(out, "moves  {phrase}")?;
    }
    Ok(())
}
