//! The whole of the rules in sentences, for somebody who has nothing but a page: what differs from
//! chess, how a turn goes, how the game ends, and what happens in the rare cases.
//!
//! [`Pages`] tell what is special about a game, which is enough for players who have it before
//! them on a screen that allows no wrong move. On paper what is not special has to be said too.

mod cases;
mod differences;

use self::cases::cases;
use self::differences::differences;
use super::{Pages, royals};
use crate::types::{Color, TypeId};
use crate::variant::rules::passing::Pass;
use crate::variant::{
    Condition, LegEnd, MoveDescriptor, MoveShape, PromotesTo, Royalty, Stalemate, Variant,
};

/// The rules of a game, a sentence or two each.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rulebook {
    /// Where the game differs from chess as it is played everywhere.
    pub differences: Vec<String>,
    /// How the game is won.
    pub goal: Vec<String>,
    /// What a turn is, and what is special about moves.
    pub play: Vec<String>,
    /// How it ends without a winner, or otherwise.
    pub ends: Vec<String>,
    /// What may be doubted.
    pub cases: Vec<String>,
}

/// So many moves without capture or pawn move make a draw, where a game says nothing else.
const USUAL_MOVE_RULE: u32 = 50;
/// What can be said of promotion in chess, before the letters in whatever order.
const PROMOTION_OF_CHESS: &str = "Pawns promote on the last rank to: ";
impl Rulebook {
    /// The rules of a game.
    pub fn new(variant: &Variant) -> Rulebook {
        let special = specials(variant);
        let facts = Facts::new(variant);
        let mut differences = differences(variant, &facts);
        let (usual, special): (Vec<String>, Vec<String>) =
            (special.into_iter()).partition(|line| is_usual(line));
        differences.extend(special);
        Rulebook {
            differences,
            goal: goal(variant, &facts),
            play: play(variant, &facts, usual),
            ends: ends(variant, &facts),
            cases: cases(variant, &facts),
        }
    }
}

/// What a game has, as far as sentences depend on it.
struct Facts {
    /// Somebody has a piece that must not be taken.
    royals: bool,
    /// Of some royals only the last one counts.
    groups: bool,
    /// Some piece castles.
    castling: bool,
    /// Pawns have a first move that passes squares.
    pushes: bool,
    /// They can be captured on these.
    en_passant: bool,
    /// Pieces other than pawns have first moves.
    first_moves: bool,
    /// Some piece hops over others.
    hoppers: bool,
    /// Some piece takes others on its way.
    doubles: bool,
    /// Pawns become something.
    promotion: bool,
    /// Other pieces do.
    pieces_promote: bool,
    /// Some piece is a pawn.
    pawns: bool,
}

impl Facts {
    fn new(variant: &Variant) -> Facts {
        let mut types: Vec<(Color, TypeId)> = Vec::new();
        for color in Color::ALL {
            types.extend(variant.types_of(color).into_iter().map(|id| (color, id)));
        }
        let moves = |pawns: bool| {
            let own = types.iter();
            let own = own.filter(move |(color, id)| variant.is_pawn(*id, *color) == pawns);
            own.flat_map(|(_, id)| variant.moves_anywhere(*id))
        };
        let castles = |m: &MoveDescriptor| matches!(m.shape, MoveShape::Castling { .. });
        let first = |m: &MoveDescriptor| m.condition == Condition::Virgin && !castles(m);
        let royalty = |id: &TypeId| variant.piece(*id).royalty;
        let promotion = &variant.rules.promotion;
        Facts {
            royals: types.iter().any(|(_, id)| royalty(id).is_royal()),
            groups: (types.iter()).any(|(_, id)| matches!(royalty(id), Royalty::Extinction { .. })),
            castling: moves(false).any(castles),
            pushes: moves(true).any(first),
            en_passant: moves(true).any(|m| m.en_passant),
            first_moves: moves(false).any(first),
            hoppers: moves(false).any(hops),
            doubles: moves(false).any(MoveDescriptor::is_double),
            promotion: match &promotion.to {
                PromotesTo::ByFile(_) => true,
                PromotesTo::Choice(choices) => {
                    choices.iter().any(|choices| !choices.accepted.is_empty())
                }
            },
            pieces_promote: promotion.promotes_pieces(),
            pawns: types.iter().any(|(color, id)| variant.is_pawn(*id, *color)),
        }
    }
}

/// True for a move over a piece that has to be there.
fn hops(m: &MoveDescriptor) -> bool {
    let MoveShape::Path { legs, .. } = &m.shape else {
        return false;
    };
    let platform = |leg: &crate::variant::Leg| {
        matches!(leg.end, LegEnd::Hop { .. })
            || (!leg.over.empty && (leg.over.friend || leg.over.enemy))
    };
    legs.iter().any(platform)
}

/// What is special about the rules, besides what must not be lost.
fn specials(variant: &Variant) -> Vec<String> {
    let told = royals(variant);
    let lines = Pages::new(variant).rules.into_iter();
    let own = lines.filter(|line| !told.contains(line));
    own.map(capitalised).collect()
}

