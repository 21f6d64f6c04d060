//! The weights of the terms of the evaluation.
//!
//! All variants share the parameters, except those that a variant has in its companion file
//! ([`params_file`](super::ini::params_file)). Properties of a variant (the mobility of a piece, the gain of a
//! promotion) are computed from its tables and multiplied with the weights. [`crate::eval`] defines the terms.

mod tuned;

macro_rules! terms {
    ($($name:ident $text:literal $meaning:literal;)*) => {
        /// A term of the evaluation.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Term {
            $(#[doc = $meaning] $name,)*
        }

        impl Term {
            /// All terms, in the order of the table.
            pub const ALL: [Term; [$($text),*].len()] = [$(Term::$name),*];

            /// The name of the term in the table and in files.
            pub fn name(self) -> &'static str {
                match self { $(Term::$name => $text,)* }
            }

            /// The meaning of the term, with its unit.
            pub fn meaning(self) -> &'static str {
                match self { $(Term::$name => $meaning,)* }
            }
        }
    };
}

terms! {
    Tempo "tempo" "Having the move, centipawns.";
    PieceValue "piece-value" "Added to the value of a piece, percent.";
    PawnValue "pawn-value" "Added to the value of a pawn, percent.";
    ValueLight "value-light" "Added to the value of a piece of the first class, percent.";
    ValueMiddle "value-middle" "Added to the value of a piece of the second class, percent.";
    ValueHeavy "value-heavy" "Added to the value of a piece of the third class, percent.";
    PlaceTargets "place-targets" "A square on which a piece can expect one target more than on the average one, centipawns.";
    PlaceHint "place-hint" "From the corner to the centre, for pieces that the file wants centralised, centipawns.";
    PlaceCentre "place-centre" "The same for all pieces, royals apart, centipawns.";
    PlaceAdvance "place-advance" "From the first rank to the last, for pieces other than pawns and royals, centipawns.";
    PlaceHome "place-home" "A piece on its first rank, centipawns.";
    PawnAdvancement "pawn-way" "A pawn's way to promotion, squared, for each 100 centipawns of promotion gain.";
    PawnRank "pawn-rank" "A pawn's way to promotion, centipawns.";
    PawnCentre "pawn-centre" "From the corner to the centre, for pawns, centipawns.";
    RoyalRank "royal-rank" "Each of the first three ranks that a royal has left behind, centipawns.";
    RoyalCentre "royal-centre" "From the corner to the centre, for royals, centipawns.";
    Mobility "mobility" "One target more than expected, divided by the square root of what is expected, centipawns.";
    MobilityRoot "mobility-root" "The difference of the square roots of targets and expected targets, centipawns.";
    MobilityNone "mobility-none" "A piece without any target, centipawns.";
    MobilityLight "mobility-light" "Added to `mobility` for a piece of the first class.";
    MobilityHeavy "mobility-heavy" "Added to `mobility` for a piece of the third class.";
    MobilityShare "mobility-share" "The part of the expected targets that a piece has more than expected, centipawns.";
    OwnPawnHit "own-pawn-hit" "An own pawn that a piece protects, centipawns.";
    EnemyPawnHit "enemy-pawn-hit" "A pawn of the enemy that a piece attacks, centipawns.";
    HalfOpenFile "half-open-file" "A piece that rides along files more than otherwise, on a file without an own pawn, centipawns.";
    OpenFile "open-file" "The same on a file without any pawn.";
    OutpostFree "outpost-free" "A piece of the first two classes that only leaps on an outpost: from the middle of the board to the third rank from its end, where no pawn of the enemy can ever attack it, centipawns.";
    Outpost "outpost" "Added to that if an own pawn protects it.";
    OutpostNext "outpost-next" "Such a piece that can go to an outpost that an own pawn protects, centipawns.";
    BehindPawn "behind-pawn" "A piece of the first two classes with a pawn on the next square ahead, centipawns.";
    CentreSeen "centre-seen" "A square in the very middle on the lines of a piece of the first two classes that does not ride along files, if nothing but pawns counts as in its way, centipawns.";
    BoundPawn "bound-pawn" "An own pawn on the part of the board that a colour-bound piece cannot leave, centipawns.";
    Space "space" "A square that a side attacks and the other does not, centipawns.";
    SpaceMiddle "space-middle" "The same in the middle half of the board, on top of that.";
    ThreatByPawn "threat-by-pawn" "A piece attacked by a pawn, centipawns.";
    ThreatByCheaper "threat-by-cheaper" "A piece attacked by one of a lower class, centipawns.";
    ThreatGain "threat-gain" "The same, for each 100 centipawns by which it is worth more, 4 at most.";
    ThreatEven "threat-even" "A piece attacked by one of its class or above, centipawns.";
    ThreatByPush "threat-by-push" "A piece that a pawn could attack after its next step, and none attacks now, centipawns.";
    HangingPawn "hanging-pawn" "An attacked pawn that nothing protects, centipawns.";
    HangingPiece "hanging-piece" "Any other attacked piece that nothing protects, centipawns.";
    ThreatWeak "threat-weak" "A piece attacked by another one and not well protected (by a pawn, or twice and not attacked twice), centipawns.";
    ThreatWeakPawn "threat-weak-pawn" "The same for a pawn.";
    Contested "contested" "A square that both sides attack and the side does not protect well, for the other side, centipawns.";
    PawnIsolated "pawn-isolated" "A pawn that no other can ever protect where it stands or on its way, centipawns.";
    PawnBackward "pawn-lagging" "A pawn that no other can ever protect where it stands, though perhaps on its way, centipawns.";
    PawnDoubled "pawn-doubled" "A pawn with another in its way, centipawns.";
    PawnProtected "pawn-protected" "A pawn that another one protects, centipawns.";
    PawnConnected "pawn-connected" "A pawn whose next square another one protects, centipawns.";
    Passed "passed" "A passed pawn's way, squared, for each 100 centipawns of promotion gain.";
    PassedFlat "passed-flat" "A passed pawn, centipawns.";
    PassedFree "passed-free" "A passed pawn's way, squared, if it can go on to a safe square, for each 100 centipawns of promotion gain.";
    PassedBlocked "passed-blocked" "The same if it cannot go on.";
    PassedSupported "passed-supported" "The same if the next square is protected.";
    PassedRoyal "passed-royal" "A passed pawn's way, for each step that the enemy's lone royal is further away from its next square than the own one, centipawns.";
    ShelterNear "shelter-near" "An own pawn one rank in front of a lone royal, on its file or beside it, centipawns.";
    ShelterFar "shelter-far" "The same two ranks in front.";
    ShelterOpen "shelter-open" "The file of a lone royal, or one beside it, without an own pawn anywhere in front of the royal, centipawns.";
    ShelterStorm "shelter-storm" "A pawn of the enemy two to four ranks in front of a lone royal, on its file or beside it: the part 1/n, n ranks ahead, centipawns.";
    ShelterFlank "shelter-flank" "An own pawn within two files of a lone royal, centipawns.";
    KingDanger "danger" "The danger to a lone royal: the sum of what follows, in eighths, squared, a hundredth of it, centipawns. What follows but `danger-linear` has no part for the end game.";
    KingDangerLinear "danger-linear" "The same sum, not squared, a tenth of it, centipawns.";
    KingDangerConfined "danger-confined" "What danger costs more if a royal cannot move at all, percent; less if it has some squares, and nothing if it has five or more on the average.";
    KingDangerLight "danger-light" "Danger: a hit by a piece of the first class beside a royal.";
    KingDangerMiddle "danger-middle" "Danger: the same by a piece of the second class.";
    KingDangerHeavy "danger-heavy" "Danger: the same by a piece of the third class.";
    KingDangerPawn "danger-pawn" "Danger: the same by a pawn.";
    KingDangerWeak "danger-weak" "Danger: such a square that only the royal protects.";
    KingDangerOpen "danger-open" "Danger: a square without a piece of the enemy from which the pieces of the enemy could give check.";
    KingDangerCheck "danger-check" "Danger: a square from which an enemy piece can come to give check, and nothing protects it, or the royal alone and the enemy attacks it twice.";
    KingDangerUnsafe "danger-unsafe" "Danger: the same if it is protected otherwise.";
    KingDangerKind "danger-kind" "Danger: a type of pieces that can give such a safe check, from however many squares.";
    KingDangerKindHeavy "danger-kind-heavy" "Danger: added to that for a type of the third class.";
    KingDangerMobility "danger-mobility" "Danger: for each 16 centipawns that the mobility of the enemy is worth more than the own.";
    KingDangerShelter "danger-shelter" "Danger: for each 16 centipawns that the pawns around a lone royal are worth to it.";
    KingDangerAttackers "danger-attackers" "Danger: how many pieces hit squares around a lone royal, squared; for one at the edge of the board what is before those squares counts too.";
    KingDangerCamp "danger-camp" "Danger: how many squares the enemy attacks within two files of a royal, from one rank behind it to three in front, those attacked twice counted twice; squared, a tenth of it.";
    KingDangerIndirect "danger-indirect" "Percent of what checks count for danger that counts for those by lame leapers and hoppers.";
    KingDangerCalm "danger-calm" "Danger: no piece among the enemy's that is worth 700 centipawns or more.";
    KingDangerRing "danger-ring" "Danger: a square around what is before a royal at the edge that the enemy attacks and only the royal protects.";
    KingDangerGuard "danger-guard" "Danger: a square beside a royal that an own piece of the first class protects.";
    KingDangerBase "danger-base" "Danger to every royal.";
    Pair "pair" "Pieces of one colour-bound type on squares of both kinds, for each 100 centipawns that they are worth.";
    EndgameScale "scale" "Added to the end-game value of a position, percent. This and the next two have no part for the middle game.";
    EndgameScaleOwn "scale-own-pawns" "The same, times the part of its pawns that the side ahead has left.";
    EndgameScaleAll "scale-all-pawns" "The same, times the part of all pawns that is left.";
    Goal "hill" "A piece on a square where it wins; with n steps to go, the part 1/(1+n) of it, centipawns.";
    GoalRace "hill-race" "A piece with a way of n safe steps to a square where it wins: the part 1/n² of it, centipawns.";
    Vanishing "vanishing" "The last piece of a type that must not die out; with n left the part 1/n² of it, centipawns.";
    Bare "bare" "One piece left besides the royal, where a bare royal loses; with n, the part 1/n² of it, centipawns.";
}

