//! Rules that a new game can have, by words, and the lines that say so.

/// A rule by a word.
pub struct Word {
    /// The word.
    pub word: &'static str,
    /// The line; `{ranks}` is the number of ranks and `{king}` the letter of the king.
    pub line: &'static str,
    /// What it means.
    pub about: &'static str,
}

const fn word(word: &'static str, line: &'static str, about: &'static str) -> Word {
    Word { word, line, about }
}

/// All of them. A new one is a row here.
pub const WORDS: [Word; 14] = [
    word(
        "stalemate-loses",
        "Stalemate: loss",
        "who is stalemated has lost",
    ),
    word(
        "stalemate-wins",
        "Stalemate: win",
        "who is stalemated has won",
    ),
    word(
        "bare-king-loses",
        "Bare-King: loss",
        "who has nothing left but the king has lost",
    ),
    word(
        "bare-king-draws",
        "Bare-King: draw",
        "a bare king is a draw at once",
    ),
    word("three-checks", "Checks: 3", "the third check wins"),
    word(
        "king-race",
        "Goal: {king}={ranks}",
        "a king on the last rank wins",
    ),
    word(
        "must-capture",
        "Captures: compulsory",
        "who can capture must capture",
    ),
    word(
        "explosions",
        "Captures: explode spare=P",
        "a capture blows up everything around but pawns",
    ),
    word(
        "drops",
        "Drops: all",
        "what is captured can be dropped, as in crazyhouse",
    ),
    word(
        "shuffle",
        "Shuffle: free",
        "the back ranks are shuffled before the game",
    ),
    word(
        "duck",
        "Walls: elsewhere",
        "a duck stands in the way, and is moved after each move",
    ),
    word(
        "passing",
        "Pass: always",
        "a side that is not in check may pass",
    ),
    word(
        "no-facing",
        "Facing: illegal",
        "kings may not face each other on an open file",
    ),
    word(
        "long-games",
        "Move-Rule: 100",
        "a draw after a hundred moves without progress, not fifty",
    ),
];

/// The line that a text means: one of the words, or a rule line as it is, which has a colon.
pub fn line(text: &str, ranks: u8, king: char) -> Option<String> {
    if text.contains(':') {
        return Some(text.trim().to_owned());
    }
    let wanted = super::catalogue::key(text);
    let found = WORDS.iter().find(|word| word.word == wanted)?;
    let line = found.line.replace("{ranks}", &ranks.to_string());
    Some(line.replace("{king}", &king.to_ascii_uppercase().to_string()))
}
