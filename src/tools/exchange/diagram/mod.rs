//! A variant as an Interactive Diagram of H.G. Muller, which people of the Chess Variant Pages put on their pages: a
//! block of parameters of the form `name=value`, with a line for each piece in Muller's extension of Betza notation. The
//! notation of XBoard is a part of that extension.
//!
//! The export writes what Muller's page on the diagrams (`chessvariants.com/page/MSinteractive-diagrams`) shows, and what
//! the diagrams show that his applet for tests of play writes (`MSplay-test-applet-for-chess-variants`):
//!
//! - on the Chess Variant Pages an element of the class `idiagram` with these lines is enough;
//! - a piece is `name:ID:moves:picture:squares:hand`. The squares of white's pieces stand first, those of black's after
//!   two commas (`c1,f1,,c8,f8`); what is in hand is one number for both sides, as in `Lion:::::2`;
//! - the first `maxPromote` pieces are promoted in the last `promoZone` ranks: to one of the pieces whose letters are in
//!   `promoChoice`; or, with `promoOffset`, each to the piece that stands this number of lines below it;
//! - `royal` is the ID of a piece, by default the last one. The diagram has one royal piece. It does not know the rule that
//!   a side loses with the last of several royal pieces, and lets people move as they like;
//! - the file of a picture is `whitePrefix` or `blackPrefix`, its name, and `graphicsType`, in the folder `graphicsDir`. The
//!   Chess Variant Pages have pictures of the set Alfaerie for squares of 50 pixels, and of 35;
//! - `hole` as the name of a piece makes holes of its squares.
//!
//! All other rules, those on pieces that change sides among them, are described beside the block.

mod pieces;
mod promotion;

use std::collections::BTreeSet;

use self::pieces::Piece;
use super::Export;
use crate::types::{Color, Square, TypeId};
use crate::variant::describe::Pages;
use crate::variant::{Royalty, Rules, Variant, Zone, letter};

/// Boards of more files or ranks get small squares.
const LARGE: u8 = 10;

/// Writes the block with a comment on the rules that it does not express.
///
/// # Errors
/// If the block would not show the variant.
pub fn export(variant: &Variant, name: Option<&str>) -> Result<Export, String> {
    let diagram = diagram(variant, name)?;
    Ok(Export {
        text: comment(variant, &diagram) + &diagram.text,
        ..diagram
    })
}

/// The block of a variant, an element of HTML. `name` is the name in the block, by default the variant's own.
///
/// # Errors
/// If the block would not show the variant.
pub fn diagram(variant: &Variant, name: Option<&str>) -> Result<Export, String> {
    if !variant.rules.alice.is_empty() {
        return Err("a diagram has one board".to_owned());
    }
    let mut losses = Vec::new();
    let pieces = pieces::pieces(variant, &mut losses);
    let promotion = promotion::promotion(variant, pieces, &mut losses);
    let ordered = promotion.pieces;
    let mut lines = head(variant, name.unwrap_or(&variant.name));
    lines.extend(promotion.lines);
    lines.extend(royal(variant, &ordered, &mut losses));
    lines.extend(ordered.iter().map(|piece| piece.line(variant, &mut losses)));
    lines.extend(holes(variant));
    losses.extend(rules(variant, promotion.complete));
    Ok(Export {
        text: block(&lines),
        losses,
        notes: pictures(&ordered).into_iter().collect(),
    })
}

/// The lines for the board, and for the place of the pictures.
fn head(variant: &Variant, name: &str) -> Vec<String> {
    let large = variant.files.max(variant.ranks) > LARGE;
    let (pictures, side) = if large {
        ("alfaeriePNG35", 35)
    } else {
        ("alfaeriePNG", 50)
    };
    let (satellite, files, ranks) = (satellite(name), variant.files, variant.ranks);
    let text = format!(
        "satellite={satellite}\nfiles={files}\nranks={ranks}\nfirstRank=1\ngraphicsDir=/graphics.dir/{pictures}/\n\
         whitePrefix=w\nblackPrefix=b\ngraphicsType=png\nsquareSize={side}\nsymmetry=none"
    );
    text.lines().map(str::to_owned).collect()
}

/// A name that can be part of names of scripts: only its letters and digits.
fn satellite(name: &str) -> String {
    let plain: String = name.chars().filter(char::is_ascii_alphanumeric).collect();
    if plain.is_empty() {
        "game".to_owned()
    } else {
        plain
    }
}

