use super::*;
use crate::types::TypeId;
use crate::variant::{Library, ReadOptions, Selections};

fn curve() -> Curve {
    Curve {
        games: 10,
        positions: 1000,
        before: 0.01,
        after: 0.0091,
        epochs: vec![(0.011, 0.0095), (0.009, 0.0092), (0.0085, 0.0091)],
    }
}

/// Every element that is opened is closed again, in order.
fn assert_closed(page: &str) {
    let mut open: Vec<&str> = Vec::new();
    for part in page.split('<').skip(1) {
        let tag = part.split('>').next().unwrap();
        let name = tag.split(' ').next().unwrap().trim_end_matches('/');
        match name.strip_prefix('/') {
            Some(name) => assert_eq!(open.pop(), Some(name), "{part}"),
            None if tag.ends_with('/') || name == "meta" || name.starts_with('!') => {}
            None => open.push(name),
        }
    }
    assert_eq!(open, Vec::<&str>::new());
}

#[test]
fn a_page_is_whole_and_needs_nothing_else() {
    let library = Library::builtin(ReadOptions::default());
    let variant = library.find("los-alamos", &Selections::default()).unwrap();
    let squares = [(Square::at(0, 0), (2, 30)), (Square::at(5, 3), (1, -40))];
    let knight = Board {
        color: Color::Black,
        id: TypeId(4),
        squares: squares.into_iter().collect(),
    };
    let chapter = Chapter {
        name: "a <b> & c".to_owned(),
        command: "fmax learn".to_owned(),
        curves: vec![curve(), Curve::default(), curve()],
        verdict: "with the net +50 ± 30 Elo".to_owned(),
        boards: vec![board(&variant, &knight)],
    };
    let page = page(&[chapter.clone(), chapter]);
    assert_closed(&page);
    assert_eq!(page.matches("<h2>a &lt;b&gt; &amp; c</h2>").count(), 2);
    // a curve that nobody has kept is left out
    assert_eq!(page.matches("<polyline").count(), 2 * 2 * 2);
    for outside in ["http:", "https:", "src=", "href=", "url(", "<script"] {
        assert!(!page.contains(outside), "{outside}");
    }
    assert!(page.contains("prefers-color-scheme:dark"));
    assert!(page.contains("(-9.0 %)"), "{page}");
}

#[test]
fn squares_tell_what_they_add_to_the_average() {
    let library = Library::builtin(ReadOptions::default());
    let variant = library.find("los-alamos", &Selections::default()).unwrap();
    let squares = [(Square::at(0, 0), (3, 90)), (Square::at(5, 5), (1, -10))];
    let knight = Board {
        color: Color::White,
        id: TypeId(4),
        squares: squares.into_iter().collect(),
    };
    assert_eq!(knight.mean(), 20.0);
    let svg = board(&variant, &knight);
    assert_closed(&svg);
    // 36 squares, and colours on two of them
    assert_eq!(svg.matches("<rect").count(), 38);
    // a1 is in the corner below on the left
    let corner = "<rect x=\"0\" y=\"170\" width=\"34\" height=\"34\" fill=\"var(--plus)\"";
    assert!(svg.contains(corner), "{svg}");
    assert!(svg.contains(">10</text>") && svg.contains(">-30</text>"));
    assert!(svg.contains(": +20\""));
}
