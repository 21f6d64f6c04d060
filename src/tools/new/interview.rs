//! The questions about a new game, asked one after the other. What is answered is tried at once:
//! an answer that makes no game is asked for again, with what is wrong with it.

use std::io::{BufRead, Write};

use anyhow::bail;

use super::answers::{Answers, game_name, usual_army};
use super::catalogue::Catalogue;
use super::complaints;
use super::rules::WORDS;

/// So often an answer is asked for again before we give up: nobody is there who reads.
const PATIENCE: usize = 20;

/// A question: what is asked, what it means to answer nothing, and where the answer goes.
struct Question {
    text: &'static str,
    /// What is answered by an empty line, given the answers so far.
    default: fn(&Answers) -> String,
    put: fn(&mut Answers, &str),
    /// It is answered already.
    is_answered: fn(&Answers) -> bool,
    /// The game to begin with has an answer, which stays if nothing else is said.
    is_of_army: bool,
    /// What a question mark tells.
    help: fn(&Catalogue) -> String,
}

const QUESTIONS: [Question; 9] = [
    Question {
        text: "Name of the game",
        is_answered: |answers| !answers.name.is_empty(),
        is_of_army: false,
        default: |_| String::new(),
        put: |answers, text| answers.name = text.to_owned(),
        help: |_| "small letters, digits and dashes, as in my-game".to_owned(),
    },
    Question {
        text: "What is it, in a line",
        is_answered: |answers| answers.description.is_some(),
        is_of_army: true,
        default: |_| String::new(),
        put: |answers, text| answers.description = Some(text.to_owned()),
        help: |_| "shown in lists of games and by the button Info; may be left out".to_owned(),
    },
    Question {
        text: "Board, files x ranks",
        is_answered: |answers| answers.board.is_some(),
        is_of_army: true,
        default: |_| "8x8".to_owned(),
        put: |answers, text| answers.board = Some(text.to_owned()),
        help: |_| "up to 16x16, as in 10x8".to_owned(),
    },
    Question {
        text: "Back rank from the a-file",
        is_answered: |answers| answers.armies[0].is_some(),
        is_of_army: true,
        default: |answers| {
            let files = answers
                .board
                .as_deref()
                .and_then(|board| board.split(['x', 'X']).next());
            usual_army(
                files
                    .and_then(|files| files.trim().parse().ok())
                    .unwrap_or(8),
            )
        },
        put: |answers, text| answers.armies[0] = Some(text.to_owned()),
        help: names,
    },
    Question {
        text: "Black's, if it is another one",
        is_answered: |answers| answers.armies[1].is_some(),
        is_of_army: true,
        default: |answers| answers.armies[0].clone().unwrap_or_default(),
        put: |answers, text| {
            let text = text.to_owned();
            answers.armies[1] = Some(text).filter(|text| Some(text) != answers.armies[0].as_ref());
        },
        help: names,
    },
    Question {
        text: "Pawns",
        is_answered: |answers| answers.pawns.is_some(),
        is_of_army: true,
        default: |_| "pawn".to_owned(),
        put: |answers, text| answers.pawns = Some(text.to_owned()),
        help: |catalogue| {
            let names: Vec<&str> = catalogue.pawns.iter().map(|pawn| pawn.name()).collect();
            names.join(", ")
        },
    },
    Question {
        text: "Pawns start on rank",
        is_answered: |answers| answers.pawn_rank.is_some(),
        is_of_army: true,
        default: |_| "2".to_owned(),
        // anything else is no rank, and told so
        put: |answers, text| answers.pawn_rank = Some(text.trim().parse().unwrap_or(0)),
        help: |_| "2 or 3".to_owned(),
    },
    Question {
        text: "Pawns become",
        is_answered: |answers| answers.promotion.is_some(),
        is_of_army: true,
        default: |_| "all".to_owned(),
        put: |answers, text| {
            answers.promotion = Some(text.to_owned()).filter(|text| text.trim() != "all");
        },
        help: |_| {
            "pieces, the usual choice first; all for every piece; none for no promotion".to_owned()
        },
    },
    Question {
        text: "Other rules",
        is_answered: |answers| !answers.rules.is_empty(),
        is_of_army: false,
        default: |_| String::new(),
        put: |answers, text| {
            let rules = text
                .split(',')
                .map(str::trim)
                .filter(|rule| !rule.is_empty());
            answers.rules = rules.map(str::to_owned).collect();
        },
        help: |_| {
            let lines = WORDS
                .iter()
                .map(|word| format!("{}: {}", word.word, word.about));
            let lines: Vec<String> = lines.collect();
            format!("with commas between them\n  {}", lines.join("\n  "))
        },
    },
];

fn names(catalogue: &Catalogue) -> String {
    let names: Vec<&str> = catalogue.pieces.iter().map(|entry| entry.name()).collect();
    format!(
        "{}\nor NAME=BETZA, as in phoenix=WA; - for an empty square",
        names.join(", ")
    )
}

