//! The pieces to copy from section 10 of fmax.ini: every line is what its comment says.
//!
//! Each piece stands on a separate board, and its moves are counted. The numbers here come from geometry alone. The
//! board is 13x13, so that there are six squares on every side of the middle.

use std::collections::BTreeSet;

use fmax::board::{Placement, Position, Virginity};
use fmax::ruleset::Ruleset;
use fmax::types::{ByColor, Color, Square, TypeId};
use fmax::variant::Royalty;

use crate::common::games::{find, parse};

const INI: &str = include_str!("../../fmax.ini");
const BEGIN: &str = "\n10  PIECES TO COPY\n";
const END: &str = "\n11  THE GAMES\n";
/// This text stands in the comment above a piece that needs the rule line.
const ALTERNATORS: &str = "Alternators: yes";

const LEAPERS: &str = "LEAPERS";
const RIDERS: &str = "SLIDERS AND RIDERS";
const COMPOUNDS: &str = "COMPOUNDS";
const UNEQUAL: &str = "PIECES THAT CAPTURE IN ANOTHER WAY THAN THEY MOVE";
const HOPPERS: &str = "HOPPERS";
const BIFURCATORS: &str = "BIFURCATORS";
const LAME: &str = "LAME AND MULTI-PATH LEAPERS";
const BENT: &str = "BENT SLIDERS";
const IN_TURN: &str = "RIDERS WITH STEPS IN TURN";
const CYLINDER: &str = "PIECES OF A CYLINDER BOARD";

/// Section, name (the comment up to a comma or colon) and numbers of moves:
/// - in general: on the empty board;
/// - royal pieces: the same, and on the first rank between two pieces in the corners;
/// - pawns: from the pawn rank, one rank further on, and with an enemy on all eight sides;
/// - pieces that hop or capture in their own way: on the empty board, amid [`AMID`], and with an
///   enemy on all eight sides.
const EXPECTED: &[(&str, &str, &[usize])] = &[
    (LEAPERS, "Ferz", &[4]),
    (LEAPERS, "Wazir", &[4]),
    (LEAPERS, "Knight", &[8]),
    (LEAPERS, "Dabbaba", &[4]),
    (LEAPERS, "Alfil or elephant of Shatranj", &[4]),
    (LEAPERS, "Camel", &[8]),
    (LEAPERS, "Zebra", &[8]),
    (LEAPERS, "Crab", &[4]),
    (LEAPERS, "Barc", &[4]),
    (LEAPERS, "King without castling", &[8, 5]),
    (LEAPERS, "King that castles by two squares", &[8, 7]),
    (LEAPERS, "King that castles by three squares", &[8, 7]),
    (LEAPERS, "Commoner", &[8]),
    (LEAPERS, "Bison", &[16]),
    (LEAPERS, "Wildebeest or gnu", &[16]),
    (LEAPERS, "Carpenter", &[12]),
    (LEAPERS, "Kangaroo", &[12]),
    (LEAPERS, "High Priestess", &[16]),
    (LEAPERS, "Minister", &[16]),
    (RIDERS, "Bishop", &[24]),
    (RIDERS, "Rook", &[24]),
    (RIDERS, "Queen", &[48]),
    // three leaps in each of eight directions
    (RIDERS, "Nightrider", &[24]),
    (RIDERS, "R2", &[8]),
    (RIDERS, "R3", &[12]),
    (RIDERS, "R4", &[16]),
    (RIDERS, "R5", &[20]),
    (RIDERS, "B4", &[16]),
    (COMPOUNDS, "Archbishop", &[32]),
    (COMPOUNDS, "Chancellor", &[32]),
    (COMPOUNDS, "Caliph", &[32]),
    (COMPOUNDS, "Canvasser", &[32]),
    (COMPOUNDS, "Amazon", &[56]),
    (UNEQUAL, "Quing", &[48, 8, 8]),
    // amid: eight steps, and a capture two squares away in each direction
    (UNEQUAL, "Keen", &[8, 16, 8]),
    (UNEQUAL, "White pawn and black pawn", &[2, 1, 2]),
    (UNEQUAL, "Pawns of Shatranj", &[1, 1, 2]),
    (UNEQUAL, "Berolina pawns", &[4, 2, 1]),
    (UNEQUAL, "Pawns with a triple push", &[3, 1, 2]),
    (UNEQUAL, "Pawns of Wildebeest chess", &[3, 2, 2]),
    (HOPPERS, "Grasshopper", &[0, 8, 8]),
    // amid: one step and, behind the platform, one capture in each of four directions
    (HOPPERS, "Cannon", &[24, 8, 0]),
    // amid: eight branches, of a step and a capture each
    (BIFURCATORS, "Dimachaer", &[0, 16, 4]),
    // amid: a step before each of four platforms, and a capture at the end of eight branches
    (BIFURCATORS, "Secutor", &[24, 12, 4]),
    // amid: eight branches, of two steps and a capture each
    (BIFURCATORS, "Provocator", &[0, 24, 4]),
    (BIFURCATORS, "Murmillo", &[24, 12, 4]),
    (LAME, "Horse of Xiangqi", &[8]),
    (LAME, "Elephant of Xiangqi", &[4]),
    (LAME, "Falcon", &[16]),
    // the first square, and from there two branches of five, in each of four directions
    (BENT, "Griffon", &[44]),
    (BENT, "Aanca", &[44]),
    // two paths of six squares to each side meet in every other one, and the four corners of the
    // first ring belong to two sides: 4 * 9 - 4
    (BENT, "Crooked bishop", &[32]),
    (IN_TURN, "Crooked bishop", &[32]),
    // in each quarter six squares on the diagonal, and beside it five on either side; and the four
    // first steps
    (IN_TURN, "Crooked rook", &[68]),
    // to either side of eight first leaps seven squares, most of them on several circles
    (IN_TURN, "Rose", &[32]),
    (IN_TURN, "Slip-rook", &[12]),
    // one, three, four and six squares away
    (IN_TURN, "Wazir-dabbaba rider", &[16]),
    (IN_TURN, "Ski-rook", &[20]),
    (IN_TURN, "Half-duck", &[12]),
    (CYLINDER, "White pawn and black pawn", &[2, 1, 2]),
    (CYLINDER, "King", &[8, 5]),
    (CYLINDER, "Knight", &[8]),
    (CYLINDER, "Bishop", &[24]),
    (CYLINDER, "Rook", &[24]),
    (CYLINDER, "Queen", &[48]),
];