impl Term {
    /// The term with this name.
    pub fn by_name(name: &str) -> Option<Term> {
        Term::ALL.into_iter().find(|term| term.name() == name)
    }

    /// True for the parts of the danger to a royal, whose sum is squared.
    pub fn is_king_danger(self) -> bool {
        let is_whole = matches!(self, Term::KingDangerLinear | Term::KingDangerConfined);
        self.name().starts_with("danger-") && !is_whole
    }
}

/// The weight of each term in the middle game and the endgame. The default applies to variants without their own.
#[derive(Clone, Debug, PartialEq)]
pub struct Params([(f64, f64); Term::ALL.len()]);

impl Params {
    /// All weights 0.
    pub fn zero() -> Params {
        Params([(0.0, 0.0); Term::ALL.len()])
    }

    /// The weights of a term in the middle game and the endgame.
    pub fn get(&self, term: Term) -> (f64, f64) {
        self.0[term as usize]
    }

    /// Sets the weights of a term.
    pub fn set(&mut self, term: Term, worth: (f64, f64)) {
        self.0[term as usize] = worth;
    }
}

impl Default for Params {
    fn default() -> Params {
        Params(tuned::TUNED)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found() {
        for term in Term::ALL {
            assert_eq!(Term::by_name(term.name()), Some(term));
        }
        assert!(Term::KingDangerCheck.is_king_danger() && !Term::KingDanger.is_king_danger());
    }
}
