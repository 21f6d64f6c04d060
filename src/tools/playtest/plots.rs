//! The plots of the page, as SVG. Their colours are those of the light page; its style sheet finds them by
//! their numbers and gives them others in the dark.

use std::fmt::Display;
use std::ops::Range;

use anyhow::anyhow;
use plotters::chart::ChartContext;
use plotters::coord::Shift;
use plotters::coord::types::RangedCoordf64;
use plotters::prelude::*;

use super::estimate::short;
use super::first_moves::FirstMove;
use super::report::{MOST_LEAD, Moment};

/// Text.
const INK: RGBColor = RGBColor(0x1C, 0x1F, 0x24);
/// Text that matters less.
const SOFT: RGBColor = RGBColor(0x69, 0x70, 0x7C);
/// Lines of the grid.
const LINE: RGBColor = RGBColor(0xDC, 0xD9, 0xD0);
/// What is shown.
const ONE: RGBColor = RGBColor(0x25, 0x63, 0xA8);
/// What is shown beside it.
const TWO: RGBColor = RGBColor(0xB0, 0x6A, 0x00);

/// The size of a plot, pixels.
const SIZE: (u32, u32) = (520, 260);
/// There are about so many bars in a histogram.
const BARS: f64 = 24.0;
/// So many first moves are shown.
const FIRST_MOVES: usize = 14;

type Area<'s> = DrawingArea<SVGBackend<'s>, Shift>;
type Plane<'a, 's> = ChartContext<'a, SVGBackend<'s>, Cartesian2d<RangedCoordf64, RangedCoordf64>>;

