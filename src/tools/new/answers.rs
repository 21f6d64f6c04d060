//! From the options of `fmax new` to the variant that they describe.

use anyhow::{Context, anyhow, bail};

use super::catalogue::{Catalogue, Entry, key};
use super::draft::Draft;
use super::pieces::{Builder, own_piece};
use super::{Arguments, rules};
use crate::tools::mates::board;
use crate::variant::ini::did_you_mean::did_you_mean;

/// The pawns of chess, for both colours.
const PAWN: &str = "fmWfceFifmnD";
/// The lowest board on which pawns and back ranks have room.
const LEAST_RANKS: u8 = 4;
/// An estimated value counts as that of a queen.
const ESTIMATED: i32 = 950;

impl Arguments {
    /// The variant of these options, beginning with that of `--from`.
    pub fn draft(&self, from: Option<Draft>, catalogue: &Catalogue) -> anyhow::Result<Draft> {
        let fresh = from.is_none();
        let mut draft = from.unwrap_or_else(chess);
        draft.name = game_name(self.name.as_deref().unwrap_or_default())?;
        if let Some(text) = &self.description {
            let text = text.replace(|c: char| c.is_control(), " ");
            draft.description = text.split_whitespace().collect::<Vec<_>>().join(" ");
        }
        if let Some(text) = &self.board {
            let size = board(text).map_err(|hint| anyhow!("{text} is no board: {hint}"))?;
            if size.0 != draft.files {
                draft.ranks_of = [Vec::new(), Vec::new()];
                draft.promotion.clear();
            }
            (draft.files, draft.ranks) = size;
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
            draft.pawns = pawn_lines(catalogue, name)?;
        }
        let own = self.pieces.iter().map(|text| own_piece(catalogue, text));
        let mut builder = Builder {
            catalogue,
            own: own.collect::<anyhow::Result<_>>()?,
            draft,
        };
        self.add_armies(&mut builder)?;
        let castles = self.castling != Some(false) && fresh;
        if castles && !add_castling(&mut builder.draft) && self.castling == Some(true) {
            bail!("kings castle with what stands in a corner, two files or more from them");
        }
        self.add_promotion(&mut builder)?;
        for text in &self.rule {
            let king = builder.draft.king_letter();
            let line = rules::line(text, builder.draft.ranks, king);
            let line = builder.with_letters(&line.with_context(|| rule_hint(text))?)?;
            builder.draft.rules.push(line);
        }
        let draft = builder.draft;
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

    fn add_armies(&self, builder: &mut Builder) -> anyhow::Result<()> {
        let files = builder.draft.files;
        let begun = builder.draft.ranks_of[0].len() == usize::from(files);
        let usual = (!begun).then(|| usual_army(files));
        if let Some(text) = self.army.as_ref().or(usual.as_ref()) {
            let rank = army(builder, text)?;
            builder.draft.ranks_of = [rank.clone(), rank];
            builder.draft.promotion.clear();
        }
        if let Some(text) = &self.black_army {
            builder.draft.ranks_of[1] = army(builder, text)?;
        }
        builder.draft.drop_unused();
        for piece in builder.own.clone() {
            builder.place_of_own(&piece)?;
        }
        let draft = &builder.draft;
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

    fn add_promotion(&self, builder: &mut Builder) -> anyhow::Result<()> {
        let Some(text) = &self.promotion else {
            if builder.draft.promotion.is_empty() {
                builder.draft.promotion = best_first(&builder.draft);
            }
            return Ok(());
        };
        builder.draft.promotion.clear();
        for word in words(text).filter(|word| key(word) != "none") {
            let place = builder.place_of(word)?;
            let draft = &mut builder.draft;
            if draft.pieces[place].royal {
                bail!("pawns do not become {word}, which is royal");
            }
            if !draft.is_promoted_to(place) {
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
        files: 8,
        ranks: 8,
        pawns: [pawn.clone(), pawn],
        ..Draft::default()
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

/// The pieces of a text, with commas or blanks between them.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|c: char| c == ',' || c.is_whitespace());
    words.filter(|word| !word.is_empty())
}

/// A back rank: a word for each file.
fn army(builder: &mut Builder, text: &str) -> anyhow::Result<Vec<Option<usize>>> {
    let (count, files) = (words(text).count(), builder.draft.files);
    if count != usize::from(files) {
        bail!(
            "the army has {count} pieces and the board {files} files: one for each file, - for none, and names of \
             several words with dashes (high-priestess)"
        );
    }
    let place = |word: &str| match key(word).as_str() {
        "" | "empty" => Ok(None),
        _ => builder.place_of(word).map(Some),
    };
    words(text).map(place).collect()
}

/// All pieces except royal ones: those of the armies before others, the most valuable first.
fn best_first(draft: &Draft) -> Vec<usize> {
    let value = |place: usize| draft.pieces[place].value.parse().unwrap_or(ESTIMATED);
    let mut places: Vec<usize> = (0..draft.pieces.len()).collect();
    places.retain(|&place| !draft.pieces[place].royal);
    places.sort_by_key(|&place| (!draft.is_in_army(place), -value(place)));
    places
}

/// Lets kings castle with rooks in the corners of their rank if there is room. False if no king can.
fn add_castling(draft: &mut Draft) -> bool {
    let mut wanted: Option<(usize, i32)> = None;
    for rank in &draft.ranks_of {
        let is_king =
            |place: usize| draft.pieces[place].royal && draft.pieces[place].name == "king";
        let is_rook = |file: usize| rank[file].is_some_and(|p| draft.pieces[p].name == "rook");
        let Some(file) = rank.iter().position(|place| place.is_some_and(is_king)) else {
            return false;
        };
        let last = rank.len() - 1;
        let room = file.min(last - file);
        if !is_rook(0) || !is_rook(last) || room < 3 {
            return false;
        }
        let by = if room >= 4 && draft.files >= 10 { 3 } else { 2 };
        match (wanted, rank[file]) {
            (None, Some(king)) => wanted = Some((king, by)),
            (Some((known, width)), king) if king == Some(known) => {
                wanted = Some((known, width.min(by)));
            }
            _ => return false,
        }
    }
    if let Some((place, by)) = wanted {
        draft.pieces[place].moves = format!("KisO{by}");
    }
    wanted.is_some()
}

fn pawn_lines(catalogue: &Catalogue, name: &str) -> anyhow::Result<[(String, String); 2]> {
    let pawn = catalogue.pawn(name).with_context(|| {
        let names: Vec<&str> = catalogue.pawns.iter().map(Entry::name).collect();
        let names = names.join(", ");
        format!("there are no pawns {name}: choose from {names}")
    })?;
    let moves = |i: usize| match pawn.moves.get(i) {
        Some(moves) if pawn.name() != "pawn" => moves.as_str(),
        _ => PAWN,
    };
    Ok([0, 1].map(|i| (pawn.value.clone(), moves(i).to_owned())))
}

fn rule_hint(text: &str) -> String {
    let known = rules::WORDS.map(|(word, ..)| word);
    let hint = match did_you_mean(text, known, 3) {
        Some(near) => format!("did you mean {near}?"),
        None => format!(
            "write {}, or a line as in `Stalemate: loss`",
            known.join(", ")
        ),
    };
    format!("there is no rule {text}: {hint}")
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
