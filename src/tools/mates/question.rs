//! The rules under which mates are solved, and the variants for which the question has no answer.
//!
//! A variant that is also won in other ways (by squares, by checks, by baring the king) still has pieces that can mate
//! and pieces that cannot. These other rules are removed, and the report says so.

use std::sync::Arc;

use anyhow::bail;

use crate::endgame::study::royal_of;
use crate::ruleset::Ruleset;
use crate::types::Color;
use crate::variant::rules::capture_effects::CaptureEffects;
use crate::variant::rules::draws::Draws;
use crate::variant::rules::mating::Mating;
use crate::variant::rules::passing::Pass;
use crate::variant::{
    Castling, Condition, MoveRule, MoveShape, Placed, Promotion, Repetition, Start, Variant,
    WinConditions, letter,
};

/// A variant in which only mate wins.
#[derive(Clone, Debug)]
pub struct Question {
    /// The variant without the rules that have nothing to do with mate.
    pub rules: Arc<Ruleset>,
    /// Notes on the removed rules, one sentence each.
    pub notes: Vec<String>,
}

impl Question {
    /// Prepares a variant, for a board with this number of files and ranks if `board` is given. `strong` is the side
    /// with the pieces.
    ///
    /// # Errors
    /// If the rules of the variant allow no answer, or the pieces do not fit the other board.
    pub fn new(
        variant: &Variant,
        strong: Color,
        board: Option<(u8, u8)>,
    ) -> anyhow::Result<Question> {
        if let Some(reason) = meaningless(variant) {
            bail!("{}: {reason}", variant.name);
        }
        let mut notes = set_aside_in_words(variant);
        for color in [strong, strong.other()] {
            notes.extend(royals_in_words(variant, color));
        }
        let mut game = variant.clone();
        let draw = variant.rules.win.stalemate;
        let rules = &mut game.rules;
        rules.win = WinConditions {
            stalemate: draw,
            ..WinConditions::default()
        };
        rules.castling = Castling::default();
        rules.repetition = Repetition::default();
        rules.move_rule = MoveRule::default();
        rules.counting = None;
        rules.draws = Draws::Drawn;
        rules.trading = None;
        rules.placement = Default::default();
        rules.drops = None;
        rules.drop_limits = Default::default();
        rules.gating = Default::default();
        rules.hand = Default::default();
        rules.shuffle = None;
        rules.promotion = Promotion {
            to: rules.promotion.to.clone(),
            ..Promotion::default()
        };
        game.net = None;
        if Color::ALL
            .iter()
            .any(|&color| royal_of(&game, color).is_none())
        {
            // otherwise the players would place the royals
            game.start = Some(royals_alone(variant, variant.files, variant.ranks));
        }
        if let Some((files, ranks)) = board {
            move_to_board(&mut game, files, ranks)?;
            notes.push(format!(
                "The board is {files}x{ranks} instead of {}x{}.",
                variant.files, variant.ranks
            ));
        }
        let rules = Arc::new(Ruleset::without_net(Arc::new(game)));
        Ok(Question { rules, notes })
    }
}

/// Why the question has no answer for a variant; `None` if it has one.
fn meaningless(v: &Variant) -> Option<&'static str> {
    let rules = &v.rules;
    let drops = rules.drops.as_ref();
    let reasons = [
        (
            Color::ALL.iter().any(|&color| royal_of(v, color).is_none()),
            "a side begins without a royal piece, so that nobody can be mated",
        ),
        (
            rules.win.mated_wins,
            "who is mated has won, so that nobody wants to mate",
        ),
        (
            rules.win.compulsory_captures,
            "captures are compulsory, so that a king can be made to leave any shelter",
        ),
        (
            rules.win.explosion.is_some(),
            "captures explode, so that kings capture nothing",
        ),
        (
            drops.is_some_and(|drops| drops.captures || drops.partner),
            "captured pieces come back by drops, so that no king stays bare",
        ),
        (rules.checks_are_illegal, "checks are illegal, or must mate"),
        (
            rules.flight_is_illegal,
            "kings may not flee from a check, which the analysis does not know",
        ),
        (
            rules.royals_slide_safely,
            "kings slide over safe squares only, which the analysis does not know",
        ),
        (
            !rules.alice.is_empty(),
            "it has two boards, which the analysis does not know",
        ),
        (
            rules.can_have_walls(),
            "it has walls, and what they leave of the board is another one in every game",
        ),
        (
            rules.capture_effects != CaptureEffects::default() || !rules.burning.is_empty(),
            "captures and moves do more than to take a piece, which the analysis does not know",
        ),
        (
            rules.mating != Mating::default(),
            "not every mate counts, which the analysis does not know",
        ),
        (
            rules.zones.facing_offers_end || rules.passing.iter().any(|&pass| pass == Pass::Stuck),
            "a king that is stuck can pass or offer to end the game, which the analysis does not know",
        ),
    ];
    (reasons.into_iter()).find_map(|(holds, reason)| holds.then_some(reason))
}

