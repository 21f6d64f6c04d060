//! Sections of `variants.ini`: how one changes a game, and the one that makes it.

use std::fmt::Write as _;

use super::{Complaint, FairyGame};
use crate::tools::exchange::fairy::ini::{Line, Section};
use crate::tools::exchange::fairy::keys::{
    self, Form, KEYS, Key, NO_RULES, Squares, Value, of, whole_ranks,
};
use crate::tools::exchange::fairy::pieces::Kind;
use crate::tools::exchange::fairy::quoted;
use crate::types::Color;
use crate::variant::Zone;

/// How keys about where a kind may stop begin.
const MOBILITY: &str = "mobilityRegion";
/// The rank of pawns, by their owner's count.
const SECOND: u8 = 2;

impl FairyGame {
    /// Applies a section; what of it cannot be understood is told with its place.
    pub fn apply(&mut self, section: &Section) -> Vec<Complaint> {
        let mut complaints = Vec::new();
        let find = |name: &str| section.lines.iter().rev().find(|line| line.key == name);
        // the size counts for what comes
        for key in &KEYS[..2] {
            self.apply_key(key, find(key.name), &mut complaints);
        }
        for kind in Kind::each() {
            if let Some(line) = find(&kind.to_string()).filter(|line| !line.value.is_empty()) {
                self.apply_piece(kind, line, &mut complaints);
            }
            for color in Color::ALL {
                if let Some(line) = find(&mobility_key(color, kind)) {
                    match keys::read(Form::Squares, &line.value, &|_| None) {
                        Ok(Value::Squares(zone)) if zone.is_empty() => {
                            self.mobility.remove(&(color, kind));
                        }
                        Ok(Value::Squares(zone)) => {
                            self.mobility.insert((color, kind), zone);
                        }
                        Ok(_) => {}
                        Err(wrong) => complaints.push((line.value_at, wrong)),
                    }
                }
            }
        }
        self.apply_old(&find, &mut complaints);
        for key in &KEYS[2..] {
            self.apply_key(key, find(key.name), &mut complaints);
        }
        for line in &section.lines {
            if !is_known(&line.key) {
                let message = format!("Fairy-Stockfish has no key `{}`", quoted(&line.key));
                complaints.push((line.key_at, message));
            }
        }
        complaints.sort_by_key(|(span, _)| *span);
        complaints
    }

    fn apply_piece(&mut self, kind: Kind, line: &Line, complaints: &mut Vec<Complaint>) {
        let mut chars = line.value.chars();
        match chars.next() {
            Some(letter) if letter.is_ascii_alphabetic() => self.add_piece(kind, letter),
            Some('-') => return self.remove_piece(kind),
            _ => {
                let message = format!("`{}` begins with no letter", quoted(&line.value));
                complaints.push((line.value_at, message));
                return;
            }
        }
        // behind the colon
        let moves = chars.as_str().get(1..).unwrap_or("");
        if kind.is_custom() {
            if moves.is_empty() && !self.own_moves.contains_key(&kind) {
                let message = format!("{kind} has no moves: `{}`", quoted(&line.value));
                complaints.push((line.value_at, message));
            }
            if !moves.is_empty() {
                self.own_moves.insert(kind, moves.to_owned());
            }
            if moves.contains('e') {
                for color in Color::ALL {
                    let name = of(color, "enPassantTypes");
                    if let Value::Pieces(kinds) = self.get(&name) {
                        self.set(&name, kinds.with(kind));
                    }
                }
            }
        } else if kind == Kind::KING {
            self.king_is_wazir = false;
            match moves.is_empty() {
                true => self.own_moves.remove(&kind),
                false => self.own_moves.insert(kind, moves.to_owned()),
            };
        }
    }

