//! What a game can say about its evaluation: the terms that are counted in every game, and the file
//! beside the file of games that says what they are worth.
//!
//! The file has the name of the file of games, with the ending `.eval`. A line `Game: NAME` begins
//! what concerns a game, `TERM MIDDLEGAME ENDGAME` sets the worth of a term; two slashes begin a
//! comment. What is not said keeps the worth that it has in all games. What the terms do is a
//! matter of [`crate::eval`].

use std::path::{Path, PathBuf};

use super::ini::diagnostic::Report;
use super::{Diagnostic, Span, ini::did_you_mean::did_you_mean};

macro_rules! terms {
    ($($name:ident $text:literal $meaning:literal;)*) => {
        /// Something that the evaluation counts.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Term {
            $(#[doc = $meaning] $name,)*
        }

        impl Term {
            /// All of them, in the order of the table.
            pub const ALL: [Term; [$($text),*].len()] = [$(Term::$name),*];

            /// What it is called in the table and in files.
            pub fn name(self) -> &'static str {
                match self { $(Term::$name => $text,)* }
            }

            /// What it means, with its unit.
            pub fn meaning(self) -> &'static str {
                match self { $(Term::$name => $meaning,)* }
            }
        }
    };
}

terms! {
    Tempo "tempo" "Having the move, centipawns.";
    PieceValue "piece-value" "Added to the value of a piece, percent.";
    PawnValue "pawn-value" "Added to the value of a pawn, percent.";
    PlaceTargets "place-targets" "A square on which a piece can expect one target more than on the average one, centipawns.";
    PlaceHint "place-hint" "From the corner to the centre, for pieces that the file wants centralised, centipawns.";
    PlaceCentre "place-centre" "The same for all pieces, royals apart, centipawns.";
    PlaceAdvance "place-advance" "From the first rank to the last, for pieces other than pawns and royals, centipawns.";
    PlaceHome "place-home" "A piece on its first rank, centipawns.";
    PawnWay "pawn-way" "A pawn's way to promotion, squared, for each 100 centipawns of promotion gain.";
    PawnRank "pawn-rank" "A pawn's way to promotion, centipawns.";
    PawnCentre "pawn-centre" "From the corner to the centre, for pawns, centipawns.";
    RoyalRank "royal-rank" "Each of the first three ranks that a royal has left behind, centipawns.";
    RoyalCentre "royal-centre" "From the corner to the centre, for royals, centipawns.";
    Mobility "mobility" "One target more than expected, divided by the square root of what is expected, centipawns.";
    MobilityRoot "mobility-root" "The difference of the square roots of targets and expected targets, centipawns.";
    MobilityNone "mobility-none" "A piece without any target, centipawns.";
    ThreatByPawn "threat-by-pawn" "A piece attacked by a pawn, centipawns.";
    ThreatByCheaper "threat-by-cheaper" "A piece attacked by one of a lower class, centipawns.";
    ThreatGain "threat-gain" "The same, for each 100 centipawns by which it is worth more, 4 at most.";
    ThreatEven "threat-even" "A piece attacked by one of its class or above, centipawns.";
    HangingPawn "hanging-pawn" "An attacked pawn that nothing protects, centipawns.";
    HangingPiece "hanging-piece" "Any other attacked piece that nothing protects, centipawns.";
    PawnIsolated "pawn-isolated" "A pawn that no other can ever protect where it stands or on its way, centipawns.";
    PawnLagging "pawn-lagging" "A pawn that no other can ever protect where it stands, though perhaps on its way, centipawns.";
    PawnDoubled "pawn-doubled" "A pawn with another in its way, centipawns.";
    PawnProtected "pawn-protected" "A pawn that another one protects, centipawns.";
    PawnConnected "pawn-connected" "A pawn whose next square another one protects, centipawns.";
    Passed "passed" "A passed pawn's way, squared, for each 100 centipawns of promotion gain.";
    PassedFlat "passed-flat" "A passed pawn, centipawns.";
    PassedFree "passed-free" "A passed pawn's way, squared, if it can go on to a safe square, for each 100 centipawns of promotion gain.";
    PassedBlocked "passed-blocked" "The same if it cannot go on.";
    PassedSupported "passed-supported" "The same if the next square is protected.";
    PassedRoyal "passed-royal" "A passed pawn's way, for each step that the enemy's lone royal is further away from its next square than the own one, centipawns.";
    ShelterNear "shelter-near" "An own pawn one rank in front of a lone royal, on its file or beside it, centipawns.";
    ShelterFar "shelter-far" "The same two ranks in front.";
    Danger "danger" "The danger to a lone royal: the sum of what follows, in eighths, squared, a hundredth of it, centipawns. What follows has no part for the end game.";
    DangerLight "danger-light" "Danger: a hit by a piece of the first class beside a royal.";
    DangerMiddle "danger-middle" "Danger: the same by a piece of the second class.";
    DangerHeavy "danger-heavy" "Danger: the same by a piece of the third class.";
    DangerPawn "danger-pawn" "Danger: the same by a pawn.";
    DangerWeak "danger-weak" "Danger: such a square that only the royal protects.";
    DangerOpen "danger-open" "Danger: an empty square from which the pieces of the enemy could give check.";
    DangerCheck "danger-check" "Danger: such a square that an enemy piece can come to, and nothing protects.";
    DangerBase "danger-base" "Danger to every royal, mostly negative.";
    Pair "pair" "Pieces of one colour-bound type on squares of both kinds, for each 100 centipawns that they are worth.";
    Hill "hill" "A royal on its goal; with n steps to go, the part 1/(1+n) of it, centipawns.";
    HillRace "hill-race" "A royal with a way of n safe steps to its goal: the part 1/n² of it, centipawns.";
    Vanishing "vanishing" "The last piece of a type that must not die out; with n left the part 1/n² of it, centipawns.";
    Bare "bare" "One piece left besides the royal, where a bare royal loses; with n, the part 1/n² of it, centipawns.";
}

