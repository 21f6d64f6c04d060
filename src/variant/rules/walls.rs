//! Walls: every move closes a square for the rest of the game, or moves the only wall, as in duck chess. Pieces cannot
//! enter, capture or cross walls.

use super::owned::owned_zone;
use super::{Resolver, Rule, Sentences};
use crate::types::{ByColor, Color, Move};
use crate::variant::Zone;

pub(super) const WALLS: &str = "Walls: elsewhere, or Walls: anywhere 4-6, or Walls: behind white=c1-f8, or Walls: edge instead, or Walls: shot 1-4";

pub(super) const RULE: Rule = Rule::new(&[WALLS], resolve, describe);

/// Where a move puts its wall.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Where {
    /// On another empty square; the only wall moves there.
    Elsewhere,
    /// On any empty square.
    Anywhere,
    /// On the square that the piece leaves.
    Behind,
    /// On the edge of the board, or orthogonally beside another wall.
    Edge,
    /// On a square that the moved piece could move to next without capturing.
    Shot,
}

canonical!(enum Where: Elsewhere = 0, Anywhere = 1, Behind = 2, Edge = 3, Shot = 4);

/// Walls put by moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Walls {
    /// Where a move puts its wall.
    pub place: Where,
    /// A wall is put instead of a move.
    pub instead: bool,
    /// The squares where each side may put walls, if not all.
    pub zones: ByColor<Option<Zone>>,
}

canonical!(struct Walls { place = 1, instead = 2, zones = 3 });

const PLACES: [(&str, Where); 5] = [
    ("elsewhere", Where::Elsewhere),
    ("anywhere", Where::Anywhere),
    ("behind", Where::Behind),
    ("edge", Where::Edge),
    ("shot", Where::Shot),
];

fn resolve(cx: &mut Resolver<'_>) {
    let values = cx.values(WALLS);
    let Some((&first, _)) = values.split_first() else {
        return;
    };
    let place = first.one_of(&PLACES);
    let Some(place) = cx.note(WALLS, place) else {
        return;
    };
    let mut walls = Walls {
        place,
        instead: false,
        zones: ByColor::both(None),
    };
    cx.each_listed(WALLS, |cx, value| {
        if value.span == first.span || value.sets([("instead", &mut walls.instead)]) {
            return Ok(());
        }
        let (colors, areas) = value.owner()?;
        for &color in colors {
            walls.zones[color] = Some(owned_zone(cx, areas, color)?);
        }
        Ok(())
    });
    if cx.variant.pieces.len() > Move::TYPES_WITH_WALLS {
        let most = Move::TYPES_WITH_WALLS;
        let message = format!("a variant with walls has at most {most} pieces");
        cx.refuse(WALLS, message, None);
    }
    cx.variant.rules.walls = Some(walls);
}

fn describe(words: &mut Sentences<'_>) {
    let Some(walls) = &words.variant.rules.walls else {
        return;
    };
    let squares = match walls.place {
        Where::Elsewhere => "moves the only wall to another empty square",
        Where::Anywhere => "closes an empty square for the rest of the game",
        Where::Behind => "closes the square where it begins for the rest of the game",
        Where::Edge => {
            "closes an empty square for the rest of the game, on the edge or beside a closed one"
        }
        Where::Shot => {
            "closes a square for the rest of the game that the moved piece could move to without \
             capturing"
        }
    };
    let who = if walls.instead {
        "A player who does not move"
    } else {
        "Every move"
    };
    words.say(format!("{who} {squares}."));
    for color in Color::ALL {
        if let Some(zone) = &walls.zones[color] {
            let count = zone.squares().count();
            words.say(format!("{color} has {count} squares for this."));
        }
    }
}
