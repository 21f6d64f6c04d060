//! The second step of loading: [`GameDef`] to [`Variant`].
//!
//! Pieces are resolved here, each rule in its own file of [`rules`]. The magic values of the format end here: no later code
//! knows that a value of -1 is a king or that pawns become piece number 7.

mod moves;
mod pieces;
mod slips;
mod stray;

use super::diagnostic::Report;
use super::game_def::{BoardSize, GameDef};
use super::library::names::short_name;
use super::limits::MAX_ALL_MOVES;
use super::read_options::ReadOptions;
use crate::types::{ByColor, Color, MAX_TYPES, TypeId};
use crate::variant::rules::{self, Resolver, promotion, start};
use crate::variant::{Diagnostic, GuiInfo, Params, PieceType, Promotion, Rules, Spanned, Variant};
use moves::Mirrored;

/// The name of the default variant of a file.
pub const DEFAULT_NAME: &str = "normal";

/// A resolved variant.
#[derive(Clone, Debug, PartialEq)]
pub struct Resolved {
    /// The variant, if it can be played.
    pub variant: Option<Variant>,
    /// Further names of the variant.
    pub aliases: Vec<String>,
    /// Diagnostics of text and meaning.
    pub diagnostics: Vec<Diagnostic>,
}

/// Resolves and checks a variant of the file called `file`.
pub fn resolve(game: &GameDef, file: &str, options: ReadOptions) -> Resolved {
    let mut report = Report::resume(file, game.diagnostics.clone());
    // after an unreadable piece line, piece numbers are wrong
    let mut complete = !report.has_errors();
    rules::check_words(game, options, &mut report);
    // pieces can be checked without rules
    let of_words = report.errors();
    if complete {
        slips::missing_black_pawn(game, options.alternators, &mut report);
        stray::check(game, &mut report);
        complete = report.errors() == of_words;
    }
    let size = game.size.filter(|_| complete);
    let variant = size.map(|size| variant(game, size.value, options, &mut report));
    Resolved {
        variant: variant.filter(|_| !report.has_errors()),
        aliases: start::aliases(game),
        diagnostics: report.into_list(),
    }
}

/// Resolves as much as possible, so that one run finds as many errors as possible. The result is valid only without
/// errors.
fn variant(game: &GameDef, size: BoardSize, options: ReadOptions, report: &mut Report) -> Variant {
    let alternators = start::alternators(game, report).unwrap_or(options.alternators);
    let pieces = Pieces {
        game,
        size,
        alternators,
        takes_en_passant: ByColor::both(None),
        mirrored: Vec::new(),
        report,
    };
    let (variant, mirrored) = pieces.variant();
    if report.has_errors() {
        // rules rely on complete pieces and back ranks
        return variant;
    }
    let mut resolver = Resolver {
        game,
        variant,
        mirrored: mirrored.iter().map(|m| (m.id, m.twin)).collect(),
        report,
    };
    rules::resolve(&mut resolver);
    let variant = resolver.variant;
    if options.slips {
        slips::check(game, &variant, alternators, report);
    }
    variant
}

/// Resolves the piece lines and back ranks.
struct Pieces<'a> {
    game: &'a GameDef,
    size: BoardSize,
    /// Two-legged rays alternate for ever.
    alternators: bool,
    /// Whether the pawns capture en passant, if their notation states it.
    takes_en_passant: ByColor<Option<bool>>,
    /// Types of both colours that are mirrored for Black.
    mirrored: Vec<Mirrored>,
    report: &'a mut Report,
}

impl Pieces<'_> {
    /// The variant without its rules, and the mirrored types.
    fn variant(mut self) -> (Variant, Vec<Mirrored>) {
        let (game, BoardSize { files, ranks }) = (self.game, self.size);
        let (pawn_rank, depth) =
            promotion::pawn_rank_and_zone(game, ranks, self.alternators, self.report);
        self.check_count();
        let mut pieces: Vec<PieceType> = (game.pieces.iter().zip(1..=MAX_TYPES as u8))
            .map(|(piece, number)| self.piece(piece, TypeId(number)))
            .collect();
        if pieces.iter().map(|piece| piece.moves.len()).sum::<usize>() > MAX_ALL_MOVES {
            let message =
                format!("all pieces of a variant have at most {MAX_ALL_MOVES} moves together");
            self.report.error(game.span, message, None);
        }
        moves::settle_en_passant(&mut pieces, self.takes_en_passant);
        let mut back_rank = ByColor::from_fn(|color| self.back_rank(color));
        self.add_mirrored(&mut pieces, &mut back_rank[Color::Black]);
        let name = text(&game.name);
        let variant = Variant {
            name: name.map_or(DEFAULT_NAME.to_owned(), |name| short_name(&name).to_owned()),
            description: text(&game.description).unwrap_or_default(),
            author: None,
            files,
            ranks,
            written_types: game.pieces.len().min(MAX_TYPES) as u8,
            pieces,
            back_rank,
            start: None,
            elsewhere: None,
            rules: Rules {
                pawn_rank,
                promotion: Promotion {
                    ranks: depth,
                    ..Promotion::default()
                },
                ..Rules::default()
            },
            params: Params::default(),
            net: None,
            gui: GuiInfo {
                piece_to_char: text(&game.piece_to_char),
                parent: text(&game.parent),
                piece_lines: (game.piece_commands.iter())
                    .map(|line| line.value.clone())
                    .collect(),
            },
            letter_aliases: Vec::new(),
            pictures: Vec::new(),
        };
        (variant, self.mirrored)
    }
}

/// The text of a field.
pub(super) fn text(field: &Option<Spanned<String>>) -> Option<String> {
    field.as_ref().map(|spanned| spanned.value.clone())
}

#[cfg(test)]
mod tests;
