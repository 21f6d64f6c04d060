//! Back ranks of the wrong width. The format ignores line ends, but messages refer to lines.

use super::{Body, Token};
use crate::types::Color;

impl Body<'_> {
    /// Reports back ranks whose only error is the number of files. True if something was reported.
    pub(super) fn widths_are_wrong(&mut self, files: usize) -> bool {
        let rest = self.tokens[self.next..].iter();
        let numbers: Vec<Token<'_>> = rest
            .take_while(|token| token.text.parse::<u32>().is_ok())
            .copied()
            .collect();
        let (Some(last), false) = (numbers.last(), numbers.len() == 2 * files) else {
            return false;
        };
        let behind = self.tokens.get(self.next + numbers.len());
        if behind.is_none_or(|token| token.span.line == last.span.line) {
            // there is another error, which is reported elsewhere
            return false;
        }
        let lines: Vec<&[Token<'_>]> = (numbers)
            .chunk_by(|a, b| a.span.line == b.span.line)
            .collect();
        let hint = "a back rank names one piece number for each file, 0 for an empty square";
        if let [_, _] = lines[..] {
            for (color, line) in Color::ALL.into_iter().zip(lines) {
                let (found, last) = (line.len(), line.last());
                if let (true, Some(at)) = (found != files, line.get(files).or(last)) {
                    let plural = if found == 1 { "" } else { "s" };
                    let message = format!(
                        "{color}'s back rank has {found} number{plural}, the board {files} files"
                    );
                    (self.report).error(at.span, message, hint);
                }
            }
            return true;
        }
        if let Some(extra) = numbers.get(2 * files) {
            let message = format!(
                "the two back ranks have {} numbers together, the board {files} files",
                numbers.len()
            );
            (self.report).error(extra.span, message, hint);
            return true;
        }
        false
    }
}