/// The crowd around a piece. A piece on the first of these squares (files and ranks away from the middle) stands on
/// the corresponding squares in all other directions as well.
const AMID: [(i8, i8); 6] = [(2, 0), (2, 2), (5, 0), (5, 5), (3, 2), (4, 1)];
const NEIGHBOURS: [(i8, i8); 2] = [(1, 0), (1, 1)];

const KING: TypeId = TypeId(3);
const EXTRA: TypeId = TypeId(4);
const TESTED: TypeId = TypeId(5);
/// No piece in the middle reaches these squares at once.
const WHITE_KING: Square = Square::at(2, 0);
const BLACK_KING: Square = Square::at(10, 12);

/// A comment of the list, with the one or two lines below it.
struct Item {
    section: &'static str,
    comment: &'static str,
    lines: Vec<&'static str>,
}

impl Item {
    fn name(&self) -> &'static str {
        self.comment.split([':', ',']).next().unwrap()
    }

    fn is_pawn(&self) -> bool {
        self.lines.len() == 2
    }
}

fn is_piece(line: &str) -> bool {
    let value = line.get(1..).and_then(|rest| rest.strip_prefix(':'));
    value.is_some_and(|value| value.starts_with(|c: char| c == '-' || c.is_ascii_digit()))
}

fn items() -> Vec<Item> {
    let (_, text) = INI.split_once(BEGIN).unwrap();
    let (text, _) = text.split_once(END).unwrap();
    let mut items: Vec<Item> = Vec::new();
    let (mut section, mut above) = ("", "");
    for line in text.lines() {
        if is_piece(line) {
            if is_piece(above) {
                items.last_mut().unwrap().lines.push(line);
            } else {
                assert_ne!(above, "", "no comment above {line}");
                let lines = vec![line];
                items.push(Item {
                    section,
                    comment: above,
                    lines,
                });
            }
        } else if !line.is_empty() && !line.contains(|c: char| c.is_lowercase()) {
            section = line;
        }
        above = line;
    }
    items
}

/// A game around a piece.
struct Board {
    rules: Ruleset,
    royal: bool,
}

impl Board {
    fn new(item: &Item) -> Board {
        let line = item.lines[0];
        let royal = line.contains(":-1 ");
        let (pawns, tested) = if item.is_pawn() {
            (item.lines.join("\n"), String::new())
        } else {
            let pawns = "p:100 -16,24 -16,6 -15,5 -17,5\np:100 16,24 16,6 15,5 17,5";
            // a letter that no other piece has, capital or small as it is
            let letter = if line.starts_with(char::is_uppercase) {
                'Y'
            } else {
                'y'
            };
            (pawns.to_owned(), format!("{letter}{}\n", &line[1..]))
        };
        let white = if royal {
            "4 0 0 0 0 0 5 0 0 0 0 0 4"
        } else {
            "0 0 3 0 0 0 0 0 0 0 0 0 0"
        };
        let rule = if item.comment.contains(ALTERNATORS) {
            ALTERNATORS
        } else {
            "Stalemate: draw"
        };
        let text = format!(
            "13x13\n{white}\n0 0 0 0 0 0 0 0 0 0 3 0 0\n{pawns}\n\
             k:-1 1,7 -16,7 -1,7 16,7 -15,7 -17,7 15,7 17,7\nw:100 1,7 -16,7 -1,7 16,7\n\
             {tested}Promotion: W\n{rule}\n"
        );
        let library = parse(&text);
        assert_eq!(library.diagnostics(), [], "{text}");
        let variant = find(&library, "test");
        if !item.is_pawn() {
            let royalty = variant.piece(TESTED).royalty;
            assert_eq!(royalty == Royalty::Absolute, royal, "{line}");
        }
        let rules = Ruleset::new(variant);
        Board { rules, royal }
    }

