//! A game as an Interactive Diagram of H.G. Muller, which people of the Chess Variant Pages put on their
//! pages: parameters of the form `name=value`, and a line `name:ID:moves:picture:white's squares:black's` for each
//! piece, in his extension of Betza notation, which XBoard's is a part of.
//!
//! The diagram knows the board, the pieces, where they are promoted, what is royal. It lets people move as
//! they like and plays by its own idea of everything else, so all other rules are told in a comment.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::Export;
use crate::protocol::xboard;
use crate::types::{Color, TypeId};
use crate::variant::describe::Pages;
use crate::variant::{PromotesTo, Royalty, Variant, letter};

/// Pictures of the set that the Chess Variant Pages serve, by what a piece does.
const PICTURES: [(&str, &str); 6] = [
    ("N", "knight"),
    ("B", "bishop"),
    ("R", "rook"),
    ("RB", "queen"),
    ("BR", "queen"),
    ("Q", "queen"),
];

/// A line of the diagram.
struct Piece {
    name: String,
    id: char,
    moves: String,
    picture: String,
    owners: Vec<(Color, TypeId)>,
}

/// Writes the diagram.
///
/// # Errors
/// If it would not show the game.
pub fn export(variant: &Arc<Variant>, name: Option<&str>) -> Result<Export, String> {
    if !variant.rules.alice.is_empty() {
        return Err("a diagram has one board".to_owned());
    }
    let mut losses = Vec::new();
    let pieces = pieces(variant, &mut losses);
    let (ordered, promotion) = promotion(variant, pieces, &mut losses);
    let mut lines = vec![
        format!("files={}", variant.files),
        format!("ranks={}", variant.ranks),
    ];
    lines.extend(promotion);
    lines.extend([
        "graphicsDir=/graphics.dir/alfaeriePNG/".to_owned(),
        "graphicsType=png".to_owned(),
        "squareSize=50".to_owned(),
        "symmetry=none".to_owned(),
        "firstRank=1".to_owned(),
        format!("satellite={}", satellite(name.unwrap_or(&variant.name))),
    ]);
    let royal = |piece: &&Piece| {
        piece
            .owners
            .iter()
            .any(|(_, id)| variant.piece(*id).royalty.is_royal())
    };
    lines.extend(
        ordered
            .iter()
            .filter(royal)
            .map(|piece| format!("royal={}", text(piece.id))),
    );
    if ordered.iter().filter(royal).count() == 0 {
        losses.push("the diagram's own player takes the last piece for a king".to_owned());
    }
    if variant
        .pieces
        .iter()
        .any(|piece| matches!(piece.royalty, Royalty::Extinction { .. }))
    {
        losses.push("who has several royal pieces may lose all but the last one".to_owned());
    }
    lines.extend(ordered.iter().map(|piece| line(variant, piece)));
    let holes: Vec<String> = (0..variant.ranks)
        .flat_map(|rank| (0..variant.files).map(move |file| (file, rank)))
        .filter(|&(file, rank)| variant.is_hole(file, rank))
        .map(|(file, rank)| square(file, rank))
        .collect();
    if !holes.is_empty() {
        lines.push(format!("hole::::{}", holes.join(",")));
    }
    losses.extend(rules(variant));
    let unknown: Vec<String> = (ordered.iter())
        .filter(|piece| piece.picture.is_empty())
        .map(|piece| text(piece.id))
        .collect();
    let mut notes = Vec::new();
    if !unknown.is_empty() {
        let which = unknown.join(", ");
        notes.push(format!(
            "the pictures of {which} are to be chosen: their names go before the squares"
        ));
    }
    Ok(Export {
        text: page(variant, &lines, &losses, &notes),
        losses,
        notes,
    })
}

/// The block with its comment. A comment of HTML has no two hyphens in it.
fn page(variant: &Variant, lines: &[String], losses: &[String], notes: &[String]) -> String {
    let plain = |text: &String| text.replace("--", "- -");
    let mut text = format!("<!-- {}, by fmax\n", plain(&variant.name));
    for note in notes {
        text += &format!("Note: {}\n", plain(note));
    }
    for loss in losses {
        text += &format!("Not in the diagram: {}\n", plain(loss));
    }
    text += "-->\n<div class=\"idiagram\">\n";
    for line in lines {
        text += &line.replace('&', "&amp;").replace('<', "&lt;");
        text.push('\n');
    }
    text + "</div>\n"
}

