//! The whole of the rules in sentences, for somebody who has nothing but a page: what differs from
//! chess, how a turn goes, how the game ends, and what happens in the rare cases.
//!
//! [`Pages`] tell what is special about a game, which is enough for players who have it before
//! them on a screen that allows no wrong move. On paper what is not special has to be said too.

mod cases;
mod differences;

use self::cases::cases;
use self::differences::differences;
use super::phrases::join;
use super::{Pages, capitalised, named, royals, rules};
use crate::types::{Color, TypeId};
use crate::variant::properties::{are_bare_royals_harmless, are_royals_orthodox, color_bound};
use crate::variant::rules::mating::Mating;
use crate::variant::rules::passing::Pass;
use crate::variant::rules::repetition::{move_rule_in_words, move_rule_sentence};
use crate::variant::{
    Condition, LegEnd, MoveDescriptor, MoveShape, PromotesTo, Stalemate, Variant,
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

/// The length of the move rule where the variant has none of its own.
const USUAL_MOVE_RULE: u32 = 50;
/// What can be said of promotion in chess, before the names in whatever order.
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
        if decides_otherwise(variant) {
            differences.push(
                "How the game is decided differs from chess: see Object of the game.".to_owned(),
            );
        }
        Rulebook {
            differences,
            goal: goal(variant, &facts),
            play: play(variant, &facts, usual),
            ends: ends(variant, &facts),
            cases: cases(variant, &facts),
        }
    }
}

/// True if more decides a game than the mate of a single royal, or something else.
fn decides_otherwise(variant: &Variant) -> bool {
    let win = &variant.rules.win;
    !rules::deciding(variant).is_empty()
        || win.explosion.is_some()
        || win.mated_wins
        || royals::can_be_spared(variant)
}