fn set_aside_in_words(v: &Variant) -> Vec<String> {
    let (rules, win) = (&v.rules, &v.rules.win);
    let others = [
        (
            win.bare_king_loses || win.baring.iter().any(|types| !types.is_empty()),
            "a bare king has lost already",
        ),
        (win.bare_king_draws, "a bare king has drawn already"),
        (win.bare_wins, "a bare king has won already"),
        (win.checks > 0, "checks win too"),
        (
            win.hill.is_some() || !win.goals.is_empty(),
            "squares win too",
        ),
        (
            !win.extinction.iter().all(Vec::is_empty)
                || win.extinction_of_all.iter().any(|&all| all),
            "the loss of other pieces loses too",
        ),
        (rules.castling.can_win(), "castling wins too"),
        (rules.draws != Draws::Drawn, "a draw is won by somebody"),
    ];
    let mut notes: Vec<String> = (others.iter())
        .filter(|(holds, _)| *holds)
        .map(|(_, text)| format!("By the rules {text}; the figures are about mate alone."))
        .collect();
    if rules.promotion.promotes_pieces() {
        notes.push("Pieces stay what they are: none is promoted on the way.".to_owned());
    }
    notes
}

/// A note if a side has several royals.
fn royals_in_words(v: &Variant, color: Color) -> Option<String> {
    let royal = royal_of(v, color)?;
    let start = v.start_pieces();
    let royals = start
        .iter()
        .filter(|man| man.color == color && v.is_royal(man.id));
    (royals.count() > 1).then(|| {
        let letter = letter::text(v.piece(royal).letter);
        format!("{color} begins with several royal pieces; here it has one {letter} left.")
    })
}

/// A start position with the royals only.
fn royals_alone(game: &Variant, files: u8, ranks: u8) -> Start {
    let royals = Color::ALL.map(|color| royal_of(game, color).map(|id| (color, id)));
    let placed = royals.into_iter().flatten().map(|(color, id)| Placed {
        file: files / 2,
        rank: match color {
            Color::White => 0,
            Color::Black => ranks - 1,
        },
        color,
        id,
    });
    Start {
        pieces: placed.collect(),
        fields: String::new(),
    }
}

/// Moves the pieces to another board, where only they and the royals matter.
fn move_to_board(game: &mut Variant, files: u8, ranks: u8) -> anyhow::Result<()> {
    if !game.rules.zones.is_plain() || game.rules.grid.is_some() {
        bail!(
            "{}: its board has special parts, so that it cannot be played on another one",
            game.name
        );
    }
    game.start = Some(royals_alone(game, files, ranks));
    (game.files, game.ranks) = (files, ranks);
    for color in Color::ALL {
        game.back_rank[color] = vec![None; files.into()];
    }
    game.rules.pawn_rank = game.rules.pawn_rank.min(ranks);
    for piece in &mut game.pieces {
        let lasting = |m: &crate::variant::MoveDescriptor| {
            m.condition == Condition::Always && !matches!(m.shape, MoveShape::Castling { .. })
        };
        piece.moves.retain(lasting);
    }
    Ok(())
}
