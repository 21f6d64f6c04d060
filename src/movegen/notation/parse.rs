//! Reading moves: a text becomes one of the legal moves, or an error with the reason.

use std::fmt;

use super::turn;
use crate::board::{Castling, Position};
use crate::movegen::{GameEnd, MoveTables, rules};
use crate::types::{Color, Move, Square, TypeId};
use crate::variant::{PromotesTo, letter};

/// Texts of a pass, besides a piece that stays where it is.
const PASSES: [&str; 5] = [super::PASS, "--", "pass", "null", "Z0"];

/// Marks after a move: check, mate, good or bad.
const MARKS: [char; 4] = ['+', '#', '!', '?'];
/// The mark after an en passant capture.
const IN_PASSING: &str = "e.p.";

/// A move without its marks, as in `Nf3+!` or `exd6 e.p.`. A plus that promotes, as in `7g7f+`, counts as a
/// mark too.
pub fn without_marks(text: &str) -> &str {
    let plain = text.trim_end_matches(MARKS).trim_end();
    let plain = plain.strip_suffix(IN_PASSING).unwrap_or(plain);
    if plain.len() == text.len() {
        plain
    } else {
        without_marks(plain)
    }
}

/// A move whose first mark is a plus, with this plus as its only mark: it may mean a promotion.
pub(super) fn with_plus(text: &str) -> Option<String> {
    let plain = without_marks(text);
    (text[plain.len()..].starts_with('+')).then(|| format!("{plain}+"))
}

/// Why a text is not a legal move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoveError {
    /// The text does not have the form of a move.
    Malformed,
    /// No piece stands on the origin.
    NoPiece(String),
    /// The piece on the origin is the opponent's.
    NotYours(String),
    /// The piece cannot go there.
    Unreachable,
    /// Pieces on these squares can go there; the text does not say which.
    Ambiguous(String),
    /// The move would leave a royal piece in check.
    InCheck,
    /// A rule of the variant forbids the move, in these words.
    Forbidden(&'static str),
    /// The suffix is not the letter of a piece that may be chosen here.
    BadSuffix(char),
    /// This castling is not possible.
    NoCastling,
    /// There is no such piece in the hand.
    NotInHand(char),
    /// The piece in hand cannot be put on that square.
    NoDrop(String),
    /// Passing is not allowed.
    NoPass,
    /// No wall can be placed on that square.
    NoWall(String),
    /// The text does not say where the wall goes.
    WhichWall,
    /// The game is over.
    GameOver,
}

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MoveError::Malformed => f.write_str("not a move"),
            MoveError::NoPiece(square) => write!(f, "no piece on {square}"),
            MoveError::NotYours(square) => write!(f, "the piece on {square} is the opponent's"),
            MoveError::Unreachable => f.write_str("the piece does not move so"),
            MoveError::Ambiguous(squares) => write!(f, "it could begin on {squares}"),
            MoveError::InCheck => f.write_str("it leaves the king in check"),
            MoveError::Forbidden(why) => f.write_str(why),
            MoveError::BadSuffix(c) => write!(f, "`{c}` cannot be chosen"),
            MoveError::NoCastling => f.write_str("castling is not possible"),
            MoveError::NotInHand(c) => write!(f, "there is no `{}` in hand", letter::text(*c)),
            MoveError::NoDrop(square) => write!(f, "it cannot be dropped on {square}"),
            MoveError::NoPass => f.write_str("the turn cannot be passed"),
            MoveError::NoWall(square) => write!(f, "no wall can be set up on {square}"),
            MoveError::WhichWall => {
                f.write_str("it does not say where the wall is, as in e2e4,e4d5")
            }
            MoveError::GameOver => f.write_str("the game is over"),
        }
    }
}

impl std::error::Error for MoveError {}

