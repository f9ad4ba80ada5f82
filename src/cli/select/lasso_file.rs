//! File with the points of a lasso.

use super::super::{CliError, values};
use crate::app::platform::reading::{self, MOST_LASSO};
use glam::DVec2;
use std::path::Path;

/// Reads the points of a lasso, in pixels from the top left, from a file. Fails if the file cannot be read, or a line
/// is no point.
pub fn read(path: &Path) -> Result<Vec<DVec2>, CliError> {
    let bytes = reading::read(path, MOST_LASSO)?;
    points(&String::from_utf8_lossy(&bytes)).map_err(|told| CliError::Usage(format!("{}{told}", path.display())))
}

/// Returns the points of a text: one a line, its numbers parted by a comma or blanks, or a JSON list of pairs.
fn points(text: &str) -> Result<Vec<DVec2>, String> {
    if text.trim_start().starts_with('[') {
        return serde_json::from_str(text)
            .map_err(|error| format!(":{}: no list of points, as [[120, 45.5], [130, 50]]: {error}", error.line()));
    }
    let lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
    let point = |(number, line): (usize, &str)| {
        let parted = line.replace(',', " ").split_whitespace().collect::<Vec<_>>().join(",");
        values::point2(&parted).map_err(|error| format!(":{number}: no point, as 120,45.5: {error}"))
    };
    lines.map(point).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_lines_or_a_list_and_others_are_told_with_their_line() {
        let expected = Ok(vec![DVec2::new(1.0, 2.5), DVec2::new(-3.0, 4e1)]);
        for text in ["1,2.5\n-3 40\n", "\n 1\t2.5\r\n\r\n-3 , 4e1", "[[1, 2.5],\n [-3, 40]]"] {
            assert_eq!(points(text), expected, "{text:?}");
        }
        assert_eq!(points(""), Ok(vec![]));
        for (text, line, told) in [
            ("1,2\nx,3\n", ":2:", "\"x\" is not a number"),
            ("1,2\n\n3\n", ":3:", "2 numbers"),
            ("1,2,3\n", ":1:", "2 numbers"),
            ("1,inf\n", ":1:", "finite"),
            ("[[1, 2],\n[3]]", ":2:", "points"),
            ("[[1, 2]", ":1:", "points"),
        ] {
            let error = points(text).expect_err(text);
            assert!(error.starts_with(line) && error.contains(told) && error.lines().count() == 1, "{text:?}: {error}");
        }
    }
}
