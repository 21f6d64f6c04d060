use super::*;
use crate::testing::games::variant;
use crate::types::{Square, TypeId};

fn curve() -> Curve {
    Curve {
        games: 10,
        positions: 1000,
        before: 0.01,
        after: 0.0091,
        epochs: vec![(0.011, 0.0095), (0.009, 0.0092), (0.0085, 0.0091)],
    }
}

#[test]
fn a_page_has_all_chapters() {
    let variant = variant("los-alamos");
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
    let page = page(&[chapter.clone(), chapter]).unwrap();
    assert_eq!(page.matches("<h2>a &#60;b&#62; &#38; c</h2>").count(), 2);
    // a curve without data is left out
    assert_eq!(page.matches("<polyline").count(), 2 * 2 * 3);
    assert!(page.contains("(-9.0 %)"), "{page}");
}

#[test]
fn squares_differ_from_the_average() {
    let variant = variant("los-alamos");
    let squares = [(Square::at(0, 0), (3, 90)), (Square::at(5, 5), (1, -10))];
    let knight = Board {
        color: Color::White,
        id: TypeId(4),
        squares: squares.into_iter().collect(),
    };
    assert_eq!(knight.mean(), 20.0);
    let (svg, title) = board(&variant, &knight);
    // 36 squares, and colours on two of them
    assert_eq!(svg.matches("<rect").count(), 38);
    // a1 is in the corner below on the left
    let plus = svg.lines().find(|line| line.contains("var(--plus)"));
    let corner = "x=\"0\" y=\"170\"";
    assert!(plus.is_some_and(|square| square.contains(corner)), "{svg}");
    assert!(svg.contains("\n10\n") && svg.contains("\n-30\n"));
    assert!(title.ends_with(": +20"), "{title}");
}
