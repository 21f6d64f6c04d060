//! What XBoard has to be told about a game: pictures for the letters of a game that it does not
//! know, and the moves of every piece that it would take for something else.

use super::castling::partners;
use super::known::is_known;
use super::{Description, describe};
use crate::types::{Color, TypeId};
use crate::variant::{GuiInfo, MoveDescriptor, MoveShape, PromotesTo, Variant};

/// The letters of XBoard's pictures of pieces in their order; after them comes the king.
const PICTURES: &str = "PNBRQFEACWMOHIJGDVLSU";
/// Pictures that are not given to unusual pieces as long as there are others: they would mislead.
const USUAL_PICTURES: usize = 5;
/// Pictures of pieces that XBoard lets move anywhere as long as it is not told how they move: for
/// pieces whose moves no line can hold.
const WILDCARDS: [char; 2] = ['V', 'S'];
/// The game whose rules XBoard falls back on for a game that it knows nothing about.
const PARENT: &str = "fairy";

/// Known games whose pieces XBoard lets the engine describe (of falcon only the falcon).
const REDEFINABLE: [&str; 5] = ["fairy", "berolina", "cylinder", "falcon", "great"];

/// What the GUI is told about a game so that it can show it: what the file says, completed by what
/// can be worked out.
///
/// A game without a table of letters that XBoard does not know gets one, unless its name begins
/// with a capital: such games are played under another name. The `piece` lines of the file are
/// kept, [`piece_lines`] follow.
pub fn gui_info(variant: &Variant) -> GuiInfo {
    let mut gui = variant.gui.clone();
    let public = !variant.name.starts_with(|c: char| c.is_ascii_uppercase());
    if gui.piece_to_char.is_none() && public && !is_known(&variant.name) {
        gui.piece_to_char = letters(variant);
        gui.parent = Some(parent(variant).to_owned());
    }
    let lines = piece_lines(variant, &gui);
    gui.piece_lines.extend(lines);
    gui
}

/// The game whose rules XBoard falls back on: the one that has pieces in hand, if it needs such.
fn parent(variant: &Variant) -> &'static str {
    if variant.rules.drops.is_some() {
        "crazyhouse"
    } else if variant.rules.lets_pieces_in() {
        "seirawan"
    } else {
        PARENT
    }
}

/// The `piece` lines for all pieces that the GUI would take for something else and about which
/// `gui` has no line yet, each `ID BETZA`. None if the GUI would not listen, because it knows the
/// rules of the game.
pub fn piece_lines(variant: &Variant, gui: &GuiInfo) -> Vec<String> {
    let redefinable = |name: &&str| variant.name.split('/').next() == Some(*name);
    if gui.piece_to_char.is_none() && !REDEFINABLE.iter().any(redefinable) {
        return Vec::new();
    }
    let [white, black] = Color::ALL.map(|color| missing_lines(variant, gui, color));
    let mut lines = Vec::new();
    for (letter, text) in &white {
        let both = black.contains(&(*letter, text.clone()));
        lines.push(format!("{letter}{} {text}", if both { "&" } else { "" }));
    }
    for (letter, text) in black {
        if !white.contains(&(letter, text.clone())) {
            lines.push(format!("{} {text}", letter.to_ascii_lowercase()));
        }
    }
    lines
}

/// The letters of a colour with the texts that the GUI lacks.
fn missing_lines(variant: &Variant, gui: &GuiInfo, color: Color) -> Vec<(char, String)> {
    let mut lines = Vec::new();
    for letter in letters_of(variant, color) {
        let id = match color {
            Color::White => letter.to_string(),
            Color::Black => letter.to_ascii_lowercase().to_string(),
        };
        let told = gui.piece_lines.iter().any(|line| {
            let named = line.split_whitespace().next();
            named == Some(id.as_str()) || named == Some(&format!("{letter}&"))
        });
        if told {
            continue;
        }
        let Some(Description { text, .. }) = describe_letter(variant, letter, color) else {
            continue;
        };
        if assumed(variant, gui, letter, color).as_ref() != Some(&text) {
            lines.push((letter, text));
        }
    }
    lines
}

/// Everything that the pieces of a letter and colour can do. Several types can share both, and the
/// GUI cannot tell them apart.
pub fn describe_letter(variant: &Variant, letter: char, color: Color) -> Option<Description> {
    let types: Vec<TypeId> = (types_of(variant, color).into_iter())
        .filter(|&id| variant.piece(id).letter == letter)
        .collect();
    let first = *types.first()?;
    let written = |id: TypeId| &variant.piece(id).betza;
    let told = types.iter().all(|&id| written(id) == written(first));
    let plain = variant.rules.zones.is_plain_for(first);
    if let (true, Some(text)) = (told && plain, written(first)) {
        return Some(Description {
            text: text.clone(),
            exact: true,
        });
    }
    let mut moves = Vec::new();
    for id in &types {
        for m in variant.moves_anywhere(*id) {
            if !moves.contains(m) && can_castle(variant, *id, color, m) {
                moves.push(m.clone());
            }
        }
    }
    let pawn = types.iter().any(|&id| variant.is_pawn(id, color));
    let mut description = describe(variant, &moves, color, pawn)?;
    description.exact &= (types.iter()).all(|&id| variant.are_twins(id, first))
        && variant.rules.zones.is_plain_for(first);
    Some(description)
}

