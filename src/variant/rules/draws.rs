//! Adjudication of draws: a draw, a win for one side, or a win for the side with more points on the board.

use super::{Resolver, Rule, Sentences, Value, ValueError};
use crate::types::{ByColor, Color, TypeId};
use crate::variant::describe::phrases::join;

pub(super) const DRAWS: &str =
    "Draws: white, or Draws: black, or Draws: draw, or Draws: points R=13 N,B=3.5 black=1.5";

pub(super) const RULE: Rule = Rule::new(&[DRAWS], resolve, describe);

/// Most points of a piece, or of a side at the start.
const MOST: u16 = 1000;
/// Units of a point: points are stored in tenths.
const TENTHS: u16 = 10;

/// How draws are adjudicated.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Draws {
    /// The game is drawn.
    #[default]
    Drawn,
    /// This side wins: it has draw odds.
    Won(Color),
    /// The side with more points wins; equal points are a draw.
    Points {
        /// Points of pieces on the board, in tenths; types that are not listed have none.
        pieces: Vec<(TypeId, u16)>,
        /// Points at the start, in tenths.
        extra: ByColor<u16>,
    },
}

canonical!(enum Draws: Drawn = 0, Won(side) = 1, Points { pieces = 1, extra = 2 } = 2);

fn resolve(cx: &mut Resolver<'_>) {
    const WINNERS: [(&str, Option<Color>); 3] = [
        ("draw", None),
        ("white", Some(Color::White)),
        ("black", Some(Color::Black)),
    ];
    let mut values = cx.values(DRAWS).into_iter();
    let Some(first) = values.next() else {
        return;
    };
    if !first.is("points") {
        let winner = cx.one(DRAWS, |value| value.one_of(&WINNERS));
        cx.variant.rules.draws = winner.flatten().map_or(Draws::Drawn, Draws::Won);
        return;
    }
    let (mut pieces, mut extra) = (Vec::new(), ByColor::both(0));
    for value in values.filter(|value| !value.is_separator()) {
        let result = read(cx, value, &mut pieces, &mut extra);
        cx.note(DRAWS, result);
    }
    if pieces.is_empty() {
        let message = "no piece has points";
        cx.report
            .error(first.span, message, "name pieces and points, as R=5");
    }
    cx.variant.rules.draws = Draws::Points { pieces, extra };
}

/// Reads the points of pieces or of a side.
fn read(
    cx: &Resolver<'_>,
    value: Value<'_>,
    pieces: &mut Vec<(TypeId, u16)>,
    extra: &mut ByColor<u16>,
) -> Result<(), ValueError> {
    let (who, points) = value.pair('=')?;
    let tenths = tenths(points)?;
    for (word, color) in [("white", Color::White), ("black", Color::Black)] {
        if who.is(word) {
            extra[color] = tenths;
            return Ok(());
        }
    }
    for letter in who.letters()? {
        for &id in cx.types(letter)?.iter() {
            let kind = cx.variant.kind(id);
            pieces.retain(|(other, _)| !kind.contains(*other));
            pieces.extend(kind.iter().map(|id| (id, tenths)));
        }
    }
    Ok(())
}

/// Reads points with at most one decimal place.
fn tenths(value: Value<'_>) -> Result<u16, ValueError> {
    let Some((whole, part)) = value.split_once(&['.']) else {
        return Ok(value.number(0..=MOST)? * TENTHS);
    };
    if part.text.len() != 1 {
        return Err(value.not_understood());
    }
    Ok(whole.number(0..=MOST)? * TENTHS + part.number(0..=TENTHS - 1)?)
}

pub(super) fn describe(words: &mut Sentences<'_>) {
    let points = |tenths: u16| match (tenths / TENTHS, tenths % TENTHS) {
        (whole, 0) => whole.to_string(),
        (whole, part) => format!("{whole}.{part}"),
    };
    match &words.variant.rules.draws {
        Draws::Drawn => {}
        Draws::Won(color) => words.say(format!("A draw counts as a win for {color}.")),
        Draws::Points { pieces, extra } => {
            let mut counts: Vec<String> = Vec::new();
            for (id, tenths) in pieces {
                let text = format!("{} {}", words.names(&[*id]), points(*tenths));
                super::values::add(&mut counts, text);
            }
            let counts = join(&counts);
            words.say(format!(
                "Instead of a draw, the side with more points on the board wins: {counts}."
            ));
            for color in Color::ALL.into_iter().filter(|&color| extra[color] > 0) {
                let more = points(extra[color]);
                words.say(format!("Extra points for {color}: {more}."));
            }
        }
    }
}
