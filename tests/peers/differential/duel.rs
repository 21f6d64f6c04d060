//! One game, played in both programs at once.

use std::fmt;
use std::sync::Arc;

use fmax::game::Game;
use fmax::movegen::{DrawReason, GameEnd};
use fmax::ruleset::Ruleset;
use fmax::types::{Color, Move, Rng, Square};

use super::original::Original;

/// Hash table sizes, as powers of two. The process with the first size plays, the others confirm differences.
const BITS: [u32; 3] = [20, 22, 18];
/// Pairs of squares that do not start at a piece of the mover are divided into this many slices.
const SLICES: u64 = 16;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The original refuses one of our moves.
    Refused,
    /// The original accepts a move that is illegal here.
    Accepted,
    /// The original accepts a promotion suffix that we do not.
    SuffixAccepted,
    /// The original refuses a promotion suffix that we accept.
    SuffixRefused,
    /// After the move the boards differ.
    Board,
    /// With another size of its hash table the original gives another answer.
    HashAccident,
}

#[derive(Clone, Debug)]
pub struct Difference {
    pub kind: Kind,
    pub mv: String,
    /// The position of the difference, and the moves that led there.
    pub fen: String,
    pub history: Vec<String>,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let history = self.history.join(" ");
        write!(
            f,
            "{:?} {} in {} after {history}",
            self.kind, self.mv, self.fen
        )
    }
}

#[derive(Clone, Copy, Debug, Default)]
pub struct Counts {
    plies: usize,
    positions: usize,
    moves: usize,
    promotions: usize,
    refusals: usize,
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Counts {
            plies,
            positions,
            moves,
            promotions,
            refusals,
        } = self;
        write!(
            f,
            "{plies:5} {positions:4} {moves:6} {promotions:4} {refusals:8}"
        )
    }
}

pub struct Duel {
    name: String,
    rules: Arc<Ruleset>,
    original: Original,
    /// The moves played, in the original's notation.
    history: Vec<String>,
    pub counts: Counts,
    pub differences: Vec<Difference>,
}

impl Duel {
    pub fn new(name: &str, rules: Arc<Ruleset>) -> Duel {
        Duel {
            name: name.to_owned(),
            rules,
            original: Original::start(BITS[0]),
            history: Vec::new(),
            counts: Counts::default(),
            differences: Vec::new(),
        }
    }

    /// Plays a random game to its end or to the maximum length.
    pub fn play(&mut self, seed: u64, plies: u64, every: u64) {
        let mut random = Rng::new(seed);
        let mut game = Game::new(self.rules.clone(), 0);
        self.history.clear();
        self.restore();
        for ply in 0..plies {
            match game.outcome() {
                // like the original, continues after a third repetition
                None | Some(GameEnd::Draw(DrawReason::Repetition)) => {}
                Some(_) => return,
            }
            // shifted by the seed, so that games are compared at different plies
            if (ply + seed).is_multiple_of(every) {
                self.compare(&game, (ply + seed) / every);
            }
            let mut legal = game.legal_moves();
            loop {
                if legal.is_empty() {
                    return;
                }
                let mv = legal.swap_remove(choose(&game, &legal, &mut random));
                let text = spell(&game, mv);
                if self.original.play(&text) {
                    game.play(mv);
                    self.history.push(text);
                    break;
                }
                self.differ(Kind::Refused, &game, text);
            }
            self.counts.plies += 1;
            if !self.same_board(&game) {
                let last = self.history.pop().unwrap();
                game.undo();
                self.differ(Kind::Board, &game, last);
                return;
            }
        }
    }

    /// Compares everything in the current position.
    fn compare(&mut self, game: &Game, sample: u64) {
        self.counts.positions += 1;
        let moves: Vec<(Move, String)> = game
            .legal_moves()
            .into_iter()
            .map(|mv| (mv, spell(game, mv)))
            .collect();
        self.compare_moves(game, &moves);
        self.compare_refusals(game, &moves, sample);
        self.compare_suffixes(game, &moves);
    }

    fn compare_moves(&mut self, game: &Game, moves: &[(Move, String)]) {
        self.counts.moves += moves.len();
        let undoable = |text: &String| !has_suffix(text);
        let (plain, odd): (Vec<String>, Vec<String>) = moves
            .iter()
            .map(|(_, text)| text.clone())
            .partition(undoable);
        let can_undo = self.history.iter().all(undoable);
        let mut one_by_one = odd;
        if !can_undo || !self.original.all_accepted(&plain) {
            one_by_one.extend(plain);
            self.restore();
        }
        for text in one_by_one {
            if !self.original.play(&text) {
                self.differ(Kind::Refused, game, text);
            }
            self.restore();
        }
        if !self.same_board(game) {
            self.differ(Kind::Board, game, "undo".to_owned());
            self.restore();
        }
    }

