//! Reads ASCII STL with line ends within statements: moves the line breaks so that each statement has a line of its own
//! and the text can be read line by line.

use crate::mesh::refusal::Refusal;
use crate::mesh::relined::{Relined, Relining};
use crate::mesh::text::Text;
use crate::work::Progress;

/// Number of words of a name, which has no limit.
const NAME: usize = usize::MAX;

/// Keywords, and the most words that may stand behind each.
const STATEMENTS: [(&str, usize); 7] =
    [("solid", NAME), ("endsolid", NAME), ("facet", 4), ("outer", 1), ("vertex", 3), ("endloop", 0), ("endfacet", 0)];

/// Returns the text with one statement on each line; `None` if it has words that belong to no statement.
pub fn relined(text: &Text, progress: &Progress) -> Result<Option<Relined>, Refusal> {
    let mut words = Relining::new(text, 0, 0, None, progress)?;
    // Words that the last statement still takes.
    let mut left = 0;
    while let Some(word) = words.next_word() {
        let is = |keyword: &str| words.bytes(word.clone()).eq_ignore_ascii_case(keyword.as_bytes());
        // A name ends with the first keyword that may follow it.
        let may_follow = |keyword: &str| left <= 4 || matches!(keyword, "solid" | "endsolid" | "facet");
        match STATEMENTS.iter().find(|(keyword, _)| is(keyword) && may_follow(keyword)) {
            Some(&(_, taken)) => {
                words.begin_line(&word)?;
                left = taken;
            }
            None if left == 0 => return Ok(None),
            None => left -= 1,
        }
    }
    Ok(Some(words.finish()))
}
