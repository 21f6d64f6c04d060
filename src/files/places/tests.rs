use super::*;

/// The folders of a program where these variables of the environment are set.
fn places(platform: Platform, program: &str, called: &str, set: &[(&str, &str)]) -> Places {
    let places = Places {
        working: Some(PathBuf::from("/here")),
        program: Some(PathBuf::from(program)),
        ..Places::default()
    };
    places.by_convention(platform, Some(Path::new(called)), &|name| {
        let (_, value) = set.iter().find(|(set, _)| *set == name)?;
        Some(OsString::from(value))
    })
}

fn shown(paths: impl IntoIterator<Item = PathBuf>) -> Vec<String> {
    (paths.into_iter().map(|path| path.display().to_string())).collect()
}

const HOME: (&str, &str) = ("HOME", "/home/anna");

#[cfg(unix)]
#[test]
fn folders_of_freedesktop() {
    let plain = places(Platform::Xdg, "/opt/chess", "fmax", &[HOME]);
    assert_eq!(
        shown(plain.games()),
        [
            "/here/fmax.ini",
            "/home/anna/.config/fmax/fmax.ini",
            "/opt/chess/fmax.ini",
            "/usr/local/share/games/fmax/fmax.ini",
            "/usr/local/share/fmax/fmax.ini",
            "/usr/share/games/fmax/fmax.ini",
            "/usr/share/fmax/fmax.ini",
        ]
    );
    assert_eq!(shown(plain.data), ["/home/anna/.local/share/fmax"]);
    let set = [
        HOME,
        ("XDG_CONFIG_HOME", "/c"),
        ("XDG_DATA_HOME", "/d"),
        ("XDG_DATA_DIRS", "/s:relative:/t"),
    ];
    let named = places(Platform::Xdg, "/opt/chess", "fmax", &set);
    assert_eq!(shown(named.config), ["/c/fmax"]);
    assert_eq!(shown(named.data), ["/d/fmax"]);
    let shared = ["/s/games/fmax", "/s/fmax", "/t/games/fmax", "/t/fmax"];
    assert_eq!(shown(named.shared), shared);
    // what is empty or relative is not set
    let odd = [
        HOME,
        ("XDG_CONFIG_HOME", ""),
        ("XDG_DATA_HOME", "data"),
        ("XDG_DATA_DIRS", ""),
    ];
    let odd = places(Platform::Xdg, "/opt/chess", "fmax", &odd);
    let plain = places(Platform::Xdg, "/opt/chess", "fmax", &[HOME]);
    assert_eq!(odd, plain);
    // no home folder
    let none = places(Platform::Xdg, "/opt/chess", "fmax", &[]);
    assert_eq!((none.config, none.data), (None, None));
}

#[cfg(unix)]
#[test]
fn a_program_in_a_prefix_has_its_share() {
    for folder in ["/opt/fmax/bin", "/opt/fmax/games"] {
        for platform in [Platform::Xdg, Platform::MacOs] {
            let shared = places(platform, folder, "fmax", &[HOME]).shared;
            let share = PathBuf::from("/opt/fmax/share/games/fmax");
            assert!(shared.contains(&share), "{shared:?}");
        }
    }
    let shared = places(Platform::Xdg, "/opt/fmax/target", "fmax", &[HOME]).shared;
    assert_eq!(shared.len(), 4, "{shared:?}");
}

#[cfg(unix)]
#[test]
fn folders_of_other_platforms() {
    let mac = places(Platform::MacOs, "/Applications", "fmax", &[HOME]);
    let library = "/home/anna/Library/Application Support/fmax";
    assert_eq!(shown(mac.config), [library]);
    assert_eq!(shown(mac.data), [library]);
    let set = [("LOCALAPPDATA", "/local"), ("PROGRAMDATA", "/all"), HOME];
    let windows = places(Platform::Windows, "/programs", "fmax", &set);
    assert_eq!(shown(windows.config), ["/local/fmax"]);
    assert_eq!(shown(windows.data), ["/local/fmax"]);
    assert_eq!(shown(windows.shared), ["/all/fmax"]);
}

