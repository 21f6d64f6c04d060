//! The rule lines about parts of the board: zones, who is confined to them or moves differently
//! there, and royals that may not face each other.

use super::rule_lines::RuleSettings;
use super::rule_values::Misfit;
use crate::types::{ByColor, Color, TypeId};
use crate::variant::ini::diagnostic::Report;
use crate::variant::ini::source::GameDef;
use crate::variant::{Change, Span, Spanned, Variant, Zone, Zones};

/// What the rule lines of a game say about parts of its board.
#[derive(Clone, Debug, Default)]
pub(super) struct TerrainSettings {
    zones: Vec<ZoneDef>,
    /// A letter and the zone that it is confined to.
    confined: Vec<(Spanned<char>, Spanned<String>)>,
    /// A letter, the letter that it moves like, and where.
    changes: Vec<(Spanned<char>, Spanned<char>, Spanned<String>)>,
    /// Where it is said whether royals may face each other.
    facing: Span,
    /// The holes: opposite corners, or one square twice.
    holes: Vec<[Spanned<String>; 2]>,
}

/// A zone as written.
#[derive(Clone, Debug)]
struct ZoneDef {
    name: Spanned<String>,
    /// Whose zone it is; `None`: the same squares for both.
    color: Option<Color>,
    /// Opposite corners, or one square twice.
    areas: Vec<[Spanned<String>; 2]>,
}

/// The place of a part of a value, which must be a slice of its text.
fn place(value: &Spanned<String>, part: &str) -> Span {
    let bytes = part.as_ptr() as usize - value.value.as_ptr() as usize;
    let before = value.value.get(..bytes).unwrap_or_default();
    Span {
        column: value.span.column + before.chars().count() as u32,
        ..value.span
    }
}

fn part(value: &Spanned<String>, part: &str) -> Spanned<String> {
    Spanned::new(part.to_owned(), place(value, part))
}

/// The letters of a part of a value, commas left out; `None` if there is anything else.
fn letters(value: &Spanned<String>, part: &str) -> Option<Vec<Spanned<char>>> {
    let places = part.char_indices().filter(|(_, c)| *c != ',');
    let letters = places.map(|(i, c)| {
        let letter = Spanned::new(c.to_ascii_uppercase(), place(value, &part[i..]));
        c.is_ascii_alphabetic().then_some(letter)
    });
    let letters: Vec<_> = letters.collect::<Option<_>>()?;
    (!letters.is_empty()).then_some(letters)
}

/// `palace=d1-f3,d8-f10`, perhaps with `white:` or `black:` in front.
pub(super) fn zone(settings: &mut RuleSettings, values: &[Spanned<String>]) -> Result<(), Misfit> {
    for value in values {
        let misfit = || Misfit::new(value);
        let (name, areas) = value.value.split_once('=').ok_or_else(misfit)?;
        let (owner, name) = match name.split_once(':') {
            Some((owner, name)) => (Some(owner), name),
            None => (None, name),
        };
        let color = match owner.map(str::to_ascii_lowercase).as_deref() {
            None => None,
            Some("white") => Some(Color::White),
            Some("black") => Some(Color::Black),
            Some(_) => return Err(misfit()),
        };
        let word = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        if name.is_empty() || !name.chars().all(word) {
            return Err(misfit());
        }
        settings.terrain.zones.push(ZoneDef {
            name: part(value, name),
            color,
            areas: areas.split(',').map(|area| corners(value, area)).collect(),
        });
    }
    Ok(())
}

/// The opposite corners of an area like `d1-f3`, which is a part of a value.
fn corners(value: &Spanned<String>, area: &str) -> [Spanned<String>; 2] {
    let (from, to) = area.split_once('-').unwrap_or((area, area));
    [from, to].map(|corner| part(value, corner))
}

/// `a2-a11,l2-l11 b1`.
pub(super) fn holes(settings: &mut RuleSettings, values: &[Spanned<String>]) -> Result<(), Misfit> {
    for value in values {
        let areas = value.value.split(',').map(|area| corners(value, area));
        settings.terrain.holes.extend(areas);
    }
    Ok(())
}

