//! Variants, positions and moves as the page needs them. Squares are numbers, rank by rank from a1.

use super::json::{array, numbers, object, or_null, string, strings};
use crate::board::{Layout, Position};
use crate::game::Game;
use crate::ruleset::Ruleset;
use crate::types::{Color, Move, Square, TypeId};
use crate::variant::Variant;
use crate::variant::describe::pictures::{BASE, Picture, Pictures};
use crate::variant::describe::{MarkedZone, Pages, marked_zones, name_of, pieces};
use crate::variant::letter;

/// Cells without a piece: empty, a hole, and a wall.
const EMPTY: i32 = 0;
const HOLE: i32 = -1;
const WALL: i32 = -2;
/// Added to the number of a type for a black piece, and for a piece on the second board.
const BLACK: i32 = 64;
const SECOND_BOARD: i32 = 128;
/// In the path of a move, a piece in hand is the number of its type plus this.
const HAND: usize = 1000;

/// A variant: its board, pieces and rules.
pub fn variant(rules: &Ruleset) -> String {
    let variant = rules.variant();
    let pages = Pages::new(variant);
    let pictures = Pictures::new(variant);
    let squares = diagram(variant).map(|sq| rules.layout.square_name(sq));
    let pieces = variant.types().map(|(id, piece)| {
        object(&[
            ("id", id.index().to_string()),
            ("letter", string(&piece.written())),
            (
                "names",
                strings(Color::ALL.map(|color| name(variant, id, color))),
            ),
            (
                "pictures",
                array(Color::ALL.map(|color| drawing(pictures.of(id, color)))),
            ),
            (
                "moves",
                strings(Color::ALL.map(|color| pieces::moves(variant, id, color).join("; "))),
            ),
        ])
    });
    let zones = marked_zones(variant).into_iter().map(|marked| {
        let MarkedZone {
            mark,
            zone,
            name,
            words,
        } = marked;
        let squares = zone.squares();
        let number =
            |(file, rank)| usize::from(rank) * usize::from(variant.files) + usize::from(file);
        object(&[
            ("kind", string(mark.word())),
            ("squares", numbers(squares.map(number))),
            ("name", string(&name)),
            ("words", string(&words)),
        ])
    });
    object(&[
        ("name", string(&variant.name)),
        ("description", string(&variant.description)),
        ("files", variant.files.to_string()),
        ("ranks", variant.ranks.to_string()),
        ("squares", strings(squares)),
        ("pieces", array(pieces)),
        ("zones", array(zones)),
        ("base", string(BASE)),
        ("learned", rules.evaluation.net().is_some().to_string()),
        ("shuffled", variant.rules.shuffle.is_some().to_string()),
        (
            "rules",
            strings(pages.author.iter().chain(&pages.pieces).chain(&pages.rules)),
        ),
    ])
}

/// The paths that draw a picture.
fn drawing(picture: &Picture) -> String {
    object(&[
        ("outline", string(&picture.outline)),
        ("lines", string(&picture.lines)),
        ("frame", picture.is_frame.to_string()),
    ])
}

/// A position with its legal moves and the result, if there is one.
pub fn state(game: &Game) -> Vec<(&'static str, String)> {
    let position = game.position();
    let layout = position.layout();
    let cells = diagram(&layout.variant).map(|sq| cell(position, sq));
    let hands = Color::ALL.map(|color| hand(position, color));
    let moves = game.legal_moves();
    let end = game.outcome().map(|end| {
        object(&[
            ("score", string(&end.result().to_string())),
            ("reason", string(&end.reason())),
        ])
    });
    let side = if position.side() == Color::White {
        "w"
    } else {
        "b"
    };
    vec![
        ("fen", string(&position.fen())),
        ("side", string(side)),
        ("cells", numbers(cells)),
        ("hands", array(hands)),
        ("check", numbers(checked(game))),
        (
            "last",
            numbers(
                position
                    .last_move()
                    .into_iter()
                    .flat_map(|mv| touched(layout, mv)),
            ),
        ),
        ("moves", array(moves.iter().map(|&mv| legal(game, mv)))),
        ("result", or_null(end)),
    ]
}