/// A name that can be part of names of scripts.
fn satellite(name: &str) -> String {
    name.chars().filter(char::is_ascii_alphanumeric).collect()
}

fn text(id: char) -> String {
    letter::text(id)
}

fn square(file: u8, rank: u8) -> String {
    crate::tools::fairy::keys::square(file, rank)
}

/// A line for each letter and what it can do; letters that mean different pieces of the two sides get a new one.
fn pieces(variant: &Variant, losses: &mut Vec<String>) -> Vec<Piece> {
    let mut pieces: Vec<Piece> = Vec::new();
    for color in Color::ALL {
        for id in variant.types_of(color) {
            let piece = variant.piece(id);
            if piece.hides_promotion() {
                continue;
            }
            let described = xboard::describe_letter(variant, piece.letter, color);
            let moves = match described {
                Some(found) => {
                    if !found.exact {
                        losses.push(format!(
                            "{color}'s {} does less than it shows",
                            piece.written()
                        ));
                    }
                    found.text
                }
                None if piece.moves.is_empty() => String::new(),
                None => {
                    losses.push(format!(
                        "{color}'s {} has no moves in this notation",
                        piece.written()
                    ));
                    String::new()
                }
            };
            let same = |other: &&mut Piece| {
                other.moves == moves
                    && (other.owners.iter())
                        .all(|(_, own)| variant.piece(*own).letter == piece.letter)
            };
            if let Some(other) = pieces.iter_mut().find(same) {
                other.owners.push((color, id));
                continue;
            }
            let taken = |id: char| pieces.iter().any(|other| other.id == id);
            let mut own = piece.letter;
            if taken(own) {
                let free = |l: &char| !taken(*l) && !variant.has_letter(*l);
                own = ('A'..='Z').find(free).unwrap_or(own);
                losses.push(format!("{color}'s {} is called {own}", piece.written()));
            }
            pieces.push(Piece {
                name: name_of(variant, id),
                id: own,
                picture: picture(variant, color, id, &moves),
                moves,
                owners: vec![(color, id)],
            });
        }
    }
    pieces
}

/// What people call it, without what separates the parts of a line.
fn name_of(variant: &Variant, id: TypeId) -> String {
    let piece = variant.piece(id);
    let name = piece.name.clone().unwrap_or_else(|| match id.is_pawn() {
        true => "Pawn".to_owned(),
        false => piece.written(),
    });
    name.replace([':', '='], " ")
}

fn picture(variant: &Variant, color: Color, id: TypeId, moves: &str) -> String {
    let known = PICTURES.iter().find(|(text, _)| *text == moves);
    match known {
        Some((_, name)) => (*name).to_owned(),
        None if variant.is_pawn(id, color) => "pawn".to_owned(),
        None if variant.piece(id).royalty.is_royal() && moves.starts_with('K') => "king".to_owned(),
        None => String::new(),
    }
}

fn line(variant: &Variant, piece: &Piece) -> String {
    let start = variant.start_pieces();
    let squares = |color: Color| {
        let own = start
            .iter()
            .filter(|p| p.color == color && piece.owners.contains(&(color, p.id)));
        let mut names: Vec<String> = own.map(|p| square(p.file, p.rank)).collect();
        for (id, count) in &variant.rules.hand[color] {
            if piece.owners.contains(&(color, *id)) {
                // how many are in hand stands among the squares
                names.push(count.to_string());
            }
        }
        names.join(",")
    };
    let [white, black] = Color::ALL.map(squares);
    let (name, id) = (&piece.name, text(piece.id));
    format!(
        "{name}:{id}:{}:{}:{white}:{black}",
        piece.moves, piece.picture
    )
}