    fn compare_refusals(&mut self, game: &Game, moves: &[(Move, String)], sample: u64) {
        let pos = game.position();
        let us = pos.side();
        let layout = &self.rules.layout;
        let squares: Vec<Square> = layout.squares().collect();
        let own = |sq: Square| pos.piece_on(sq).is_some_and(|(color, _)| color == us);
        let own_royal = |sq: Square| own(sq) && layout.is_royal(pos.type_on(sq));
        let mut pairs = Vec::new();
        for (i, &from) in squares.iter().enumerate() {
            if !own(from) && i as u64 % SLICES != sample % SLICES {
                continue;
            }
            for &to in squares.iter().filter(|&&to| !own_royal(to)) {
                let text = layout.square_name(from) + &layout.square_name(to);
                if !moves.iter().any(|(_, mv)| {
                    mv.starts_with(&text)
                        && !mv[text.len()..].starts_with(|c: char| c.is_ascii_digit())
                }) {
                    pairs.push(text);
                }
            }
        }
        self.counts.refusals += pairs.len();
        let mut rest = &pairs[..];
        while let Some(i) = self.original.first_accepted(rest) {
            self.differ(Kind::Accepted, game, rest[i].clone());
            self.restore();
            rest = &rest[i + 1..];
        }
    }

    fn compare_suffixes(&mut self, game: &Game, moves: &[(Move, String)]) {
        let us = game.position().side();
        let v = self.rules.variant().clone();
        let mut letters: Vec<char> = v
            .pieces
            .iter()
            .map(|p| p.letter.to_ascii_lowercase())
            .collect();
        letters.sort_unstable();
        letters.dedup();
        let mut seen = Vec::new();
        for (mv, _) in moves.iter().filter(|(mv, _)| mv.promotion().is_some()) {
            if seen.contains(&(mv.from(), mv.to())) {
                continue;
            }
            seen.push((mv.from(), mv.to()));
            let layout = &self.rules.layout;
            let plain = layout.square_name(mv.from()) + &layout.square_name(mv.to());
            for letter in &letters {
                // both programs ignore a letter that only the other side's pieces have
                if v.type_by_letter(*letter, us).is_none() {
                    continue;
                }
                let text = format!("{plain}{letter}");
                let ours = game.parse_move(&text).is_ok();
                let theirs = self.original.play(&text);
                if ours && !theirs {
                    self.differ(Kind::SuffixRefused, game, text);
                } else if theirs && !ours {
                    self.differ(Kind::SuffixAccepted, game, text);
                }
                self.counts.promotions += 1;
                self.restore();
            }
        }
    }

    /// Sets up the end of the history in the original again.
    fn restore(&mut self) {
        let name = self.name.clone();
        if !self.original.set_up(&name, &self.history) {
            panic!(
                "{name}: the original changed its mind about {:?}",
                self.history
            );
        }
    }

    fn differ(&mut self, kind: Kind, game: &Game, mv: String) {
        let accepted = matches!(kind, Kind::Accepted | Kind::SuffixAccepted);
        let accident = kind != Kind::Board
            && BITS[1..].iter().any(|&bits| {
                let mut fresh = Original::start(bits);
                fresh.set_up(&self.name, &self.history) && fresh.play(&mv) != accepted
            });
        self.differences.push(Difference {
            kind: if accident { Kind::HashAccident } else { kind },
            mv,
            fen: game.position().fen(),
            history: self.history.clone(),
        });
    }

    fn same_board(&mut self, game: &Game) -> bool {
        let layout = &self.rules.layout;
        let v = self.rules.variant();
        let theirs = self.original.board(layout.files, layout.ranks);
        let ours = (0..layout.ranks)
            .rev()
            .flat_map(|rank| (0..layout.files).map(move |file| Square::at(file, rank)))
            .map(|sq| game.position().piece_on(sq));
        ours.zip(theirs).all(|pair| match pair {
            (None, None) => true,
            (Some((c1, t1)), Some((c2, t2))) => c1 == c2 && (t1 == t2 || v.are_twins(t1, t2)),
            _ => false,
        })
    }
}

/// Prefers moves that change the kind of position; otherwise castling and promotion would be rare.
fn choose(game: &Game, legal: &[Move], random: &mut Rng) -> usize {
    let pos = game.position();
    let pawn_far = |mv: &Move| {
        let us = pos.side();
        let rank = match us {
            Color::White => mv.to().rank(),
            Color::Black => pos.layout().ranks - 1 - mv.to().rank(),
        };
        pos.layout().variant.is_pawn(pos.type_on(mv.from()), us) && rank > pos.layout().ranks / 2
    };
    let eager = |mv: &Move| {
        mv.castling().is_some() || mv.promotion().is_some() || mv.is_en_passant() || pawn_far(mv)
    };
    let special: Vec<usize> = (0..legal.len()).filter(|&i| eager(&legal[i])).collect();
    if !special.is_empty() && random.below(3) == 0 {
        return special[random.below(special.len())];
    }
    random.below(legal.len())
}

/// The move in the original's notation, without a suffix if the suffix makes no difference.
fn spell(game: &Game, mv: Move) -> String {
    let text = game.format(mv);
    match text.strip_suffix(|c: char| c.is_ascii_alphabetic()) {
        Some(plain) if game.parse_move(plain) == Ok(mv) => plain.to_owned(),
        _ => text,
    }
}

/// The original packs a move with a suffix into an integer in which one field overwrites the next,
/// and its `undo` then replays another move.
fn has_suffix(text: &str) -> bool {
    text.ends_with(|c: char| c.is_ascii_alphabetic())
}
