//! XBoard's pictures of pieces, and how the letters of a game get them.

use super::piece_text::describe_letter;
use crate::types::{Color, TypeId};
use crate::variant::Variant;

/// The letters of XBoard's pictures of pieces in their order; after them comes the king.
pub(super) const PICTURES: &str = "PNBRQFEACWMOHIJGDVLSU";
/// Pictures that are not given to unusual pieces as long as there are others: they would mislead.
const USUAL_PICTURES: usize = 5;
/// Pictures of pieces that XBoard lets move anywhere as long as it is not told how they move: for
/// pieces whose moves no line can hold.
const WILDCARDS: [char; 2] = ['V', 'S'];

/// A table of pictures for the letters of a game; `None` if there are more pieces than pictures.
///
/// Pawns get the picture of a pawn whatever their letter, because the GUI promotes only these;
/// likewise the first royal piece that of the king. A letter that XBoard has a picture for gets
/// it, and both colours have the same picture for the same letter.
pub(super) fn picture_table(variant: &Variant) -> Option<String> {
    let mut taken: Vec<Option<char>> = vec![None; PICTURES.len()];
    let special = |color: Color| {
        let pawn = variant.piece(TypeId::pawn(color)).letter;
        let royal = (variant.types_of(color).into_iter())
            .map(|id| variant.piece(id))
            .find(|piece| piece.royalty.is_royal());
        (pawn, royal.map_or('.', |piece| piece.letter))
    };
    let mut others: Vec<char> = Color::ALL
        .into_iter()
        .flat_map(|color| {
            let (pawn, royal) = special(color);
            (variant.letters_of(color).into_iter())
                .filter(move |letter| *letter != pawn && *letter != royal)
        })
        .collect();
    others.sort_unstable();
    others.dedup();
    let told = |letter: char| {
        Color::ALL.into_iter().all(|color| {
            !variant.letters_of(color).contains(&letter)
                || describe_letter(variant, letter, color).is_some()
        })
    };
    for wildcard in WILDCARDS {
        let untold = others.iter().position(|&letter| !told(letter));
        taken[PICTURES.find(wildcard)?] = untold.map(|index| others.remove(index));
    }
    // what can be in hand is shown beside the board, in the order of the pictures: those beyond its
    // ranks would make it taller, and too tall for XBoard
    let beside = |letter: char| {
        let held = |color| {
            let id = variant.type_by_letter(letter, color);
            id.is_some_and(|id| variant.rules.can_hold(color, id))
        };
        let ranks = usize::from(variant.ranks).min(PICTURES.len());
        if Color::ALL.into_iter().any(held) {
            ranks
        } else {
            PICTURES.len()
        }
    };
    let own = |letter: char| {
        let picture = PICTURES.find(letter).filter(|picture| *picture > 0)?;
        (taken[picture].is_none() && picture < beside(letter)).then_some(picture)
    };
    let (known, mut unknown): (Vec<char>, Vec<char>) = others
        .into_iter()
        .partition(|letter| own(*letter).is_some());
    for letter in known {
        taken[PICTURES.find(letter)?] = Some(letter);
    }
    unknown.sort_by_key(|&letter| beside(letter));
    for letter in unknown {
        let free = |picture: &usize| *picture > 0 && taken[*picture].is_none();
        let picture = (USUAL_PICTURES..beside(letter))
            .find(free)
            .or_else(|| (1..USUAL_PICTURES).find(free))
            .or_else(|| (USUAL_PICTURES..PICTURES.len()).find(free))?;
        taken[picture] = Some(letter);
    }
    let half = |color: Color| {
        let (pawn, royal) = special(color);
        let there = variant.letters_of(color);
        let others = taken[1..]
            .iter()
            .map(|letter| letter.filter(|c| there.contains(c)));
        let others = others.map(|letter| letter.unwrap_or('.'));
        let text: String = [pawn].into_iter().chain(others).chain([royal]).collect();
        match color {
            Color::White => text,
            Color::Black => text.to_ascii_lowercase(),
        }
    };
    Some(half(Color::White) + &half(Color::Black))
}
