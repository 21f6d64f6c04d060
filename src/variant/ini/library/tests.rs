use super::*;
use crate::testing::games::read;
use crate::variant::Severity;

const BODY: &str = "4x4\n0 3 0 0\n0 3 0 0\np:100 -16,6\np:100 16,6\nk:-1 1,7 -1,7\n";
const BROKEN: &str = "4x4\n0 3 0 0\n0 3 0 0\np:100 -16,6\np:100 1x,6\n";

fn library(games: &[&str]) -> Library {
    let mut text = "version 4.8(w)\n".to_owned();
    for game in games {
        match *game {
            "" => text += BODY,
            "!" => text += BROKEN,
            name => match name.strip_prefix('!') {
                Some(name) => text += &format!("Game: {name}\n{BROKEN}"),
                None => match name.split_once('=') {
                    Some((name, alias)) => text += &format!("Game: {name}\n{BODY}Alias: {alias}\n"),
                    None => text += &format!("Game: {name}\n{BODY}"),
                },
            },
        }
    }
    read(&text)
}

fn found(library: &Library, name: &str) -> String {
    match library.find(name, &Selections::default()) {
        Ok(variant) => variant.name.clone(),
        Err(error) => error.to_string(),
    }
}

fn errors(library: &Library) -> usize {
    let list = library.diagnostics().iter();
    list.filter(|d| d.severity == Severity::Error).count()
}

#[test]
fn the_public_list_has_each_name_once() {
    let library = library(&[
        "",
        "Cambodian",
        "fairy/A",
        "makruk",
        "fairy/B",
        "!bad",
        "makruk",
        "8x8+0_falcon",
    ]);
    let names = ["normal", "makruk", "falcon", "fairy"];
    assert_eq!(library.public_names(), names);
    assert_eq!(library.fairy_choices(), ["A", "B"]);
    assert_eq!(library.entries().len(), 8);
    assert_eq!(library.entries()[1].files, 4);
    assert_eq!(library.origin().to_string(), "test.ini");
}

#[test]
fn literal_fairy_and_old_names() {
    let library = library(&["6x6+0_normal", "fairy", "normal", "fairy/A"]);
    let names = ["6x6+0_normal", "fairy", "normal"];
    assert_eq!(library.public_names(), names);
    assert_eq!(found(&library, "fairy"), "fairy");
    assert_eq!(found(&library, "fairy/A"), "fairy/A");
    let index = |name| library.resolve(name);
    assert_eq!((index("normal"), index("6x6+0_normal")), (Some(2), Some(0)));
}

#[test]
fn names_are_forgiving() {
    let library = library(&["king-of-the-hill=koth,hill", "Koth", "koth2=second"]);
    assert_eq!(found(&library, "KingOfTheHill"), "king-of-the-hill");
    assert_eq!(found(&library, "king_of the hill"), "king-of-the-hill");
    assert_eq!(found(&library, "SECOND"), "koth2");
    // "kingofthehill" is another spelling of the same name, "koth" is another name
    let spelt = self::library(&["king-of-the-hill=koth,kingofthehill"]);
    assert_eq!(spelt.public_names(), ["king-of-the-hill", "kingofthehill"]);
    assert_eq!(found(&library, "koth"), "king-of-the-hill");
    assert_eq!(found(&library, "Koth"), "Koth");
    assert_eq!(found(&library, "hill"), "king-of-the-hill");
    let error = "there is no variant `kOth3` (perhaps `koth`)";
    assert_eq!(found(&library, "kOth3"), error);
    assert_eq!(found(&library, "xyz"), "there is no variant `xyz`");
}

#[test]
fn selections_choose_among_games() {
    let library = library(&["makruk", "Ai-wok", "fairy/A", "fairy/B"]);
    let find = |name: &str, fairy: Option<&str>, makruk: Option<&str>| {
        let selections = Selections {
            fairy: fairy.map(str::to_owned),
            makruk: makruk.map(str::to_owned),
        };
        library.find(name, &selections).unwrap().name.clone()
    };
    assert_eq!(find("fairy", None, None), "fairy/A");
    assert_eq!(find("fairy", Some("B"), None), "fairy/B");
    assert_eq!(find("fairy", Some("C"), None), "fairy/A");
    assert_eq!(find("makruk", None, None), "makruk");
    assert_eq!(find("makruk", None, Some("Ai-wok")), "Ai-wok");
    assert_eq!(find("makruk", None, Some("none")), "makruk");
}

