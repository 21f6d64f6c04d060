//! Words for rules that a new variant can have, and the rule lines for which they stand.

/// Rules by their words: the word, the line that it stands for, and what it means. In a line `{ranks}` is the number of ranks, and
/// `{king}` the letter of the king.
#[rustfmt::skip]
pub const WORDS: [(&str, &str, &str); 14] = [
    ("stalemate-loses", "Stalemate: loss", "a stalemated side loses"),
    ("stalemate-wins", "Stalemate: win", "a stalemated side wins"),
    ("bare-king-loses", "Bare-King: loss", "a bare king loses"),
    ("bare-king-draws", "Bare-King: draw", "a bare king is a draw at once"),
    ("three-checks", "Checks: 3", "the third check wins"),
    ("king-race", "Goal: {king}={ranks}", "a king on the last rank wins"),
    ("must-capture", "Captures: compulsory", "a side that can capture must capture"),
    ("explosions", "Captures: explode spare=P", "a capture blows up everything around but pawns"),
    ("drops", "Drops: all", "captured pieces can be dropped, as in crazyhouse"),
    ("shuffle", "Shuffle: free", "the back ranks are shuffled before the game"),
    ("duck", "Walls: elsewhere", "a duck stands in the way, and is moved after each move"),
    ("passing", "Pass: always", "a side that is not in check may pass"),
    ("no-facing", "Facing: illegal", "kings may not face each other on an open file"),
    ("long-games", "Move-Rule: 100", "a draw after a hundred moves without progress, not fifty"),
];

/// The rule line that a text means. The text is one of the words, or a rule line, which has a colon.
pub fn line(text: &str, ranks: u8, king: char) -> Option<String> {
    if text.contains(':') {
        return Some(text.trim().to_owned());
    }
    let wanted = super::catalogue::key(text);
    let (_, line, _) = WORDS.iter().find(|(word, ..)| *word == wanted)?;
    let line = line.replace("{ranks}", &ranks.to_string());
    Some(line.replace("{king}", &king.to_ascii_uppercase().to_string()))
}
