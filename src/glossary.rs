//! Words that chess programming does not have, or uses for something else.
//!
//! All other terms mean what <https://www.chessprogramming.org> says: attack map, bitboard, check info,
//! hand, mobility, move picker, perft, piece list, quiescence search, static exchange evaluation.
//!
//! # Pieces and what they stand for
//!
//! | word | meaning |
//! |---|---|
//! | royal | a piece whose loss loses the game, see [`Royalty`]: *absolute*, if none of its type may be lost, or by *extinction*, if the last one may not |
//! | duple check | two royals of a type attacked at once, where one of them could be spared |
//! | virgin | a piece that has never left its square; castling, double pushes and other first moves are its right alone ([`Position::virgins`]) |
//! | twins | types that move alike and differ only in name and value ([`Variant::are_twins`]); generation uses one of them |
//! | partner | the piece with which a royal castles, mostly a rook |
//! | bare | left with nothing but royals, or without any piece of the types that a game names |
//! | slot | a place in a side's piece list, 0 to 63, so a set of a side's pieces is one word of bits |
//! | cell | what is on a square, in one byte: nothing, or colour and slot ([`Cell`]) |
//! | force | the pieces of both sides in an ending, on whatever squares |
//!
//! # Moves
//!
//! | word | meaning |
//! |---|---|
//! | leg | one straight part of a move: a step, how often it is repeated, and what the piece may do on the way ([`Leg`]) |
//! | rights | whether a move may capture and whether it may go to an empty square ([`Rights`]) |
//! | platform | the piece that a hopper jumps over; other engines call it a hurdle ([`Platform`]) |
//! | path | a move that is more than a plain leap or slide, compiled to the list of its squares |
//! | walk | a path followed on a board; the walk ends where an occupant does not fit the path |
//! | special | of a type: it captures along paths; of a move: it has flags beside its two squares |
//! | push | a pawn's first move of several squares, after which it can be captured in passing |
//! | gating | a piece in hand comes in on the square that another one leaves for the first time |
//! | gate | a square behind which a piece in hand waits until the first piece on the square leaves |
//! | in turn | of steps: alternating for ever, like the steps of a crooked bishop |
//!
//! # Board and rules
//!
//! | word | meaning |
//! |---|---|
//! | zone | a part of the board that some pieces cannot leave, or where they move differently ([`Zones`]) |
//! | hole | a square that the board does not have |
//! | hill | the squares in the middle, where in some games a royal wins |
//! | other board | the second board of Alice Chess, eight files to the right, beyond the *looking glass* |
//! | facing | two royals on a file with only empty squares between them |
//! | blast | what a capture destroys where captures explode |
//! | rule line | a line of a variant in its file with a word, a colon and values; the *form* is how the line is written |
//! | selection | which of the games that share a name is meant, by an option of the engine |
//!
//! # Positions
//!
//! | word | meaning |
//! |---|---|
//! | placement | a position as a list of facts, before it is checked ([`Placement`]); in the solver of endings the squares of all pieces as one number |
//! | capturable | in the solver: a square where the piece on it is not protected, so that a royal may take it |
//! | decided | won although there still are moves |
//! | harmless | of a position: no move of the side to move can endanger a royal of its own |
//! | signature | the number of nodes of `fmax bench`, which changes when the search or the evaluation changes |
//!
//! [`Royalty`]: crate::variant::Royalty
//! [`Position::virgins`]: crate::board::Position::virgins
//! [`Variant::are_twins`]: crate::variant::Variant::are_twins
//! [`Cell`]: crate::board::cell::Cell
//! [`Leg`]: crate::variant::Leg
//! [`Rights`]: crate::variant::Rights
//! [`Platform`]: crate::variant::Platform
//! [`Zones`]: crate::variant::Zones
//! [`Placement`]: crate::board::placement::Placement