/// `K,A=palace`.
pub(super) fn confine(
    settings: &mut RuleSettings,
    values: &[Spanned<String>],
) -> Result<(), Misfit> {
    for value in values {
        let split = value.value.split_once('=');
        let understood = split.and_then(|(who, zone)| Some((letters(value, who)?, zone)));
        let (who, zone) = understood.ok_or_else(|| Misfit::new(value))?;
        for letter in who {
            let entry = (letter, part(value, zone));
            settings.terrain.confined.push(entry);
        }
    }
    Ok(())
}

/// `P=S@far`.
pub(super) fn zone_moves(
    settings: &mut RuleSettings,
    values: &[Spanned<String>],
) -> Result<(), Misfit> {
    for value in values {
        let understood = value.value.split_once('=').and_then(|(who, rest)| {
            let (like, zone) = rest.split_once('@')?;
            let &[like] = letters(value, like)?.as_slice() else {
                return None;
            };
            Some((letters(value, who)?, like, part(value, zone)))
        });
        let (who, like, zone) = understood.ok_or_else(|| Misfit::new(value))?;
        for letter in who {
            settings.terrain.changes.push((letter, like, zone.clone()));
        }
    }
    Ok(())
}

/// `illegal` or `legal`.
pub(super) fn facing(
    settings: &mut RuleSettings,
    values: &[Spanned<String>],
) -> Result<(), Misfit> {
    let value = super::rule_values::single(values)?;
    settings.terrain.facing = value.span;
    settings.facing_is_illegal = match value.value.to_ascii_lowercase().as_str() {
        "illegal" => true,
        "legal" => false,
        _ => return Err(Misfit::new(value)),
    };
    Ok(())
}

/// The zones of a game by their names in small letters, white's and black's squares.
struct NamedZones(Vec<(String, ByColor<Zone>)>);

impl NamedZones {
    fn get(&self, name: &Spanned<String>, report: &mut Report) -> Option<ByColor<Zone>> {
        let wanted = name.value.to_ascii_lowercase();
        let found = self.0.iter().find(|(name, _)| *name == wanted);
        if found.is_none() {
            let message = format!("there is no zone `{}`", name.value);
            let hint = "a line `Zone: NAME=SQUARES` makes one".to_owned();
            report.error(name.span, message, Some(hint));
        }
        found.map(|(_, zones)| *zones)
    }
}

/// Works out the holes of a board.
pub(super) fn work_out_holes(
    variant: &Variant,
    settings: &TerrainSettings,
    report: &mut Report,
) -> Zone {
    squares(variant, &settings.holes, report)
}

/// Complains of holes where there must be squares: under pieces of the back ranks, in the whole
/// middle of a board on which that is a goal, and where pawns would start in their promotion zone.
pub(super) fn check_holes(
    variant: &Variant,
    game: &GameDef,
    settings: &TerrainSettings,
    starts_elsewhere: bool,
    report: &mut Report,
) {
    let Some([first, _]) = settings.holes.first() else {
        return;
    };
    let name = |file: u8, rank: u8| format!("{}{}", char::from(b'a' + file), rank + 1);
    for color in Color::ALL {
        let rank = match color {
            Color::White => 0,
            Color::Black => variant.ranks - 1,
        };
        let numbers = &game.back_ranks[color];
        for ((file, id), number) in (0..).zip(&variant.back_rank[color]).zip(numbers) {
            if id.is_some() && !starts_elsewhere && variant.is_hole(file, rank) {
                let square = name(file, rank);
                let message = format!("{color} has a piece on {square}, which is a hole");
                let hint = "write 0 there; a line `Start: FEN` puts pieces elsewhere".to_owned();
                report.error(number.span, message, Some(hint));
            }
        }
        let rank = variant.pawn_rank(color);
        let early = (0..variant.files)
            .find(|&file| !variant.is_hole(file, rank) && variant.promotes_at(color, file, rank));
        if let Some(file) = early {
            let square = name(file, rank);
            let message = format!("{color}'s pawn on {square} would start where it is promoted");
            let hint = "the promotion zone counts from the last square of a file".to_owned();
            report.error(first.span, message, Some(hint));
        }
    }
    let middle = |n: u8| [(n - 1) / 2, n / 2];
    let mut centre = middle(variant.ranks)
        .into_iter()
        .flat_map(|rank| middle(variant.files).map(|file| (file, rank)));
    if variant.rules.win.hill.is_some() && centre.all(|(file, rank)| variant.is_hole(file, rank)) {
        let message = "the king cannot win in the middle of the board: there are only holes";
        report.error(first.span, message.to_owned(), None);
    }
}

