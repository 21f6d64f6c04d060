//! Parts of the board that rules name, for drawings and their legends.

use super::zones::Zone;

/// The mark by which a part of the board is drawn. Each mark has a shape of its own, so that none depends on colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// Squares that are not part of the board.
    Hole,
    /// Squares that a piece cannot leave.
    Area,
    /// Squares on which a piece moves differently.
    Change,
    /// The same two, if the border crosses the whole board.
    River,
    /// Squares joined by lines, along which a piece moves.
    Lines,
    /// Squares that win.
    Goal,
    /// A promotion zone that is more than the last rank.
    Promotion,
    /// Squares before gates.
    Gate,
    /// A cell of a grid.
    Cell,
}

impl Mark {
    /// All marks, in the order of a legend.
    pub const ALL: [Mark; 9] = [
        Mark::Hole,
        Mark::Area,
        Mark::Change,
        Mark::River,
        Mark::Lines,
        Mark::Goal,
        Mark::Promotion,
        Mark::Gate,
        Mark::Cell,
    ];

    /// The mark's word in file names and style sheets.
    pub fn word(self) -> &'static str {
        match self {
            Mark::Hole => "hole",
            Mark::Area => "area",
            Mark::Change => "change",
            Mark::River => "river",
            Mark::Lines => "lines",
            Mark::Goal => "goal",
            Mark::Promotion => "promotion",
            Mark::Gate => "gate",
            Mark::Cell => "cell",
        }
    }
}

/// A part of the board that a rule names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MarkedZone {
    /// The drawing.
    pub mark: Mark,
    /// The squares.
    pub zone: Zone,
    /// A name in a few words; may be empty.
    pub name: String,
    /// The rule in words, a sentence or more.
    pub words: String,
}

impl MarkedZone {
    pub(super) fn new(mark: Mark, zone: Zone, name: &str, words: String) -> MarkedZone {
        let name = name.to_owned();
        MarkedZone {
            mark,
            zone,
            name,
            words,
        }
    }
}