impl Term {
    /// The term of a name.
    pub fn by_name(name: &str) -> Option<Term> {
        Term::ALL.into_iter().find(|term| term.name() == name)
    }

    /// True for the parts of the danger to a royal, whose sum is squared.
    pub fn is_danger(self) -> bool {
        self.name().starts_with("danger-")
    }
}

/// The worth of a term in the middle game and in the end game.
pub type Worth = (Term, f64, f64);

/// The largest worth that makes sense.
const MOST: f64 = 5000.0;
/// Names at most this different from a term's are taken for misspelt.
const MISSPELT: usize = 4;

/// Where the worths for the games of a file are looked for.
pub fn path_beside(path: &Path) -> PathBuf {
    path.with_extension("eval")
}

/// What the file says about one game.
#[derive(Clone, Debug, PartialEq)]
pub struct Section {
    /// The name of the game, and where it stands.
    pub game: (String, Span),
    /// What is set.
    pub worths: Vec<Worth>,
}

/// Reads such a file, with all that is wrong with it. Lines that cannot be understood are left out.
pub fn read(file: &str, text: &str) -> (Vec<Section>, Vec<Diagnostic>) {
    let mut report = Report::new(file);
    let mut sections: Vec<Section> = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let span = Span {
            line: number,
            column: 1 + (line.len() - line.trim_start().len()) as u32,
        };
        let line = line.trim();
        if line.is_empty() || line.starts_with("//") {
            continue;
        }
        if let Some(name) = line.strip_prefix("Game:") {
            sections.push(Section {
                game: (name.trim().to_owned(), span),
                worths: Vec::new(),
            });
            continue;
        }
        match (worth(line), sections.last_mut()) {
            (Ok(worth), Some(section)) => section.worths.push(worth),
            (Ok(_), None) => {
                let hint = Some("begin with a line `Game: NAME`".to_owned());
                report.error(span, "it is not said for which game", hint);
            }
            (Err((message, hint)), _) => report.error(span, message, hint),
        }
    }
    (sections, report.into_list())
}

fn worth(line: &str) -> Result<Worth, (String, Option<String>)> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let [name, mg, eg] = words[..] else {
        let hint = "a line is the name of a term and two numbers: middle game, end game";
        return Err((format!("`{line}` is not understood"), Some(hint.to_owned())));
    };
    let Some(term) = Term::by_name(name) else {
        let names = Term::ALL.into_iter().map(Term::name);
        let near = did_you_mean(name, names, MISSPELT);
        let hint = near.map(|near| format!("do you mean `{near}`?"));
        return Err((format!("there is no term `{name}`"), hint));
    };
    let number = |text: &str| match text.parse::<f64>() {
        Ok(number) if number.abs() <= MOST => Ok(number),
        _ => {
            let hint = format!("a number from -{MOST} to {MOST} is expected");
            Err((format!("`{text}` cannot be a worth"), Some(hint)))
        }
    };
    Ok((term, number(mg)?, number(eg)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found() {
        for term in Term::ALL {
            assert_eq!(Term::by_name(term.name()), Some(term));
        }
        assert!(Term::DangerCheck.is_danger() && !Term::Danger.is_danger());
    }

    #[test]
    fn sections_with_worths() {
        let text = "// learnt\n\nGame: mygame\ntempo 5 -3.5\n  pair 0 1e1\r\nGame: other\n";
        let (sections, complaints) = read("my.eval", text);
        assert_eq!(complaints, []);
        assert_eq!(sections.len(), 2);
        assert_eq!(sections[0].game.0, "mygame");
        let worths = [(Term::Tempo, 5.0, -3.5), (Term::Pair, 0.0, 10.0)];
        assert_eq!(sections[0].worths, worths);
        assert_eq!(sections[1].worths, []);
    }

    #[test]
    fn what_is_not_understood() {
        for (text, complaint) in [
            ("tempo 1 2", "1:1: error: it is not said for which game"),
            (
                "Game: x\n tempi 1 2",
                "2:2: error: there is no term `tempi` (hint: do you mean `tempo`?)",
            ),
            (
                "Game: x\ntempo 1",
                "2:1: error: `tempo 1` is not understood",
            ),
            ("Game: x\ntempo 1 x", "2:1: error: `x` cannot be a worth"),
            (
                "Game: x\ntempo NaN 1",
                "2:1: error: `NaN` cannot be a worth",
            ),
            (
                "Game: x\ntempo 1e9 1",
                "2:1: error: `1e9` cannot be a worth",
            ),
        ] {
            let (sections, complaints) = read("my.eval", text);
            let said = complaints[0].to_string();
            assert!(said.starts_with(&format!("my.eval:{complaint}")), "{said}");
            assert!(sections.iter().all(|section| section.worths.is_empty()));
        }
    }
}
