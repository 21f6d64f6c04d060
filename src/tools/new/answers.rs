//! From the options of `fmax new` to the variant that they describe.

use anyhow::{Context, anyhow, bail};

use super::catalogue::{Catalogue, Entry, key};
use super::draft::{Draft, Piece};
use super::pieces::{own_piece, place_of, place_of_own, with_letters};
use super::{Arguments, rules};
use crate::tools::mates::board;

/// The pawns of chess, for both colours.
const PAWN: &str = "fmWfceFifmnD";
/// The names of an empty square in an army.
const EMPTY: [&str; 2] = ["-", "empty"];
/// The lowest board on which pawns and back ranks have room.
const LEAST_RANKS: u8 = 4;

impl Arguments {
    /// The variant of these options, beginning with that of `--from`.
    pub fn draft(&self, from: Option<Draft>, catalogue: &Catalogue) -> anyhow::Result<Draft> {
        let fresh = from.is_none();
        let mut draft = from.unwrap_or_else(chess);
        draft.name = game_name(self.name.as_deref().unwrap_or_default())?;
        if let Some(text) = &self.description {
            draft.description = one_line(text);
        }
        if let Some(text) = &self.board {
            let (files, ranks) =
                board(text).map_err(|hint| anyhow!("{text} is no board: {hint}"))?;
            if files != draft.files {
                draft.ranks_of = [Vec::new(), Vec::new()];
                draft.promotion.clear();
            }
            (draft.files, draft.ranks) = (files, ranks);
        }
        if draft.ranks < LEAST_RANKS {
            bail!("a board with pawns has {LEAST_RANKS} ranks or more");
        }
        if let Some(rank) = self.pawn_rank {
            draft.far_pawns = rank == 3;
        }
        if draft.far_pawns && draft.ranks < 6 {
            bail!("with pawns on the third rank a board has six ranks or more");
        }
        if let Some(name) = &self.pawns {
            let pawn = catalogue
                .pawn(name)
                .with_context(|| pawn_hint(catalogue, name))?;
            draft.pawns = pawn_lines(pawn);
        }
        let mut own = Vec::new();
        for text in &self.pieces {
            own.push(own_piece(catalogue, text)?);
        }
        self.add_armies(&mut draft, catalogue, &own)?;
        let castles = self.castling != Some(false) && fresh;
        if castles && !add_castling(&mut draft) && self.castling == Some(true) {
            bail!("kings castle with what stands in a corner, two files or more from them");
        }
        self.add_promotion(&mut draft, catalogue, &own)?;
        for text in &self.rule {
            let king = draft.pieces.iter().find(|piece| piece.royal);
            let line = rules::line(text, draft.ranks, king.map_or('K', |king| king.letter));
            let line = line.with_context(|| rule_hint(text))?;
            let line = with_letters(&mut draft, catalogue, &own, &line)?;
            draft.rules.push(line);
        }
        let idle = (draft.out_of_armies()).find(|&place| !draft.is_promoted_to(place));
        if let (Some(place), true) = (idle, draft.rules.is_empty()) {
            let name = &draft.pieces[place].name;
            bail!(
                "{name} is in no army, and pawns do not become one: name it in --army, --black-army or \
                 --promotion"
            );
        }
        Ok(draft)
    }

    fn add_armies(
        &self,
        draft: &mut Draft,
        catalogue: &Catalogue,
        own: &[Piece],
    ) -> anyhow::Result<()> {
        let begun = draft.ranks_of[0].len() == usize::from(draft.files);
        let usual = (!begun).then(|| usual_army(draft.files));
        if let Some(text) = self.army.as_ref().or(usual.as_ref()) {
            let rank = army(draft, catalogue, own, text)?;
            draft.ranks_of = [rank.clone(), rank];
            draft.promotion.clear();
        }
        if let Some(text) = &self.black_army {
            draft.ranks_of[1] = army(draft, catalogue, own, text)?;
        }
        drop_unused(draft);
        for piece in own {
            place_of_own(draft, own, piece)?;
        }
        for (rank, side) in draft.ranks_of.iter().zip(["white", "black"]) {
            let royal = |place: &&usize| draft.pieces[**place].royal;
            match rank.iter().flatten().filter(royal).count() {
                1 => {}
                0 => {
                    bail!("{side}'s army has no king: name one, or a royal piece as in rex=N:royal")
                }
                count => bail!("{side}'s army has {count} kings, of which there can be one"),
            }
        }
        Ok(())
    }

    fn add_promotion(
        &self,
        draft: &mut Draft,
        catalogue: &Catalogue,
        own: &[Piece],
    ) -> anyhow::Result<()> {
        let Some(text) = &self.promotion else {
            if draft.promotion.is_empty() {
                draft.promotion = best_first(draft);
            }
            return Ok(());
        };
        draft.promotion.clear();
        for word in words(text) {
            if key(&word) == "none" {
                continue;
            }
            let place = place_of(draft, catalogue, own, &word)?;
            if draft.pieces[place].royal {
                bail!("pawns do not become {word}, which is royal");
            }
            if !draft.promotion.contains(&place) {
                draft.promotion.push(place);
            }
        }
        Ok(())
    }
}

/// The usual board with the pawns of chess. Its army depends on the options.
fn chess() -> Draft {
    let pawn = ("100".to_owned(), PAWN.to_owned());
    Draft {
        name: String::new(),
        description: String::new(),
        files: 8,
        ranks: 8,
        far_pawns: false,
        pawns: [pawn.clone(), pawn],
        pieces: Vec::new(),
        ranks_of: [Vec::new(), Vec::new()],
        promotion: Vec::new(),
        rules: Vec::new(),
    }
}

