//! All keys, and what holds without them.

use std::collections::BTreeMap;

use super::{Form, Key, Value, everywhere, whole_ranks};
use crate::tools::fairy::pieces::{Kind, Kinds};
use crate::variant::Zone;

const fn key(name: &'static str, form: Form) -> Key {
    Key {
        name,
        form,
        sets: &[],
    }
}

const fn sets(name: &'static str, form: Form, sets: &'static [&'static str]) -> Key {
    Key { name, form, sets }
}

const RULE: &[&str] = &[
    "none",
    "reversi",
    "ataxx",
    "quadwrangle",
    "snort",
    "anyside",
    "top",
];

const DOUBLE_STEPS: &[&str] = &["doubleStepRegionWhite", "doubleStepRegionBlack"];

/// All keys but those of pieces, in the order in which they take effect: of two that set the same the later
/// one counts, whatever the order in the file.
pub const KEYS: &[Key] = &[
    key("maxRank", Form::Rank),
    key("maxFile", Form::File),
    sets(
        "promotionRank",
        Form::Old,
        &["promotionRegionWhite", "promotionRegionBlack"],
    ),
    sets("doubleStepRank", Form::Old, DOUBLE_STEPS),
    sets("doubleStepRankMin", Form::Old, DOUBLE_STEPS),
    sets("dropOnTop", Form::Old, &["enclosingDrop"]),
    sets("whiteFlag", Form::Squares, &["flagRegionWhite"]),
    sets("blackFlag", Form::Squares, &["flagRegionBlack"]),
    sets(
        "castlingRookPiece",
        Form::Pieces,
        &["castlingRookPiecesWhite", "castlingRookPiecesBlack"],
    ),
    sets("whiteDropRegion", Form::Squares, &["dropRegionWhite"]),
    sets("blackDropRegion", Form::Squares, &["dropRegionBlack"]),
    sets(
        "pawnTypes",
        Form::Pieces,
        &[
            "promotionPawnTypesWhite",
            "promotionPawnTypesBlack",
            "enPassantTypesWhite",
            "enPassantTypesBlack",
            "nMoveRuleTypesWhite",
            "nMoveRuleTypesBlack",
        ],
    ),
    key("variantTemplate", Form::Text),
    key("pieceToCharTable", Form::Text),
    key("pocketSize", Form::Number),
    key("chess960", Form::Flag),
    key("twoBoards", Form::Flag),
    key("startFen", Form::Text),
    key("promotionRegionWhite", Form::Squares),
    key("promotionRegionBlack", Form::Squares),
    sets(
        "promotionPawnTypes",
        Form::Pieces,
        &["promotionPawnTypesWhite", "promotionPawnTypesBlack"],
    ),
    key("promotionPawnTypesWhite", Form::Pieces),
    key("promotionPawnTypesBlack", Form::Pieces),
    sets(
        "promotionPieceTypes",
        Form::Pieces,
        &["promotionPieceTypesWhite", "promotionPieceTypesBlack"],
    ),
    key("promotionPieceTypesWhite", Form::Pieces),
    key("promotionPieceTypesBlack", Form::Pieces),
    key("sittuyinPromotion", Form::Flag),
    key("promotionLimit", Form::Counts),
    key("promotedPieceType", Form::Pairs),
    key("piecePromotionOnCapture", Form::Flag),
    key("mandatoryPawnPromotion", Form::Flag),
    key("mandatoryPiecePromotion", Form::Flag),
    key("pieceDemotion", Form::Flag),
    key("blastOnCapture", Form::Flag),
    key("blastImmuneTypes", Form::Pieces),
    key("mutuallyImmuneTypes", Form::Pieces),
    key("petrifyOnCaptureTypes", Form::Pieces),
    key("petrifyBlastPieces", Form::Flag),
    key("doubleStep", Form::Flag),
    key("doubleStepRegionWhite", Form::Squares),
    key("doubleStepRegionBlack", Form::Squares),
    key("tripleStepRegionWhite", Form::Squares),
    key("tripleStepRegionBlack", Form::Squares),
    sets(
        "enPassantRegion",
        Form::Squares,
        &["enPassantRegionWhite", "enPassantRegionBlack"],
    ),
    key("enPassantRegionWhite", Form::Squares),
    key("enPassantRegionBlack", Form::Squares),
    sets(
        "enPassantTypes",
        Form::Pieces,
        &["enPassantTypesWhite", "enPassantTypesBlack"],
    ),
    key("enPassantTypesWhite", Form::Pieces),
    key("enPassantTypesBlack", Form::Pieces),
    key("castling", Form::Flag),
    key("castlingDroppedPiece", Form::Flag),
    key("castlingKingsideFile", Form::File),
    key("castlingQueensideFile", Form::File),
    key("castlingRank", Form::Rank),
    key("castlingKingFile", Form::File),
    sets(
        "castlingKingPiece",
        Form::Piece,
        &["castlingKingPieceWhite", "castlingKingPieceBlack"],
    ),
    key("castlingKingPieceWhite", Form::Piece),
    key("castlingKingPieceBlack", Form::Piece),
    key("castlingRookKingsideFile", Form::File),
    key("castlingRookQueensideFile", Form::File),
    sets(
        "castlingRookPieces",
        Form::Pieces,
        &["castlingRookPiecesWhite", "castlingRookPiecesBlack"],
    ),
    key("castlingRookPiecesWhite", Form::Pieces),
    key("castlingRookPiecesBlack", Form::Pieces),
    key("oppositeCastling", Form::Flag),
    key("checking", Form::Flag),
    key("dropChecks", Form::Flag),
    key("mustCapture", Form::Flag),
    key("mustDrop", Form::Flag),
    key("mustDropType", Form::Piece),
    key("pieceDrops", Form::Flag),
    key("dropLoop", Form::Flag),
    key("capturesToHand", Form::Flag),
    key("firstRankPawnDrops", Form::Flag),
    key("promotionZonePawnDrops", Form::Flag),
    key("enclosingDrop", Form::Word(RULE)),
    key("enclosingDropStart", Form::Squares),
    key("dropRegionWhite", Form::Squares),
    key("dropRegionBlack", Form::Squares),
    key("sittuyinRookDrop", Form::Flag),
    key("dropOppositeColoredBishop", Form::Flag),
    key("dropPromoted", Form::Flag),
    key("dropNoDoubled", Form::Piece),
    key("dropNoDoubledCount", Form::Number),
    key("immobilityIllegal", Form::Flag),
    key("gating", Form::Flag),
    key(
        "wallingRule",
        Form::Word(&["none", "arrow", "duck", "edge", "past", "static"]),
    ),
    key("wallingRegionWhite", Form::Squares),
    key("wallingRegionBlack", Form::Squares),
    sets(
        "wallingRegion",
        Form::Squares,
        &["wallingRegionWhite", "wallingRegionBlack"],
    ),
    key("wallOrMove", Form::Flag),
    key("seirawanGating", Form::Flag),
    key("cambodianMoves", Form::Flag),
    key("diagonalLines", Form::Squares),
    sets("pass", Form::Flag, &["passWhite", "passBlack"]),
    key("passWhite", Form::Flag),
    key("passBlack", Form::Flag),
    sets(
        "passOnStalemate",
        Form::Flag,
        &["passOnStalemateWhite", "passOnStalemateBlack"],
    ),
    key("passOnStalemateWhite", Form::Flag),
    key("passOnStalemateBlack", Form::Flag),
    key("makpongRule", Form::Flag),
    key("flyingGeneral", Form::Flag),
    key("soldierPromotionRank", Form::Rank),
    key("flipEnclosedPieces", Form::Word(RULE)),
    sets(
        "nMoveRuleTypes",
        Form::Pieces,
        &["nMoveRuleTypesWhite", "nMoveRuleTypesBlack"],
    ),
    key("nMoveRuleTypesWhite", Form::Pieces),
    key("nMoveRuleTypesBlack", Form::Pieces),
    key("nMoveRule", Form::Number),
    key("nFoldRule", Form::Number),
    key("nFoldValue", Form::Outcome),
    key("nFoldValueAbsolute", Form::Flag),
    key("perpetualCheckIllegal", Form::Flag),
    key("moveRepetitionIllegal", Form::Flag),
    key("chasingRule", Form::Word(&["none", "axf"])),
    key("stalemateValue", Form::Outcome),
    key("stalematePieceCount", Form::Flag),
    key("checkmateValue", Form::Outcome),
    key("shogiPawnDropMateIllegal", Form::Flag),
    key("shatarMateRule", Form::Flag),
    key("bikjangRule", Form::Flag),
    key("extinctionValue", Form::Outcome),
    key("extinctionClaim", Form::Flag),
    key("extinctionPseudoRoyal", Form::Flag),
    key("dupleCheck", Form::Flag),
    key("extinctionPieceTypes", Form::Pieces),
    key("extinctionPieceCount", Form::Number),
    key("extinctionOpponentPieceCount", Form::Number),
    sets(
        "flagPiece",
        Form::Piece,
        &["flagPieceWhite", "flagPieceBlack"],
    ),
    key("flagPieceWhite", Form::Piece),
    key("flagPieceBlack", Form::Piece),
    sets(
        "flagRegion",
        Form::Squares,
        &["flagRegionWhite", "flagRegionBlack"],
    ),
    key("flagRegionWhite", Form::Squares),
    key("flagRegionBlack", Form::Squares),
    key("flagPieceCount", Form::Number),
    key("flagPieceBlockedWin", Form::Flag),
    key("flagMove", Form::Flag),
    key("flagPieceSafe", Form::Flag),
    key("checkCounting", Form::Flag),
    key("connectN", Form::Number),
    key("connectPieceTypes", Form::Pieces),
    key("connectHorizontal", Form::Flag),
    key("connectVertical", Form::Flag),
    key("connectDiagonal", Form::Flag),
    key("connectRegion1White", Form::Squares),
    key("connectRegion2White", Form::Squares),
    key("connectRegion1Black", Form::Squares),
    key("connectRegion2Black", Form::Squares),
    key("connectNxN", Form::Number),
    key("collinearN", Form::Number),
    key("connectValue", Form::Outcome),
    key(
        "materialCounting",
        Form::Word(&[
            "none",
            "janggi",
            "unweighted",
            "whitedrawodds",
            "blackdrawodds",
        ]),
    ),
    key("adjudicateFullBoard", Form::Flag),
    key(
        "countingRule",
        Form::Word(&["none", "makruk", "cambodian", "asean"]),
    ),
    key("castlingWins", Form::Castlings),
];

/// What holds if no key says anything, in a game that inherits from no other one.
pub fn default(name: &str) -> Option<Value> {
    let known = KEYS.iter().find(|key| key.name == name)?;
    let flag = |value| Some(Value::Flag(value));
    let number = |value| Some(Value::Number(value));
    let file = |letter: u8| Some(Value::File(letter - b'a'));
    let rank = |rank: u8| Some(Value::Squares(whole_ranks([rank - 1])));
    let pieces = |kind| Some(Value::Pieces(Kinds::of(kind)));
    match name {
        "mandatoryPawnPromotion"
        | "doubleStep"
        | "castling"
        | "checking"
        | "dropChecks"
        | "connectHorizontal"
        | "connectVertical"
        | "connectDiagonal" => flag(true),
        "maxRank" => number(8),
        "maxFile" => file(b'h'),
        "castlingRank" | "soldierPromotionRank" | "dropNoDoubledCount" | "flagPieceCount" => {
            number(1)
        }
        "castlingKingsideFile" => file(b'g'),
        "castlingQueensideFile" => file(b'c'),
        "castlingKingFile" => file(b'e'),
        // the last file that any board has, and so the corner
        "castlingRookKingsideFile" => file(b'l'),
        "castlingRookQueensideFile" => file(b'a'),
        "castlingKingPieceWhite" | "castlingKingPieceBlack" => Some(Value::Piece(Some(Kind::KING))),
        "castlingRookPiecesWhite" | "castlingRookPiecesBlack" => pieces(Kind::ROOK),
        "promotionRegionWhite" => rank(8),
        "promotionRegionBlack" => rank(1),
        "doubleStepRegionWhite" => rank(2),
        "doubleStepRegionBlack" => rank(7),
        "promotionPawnTypesWhite"
        | "promotionPawnTypesBlack"
        | "enPassantTypesWhite"
        | "enPassantTypesBlack"
        | "nMoveRuleTypesWhite"
        | "nMoveRuleTypesBlack" => pieces(Kind::PAWN),
        "enPassantRegionWhite"
        | "enPassantRegionBlack"
        | "dropRegionWhite"
        | "dropRegionBlack"
        | "wallingRegionWhite"
        | "wallingRegionBlack" => Some(Value::Squares(everywhere())),
        "mustDropType" | "flagPieceWhite" | "flagPieceBlack" => Some(Value::Piece(Some(Kind::ALL))),
        "connectPieceTypes" => pieces(Kind::ALL),
        "nMoveRule" => number(50),
        "nFoldRule" => number(3),
        "nFoldValue" | "stalemateValue" => Some(Value::Text("draw".to_owned())),
        "checkmateValue" => Some(Value::Text("loss".to_owned())),
        "connectValue" => Some(Value::Text("win".to_owned())),
        "extinctionValue" => Some(Value::Text("none".to_owned())),
        "startFen" => Some(Value::Text(
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1".to_owned(),
        )),
        _ => Some(match known.form {
            Form::Flag => Value::Flag(false),
            Form::Number | Form::Rank => Value::Number(0),
            Form::File => Value::File(0),
            Form::Outcome | Form::Castlings | Form::Text | Form::Old => Value::Text(String::new()),
            Form::Word(words) => Value::Text(words.first().copied().unwrap_or("").to_owned()),
            Form::Squares => Value::Squares(Zone::default()),
            Form::Piece => Value::Piece(None),
            Form::Pieces => Value::Pieces(Kinds::NONE),
            Form::Counts => Value::Counts(BTreeMap::new()),
            Form::Pairs => Value::Pairs(BTreeMap::new()),
        }),
    }
}
