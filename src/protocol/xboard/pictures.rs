//! XBoard's pictures of pieces, and their assignment to the letters of a variant.

use super::piece_text::describe_letter;
use crate::types::{Color, TypeId};
use crate::variant::describe::name_of;
use crate::variant::{Variant, letter};

/// The letters of XBoard's pictures in order, without the king, which is last. A longer table has more pictures before
/// the king.
pub(super) const PICTURES: &str = "PNBRQFEACWMOHIJGDVLSU";
/// Names of pieces that fit the pictures, in the order of the pictures and beyond [`PICTURES`], as in XBoard 4.9.1.
const NAMES: [&str; 43] = [
    "pawn",
    "knight, horse",
    "bishop",
    "rook, chariot",
    "queen",
    "ferz, fers, advisor",
    "elephant, alfil",
    "archbishop, cardinal",
    "chancellor, marshall, marshal",
    "wazir, gold, gold general",
    "commoner, man, mann, guard",
    "cannon, canon",
    "nightrider",
    "dragon horse, crowned bishop",
    "dragon king, crowned rook",
    "grasshopper, princess",
    "",
    "falcon, hawk, eagle, aanca",
    "lance, lancer, spear",
    "cobra, snake, serpent",
    "unicorn",
    "lion",
    "sword, swordsman",
    "zebra",
    "camel",
    "tower, castle",
    "wolf, dog",
    "hat",
    "duck",
    "",
    "dragon, griffon, griffin, gryphon",
    "gnu, wildebeest, buffalo, ox",
    "cub",
    "shield",
    "pegasus",
    "wizard, mage",
    "helmet, legionary",
    "iron general",
    "viking, berserker",
    "flag, standard",
    "axe",
    "dolphin",
    "leopard, cat, tiger, panther",
];
/// Number of pictures of orthodox pieces. They would mislead, so unusual pieces get them only if no others are left.
const USUAL_PICTURES: usize = 5;
/// Pictures of XBoard's own set that look alike on a board of the usual size.
pub(super) const LOOKALIKES: [&str; 4] = [
    "NHDU", // horses: plain, with a spot, on a base, with a horn
    "BI",   // mitres: plain and crowned
    "RJ",   // towers: plain and crowned
    "QG",   // crowns of points: with and without pearls
];
/// Distance in XBoard's order from a piece to its promoted form with a plus.
const PROMOTED: usize = 11;
/// Pictures of pieces that XBoard lets move anywhere without a description: for pieces whose moves cannot be described.
const WILDCARDS: [char; 2] = ['V', 'S'];

/// Whether another letter has a picture that looks alike, and in which army; the worst clash last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Clash {
    None,
    OtherArmy,
    OwnArmy,
}

