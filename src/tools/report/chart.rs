//! Charts as SVG. Their colours are variables of the style sheet of the page, which is light or dark.

use std::ops::Range;

use svg::Document;
use svg::node::Node;
use svg::node::element::{Line, Polygon, Polyline, Rectangle, Text};

/// The size of a chart, and the margins around its plane: left, top, right, bottom. In pixels.
const SIZE: (f64, f64) = (520.0, 260.0);
const MARGIN: (f64, f64, f64, f64) = (62.0, 26.0, 14.0, 40.0);
/// The approximate number of labels on an axis.
const LABELS: f64 = 6.0;
/// The average width of a letter in a legend, in pixels.
const LETTER: f64 = 6.6;

/// Colours: of the main data, of data shown beside them, and of less important parts.
pub const ONE: &str = "var(--one)";
pub const TWO: &str = "var(--two)";
pub const SOFT: &str = "var(--soft)";

/// A position on an axis, and the text that is written there.
pub type Label = (f64, String);

#[derive(Clone, Debug)]
pub struct Chart {
    svg: Document,
    x: Range<f64>,
    y: Range<f64>,
}

/// A number in a picture, rounded to the digits that can be seen.
pub fn number(value: f64) -> f64 {
    (value * 100.0).round() / 100.0
}

/// Round numbers within a range, as labels.
pub fn labels(range: &Range<f64>) -> Vec<Label> {
    let rough = ((range.end - range.start) / LABELS).max(1e-9);
    let power = libm::floor(libm::log10(rough));
    let unit = libm::pow(10.0, power);
    let factors = [1.0, 2.0, 5.0, 10.0].into_iter();
    let step = unit
        * factors.fold(10.0, |best, factor| {
            if factor * unit >= rough {
                factor.min(best)
            } else {
                best
            }
        });
    let digits = (-power).max(0.0) as usize;
    let all = (range.start / step).ceil() as i64..=(range.end / step).floor() as i64;
    all.map(|n| (n as f64 * step, format!("{:.digits$}", n as f64 * step)))
        .collect()
}

impl Chart {
    /// An empty plane with a grid, the names of its axes and labels below it.
    pub fn new(x: Range<f64>, y: Range<f64>, names: [&str; 2], below: Vec<Label>) -> Chart {
        let (width, height) = SIZE;
        let svg = Document::new()
            .set("viewBox", (0, 0, width, height))
            .set("width", width)
            .set("role", "img");
        let mut chart = Chart { svg, x, y };
        let (left, top, right, bottom) = MARGIN;
        for (at, label) in labels(&chart.y) {
            let (_, y) = chart.place((0.0, at));
            let line = Line::new().set("stroke", "var(--line)");
            chart.svg.append(
                line.set("x1", left)
                    .set("x2", width - right)
                    .set("y1", y)
                    .set("y2", y),
            );
            chart.text(&label, (left - 6.0, y + 4.0), "end");
        }
        for (at, label) in below {
            let (x, _) = chart.place((at, 0.0));
            chart.text(&label, (x, height - bottom + 16.0), "middle");
        }
        chart.text(
            names[0],
            ((left + width - right) / 2.0, height - 7.0),
            "middle",
        );
        let name = Text::new(names[1]).set("text-anchor", "middle");
        let middle = (top + height - bottom) / 2.0;
        chart
            .svg
            .append(name.set("transform", format!("translate(14 {middle}) rotate(-90)")));
        chart
    }

    /// The position of a point in the picture.
    fn place(&self, (x, y): (f64, f64)) -> (f64, f64) {
        let part = |at: f64, range: &Range<f64>| (at - range.start) / (range.end - range.start);
        let (left, top, right, bottom) = MARGIN;
        (
            number(left + (SIZE.0 - left - right) * part(x, &self.x)),
            number(top + (SIZE.1 - top - bottom) * (1.0 - part(y, &self.y))),
        )
    }

    fn places(&self, points: impl IntoIterator<Item = (f64, f64)>) -> String {
        let places = points.into_iter().map(|point| self.place(point));
        let places: Vec<String> = places.map(|(x, y)| format!("{x},{y}")).collect();
        places.join(" ")
    }

    fn text(&mut self, text: &str, (x, y): (f64, f64), anchor: &str) {
        let text = Text::new(text).set("x", number(x)).set("y", number(y));
        self.svg.append(text.set("text-anchor", anchor));
    }

    /// Draws a line through some points.
    pub fn line(&mut self, points: impl IntoIterator<Item = (f64, f64)>, color: &str) {
        let line = Polyline::new().set("points", self.places(points));
        self.svg.append(
            line.set("fill", "none")
                .set("stroke", color)
                .set("stroke-width", 2),
        );
    }

    /// Fills the area between two lines: its outline follows all points of the first line, and then the second line
    /// backwards.
    pub fn band(
        &mut self,
        points: impl IntoIterator<Item = (f64, f64)>,
        color: &str,
        opacity: f64,
    ) {
        let band = Polygon::new().set("points", self.places(points));
        self.svg
            .append(band.set("fill", color).set("fill-opacity", opacity));
    }

    /// Draws a bar of this height above a part of the axis.
    pub fn bar(&mut self, x: Range<f64>, height: f64, color: &str) {
        let ((left, top), (right, bottom)) =
            (self.place((x.start, height)), self.place((x.end, 0.0)));
        let bar = Rectangle::new()
            .set("x", left)
            .set("y", top)
            .set("fill", color);
        self.svg.append(
            bar.set("width", number(right - left))
                .set("height", number(bottom - top)),
        );
    }

    /// Writes above the plane what the colours mean.
    pub fn legend(&mut self, entries: &[(&str, &str)]) {
        let mut x = MARGIN.0;
        for (color, name) in entries {
            let text = Text::new(*name).set("x", number(x)).set("y", 14);
            self.svg.append(text.set("style", format!("fill:{color}")));
            x += LETTER * name.chars().count() as f64 + 20.0;
        }
    }

    pub fn svg(&self) -> String {
        self.svg.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_round_numbers() {
        let texts = |range| {
            labels(&range)
                .into_iter()
                .map(|(_, text)| text)
                .collect::<Vec<_>>()
        };
        assert_eq!(texts(0.0..100.0), ["0", "20", "40", "60", "80", "100"]);
        assert_eq!(texts(-10.0..10.0), ["-10", "-5", "0", "5", "10"]);
        assert_eq!(
            texts(0.0083..0.0112),
            ["0.0085", "0.0090", "0.0095", "0.0100", "0.0105", "0.0110"]
        );
        assert!(texts(1.0..1.0).len() <= 1);
    }

    #[test]
    fn points_are_where_their_numbers_are() {
        let mut chart = Chart::new(0.0..10.0, 0.0..1.0, ["x", "y"], Vec::new());
        chart.line([(0.0, 0.0), (10.0, 1.0)], ONE);
        chart.bar(0.0..10.0, 1.0, TWO);
        chart.legend(&[(ONE, "<one>"), (TWO, "two")]);
        let svg = chart.svg();
        assert!(svg.contains("points=\"62,220 506,26\""), "{svg}");
        assert!(
            svg.contains("height=\"194\"") && svg.contains("width=\"444\""),
            "{svg}"
        );
        assert!(
            svg.contains("&lt;one&gt;") && svg.contains("style=\"fill:var(--two)\""),
            "{svg}"
        );
    }
}
