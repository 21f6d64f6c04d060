//! The menu of variants: XBoard has buttons for 22 variants that it does not know.

use super::harness::{Board, CLICK_PATIENCE, Launch, PATIENCE, Screen, XBoard, wait_for};

#[test]
#[ignore = "needs the Debian packages xboard, xvfb and xdotool"]
fn a_variant_without_a_button_is_selected_by_its_option() {
    let screen = Screen::new();
    // the option as sent by the dialog of engine settings; otherwise omega has no button
    let launch = Launch::new("normal", Board::new(8, 8));
    let options = ["-firstOptions", "Variant=omega"];
    let mut xboard = XBoard::start(&screen, launch.options(&options));
    assert!(xboard.record().contains(">first : option Variant=omega"));
    // File, New Variant
    let pause = || std::thread::sleep(std::time::Duration::from_millis(500));
    let click = |window: &str, x: &str, y: &str| {
        // a long press closes the menu again
        for act in [
            &["mousemove", "--window", window, x, y][..],
            &["click", "1"],
        ] {
            screen.xdotool(act).unwrap();
            pause();
        }
    };
    let window = xboard.window().to_owned();
    click(&window, "16", "14");
    xboard.shot("file-menu");
    click(&window, "80", "81");
    let dialog = wait_for(PATIENCE, "dialog of variants", || {
        screen.windows("^New Variant").into_iter().next()
    });
    pause();
    xboard.shot("variant-menu");
    // the first button for the engine's own variants
    click(&dialog, "770", "16");
    xboard.hear(CLICK_PATIENCE, ">first : variant omega");
    let said = xboard.hear(CLICK_PATIENCE, "<first : setup");
    assert!(said.contains(") 12x12+0_fairy "), "{said}");
    pause();
    xboard.shot("variant-omega");
}

#[test]
#[ignore = "needs the Debian packages xboard, xvfb and xdotool"]
fn the_button_reports_what_it_saves() {
    let screen = Screen::new();
    for (mode, sent, title) in [
        ("EditGame", "tellusererror No score is known", "Error"),
        ("Analysis", "telluser ", "Note"),
    ] {
        let launch = Launch::new("normal", Board::new(8, 8));
        let mut xboard = XBoard::start(&screen, launch.options(&["-mode", mode]));
        let pause = || std::thread::sleep(std::time::Duration::from_millis(500));
        let click = |window: &str, x: &str, y: &str| {
            for act in [
                &["mousemove", "--window", window, x, y][..],
                &["click", "1"],
            ] {
                screen.xdotool(act).unwrap();
                pause();
            }
        };
        if mode == "Analysis" {
            // the text may have been printed before the answer to the first ping; a fast search reports no small depths
            wait_for(CLICK_PATIENCE, "analysis of five plies", || {
                let depth = |line: &str| {
                    let (_, said) = line.split_once("<first : ")?;
                    said.split(' ').next()?.parse::<u32>().ok()
                };
                let record = xboard.record();
                record.lines().filter_map(depth).find(|&depth| depth >= 5)
            });
        }
        // Engine, Engine #1 Settings
        let window = xboard.window().to_owned();
        // an analysis opens its own window
        screen.xdotool(&["windowraise", &window]).unwrap();
        click(&window, "166", "14");
        click(&window, "230", "118");
        pause();
        xboard.shot("engine-settings");
        let dialog = wait_for(CLICK_PATIENCE, "dialog of the engine", || {
            screen.windows("Settings").into_iter().next()
        });
        pause();
        // the button in the second column; XBoard splits this number of options into columns
        click(&dialog, "428", "213");
        xboard.hear(CLICK_PATIENCE, ">first : option Save in hash file");
        xboard.hear(CLICK_PATIENCE, &format!("<first : {sent}"));
        wait_for(CLICK_PATIENCE, title, || {
            screen.windows(&format!("^{title}")).into_iter().next()
        });
        pause();
        xboard.shot(&format!("save-{title}"));
    }
}
