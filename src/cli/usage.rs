//! Reads the arguments of the program into a [`Cli`], or reports an error in one line, as command-line tools do:
//! `fmax: MESSAGE`.
//!
//! A word that is no command may be a file of variants, which Fairy-Max takes as a positional argument. If there is no
//! such file, the word is taken for a mistyped command, or for the name of a variant, which an option takes.

use std::ffi::OsString;
use std::path::Path;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Command, CommandFactory, Parser};

use super::Cli;
use super::stray::{self, games};
use crate::tools::game_hint;
use crate::variant::ini::did_you_mean::did_you_mean;

/// How far a word may be from a command to suggest that.
const SUGGEST: usize = 3;

/// Why the program does not start.
#[derive(Debug)]
pub enum Stop {
    /// The user asked for the help or the version; this is the text.
    Shown(clap::Error),
    /// The arguments make no sense.
    Wrong {
        /// The message, one line.
        message: String,
        /// True if the program was to play, so that a GUI may have to show the error.
        playing: bool,
    },
}

/// Reads the arguments, the first of which is the name of the program.
///
/// # Errors
/// If the program has nothing to start with.
pub fn read(args: impl IntoIterator<Item = OsString>) -> Result<Cli, Stop> {
    let mut command = Cli::command();
    command.build();
    let mut args: Vec<OsString> = args.into_iter().collect();
    let first = first_word(&args, &command);
    let tool = first.and_then(|index| command.find_subcommand(&args[index]));
    let playing = tool.is_none();
    match (first, tool) {
        // options before a command are meant for it
        (Some(index), Some(_)) => args[1..=index].rotate_right(1),
        (Some(index), None) => {
            if let Some(message) = no_command(&args[index], &command, &args) {
                let playing = false;
                return Err(Stop::Wrong { message, playing });
            }
        }
        (None, _) => {}
    }
    let name = match tool {
        Some(tool) => format!("fmax {}", tool.get_name()),
        None => "fmax".to_owned(),
    };
    let mut cli = match Cli::try_parse_from(&args) {
        Ok(cli) => cli,
        Err(error) if !error.use_stderr() => return Err(Stop::Shown(error)),
        Err(error) => {
            let mut options = tool.unwrap_or(&command).get_arguments();
            let takes_game = options.any(|arg| arg.get_long() == Some("variant"));
            let game = stray::word(&error).filter(|_| takes_game);
            let game = game.and_then(|word| games(&args)?.meant(&word));
            let message = message(&error, &name, game);
            return Err(Stop::Wrong { message, playing });
        }
    };
    match cli.settle_positional() {
        Ok(()) => Ok(cli),
        Err(message) => Err(Stop::Wrong { message, playing }),
    }
}

/// The place of the first argument that is neither an option nor the value of one.
fn first_word(args: &[OsString], command: &Command) -> Option<usize> {
    let commands = || std::iter::once(command).chain(command.get_subcommands());
    let takes_value = |long: &str| {
        let mut options = commands().flat_map(Command::get_arguments);
        options.any(|arg| arg.get_long() == Some(long) && arg.get_action().takes_values())
    };
    let mut index = 1;
    while let Some(arg) = args.get(index) {
        let text = arg.to_string_lossy();
        match text.strip_prefix("--") {
            Some("") => return None,
            Some(long) => index += usize::from(takes_value(long)),
            None if text.len() > 1 && text.starts_with('-') => {}
            None => return Some(index),
        }
        index += 1;
    }
    None
}