/// True for a sentence that holds for chess, too.
fn is_usual(line: &str) -> bool {
    let choices = line.strip_prefix(PROMOTION_OF_CHESS);
    choices.is_some_and(|choices| {
        let mut letters: Vec<&str> = choices.trim_end_matches('.').split(", ").collect();
        letters.sort_unstable();
        letters == ["B", "N", "Q", "R"]
    })
}

fn capitalised(text: String) -> String {
    let mut chars = text.chars();
    match chars.next() {
        Some(first) => first.to_uppercase().chain(chars).collect(),
        None => text,
    }
}

/// How the game is won.
fn goal(variant: &Variant, facts: &Facts) -> Vec<String> {
    let mut lines = royals(variant);
    let rules = &variant.rules;
    if facts.royals && !rules.checks_are_illegal {
        lines.push(
            "A royal piece that could be captured by the next enemy move is in check. Who is in check has \
             to end that with the next move: by moving the piece away, by capturing what attacks it, or \
             by putting something in between. Who cannot do so is checkmated and has lost at once, \
             unless something else is said below; the capture itself is not played."
                .to_owned(),
        );
    }
    if facts.groups {
        lines.push(
            "Of royal pieces of which only the last one counts, spare ones may be left under attack and \
             captured like other pieces."
                .to_owned(),
        );
    }
    if !facts.royals {
        lines.push(
            "No piece is royal: nothing has to be saved from attack, and there is no check. What decides \
             the game stands below."
                .to_owned(),
        );
    }
    lines
}

/// What a turn is; what is usual about promotion is told here, everything else among the differences.
fn play(variant: &Variant, facts: &Facts, usual: Vec<String>) -> Vec<String> {
    let first = match variant.first_to_move() {
        Color::White => "White",
        Color::Black => "Black",
    };
    let rules = &variant.rules;
    let mut lines = vec![
        format!("{first} moves first. Then the players take turns, one move each."),
        "A move takes one piece to another square. An enemy piece that stands there is captured: it is \
         taken from the board. No piece can end its move on a piece of its own side, unless Pieces says \
         that it captures those."
            .to_owned(),
        "Pieces that slide, and those that step several times, pass empty squares only; the first piece \
         in the way ends the move, and can be captured if it is an enemy. Leaps pass whatever stands in \
         between."
            .to_owned(),
    ];
    if facts.hoppers {
        lines.push(
            "A piece that jumps over others leaves what it jumps over where it is, of whichever side."
                .to_owned(),
        );
    }
    if facts.doubles {
        lines.push(
            "Where a piece takes something on its way and goes on, all of it is one move; the piece that \
             it passes is captured as well."
                .to_owned(),
        );
    }
    lines.extend(usual);
    if rules.drops.is_none() && !rules.gating.lets_pieces_in() {
        lines.push("What has been captured is out of the game.".to_owned());
    }
    if rules.passing.iter().all(|pass| *pass == Pass::Never) && !rules.zones.facing_offers_end {
        lines.push("Nobody may pass the turn.".to_owned());
    }
    lines
}

/// How the game ends otherwise.
fn ends(variant: &Variant, facts: &Facts) -> Vec<String> {
    let rules = &variant.rules;
    let mut lines = Vec::new();
    let check = if facts.royals {
        " and is not in check"
    } else {
        ""
    };
    if rules.win.stalemate == Stalemate::Draw {
        lines.push(format!(
            "Who cannot move{check} is stalemated: the game is drawn."
        ));
    }
    let repetition = &rules.repetition;
    if repetition.perpetual_check_loses {
        lines.push(
            "Who gives check with every move until the position is on the board for the third time has \
             lost, unless the other side does the same."
                .to_owned(),
        );
    }
    if repetition.perpetual_chase_loses {
        lines.push(
            "Who attacks the same piece, not a king, with every move until the position is there for the \
             third time has lost likewise. Kings and pawns may attack for ever, and so may anybody whose \
             victim is protected; a pawn that has not crossed to the other half may be attacked for ever."
                .to_owned(),
        );
    }
    for &(attacker, victim) in &repetition.always_chased {
        let (attacker, victim) = (variant.piece(attacker), variant.piece(victim));
        let line = format!(
            "{} may not attack {} for ever even if that is protected.",
            attacker.written(),
            victim.written()
        );
        if !lines.contains(&line) {
            lines.push(line);
        }
    }
    let otherwise = match repetition.perpetual_check_loses || repetition.perpetual_chase_loses {
        true => "In all other cases the",
        false => "The",
    };
    lines.push(format!(
        "{otherwise} game is drawn when the same position, with the same player to move, the same rights \
         to castle and to capture in passing, and the same pieces in hand, is there for the third time."
    ));
    if rules.move_rule.limit.is_none() {
        lines.push(format!(
            "{USUAL_MOVE_RULE} moves of each side without a capture or a pawn move make a draw, if the \
             players agree on nothing else."
        ));
    } else if rules.move_rule.without_checks {
        lines.push("Checks, and the answers to them, do not count for that.".to_owned());
    }
    if facts.royals && rules.only_mate_wins() {
        lines.push("It is a draw when two kings are all that is left.".to_owned());
    }
    lines
}

#[cfg(test)]
mod tests;