/// Works out the terrain of a game whose pieces and back ranks are complete.
pub(super) fn work_out(
    variant: &Variant,
    settings: &TerrainSettings,
    report: &mut Report,
) -> Zones {
    let zones = zones(variant, &settings.zones, report);
    let mut terrain = variant.rules.zones.clone();
    for (letter, zone) in &settings.confined {
        let Some(zone) = zones.get(zone, report) else {
            continue;
        };
        for (id, zone) in by_type(variant, *letter, zone, report) {
            if terrain.confined.iter().any(|(other, _)| *other == id) {
                let message = format!("the piece {} is confined twice", letter.value);
                report.error(letter.span, message, None);
            } else {
                terrain.confined.push((id, zone));
            }
        }
    }
    for (letter, like, zone) in &settings.changes {
        let Some(zone) = zones.get(zone, report) else {
            continue;
        };
        for (id, zone) in by_type(variant, *letter, zone, report) {
            let owner = owners(variant, id).first().copied();
            let model = variant.type_by_letter(like.value, owner.unwrap_or(Color::White));
            let Some(model) = model else {
                let message = format!("there is no piece {}", like.value);
                report.error(like.span, message, None);
                break;
            };
            let mut others = terrain.changes.iter().filter(|change| change.id == id);
            if others.any(|change| change.zone.meets(&zone)) {
                let message = format!("two zones of the piece {} overlap", letter.value);
                let hint = "it can move in one way only on a square".to_owned();
                report.error(letter.span, message, Some(hint));
            }
            terrain.changes.push(Change {
                id,
                zone,
                like: model,
            });
        }
    }
    complain_of_unused(settings, report);
    terrain
}

fn complain_of_unused(settings: &TerrainSettings, report: &mut Report) {
    let confined = settings.confined.iter().map(|(_, zone)| zone);
    let changes = settings.changes.iter().map(|(.., zone)| zone);
    let used: Vec<&str> = confined.chain(changes).map(|zone| &*zone.value).collect();
    for def in &settings.zones {
        let name = &def.name;
        if !used
            .iter()
            .any(|used| used.eq_ignore_ascii_case(&name.value))
        {
            let message = format!("nothing uses the zone `{}`", name.value);
            let hint = "lines `Confine: LETTERS=ZONE` or `Zone-Moves: LETTER=LIKE@ZONE` do";
            report.warning(name.span, message, Some(hint.to_owned()));
        }
    }
}

/// The squares of all zones. One that is given for a colour only is mirrored for the other.
fn zones(variant: &Variant, defs: &[ZoneDef], report: &mut Report) -> NamedZones {
    let mut found: Vec<(String, ByColor<Option<Zone>>)> = Vec::new();
    for def in defs {
        let zone = squares(variant, &def.areas, report);
        let name = def.name.value.to_ascii_lowercase();
        let index = found.iter().position(|(other, _)| *other == name);
        let index = index.unwrap_or_else(|| {
            found.push((name, ByColor::default()));
            found.len() - 1
        });
        let sides = &mut found[index].1;
        for color in Color::ALL {
            if def.color.is_some_and(|owner| owner != color) {
                continue;
            }
            if sides[color].replace(zone).is_some() {
                let message = format!("there are two zones `{}`", def.name.value);
                report.error(def.name.span, message, None);
                break;
            }
        }
    }
    let complete = |sides: ByColor<Option<Zone>>| {
        let mirrored = |zone: Option<Zone>| zone.unwrap_or_default().mirrored(variant.ranks);
        ByColor::from_fn(|color| sides[color].unwrap_or_else(|| mirrored(sides[color.other()])))
    };
    let zones = found.into_iter();
    NamedZones(zones.map(|(name, sides)| (name, complete(sides))).collect())
}

