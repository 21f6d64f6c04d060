//! Text tables, with columns as wide as their cells.

use std::io::{self, Write};

/// Writes rows, the first of which is the heading. Columns of text are aligned to the left, the others to the right.
/// A column whose cells are all empty is left out.
///
/// # Errors
/// If the rows cannot be written.
pub fn write<R: AsRef<[String]>>(
    rows: &[R],
    is_text: impl Fn(usize) -> bool,
    out: &mut impl Write,
) -> io::Result<()> {
    let columns = rows.first().map_or(0, |row| row.as_ref().len());
    let widths: Vec<usize> = (0..columns).map(|column| width(rows, column)).collect();
    for row in rows {
        let cells = row.as_ref().iter().zip(&widths).enumerate();
        let cells: Vec<String> = cells
            .filter(|(_, (_, width))| **width > 0)
            .map(|(column, (cell, &width))| {
                if is_text(column) {
                    format!("{cell:<width$}")
                } else {
                    format!("{cell:>width$}")
                }
            })
            .collect();
        writeln!(out, "{}", cells.join("  ").trim_end())?;
    }
    Ok(())
}

/// The width of a column in characters; 0 if there are rows, and all have an empty cell.
fn width<R: AsRef<[String]>>(rows: &[R], column: usize) -> usize {
    let cells = || rows.iter().map(|row| row.as_ref()[column].chars().count());
    if rows.len() > 1 && cells().skip(1).all(|cell| cell == 0) {
        0
    } else {
        cells().max().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_as_wide_as_their_cells() {
        let rows = [
            ["piece", "moves", "pair", "worth"],
            ["N", "", "", "3"],
            ["\u{16b}x", "WA", "", "10.5"],
        ];
        let rows = rows.map(|row| row.map(str::to_owned));
        let mut out = Vec::new();
        write(&rows, |column| column < 2, &mut out).unwrap();
        assert_eq!(
            String::from_utf8(out).unwrap(),
            "piece  moves  worth\nN                 3\n\u{16b}x     WA      10.5\n"
        );
        let none: [[String; 2]; 0] = [];
        let mut out = Vec::new();
        write(&none, |_| true, &mut out).unwrap();
        assert!(out.is_empty());
    }
}
