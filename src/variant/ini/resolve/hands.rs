//! Pieces in hand: what is there at the start, what may be gated in, what may be dropped.
//!
//! The rule lines belong together: a piece in hand that could never get on the board is an
//! error of the file, whichever line brought it there.

use super::rule_lines::RuleSettings;
use crate::types::{ByColor, Color, MAX_PIECES, Square, TypeId};
use crate::variant::ini::diagnostic::Report;
use crate::variant::{DropKind, Drops, Span, Spanned, Variant};

mod gates;
mod promoted;

const DROPS_HINT: &str = "the form is `Drops: all`, or letters, then P=2-7 one-per-file=P \
                          no-mate=P keep-promoted no-captures";
const HAND_HINT: &str = "the form is `Hand: HE` or `Hand: white=HE black=HE`";

/// Works out everything about hands of a game that is complete otherwise.
pub(super) fn work_out(variant: &mut Variant, settings: &RuleSettings, report: &mut Report) {
    if !settings.gating.is_empty() {
        variant.rules.gating.types.clear();
    }
    for letter in letters(&settings.gating, report, "the form is `Gating: HE`") {
        gate(variant, letter, report);
    }
    let drops = Reader { variant, report }.drops(&settings.drops);
    variant.rules.drops = drops;
    variant.rules.gating.gates = gates::work_out(variant, settings, report);
    if variant.rules.drops.is_some() {
        let span = settings.drops.first().map_or(Span::default(), |v| v.span);
        if variant.rules.promotion.captured {
            let hint = "a piece that was lost is in the other player's hand".to_owned();
            let message = "promotion to captured pieces and drops exclude each other";
            report.error(span, message, Some(hint));
        }
        complain_of_useless(variant, span, report);
        let keep = |value: &Spanned<String>| is_word(value, "keep-promoted");
        let captures = |drops: &Drops| drops.captures;
        if variant.rules.drops.as_ref().is_some_and(captures) && !settings.drops.iter().any(keep) {
            promoted::add_types(variant, span, report);
        }
    }
    variant.rules.hand = if settings.hand.is_empty() {
        ByColor::from_fn(|color| one_of_each(variant, color))
    } else {
        hands(variant, &settings.hand, report)
    };
    for color in Color::ALL {
        let waiting = variant.rules.gating.gates[color].iter();
        let waiting: Vec<_> = waiting.map(|gate| (gate.id, 1)).collect();
        variant.rules.hand[color].extend(waiting);
    }
    check_count(variant, settings, report);
}

/// Complains of more pieces on the board and in hand than a side can have.
fn check_count(variant: &Variant, settings: &RuleSettings, report: &mut Report) {
    let pieces = variant.start_pieces();
    for color in Color::ALL {
        let held = variant.rules.hand[color].iter();
        let held: usize = held.map(|&(_, n)| usize::from(n)).sum();
        let placed = pieces.iter().filter(|piece| piece.color == color).count();
        if held + placed > MAX_PIECES {
            let count = held + placed;
            let message = format!("{color} has {count} pieces, more than {MAX_PIECES}");
            let lines = [&settings.hand, &settings.gates, &settings.gating];
            let first = lines.into_iter().find_map(|line| line.first());
            let span = first.map_or(Span::default(), |v| v.span);
            report.error(span, message, None);
        }
    }
}

/// A letter of the `Gating` line.
fn gate(variant: &mut Variant, letter: Spanned<char>, report: &mut Report) {
    for color in Color::ALL {
        let Some(id) = holdable(variant, letter, color, report) else {
            return;
        };
        if !variant.rules.gating.types.contains(&id) {
            variant.rules.gating.types.push(id);
        }
    }
}

/// Complains of pieces that nobody can drop, because nothing is left of where they may stand.
fn complain_of_useless(variant: &Variant, span: Span, report: &mut Report) {
    for color in Color::ALL {
        let kinds = variant.rules.drops.iter();
        for kind in kinds.flat_map(|drops| &drops.kinds[color]) {
            let rank = |rank: u8| match color {
                Color::White => rank + 1,
                Color::Black => variant.ranks - rank,
            };
            let open = |sq: Square| {
                let allowed = (kind.ranks.0..=kind.ranks.1).contains(&rank(sq.rank()));
                allowed && variant.may_stop(kind.id, variant.shown_file(sq.file()), sq.rank())
            };
            if !variant.squares().any(open) {
                let letter = variant.piece(kind.id).letter;
                let message = format!("{color} can drop {letter} nowhere");
                let hint = "its ranks and its zone have no square in common".to_owned();
                report.error(span, message, Some(hint));
            }
        }
    }
}

