//! Which part of the session a command is for.

use anyhow::bail;

use super::Session;
use crate::protocol::Command;
use crate::protocol::time_control::TimeControl;

impl Session {
    /// Does what a command says. Every command is named here: one that asks for nothing does so on
    /// purpose.
    pub(super) fn dispatch(&mut self, command: Command) -> anyhow::Result<()> {
        self.tell_withheld(&command);
        if ends_pause(&command) {
            // a GUI that goes on has forgotten the pause
            self.resume();
        }
        if !self.has_what_it_needs(&command)? {
            return Ok(());
        }
        match command {
            Command::Nothing | Command::Ignored | Command::XBoard => {}
            // the GUI and what it allows
            Command::Accepted(feature) => self.accepted(&feature),
            Command::Rejected(feature) => self.rejected(&feature),
            Command::Protover(_) => self.announce_features(),
            Command::Quit => self.quit = true,
            Command::Ping(number) => self.gui.pings.push(number),
            Command::Computer => self.gui.opponent_computes = true,
            Command::Cores(cores) => self.set_cores(cores),
            Command::Memory(megabytes) => self.set_memory(megabytes)?,
            Command::EndgameTables => bail!("no end-game tables are used"),
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
                let made = self.moves_made(self.play.us);
                self.limit(|clock| clock.set_level(moves, base, increment, made));
            }
            Command::MoveTime(time) => self.limit(|clock| clock.set_move_time(time)),
            Command::Depth(depth) => self.limit(|clock| clock.depth = Some(depth)),
            Command::NodeRate(rate) => self.limit(|clock| clock.set_node_rate(rate)),
            Command::Time(time) => self.clock.set_remaining(time),
            Command::OpponentTime(time) => self.clock.set_opponent(time),
            // persistent positions
            Command::Book => self.tell_book(),
            Command::Remember(score) => self.remember(score)?,
            Command::SetScore { score, depth } => self.set_score(score, depth),
            // what the user wants to see
            Command::Show => self.show_board(),
            Command::Moves => self.show_moves(),
            Command::Variants => self.show_variants(),
            Command::Help => self.show_help(),
            Command::Mouse { mouse, square } => self.point(mouse, &square),
            Command::Hint => self.give_hint(),
            Command::Status => self.tell_status(),
            // the game on the board
            Command::New => self.new_game(),
            Command::Variant(name) => self.select_variant(&name),
            Command::Force => self.force(),
            Command::Go => self.go()?,
            Command::PlayOther => self.play_other(),
            Command::SideToMove(color) => self.set_side_to_move(color),
            Command::Move(text) => self.user_moves(&text),
            Command::MoveNow => self.move_now(),
            Command::Undo => self.take_back(1)?,
            Command::Remove => self.take_back(2)?,
            Command::SetBoard(fen) => self.set_board(&fen),
            Command::Resign => self.resigned_by_user()?,
            Command::Holding(hands) => self.hold(&hands)?,
            Command::Edit => self.begin_edit(),
            Command::Result(text) => self.game_ended(&text),
            Command::Draw => self.receive_draw_offer(),
            Command::Analyze => self.analyze(),
            Command::Exit => {
                self.advise_on_exit();
                self.exit_analysis();
            }
            Command::Exclude(text) => self.exclude(&text)?,
            Command::Include(text) => self.include(&text)?,
        }
        Ok(())
    }

    /// Changes the time control; a search for a move under way must know.
    fn limit(&mut self, change: impl FnOnce(&mut TimeControl)) {
        change(&mut self.clock);
        self.update_limits();
    }
}

/// True for the commands that make no sense in a pause.
fn ends_pause(command: &Command) -> bool {
    matches!(
        command,
        Command::Nothing
            | Command::Ignored
            | Command::XBoard
            | Command::New
            | Command::Variant(_)
            | Command::Force
            | Command::Go
            | Command::PlayOther
            | Command::SideToMove(_)
            | Command::Move(_)
            | Command::MoveNow
            | Command::Undo
            | Command::Remove
            | Command::SetBoard(_)
            | Command::Holding(_)
            | Command::Edit
            | Command::Result(_)
            | Command::Resign
            | Command::Draw
            | Command::Analyze
            | Command::Exit
            | Command::Exclude(_)
            | Command::Include(_)
    )
}
