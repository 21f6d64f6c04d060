//! The drawing of a piece's moves, as `fmax show` makes it.

use serde_json::{Value as Json, json};

use crate::ruleset::Ruleset;
use crate::tools::show::legend::{Sign, marks, signs};
use crate::tools::show::view::{View, views};
use crate::types::{Color, Square, TypeId};
use crate::variant::Variant;
use crate::variant::describe::pieces;

/// The drawings of a piece, given its number and its colour.
pub fn diagram(rules: &Ruleset, arguments: &str) -> Result<Json, String> {
    let variant = rules.variant();
    let (id, color) = piece(variant, arguments).ok_or("write `diagram ID w` or `diagram ID b`")?;
    let views = views(rules, id, color);
    let (first, more) = (views.split_first()).ok_or("this piece is never on the board")?;
    let legend = signs(views.iter())
        .into_iter()
        .map(|sign| json!({ "kind": sign.name(), "text": sign.meaning() }));
    let more = more.iter().map(|view| {
        let mut drawn = drawing(variant, view);
        drawn["place"] = json!(view.place);
        drawn
    });
    let mut drawn = drawing(variant, first);
    drawn["legend"] = legend.collect();
    drawn["moves"] = json!(pieces::moves(variant, id, color));
    drawn["more"] = more.collect();
    Ok(drawn)
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
fn drawing(variant: &Variant, view: &View) -> Json {
    let (first_file, first_rank) = (view.window.files.0, view.window.ranks.0);
    let (files, ranks) = view.window.size();
    let number = |sq: Square| {
        let (file, rank) = (sq.file() - first_file, sq.rank() - first_rank);
        usize::from(rank) * usize::from(files) + usize::from(file)
    };
    let holes = variant.rules.zones.holes.squares();
    let holes = holes.map(|(file, rank)| Square::at(file, rank));
    let holes = holes.filter(|sq| view.window.contains(*sq));
    let corner = Square::at(first_file, first_rank).plain_name();
    let others = view.others.iter();
    let others = others.map(|&(sq, id)| json!({ "square": number(sq), "id": id.index() }));
    let marks = marks(view).map(|(sq, signs)| {
        let mut names = signs.into_iter().map(Sign::name);
        let kind = names.next();
        json!({ "square": number(sq), "kind": kind, "signs": names.collect::<Vec<_>>() })
    });
    json!({
        "square": number(view.from),
        "files": files,
        "ranks": ranks,
        "corner": view.named.then_some(corner),
        "marks": marks.collect::<Vec<_>>(),
        "others": others.collect::<Vec<_>>(),
        "holes": holes.map(number).collect::<Vec<_>>(),
    })
}