/// What players have in hand if nothing is said: one of each piece that can be gated in.
fn one_of_each(variant: &Variant, color: Color) -> Vec<(TypeId, u8)> {
    let own = |id: &&TypeId| {
        let letter = variant.piece(**id).letter;
        variant.type_by_letter(letter, color) == Some(**id)
    };
    let gating = variant.rules.gating.types.iter();
    gating.filter(own).map(|&id| (id, 1)).collect()
}

/// The type that a letter means for a colour, if such a piece can be in a hand at all.
pub(super) fn holdable(
    variant: &Variant,
    letter: Spanned<char>,
    color: Color,
    report: &mut Report,
) -> Option<TypeId> {
    let id = variant.type_by_letter(letter.value, color);
    let complaint = match id {
        None => format!("there is no piece {}", letter.value),
        Some(id) if variant.piece(id).royalty.is_royal() => {
            format!("a royal piece like {} cannot be in hand", letter.value)
        }
        Some(id) if variant.is_pawn(id, color.other()) => {
            format!("{} is a pawn of {color}'s opponent", letter.value)
        }
        Some(id) => return Some(id),
    };
    report.error(letter.span, complaint, None);
    None
}

/// The letters of a list that may have blanks and commas.
fn letters(values: &[Spanned<String>], report: &mut Report, hint: &str) -> Vec<Spanned<char>> {
    let mut letters = Vec::new();
    for value in values {
        for letter in spelled(&value.value, value.span.column, value.span) {
            if letter.value == ',' {
                continue;
            }
            if letter.value.is_ascii_alphabetic() {
                letters.push(letter);
            } else {
                let message = format!("`{}` is not the letter of a piece", letter.value);
                report.error(letter.span, message, Some(hint.to_owned()));
            }
        }
    }
    letters
}

/// The characters of a text that begins in a column, capitals.
fn spelled(text: &str, column: u32, span: Span) -> impl Iterator<Item = Spanned<char>> {
    (column..)
        .zip(text.chars())
        .map(move |(column, c)| Spanned::new(c.to_ascii_uppercase(), Span { column, ..span }))
}

fn is_word(value: &Spanned<String>, word: &str) -> bool {
    value.value.eq_ignore_ascii_case(word)
}

/// Reads the values of a `Drops` line.
struct Reader<'a, 'r> {
    variant: &'a Variant,
    report: &'r mut Report,
}

impl Reader<'_, '_> {
    fn drops(&mut self, values: &[Spanned<String>]) -> Option<Drops> {
        let first = values.first()?;
        let mut drops = Drops {
            kinds: ByColor::default(),
            captures: true,
        };
        // what can be dropped comes first, whatever the order in the file
        let (lists, limits): (Vec<_>, Vec<_>) = values
            .iter()
            .partition(|value| !value.value.contains(['=', '-']));
        for value in lists {
            self.kinds(value, &mut drops);
        }
        if drops.kinds.iter().all(Vec::is_empty) {
            let message = "nothing can be dropped".to_owned();
            (self.report).error(first.span, message, Some(DROPS_HINT.to_owned()));
        }
        for value in limits {
            self.limit(value, &mut drops);
        }
        Some(drops)
    }

    fn kinds(&mut self, value: &Spanned<String>, drops: &mut Drops) {
        if is_word(value, "all") {
            for (_, piece) in self.variant.types() {
                for color in Color::ALL {
                    let id = self.variant.type_by_letter(piece.letter, color);
                    let usable = |id: &TypeId| {
                        !self.variant.piece(*id).royalty.is_royal()
                            && !self.variant.is_pawn(*id, color.other())
                    };
                    if let Some(id) = id.filter(usable) {
                        self.add(id, color, drops);
                    }
                }
            }
            return;
        }
        for letter in letters(std::slice::from_ref(value), self.report, DROPS_HINT) {
            for color in Color::ALL {
                let Some(id) = holdable(self.variant, letter, color, self.report) else {
                    break;
                };
                self.add(id, color, drops);
            }
        }
    }

    fn add(&self, id: TypeId, color: Color, drops: &mut Drops) {
        let ranks = if self.variant.is_pawn(id, color) {
            (2, self.variant.ranks - 1)
        } else {
            (1, self.variant.ranks)
        };
        let kinds = &mut drops.kinds[color];
        if kinds.iter().all(|kind| kind.id != id) {
            kinds.push(DropKind {
                id,
                ranks,
                one_per_file: false,
                no_mate: false,
            });
        }
    }

