//! From what a file says about a game to what the game is: [`GameDef`] to [`Variant`].
//!
//! The second step of loading. All checks of meaning are here, and all magic values of the format
//! end here: nothing behind this module knows that a value of -1 is a king or that pawns become
//! piece number 7.

mod counting;
mod draws;
mod glass;
mod goals;
mod hands;
mod moves;
mod pieces;
mod promotion;
mod rule_lines;
mod rule_values;
mod shuffle;
mod start;
mod terrain;

use super::diagnostic::Report;
use super::source::{BoardSize, GameDef};
use crate::types::{ByColor, Color, MAX_TYPES, TypeId};
use crate::variant::{
    Castling, Diagnostic, Gating, GuiInfo, MoveRule, Params, PieceType, PromotesTo, Promotion,
    Repetition, Rules, Spanned, Stalemate, Variant, WinConditions, Zones,
};
use moves::Mirrored;
use rule_lines::RuleSettings;

pub use rule_lines::known_rules;

/// The name of the default game of a file.
pub const DEFAULT_NAME: &str = "normal";
/// The value that changes the rules when given to certain pieces.
const RULE_VALUE: i32 = -2;
/// The piece whose [`RULE_VALUE`] makes a race to the central squares.
const HILL_TYPE: TypeId = TypeId(3);
/// The piece whose [`RULE_VALUE`] makes stalemate a loss.
const STALEMATE_TYPE: TypeId = TypeId(9);
/// The game that has pieces in hand, and which ones.
const GATING_GAME: (&str, [TypeId; 2]) = ("seirawan", [TypeId(9), TypeId(10)]);

/// What became of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Resolved {
    /// The game, if it can be played.
    pub variant: Option<Variant>,
    /// Further names of the game.
    pub aliases: Vec<String>,
    /// Everything noted about the game, in its text or its meaning.
    pub diagnostics: Vec<Diagnostic>,
}

/// Checks a game of the file called `file` and works out its meaning. `alternators` says how to
/// read two-legged rays in a game that does not say it itself.
pub fn resolve(game: &GameDef, file: &str, alternators: bool) -> Resolved {
    let mut report = Report::resume(file, game.diagnostics.clone());
    let mut settings = rule_lines::apply(&game.rules, &mut report);
    let aliases = std::mem::take(&mut settings.aliases);
    let variant = match game.size {
        Some(size) if !report.has_errors() => {
            let mut builder = Builder {
                game,
                size: size.value,
                settings,
                alternators,
                takes_en_passant: ByColor::both(None),
                mirrored: Vec::new(),
                report: &mut report,
            };
            Some(builder.variant())
        }
        _ => None,
    };
    Resolved {
        variant: variant.filter(|_| !report.has_errors()),
        aliases,
        diagnostics: report.into_list(),
    }
}

struct Builder<'a> {
    game: &'a GameDef,
    size: BoardSize,
    settings: RuleSettings,
    alternators: bool,
    /// Whether white's and black's pawn capture en passant, where their notation says it.
    takes_en_passant: ByColor<Option<bool>>,
    /// What types that both colours have are in black's hands, where that is another piece.
    mirrored: Vec<Mirrored>,
    report: &'a mut Report,
}