fn game_name(text: &str) -> anyhow::Result<String> {
    let name = text.trim();
    let fits = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    let begins = name.starts_with(|c: char| c.is_ascii_lowercase());
    if !begins || !name.chars().all(fits) || name.len() > 40 {
        bail!("`{text}` is no name for a game: small letters, digits and dashes, as in my-game");
    }
    Ok(name.to_owned())
}

fn one_line(text: &str) -> String {
    let printable = text.chars().filter(|c| !c.is_control() || *c == '\n');
    let text: String = printable.collect();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The pieces of a text, with commas or blanks between them.
fn words(text: &str) -> Vec<String> {
    let words = text
        .split([',', ' ', '\t', '\n'])
        .filter(|word| !word.is_empty());
    words.map(str::to_owned).collect()
}

/// A back rank: a word for each file.
fn army(
    draft: &mut Draft,
    catalogue: &Catalogue,
    own: &[Piece],
    text: &str,
) -> anyhow::Result<Vec<Option<usize>>> {
    let words = words(text);
    if words.len() != usize::from(draft.files) {
        bail!(
            "the army has {} pieces and the board {} files: one for each file, - for none, and names of \
             several words with dashes (high-priestess)",
            words.len(),
            draft.files
        );
    }
    let mut rank = Vec::new();
    for word in &words {
        let is_empty = EMPTY.contains(&word.to_lowercase().as_str());
        let place = (!is_empty).then(|| place_of(draft, catalogue, own, word));
        rank.push(place.transpose()?);
    }
    Ok(rank)
}

/// Removes pieces that are in no army and not promoted to.
fn drop_unused(draft: &mut Draft) {
    let used = |place: usize| draft.is_in_army(place) || draft.is_promoted_to(place);
    let kept: Vec<usize> = (0..draft.pieces.len())
        .filter(|&place| used(place))
        .collect();
    let place = |old: usize| kept.iter().position(|&kept| kept == old);
    for old in draft.ranks_of.iter_mut().flatten() {
        *old = old.and_then(place);
    }
    draft.promotion = draft
        .promotion
        .iter()
        .filter_map(|&old| place(old))
        .collect();
    draft.pieces = kept.iter().map(|&old| draft.pieces[old].clone()).collect();
}

/// All pieces except royal ones: those of the armies before others, the most valuable first. An estimated value counts
/// as that of a queen.
fn best_first(draft: &Draft) -> Vec<usize> {
    let value = |place: &usize| draft.pieces[*place].value.parse().unwrap_or(950);
    let mut places: Vec<usize> = (0..draft.pieces.len())
        .filter(|&place| !draft.pieces[place].royal)
        .collect();
    places.sort_by_key(|place| (!draft.is_in_army(*place), std::cmp::Reverse(value(place))));
    places
}

/// Lets kings castle with rooks in the corners of their rank if there is room. False if no king can.
fn add_castling(draft: &mut Draft) -> bool {
    let mut wanted: Option<(usize, i32)> = None;
    for rank in &draft.ranks_of {
        let mut squares = (0..)
            .zip(rank)
            .filter_map(|(file, place)| Some((file, (*place)?)));
        let Some((file, place)) = squares.find(|(_, place)| draft.pieces[*place].royal) else {
            return false;
        };
        let last = rank.len() - 1;
        let corner = |at: usize| rank[at].is_some_and(|p| draft.pieces[p].name == "rook");
        let room = file.min(last - file);
        if !corner(0) || !corner(last) || room < 3 || draft.pieces[place].name != "king" {
            return false;
        }
        let by = if room >= 4 && draft.files >= 10 { 3 } else { 2 };
        match wanted {
            None => wanted = Some((place, by)),
            Some((known, width)) if known == place => wanted = Some((place, width.min(by))),
            Some(_) => return false,
        }
    }
    if let Some((place, by)) = wanted {
        draft.pieces[place].moves = format!("KisO{by}");
    }
    wanted.is_some()
}

fn pawn_lines(pawn: &Entry) -> [(String, String); 2] {
    [0, 1].map(|i| {
        let moves = match pawn.moves.get(i) {
            Some(moves) if pawn.name() != "pawn" => moves.as_str(),
            _ => PAWN,
        };
        (pawn.value.clone(), moves.to_owned())
    })
}

fn pawn_hint(catalogue: &Catalogue, name: &str) -> String {
    let names: Vec<&str> = catalogue.pawns.iter().map(Entry::name).collect();
    format!(
        "there are no pawns {name}: choose from {}",
        names.join(", ")
    )
}

fn rule_hint(text: &str) -> String {
    let known = rules::WORDS.map(|(word, ..)| word);
    let near = crate::variant::ini::did_you_mean::did_you_mean(text, known, 3);
    match near {
        Some(near) => format!("there is no rule {text}: did you mean {near}?"),
        None => format!(
            "there is no rule {text}: write {}, or a line as in `Stalemate: loss`",
            known.join(", ")
        ),
    }
}

/// The usual chessmen that fit on this number of files, and similar pieces on wider boards.
pub fn usual_army(files: u8) -> String {
    let files = usize::from(files);
    let mut center = match files {
        0..=1 => vec!["king"],
        n if n % 2 == 0 => vec!["queen", "king"],
        n if n < 9 => vec!["king"],
        _ => vec!["queen", "king", "chancellor"],
    };
    let mut wing = vec!["rook", "knight", "bishop"];
    wing.extend(["archbishop", "camel", "wazir", "zebra", "ferz"]);
    let side = (files - center.len().min(files)) / 2;
    wing.truncate(side);
    center.extend(wing.iter().rev());
    wing.append(&mut center);
    wing.join(" ")
}