    /// How many squares a piece can go to, with other pieces around.
    fn moves(&self, color: Color, id: TypeId, from: Square, others: &[(Square, Color)]) -> usize {
        let mut pieces = vec![(from, color, id), (BLACK_KING, Color::Black, KING)];
        if !self.royal {
            pieces.push((WHITE_KING, Color::White, KING));
        }
        pieces.extend(others.iter().map(|&(sq, color)| (sq, color, EXTRA)));
        let placement = Placement {
            pieces,
            hands: Vec::new(),
            walls: Vec::new(),
            shielded: None,
            side: color,
            virginity: Virginity::AsPlaced,
            en_passant: Vec::new(),
            rule_clock: 0,
            count: None,
            checks: ByColor::both(0),
            move_number: 1,
        };
        let mut pos = Position::new(self.rules.layout.clone(), &placement).unwrap();
        let moves = self.rules.tables.legal(&mut pos);
        let own = moves.iter().filter(|mv| mv.from() == from);
        own.map(|mv| mv.to()).collect::<BTreeSet<_>>().len()
    }

    fn pawn(&self, color: Color, file: u8) -> Vec<usize> {
        let id = TypeId::pawn(color);
        let rank = |n: u8| {
            let rank = if color == Color::White { n } else { 12 - n };
            Square::at(file, rank)
        };
        let enemies = around(rank(6), &NEIGHBOURS, color.other());
        vec![
            self.moves(color, id, rank(1), &[]),
            self.moves(color, id, rank(2), &[]),
            self.moves(color, id, rank(6), &enemies),
        ]
    }

    fn piece(&self, section: &str, from: Square) -> Vec<usize> {
        let count = |from, others: &[_]| self.moves(Color::White, TESTED, from, others);
        let crowd = |squares: &[_]| count(from, &around(from, squares, Color::Black));
        let open = count(from, &[]);
        if [UNEQUAL, HOPPERS, BIFURCATORS].contains(&section) {
            return vec![open, crowd(&AMID), crowd(&NEIGHBOURS)];
        }
        assert_eq!(self.rules.tables.empty_board_targets(TESTED, from), open);
        if self.royal {
            let corners = [0, 12].map(|file| (Square::at(file, 0), Color::White));
            return vec![open, count(Square::at(6, 0), &corners)];
        }
        vec![open]
    }
}

/// Pieces of a colour on squares at these distances in all directions; the sides of the board are
/// joined, for pieces on its edge.
fn around(from: Square, distances: &[(i8, i8)], color: Color) -> Vec<(Square, Color)> {
    let mut squares = BTreeSet::new();
    for &(a, b) in distances {
        for (files, ranks) in [(a, b), (b, a)] {
            for (files, ranks) in [
                (files, ranks),
                (-files, ranks),
                (files, -ranks),
                (-files, -ranks),
            ] {
                let file = (from.file() as i8 + files).rem_euclid(13) as u8;
                squares.insert(Square::at(
                    file,
                    from.rank().checked_add_signed(ranks).unwrap(),
                ));
            }
        }
    }
    squares.into_iter().map(|sq| (sq, color)).collect()
}

#[test]
fn catalogue_pieces_match_their_comments() {
    let items = items();
    for &(section, name, _) in EXPECTED {
        let count = (items.iter())
            .filter(|item| (item.section, item.name()) == (section, name))
            .count();
        assert_eq!(count, 1, "{name} in {section}");
    }
    for item in &items {
        let (section, name) = (item.section, item.name());
        let expected = EXPECTED.iter().find(|e| (e.0, e.1) == (section, name));
        let Some(&(.., expected)) = expected else {
            panic!("nothing is expected of {name} in {section}");
        };
        // on a cylinder the edge files are like all other files
        let file = if section == CYLINDER { 0 } else { 6 };
        let board = Board::new(item);
        if item.is_pawn() {
            for color in Color::ALL {
                assert_eq!(board.pawn(color, file), expected, "{color}: {name}");
            }
        } else {
            assert_eq!(item.lines.len(), 1, "{name}");
            let found = board.piece(section, Square::at(file, 6));
            assert_eq!(found, expected, "{name} in {section}");
        }
    }
}