/// A user who installs fmax in place of Fairy-Max may have edited the variants file of Fairy-Max.
#[cfg(unix)]
#[test]
fn stand_in_for_fairy_max() {
    for (called, stands_in) in [
        ("fairymax", true),
        ("/usr/games/fairymax", true),
        ("fmax", false),
        ("/usr/games/maxqi", false),
    ] {
        let shared = places(Platform::Xdg, "/usr/games", called, &[HOME]).shared;
        let first = shared.first().unwrap();
        assert_eq!(first == Path::new(ORIGINAL.1), stands_in, "{called}");
    }
}

#[cfg(unix)]
#[test]
fn companions_of_a_variants_file() {
    let places = places(Platform::Xdg, "/usr/games", "fmax", &[HOME]);
    let read = |games: &str| shown(places.companions(Some(Path::new(games)), "net"));
    let written = |games: &str| shown(places.companion(Some(Path::new(games)), "net"));
    // the user's own file, wherever it is
    assert_eq!(read("my/camels.ini"), ["my/camels.net"]);
    assert_eq!(written("my/camels.ini"), ["my/camels.net"]);
    assert_eq!(written("camels.ini"), ["camels.net"]);
    let data = "/home/anna/.local/share/fmax/fmax.net";
    for installed in [
        "/usr/share/games/fmax/fmax",
        "/usr/games/fmax",
        "/home/anna/.config/fmax/fmax",
    ] {
        let games = format!("{installed}.ini");
        assert_eq!(read(&games), [&format!("{installed}.net"), data]);
        assert_eq!(written(&games), [data]);
    }
    assert_eq!(shown(places.companions(None, "net")), [data]);
    assert_eq!(shown(places.companion(None, "net")), [data]);
    // who has no home has to say where
    let homeless = Places {
        data: None,
        ..places.clone()
    };
    assert_eq!(homeless.companion(None, "net"), None);
    let workspace = |games| shown([places.workspace(games, "learn")]);
    assert_eq!(workspace(None), ["fmax.learn"]);
    assert_eq!(
        workspace(Some(Path::new("/usr/share/fmax/fmax.ini"))),
        ["fmax.learn"]
    );
    assert_eq!(
        workspace(Some(Path::new("my/camels.ini"))),
        ["my/camels.learn"]
    );
}

#[cfg(unix)]
#[test]
fn nothing_is_written_beside_the_program() {
    let places = |working: &str| Places {
        working: Some(PathBuf::from(working)),
        ..places(Platform::Xdg, "/opt/chess", "fmax", &[HOME])
    };
    let data = "/home/anna/.local/share/fmax";
    let usual = places("/here");
    assert_eq!(shown(usual.kept_positions()), ["/here", data]);
    assert_eq!(shown(usual.positions(None)), ["/opt/chess", data, "/here"]);
    let games = Path::new("/games/my.ini");
    assert_eq!(
        shown(usual.positions(Some(games))),
        ["/games", data, "/here"]
    );
    // a bare name is in the working directory, which is read once
    let here = std::env::current_dir().unwrap();
    let named = places(&here.display().to_string()).positions(Some(Path::new("my.ini")));
    assert_eq!(shown(named), [data, &here.display().to_string()]);
    // the folder that is written to goes before all others
    for installed in ["/opt/chess", "/usr/share/games/fmax"] {
        let there = places(installed);
        assert_eq!(shown(there.kept_positions()), [data]);
        assert_eq!(there.positions(None).last().unwrap(), Path::new(data));
        let learn = format!("{data}/fmax.learn");
        assert_eq!(shown([there.workspace(None, "learn")]), [learn]);
        let games = Path::new(installed).join("my.ini");
        let net = format!("{data}/my.net");
        assert_eq!(shown(there.companion(Some(&games), "net")), [net]);
    }
}

#[cfg(unix)]
#[test]
fn a_file_of_games_that_leads_nowhere_is_not_passed_over() {
    let folder = crate::testing::files::Folder::new();
    let config = folder.path().join("config");
    fs::create_dir(&config).unwrap();
    let places = Places {
        working: Some(folder.path().join("missing")),
        config: Some(config.clone()),
        ..Places::default()
    };
    assert_eq!(places.find_games(), None);
    let link = config.join(GAMES);
    std::os::unix::fs::symlink("nowhere", &link).unwrap();
    assert_eq!(places.find_games(), Some(link));
}
