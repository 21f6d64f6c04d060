//! The complete rules in sentences, for a printed page: differences from chess, turns, the end of the game, rare cases.
//!
//! [`Pages`] describe only what is special, which is enough on a screen that refuses illegal moves.

mod cases;
mod differences;

use self::cases::cases;
use self::differences::differences;
use super::phrases::{join, when};
use super::sentences::Sentences;
use super::{Pages, capitalised, royals, rules};
use crate::types::{Color, TypeId};
use crate::variant::properties::{are_bare_royals_harmless, are_royals_orthodox, color_bound};
use crate::variant::rules::mating::Mating;
use crate::variant::rules::repetition::{move_rule_in_words, move_rule_sentence};
use crate::variant::{Condition, LegEnd, MoveDescriptor, MoveShape, Stalemate, Variant};

/// The rules of a variant, one or two sentences each.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rulebook {
    /// Differences from chess.
    pub differences: Vec<String>,
    /// How the game is won.
    pub goal: Vec<String>,
    /// Turns and special moves.
    pub play: Vec<String>,
    /// Draws and other ends of the game.
    pub ends: Vec<String>,
    /// Rare cases.
    pub cases: Vec<String>,
}

/// The move rule if the variant has none of its own.
const USUAL_MOVE_RULE: u32 = 50;
/// The sentence about promotion in chess, before the names in any order.
const PROMOTION_OF_CHESS: &str = "Pawns promote on the last rank to: ";
impl Rulebook {
    /// The rules of a variant.
    pub fn new(variant: &Variant) -> Rulebook {
        let special = specials(variant);
        let facts = Facts::new(variant);
        let mut differences = differences(variant, &facts);
        let (usual, special): (Vec<String>, Vec<String>) =
            (special.into_iter()).partition(|line| is_usual(line));
        differences.extend(special);
        if decides_otherwise(variant) {
            let line = "How the game is decided differs from chess: see Object of the game.";
            differences.push(line.to_owned());
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

/// True if the game is decided by more than the mate of a single royal, or by other things.
fn decides_otherwise(variant: &Variant) -> bool {
    let win = &variant.rules.win;
    !rules::deciding(variant).is_empty()
        || win.explosion.is_some()
        || win.mated_wins
        || royals::can_be_spared(variant)
}

/// Facts about a variant on which sentences depend.
struct Facts {
    /// Some side has a royal piece.
    royals: bool,
    /// Both sides have a royal piece.
    both_royal: bool,
    /// Some piece castles.
    castling: bool,
    /// Pawns have first moves that pass squares.
    pushes: bool,
    /// Pawns can be captured en passant.
    en_passant: bool,
    /// Pieces other than pawns have first moves.
    first_moves: bool,
    /// Some piece hops over others.
    hoppers: bool,
    /// Some piece captures on its way.
    doubles: bool,
    /// The variant has pawns.
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
            own.any(|(_, id)| variant.is_royal(*id))
        };
        Facts {
            royals: Color::ALL.into_iter().any(has_royals),
            both_royal: Color::ALL.into_iter().all(has_royals),
            castling: moves(false).any(castles),
            pushes: moves(true).any(first),
            en_passant: moves(true).any(|m| m.en_passant),
            first_moves: moves(false).any(first),
            hoppers: moves(false).any(hops),
            doubles: moves(false).any(MoveDescriptor::is_double),
            pawns: types.iter().any(|(color, id)| variant.is_pawn(*id, *color)),
        }
    }
}

/// True for a move that needs a platform.
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

/// How the game is decided.
fn deciding(variant: &Variant) -> Vec<String> {
    let mut lines = royals::sentences(variant);
    lines.extend(rules::deciding(variant));
    lines.iter().map(|line| capitalised(line)).collect()
}

/// Special rules besides win conditions.
fn specials(variant: &Variant) -> Vec<String> {
    let mut deciding = deciding(variant);
    deciding.extend(move_rule_in_words(variant));
    let mut lines = Pages::new(variant).rules;
    lines.retain(|line| !deciding.contains(line));
    lines
}

/// True for a sentence that also holds in chess.
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
    let mut words = Sentences::new(variant);
    words.say_all(deciding(variant));
    let rules = &variant.rules;
    if !facts.royals {
        words.say("No piece is royal, so there is no check.");
    } else if rules.checks_are_illegal && !rules.mates_are_legal {
        words.say(
            "A royal piece that could be captured by the next enemy move is in check; that must never \
             happen, so there is no checkmate.",
        );
    } else {
        words.say(check(variant, facts));
    }
    words.into_lines()
}

/// Explains check and checkmate.
fn check(variant: &Variant, facts: &Facts) -> String {
    let rules = &variant.rules;
    let spare = when(
        royals::can_be_spared(variant),
        ", unless it is one of several and can be spared",
    );
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
        "has lost, unless a piece from the partner could help: then the player waits for it"
    } else if rules.mating != Mating::default() {
        "has lost at once, except as described above"
    } else {
        "has lost at once"
    };
    format!(
        "A royal piece that could be captured by the next enemy move is in check{spare}. A player in check must \
         get out of it at once: {answers}, or {last}. A player who cannot is checkmated and {mate}; the capture \
         itself is not played."
    )
}