/// False for a castling that would leave the board, or finds no partner, from wherever the piece
/// starts.
fn can_castle(variant: &Variant, id: TypeId, color: Color, m: &MoveDescriptor) -> bool {
    if !matches!(m.shape, MoveShape::Castling { .. }) {
        return true;
    }
    !partners(variant, color, Some(id), &m.shape).is_empty()
}

/// The types that a colour can ever have, in the order of their numbers.
pub fn types_of(variant: &Variant, color: Color) -> Vec<TypeId> {
    let placed = variant.start_pieces().into_iter();
    let mut types: Vec<TypeId> = placed
        .filter(|piece| piece.color == color)
        .map(|piece| piece.id)
        .collect();
    types.extend(&variant.rules.gating.types);
    types.extend((variant.rules.gating.gates[color].iter()).map(|gate| gate.id));
    if let Some(drops) = &variant.rules.drops {
        types.extend(drops.kinds[color].iter().map(|kind| kind.id));
    }
    match &variant.rules.promotion.to {
        PromotesTo::Choice(choices) => types.extend(&choices[color].accepted),
        PromotesTo::ByFile(files) => types.extend(files[color].iter().flatten()),
    }
    types.sort_unstable();
    types.dedup();
    types
}

/// The letters of a colour's pieces, in the order of their types.
pub fn letters_of(variant: &Variant, color: Color) -> Vec<char> {
    let mut letters = Vec::new();
    for id in types_of(variant, color) {
        let letter = variant.piece(id).letter;
        if !letters.contains(&letter) {
            letters.push(letter);
        }
    }
    letters
}

/// What the GUI takes a piece for, by its picture and the rules it falls back on.
fn assumed(variant: &Variant, gui: &GuiInfo, letter: char, color: Color) -> Option<String> {
    let usual = format!("{PICTURES}K{}k", PICTURES.to_ascii_lowercase());
    let table = gui.piece_to_char.as_deref().unwrap_or(&usual);
    let table: Vec<char> = table.chars().collect();
    let plain = |c: &char| c.is_ascii_alphabetic() || *c == '.';
    if table.is_empty() || !table.len().is_multiple_of(2) || !table.iter().all(plain) {
        return None;
    }
    let (white, black) = table.split_at(table.len() / 2);
    let (half, letter) = match color {
        Color::White => (white, letter),
        Color::Black => (black, letter.to_ascii_lowercase()),
    };
    let picture = half.iter().position(|&c| c == letter)?;
    let orthodox = match gui.parent.as_deref().unwrap_or(PARENT) {
        "fairy" | "normal" | "nocastle" | "crazyhouse" | "seirawan" => true,
        "shatranj" | "courier" | "makruk" | "asean" => false,
        _ => return None,
    };
    Some(match picture {
        0 if !orthodox => "fmWfcF".to_owned(),
        0 if variant.rules.pawn_rank == 2 => "fmWfceFifmnD".to_owned(),
        1 => "N".to_owned(),
        2 if orthodox => "B".to_owned(),
        3 => "R".to_owned(),
        4 if orthodox => "Q".to_owned(),
        last if last + 1 == half.len() => {
            if orthodox && castles_as_usual(variant, letter, color) {
                "KisO2".to_owned()
            } else {
                "K".to_owned()
            }
        }
        _ => return None,
    })
}

/// True if the king castles as in orthodox chess.
fn castles_as_usual(variant: &Variant, letter: char, color: Color) -> bool {
    let in_the_middle = |file: u8| file == variant.files / 2 || file == (variant.files - 1) / 2;
    let back = match color {
        Color::White => 0,
        Color::Black => variant.ranks - 1,
    };
    let kings = variant.start_pieces();
    let mut kings = kings.iter().filter(|piece| {
        piece.color == color && variant.piece(piece.id).letter.eq_ignore_ascii_case(&letter)
    });
    let king = kings.next();
    let castles = |id: TypeId| {
        let moves = &variant.piece(id).moves;
        moves
            .iter()
            .any(|m| matches!(m.shape, MoveShape::Castling { .. }))
    };
    kings.next().is_none()
        && variant.files == 8
        && king
            .is_some_and(|king| king.rank == back && in_the_middle(king.file) && castles(king.id))
}

/// A table of pictures for the letters of a game; `None` if there are more pieces than pictures.
///
/// Pawns get the picture of a pawn whatever their letter, because the GUI promotes only these;
/// likewise the first royal piece that of the king. A letter that XBoard has a picture for gets
/// it, and both colours have the same picture for the same letter.
fn letters(variant: &Variant) -> Option<String> {
    let mut taken: Vec<Option<char>> = vec![None; PICTURES.len()];
    let special = |color: Color| {
        let pawn = variant.piece(TypeId::pawn(color)).letter;
        let royal = (types_of(variant, color).into_iter())
            .map(|id| variant.piece(id))
            .find(|piece| piece.royalty.is_royal());
        (pawn, royal.map_or('.', |piece| piece.letter))
    };
    let mut others: Vec<char> = Color::ALL
        .into_iter()
        .flat_map(|color| {
            let (pawn, royal) = special(color);
            (letters_of(variant, color).into_iter())
                .filter(move |letter| *letter != pawn && *letter != royal)
        })
        .collect();
    others.sort_unstable();
    others.dedup();
    let told = |letter: char| {
        Color::ALL.into_iter().all(|color| {
            !letters_of(variant, color).contains(&letter)
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
        let there = letters_of(variant, color);
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