impl MoveTables {
    /// Finds the legal move that a text means: coordinates with an optional piece letter (`e7e8q`, also
    /// `e7e8=Q`; the pawn's own letter if it stays one by choice) or a sign (`+` promotes to the piece with a
    /// plus, `-` goes back, `=` does neither); castling as the king's move, as `O-O` and `O-O-O`, or as king
    /// takes own corner piece; a drop as `N@e4`; a pass as `@@@@`, `--`, `pass`, `null`, `Z0`, or a piece
    /// that stays where it is (`e1e1`). Case does not matter. Marks may follow (`e5d6+!`, `e5d6 e.p.`), but a
    /// first `+` after a piece that has a form with a plus always promotes.
    ///
    /// # Errors
    /// Why the text is not a legal move.
    pub fn parse_move(&self, pos: &Position, text: &str) -> Result<Move, MoveError> {
        if self.game_end(pos).is_some_and(GameEnd::ends_play) {
            return Err(MoveError::GameOver);
        }
        let promoted = with_plus(text).map(|text| self.parse_unmarked(pos, &text));
        match promoted {
            None | Some(Err(MoveError::Malformed)) => self.parse_unmarked(pos, without_marks(text)),
            Some(found) => found,
        }
    }

    fn parse_unmarked(&self, pos: &Position, text: &str) -> Result<Move, MoveError> {
        let legal = self.legal(&mut pos.clone());
        let tables = self;
        if pos.layout().variant.rules.walls.is_some() {
            return tables.parse_with_wall(pos, legal, text);
        }
        Parser { tables, pos, legal }.parse(text)
    }

    /// A move with a wall: after a comma the path from its target to the wall (`e2e4,e4d5`; the wall's square
    /// alone will do), which may be omitted if only one wall is possible. The letter of a promotion is before
    /// the comma or at the end.
    fn parse_with_wall(
        &self,
        pos: &Position,
        mut legal: Vec<Move>,
        text: &str,
    ) -> Result<Move, MoveError> {
        let layout = pos.layout();
        let square = |text| Square::parse_prefix(text, layout.files, layout.ranks);
        let mut text = text.to_owned();
        let mut wall = None;
        if let Some((front, behind)) = text.split_once(',') {
            let (first, rest) = square(behind).ok_or(MoveError::Malformed)?;
            let (sq, letter) = square(rest).unwrap_or((first, rest));
            wall = Some(sq);
            text = format!("{front}{letter}");
        }
        // a pass places no wall, in contrast to a wall without a move
        let before = legal.iter().filter(|mv| wall.is_none() || !mv.is_pass());
        let before: Vec<Move> = before.map(|mv| mv.without_wall()).collect();
        let tables = self;
        let found = Parser {
            tables,
            pos,
            legal: before,
        }
        .parse(&text)?;
        legal.retain(|mv| mv.without_wall() == found);
        let mut fits = legal
            .iter()
            .filter(|mv| wall.is_none_or(|wall| mv.wall() == Some(wall)));
        match (fits.next(), fits.next(), wall) {
            (Some(mv), None, _) => Ok(*mv),
            (_, _, Some(wall)) => Err(MoveError::NoWall(layout.square_name(wall))),
            _ => Err(MoveError::WhichWall),
        }
    }
}

/// Reads moves of one position.
pub(super) struct Parser<'a> {
    pub(super) tables: &'a MoveTables,
    pub(super) pos: &'a Position,
    pub(super) legal: Vec<Move>,
}