/// Draws on an area, and returns what becomes of it.
fn drawn(draw: impl FnOnce(&Area<'_>) -> anyhow::Result<()>) -> anyhow::Result<String> {
    let mut svg = String::new();
    let area = SVGBackend::with_string(&mut svg, SIZE).into_drawing_area();
    draw(&area)?;
    area.present().map_err(failed)?;
    drop(area);
    Ok(svg)
}

fn failed(error: impl Display) -> anyhow::Error {
    anyhow!("cannot draw a plot: {error}")
}

/// A plane with a grid and what its axes are.
fn plane<'a, 's>(
    area: &'a Area<'s>,
    x: Range<f64>,
    y: Range<f64>,
    x_text: &str,
    y_text: &str,
) -> anyhow::Result<Plane<'a, 's>> {
    let mut chart = ChartBuilder::on(area)
        .margin(10)
        .x_label_area_size(38)
        .y_label_area_size(52)
        .build_cartesian_2d(x, y)
        .map_err(failed)?;
    let text = ("sans-serif", 12).into_font().color(&SOFT);
    let named = ("sans-serif", 13).into_font().color(&INK);
    chart
        .configure_mesh()
        .disable_x_mesh()
        .x_labels(8)
        .y_labels(6)
        .light_line_style(TRANSPARENT)
        .bold_line_style(LINE)
        .axis_style(LINE)
        .label_style(text)
        .axis_desc_style(named)
        .x_label_formatter(&|x| format!("{x:.0}"))
        .y_label_formatter(&|y| short(*y))
        .x_desc(x_text)
        .y_desc(y_text)
        .draw()
        .map_err(failed)?;
    Ok(chart)
}

/// How long games are.
///
/// # Errors
/// If it cannot be drawn, as with all of these.
pub fn lengths(lengths: &[f64]) -> anyhow::Result<String> {
    let most = lengths.iter().copied().fold(1.0, f64::max);
    let width = (most / BARS).ceil().max(1.0);
    let mut counts = vec![0u32; (most / width) as usize + 1];
    for &length in lengths {
        counts[(length / width) as usize] += 1;
    }
    let highest = counts.iter().copied().max().unwrap_or(1).max(1);
    let right = width * counts.len() as f64;
    drawn(|area| {
        let top = f64::from(highest) * 1.08;
        let mut chart = plane(area, 0.0..right, 0.0..top, "moves of each side", "games")?;
        let bars = counts.iter().enumerate().map(|(index, &count)| {
            let left = index as f64 * width;
            let corners = [(left, 0.0), (left + width * 0.92, f64::from(count))];
            Rectangle::new(corners, ONE.filled())
        });
        chart.draw_series(bars).map_err(failed)?;
        Ok(())
    })
}

/// How a number of each position changes in the course of games.
pub fn course(
    course: &[Moment],
    of: impl Fn(&Moment) -> f64,
    what: &str,
) -> anyhow::Result<String> {
    let last = course.last().map_or(2, |moment| moment.number.max(2));
    let most = course.iter().map(&of).fold(1.0, f64::max);
    drawn(|area| {
        let x = 1.0..f64::from(last);
        let mut chart = plane(area, x, 0.0..most * 1.08, "move", what)?;
        let points = course
            .iter()
            .map(|moment| (f64::from(moment.number), of(moment)));
        let line = LineSeries::new(points, ONE.stroke_width(2));
        chart.draw_series(line).map_err(failed)?;
        Ok(())
    })
}

/// How far white is ahead in the course of games: bands with half and with eight tenths of the games, and
/// the median.
pub fn leads(course: &[Moment]) -> anyhow::Result<String> {
    let known: Vec<(f64, [f64; 5])> = course
        .iter()
        .filter_map(|moment| {
            Some((
                f64::from(moment.number),
                moment.lead?.map(|lead| lead / 100.0),
            ))
        })
        .collect();
    let last = course.last().map_or(2, |moment| moment.number.max(2));
    let most = MOST_LEAD / 100.0;
    drawn(|area| {
        let x = 1.0..f64::from(last);
        let y = -most..most;
        let mut chart = plane(area, x, y, "move", "white is ahead, pawns")?;
        for (low, high, strength) in [(0, 4, 0.16), (1, 3, 0.28)] {
            let there = known.iter().map(|(number, leads)| (*number, leads[high]));
            let back = known
                .iter()
                .rev()
                .map(|(number, leads)| (*number, leads[low]));
            let band: Vec<(f64, f64)> = there.chain(back).collect();
            let band = Polygon::new(band, ONE.mix(strength));
            chart.draw_series(std::iter::once(band)).map_err(failed)?;
        }
        let even = [(1.0, 0.0), (f64::from(last), 0.0)];
        let even = LineSeries::new(even, SOFT.stroke_width(1));
        chart.draw_series(even).map_err(failed)?;
        let median = known.iter().map(|(number, leads)| (*number, leads[2]));
        let median = LineSeries::new(median, TWO.stroke_width(2));
        chart.draw_series(median).map_err(failed)?;
        Ok(())
    })
}

/// How often sensible players choose the first moves, and how often they were played, best ones first.
pub fn first_moves(moves: &[FirstMove]) -> anyhow::Result<String> {
    let shown = &moves[..moves.len().min(FIRST_MOVES)];
    let all: u64 = moves.iter().map(|first| first.played).sum();
    let played = |first: &FirstMove| 100.0 * first.played as f64 / all.max(1) as f64;
    let most = shown
        .iter()
        .flat_map(|first| [100.0 * first.weight, played(first)]);
    let most = most.fold(1.0, f64::max) * 1.08;
    let name = |x: &f64| {
        let near = (x - x.round()).abs() < 0.01;
        let index = near
            .then(|| x.round() as usize)
            .and_then(|place| place.checked_sub(1));
        index
            .and_then(|index| shown.get(index))
            .map_or_else(String::new, |first| first.shown.clone())
    };
    drawn(|area| {
        let mut chart = ChartBuilder::on(area)
            .margin(10)
            .x_label_area_size(24)
            .y_label_area_size(52)
            .build_cartesian_2d(0.4..shown.len().max(1) as f64 + 0.6, 0.0..most)
            .map_err(failed)?;
        chart
            .configure_mesh()
            .disable_x_mesh()
            .x_labels(2 * shown.len() + 4)
            .y_labels(6)
            .light_line_style(TRANSPARENT)
            .bold_line_style(LINE)
            .axis_style(LINE)
            .label_style(("sans-serif", 11).into_font().color(&SOFT))
            .axis_desc_style(("sans-serif", 13).into_font().color(&INK))
            .x_label_formatter(&name)
            .y_label_formatter(&|y| short(*y))
            .y_desc("percent")
            .draw()
            .map_err(failed)?;
        for (offset, color, of) in [
            (
                -0.34,
                ONE,
                &(|first: &FirstMove| 100.0 * first.weight) as &dyn Fn(&FirstMove) -> f64,
            ),
            (0.02, TWO, &played),
        ] {
            let bars = (1u32..).zip(shown).map(|(place, first)| {
                let left = f64::from(place) + offset;
                Rectangle::new([(left, 0.0), (left + 0.32, of(first))], color.filled())
            });
            chart.draw_series(bars).map_err(failed)?;
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plots_are_drawn_of_much_and_of_nothing() {
        let moment = |number| Moment {
            number,
            games: 10,
            choices: 20.0 + f64::from(number),
            pieces: 32.0,
            lead: (number > 2).then_some([-100.0, -50.0, 0.0, 60.0, 110.0]),
        };
        let moments: Vec<Moment> = (1..40).map(moment).collect();
        let first = FirstMove {
            mv: "e2e4".to_owned(),
            shown: "e2e4".to_owned(),
            score: 20,
            mate: None,
            weight: 0.5,
            played: 3,
            white_points: 1.5,
            games: 3,
        };
        let svg = lengths(&[12.0, 40.0, 41.0, 300.0]).unwrap();
        assert!(svg.contains("<rect") && svg.contains("#2563A8") && svg.contains("games"));
        let svg = leads(&moments).unwrap();
        assert!(svg.contains("<polygon") && svg.contains("#B06A00"));
        assert!(course(&moments, |moment| moment.choices, "legal moves").is_ok());
        assert!(first_moves(&[first]).unwrap().contains("e2e4"));
        for svg in [
            lengths(&[]),
            leads(&[]),
            leads(&[moment(1)]),
            course(&[], |moment| moment.pieces, "pieces"),
            first_moves(&[]),
        ] {
            assert!(svg.unwrap().ends_with("</svg>\n"));
        }
    }
}
