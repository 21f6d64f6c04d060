//! A variant with its pieces and rules, for programs. `docs/src/json.md` describes the fields.

use serde_json::{Value as Json, json};

use super::{OwnedType, sheet, text};
use crate::ruleset::Ruleset;
use crate::tools::findings::rounded;
use crate::variant::describe::{Pages, is_spare, pieces};

/// A variant.
pub fn facts(rules: &Ruleset, owners: &[OwnedType]) -> Json {
    let variant = rules.variant();
    let pages = Pages::new(variant);
    json!({
        "game": variant.name,
        "files": variant.files,
        "ranks": variant.ranks,
        "description": variant.description,
        "author": variant.author,
        "fen": rules.start().fen(),
        "pieces": owners.iter().map(|owned| piece(rules, owned)).collect::<Vec<_>>(),
        "rules": pages.rules,
        "numbering": pages.numbering,
    })
}

/// A piece of one side, or of both.
fn piece(rules: &Ruleset, &(owner, color, id): &OwnedType) -> Json {
    let variant = rules.variant();
    let piece = variant.piece(id);
    let (empty, crowded) = sheet::mobility(rules, id);
    let royal = piece.royalty.is_royal();
    json!({
        "letter": piece.written(),
        "title": piece.title(),
        "owner": (!owner.is_empty()).then(|| color.to_string()),
        "value": (!royal || is_spare(variant, id)).then_some(piece.value),
        "royal": royal,
        "betza": text::notation(variant, id, color),
        "line": text::line(piece, variant.is_pawn(id, color)),
        "moves": pieces::moves(variant, id, color),
        "empty": rounded(empty),
        "crowded": rounded(crowded),
    })
}
