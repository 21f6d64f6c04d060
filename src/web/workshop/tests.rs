use super::*;
use crate::testing::files::Folder;
use crate::testing::games::library;
use crate::tools::findings::Style;
use crate::tools::on_search_thread;
use crate::web::Session;
use crate::web::tests::ask;
use serde_json::Value;

fn texts(values: &Value) -> Vec<String> {
    let texts = values.as_array().unwrap().iter();
    texts
        .map(|text| text.as_str().unwrap().to_owned())
        .collect()
}

#[test]
fn a_variant_is_made_from_the_catalogue_and_played() {
    let mut session = Session::default();
    let catalogue = ask(&mut session, "catalogue");
    let pieces = catalogue["pieces"].as_array().unwrap();
    assert!(pieces.len() > 50);
    let griffon = pieces.iter().find(|piece| piece["names"][0] == "griffon");
    assert_eq!(griffon.unwrap()["moves"], "FyafsF");
    assert_eq!(catalogue["pawns"][0]["names"][0], "pawn");
    assert_eq!(catalogue["rules"][0]["word"], "stalemate-loses");
    let options = "new\nbig\n--board\n12x10\n--army\nrook knight griffon bishop camel queen king zebra bishop griffon knight rook\n\
                   --rule\ndrops\n--rule\nGoal: king=10\n--pieces\nphoenix=WA";
    let made = ask(&mut session, options);
    assert_eq!(
        texts(&made["notes"]),
        ["phoenix is in no army; pawns can become one"]
    );
    let text = made["text"].as_str().unwrap();
    assert_eq!(
        ask(&mut session, &format!("ini\n{text}"))["diagnostics"],
        serde_json::json!([])
    );
    let chosen = ask(&mut session, "variant big");
    assert_eq!(
        (&chosen["variant"]["files"], &chosen["variant"]["ranks"]),
        (&12.into(), &10.into())
    );
    let refused = [
        ("new", "no name for a game"),
        ("new\nmine\n--army\nking", "1 pieces and the board 8 files"),
        (
            "new\nmine\n--colour\nred",
            "unexpected argument '--colour' found",
        ),
        ("new\nmine\n--output\n/tmp/x.ini", "writes no files"),
        ("new\nmine\n--castling\nperhaps", "perhaps"),
        ("source nothing", "nothing"),
    ];
    for (command, part) in refused {
        let error = ask(&mut session, command)["error"].to_string();
        assert!(
            error.contains(part) && !error.contains("Usage"),
            "{command}: {error}"
        );
    }
    let long = format!("new\n{}", "x".repeat(2 << 20));
    assert!(
        ask(&mut session, &long)["error"]
            .to_string()
            .contains("bytes")
    );
}

#[test]
fn sources_of_shipped_variants_have_their_rules() {
    let mut session = Session::default();
    for name in ["knightmate", "seirawan", "xiangqi"] {
        ask(&mut session, "ini");
        let shipped = ask(&mut session, &format!("variant {name}"));
        let source = ask(&mut session, &format!("source {name}"));
        ask(
            &mut session,
            &format!("ini\n{}", source["text"].as_str().unwrap()),
        );
        let own = ask(&mut session, &format!("variant {name}"));
        let moves = |chosen: &Value| {
            let moves = chosen["state"]["moves"].as_array().unwrap().iter();
            let mut moves: Vec<String> = moves.map(|mv| mv["m"].to_string()).collect();
            moves.sort();
            moves
        };
        assert_eq!(moves(&own), moves(&shipped), "{name}");
    }
}

