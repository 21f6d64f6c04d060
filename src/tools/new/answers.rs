//! Makes the variant that the options of `fmax new` describe.

use anyhow::{Context, anyhow, bail};

use super::catalogue::{Catalogue, Entry, key};
use super::draft::Draft;
use super::pieces::{Builder, own_piece};
use super::{Arguments, rules};
use crate::tools::board_size;
use crate::variant::ini::did_you_mean::did_you_mean;

/// The pawns of chess, for both colours.
const PAWN: &str = "fmWfceFifmnD";
/// The smallest number of ranks on which pawns and back ranks have room.
const LEAST_RANKS: u8 = 4;
/// The value in centipawns that a piece with an estimated value counts as: a queen's.
const ESTIMATED: i32 = 950;

impl Arguments {
    /// The variant that these options describe.
    pub fn draft(&self, catalogue: &Catalogue) -> anyhow::Result<Draft> {
        let (files, ranks) = match &self.board {
            Some(text) => board_size(text).map_err(|hint| anyhow!("{text} is no board: {hint}"))?,
            None => (8, 8),
        };
        if ranks < LEAST_RANKS {
            bail!("a board with pawns has {LEAST_RANKS} ranks or more");
        }
        let far_pawns = self.pawn_rank == Some(3);
        if far_pawns && ranks < 6 {
            bail!("with pawns on the third rank a board has six ranks or more");
        }
        let description = self.description.as_deref().unwrap_or_default();
        let description = description.replace(|c: char| c.is_control(), " ");
        let own = self.pieces.iter().map(|text| own_piece(catalogue, text));
        let mut builder = Builder {
            catalogue,
            own: own.collect::<anyhow::Result<_>>()?,
            draft: Draft {
                name: game_name(self.name.as_deref().unwrap_or_default())?,
                description: description.split_whitespace().collect::<Vec<_>>().join(" "),
                files,
                ranks,
                far_pawns,
                pawns: pawn_lines(catalogue, self.pawns.as_deref().unwrap_or("pawn"))?,
                ..Draft::default()
            },
        };
        self.add_armies(&mut builder)?;
        let castles = self.castling != Some(false) && add_castling(&mut builder.draft);
        if self.castling == Some(true) && !castles {
            bail!("kings castle with what stands in a corner, two files or more from them");
        }
        self.add_promotion(&mut builder)?;
        for text in &self.rule {
            let line = rules::line(text, ranks, builder.draft.king_letter());
            let line = builder.with_letters(&line.with_context(|| rule_hint(text))?)?;
            builder.draft.rules.push(line);
        }
        let draft = builder.draft;
        let idle = (draft.out_of_armies()).find(|place| !draft.promotion.contains(place));
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
        let usual = usual_army(builder.draft.files);
        let white = army(builder, self.army.as_deref().unwrap_or(&usual))?;
        let black = match &self.black_army {
            Some(text) => army(builder, text)?,
            None => white.clone(),
        };
        builder.draft.ranks_of = [white, black];
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
            builder.draft.promotion = best_first(&builder.draft);
            return Ok(());
        };
        for word in words(text).filter(|word| key(word) != "none") {
            let place = builder.place_of(word)?;
            let draft = &mut builder.draft;
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

/// Checks the name of a new variant.
pub fn game_name(text: &str) -> anyhow::Result<String> {
    let name = text.trim();
    let fits = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    let begins = name.starts_with(|c: char| c.is_ascii_lowercase());
    if !begins || !name.chars().all(fits) || name.len() > 40 {
        bail!("`{text}` is no name for a game: small letters, digits and dashes, as in my-game");
    }
    Ok(name.to_owned())
}

/// The names of pieces in a text, which are separated by commas or blanks.
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

/// All pieces except royal ones: pieces of the armies first, and among them the most valuable first.
fn best_first(draft: &Draft) -> Vec<usize> {
    let value = |place: usize| draft.pieces[place].value.parse().unwrap_or(ESTIMATED);
    let mut places: Vec<usize> = (0..draft.pieces.len()).collect();
    places.retain(|&place| !draft.pieces[place].royal);
    places.sort_by_key(|&place| (!draft.is_in_army(place), -value(place)));
    places
}

/// Lets the kings of both sides castle with rooks in the corners, if the board has room for all of these castlings; false if
/// it has not.
fn add_castling(draft: &mut Draft) -> bool {
    let castling = |rank: &Vec<Option<usize>>| -> Option<(usize, i32)> {
        let is_named = |place: Option<usize>, name: &str| {
            place.is_some_and(|place| draft.pieces[place].name == name)
        };
        let file = rank.iter().position(|&place| is_named(place, "king"))?;
        let last = rank.len() - 1;
        let room = file.min(last - file);
        let by = if room >= 4 && rank.len() >= 10 { 3 } else { 2 };
        let has_rooks = is_named(rank[0], "rook") && is_named(rank[last], "rook");
        Some((rank[file]?, by)).filter(|_| has_rooks && room >= 3)
    };
    match draft.ranks_of.each_ref().map(castling) {
        [Some((king, white)), Some((other, black))] if king == other => {
            draft.pieces[king].moves = format!("KisO{}", white.min(black));
            true
        }
        _ => false,
    }
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

/// The usual pieces of chess for this number of files, with similar pieces on wider boards.
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