    /// Keys that others have replaced, which are still read before these.
    fn apply_old<'a>(
        &mut self,
        find: &dyn Fn(&str) -> Option<&'a Line>,
        complaints: &mut Vec<Complaint>,
    ) {
        let mut rank = |name: &str| {
            let line = find(name)?;
            match keys::read(Form::Rank, &line.value, &|_| None) {
                Ok(Value::Number(rank)) => Some(rank as u8),
                Ok(_) => None,
                Err(wrong) => {
                    complaints.push((line.value_at, format!("{name}: {wrong}")));
                    None
                }
            }
        };
        let promotion = rank("promotionRank");
        // the second of these is not even read where the first one is there
        let double = rank("doubleStepRank");
        let least = match double {
            Some(_) => None,
            None => rank("doubleStepRankMin"),
        };
        let ranks = self.size().1;
        // ranks as their owner counts them, from 1
        let mut set = |name: &str, first: u8, last: u8| {
            for color in Color::ALL {
                let own = (first..=last.min(ranks)).filter_map(|rank| match color {
                    Color::White => rank.checked_sub(1),
                    Color::Black => ranks.checked_sub(rank),
                });
                self.set_of(color, name, Value::Squares(whole_ranks(own)));
            }
        };
        if let Some(rank) = promotion {
            set("promotionRegion", rank, ranks);
        }
        if double.or(least).is_some() {
            let (first, last) = (least.unwrap_or(SECOND), double.unwrap_or(SECOND));
            set("doubleStepRegion", first, last);
        }
        if let Some(line) = find("dropOnTop") {
            match keys::read(Form::Flag, &line.value, &|_| None) {
                Ok(Value::Flag(true)) => self.set("enclosingDrop", "top"),
                Ok(_) => {}
                Err(wrong) => complaints.push((line.value_at, format!("dropOnTop: {wrong}"))),
            }
        }
    }

    fn apply_key(&mut self, key: &Key, line: Option<&Line>, complaints: &mut Vec<Complaint>) {
        let Some(line) = line.filter(|_| key.form != Form::Old) else {
            return;
        };
        let read = keys::read(key.form, &line.value, &|letter| self.kind_of(letter));
        match read {
            Ok(value) if key.is_plain() => match (self.get(key.name), value) {
                // what is said of some kinds leaves the others alone
                (Value::Counts(mut old), Value::Counts(new)) => {
                    old.extend(new);
                    self.set(key.name, Value::Counts(old));
                }
                (Value::Pairs(mut old), Value::Pairs(new)) => {
                    old.extend(new);
                    old.retain(|_, to| *to != Kind::ALL);
                    self.set(key.name, Value::Pairs(old));
                }
                (_, value) => self.set(key.name, value),
            },
            Ok(value) => {
                for name in key.targets() {
                    self.set(&name, value.clone());
                }
            }
            Err(wrong) => complaints.push((line.value_at, format!("{}: {wrong}", key.name))),
        }
    }

    /// The lines of a section, without its head.
    pub fn write(&self) -> String {
        let mut text = String::new();
        let mut line = |key: &str, value: &str| {
            // nobody can hinder it
            let _ = writeln!(text, "{key} = {value}");
        };
        for (kind, letter) in &self.letters {
            let letter = letter.to_ascii_lowercase();
            match self.own_moves.get(kind) {
                Some(moves) => line(&kind.to_string(), &format!("{letter}:{moves}")),
                None => line(&kind.to_string(), &letter.to_string()),
            }
        }
        for ((color, kind), zone) in &self.mobility {
            line(&mobility_key(*color, *kind), &self.squares_text(zone));
        }
        for key in KEYS.iter().filter(|key| key.is_plain()) {
            let value = self.fields.get(key.name).cloned();
            // what a parent-less section begins without is always said
            let value = value.or_else(|| {
                (key.name == "startFen")
                    .then(|| keys::default(key.name))
                    .flatten()
            });
            if let Some(value) = value {
                line(key.name, &self.value_text(&value));
            }
        }
        text
    }

    fn squares_text(&self, zone: &Zone) -> String {
        let (files, ranks) = self.size();
        Squares { zone, files, ranks }.to_string()
    }

    fn letter(&self, kind: Kind) -> String {
        match kind {
            Kind::ALL => "*".to_owned(),
            kind => (self.letters.get(&kind))
                .map_or("-".to_owned(), |l| l.to_ascii_lowercase().to_string()),
        }
    }

    fn value_text(&self, value: &Value) -> String {
        let or_dash = |text: String| {
            if text.is_empty() {
                "-".to_owned()
            } else {
                text
            }
        };
        match value {
            Value::Flag(flag) => flag.to_string(),
            Value::Number(number) => number.to_string(),
            Value::File(file) => char::from(b'a' + file).to_string(),
            Value::Text(text) => or_dash(text.clone()),
            Value::Squares(zone) => self.squares_text(zone),
            Value::Piece(kind) => kind.map_or("-".to_owned(), |kind| self.letter(kind)),
            Value::Pieces(kinds) => {
                let kinds = kinds.iter();
                let known =
                    kinds.filter(|kind| *kind == Kind::ALL || self.letters.contains_key(kind));
                or_dash(known.map(|kind| self.letter(kind)).collect())
            }
            Value::Counts(counts) => {
                let words: Vec<String> = (counts.iter())
                    .map(|(kind, n)| format!("{}:{n}", self.letter(*kind)))
                    .collect();
                or_dash(words.join(" "))
            }
            Value::Pairs(pairs) => {
                let words: Vec<String> = (pairs.iter())
                    .map(|(a, b)| format!("{}:{}", self.letter(*a), self.letter(*b)))
                    .collect();
                or_dash(words.join(" "))
            }
        }
    }
}

