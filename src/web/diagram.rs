//! The drawing of a piece's moves, as `fmax show` makes it.

use super::json::{array, numbers, object, or_null, string, strings};
use crate::ruleset::Ruleset;
use crate::tools::show::legend::{Sign, signs};
use crate::tools::show::reach::{How, Mark};
use crate::tools::show::view::{View, views};
use crate::types::{Color, Square, TypeId};
use crate::variant::Variant;
use crate::variant::describe::pieces;

/// The drawings of a piece, given its number and its colour.
pub fn diagram(rules: &Ruleset, arguments: &str) -> Result<String, String> {
    let variant = rules.variant();
    let (id, color) = piece(variant, arguments).ok_or("write `diagram ID w` or `diagram ID b`")?;
    let views = views(rules, id, color);
    let (first, more) = (views.split_first()).ok_or("this piece is never on the board")?;
    let legend = signs(views.iter()).into_iter().map(|sign| {
        object(&[
            ("kind", string(sign.name())),
            ("text", string(sign.meaning())),
        ])
    });
    let more = more.iter().map(|view| {
        let mut fields = drawing(variant, view);
        fields.push(("place", or_null(view.place.as_deref().map(string))));
        object(&fields)
    });
    let mut fields = drawing(variant, first);
    fields.push(("legend", array(legend)));
    fields.push(("moves", strings(pieces::moves(variant, id, color))));
    fields.push(("more", array(more)));
    Ok(object(&fields))
}

fn piece(variant: &Variant, arguments: &str) -> Option<(TypeId, Color)> {
    let (number, color) = arguments.split_once(' ')?;
    let number: usize = number.parse().ok()?;
    let (id, _) = variant.types().find(|(id, _)| id.index() == number)?;
    match color {
        "w" => Some((id, Color::White)),
        "b" => Some((id, Color::Black)),
        _ => None,
    }
}

/// The part of the board that is drawn. Its squares are numbers, rank by rank from its lower left corner.
fn drawing(variant: &Variant, view: &View) -> Vec<(&'static str, String)> {
    let ((first_file, last_file), (first_rank, last_rank)) = (view.window.files, view.window.ranks);
    let (files, ranks) = view.window.size();
    let number = |sq: Square| {
        let (file, rank) = (sq.file() - first_file, sq.rank() - first_rank);
        usize::from(rank) * usize::from(files) + usize::from(file)
    };
    let squares = (first_rank..=last_rank)
        .flat_map(|rank| (first_file..=last_file).map(move |file| Square::at(file, rank)));
    let holes = squares.filter(|sq| variant.is_hole(sq.file(), sq.rank()));
    let corner = Square::at(first_file, first_rank).plain_name();
    let others = view
        .others
        .iter()
        .filter(|(sq, _)| view.window.contains(*sq));
    let others = others.map(|&(sq, id)| {
        object(&[
            ("square", number(sq).to_string()),
            ("id", id.index().to_string()),
        ])
    });
    let marks = marks(view).map(|(sq, kind, signs)| {
        object(&[
            ("square", number(sq).to_string()),
            ("kind", string(kind.name())),
            ("signs", strings(signs.into_iter().map(Sign::name))),
        ])
    });
    vec![
        ("square", number(view.from).to_string()),
        ("files", files.to_string()),
        ("ranks", ranks.to_string()),
        ("corner", or_null(view.named.then(|| string(&corner)))),
        ("marks", array(marks)),
        ("others", array(others)),
        ("holes", numbers(holes.map(number))),
    ]
}

/// The marks of a drawing: square, kind, and further signs.
fn marks(view: &View) -> impl Iterator<Item = (Square, Sign, Vec<Sign>)> {
    let reach = &view.reach;
    let targets = reach
        .marks
        .iter()
        .map(|mark| (mark.sq, kind(mark), further(mark)));
    let lame = reach.lame.iter().map(|&sq| (sq, Sign::Lame));
    let victims = reach.victims.iter().map(|&sq| (sq, Sign::Victim));
    let screens = reach.screens.iter().map(|screen| {
        let sign = if screen.friend {
            Sign::FriendlyScreen
        } else {
            Sign::Screen
        };
        (screen.sq, sign)
    });
    let others = screens.chain(victims).chain(lame);
    let others = others.filter(|(sq, _)| view.window.contains(*sq));
    targets.chain(others.map(|(sq, sign)| (sq, sign, Vec::new())))
}

/// The kind of a target.
fn kind(mark: &Mark) -> Sign {
    match (mark.rights.quiet, mark.rights.capture) {
        _ if mark.how == How::Castling => Sign::Castling,
        (true, true) => Sign::Both,
        (true, false) => Sign::Move,
        (false, _) => Sign::Capture,
    }
}

/// The signs of a target besides its kind.
fn further(mark: &Mark) -> Vec<Sign> {
    let castles = mark.how == How::Castling;
    let signs = [
        (Sign::Own, mark.rights.own),
        (Sign::First, mark.first && !castles),
        (Sign::Slide, mark.how == How::Slide),
        (Sign::GoesOn, mark.goes_on),
        (Sign::Hop, mark.how == How::Hop),
        (Sign::Locust, mark.how == How::Locust),
    ];
    signs
        .into_iter()
        .filter_map(|(sign, holds)| holds.then_some(sign))
        .collect()
}