#[test]
fn the_default_game_is_chess_or_the_first() {
    let default = |games: &[&str]| library(games).default_game().unwrap().name.clone();
    assert_eq!(default(&["", "x"]), "normal");
    assert_eq!(default(&["x", "normal"]), "normal");
    assert_eq!(default(&["x", "8x8+0_normal"]), "normal");
    assert_eq!(default(&["x", "y"]), "x");
    assert!(library(&["!", "x"]).default_game().is_err());
}

#[test]
fn broken_games_are_alone() {
    let library = library(&["", "!bad", "good"]);
    assert_eq!(found(&library, "good"), "good");
    assert_eq!(
        found(&library, "bad"),
        "the variant `bad` has errors: test.ini:13:7: error: `1x,6` is not a move: \
         its step is not a number (hint: a move is STEP,MODE or STEP,MODE,STEP2: decimal steps and \
         a hexadecimal mode, as in 16,3)"
    );
    assert_eq!(errors(&library), 1);
}

#[test]
fn built_in_games() {
    let library = Library::builtin(ReadOptions::default());
    assert_eq!(library.origin(), &Origin::BuiltIn);
    assert_eq!(errors(&library), 0);
    assert_eq!(library.default_game().unwrap().name, DEFAULT_NAME);
    assert!(library.public_names().contains(&DEFAULT_NAME));
}

#[test]
fn slips_are_looked_for_only_if_asked() {
    let text = BUILTIN_TEXT.replacen("\np:74 16,24 16,6 15,5 17,5", "\np:74 -16,6", 1);
    let plain = ReadOptions::default();
    let [quick, thorough] = [plain, plain.with_slips()]
        .map(|options| Library::parse("test.ini", text.as_bytes(), options).unwrap());
    assert_eq!(quick.diagnostics(), []);
    let found: Vec<String> = thorough
        .diagnostics()
        .iter()
        .map(Diagnostic::to_string)
        .collect();
    assert!(
        found[0].contains("black's pawn walks up the board"),
        "{found:?}"
    );
}

#[test]
fn files_that_cannot_be_read() {
    let path = Path::new("/nonexistent/fmax.ini");
    let error =
        Library::locate(Some(path), &Places::default(), ReadOptions::default()).unwrap_err();
    assert!(matches!(error, LoadError::Io { .. }));
    assert_eq!(error.to_string(), "cannot read /nonexistent/fmax.ini");
    let here = Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml");
    let error = Library::open(&here, ReadOptions::default()).unwrap_err();
    assert!(
        error.to_string().contains("unknown kind of file"),
        "{error}"
    );
    assert!(Library::open(here.parent().unwrap(), ReadOptions::default()).is_err());
}

#[test]
fn a_game_that_is_meant_elsewhere_should_be_there() {
    let warned = |other: &str| {
        let text = format!(
            "version 4.8(w)\nGame: one\n{BODY}Elsewhere: {other}\n\nGame: two\n{BODY}Alias: deux\n"
        );
        let library = read(&text);
        let one = library.find("one", &Selections::default()).unwrap();
        assert_eq!(one.elsewhere.as_deref(), Some(other));
        let warnings = library.diagnostics().iter().map(ToString::to_string);
        warnings
            .filter(|text| text.contains("there is no variant"))
            .collect::<Vec<_>>()
    };
    assert_eq!(warned("two"), [""; 0]);
    assert_eq!(warned("deux"), [""; 0]);
    let warnings = warned("twoo");
    assert_eq!(warnings.len(), 1);
    assert!(
        warnings[0].contains("warning: there is no variant `twoo`"),
        "{warnings:?}"
    );
}