/// The line that names the royal piece; reports other royal pieces.
fn royal(variant: &Variant, pieces: &[Piece], losses: &mut Vec<String>) -> Option<String> {
    let royalty = |&(_, id): &(Color, TypeId)| variant.piece(id).royalty;
    let mut royal = (pieces.iter())
        .filter(|piece| piece.owners.iter().any(|own| royalty(own).is_royal()))
        .map(|piece| letter::text(piece.id));
    let first = royal.next();
    let others: BTreeSet<String> = royal.collect();
    if first.is_none() {
        losses.push("the diagram's own player takes the last piece for a king".to_owned());
    }
    if !others.is_empty() {
        let others = Vec::from_iter(others).join(", ");
        losses.push(format!("{others} royal too: a diagram has one royal piece"));
    }
    let several = |piece: &Piece| {
        let mut all = piece.owners.iter().map(royalty);
        all.any(|royalty| matches!(royalty, Royalty::Extinction { .. }))
    };
    if pieces.iter().any(several) {
        losses.push("who has several royal pieces may lose all but the last one".to_owned());
    }
    first.map(|id| format!("royal={id}"))
}

fn holes(variant: &Variant) -> Option<String> {
    let holes = squares(&variant.rules.zones.holes);
    (!holes.is_empty()).then(|| format!("hole::::{holes}:"))
}

/// Squares with their ranks counted from 1.
fn squares(zone: &Zone) -> String {
    let squares = zone.squares();
    let names = squares.map(|(file, rank)| Square::at(file, rank).plain_name());
    names.collect::<Vec<_>>().join(",")
}

/// A note on the pictures whose names are guessed.
fn pictures(pieces: &[Piece]) -> Option<String> {
    let guessed: Vec<&str> = (pieces.iter().filter(|piece| piece.picture.is_none()))
        .map(|piece| piece.name.as_str())
        .collect();
    (!guessed.is_empty()).then(|| {
        format!(
            "the pictures of {} are named after the pieces; if the set has none of that name, put another one before the \
             squares",
            guessed.join(", ")
        )
    })
}

/// The rules that the block does not express, as a comment.
fn comment(variant: &Variant, diagram: &Export) -> String {
    let mut text = format!("<!-- {}, by fmax\n", plain(&variant.name));
    for note in &diagram.notes {
        text += &format!("Note: {}\n", plain(note));
    }
    for loss in &diagram.losses {
        text += &format!("Not in the diagram: {}\n", plain(loss));
    }
    text + "-->\n"
}

fn block(lines: &[String]) -> String {
    let mut text = "<div class=\"idiagram\">\n".to_owned();
    for line in lines {
        let line = line.replace('&', "&amp;").replace('<', "&lt;");
        let line = line.replace('>', "&gt;").replace(char::is_control, " ");
        text += &(line + "\n");
    }
    text + "</div>\n"
}

/// A text that does not end the comment of which it is part. Two hyphens would end the comment, and so would an angle
/// bracket at its beginning.
fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '-' if plain.ends_with('-') => plain.push_str(" -"),
            '<' => plain.push('\u{2039}'),
            '>' => plain.push('\u{203a}'),
            c if c.is_control() => plain.push(' '),
            c => plain.push(c),
        }
    }
    plain
}

/// The rules in words, without those that the parameters express. With `promotes` the parameters express who is promoted
/// to what.
fn rules(variant: &Variant, promotes: bool) -> Vec<String> {
    let mut plainer = variant.clone();
    let mut plain = Rules {
        pawn_rank: variant.rules.pawn_rank,
        hand: variant.rules.hand.clone(),
        ..Rules::default()
    };
    plain.zones.holes = variant.rules.zones.holes;
    let own = &variant.rules.promotion;
    if promotes {
        plain.promotion.to = own.to.clone();
        plain.promotion.ranks = own.ranks;
        plain.promotion.squares = own.squares;
        plain.promotion.pieces = own.pieces.clone();
        if promotion::is_by_offset(variant) {
            plain.promotion.leaving = own.leaving;
            plain.promotion.optional = own.optional;
        }
    }
    plainer.rules = plain;
    let said = Pages::new(&plainer).rules;
    let all = Pages::new(variant).rules.into_iter();
    all.filter(|rule| !said.contains(rule)).collect()
}

#[cfg(test)]
mod tests;