/// The message for a word that looks like a command but is neither a command nor a file.
fn no_command(word: &OsString, command: &Command, args: &[OsString]) -> Option<String> {
    let text = word.to_str()?;
    let like_command = |c: char| c.is_ascii_alphabetic() || matches!(c, '-' | '_');
    if text.is_empty() || !text.chars().all(like_command) || Path::new(word).exists() {
        return None;
    }
    let shown = command.get_subcommands().filter(|tool| !tool.is_hide_set());
    let names: Vec<&str> = shown.map(Command::get_name).collect();
    let limit = SUGGEST.min(text.chars().count() / 2);
    let near = did_you_mean(text, names.iter().copied(), limit);
    let library = games(args);
    let game = library.and_then(|library| {
        (library.knows(text))
            .then(|| text.to_owned())
            .or_else(|| library.meant(text).filter(|_| near.is_none()))
    });
    let advice = match (game, near) {
        (Some(game), _) => game_hint(&game),
        (None, Some(known)) => format!("did you mean '{known}'?"),
        (None, None) => format!("the sub-commands are {}", names.join(", ")),
    };
    Some(format!("no file or sub-command '{text}'; {advice}"))
}

/// An error of clap in one line. `name` is the command as the user calls it, `game` a variant that the user may mean.
fn message(error: &clap::Error, name: &str, game: Option<String>) -> String {
    let context = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.clone()),
        Some(ContextValue::Strings(texts)) => texts.first().cloned(),
        _ => None,
    };
    let argument = context(ContextKind::InvalidArg).unwrap_or_default();
    let mut text = match error.kind() {
        ErrorKind::UnknownArgument => format!("'{name}' does not take '{argument}'"),
        _ => {
            let text = error.render().to_string();
            let text = text.strip_prefix("error: ").unwrap_or(&text);
            let lines = text.lines().take_while(|line| !line.trim().is_empty());
            lines.map(str::trim).collect::<Vec<_>>().join(" ")
        }
    };
    let near = [
        ContextKind::SuggestedArg,
        ContextKind::SuggestedSubcommand,
        ContextKind::SuggestedValue,
    ];
    if let Some(known) = near.into_iter().find_map(context) {
        text += &format!("; did you mean '{known}'?");
    } else if let Some(game) = game {
        text += &format!("; {}", game_hint(&game));
    }
    // arguments may have control characters
    let text = text.replace(char::is_control, " ");
    format!("{text}; try '{name} --help'")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(line: &str) -> impl Iterator<Item = OsString> {
        line.split(' ')
            .map(OsString::from)
            .collect::<Vec<_>>()
            .into_iter()
    }

    fn complaint(line: &str) -> String {
        match read(words(line)) {
            Err(Stop::Wrong { message, .. }) => message,
            other => panic!("{line}: {other:?}"),
        }
    }

    #[test]
    fn mistyped_commands_are_guessed() {
        for (line, known) in [
            ("fmax bnech", "bench"),
            ("fmax bnech 5", "bench"),
            ("fmax shwo --betza N", "show"),
            ("fmax --variant makruk vaules", "values"),
            ("fmax chekc my.ini", "check"),
            ("fmax prft 3", "perft"),
            ("fmax hepl", "help"),
        ] {
            let word = line
                .split(' ')
                .find(|word| !known.contains(word) && *word != "fmax");
            assert!(word.is_some());
            let expected = format!("; did you mean '{known}'?");
            assert!(complaint(line).ends_with(&expected), "{}", complaint(line));
            assert!(complaint(line).starts_with("no file or sub-command '"));
        }
        let all = complaint("fmax gravity");
        assert!(
            all.contains("the sub-commands are variants, format, values, perft, "),
            "{all}"
        );
    }

    #[test]
    fn files_are_no_commands() {
        for line in [
            "fmax 22",
            "fmax my.ini",
            "fmax 22 mygames",
            "fmax ./bnech",
            "fmax src",
        ] {
            assert!(read(words(line)).is_ok(), "{line}");
        }
    }

    #[test]
    fn options_may_stand_before_the_command() {
        let cli = read(words("fmax --ini my.ini --variant=x --alternators show N")).unwrap();
        let Some(crate::cli::Tool::Show { game, request }) = cli.command else {
            panic!("{:?}", cli.command);
        };
        assert_eq!(game.source.ini.as_deref(), Some(Path::new("my.ini")));
        assert!(game.source.reading.alternators);
        assert_eq!(
            (game.name(), request.piece.as_deref()),
            (Some("x"), Some("N"))
        );
    }

    #[cfg(feature = "tools")]
    #[test]
    fn options_of_measuring_are_not_taken_for_granted() {
        for option in [
            "--piece=camel",
            "--value=N=300",
            "--games=5",
            "--rounds=2",
            "--nodes=50",
            "--max-moves=50",
            "--seed=2",
            "--concurrency=1",
            "--jsonl=games.jsonl",
            "--merge=games.jsonl",
        ] {
            let said = complaint(&format!("fmax values normal {option}"));
            assert!(
                said.contains("not provided") && said.contains("--measure"),
                "{option} {said}"
            );
        }
        // merging plays no games, and takes no concurrency
        let said = complaint("fmax values normal --measure --merge=x --concurrency=3");
        assert!(said.contains("cannot be used with"), "{said}");
        // a part needs a file of games, and only measuring plays games
        let said = complaint("fmax values normal --shard=1/2");
        assert!(said.contains("--jsonl"), "{said}");
        // without measuring no option is needed
        assert!(read(words("fmax values normal")).is_ok());
    }

    #[test]
    fn options_that_are_not_obeyed_are_refused() {
        for (line, expected) in [
            (
                "fmax --threads 2 show",
                "'fmax show' does not take '--threads'",
            ),
            ("fmax show --hash 2", "'fmax show' does not take '--hash'"),
            (
                "fmax variants --variant x",
                "'fmax variants' does not take '--variant'",
            ),
            ("fmax --ini x check y", "'fmax check' does not take '--ini'"),
            ("fmax bench --ini x", "'fmax bench' does not take '--ini'"),
            ("fmax perft --log x 1", "'fmax perft' does not take '--log'"),
            ("fmax 1 2 3", "'fmax' does not take '3'; try 'fmax --help'"),
            (
                "fmax --hahs 3",
                "'fmax' does not take '--hahs'; did you mean '--hash'?",
            ),
            (
                "fmax perft",
                "the following required arguments were not provided: <DEPTH>;",
            ),
            (
                "fmax --hash x",
                "invalid value 'x' for '--hash <MB>': invalid digit",
            ),
            ("fmax 99", "HASH_BITS must be between 10 and 36, not 99"),
        ] {
            let found = complaint(line);
            assert!(found.starts_with(expected), "{line}: {found}");
            assert!(!found.contains('\n'), "{found}");
        }
    }

    /// The table of options in `cli.rs` has all options that commands show in their help, and no others.
    #[test]
    fn the_table_of_options_is_true() {
        let table = include_str!("../cli.rs")
            .lines()
            .filter_map(|line| line.strip_prefix("//! |"));
        let rows: Vec<Vec<&str>> = table
            .map(|row| row.split('|').map(str::trim).collect())
            .collect();
        let options = &rows[0][1..7];
        let mut command = Cli::command();
        command.build();
        let mut reported = 0;
        for row in &rows[2..] {
            for name in row[0].split(", ").map(|name| name.trim_matches('`')) {
                let found = match name {
                    "(the engine)" => Some(&command),
                    name => command.find_subcommand(name),
                };
                // without the feature `tools` some commands are missing
                let Some(found) = found else { continue };
                reported += usize::from(name != "(the engine)");
                for (column, option) in options.iter().enumerate() {
                    let option = option.trim_matches('`').trim_start_matches('-');
                    let json = option == "json" && !cfg!(feature = "tools");
                    let obeyed = row[column + 1] == "yes" && !json;
                    let has = found
                        .get_arguments()
                        .any(|arg| arg.get_long() == Some(option));
                    assert_eq!(has, obeyed, "{name} --{option}");
                }
            }
        }
        let tools = command
            .get_subcommands()
            .filter(|tool| tool.get_name() != "help" && !tool.is_hide_set());
        assert_eq!(reported, tools.count());
    }
}