fn squares(variant: &Variant, areas: &[[Spanned<String>; 2]], report: &mut Report) -> Zone {
    let mut zone = Zone::default();
    for corners in areas {
        let [a, b] = corners.each_ref().map(|corner| {
            let square = square(variant, &corner.value);
            if square.is_none() {
                let (files, ranks) = (variant.files, variant.ranks);
                let last = char::from(b'a' + files - 1);
                let message = if corner.value.is_empty() {
                    "a square is missing".to_owned()
                } else {
                    format!("`{}` is not on the board", corner.value)
                };
                let hint = format!("its squares are a1 to {last}{ranks}, ranks counted from 1");
                report.error(corner.span, message, Some(hint));
            }
            square
        });
        let (Some(a), Some(b)) = (a, b) else {
            continue;
        };
        for rank in a.1.min(b.1)..=a.1.max(b.1) {
            (a.0.min(b.0)..=a.0.max(b.0)).for_each(|file| zone.insert(file, rank));
        }
    }
    zone
}

/// The file and rank of a square, from 0. In the file ranks count from 1 on every board.
fn square(variant: &Variant, text: &str) -> Option<(u8, u8)> {
    let letter = text.chars().next().filter(char::is_ascii_alphabetic)?;
    let file = letter.to_ascii_lowercase() as u8 - b'a';
    let digits = &text[1..];
    let plain = digits.bytes().all(|byte| byte.is_ascii_digit());
    let rank = digits
        .parse::<u8>()
        .ok()
        .filter(|_| plain)?
        .checked_sub(1)?;
    (file < variant.files && rank < variant.ranks).then_some((file, rank))
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

/// The types of a letter with the zone that is theirs.
fn by_type(
    variant: &Variant,
    letter: Spanned<char>,
    zone: ByColor<Zone>,
    report: &mut Report,
) -> Vec<(TypeId, Zone)> {
    let Some(known) = variant.type_by_letter(letter.value, Color::White) else {
        let message = format!("there is no piece {}", letter.value);
        report.error(letter.span, message, None);
        return Vec::new();
    };
    let real = variant.piece(known).letter;
    let mut types = Vec::new();
    for (id, _) in variant.types().filter(|(_, piece)| piece.letter == real) {
        match owners(variant, id)[..] {
            [] => {}
            [owner] => types.push((id, zone[owner])),
            [..] if zone[Color::White] == zone[Color::Black] => {
                types.push((id, zone[Color::White]))
            }
            [..] => {
                let message = format!(
                    "white's and black's {real} are one piece, but the zone is not the same for both"
                );
                let hint = "write a second piece line with the same letter, for black's";
                report.error(letter.span, message, Some(hint.to_owned()));
            }
        }
    }
    types
}

/// Complains of pieces that start where they may not be.
pub(super) fn check_start(variant: &Variant, settings: &TerrainSettings, report: &mut Report) {
    let start = variant.start_pieces();
    let mut told = Vec::new();
    for piece in &start {
        let kind = variant.piece(piece.id);
        if variant.may_stop(piece.id, piece.file, piece.rank) || told.contains(&piece.id) {
            continue;
        }
        told.push(piece.id);
        let mut lines = settings.confined.iter();
        let line = lines.find(|(letter, _)| {
            variant.type_by_letter(letter.value, piece.color) == Some(piece.id)
                || letter.value == kind.letter
        });
        let span = line.map_or(Span::default(), |(letter, _)| letter.span);
        let square = char::from(b'a' + piece.file);
        let message = format!(
            "{}'s {} starts on {square}{}, outside its zone",
            piece.color,
            kind.letter,
            piece.rank + 1
        );
        if kind.royalty.is_royal() {
            report.error(span, message, Some("add the square to the zone".to_owned()));
        } else {
            report.warning(span, message, None);
        }
    }
    if !variant.rules.zones.facing_is_illegal {
        return;
    }
    let royal = |color: Color| {
        start
            .iter()
            .filter(move |piece| piece.color == color && variant.piece(piece.id).royalty.is_royal())
    };
    let face = royal(Color::White).any(|a| {
        royal(Color::Black).any(|b| {
            let (low, high) = (a.rank.min(b.rank), a.rank.max(b.rank));
            let between = |rank: u8| low < rank && rank < high;
            let hole = (low..high).any(|rank| variant.is_hole(a.file, rank));
            a.file == b.file
                && !hole
                && !(start.iter()).any(|piece| piece.file == a.file && between(piece.rank))
        })
    });
    if face {
        let message = "the royals face each other in the start position".to_owned();
        report.error(settings.facing, message, None);
    }
}
