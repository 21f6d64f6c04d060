//! The board, the back ranks, the pieces and the pawns of another variant for a new one. Its other rules are not
//! taken over.

use anyhow::{Context, bail};

use super::catalogue::{Catalogue, Entry, key};
use super::draft::{Draft, Piece, in_betza};
use crate::types::{Color, TypeId};
use crate::variant::ini::mode::encode;
use crate::variant::{PromotesTo, Royalty, Variant, betza};

/// The army of a game.
pub fn army(variant: &Variant, catalogue: &Catalogue) -> anyhow::Result<Draft> {
    let name = &variant.name;
    if variant.start.is_some() || !variant.rules.alice.is_empty() {
        bail!(
            "{name}: its pieces do not begin on back ranks behind pawns; begin with another game"
        );
    }
    if !(2..=3).contains(&variant.rules.pawn_rank) {
        bail!("{name}: its pawns start elsewhere than on the second or third rank");
    }
    let mut pieces: Vec<Piece> = Vec::new();
    let mut place = |id: TypeId, owner: Color| -> anyhow::Result<usize> {
        let piece = piece(variant, id, owner)?;
        // a piece in steps and modes has another line for black
        let known = pieces.iter().position(|known| *known == piece);
        Ok(known.unwrap_or_else(|| {
            pieces.push(piece);
            pieces.len() - 1
        }))
    };
    let mut ranks_of = [Vec::new(), Vec::new()];
    for (rank, color) in ranks_of.iter_mut().zip(Color::ALL) {
        for id in &variant.back_rank[color] {
            rank.push(id.map(|id| place(id, color)).transpose()?);
        }
    }
    let choices = match &variant.rules.promotion.to {
        PromotesTo::Choice(choices) => choices[Color::White].distinct.clone(),
        PromotesTo::ByFile(_) => Vec::new(),
    };
    let mut promotion = Vec::new();
    for id in choices {
        promotion.push(place(id, Color::White)?);
    }
    name_pieces(&mut pieces, catalogue);
    let pawn = |id: TypeId, color: Color| -> anyhow::Result<(String, String)> {
        let value = variant.piece(id).value.to_string();
        Ok((value, moves(variant, id, color, true)?))
    };
    Ok(Draft {
        description: format!("Begun with the army of {name}"),
        files: variant.files,
        ranks: variant.ranks,
        far_pawns: variant.rules.pawn_rank == 3,
        pawns: [
            pawn(TypeId::WHITE_PAWN, Color::White)?,
            pawn(TypeId::BLACK_PAWN, Color::Black)?,
        ],
        pieces,
        ranks_of,
        promotion,
        ..Draft::default()
    })
}

/// Names pieces without a name after pieces of `fmax.ini` with the same moves.
fn name_pieces(pieces: &mut [Piece], catalogue: &Catalogue) {
    let moves = |entry: &Entry| entry.moves.first().and_then(|moves| in_betza(moves));
    let known: Vec<(&str, Option<String>)> = (catalogue.pieces.iter())
        .map(|entry| (entry.name(), moves(entry)))
        .collect();
    for at in 0..pieces.len() {
        if !pieces[at].name.is_empty() {
            continue;
        }
        let same = |(_, moves): &&(&str, Option<String>)| moves.as_ref() == Some(&pieces[at].moves);
        let name = if pieces[at].royal {
            "king"
        } else {
            known.iter().find(same).map_or("", |(name, _)| name)
        };
        if !pieces.iter().any(|piece| piece.name == name) {
            pieces[at].name = name.to_owned();
        }
    }
}

fn piece(variant: &Variant, id: TypeId, owner: Color) -> anyhow::Result<Piece> {
    let piece = variant.piece(id);
    let letter = piece.letter;
    if !letter.is_ascii_alphabetic() {
        bail!("{}: {} is a promoted piece", variant.name, piece.title());
    }
    if matches!(piece.royalty, Royalty::Extinction { .. }) {
        bail!(
            "{}: it has several kings; begin with another game",
            variant.name
        );
    }
    let name = piece.name.as_deref().map(key);
    Ok(Piece {
        name: name.unwrap_or_default(),
        letter: if piece.centralised {
            letter.to_ascii_lowercase()
        } else {
            letter
        },
        chosen: false,
        value: if piece.estimated {
            "?".to_owned()
        } else {
            piece.value.to_string()
        },
        moves: moves(variant, id, owner, false)?,
        royal: piece.royalty == Royalty::Absolute,
    })
}

/// Moves in Betza notation if it can express them, otherwise in steps and modes.
fn moves(variant: &Variant, id: TypeId, color: Color, pawn: bool) -> anyhow::Result<String> {
    let piece = variant.piece(id);
    if let Some(text) = &piece.betza {
        return Ok(text.clone());
    }
    let described = betza::describe(variant, &piece.moves, color, pawn);
    if let Some(found) = described.filter(|found| found.exact) {
        return Ok(found.text);
    }
    let encoded = encode(&piece.moves, pawn);
    let line: Vec<String> = encoded.line.iter().map(ToString::to_string).collect();
    (encoded.missing == 0 && !line.is_empty())
        .then(|| line.join(" "))
        .with_context(|| {
            let title = piece.title();
            format!(
                "{}: the moves of {title} cannot be written down alone",
                variant.name
            )
        })
}