/// Asks for everything that is not answered yet.
///
/// # Errors
/// If the answers end before the questions, or make no sense again and again.
pub fn ask(
    mut answers: Answers,
    catalogue: &Catalogue,
    input: &mut dyn BufRead,
    out: &mut dyn Write,
) -> anyhow::Result<Answers> {
    writeln!(
        out,
        "An empty answer takes what stands in brackets, a ? tells what can be answered."
    )?;
    for question in &QUESTIONS {
        if !(question.is_answered)(&answers) {
            answers = one(question, answers, catalogue, input, out)?;
        }
    }
    Ok(answers)
}

fn one(
    question: &Question,
    answers: Answers,
    catalogue: &Catalogue,
    input: &mut dyn BufRead,
    out: &mut dyn Write,
) -> anyhow::Result<Answers> {
    for _ in 0..PATIENCE {
        let stays = question.is_of_army && answers.from.is_some();
        let default = match stays {
            true => "as it is".to_owned(),
            false => (question.default)(&answers),
        };
        match default.is_empty() {
            true => write!(out, "{}: ", question.text)?,
            false => write!(out, "{} [{default}]: ", question.text)?,
        }
        out.flush()?;
        let mut line = String::new();
        if input.read_line(&mut line)? == 0 {
            writeln!(out)?;
            bail!("the answers end here; nothing is written");
        }
        let line = line.trim();
        if line == "?" {
            writeln!(out, "  {}", (question.help)(catalogue))?;
            continue;
        }
        if line.is_empty() && stays {
            return Ok(answers);
        }
        let text = if line.is_empty() { &default } else { line };
        let mut tried = answers.clone();
        (question.put)(&mut tried, text);
        match wrong(&tried, catalogue) {
            None => return Ok(tried),
            Some(reason) => writeln!(out, "  {reason}")?,
        }
    }
    bail!("no answer that makes a game; nothing is written")
}

/// What is wrong with the answers so far, with the usual ones for the rest.
fn wrong(answers: &Answers, catalogue: &Catalogue) -> Option<String> {
    if let Err(error) = game_name(&answers.name) {
        return Some(error.to_string());
    }
    if answers
        .pawn_rank
        .is_some_and(|rank| !(2..=3).contains(&rank))
    {
        return Some("pawns start on rank 2 or 3".to_owned());
    }
    match answers.draft(catalogue) {
        Err(error) => Some(format!("{error:#}")),
        Ok(draft) => complaints(&draft).into_iter().next(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(text: &str) -> (anyhow::Result<Answers>, String) {
        let catalogue = Catalogue::builtin();
        let mut out = Vec::new();
        let answers = ask(
            Answers::default(),
            &catalogue,
            &mut text.as_bytes(),
            &mut out,
        );
        (answers, String::from_utf8(out).unwrap())
    }

    #[test]
    fn bad_answers_are_asked_for_again() {
        let text = "My Game\nmine\n?\n\n99x9\n6x8\nrook grifon king bishop knight rook\n\
                    rook griffon king bishop knight rook\n\n\nberolina\n4\n2\n?\ngriffon rook\n\
                    gravity\nstalemate-loses, three-checks\n";
        let (answers, said) = told(text);
        let answers = answers.unwrap_or_else(|error| panic!("{error}\n{said}"));
        for part in [
            "no name for a game",
            "99x9 is no board",
            "did you mean griffon?",
            "rank 2 or 3",
            "there is no rule gravity",
        ] {
            assert!(said.contains(part), "{part}: {said}");
        }
        let draft = answers.draft(&Catalogue::builtin()).unwrap();
        assert_eq!((draft.files, draft.ranks), (6, 8));
        assert_eq!(draft.rules, ["Stalemate: loss", "Checks: 3"]);
        assert!(complaints(&draft).is_empty());
    }

    #[test]
    fn all_questions_have_answers_by_default_but_for_the_name() {
        let (answers, said) = told("mine\n\n\n\n\n\n\n\n\n");
        assert_eq!(answers.unwrap().name, "mine", "{said}");
        let catalogue = Catalogue::builtin();
        // what was said before is not asked for, and what another game says stays
        let named = Answers {
            name: "begun".to_owned(),
            ..Answers::default()
        };
        let chess = named.draft(&catalogue).unwrap();
        let answers = Answers {
            name: "mine".to_owned(),
            board: Some("8x9".to_owned()),
            from: Some(chess.clone()),
            ..Answers::default()
        };
        let mut out = Vec::new();
        let said = ask(
            answers,
            &catalogue,
            &mut "\n\n\n\n\n\n\n".as_bytes(),
            &mut out,
        )
        .unwrap();
        let draft = said.draft(&catalogue).unwrap();
        assert_eq!((draft.files, draft.ranks), (8, 9));
        assert_eq!(draft.pieces.len(), chess.pieces.len());
        assert!(!String::from_utf8(out).unwrap().contains("Board"));
        let (ended, _) = told("mine\n\n");
        assert!(
            ended
                .unwrap_err()
                .to_string()
                .contains("nothing is written")
        );
        let (lost, _) = told(&"!\n".repeat(30));
        assert!(lost.is_err());
    }
}