impl Parser<'_> {
    pub(super) fn parse(&self, text: &str) -> Result<Move, MoveError> {
        if text.contains(',') && self.pos.layout().variant.has_double_moves() {
            return self.double(text);
        }
        if let Some(right) = castling_letters(text) {
            return self.castling(|castling| castling.is_right() == right);
        }
        if PASSES.iter().any(|pass| text.eq_ignore_ascii_case(pass)) {
            return self.pass();
        }
        if let Some((piece, square)) = text.split_once('@') {
            return self.drop(piece, square);
        }
        let layout = self.pos.layout();
        let square = |text| Square::parse_prefix(text, layout.files, layout.ranks);
        let (from, rest) = square(text).ok_or(MoveError::Malformed)?;
        let (to, rest) = square(rest).ok_or(MoveError::Malformed)?;
        let (from, to) = rules::board_of(self.pos, from, to);
        self.check_origin(from)?;
        let goes = |&mv: &Move| self.goes(mv, from, to);
        let fits: Vec<Move> = self.legal.iter().copied().filter(goes).collect();
        let fits = if fits.is_empty() {
            self.only_double(from, to)
        } else {
            fits
        };
        if fits.is_empty() {
            suffix(rest)?;
            return Err(self.why_not(from, to));
        }
        self.with_suffix(&fits, (from, to), rest)
    }

    /// The pseudo-legal moves.
    pub(super) fn pseudo_legal(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        self.tables.pseudo_legal(self.pos, &mut moves);
        moves
    }

    /// An error unless a piece of the side to move stands on a square.
    pub(super) fn check_origin(&self, from: Square) -> Result<(), MoveError> {
        let name = || self.pos.layout().square_name(from);
        match self.pos.piece_on(from) {
            None => Err(MoveError::NoPiece(name())),
            Some((color, _)) if color != self.pos.side() => Err(MoveError::NotYours(name())),
            Some(_) => Ok(()),
        }
    }

    /// Chooses the move with this suffix among moves with the same squares.
    pub(super) fn with_suffix(
        &self,
        fits: &[Move],
        (from, to): (Square, Square),
        rest: &str,
    ) -> Result<Move, MoveError> {
        let layout = self.pos.layout();
        let suffix = suffix(rest)?;
        let sign = suffix.filter(|c| ['+', '-'].contains(c));
        let letter = suffix.filter(|_| sign.is_none());
        let id = self.named(letter, from)?;
        if let Some(sign) = sign {
            let id = self.pos.type_on(from);
            let variant = &layout.variant;
            let plus = letter::promoted(variant.piece(id).letter);
            if sign == '+'
                && plus
                    .and_then(|plus| variant.type_by_letter(plus, self.pos.side()))
                    .is_none()
            {
                return Err(MoveError::Malformed);
            }
            let found = fits
                .iter()
                .find(|mv| turn(layout, id, mv.promotion()) == Some(sign));
            return found.copied().ok_or(MoveError::BadSuffix(sign));
        }
        self.choose(fits, from, to, id, letter)
    }

    /// The type that a letter means after a move from a square.
    fn named(&self, letter: Option<char>, from: Square) -> Result<Option<TypeId>, MoveError> {
        let Some(c) = letter else { return Ok(None) };
        let shown = self.pos.layout().piece_shown(c, self.pos.side(), from);
        shown.map_or(Err(MoveError::BadSuffix(c)), |(id, _)| Ok(Some(id)))
    }

    fn pass(&self) -> Result<Move, MoveError> {
        let legal = || self.legal.iter().copied();
        let pass = legal().find(|mv| mv.is_pass());
        let pass = pass.or_else(|| legal().find(|mv| self.pos.goes_out_and_back(*mv)));
        pass.ok_or(MoveError::NoPass)
    }

    /// The drop of a piece on a square.
    fn drop(&self, piece: &str, square: &str) -> Result<Move, MoveError> {
        let layout = self.pos.layout();
        let (to, _) = Square::parse_prefix(square, layout.files, layout.ranks)
            .filter(|(_, rest)| rest.is_empty())
            .ok_or(MoveError::Malformed)?;
        let mut letters = piece.chars();
        let (letter, named) = match (letters.next(), letters.next(), letters.next()) {
            (Some(letter), None, None) => (letter, Some(letter)),
            (Some('+'), Some(letter), None) => (letter, letter::promoted(letter)),
            _ => return Err(MoveError::Malformed),
        };
        let us = self.pos.side();
        let id = named.and_then(|named| layout.variant.type_by_letter(named, us));
        let held = id.filter(|&id| self.pos.in_hand(us, layout.held_as(us, id)) > 0);
        let mv = Move::dropping(
            held.ok_or(MoveError::NotInHand(named.unwrap_or(letter)))?,
            to,
        );
        if self.legal.contains(&mv) {
            return Ok(mv);
        }
        let no_drop = MoveError::NoDrop(layout.square_name(to));
        Err(match self.pseudo_legal().contains(&mv) {
            true if self.tables.in_check(self.pos) => MoveError::InCheck,
            true => self.why_illegal(mv, no_drop),
            false => no_drop,
        })
    }

    /// True if a move is written with these squares; all forms of castling count.
    pub(super) fn goes(&self, mv: Move, from: Square, to: Square) -> bool {
        if mv.dropped().is_some() || mv.via().is_some() && !self.pos.goes_out_and_back(mv) {
            return false;
        }
        if mv.is_pass() {
            // any piece that stays where it is will do
            return from == to;
        }
        if let Some(c) = self.pos.layout().castling(self.pos.side(), mv) {
            if let Some(squares) = rules::partner_form(self.pos.layout(), mv, c) {
                return squares == [from, to];
            }
            if (c.from, c.corner) == (from, to) {
                return true;
            }
        }
        (mv.from(), mv.to()) == (from, to)
    }

    fn choose(
        &self,
        fits: &[Move],
        from: Square,
        to: Square,
        id: Option<TypeId>,
        letter: Option<char>,
    ) -> Result<Move, MoveError> {
        // an ordinary move goes before castling written as king takes rook
        let direct = |mv: &&Move| (mv.from(), mv.to()) == (from, to);
        let us = self.pos.side();
        if let Some(&first) = fits.iter().find(|mv| mv.promotion().is_some()) {
            let choices = if self.pos.type_on(from) == TypeId::pawn(us) {
                self.promotion_choices(us)
            } else {
                &[]
            };
            let Some(id) = id else {
                // where promotion is a choice, no letter means staying a pawn
                if let Some(stay) = fits.iter().find(|mv| mv.promotion().is_none()) {
                    return Ok(*stay);
                }
                let default = choices.first().copied();
                let wanted = fits.iter().find(|mv| mv.promotion() == default);
                return Ok(*wanted.unwrap_or(&first));
            };
            let id = self.pos.layout().variant.promoted(id);
            let chosen = match fits.iter().find(|mv| mv.promotion() == Some(id)) {
                Some(&mv) => mv,
                None => first_promoting(first, id),
            };
            // the pawn's own letter means staying a pawn too
            if id == TypeId::pawn(us)
                && let Some(stay) = fits.iter().find(|mv| mv.promotion().is_none())
            {
                return Ok(*stay);
            }
            let legal =
                fits.contains(&chosen) || choices.contains(&id) && self.twin_is_legal(fits, id);
            return if legal {
                Ok(chosen)
            } else {
                Err(MoveError::BadSuffix(letter.unwrap_or(' ')))
            };
        }
        let letter = letter.filter(|_| !rules::only_names_board(self.pos, from, id));
        let id = if letter.is_none() { None } else { id };
        // forced gating needs no letter
        let unnamed = letter.is_none() && self.pos.layout().has_gates();
        let named = fits.iter().filter(|mv| unnamed || mv.piece_suffix() == id);
        let found = named.clone().find(direct).or(named.clone().next());
        match (found, letter) {
            (Some(mv), _) => Ok(*mv),
            (None, Some(c)) => {
                // a GUI may add a promotion letter to any move
                let plain = fits.iter().find(|mv| mv.piece_suffix().is_none());
                let pawn = self.pos.type_on(from) == TypeId::pawn(us);
                plain
                    .filter(|_| pawn)
                    .copied()
                    .ok_or(MoveError::BadSuffix(c))
            }
            // only gating on the partner's square is written as partner takes king, and always with a letter
            (None, None) => self.castling_for(fits),
        }
    }

    fn castling_for(&self, fits: &[Move]) -> Result<Move, MoveError> {
        let squares = fits.iter().find_map(|mv| mv.castling());
        let squares = squares.ok_or(MoveError::Unreachable)?;
        self.castling(|castling| (castling.from, castling.to) == squares)
    }

    /// The legal castling that fits; it gates no piece unless gating is forced.
    fn castling(&self, fits: impl Fn(&Castling) -> bool) -> Result<Move, MoveError> {
        let layout = self.pos.layout();
        let forced = layout.has_gates();
        let found = self.legal.iter().find(|mv| {
            let castling = layout.castling(self.pos.side(), **mv);
            (forced || mv.piece_suffix().is_none()) && castling.is_some_and(&fits)
        });
        found.copied().ok_or(MoveError::NoCastling)
    }

    /// The promotion choices of a colour's pawns, default first; empty if they depend on the file.
    fn promotion_choices(&self, color: Color) -> &[TypeId] {
        match &self.pos.layout().variant.rules.promotion.to {
            PromotesTo::Choice(choices) => &choices[color].accepted,
            PromotesTo::ByFile(_) => &[],
        }
    }

    /// True if a piece that moves like `id` may be chosen. Move generation leaves out twins, so that the search is not
    /// doubled, but a player may name either twin.
    fn twin_is_legal(&self, fits: &[Move], id: TypeId) -> bool {
        let v = &self.pos.layout().variant;
        fits.iter()
            .filter_map(|mv| mv.promotion())
            .any(|other| v.are_twins(id, other))
    }

    /// Why no legal move goes from one square to the other.
    fn why_not(&self, from: Square, to: Square) -> MoveError {
        let mut pseudo = self.pseudo_legal().into_iter();
        let found = pseudo.find(|&mv| self.goes(mv, from, to));
        match found {
            Some(mv) if mv.castling().is_some() => self.why_illegal(mv, MoveError::NoCastling),
            Some(mv) => self.why_illegal(mv, MoveError::InCheck),
            None => MoveError::Unreachable,
        }
    }

    /// Why a pseudo-legal move is illegal; `otherwise` if no rule gives a reason.
    pub(super) fn why_illegal(&self, mv: Move, otherwise: MoveError) -> MoveError {
        let mut after = self.pos.clone();
        if self.tables.trades(&mut after, mv) {
            return MoveError::Forbidden("such a trade is not allowed");
        }
        after.make(mv);
        if !self.tables.royals_safe(&after, self.pos.side()) {
            return otherwise;
        }
        (self.tables.why_forbidden(&after, 0)).map_or(otherwise, MoveError::Forbidden)
    }
}

/// The suffix after the squares of a move: a letter, a sign, or nothing.
fn suffix(rest: &str) -> Result<Option<char>, MoveError> {
    let mut suffix = rest.trim_start_matches(['=', '/']).chars();
    let letter = suffix.next();
    match suffix.next() {
        None => Ok(letter),
        Some(_) => Err(MoveError::Malformed),
    }
}

/// The same promotion with another choice of type.
fn first_promoting(mv: Move, id: TypeId) -> Move {
    if mv.via().is_some() {
        return mv.promoting(id);
    }
    let plain = Move::new(mv.from(), mv.to()).promoting(id);
    let plain = if mv.is_en_passant() {
        plain.capturing_en_passant()
    } else {
        plain
    };
    if mv.is_push() { plain.pushing() } else { plain }
}

/// Short (true) or long castling in words.
fn castling_letters(text: &str) -> Option<bool> {
    match text.to_ascii_uppercase().replace('0', "O").as_str() {
        "O-O" | "OO" => Some(true),
        "O-O-O" | "OOO" => Some(false),
        _ => None,
    }
}