/// The parameters of promotion, and the pieces in the order that these ask for: what is promoted first, and what
/// it becomes, if there is no choice, as many lines below it.
fn promotion(
    variant: &Variant,
    pieces: Vec<Piece>,
    losses: &mut Vec<String>,
) -> (Vec<Piece>, Vec<String>) {
    let promotion = &variant.rules.promotion;
    let index = |color: Color, id: TypeId| {
        pieces
            .iter()
            .position(|piece| piece.owners.contains(&(color, id)))
    };
    let mut becomes: BTreeMap<usize, usize> = BTreeMap::new();
    let mut choosers: Vec<usize> = Vec::new();
    let mut choice: Vec<char> = Vec::new();
    for color in Color::ALL {
        let mut lists: Vec<(TypeId, Vec<TypeId>)> = promotion.pieces[color].clone();
        if let PromotesTo::Choice(choices) = &promotion.to {
            lists.push((TypeId::pawn(color), choices[color].accepted.clone()));
        }
        for (from, to) in lists {
            let Some(from) = index(color, from) else {
                continue;
            };
            let to: Vec<usize> = to.iter().filter_map(|id| index(color, *id)).collect();
            match to[..] {
                [] => {}
                [to] if letter::base(pieces[to].id).is_some() => {
                    becomes.insert(from, to);
                }
                _ => {
                    choosers.push(from);
                    for to in to {
                        if !choice.contains(&pieces[to].id) {
                            choice.push(pieces[to].id);
                        }
                    }
                }
            }
        }
    }
    if let PromotesTo::Choice(choices) = &promotion.to {
        let letters = |color: Color| {
            let ids = choices[color].accepted.iter();
            let own: BTreeSet<char> = ids.map(|id| variant.piece(*id).letter).collect();
            own
        };
        if letters(Color::White) != letters(Color::Black) {
            losses.push("each side has promotion choices of its own".to_owned());
        }
    }
    choosers.sort_unstable();
    choosers.dedup();
    let shogi = !becomes.is_empty();
    if shogi && !choosers.is_empty() {
        losses.push("pawns that choose what they become beside pieces that do not".to_owned());
    }
    let first: Vec<usize> = match shogi {
        true => becomes.keys().copied().collect(),
        false => choosers,
    };
    let last: Vec<usize> = first
        .iter()
        .filter_map(|from| becomes.get(from).copied())
        .collect();
    let mut order = first.clone();
    order.extend((0..pieces.len()).filter(|i| !first.contains(i) && !last.contains(i)));
    let offset = order.len();
    let mut unique = last.clone();
    unique.sort_unstable();
    unique.dedup();
    if unique.len() < last.len() {
        losses.push("two pieces that become the same".to_owned());
    }
    for i in last {
        if !order.contains(&i) {
            order.push(i);
        }
    }
    let mut lines = Vec::new();
    let deepest = zone_depth(variant);
    if deepest.is_none() {
        losses.push("a promotion zone that is no number of ranks".to_owned());
    }
    if !first.is_empty() {
        lines.push(format!("promoZone={}", deepest.unwrap_or(1)));
        lines.push(format!("maxPromote={}", first.len()));
        match shogi {
            true => lines.push(format!("promoOffset={offset}")),
            false => {
                let choice: String = choice.into_iter().map(text).collect();
                lines.push(format!("promoChoice={choice}"));
            }
        }
    }
    let mut taken: Vec<Option<Piece>> = pieces.into_iter().map(Some).collect();
    let ordered = order.into_iter().filter_map(|i| taken[i].take()).collect();
    (ordered, lines)
}

/// How many ranks the zone has, if it is that.
fn zone_depth(variant: &Variant) -> Option<u8> {
    let inside = |color: Color, file: u8, own: u8| {
        let rank = match color {
            Color::White => variant.ranks - 1 - own,
            Color::Black => own,
        };
        variant.is_hole(file, rank) || variant.promotes_at(color, file, rank)
    };
    let depth = (0..variant.ranks)
        .take_while(|own| inside(Color::White, 0, *own))
        .count() as u8;
    let fits = Color::ALL.into_iter().all(|color| {
        (0..variant.files).all(|file| {
            (0..variant.ranks).all(|own| {
                inside(color, file, own) == (own < depth) || {
                    let rank = match color {
                        Color::White => variant.ranks - 1 - own,
                        Color::Black => own,
                    };
                    variant.is_hole(file, rank)
                }
            })
        })
    });
    fits.then_some(depth)
}

/// The rules in words, but for what the parameters say.
fn rules(variant: &Variant) -> Vec<String> {
    let mut told = variant.clone();
    let mut plain = crate::variant::Rules {
        pawn_rank: variant.rules.pawn_rank,
        ..crate::variant::Rules::default()
    };
    plain.zones.holes = variant.rules.zones.holes;
    plain.promotion.to = variant.rules.promotion.to.clone();
    plain.promotion.ranks = variant.rules.promotion.ranks;
    plain.hand = variant.rules.hand.clone();
    told.rules = plain;
    let told = Pages::new(&told).rules;
    let all = Pages::new(variant).rules.into_iter();
    all.filter(|rule| !told.contains(rule)).collect()
}