/// The squares of a diagram, rank by rank, holes included.
fn diagram(variant: &Variant) -> impl Iterator<Item = Square> + use<> {
    let (files, ranks) = (variant.files, variant.ranks);
    (0..ranks).flat_map(move |rank| (0..files).map(move |file| Square::at(file, rank)))
}

fn name(variant: &Variant, id: TypeId, color: Color) -> String {
    name_of(variant, id, color).unwrap_or_else(|| letter::colored(variant.piece(id).letter, color))
}

fn cell(position: &Position, sq: Square) -> i32 {
    let layout = position.layout();
    if layout.variant.is_hole(sq.file(), sq.rank()) {
        return HOLE;
    }
    if position.walls().any(|wall| wall == sq) {
        return WALL;
    }
    let on = position.occupied(sq);
    position.piece_on(on).map_or(EMPTY, |(color, id)| {
        let black = if color == Color::Black { BLACK } else { 0 };
        let second = if on == sq { 0 } else { SECOND_BOARD };
        i32::from(id.0) + black + second
    })
}

/// A colour's pieces in hand: pairs of type and number.
fn hand(position: &Position, color: Color) -> String {
    let types = position.layout().variant.types();
    let held = types.map(|(id, _)| (id, position.in_hand(color, id)));
    let held = held.filter(|(_, count)| *count > 0);
    array(held.map(|(id, count)| numbers([id.0, count])))
}

/// The squares of the royals of the side to move, if it is in check.
fn checked(game: &Game) -> Vec<usize> {
    let position = game.position();
    if !game.rules().tables.in_check(position) {
        return Vec::new();
    }
    let side = position.side();
    position
        .pieces_in(side, position.royals(side))
        .map(|(sq, _)| number(position.layout(), sq))
        .collect()
}

fn number(layout: &Layout, sq: Square) -> usize {
    let shown = layout.shown(sq);
    usize::from(shown.rank()) * usize::from(layout.files) + usize::from(shown.file())
}

/// The squares that a move changes, as the board shows them.
fn touched(layout: &Layout, mv: Move) -> Vec<usize> {
    if mv.is_pass() {
        return Vec::new();
    }
    let squares = [Some(mv.from()), mv.via(), Some(mv.to()), mv.wall()];
    squares
        .into_iter()
        .flatten()
        .map(|sq| number(layout, sq))
        .collect()
}

/// A legal move: its text, the squares to click in turn, for castling also king and partner, and a label that
/// distinguishes it from moves with the same squares.
fn legal(game: &Game, mv: Move) -> String {
    let position = game.position();
    let layout = position.layout();
    let side = position.side();
    let square = |sq| number(layout, sq);
    let castling = layout.castling(side, mv);
    let mut path = touched(layout, mv);
    if let Some(id) = mv.dropped() {
        let held = (layout.drops.as_ref()).map_or(id, |drops| drops.held_as(side, id));
        path[0] = HAND + held.index();
    } else if mv.is_wall_alone() {
        path.drain(..2);
    } else if let Some(castling) = castling.filter(|_| mv.from() == mv.to()) {
        path[1] = square(castling.corner);
    }
    let onto = castling.map(|castling| numbers([square(mv.from()), square(castling.corner)]));
    object(&[
        ("m", string(&game.format(mv))),
        ("p", numbers(path)),
        ("q", or_null(onto)),
        ("l", string(&label(position, mv))),
    ])
}

/// Castling, promotion, drops, gating and passes in words; empty for other moves.
fn label(position: &Position, mv: Move) -> String {
    let (layout, side) = (position.layout(), position.side());
    let variant = &layout.variant;
    let castling = layout.castling(side, mv);
    let mut words = Vec::new();
    if mv.is_pass() {
        words.push("Pass".to_owned());
    }
    if castling.is_some() {
        words.push("Castle".to_owned());
    }
    if let Some(id) = mv.promotion() {
        words.push(format!("Promote to {}", name(variant, id, side)));
    }
    if let Some(id) = mv.dropped() {
        words.push(format!("Drop {}", name(variant, id, side)));
    }
    if let Some(id) = mv.gated() {
        let corner = castling
            .filter(|_| mv.gates_at_partner())
            .map(|castling| castling.corner);
        let on = layout.square_name(corner.unwrap_or(mv.from()));
        words.push(format!("Gate {} on {on}", name(variant, id, side)));
    }
    words.join(", ")
}
