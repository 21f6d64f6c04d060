//! `fmax show`: a game with its board and rules, and its pieces in every notation there is: Betza,
//! steps and modes, words.

use std::io::Write;
use std::sync::Arc;

use anyhow::{Context as _, anyhow, bail};
use clap::Args;

use crate::ruleset::Ruleset;
use crate::types::{Color, MAX_SIDE, TypeId};
use crate::variant::betza::{self, BetzaErrorKind, Context, read};
use crate::variant::describe::{self, Pages};
use crate::variant::ini::mode::encode;
use crate::variant::{
    Library, MoveDescriptor, MoveShape, PieceType, Royalty, Rules, Selections, Variant, letter,
};

/// What to show.
#[derive(Clone, Debug, Args)]
pub struct Arguments {
    /// The letter of a piece, if not all; perhaps with a plus in front.
    #[arg(value_parser = named)]
    pub piece: Option<char>,
    /// Explain this text in Betza notation instead.
    #[arg(long, value_name = "TEXT", conflicts_with = "piece")]
    pub betza: Option<String>,
}

/// Writes what is asked for of a game, if not the default one: all of it with the board and the
/// rules, or only one piece.
///
/// # Errors
/// If there is no such game or piece, the text means nothing, or nothing can be written.
pub fn run(
    library: &Library,
    game: Option<&str>,
    request: &Arguments,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    let variant = library.find_or_default(game, &Selections::default())?;
    if let Some(text) = &request.betza {
        return explain(&variant, text, out);
    }
    match request.piece {
        Some(letter) => one_piece(&variant, letter, out),
        None => whole_game(&variant, out),
    }
}

/// The letter that a text is.
fn named(text: &str) -> Result<char, String> {
    let mut chars = text.chars();
    let letter = match (chars.next(), chars.next(), chars.next()) {
        (Some(letter), None, None) => Some(letter.to_ascii_uppercase()),
        (Some('+'), Some(letter), None) => letter::promoted(letter),
        _ => None,
    };
    letter.ok_or_else(|| "a letter, perhaps with a + in front".to_owned())
}

fn whole_game(variant: &Arc<Variant>, out: &mut impl Write) -> anyhow::Result<()> {
    let pages = Pages::new(variant);
    let start = Ruleset::new(variant.clone()).start();
    writeln!(out, "{}", pages.title)?;
    for line in pages.description.iter().chain(&pages.board) {
        writeln!(out, "{line}")?;
    }
    writeln!(out, "start  {}\n", start.fen())?;
    for (owner, color, id) in owners(variant) {
        show(variant, owner, color, id, out)?;
    }
    writeln!(out)?;
    for line in &pages.rules {
        writeln!(out, "{line}")?;
    }
    Ok(())
}

fn one_piece(variant: &Variant, letter: char, out: &mut impl Write) -> anyhow::Result<()> {
    let meant = |id: TypeId, color| {
        variant.piece(id).letter == letter || variant.type_by_letter(letter, color) == Some(id)
    };
    let mut owners = owners(variant);
    owners.retain(|&(_, color, id)| meant(id, color));
    if owners.is_empty() {
        bail!(
            "there is no piece {} in {}",
            letter::text(letter),
            variant.name
        );
    }
    writeln!(out, "{}", Pages::new(variant).title)?;
    for (owner, color, id) in owners {
        show(variant, owner, color, id, out)?;
    }
    Ok(())
}

/// The types with those who have them: both, or one colour only.
fn owners(variant: &Variant) -> Vec<(&'static str, Color, TypeId)> {
    let [white, black] = Color::ALL.map(|color| variant.types_of(color));
    let mut owners: Vec<(&'static str, Color, TypeId)> = Vec::new();
    // promoted pieces move like those that they look like
    let original = variant.types().filter(|(_, p)| !p.hides_promotion());
    for (id, _) in original {
        match (white.contains(&id), black.contains(&id)) {
            (true, true) => owners.push(("", Color::White, id)),
            (true, false) => owners.push(("white's ", Color::White, id)),
            (false, true) => owners.push(("black's ", Color::Black, id)),
            (false, false) => {}
        }
    }
    owners
}

fn show(
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
        Royalty::Absolute => "royal".to_owned(),
        Royalty::Extinction { .. } => format!("royal as a group, a spare one {}", piece.value),
    };
    writeln!(out, "{owner}{}, {worth}", piece.title())?;
    let text = match &piece.betza {
        Some(text) => text.clone(),
        None => notation(variant, &piece.moves, color, pawn),
    };
    writeln!(out, "  Betza  {text}")?;
    writeln!(out, "  table  {}", line(piece, pawn))?;
    for phrase in describe::pieces::moves(variant, id, color) {
        writeln!(out, "  moves  {phrase}")?;
    }
    Ok(())
}

/// What moves are in Betza notation.
fn notation(variant: &Variant, moves: &[MoveDescriptor], color: Color, pawn: bool) -> String {
    match betza::describe(variant, moves, color, pawn) {
        Some(description) if description.exact => description.text,
        Some(description) => format!("{} (which allows more)", description.text),
        None if moves.is_empty() => "- (no moves)".to_owned(),
        None => "- (too long, or beyond it)".to_owned(),
    }
}

/// A piece line in steps and modes.
fn line(piece: &PieceType, pawn: bool) -> String {
    let letter = match piece.centralised {
        true => letter::text(piece.letter).to_ascii_lowercase(),
        false => letter::text(piece.letter),
    };
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

/// Puts a type in the middle of the widest back rank, with other pieces from edge to edge: castling is told
/// only where a partner is found.
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

/// What a text means on the board of a game, for white.
fn explain(variant: &Variant, text: &str, out: &mut impl Write) -> anyhow::Result<()> {
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
    // a piece like any other, in a copy of the game
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
        TypeId::WHITE_PAWN
    } else {
        TypeId(copy.pieces.len() as u8 + 1)
    };
    match pawn {
        true => copy.pieces[0] = piece.clone(),
        false => copy.pieces.push(piece.clone()),
    }
    if piece.moves.iter().any(castles) {
        give_room_to_castle(&mut copy, id);
    }
    writeln!(
        out,
        "Betza  {}",
        notation(&copy, &piece.moves, Color::White, pawn)
    )?;
    let table = line(&piece, pawn);
    let table = table.split_once(' ').context("no moves")?.1;
    writeln!(out, "table  {table}")?;
    for phrase in describe::pieces::moves(&copy, id, Color::White) {
        writeln!(out, "moves  {phrase}")?;
    }
    Ok(())
}
