//! Rule lines about parts of the board: holes, zones, confined pieces, moves in zones, and facing royals.

use super::{Change, Zone};
use crate::types::{ByColor, Color, TypeId};
use crate::variant::rules::owned::of_type;
use crate::variant::rules::start::START;
use crate::variant::rules::values::square_name;
use crate::variant::rules::{Resolver, Value, ValueError};
use crate::variant::{Condition, Spanned, Variant, letter};

pub const HOLES: &str = "Holes: a3-a5,h4 d5";
pub const ZONE: &str = "Zone: home=a1-h3,a6-h8 white=camp=a1-h5 centre=d4-e5";
pub const CONFINE: &str = "Confine: B,C=home";
pub const ZONE_MOVES: &str = "Zone-Moves: N=R@centre";
pub const ZONE_LINES: &str = "Zone-Lines: R=B@centre";
pub const FACING: &str =
    "Facing: illegal, or Facing: offer, or Facing: illegal ranks, or Facing: legal";

/// A named zone, for each side.
struct NamedZone {
    name: Spanned<String>,
    sides: ByColor<Option<Zone>>,
    used: bool,
}

/// Reads the holes, and reports pieces on them.
pub fn holes(cx: &mut Resolver<'_>) {
    cx.each(HOLES, |cx, value| {
        let squares = area_squares(cx, value);
        cx.variant.rules.zones.holes.add(&squares);
        Ok(())
    });
    if !cx.values(START).is_empty() {
        return;
    }
    for color in Color::ALL {
        let rank = cx.variant.home_rank(color);
        for (file, number) in (0..).zip(&cx.game.back_ranks[color]) {
            if number.value != 0 && cx.variant.is_hole(file, rank) {
                let square = square_name(file, rank);
                let message = format!("{color} has a piece on {square}, which is a hole");
                let hint = "write 0 there; a line `Start: FEN` puts pieces elsewhere";
                cx.report.error(number.span, message, hint);
            }
        }
    }
}

/// Reads the zones and their uses, and reports pieces that start outside the zone to which they are confined.
pub fn zones(cx: &mut Resolver<'_>) {
    let mut zones = named(cx);
    cx.each(CONFINE, |cx, value| {
        let (letters, zone) = value.pair('=')?;
        let (letters, zone) = (letters.letters()?, find(cx, &mut zones, zone)?);
        letters.into_iter().try_for_each(|l| confine(cx, l, zone))
    });
    for (form, apply) in [(ZONE_MOVES, change as Apply), (ZONE_LINES, add_line)] {
        cx.each(form, |cx, value| {
            let (who, rest) = value.pair('=')?;
            let (like, zone) = rest.pair('@')?;
            let (who, like) = (who.letters()?, like.letter()?);
            let zone = find(cx, &mut zones, zone)?;
            (who.into_iter()).try_for_each(|letter| {
                let changes = changes(cx, letter, like, zone)?;
                (changes.into_iter()).try_for_each(|change| apply(cx, letter, change))
            })
        });
    }
    for zone in zones.iter().filter(|zone| !zone.used) {
        let message = format!("nothing uses the zone `{}`", zone.name.value);
        let hint = "lines Confine, Zone-Moves and Zone-Lines do";
        cx.report.warning(zone.name.span, message, hint);
    }
    facing(cx);
    if cx.start_is_unknown() {
        return;
    }
    check_start(cx);
    if cx.variant.rules.zones.facing_is_illegal && royals_face(&cx.variant) {
        let message = "the royals face each other in the start position";
        cx.refuse(FACING, message, None);
    }
}

/// Reads whether royals may face each other.
fn facing(cx: &mut Resolver<'_>) {
    cx.each(FACING, |cx, value| {
        let zones = &mut cx.variant.rules.zones;
        if value.is("ranks") {
            zones.facing_on_ranks = true;
        } else {
            zones.facing_is_illegal = value.is("illegal");
            zones.facing_offers_end = value.is("offer");
            value.one_of(&[("illegal", ()), ("offer", ()), ("legal", ())])?;
        }
        Ok(())
    });
    let zones = &cx.variant.rules.zones;
    if zones.facing_on_ranks && !zones.facing_is_illegal && !zones.facing_offers_end {
        let hint = "write `Facing: illegal ranks` or `Facing: offer ranks`";
        cx.refuse(FACING, "`ranks` alone has no effect", hint);
    }
}