fn mobility_key(color: Color, kind: Kind) -> String {
    let name = kind.to_string();
    let (first, rest) = name.split_at(1);
    of(color, MOBILITY) + &first.to_ascii_uppercase() + rest
}

fn is_known(key: &str) -> bool {
    let mobility = || {
        if !key.starts_with(MOBILITY) {
            return false;
        }
        let mut kinds = Kind::each().flat_map(|kind| Color::ALL.map(|c| mobility_key(c, kind)));
        kinds.any(|name| name == key)
    };
    KEYS.iter().any(|known| known.name == key)
        || NO_RULES.contains(&key)
        || Kind::by_name(key).is_some()
        || mobility()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tools::exchange::fairy::ini;

    fn applied(text: &str) -> (FairyGame, Vec<String>) {
        let (sections, _) = ini::read(text);
        let mut game = FairyGame::default();
        let complaints = game.apply(&sections[0]);
        let told = complaints
            .into_iter()
            .map(|(at, text)| format!("{}:{}: {text}", at.line, at.column));
        (game, told.collect())
    }

    #[test]
    fn a_game_is_written_as_it_was_read() {
        let text = "[a]\npawn = p\ncustomPiece3 = c:mRcpR\nking = k:W\nmaxRank = 9\nmaxFile = 9\n\
                    mobilityRegionWhiteKing = *1 d2\npromotionLimit = c:2\npromotedPieceType = p:c\n\
                    flagRegionBlack = a*\nflagPiece = *\ndoubleStep = false\n";
        let (game, complaints) = applied(text);
        assert!(complaints.is_empty(), "{complaints:?}");
        assert_eq!((game.size(), game.betza(Kind::KING)), ((9, 9), "W"));
        let (again, _) = applied(&format!("[a]\n{}", game.write()));
        assert_eq!(again.write(), game.write());
        assert_eq!(game.squares("flagRegionBlack").squares().count(), 9);
    }

    #[test]
    fn keys_of_old_files_are_read() {
        let (game, complaints) = applied(
            "[a]\nmaxRank = 10\npawn = p\npromotionRank = 8\ndoubleStepRank = 3\ndropOnTop = true\n",
        );
        assert!(complaints.is_empty(), "{complaints:?}");
        let [white, black] = game.squares_of("promotionRegion").into_array();
        let ranks = |zone: &Zone| -> Vec<u8> {
            let first = zone.squares().filter(|(file, _)| *file == 0);
            first.map(|(_, rank)| rank).collect()
        };
        assert_eq!(
            (ranks(&white), ranks(&black)),
            (vec![7, 8, 9], vec![0, 1, 2])
        );
        let [white, black] = game.squares_of("doubleStepRegion").into_array();
        assert_eq!((ranks(&white), ranks(&black)), (vec![1, 2], vec![7, 8]));
        assert_eq!(game.text("enclosingDrop"), "top");
        // where the newer keys are there, they count
        let (game, complaints) = applied(
            "[a]\npromotionRegionWhite = *6\npromotionRank = 7\ndoubleStepRankMin = 2\ndropOnTop = 1\n",
        );
        assert_eq!(complaints, [""; 0]);
        let [white, black] = game.squares_of("promotionRegion").into_array();
        assert_eq!((ranks(&white), ranks(&black)), (vec![5], vec![0, 1]));
        let doubles = game.squares_of("doubleStepRegion");
        assert_eq!(ranks(&doubles[Color::White]), [1]);
    }

    #[test]
    fn a_letter_is_taken_from_who_had_it() {
        let (game, _) =
            applied("[a]\npawn = p\nrook = r\npromotionPieceTypes = r\ncustomPiece1 = r:Q2\n");
        assert_eq!(game.kind_of('r'), Some(Kind::custom(1)));
        assert!(!game.letters.contains_key(&Kind::ROOK));
    }

    #[test]
    fn what_is_wrong_is_told_with_its_place() {
        let (_, complaints) = applied(
            "[a]\npawn = p\ncastling = yes\nflagRegionWhite = z9\nrok = r\nextinctionPieceTypes = px\n",
        );
        assert_eq!(
            complaints,
            [
                "4:19: flagRegionWhite: `z9` is no square",
                "5:1: Fairy-Stockfish has no key `rok`",
                "6:24: extinctionPieceTypes: no piece has the letter `x`",
            ]
        );
    }
}
