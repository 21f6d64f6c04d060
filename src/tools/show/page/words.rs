//! The text about a piece on the page.

use crate::ruleset::Ruleset;
use crate::tools::show::sheet::{Owner, PieceSheet, player};
use crate::types::{Color, Square, TypeId};
use crate::variant::describe::{area, called, capitalised, future, is_spare, pieces, with_article};
use crate::variant::{Variant, letter};

/// The name of a piece, with its owner if only one side has it.
pub(super) fn heading(sheet: &PieceSheet, whole: bool) -> String {
    let name = match (&sheet.name, whole) {
        (Some(name), _) => format!("{name} ({})", sheet.written),
        (None, true) => format!("Piece {}", sheet.written),
        (None, false) => sheet.written.clone(),
    };
    match sheet.owner {
        Owner::Both { .. } => name,
        Owner::One(color) => format!("{name}, {}'s", player(color)),
    }
}

/// A value in pawns.
pub(super) fn pawns(value: i32) -> String {
    format!("{:.1}", f64::from(value) / 100.0)
}

/// Squares as a list, in which neighbours on a rank are joined: `a2-h2`.
pub(super) fn places(squares: &[Square]) -> String {
    let name = Square::plain_name;
    let mut parts: Vec<String> = Vec::new();
    let mut rest = squares;
    while let Some(&first) = rest.first() {
        let run = (rest.iter().zip(0..)).take_while(|&(sq, step)| {
            sq.rank() == first.rank() && sq.file() == first.file() + step
        });
        let length = run.count();
        match length {
            0..=2 => parts.extend(rest[..length].iter().map(|&sq| name(sq))),
            _ => parts.push(format!("{}-{}", name(first), name(rest[length - 1]))),
        }
        rest = &rest[length.max(1)..];
    }
    parts.join(", ")
}

/// The moves of a piece as sentences; for castling with its squares.
pub(super) fn phrases(rules: &Ruleset, sheet: &PieceSheet) -> Vec<String> {
    let variant = rules.variant();
    let castles = |phrase: &&String| !phrase.starts_with("castles");
    let sentence = |phrase: &String| format!("{}.", capitalised(phrase));
    let mut lines: Vec<String> = sheet.phrases.iter().filter(castles).map(sentence).collect();
    for (color, id) in sheet.of_colors() {
        lines.extend(castlings(rules, color, id));
    }
    lines.extend(belongings(variant, sheet));
    lines
}

/// How a piece castles: a sentence with squares for each castling.
fn castlings(rules: &Ruleset, color: Color, id: TypeId) -> Vec<String> {
    let layout = &rules.layout;
    let variant = rules.variant();
    let home = |from: Square| layout.homes.contains(&(from, color, id));
    let mut start = layout.start.iter();
    let condition = if start.any(|(_, owner, other)| (*owner, *other) == (color, id)) {
        "if neither has moved before"
    } else {
        "if both were dropped there and have not moved since"
    };
    let name = Square::plain_name;
    let owner = player(color);
    let ways = layout.castlings[color].iter().filter(|way| home(way.from));
    ways.map(|way| {
        let partner = layout.homes.iter().find(|(sq, ..)| *sq == way.corner);
        let partner = partner.map_or_else(String::new, |&(_, _, id)| called(variant, id, color));
        format!(
            "Castling, {owner}: goes from {} to {} while the {partner} on {} goes to {}, {condition}.",
            name(way.from),
            name(way.to),
            name(way.corner),
            name(way.partner_to)
        )
    })
    .collect()
}

/// Sentences on the promotion of a piece, on its zone, and on the piece that is promoted to it.
fn belongings(variant: &Variant, sheet: &PieceSheet) -> Vec<String> {
    let mut lines = Vec::new();
    let future = future(variant, sheet.color, sheet.id);
    lines.extend(future.map(|line| capitalised(&line)));
    lines.extend(confinement(variant, sheet));
    for (color, id) in sheet.of_colors() {
        lines.extend(places_of(variant, color, id));
    }
    let origin = letter::base(variant.piece(sheet.id).letter)
        .and_then(|base| variant.type_by_letter(base, sheet.color));
    if let Some(origin) = origin {
        let origin = with_article(&called(variant, origin, sheet.color));
        lines.push(format!("It is what {origin} is promoted to."));
    }
    if sheet.royal {
        lines.push(royal(variant, sheet.id).to_owned());
    }
    lines
}

/// The meaning of being royal in a variant.
fn royal(variant: &Variant, id: TypeId) -> &'static str {
    if variant.rules.checks_are_illegal && !variant.rules.mates_are_legal {
        "It is royal: it may not be left in check."
    } else if variant.rules.win.mated_wins {
        "It is royal: if it is checkmated, its side has won."
    } else if is_spare(variant, id) {
        "It is royal: lose the last one and you lose the game."
    } else {
        "It is royal: lose it and you lose the game."
    }
}

/// A sentence on the zone that a piece cannot leave, if there is one.
fn confinement(variant: &Variant, sheet: &PieceSheet) -> Vec<String> {
    let own = |id: TypeId| {
        let all = variant.rules.zones.confined.iter();
        let zones = all.filter(move |(other, _)| *other == id);
        zones.map(|(_, zone)| area(zone)).collect::<Vec<String>>()
    };
    let sides: Vec<(Color, Vec<String>)> = (sheet.of_colors().into_iter())
        .map(|(color, id)| (color, own(id)))
        .collect();
    let alike = sides.windows(2).all(|pair| pair[0].1 == pair[1].1);
    let shown = if alike { &sides[..1] } else { &sides[..] };
    let lines = shown.iter().flat_map(|(color, zones)| {
        let owner = if alike {
            "It".to_owned()
        } else {
            format!("{}'s", player(*color))
        };
        zones
            .iter()
            .map(move |zone| format!("{owner} cannot leave {zone}."))
    });
    lines.collect()
}

/// Sentences on the zones where a piece moves in another way.
fn places_of(variant: &Variant, color: Color, id: TypeId) -> Vec<String> {
    let zones = &variant.rules.zones;
    let owner = player(color);
    let changes = zones.changes.iter().map(|change| (change, ""));
    let also = "also, without leaving these squares: ";
    let all = changes.chain(zones.lines.iter().map(|line| (line, also)));
    let own = all.filter(|(change, _)| change.id == id);
    let lines = own.map(|(change, also)| {
        let moves = pieces::moves(variant, change.like, color).join("; ");
        let place = area(&change.zone);
        format!("{owner}'s on {place}: {also}{moves}.")
    });
    lines.collect()
}
