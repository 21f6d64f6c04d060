//! Carries out the commands, and checks what each command needs.

use anyhow::bail;

use super::Session;
use crate::protocol::Command;
use crate::protocol::time_control::TimeControl;

impl Session {
    /// Carries out a command.
    pub(super) fn dispatch(&mut self, command: Command) -> anyhow::Result<()> {
        let (basis, ends_pause) = needs(&command);
        self.settle_withheld(&command);
        if ends_pause {
            self.resume();
        }
        if !self.has(basis, &command)? {
            return Ok(());
        }
        match command {
            Command::Nothing => {}
            // the GUI
            Command::Accepted(feature) => self.accepted(&feature),
            Command::Rejected(feature) => self.rejected(&feature),
            Command::Protover(_) => self.announce_features(),
            Command::Quit => self.quit = true,
            Command::Ping(number) => self.gui.pings.push(number),
            Command::Computer => self.gui.opponent_computes = true,
            Command::Cores(cores) => self.set_cores(cores),
            Command::Memory(megabytes) => self.set_memory(megabytes)?,
            Command::EndgameTables => bail!("fmax does not use endgame tables"),
            Command::Pause => self.pause(),
            Command::Resume => self.resume(),
            // options
            Command::Option { name, value } => self.set_option(&name, value.as_deref())?,
            Command::Post(posting) => self.options.posting = posting,
            Command::Ponder(pondering) => self.set_pondering(pondering),
            Command::Random => self.options.random = !self.options.random,
            // clocks
            Command::Level {
                moves,
                base,
                increment,
            } => {
                let made = self.game.position().moves_made(self.play.us);
                self.limit(|clock| clock.set_level(moves, base, increment, made));
            }
            Command::MoveTime(time) => self.limit(|clock| clock.set_move_time(time)),
            Command::Depth(depth) => self.limit(|clock| clock.depth = Some(depth)),
            Command::NodeRate(rate) => self.limit(|clock| clock.set_node_rate(rate)),
            Command::Time(time) => self.clock.set_remaining(time),
            Command::OpponentTime(time) => self.clock.set_opponent(time),
            // persistent positions
            Command::Book => self.show_book(),
            Command::Remember(score) => self.remember(score)?,
            Command::SetScore { score, depth } => self.set_score(score, depth),
            // information for the user
            Command::Show => self.show_board(),
            Command::Moves => self.show_moves(),
            Command::Variants => self.show_variants(),
            Command::Help => self.show_help(),
            Command::Mouse { mouse, square } => self.point(mouse, &square),
            Command::Hint => self.give_hint(),
            Command::Status => self.show_status(),
            // the game on the board
            Command::New => self.new_game(),
            Command::Variant(name) => self.select_variant(&name),
            Command::Force => self.force(),
            Command::Go => self.go()?,
            Command::PlayOther => self.play_other(),
            Command::SideToMove(color) => self.set_side_to_move(color),
            Command::Move(text) => self.user_moves(&text),
            Command::MoveNow => self.move_now(),
            Command::TakeBack(moves) => self.take_back(moves)?,
            Command::SetBoard(fen) => self.set_board(&fen),
            Command::Resign => self.resigned_by_user()?,
            Command::Holding(hands) => self.hold(&hands)?,
            Command::Edit => self.begin_edit(),
            Command::Result(text) => self.game_ended(&text),
            Command::Draw => self.receive_draw_offer(),
            Command::Analyze => self.analyze(),
            Command::Exit => self.exit_analysis(),
            Command::Exclude(text) => self.exclude(&text)?,
            Command::Include(text) => self.include(&text)?,
        }
        Ok(())
    }

    /// Changes the time control, also for a running search.
    fn limit(&mut self, change: impl FnOnce(&mut TimeControl)) {
        change(&mut self.clock);
        self.update_limits();
    }
}

/// The part of the game that a command needs; it may be missing because the last position or variant was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Basis {
    Nothing,
    Variant,
    Position,
    /// A position. Without a position the command is ignored: XBoard would not repeat the command after a refusal, or
    /// it sends the command with every click.
    PositionOrSilence,
    /// A position. Without a position the user is shown the reason, unless it was shown just before.
    PositionForUser,
    /// A position, as for the user; but the state changes even without a position: XBoard would think that an engine
    /// which refuses `analyze` cannot analyse.
    PositionForAnalysis,
    /// A position to move in.
    Move,
}

/// Returns the part of the game that a command needs, and whether the command ends a pause. Some GUIs do not send `resume`
/// first.
#[rustfmt::skip]
fn needs(command: &Command) -> (Basis, bool) {
    use Basis::{Move, Nothing, Position, PositionForAnalysis, PositionForUser, PositionOrSilence, Variant};
    use Command as C;
    match command {
        C::SetBoard(_) | C::Edit => (Variant, true),
        C::Go | C::PlayOther => (PositionForUser, true),
        C::Hint | C::Book | C::Remember(_) => (PositionForUser, false),
        C::Analyze => (PositionForAnalysis, true),
        C::Move(_) => (Move, true),
        C::Draw => (PositionOrSilence, true),
        C::Mouse { .. } => (PositionOrSilence, false),
        C::Resign | C::SideToMove(_) | C::TakeBack(_) | C::Holding(_) | C::Exclude(_) | C::Include(_) => (Position, true),
        C::SetScore { .. } | C::Show | C::Moves => (Position, false),
        C::Nothing | C::New | C::Variant(_) | C::Force | C::MoveNow | C::Result(_) | C::Exit => (Nothing, true),
        C::Accepted(_) | C::Rejected(_) | C::Protover(_) | C::Quit | C::Ping(_) | C::Computer | C::Cores(_)
        | C::Memory(_) | C::EndgameTables | C::Pause | C::Resume | C::Option { .. } | C::Post(_) | C::Ponder(_)
        | C::Random | C::Level { .. } | C::MoveTime(_) | C::Depth(_) | C::NodeRate(_) | C::Time(_)
        | C::OpponentTime(_) | C::Variants | C::Help | C::Status => (Nothing, false),
    }
}