/// Reads the named zones.
fn named(cx: &mut Resolver<'_>) -> Vec<NamedZone> {
    let mut zones: Vec<NamedZone> = Vec::new();
    cx.each(ZONE, |cx, value| {
        let (colors, rest) = match value.owner()? {
            // a zone can have the name of a colour
            (_, rest) if !rest.text.contains('=') => (&Color::ALL[..], value),
            owned => owned,
        };
        let (name, areas) = rest.pair('=')?;
        let word = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        if name.text.is_empty() || !name.text.chars().all(word) {
            return Err(value.not_understood());
        }
        let zone = area_squares(cx, areas);
        let known = zones.iter().position(|other| name.is(&other.name.value));
        let index = known.unwrap_or_else(|| {
            zones.push(NamedZone {
                name: Spanned::new(name.text.to_owned(), name.span),
                sides: ByColor::both(None),
                used: false,
            });
            zones.len() - 1
        });
        for &color in colors {
            if zones[index].sides[color].replace(zone).is_some() {
                return Err(name.error(format!("there are two zones `{}`", name.text)));
            }
        }
        Ok(())
    });
    zones
}

/// The squares of a zone. If they are given for one colour only, the other colour gets the mirror image.
fn find(
    cx: &Resolver<'_>,
    zones: &mut [NamedZone],
    name: Value<'_>,
) -> Result<ByColor<Zone>, ValueError> {
    let Some(zone) = zones.iter_mut().find(|zone| name.is(&zone.name.value)) else {
        let message = format!("there is no zone `{}`", name.text);
        let hint = format!("a line such as `Zone: {}=a1-b2` makes one", name.text);
        return Err(name.error(message).hint(hint));
    };
    zone.used = true;
    let mirrored = |zone: Option<Zone>| zone.unwrap_or_default().mirrored(cx.variant.ranks);
    let [white, black] = zone.sides.into_array();
    Ok(ByColor::new(
        white.unwrap_or_else(|| mirrored(black)),
        black.unwrap_or_else(|| mirrored(white)),
    ))
}

fn confine(
    cx: &mut Resolver<'_>,
    letter: Spanned<char>,
    zone: ByColor<Zone>,
) -> Result<(), ValueError> {
    for (id, zone) in by_type(cx, letter, zone)? {
        let confined = &mut cx.variant.rules.zones.confined;
        if of_type(confined, id).is_some() {
            return Err(letter.error(format!("the piece {} is confined twice", letter.value)));
        }
        confined.push((id, zone));
    }
    Ok(())
}

