//! The sets of pieces that are solved.

use anyhow::{Context, anyhow, bail};

use crate::endgame::study::MOST_PIECES;
use crate::types::{Color, TypeId};
use crate::variant::ini::did_you_mean::did_you_mean;
use crate::variant::{Variant, letter};

/// All sets of up to `size` pieces, smaller sets first; a piece may be in a set several times.
pub fn all(pieces: &[TypeId], size: usize) -> Vec<Vec<TypeId>> {
    let mut sets: Vec<Vec<TypeId>> = Vec::new();
    let mut last: Vec<Vec<TypeId>> = vec![Vec::new()];
    for _ in 0..size {
        let more = |set: &Vec<TypeId>| {
            let from = pieces.iter().position(|id| Some(id) == set.last());
            let rest = pieces[from.unwrap_or(0)..].iter();
            let set = set.clone();
            rest.map(move |&id| [&set[..], &[id]].concat())
                .collect::<Vec<_>>()
        };
        last = last.iter().flat_map(more).collect();
        sets.extend(last.iter().cloned());
    }
    sets
}

/// The pieces that a side can have besides its royal and its pawns, in the order of the file. Of pieces that move alike only
/// the first is taken.
pub fn of_side(v: &Variant, side: Color) -> Vec<TypeId> {
    let mut ids: Vec<TypeId> = Vec::new();
    for id in v.types_of(side) {
        let piece = v.piece(id);
        let other = id.is_pawn() || piece.royalty.is_royal() || piece.hides_promotion();
        if !other && !piece.moves.is_empty() && !ids.iter().any(|&known| v.are_twins(known, id)) {
            ids.push(id);
        }
    }
    ids
}

/// The pieces that a text names: by their letters, as in `BN` and `B+S`, or by their names with commas between them, as in
/// `camel,wazir`.
///
/// # Errors
/// If the text names an unknown piece, a pawn or a royal, or no piece at all.
pub fn named(v: &Variant, side: Color, text: &str) -> anyhow::Result<Vec<TypeId>> {
    let mut found = Vec::new();
    for word in text.split([',', ' ']).filter(|word| !word.is_empty()) {
        match by_name(v, side, word) {
            Some(id) => found.push(id),
            None => found.extend(by_letters(v, side, word)?),
        }
    }
    for &id in &found {
        let piece = v.piece(id);
        if id.is_pawn() || piece.royalty.is_royal() {
            let what = if id.is_pawn() { "a pawn" } else { "royal" };
            bail!("{} is {what}: name pieces", piece.title());
        }
    }
    if found.is_empty() {
        bail!("`{text}` names no piece");
    }
    Ok(found)
}

fn by_name(v: &Variant, side: Color, word: &str) -> Option<TypeId> {
    let mut own = v.types_of(side).into_iter();
    own.find(|&id| {
        let name = v.piece(id).name.as_deref();
        name.is_some_and(|name| name.to_lowercase().replace(' ', "-") == word.to_lowercase())
    })
}

fn by_letters(v: &Variant, side: Color, word: &str) -> anyhow::Result<Vec<TypeId>> {
    let mut found = Vec::new();
    let mut letters = word.chars();
    while let Some(first) = letters.next() {
        let wanted = match first {
            '+' => letters.next().and_then(letter::promoted),
            letter => Some(letter),
        };
        let id = wanted.and_then(|letter| v.type_by_letter(letter, side));
        found.push(id.with_context(|| unknown(v, side, word))?);
    }
    Ok(found)
}

fn unknown(v: &Variant, side: Color, word: &str) -> String {
    let known: Vec<String> = of_side(v, side)
        .iter()
        .map(|&id| v.piece(id).title())
        .collect();
    let names: Vec<String> = (v.pieces.iter())
        .filter_map(|piece| piece.name.as_ref())
        .map(|name| name.to_lowercase().replace(' ', "-"))
        .collect();
    let hint = did_you_mean(word, names.iter().map(String::as_str), 2);
    let meant = hint.map_or(String::new(), |name| format!("; did you mean `{name}`?"));
    format!(
        "{} has no pieces `{word}`{meant} (it has {})",
        v.name,
        known.join(", ")
    )
}

/// The sets that these texts name, one set for each text.
pub fn listed(v: &Variant, side: Color, texts: &[String]) -> anyhow::Result<Vec<Vec<TypeId>>> {
    let mut sets = Vec::new();
    for text in texts {
        let mut set = named(v, side, text)?;
        if set.len() > MOST_PIECES {
            return Err(anyhow!(
                "{text}: {} pieces are too many, {MOST_PIECES} are solved at most",
                set.len()
            ));
        }
        set.sort_unstable();
        if !sets.contains(&set) {
            sets.push(set);
        }
    }
    Ok(sets)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_have_their_pieces_in_any_number() {
        let ids = [3, 5, 4].map(TypeId);
        assert_eq!(all(&ids, 1).len(), 3);
        assert_eq!(all(&ids, 2).len(), 3 + 6);
        let sets = all(&ids, 3);
        assert_eq!(sets.len(), 3 + 6 + 10);
        assert_eq!(sets[18], [TypeId(4); 3]);
        assert!(all(&[], 3).is_empty());
    }
}
