use super::*;
use crate::testing::games::{game, library, random_walk};
use crate::types::Rng;

fn parse(line: &str) -> Result<Command, CommandError> {
    line.parse()
}

fn level_of(line: &str) -> (u32, u128, u128) {
    match parse(line) {
        Ok(Command::Level {
            moves,
            base,
            increment,
        }) => (moves, base.as_millis(), increment.as_millis()),
        other => panic!("{line}: {other:?}"),
    }
}

#[test]
fn every_word_of_the_protocol_is_understood() {
    assert_eq!(parse(""), Ok(Command::Nothing));
    assert_eq!(parse("  \t "), Ok(Command::Nothing));
    assert_eq!(parse("# a comment"), Ok(Command::Nothing));
    assert_eq!(parse(" new "), Ok(Command::New));
    assert_eq!(parse("?"), Ok(Command::MoveNow));
    assert_eq!(parse("."), Ok(Command::Status));
    assert_eq!(parse("white"), Ok(Command::SideToMove(Color::White)));
    assert_eq!(parse("name Kasparov, Garry"), Ok(Command::Nothing));
    assert_eq!(parse("bogus"), Err(CommandError::Unknown));
    assert_eq!(parse("New"), Err(CommandError::Unknown));
}

#[test]
fn levels_are_read_with_minutes_seconds_and_fractions() {
    assert_eq!(level_of("level 40 5 0"), (40, 300_000, 0));
    assert_eq!(level_of("level 40 0:30 0"), (40, 30_000, 0));
    assert_eq!(level_of("level 0 2 12"), (0, 120_000, 12_000));
    assert_eq!(level_of("level 0 0:05.5 0.05"), (0, 5_500, 50));
    assert_eq!(level_of("level 40 25+5 0"), (40, 1_500_000, 0));
    assert_eq!(level_of("level 0 0.5 .5"), (0, 30_000, 500));
    for bad in [
        "level",
        "level 40",
        "level 40 5",
        "level x 5 0",
        "level -1 5 0",
        "level 40 x 0",
        "level 40 5 x",
        "level 40 5 -1",
        "level 40 -5 0",
        "level 40 : 0",
        "level 40 5 nan",
        "level 40 1:2:3 0",
        "level 99999999999 5 0",
    ] {
        assert!(parse(bad).is_err(), "{bad}");
    }
    let (_, base, increment) = level_of("level 0 99999999999999999999 99999999999999999999");
    assert_eq!((base, increment), (10_000_000_000, 10_000_000_000));
}

#[test]
fn times_are_read_in_their_units() {
    assert_eq!(
        parse("st 0.05"),
        Ok(Command::MoveTime(Duration::from_millis(50)))
    );
    assert_eq!(
        parse("time 1234"),
        Ok(Command::Time(Duration::from_millis(12_340)))
    );
    assert_eq!(parse("otim -5"), Ok(Command::OpponentTime(Duration::ZERO)));
    assert_eq!(
        parse("time 9223372036854775807"),
        Ok(Command::Time(crate::protocol::time_control::LONGEST))
    );
    for bad in [
        "st", "st 0", "st -1", "st x", "st 1e3", "st .", "time", "time x", "otim 1.5",
    ] {
        assert!(parse(bad).is_err(), "{bad}");
    }
    assert_eq!(parse("sd 7"), Ok(Command::Depth(7)));
    for bad in ["sd", "sd 0", "sd -3", "sd x", "sd 4294967296"] {
        assert!(parse(bad).is_err(), "{bad}");
    }
}

#[test]
fn arguments_to_the_end_of_the_line() {
    assert_eq!(
        parse("option Ini File=/a dir/x=y.ini"),
        Ok(Command::Option {
            name: "Ini File".to_owned(),
            value: Some("/a dir/x=y.ini".to_owned()),
        })
    );
    assert_eq!(
        parse("option Info"),
        Ok(Command::Option {
            name: "Info".to_owned(),
            value: None,
        })
    );
    assert_eq!(
        parse("setboard 8/8 w - - 0 1"),
        Ok(Command::SetBoard("8/8 w - - 0 1".to_owned()))
    );
    assert_eq!(
        parse("holding [PPN] [] BN"),
        Ok(Command::Holding(ByColor::new(
            "PPN".to_owned(),
            String::new()
        )))
    );
    assert_eq!(parse("P@e4"), Ok(Command::Move("P@e4".to_owned())));
    assert_eq!(
        parse("holding [PPN"),
        Err(CommandError::Missing("hands in brackets"))
    );
    assert_eq!(
        parse("ping 123456789012345678901"),
        Ok(Command::Ping(123_456_789_012_345_678_901))
    );
    for bad in [
        "ping",
        "ping x",
        "setboard",
        "variant",
        "option",
        "usermove",
        "memory 0",
        "memory -1",
        "memory x",
        "memory",
        "cores 0",
        "exclude",
        "protover",
        "protover two",
    ] {
        assert!(parse(bad).is_err(), "{bad}");
    }
}

#[test]
fn moves_are_taken_with_and_without_usermove() {
    for text in [
        "e2e4", "a0a1", "e7e8q", "l12k11", "O-O", "O-O-O", "0-0", "x9", "P@e4", "+F@a4", "@@@@",
        "O-O+", "0-0-0#!", "e2e4!?",
    ] {
        assert_eq!(parse(text), Ok(Command::Move(text.to_owned())), "{text}");
        let long = format!("usermove {text}");
        assert_eq!(parse(&long), Ok(Command::Move(text.to_owned())), "{text}");
    }
    let several = "e4 e5 2. Nf3";
    assert_eq!(parse(several), Ok(Command::Move(several.to_owned())));
    assert_eq!(parse("Nf3"), Err(CommandError::Unknown));
    assert_eq!(parse("é2e4"), Err(CommandError::Unknown));
}

#[test]
fn scores_to_remember_are_read() {
    assert_eq!(parse("remember"), Ok(Command::Remember(None)));
    assert_eq!(parse("remember  -35 "), Ok(Command::Remember(Some(-35))));
    assert_eq!(parse("remember a lot"), Err(CommandError::Bad("number")));
    let (score, depth) = (-100_003, 12);
    assert_eq!(
        parse("setscore -100003 12"),
        Ok(Command::SetScore { score, depth })
    );
    assert_eq!(parse("setscore 1.5 12"), Err(CommandError::Bad("number")));
    assert_eq!(parse("setscore 1"), Err(CommandError::Missing("depth")));
}

#[test]
fn moves_of_every_variant_are_commands() {
    let mut random = Rng::new(1);
    for name in library().public_names() {
        random_walk(game(name, ""), 20, &mut random, |game, moves| {
            for &mv in moves {
                let text = game.format(mv);
                assert_eq!(parse(&text), Ok(Command::Move(text.clone())), "{name}");
            }
        });
    }
}