/// The action for a type that moves like another one in a zone.
type Apply = fn(&mut Resolver<'_>, Spanned<char>, Change) -> Result<(), ValueError>;

/// The types of a letter, each with its zone and the type that it moves like there.
fn changes(
    cx: &Resolver<'_>,
    letter: Spanned<char>,
    like: Spanned<char>,
    zone: ByColor<Zone>,
) -> Result<Vec<Change>, ValueError> {
    let types = by_type(cx, letter, zone)?.into_iter();
    let change = |(id, zone)| {
        let owner = owners(&cx.variant, id).first().copied();
        let like = cx.types(like)?[owner.unwrap_or(Color::White)];
        Ok(Change { id, zone, like })
    };
    types.map(change).collect()
}

fn change(cx: &mut Resolver<'_>, letter: Spanned<char>, change: Change) -> Result<(), ValueError> {
    let changes = &mut cx.variant.rules.zones.changes;
    let mut others = changes.iter().filter(|other| other.id == change.id);
    if others.any(|other| other.zone.meets(&change.zone)) {
        let text = letter::text(letter.value);
        let message = format!("two zones of the piece {text} overlap");
        let hint = "a piece can move in only one way on a square";
        return Err(letter.error(message).hint(hint));
    }
    changes.push(change);
    Ok(())
}

fn add_line(cx: &mut Resolver<'_>, letter: Spanned<char>, line: Change) -> Result<(), ValueError> {
    let mut moves = cx.variant.piece(line.like).moves.iter();
    if !moves.any(|m| m.condition == Condition::Always) {
        let like = cx.variant.piece(line.like).written();
        let text = letter::text(letter.value);
        return Err(letter.error(format!("{like} has no moves that {text} could have there")));
    }
    cx.variant.rules.zones.lines.push(line);
    Ok(())
}

/// The squares of areas such as `d1-f3,d8`. Reports invalid corners.
pub fn area_squares(cx: &mut Resolver<'_>, areas: Value<'_>) -> Zone {
    let (files, ranks) = (cx.variant.files, cx.variant.ranks);
    let mut zone = Zone::default();
    for area in areas.split(',') {
        let (from, to) = area.split_once(&['-']).unwrap_or((area, area));
        let corners = (from.square(files, ranks)).and_then(|a| Ok((a, to.square(files, ranks)?)));
        match corners {
            Ok((a, b)) => {
                for rank in a.1.min(b.1)..=a.1.max(b.1) {
                    (a.0.min(b.0)..=a.0.max(b.0)).for_each(|file| zone.insert(file, rank));
                }
            }
            Err(error) => cx.report_error(error),
        }
    }
    zone
}

/// The colours that can have a piece of the type.
fn owners(variant: &Variant, id: TypeId) -> Vec<Color> {
    let letter = variant.piece(id).letter;
    let has = |color: &Color| {
        variant.type_by_letter(letter, *color) == Some(id)
            || variant.back_rank[*color].contains(&Some(id))
    };
    Color::ALL.into_iter().filter(has).collect()
}

/// The types of a letter, each with its zone.
fn by_type(
    cx: &Resolver<'_>,
    letter: Spanned<char>,
    zone: ByColor<Zone>,
) -> Result<Vec<(TypeId, Zone)>, ValueError> {
    let variant = &cx.variant;
    let real = variant.piece(cx.types(letter)?[Color::White]).letter;
    let mut types = Vec::new();
    for (id, _) in variant.types().filter(|(_, piece)| piece.letter == real) {
        match owners(variant, id)[..] {
            [] => {}
            [owner] => types.push((id, zone[owner])),
            [..] if zone[Color::White] == zone[Color::Black] => {
                types.push((id, zone[Color::White]));
            }
            [..] => {
                let message = format!(
                    "white's and black's {} are one piece, but the zone is not the same for both",
                    letter::text(real)
                );
                let hint = "write a second piece line with the same letter, for black's";
                return Err(letter.error(message).hint(hint));
            }
        }
    }
    Ok(types)
}

/// Reports pieces that start outside the zone to which they are confined.
fn check_start(cx: &mut Resolver<'_>) {
    let mut reported = Vec::new();
    for piece in cx.variant.start_pieces() {
        let variant = &cx.variant;
        if variant.may_stop(piece.id, piece.file, piece.rank) || reported.contains(&piece.id) {
            continue;
        }
        reported.push(piece.id);
        let kind = variant.piece(piece.id);
        let letters = cx.values(CONFINE).into_iter();
        let letters = letters.filter_map(|value| value.split_once(&['='])?.0.letters().ok());
        let line = letters.flatten().find(|letter| {
            variant.type_by_letter(letter.value, piece.color) == Some(piece.id)
                || letter.value == kind.letter
        });
        let span = line.map(|letter| letter.span).unwrap_or_default();
        let message = format!(
            "{}'s {} starts on {}, outside its zone",
            piece.color,
            kind.written(),
            square_name(piece.file, piece.rank)
        );
        if kind.royalty.is_royal() {
            cx.report.error(span, message, "add the square to the zone");
        } else {
            cx.report.warning(span, message, None);
        }
    }
}

/// True if royals of both colours face each other at the start.
fn royals_face(variant: &Variant) -> bool {
    let start = variant.start_pieces();
    let royals = |color: Color| {
        let own = start.iter().filter(move |piece| piece.color == color);
        own.filter(|piece| variant.is_royal(piece.id))
    };
    royals(Color::White).any(|a| {
        royals(Color::Black).any(|b| {
            let line = |a: u8, b: u8| a.min(b)..=a.max(b);
            let is_end = |sq| sq == (a.file, a.rank) || sq == (b.file, b.rank);
            let is_free = |(file, rank)| {
                let mut men = start.iter().map(|piece| (piece.file, piece.rank));
                !variant.is_hole(file, rank) && men.all(|man| man != (file, rank))
            };
            let mut squares =
                line(a.rank, b.rank).flat_map(|r| line(a.file, b.file).map(move |f| (f, r)));
            let sideways = variant.rules.zones.facing_on_ranks && a.rank == b.rank;
            (a.file == b.file || sideways) && squares.all(|sq| is_end(sq) || is_free(sq))
        })
    })
}