#[test]
fn values_and_drawings_are_complete() {
    let mut session = Session::default();
    ask(&mut session, "ini");
    ask(&mut session, "variant crazyhouse");
    let values = ask(&mut session, "values");
    assert_eq!(texts(&values["heading"])[0], "piece");
    let rows = values["pieces"].as_array().unwrap();
    assert_eq!(rows[0]["cells"].as_array().unwrap().len(), 8);
    let xiangqi = ask(&mut session, "variant xiangqi");
    let mut pieces = xiangqi["variant"]["pieces"].as_array().unwrap().iter();
    let cannon = pieces.find(|piece| piece["letter"] == "C").unwrap();
    let cannon = ask(&mut session, &format!("diagram {} w", cannon["id"]));
    let kinds = |values: &Value| {
        let kinds = values.as_array().unwrap().iter();
        kinds
            .map(|mark| mark["kind"].as_str().unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    assert!(
        kinds(&cannon["legend"]).contains(&"hop".to_owned()),
        "{cannon}"
    );
    assert!(
        kinds(&cannon["marks"]).contains(&"screen".to_owned()),
        "{cannon}"
    );
    ask(&mut session, "variant normal");
    let king = ask(&mut session, "diagram 3 b");
    assert_eq!(king["more"][0]["place"], "castling");
    let knight = ask(&mut session, "diagram 4 w");
    assert_eq!(knight["marks"].as_array().unwrap().len(), 8);
    assert_eq!(
        (&knight["files"], &knight["square"]),
        (&5.into(), &12.into())
    );
    for wrong in [
        "diagram",
        "diagram 0 w",
        "diagram 99 b",
        "diagram 3 x",
        "diagram 3",
    ] {
        assert!(ask(&mut session, wrong)["error"].is_string(), "{wrong}");
    }
}

/// The sections as the command writes them.
fn reported(name: &str, options: &[&str]) -> String {
    let folder = Folder::new();
    let words = options.iter().map(|option| format!("--{option}"));
    let words = words.chain([
        format!("--records={}", folder.file("x.games")),
        name.to_owned(),
    ]);
    let arguments: playtest::Arguments = parse(words).unwrap();
    let mut out = Vec::new();
    playtest::run(library(), &arguments, "", Style::Text, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

#[test]
fn playtests_have_the_figures_of_the_command() {
    let options = [
        "games=9",
        "nodes=60",
        "stronger=3",
        "max-moves=30",
        "seed=5",
    ];
    let mut session = Session::default();
    ask(&mut session, "ini");
    ask(&mut session, "variant los-alamos");
    let mut reports = Vec::new();
    let found = on_search_thread(|| {
        let command = format!("playtest {}", options.join(" "));
        session.execute(&command, &mut |report| reports.push(report.to_owned()))
    });
    let found: Value = serde_json::from_str(&found.unwrap()).unwrap();
    assert_eq!(reports.len(), 9);
    assert_eq!(reports[8], r#"{"games":9,"played":9}"#);
    let text = reported("los-alamos", &options);
    let lines: Vec<Vec<&str>> = text
        .lines()
        .map(|line| line.split_whitespace().collect())
        .collect();
    let mut count = 0;
    let mut expect = |line: String| {
        count += 1;
        let words: Vec<&str> = line.split_whitespace().collect();
        assert!(lines.contains(&words), "{line}: {text}");
    };
    texts(&found["introduction"])
        .into_iter()
        .for_each(&mut expect);
    for section in found["sections"].as_array().unwrap() {
        expect(section["title"].as_str().unwrap().to_owned());
        for row in ["lines", "table"]
            .into_iter()
            .flat_map(|part| section[part].as_array().unwrap())
        {
            expect(texts(row).join(" "));
        }
    }
    for worry in found["worries"].as_array().unwrap() {
        let sure = if worry["sure"] == true {
            "sure"
        } else {
            "perhaps"
        };
        let (name, found) = (
            worry["worry"].as_str().unwrap(),
            worry["found"].as_str().unwrap(),
        );
        expect(format!("{sure}: {name}: {found}"));
        expect(worry["reason"].as_str().unwrap().to_owned());
    }
    // the command has one more line, the title of the warnings
    assert_eq!(count + 1, lines.len(), "{found}\n{text}");
    for wrong in [
        "games=0",
        "games=2001",
        "nodes=100001",
        "seed=-1",
        "html=x",
        "games",
        "nodes=9999999999999999999999",
    ] {
        assert!(
            ask(&mut session, &format!("playtest {wrong}"))["error"].is_string(),
            "{wrong}"
        );
    }
}