/// What a game has, as far as sentences depend on it.
struct Facts {
    /// Somebody has a piece that must not be taken.
    royals: bool,
    /// Both sides have.
    both_royal: bool,
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
        let has_royals = |side: Color| {
            let mut own = types.iter().filter(|(color, _)| *color == side);
            own.any(|(_, id)| variant.piece(*id).royalty.is_royal())
        };
        let promotion = &variant.rules.promotion;
        Facts {
            royals: Color::ALL.into_iter().any(has_royals),
            both_royal: Color::ALL.into_iter().all(has_royals),
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

/// What is special about the rules, besides what decides the game.
fn specials(variant: &Variant) -> Vec<String> {
    let mut told = royals::sentences(variant);
    told.extend(rules::deciding(variant));
    told.extend(move_rule_in_words(variant));
    let told: Vec<String> = told.iter().map(|line| capitalised(line)).collect();
    let lines = Pages::new(variant).rules.into_iter();
    lines.filter(|line| !told.contains(line)).collect()
}

/// True for a sentence that holds for chess, too.
fn is_usual(line: &str) -> bool {
    let choices = line.strip_prefix(PROMOTION_OF_CHESS);
    choices.is_some_and(|choices| {
        let mut names: Vec<&str> = choices.trim_end_matches('.').split(", ").collect();
        names.sort_unstable();
        names == ["bishop (B)", "knight (N)", "queen (Q)", "rook (R)"]
    })
}

/// How the game is won.
fn goal(variant: &Variant, facts: &Facts) -> Vec<String> {
    let mut lines = royals::sentences(variant);
    let deciding = rules::deciding(variant);
    lines.extend(deciding.iter().map(|line| capitalised(line)));
    let rules = &variant.rules;
    if !facts.royals {
        lines.push(
            "No piece is royal: nothing has to be saved from attack, and there is no check."
                .to_owned(),
        );
    } else if rules.checks_are_illegal && !rules.mates_are_legal {
        lines.push(
            "A royal piece that could be captured by the next enemy move is in check; that must never \
             happen, so that nobody is ever checkmated."
                .to_owned(),
        );
    } else {
        lines.push(check(variant, facts));
    }
    lines
}

/// What check and checkmate are.
fn check(variant: &Variant, facts: &Facts) -> String {
    let rules = &variant.rules;
    let spare = if royals::can_be_spared(variant) {
        ", unless it is one of several and can be spared"
    } else {
        ""
    };
    let mut answers = vec!["move the royal piece", "capture the attacker", "block"];
    if facts.hoppers {
        answers.push("move away the piece that the attacker jumps over");
    }
    if rules.win.explosion.is_some() {
        answers.push("blow up the enemy's royal piece");
    }
    let last = answers.pop().unwrap_or_default();
    let answers = answers.join(", ");
    let mate = if rules.win.mated_wins {
        "has won"
    } else if rules.drops.as_ref().is_some_and(|drops| drops.partner) {
        "has lost, unless a piece that could still come from the partner would help: such a piece is waited for"
    } else if rules.mating != Mating::default() {
        "has lost at once, unless something else is said above"
    } else {
        "has lost at once"
    };
    format!(
        "A royal piece that could be captured by the next enemy move is in check{spare}. A player in check must \
         get out of it at once: {answers}, or {last}. A player who cannot is checkmated and {mate}; the capture \
         itself is not played."
    )
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
        " who is not in check"
    } else {
        ""
    };
    if rules.win.stalemate == Stalemate::Draw {
        let unless = match rules.drops.as_ref().is_some_and(|drops| drops.partner) {
            true => ", unless a piece that could still come from the partner would give a move",
            false => "",
        };
        lines.push(format!(
            "A player with no legal move{check} is stalemated, and the game is drawn{unless}."
        ));
    }
    let repetition = &rules.repetition;
    if repetition.perpetual_check_loses {
        lines.push(
            "A player who gives check with every move until the position occurs for the third time has \
             lost, unless the other side does the same."
                .to_owned(),
        );
    }
    if repetition.perpetual_chase_loses {
        lines.push(
            "So has a player who attacks the same piece, not a king, with every move until the position occurs \
             for the third time. Kings and pawns may attack for ever, and a protected piece or a pawn that has \
             not crossed to the other half may be attacked for ever."
                .to_owned(),
        );
    }
    for &(attacker, victim) in &repetition.always_chased {
        let name = |id: TypeId| join(&named(variant, &[id]));
        let line = format!(
            "{} may not attack {} for ever even if that is protected.",
            capitalised(&name(attacker)),
            name(victim)
        );
        if !lines.contains(&line) {
            lines.push(line);
        }
    }
    let otherwise = match repetition.perpetual_check_loses || repetition.perpetual_chase_loses {
        true => "In all other cases the",
        false => "The",
    };
    let same = same_position(variant, facts);
    lines.push(format!(
        "{otherwise} game is drawn when the same position, {same}, occurs for the third time."
    ));
    lines.push(
        move_rule_in_words(variant).unwrap_or_else(|| move_rule_sentence(USUAL_MOVE_RULE, false)),
    );
    lines.extend(too_little_left(variant, facts));
    lines
}

/// What has to be the same for a position to be the same.
fn same_position(variant: &Variant, facts: &Facts) -> String {
    let mut rights = Vec::new();
    if facts.castling {
        rights.push("to castle".to_owned());
    }
    if facts.en_passant {
        rights.push("to capture in passing".to_owned());
    }
    let mut same = vec!["with the same player to move".to_owned()];
    if !rights.is_empty() {
        same.push(format!("the same rights {}", join(&rights)));
    }
    if variant.rules.has_hands() {
        same.push("the same pieces in hand".to_owned());
    }
    join(&same)
}

/// When too little is left to win.
fn too_little_left(variant: &Variant, facts: &Facts) -> Vec<String> {
    let mut lines = Vec::new();
    if !facts.both_royal || !are_bare_royals_harmless(variant) {
        return lines;
    }
    let hands = match variant.rules.has_hands() {
        true => ", and nothing in hand",
        false => "",
    };
    lines.push(format!(
        "It is a draw when each side has nothing left but one royal piece{hands}."
    ));
    let bound = color_bound(variant);
    let mut types: Vec<TypeId> = Color::ALL
        .into_iter()
        .flat_map(|color| variant.types_of(color))
        .collect();
    types.retain(|id| bound.contains(*id) && !variant.piece(*id).moves.is_empty());
    let bound = join(&named(variant, &types));
    if are_royals_orthodox(variant) && !bound.is_empty() {
        let first = match facts.castling || facts.first_moves {
            true => ", and nothing can make a first move any more",
            false => "",
        };
        lines.push(format!(
            "It is a draw, too, when besides one royal piece of each side nothing is left but pieces that never \
             leave squares of one colour, here {bound}, all of them on squares of the same colour{hands}{first}."
        ));
    }
    lines
}

#[cfg(test)]
mod tests;