impl Builder<'_> {
    /// Builds as much as possible, so that one run finds as many errors as possible; the result
    /// counts only when the report has none.
    fn variant(&mut self) -> Variant {
        let game = self.game;
        let (pawn_rank, zone) = self.zone();
        let promotion_ranks = self.promotion_ranks(pawn_rank).unwrap_or(zone);
        self.check_count();
        let mut pieces: Vec<PieceType> = (game.pieces.iter().zip(1..=MAX_TYPES as u8))
            .map(|(piece, number)| self.piece(piece, TypeId(number)))
            .collect();
        moves::settle_en_passant(&mut pieces, self.takes_en_passant);
        let mut back_rank = ByColor::from_fn(|color| self.back_rank(color));
        self.add_mirrored(&mut pieces, &mut back_rank[Color::Black]);
        let mut variant = Variant {
            name: match &game.name {
                Some(name) => super::library::short_name(&name.value).to_owned(),
                None => DEFAULT_NAME.to_owned(),
            },
            description: game
                .description
                .as_ref()
                .map_or_else(String::new, |text| text.value.clone()),
            files: self.size.files,
            ranks: self.size.ranks,
            pieces,
            back_rank,
            start: None,
            rules: Rules {
                pawn_rank,
                promotion: Promotion {
                    to: PromotesTo::Choice(ByColor::default()),
                    ranks: promotion_ranks,
                    optional: self.settings.promotion_optional,
                    captured: self.settings.promotion_to_captured,
                    quiet: self.settings.promotion_quiet,
                },
                castling: Castling {
                    no_leap_in_check: self.settings.no_royal_leap_in_check,
                    ..Castling::default()
                },
                zones: Zones {
                    facing_is_illegal: self.settings.facing_is_illegal,
                    ..Zones::default()
                },
                win: WinConditions {
                    stalemate: self.stalemate(),
                    hill: (self.raw_value(HILL_TYPE) == Some(RULE_VALUE)).then_some(HILL_TYPE),
                    bare_king_loses: self.settings.bare_king_loses,
                    ..WinConditions::default()
                },
                move_rule: MoveRule {
                    limit: self.settings.move_rule,
                    without_checks: self.settings.checks_stop_clock,
                },
                drops: None,
                gating: Gating {
                    types: self.gating(),
                    ..Gating::default()
                },
                hand: ByColor::default(),
                shuffle: None,
                repetition: Repetition::default(),
                counting: None,
                alice: Vec::new(),
            },
            params: Params::default(),
            gui: self.gui_info(),
            letter_aliases: Vec::new(),
        };
        if self.report.has_errors() {
            // what follows relies on complete pieces and back ranks
            return variant;
        }
        variant.rules.zones.holes =
            terrain::work_out_holes(&variant, &self.settings.terrain, self.report);
        let starts_elsewhere = !self.settings.start.is_empty();
        terrain::check_holes(
            &variant,
            game,
            &self.settings.terrain,
            starts_elsewhere,
            self.report,
        );
        variant.letter_aliases = self.letter_aliases(&variant);
        variant.rules.castling.leap_aim = self.named_type(self.settings.royal_leap_aim, &variant);
        variant.rules.castling.partner = self.castling_partner(&variant);
        variant.rules.win = self.settings.goals.work_out(&variant, self.report);
        variant.rules.alice = glass::work_out(&variant, &self.settings, self.report);
        if self.settings.start.is_empty() {
            self.check_royals(&variant);
        }
        variant.rules.repetition =
            draws::work_out(&variant, &self.settings.repetition, self.report);
        variant.rules.counting = counting::work_out(&variant, &self.settings.counting, self.report);
        variant.rules.zones = terrain::work_out(&variant, &self.settings.terrain, self.report);
        variant.start = start::work_out(&variant, &self.settings.start, self.report);
        glass::check_ground(&variant, &self.settings, self.report);
        self.settings.goals.check_start(&variant, self.report);
        let origins = promotion::Origins {
            game,
            mirrored: &self.mirrored,
        };
        variant.rules.promotion.to =
            promotion::work_out(&variant, origins, &self.settings.promotion, self.report);
        terrain::check_start(&variant, &self.settings.terrain, self.report);
        merge_twins(&mut variant);
        hands::work_out(&mut variant, &self.settings, self.report);
        shuffle::work_out(&mut variant, &self.settings, self.report);
        variant
    }

    /// The rank where pawns start and the depth of the promotion zone.
    fn zone(&mut self) -> (u8, u8) {
        let Some(zone) = self.game.zone else {
            return (2, 1);
        };
        let ranks = i32::from(self.size.ranks);
        let (pawn_rank, depth) = match zone.value {
            1 => (2, 1),
            n if n > 1 => (n, n),
            n => (1_i32.saturating_sub(n), 1),
        };
        let furthest = ranks / 2;
        if (2..=furthest).contains(&pawn_rank) {
            return (pawn_rank as u8, depth as u8);
        }
        self.report.error(
            zone.span,
            format!(
                "`={}` does not fit: pawns cannot start on rank {pawn_rank} of {ranks}",
                zone.value
            ),
            Some(format!(
                "=N (2 to {furthest}) sets rank and zone, =-N (1 to {}) the rank only",
                furthest - 1
            )),
        );
        (2, 1)
    }

    /// The depth of the promotion zone if a rule line sets it.
    fn promotion_ranks(&mut self, pawn_rank: u8) -> Option<u8> {
        let ranks = self.settings.promotion_ranks?;
        let most = self.size.ranks.saturating_sub(pawn_rank);
        if !(1..=most).contains(&ranks.value) {
            let message = format!("pawns cannot promote on {} ranks", ranks.value);
            let hint = format!("they start on rank {pawn_rank}, so it is 1 to {most}");
            self.report.error(ranks.span, message, Some(hint));
        }
        Some(ranks.value)
    }

    fn stalemate(&self) -> Stalemate {
        match (self.settings.stalemate, self.raw_value(STALEMATE_TYPE)) {
            (Some(stalemate), _) => stalemate,
            (None, Some(RULE_VALUE)) => Stalemate::Loss,
            (None, _) => Stalemate::Draw,
        }
    }

    fn gating(&self) -> Vec<TypeId> {
        let (name, types) = GATING_GAME;
        let exist = types.iter().all(|&id| self.raw_value(id).is_some());
        match &self.game.name {
            Some(game) if exist && game.value.eq_ignore_ascii_case(name) => types.to_vec(),
            _ => Vec::new(),
        }
    }

    fn gui_info(&self) -> GuiInfo {
        let text =
            |field: &Option<Spanned<String>>| field.as_ref().map(|spanned| spanned.value.clone());
        GuiInfo {
            piece_to_char: text(&self.game.piece_to_char),
            parent: text(&self.game.parent),
            piece_lines: (self.game.piece_commands.iter())
                .map(|line| line.value.clone())
                .collect(),
        }
    }

    /// White's piece of a letter that a rule line gives.
    fn named_type(&mut self, letter: Option<Spanned<char>>, variant: &Variant) -> Option<TypeId> {
        let letter = letter?;
        let id = variant.type_by_letter(letter.value, Color::White);
        if id.is_none() {
            let message = format!("there is no piece {}", letter.value);
            self.report.error(letter.span, message, None);
        }
        id
    }

    fn castling_partner(&mut self, variant: &Variant) -> ByColor<Option<TypeId>> {
        let letter = self.settings.castling_partner;
        if self.named_type(letter, variant).is_none() {
            return ByColor::default();
        }
        ByColor::from_fn(|color| variant.type_by_letter(letter?.value, color))
    }

    fn letter_aliases(&mut self, variant: &Variant) -> Vec<(char, char)> {
        let used = |letter: char| variant.pieces.iter().any(|piece| piece.letter == letter);
        let mut aliases = Vec::new();
        for entry in &self.settings.letters {
            let (alias, letter) = entry.value;
            let message = if used(alias) {
                format!("the letter {alias} is that of a piece already")
            } else if !used(letter) {
                format!("no piece has the letter {letter}")
            } else {
                aliases.push((alias, letter));
                continue;
            };
            let hint = Some("the form is `Letter: NEW=OLD`".to_owned());
            self.report.error(entry.span, message, hint);
        }
        aliases
    }
}

/// Makes the back ranks use the types that their letters mean, where these are twins: nothing could
/// tell such pieces apart, and a position that was set up by letters has to be the same position.
fn merge_twins(variant: &mut Variant) {
    for color in Color::ALL {
        for file in 0..variant.back_rank[color].len() {
            let Some(id) = variant.back_rank[color][file] else {
                continue;
            };
            let piece = variant.piece(id);
            let named = variant.type_by_letter(piece.letter, color);
            let twin = named.filter(|&other| {
                let is_goal = [id, other].map(|id| variant.rules.win.hill == Some(id));
                is_goal[0] == is_goal[1] && variant.are_twins(other, id)
            });
            if let Some(twin) = twin {
                variant.back_rank[color][file] = Some(twin);
            }
        }
    }
}

#[cfg(test)]
mod tests;