/// Explains turns and, if it is as in chess, promotion.
fn play(variant: &Variant, facts: &Facts, usual: Vec<String>) -> Vec<String> {
    let first = match variant.first_to_move() {
        Color::White => "White",
        Color::Black => "Black",
    };
    let mut words = Sentences::new(variant);
    words.say(format!(
        "{first} moves first. Then the players take turns, one move each."
    ));
    words.say(
        "A move takes one piece to another square. An enemy piece on that square is captured: it is \
         removed from the board. No piece can end its move on a piece of its own side, except \
         those that capture their own side (see Pieces).",
    );
    words.say(
        "Pieces that slide or step several times cross only empty squares; the first piece in the \
         way ends the move, and can be captured if it is an enemy. Leaps cross occupied squares.",
    );
    words.say_if(
        facts.hoppers,
        "A jump does not capture the pieces jumped over, of either side.",
    );
    words.say_if(
        facts.doubles,
        "If a piece captures on its way and continues, that is one move, and the captured \
         piece is removed too.",
    );
    words.say_all(usual);
    words.say_if(
        !variant.rules.has_hands(),
        "Captured pieces are out of the game.",
    );
    words.say_if(
        !variant.rules.can_pass(),
        "Passing the turn is not allowed.",
    );
    words.into_lines()
}

/// Draws and other ends of the game.
fn ends(variant: &Variant, facts: &Facts) -> Vec<String> {
    let rules = &variant.rules;
    let mut words = Sentences::new(variant);
    if rules.win.stalemate == Stalemate::Draw {
        let check = when(facts.royals, " who is not in check");
        let partner = rules.drops.as_ref().is_some_and(|drops| drops.partner);
        let unless = when(
            partner,
            ", unless a piece from the partner could give a move",
        );
        words.say(format!(
            "A player with no legal move{check} is stalemated, and the game is drawn{unless}."
        ));
    }
    let repetition = &rules.repetition;
    words.say_if(
        repetition.perpetual_check_loses,
        "A player who gives check with every move until the position occurs for the third time has \
         lost, unless the other side does the same.",
    );
    words.say_if(
        repetition.perpetual_chase_loses,
        "So has a player who attacks the same piece, not a king, with every move until the position occurs \
         for the third time. Kings and pawns may attack for ever, and a protected piece or a pawn that has \
         not crossed to the other half may be attacked for ever.",
    );
    for &(attacker, victim) in &repetition.always_chased {
        let (who, whom) = (words.names(&[attacker]), words.names(&[victim]));
        let who = capitalised(&who);
        words.say_once(format!(
            "{who} may not attack {whom} for ever even if that is protected."
        ));
    }
    let otherwise = if repetition.perpetual_check_loses || repetition.perpetual_chase_loses {
        "In all other cases the"
    } else {
        "The"
    };
    let same = same_position(variant, facts);
    words.say(format!(
        "{otherwise} game is drawn when the same position, {same}, occurs for the third time."
    ));
    let move_rule = move_rule_in_words(variant);
    words.say(move_rule.unwrap_or_else(|| move_rule_sentence(USUAL_MOVE_RULE, false)));
    too_little_left(&mut words, facts);
    words.into_lines()
}

/// The conditions for equal positions.
fn same_position(variant: &Variant, facts: &Facts) -> String {
    let rights = match (facts.castling, facts.en_passant) {
        (false, false) => None,
        (true, false) => Some("the same rights to castle"),
        (false, true) => Some("the same rights to capture in passing"),
        (true, true) => Some("the same rights to castle and to capture in passing"),
    };
    let hands = (variant.rules.has_hands()).then_some("the same pieces in hand");
    let same = [Some("with the same player to move"), rights, hands];
    join(
        &same
            .into_iter()
            .flatten()
            .map(str::to_owned)
            .collect::<Vec<_>>(),
    )
}

/// Draws by insufficient material.
fn too_little_left(words: &mut Sentences<'_>, facts: &Facts) {
    let variant = words.variant;
    if !facts.both_royal || !are_bare_royals_harmless(variant) {
        return;
    }
    let hands = when(variant.rules.has_hands(), ", and nothing in hand");
    words.say(format!(
        "The game is drawn when each side has only one royal piece left{hands}."
    ));
    let bound = color_bound(variant);
    let mut types: Vec<TypeId> = Color::ALL
        .into_iter()
        .flat_map(|color| variant.types_of(color))
        .collect();
    types.retain(|id| bound.contains(*id) && !variant.piece(*id).moves.is_empty());
    if are_royals_orthodox(variant) {
        let first = when(
            facts.castling || facts.first_moves,
            ", and no piece can make a first move any more",
        );
        words.about(&types, |bound| {
            format!(
                "It is also drawn when, besides one royal piece of each side, only pieces that never \
                 leave squares of one colour are left, here {bound}, all on squares of the same \
                 colour{hands}{first}."
            )
        });
    }
}

#[cfg(test)]
mod tests;