/// A table of pictures for the letters of a variant. `None` if there are more pieces than pictures, or if a letter with
/// a plus has no place: there are too many such letters, the pawns of each side have their own promoted form, or it is
/// the letter of the only royal piece of a side or of the promoted form of the king.
///
/// Pawns get the picture of a pawn whatever their letter, because the GUI promotes only pieces with this picture, and
/// the first royal piece without a plus gets the picture of the king. A piece whose name fits a picture gets that
/// picture; then a letter gets the picture for which XBoard uses it. Both colours have the same picture for the same
/// letter. If there are enough pictures, no two pictures of the variant look alike, or else no two pictures of an army.
/// A plus stands where XBoard has the promoted form of a piece.
pub(super) fn picture_table(variant: &Variant) -> Option<String> {
    let has_plus = |letter: char| letter::base(letter).is_some();
    let royals = |color: Color| -> Vec<char> {
        let pieces = (variant.types_of(color).into_iter()).map(|id| variant.piece(id));
        let royals = pieces.filter(|piece| piece.royalty.is_royal());
        royals.map(|piece| piece.letter).collect()
    };
    let king = |color: Color| royals(color).into_iter().find(|&letter| !has_plus(letter));
    if (Color::ALL.into_iter()).any(|color| king(color).is_none() && !royals(color).is_empty()) {
        return None;
    }
    let special = |color: Color| {
        let pawn = variant.piece(TypeId::pawn(color)).letter;
        (pawn, king(color).unwrap_or('.'))
    };
    let others: Vec<char> = Color::ALL
        .into_iter()
        .flat_map(|color| {
            let (pawn, royal) = special(color);
            (variant.letters_of(color).into_iter())
                .filter(move |letter| *letter != pawn && *letter != royal)
        })
        .collect();
    let (promoted, others) = others.into_iter().partition(|&letter| has_plus(letter));
    let specials = Color::ALL.map(special);
    let taken = assign(variant, others, promoted, specials)?;
    // the promoted form of a pawn belongs to that side's pawn
    let strays = |color: Color| {
        let letter = taken[PROMOTED].filter(|letter| variant.letters_of(color).contains(letter));
        letter.is_some_and(|letter| {
            has_plus(letter) && letter::base(letter) != Some(special(color).0)
        })
    };
    if Color::ALL.into_iter().any(strays) {
        return None;
    }
    let last = taken.iter().rposition(Option::is_some).unwrap_or(0);
    let length = PICTURES.len().max(last + 1);
    let half = |color: Color| {
        let (pawn, royal) = special(color);
        let there = variant.letters_of(color);
        let others = taken[1..length].iter().map(|letter| match *letter {
            Some(letter) if has_plus(letter) && there.contains(&letter) => '+',
            // a letter that exists only with a plus also needs the place of the plain letter
            Some(letter) if named(&there, letter) => letter,
            _ => '.',
        });
        let text: String = [pawn].into_iter().chain(others).chain([royal]).collect();
        match color {
            Color::White => text,
            Color::Black => text.to_ascii_lowercase(),
        }
    };
    Some(half(Color::White) + &half(Color::Black))
}

/// True for a plain letter if the letter is in the list, with or without a plus.
fn named(there: &[char], letter: char) -> bool {
    letter::base(letter).is_none()
        && (there.contains(&letter)
            || letter::promoted(letter).is_some_and(|promoted| there.contains(&promoted)))
}

/// The picture that fits the name of a letter's piece.
fn fitting(variant: &Variant, letter: char) -> Option<usize> {
    let mut names = Color::ALL.into_iter().filter_map(|color| {
        let id = variant.type_by_letter(letter, color)?;
        name_of(variant, id, color)
    });
    let name = names.next()?.to_lowercase();
    let find = |wanted: &str| {
        NAMES
            .iter()
            .position(|names| names.split(", ").any(|name| name == wanted))
    };
    // the last word of a name such as war elephant
    let last = name.rsplit([' ', '-']).next().unwrap_or_default();
    find(&name)
        .or_else(|| find(last))
        .filter(|&picture| picture > 0)
}

/// Assigns pictures to all letters except those of pawns and kings. Returns the letter of each picture.
fn assign(
    variant: &Variant,
    mut others: Vec<char>,
    mut promoted: Vec<char>,
    specials: [(char, char); 2],
) -> Option<Vec<Option<char>>> {
    for letters in [&mut others, &mut promoted] {
        letters.sort_unstable();
        letters.dedup();
    }
    let describable = |letter: char| {
        Color::ALL.into_iter().all(|color| {
            !variant.letters_of(color).contains(&letter)
                || describe_letter(variant, letter, color).is_some()
        })
    };
    let taken = vec![None; NAMES.len()];
    let mut pictures = Pictures { variant, taken };
    for wildcard in WILDCARDS {
        let next = others.iter().position(|&letter| !describable(letter));
        pictures.taken[PICTURES.find(wildcard)?] = next.map(|index| others.remove(index));
    }
    // letters with their own picture first
    promoted.sort_by_key(|&letter| letter::base(letter).and_then(|base| PICTURES.find(base)));
    for &letter in &promoted {
        let base = letter::base(letter)?;
        if specials.iter().any(|&(_, royal)| royal == base) {
            return None;
        }
        let picture = if specials.iter().any(|&(pawn, _)| pawn == base) {
            0
        } else {
            pictures.assign_with_plus(base)?
        };
        // only one side's pawns can have a promoted form
        if pictures.taken[picture + PROMOTED].replace(letter).is_some() {
            return None;
        }
        others.retain(|&other| other != base);
    }
    // the usual pictures first: lookalikes give way
    others.sort_by_key(|&letter| PICTURES.find(letter).unwrap_or(NAMES.len()));
    // later pictures would be read as promoted forms
    let most = if promoted.is_empty() {
        NAMES.len()
    } else {
        PICTURES.len()
    };
    let named = |letter: char| fitting(variant, letter).filter(|&picture| picture < most);
    pictures.assign_suitable(&mut others, named);
    pictures.assign_suitable(&mut others, |letter| PICTURES.find(letter));
    others.sort_by_key(|&letter| (pictures.beside(letter), PICTURES.find(letter)));
    for letter in others {
        let free = (1..PICTURES.len()).filter(|&picture| pictures.taken[picture].is_none());
        let picture = free.min_by_key(|&picture| pictures.unfitness(letter, picture))?;
        pictures.taken[picture] = Some(letter);
    }
    Some(pictures.taken)
}