    fn limit(&mut self, value: &Spanned<String>, drops: &mut Drops) {
        if is_word(value, "no-captures") {
            drops.captures = false;
            return;
        }
        if is_word(value, "keep-promoted") {
            return;
        }
        let Some((before, after)) = value.value.split_once('=') else {
            return self.misfit(value, format!("`{}` is not understood here", value.value));
        };
        let behind = value.span.column + before.chars().count() as u32 + 1;
        let word = before.to_ascii_lowercase();
        type Change = Box<dyn Fn(&mut DropKind)>;
        let (change, letters): (Change, Vec<Spanned<char>>) = match word.as_str() {
            "one-per-file" => (
                Box::new(|kind| kind.one_per_file = true),
                spelled(after, behind, value.span).collect(),
            ),
            "no-mate" => (
                Box::new(|kind| kind.no_mate = true),
                spelled(after, behind, value.span).collect(),
            ),
            _ => {
                let number = |text: &str| text.parse::<u8>().ok();
                let ranks = (after.split_once('-'))
                    .and_then(|(first, last)| Some((number(first)?, number(last)?)));
                let Some((first, last)) = ranks else {
                    return self.misfit(value, format!("`{after}` are no ranks like 2-7"));
                };
                if first < 1 || last > self.variant.ranks || first > last {
                    let ranks = self.variant.ranks;
                    let message = format!("there are no ranks {first} to {last} of {ranks}");
                    return self.misfit(value, message);
                }
                (
                    Box::new(move |kind| kind.ranks = (first, last)),
                    spelled(before, value.span.column, value.span).collect(),
                )
            }
        };
        if letters.is_empty() {
            self.misfit(value, format!("`{}` names no piece", value.value));
        }
        for letter in letters {
            self.change(letter, drops, &change);
        }
    }

    /// Changes a kind for both colours.
    fn change(&mut self, letter: Spanned<char>, drops: &mut Drops, change: &dyn Fn(&mut DropKind)) {
        for color in Color::ALL {
            let id = self.variant.type_by_letter(letter.value, color);
            let mut kinds = drops.kinds[color].iter_mut();
            match kinds.find(|kind| Some(kind.id) == id) {
                Some(kind) => change(kind),
                None => {
                    let message = match id {
                        None => format!("there is no piece {}", letter.value),
                        Some(_) => format!("{color} cannot drop {}", letter.value),
                    };
                    let hint = Some(DROPS_HINT.to_owned());
                    return self.report.error(letter.span, message, hint);
                }
            }
        }
    }

    fn misfit(&mut self, value: &Spanned<String>, message: String) {
        let hint = Some(DROPS_HINT.to_owned());
        self.report.error(value.span, message, hint);
    }
}

/// Reads the values of a `Hand` line.
fn hands(
    variant: &Variant,
    values: &[Spanned<String>],
    report: &mut Report,
) -> ByColor<Vec<(TypeId, u8)>> {
    let mut hands = ByColor::<Vec<(TypeId, u8)>>::default();
    for value in values {
        let text = value.value.as_str();
        let (colors, letters) = match text.split_once('=') {
            None => (&Color::ALL[..], text),
            Some((color, letters)) if color.eq_ignore_ascii_case("white") => {
                (&Color::ALL[..1], letters)
            }
            Some((color, letters)) if color.eq_ignore_ascii_case("black") => {
                (&Color::ALL[1..], letters)
            }
            Some((color, _)) => {
                let message = format!("`{color}` is neither white nor black");
                report.error(value.span, message, Some(HAND_HINT.to_owned()));
                continue;
            }
        };
        let column = value.span.column + (text.chars().count() - letters.chars().count()) as u32;
        for letter in spelled(letters, column, value.span).filter(|c| c.value != ',') {
            for &color in colors {
                let Some(id) = holdable(variant, letter, color, report) else {
                    break;
                };
                let drops = variant.rules.drops.as_ref();
                let kinds = drops.map_or(&[][..], |drops| &drops.kinds[color]);
                if !variant.rules.gating.types.contains(&id)
                    && kinds.iter().all(|kind| kind.id != id)
                {
                    let message = format!("{color} can neither gate nor drop {}", letter.value);
                    let hint = "a `Gating` or a `Drops` line says what can".to_owned();
                    report.error(letter.span, message, Some(hint));
                    break;
                }
                let hand = &mut hands[color];
                match hand.iter_mut().find(|(held, _)| *held == id) {
                    Some((_, count)) => *count = count.saturating_add(1),
                    None => hand.push((id, 1)),
                }
            }
        }
    }
    hands
}
