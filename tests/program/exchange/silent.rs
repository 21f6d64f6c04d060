//! No key that changes a variant is ignored silently: either the imported text differs, or a message says so.

use fmax::tools::exchange::import::{Imported, import};

use crate::common::games::library;

/// A parent, keys that give others an effect, and these other keys with values that are not the default. Keys without
/// effect in Fairy-Stockfish are not listed: castlingKingFile where one king stands, promotionPawnTypes for the pawns
/// of chess.
const KEYS: &[(&str, &str, &str)] = &[
    (
        "chess",
        "",
        "chess960=true promotionRegionWhite=*7,*8 promotionRegionBlack=*1,*2 promotionPieceTypes=q promotionPieceTypesBlack=q promotionLimit=q:1 \
         promotedPieceType=n:b mandatoryPawnPromotion=false sittuyinPromotion=true blastOnCapture=true \
         blastImmuneTypes=n mutuallyImmuneTypes=n petrifyOnCaptureTypes=n petrifyBlastPieces=true doubleStep=false \
         doubleStepRegionWhite=*3 doubleStepRegionBlack=a7 tripleStepRegionBlack=*7 enPassantRegion=*3 \
         enPassantRegion=*5 enPassantRegionWhite=a6 enPassantTypes=- enPassantTypesWhite=- castling=false \
         castlingKingsideFile=f castlingQueensideFile=d castlingRank=2 castlingKingPiece=q \
         castlingRookPieces=n castlingRookPiecesWhite=b castlingRookKingsideFile=f castlingRookQueensideFile=c \
         castlingDroppedPiece=true oppositeCastling=true checking=false mustCapture=true pieceDrops=true \
         wallingRule=duck wallingRule=arrow wallingRule=static wallingRule=past wallingRule=edge cambodianMoves=true \
         diagonalLines=a1,b2 pass=true passWhite=true passOnStalemate=true passOnStalemateBlack=true makpongRule=true \
         flyingGeneral=true flipEnclosedPieces=reversi nMoveRuleTypes=n nMoveRuleTypesBlack=- nMoveRule=70 nMoveRule=0 \
         nFoldRule=2 nFoldRule=0 nFoldValue=loss perpetualCheckIllegal=true moveRepetitionIllegal=true chasingRule=axf \
         stalemateValue=loss stalemateValue=win stalematePieceCount=true checkmateValue=draw checkmateValue=win \
         shatarMateRule=true bikjangRule=true flagRegion=*8 flagRegionWhite=e4 checkCounting=true connectN=4 connectNxN=3 \
         collinearN=4 connectRegion1White=*1 connectRegion1Black=*1 materialCounting=janggi materialCounting=unweighted \
         materialCounting=whitedrawodds materialCounting=blackdrawodds adjudicateFullBoard=true countingRule=makruk \
         countingRule=asean castlingWins=K mobilityRegionWhiteKing=*1 promotionRank=7 doubleStepRank=3 \
         doubleStepRankMin=1 whiteFlag=*8 blackFlag=*1 castlingRookPiece=n pawnTypes=n king=k:N queen=- \
         customPiece1=n:D nosuchkey=1",
    ),
    (
        "chess",
        "pieceDrops=true capturesToHand=true",
        "mustDrop=true dropLoop=true capturesToHand=false firstRankPawnDrops=true promotionZonePawnDrops=true \
         enclosingDrop=reversi dropRegionWhite=*1,*2 dropRegionBlack=*4 sittuyinRookDrop=true dropChecks=false \
         dropOppositeColoredBishop=true dropNoDoubled=p dropNoDoubled=r dropOnTop=true whiteDropRegion=*1 \
         blackDropRegion=*1 twoBoards=true",
    ),
    (
        "chess",
        "pieceDrops=true capturesToHand=true dropNoDoubled=p",
        "dropNoDoubledCount=2 dropNoDoubledCount=3",
    ),
    (
        "chess",
        "pieceDrops=true mustDrop=true startFen=4k3/8/8/8/8/8/8/4K3[BBNNRRbbnnrr]/w/-/-/0/1",
        "mustDropType=n dropOppositeColoredBishop=true",
    ),
    (
        "shogi",
        "",
        "mandatoryPiecePromotion=true piecePromotionOnCapture=true pieceDemotion=true immobilityIllegal=false \
         dropPromoted=true dropLoop=true shogiPawnDropMateIllegal=false dropNoDoubled=- promotedPieceType=p:- \
         promotedPieceType=l:-",
    ),
    (
        "chess",
        "extinctionValue=loss extinctionPieceTypes=q",
        "extinctionValue=win extinctionValue=draw extinctionPieceTypes=r extinctionPieceCount=1 \
         extinctionOpponentPieceCount=5 extinctionClaim=true extinctionPseudoRoyal=true",
    ),
    (
        "spartan",
        "",
        "dupleCheck=false extinctionPieceCount=9 extinctionPseudoRoyal=false",
    ),
    (
        "chess",
        "flagRegion=e4",
        "flagPiece=k flagPieceWhite=p flagPieceCount=2 flagPieceBlockedWin=true flagMove=true flagPieceSafe=true",
    ),
    (
        "chess",
        "wallingRule=static",
        "wallingRegion=*4 wallingRegionWhite=*4 wallOrMove=true",
    ),
    (
        "seirawan",
        "",
        "gating=false seirawanGating=false capturesToHand=true",
    ),
    (
        "xiangqi",
        "",
        "soldierPromotionRank=3 flyingGeneral=false mobilityRegionBlackKing=-",
    ),
    (
        "sittuyin",
        "",
        "sittuyinPromotion=false sittuyinRookDrop=false promotionLimit=f:2 mustDrop=false",
    ),
    ("makruk", "", "countingRule=none promotionRegionWhite=*8"),
];

#[test]
fn every_key_is_expressed_or_reported() {
    let mut text = String::new();
    let line = |text: &mut String, word: &str| {
        let (key, value) = word.split_once('=').unwrap();
        let separated = if key == "startFen" {
            let (board, rest) = value.split_once("]/").unwrap();
            format!("{board}] {}", rest.replace('/', " "))
        } else {
            value.replace(',', " ")
        };
        *text += &format!("{key} = {separated}\n");
    };
    for (context, (parent, lines, words)) in KEYS.iter().enumerate() {
        for (number, word) in words.split_whitespace().enumerate() {
            text += &format!("[x{context}y{number}:{parent}]\n");
            lines
                .split_whitespace()
                .for_each(|word| line(&mut text, word));
            line(&mut text, word);
        }
        text += &format!("[x{context}:{parent}]\n");
        lines
            .split_whitespace()
            .for_each(|word| line(&mut text, word));
    }
    let imported = import(library(), &text);
    let named = |name: &str| imported.iter().find(|one| one.name == name).unwrap();
    let reported = |one: &Imported| -> Vec<String> {
        one.losses
            .iter()
            .map(|remark| remark.text.clone())
            .collect()
    };
    let mut silent = Vec::new();
    for (context, (parent, lines, words)) in KEYS.iter().enumerate() {
        let base = named(&format!("x{context}"));
        let plain = base.game.as_ref().unwrap();
        for (number, word) in words.split_whitespace().enumerate() {
            let one = named(&format!("x{context}y{number}"));
            let same = one
                .game
                .as_ref()
                .is_ok_and(|text| text.replace(&one.name, "") == plain.replace(&base.name, ""));
            if same && reported(one) == reported(base) {
                silent.push(format!("[{parent}] {lines}: {word}"));
            }
        }
    }
    assert!(silent.is_empty(), "{}", silent.join("\n"));
}
