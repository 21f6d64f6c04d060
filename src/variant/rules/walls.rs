//! Walls: every move closes a square for the rest of the game, or takes the only wall elsewhere, as the
//! duck of duck chess. Nobody stands on a wall, captures it or goes over it.

use super::owned::owned_zone;
use super::resolver::{Resolver, Rule};
use crate::types::{ByColor, Color, Move};
use crate::variant::{Variant, Zone};

pub(super) const WALLS: &str = "Walls: elsewhere, or Walls: anywhere 4-6, or Walls: behind white=c1-f8, or Walls: edge instead, or Walls: shot 1-4";

pub(super) const RULE: Rule = Rule {
    forms: &[WALLS],
    resolve,
    describe,
};

/// Where a move sets up its wall.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Where {
    /// On any empty square but the one where the only wall stands, which is taken away.
    Elsewhere,
    /// On any empty square.
    Anywhere,
    /// Where the mover comes from.
    Behind,
    /// On the edge of the board, or orthogonally beside another wall.
    Edge,
    /// Where the mover could go on to without capturing.
    Shot,
}

canonical!(
    enum Where {
        Elsewhere = 0,
        Anywhere = 1,
        Behind = 2,
        Edge = 3,
        Shot = 4,
    }
);

/// Walls that moves set up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Walls {
    /// Where they may be.
    pub place: Where,
    /// The wall is set up instead of moving.
    pub instead: bool,
    /// The only squares where white and black may set up walls, if not all.
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
    cx.each(WALLS, |cx, value| {
        if value.is_separator() || value.span == first.span {
            return Ok(());
        }
        if value.is("instead") {
            walls.instead = true;
            return Ok(());
        }
        let (colors, areas) = value.owner()?;
        for &color in colors {
            walls.zones[color] = Some(owned_zone(cx, areas, color)?);
        }
        Ok(())
    });
    if cx.variant.pieces.len() > Move::TYPES_WITH_WALLS {
        let message = format!(
            "a game with walls has at most {} pieces",
            Move::TYPES_WITH_WALLS
        );
        cx.error(cx.span(WALLS), message);
    }
    cx.variant.rules.walls = Some(walls);
}

fn describe(variant: &Variant) -> Vec<String> {
    let Some(walls) = &variant.rules.walls else {
        return Vec::new();
    };
    let squares = match walls.place {
        Where::Elsewhere => "takes the only wall to another empty square",
        Where::Anywhere => "closes an empty square for the rest of the game",
        Where::Behind => "closes the square where it begins for the rest of the game",
        Where::Edge => {
            "closes an empty square for the rest of the game, on the edge or beside a closed one"
        }
        Where::Shot => {
            "closes a square for the rest of the game to which the mover could go on without capturing"
        }
    };
    let mut lines = vec![match walls.instead {
        true => format!("A player who does not move {squares}."),
        false => format!("Every move {squares}."),
    }];
    for color in Color::ALL {
        if let Some(zone) = &walls.zones[color] {
            let count = zone.squares().count();
            lines.push(format!("For {color} that is one of {count} squares."));
        }
    }
    lines
}