/// The assignment of pictures to letters so far.
struct Pictures<'a> {
    variant: &'a Variant,
    /// The letter of each picture.
    taken: Vec<Option<char>>,
}

impl Pictures<'_> {
    /// Assigns a letter a picture whose promoted form is free as well. Returns the picture.
    fn assign_with_plus(&mut self, letter: char) -> Option<usize> {
        let free = |picture: &usize| self.taken[*picture].is_none();
        let picture = (1..PICTURES.len() - PROMOTED)
            .filter(|picture| free(picture) && free(&(picture + PROMOTED)))
            .min_by_key(|&picture| {
                let own = PICTURES.find(letter) == Some(picture);
                (!own, self.unfitness(letter, picture))
            })?;
        self.taken[picture] = Some(letter);
        Some(picture)
    }

    /// Assigns to letters the pictures that suit them, if they are free and no other looks alike. The other letters
    /// stay in the list.
    fn assign_suitable(&mut self, letters: &mut Vec<char>, suits: impl Fn(char) -> Option<usize>) {
        letters.retain(|&letter| {
            let picture = suits(letter).filter(|&picture| {
                let free = picture > 0 && self.taken[picture].is_none();
                free && picture < self.beside(letter) && self.clash(letter, picture) == Clash::None
            });
            if let Some(picture) = picture {
                self.taken[picture] = Some(letter);
            }
            picture.is_none()
        });
    }

    /// Sort key of a picture that was not drawn for the letter: the best picture comes first.
    fn unfitness(&self, letter: char, picture: usize) -> (bool, Clash, bool) {
        let beyond = picture >= self.beside(letter);
        (
            beyond,
            self.clash(letter, picture),
            picture < USUAL_PICTURES,
        )
    }

    /// The number of pictures for a letter: pieces in hand are shown beside the board in the order of the pictures, and
    /// more such pieces than ranks would make the board too tall for XBoard.
    fn beside(&self, letter: char) -> usize {
        let held = |color| {
            let id = self.variant.type_by_letter(letter, color);
            id.is_some_and(|id| self.variant.rules.can_hold(color, id))
        };
        if Color::ALL.into_iter().any(held) {
            usize::from(self.variant.ranks).min(PICTURES.len())
        } else {
            NAMES.len()
        }
    }

    /// The clash that results if a letter gets a picture.
    fn clash(&self, letter: char, picture: usize) -> Clash {
        let picture = PICTURES.chars().nth(picture);
        let looks = |group: &&&str| picture.is_some_and(|picture| group.contains(picture));
        let Some(group) = LOOKALIKES.iter().find(looks) else {
            return Clash::None;
        };
        let has = |letter: char| Color::ALL.map(|c| self.variant.letters_of(c).contains(&letter));
        let own = has(letter);
        let alike = (group.chars()).filter_map(|other| self.taken[PICTURES.find(other)?]);
        let clashes = alike.map(|other| {
            if has(other).iter().zip(own).any(|(a, b)| *a && b) {
                Clash::OwnArmy
            } else {
                Clash::OtherArmy
            }
        });
        clashes.max().unwrap_or(Clash::None)
    }
}
