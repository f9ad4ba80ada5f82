//! Problems of a file, counted by kind; the first ones of each kind are kept.

use super::problem::{Kind, Problem};
use super::report::{LoadReport, Warning};
use std::collections::BTreeMap;

/// Most problems of one kind that are listed; others are only counted.
const LISTED: usize = 20;

#[derive(Clone, Debug, Default)]
struct Kept {
    count: u64,
    first: Vec<(u32, Problem)>,
}

#[derive(Clone, Debug, Default)]
pub struct Problems {
    kinds: BTreeMap<Kind, Kept>,
}

impl Problems {
    /// Adds a problem on `line`, from 1; `problem` is called only if it will be listed. Lines come in ascending order.
    pub fn add(&mut self, kind: Kind, line: u32, problem: impl FnOnce() -> Problem) {
        let kept = self.kinds.entry(kind).or_default();
        kept.count += 1;
        if kept.first.len() < LISTED {
            kept.first.push((line, problem()));
        }
    }

    /// Adds the problems of a later piece of the file, which has `lines_ahead` lines ahead of its line 1.
    pub fn append(&mut self, later: Self, lines_ahead: u32) {
        for (kind, later) in later.kinds {
            let kept = self.kinds.entry(kind).or_default();
            kept.count += later.count;
            let room = LISTED - kept.first.len();
            kept.first
                .extend(later.first.into_iter().take(room).map(|(line, it)| (line.saturating_add(lines_ahead), it)));
        }
    }

    /// Returns the number of problems, remarks not counted.
    pub fn count(&self) -> u64 {
        self.kinds.iter().filter(|(kind, _)| !kind.is_remark()).map(|(_, kept)| kept.count).sum()
    }

    pub fn has(&self, kind: Kind) -> bool {
        self.kinds.contains_key(&kind)
    }

    /// Returns the problem on the first line, remarks and problems of the kind `but` not counted.
    #[cfg(feature = "gltf")]
    pub fn first_beside(&self, but: Kind) -> Option<&Problem> {
        let kept = self.kinds.iter().filter(|(kind, _)| !kind.is_remark() && **kind != but);
        kept.flat_map(|(_, kept)| kept.first.first()).min_by_key(|(line, _)| line).map(|(_, problem)| problem)
    }

    /// Returns `report` with these problems.
    pub fn told_in(self, report: LoadReport) -> LoadReport {
        let problems = self.count();
        let [warnings, remarks] = self.into_lists();
        LoadReport { problems, warnings, remarks, ..report }
    }

    /// Returns two lists, the warnings and the remarks, each in the order of lines. Each list ends with an entry for
    /// each kind that has more problems than are listed, with the number of the others.
    pub fn into_lists(self) -> [Vec<Warning>; 2] {
        let mut lists = [Vec::new(), Vec::new()];
        let mut more = [Vec::new(), Vec::new()];
        for (kind, kept) in self.kinds {
            let list = usize::from(kind.is_remark());
            let count = kept.count - kept.first.len() as u64;
            if count > 0 {
                more[list].push(Warning::of_file(Problem::More { count, kind }));
            }
            let listed = kept.first.into_iter();
            lists[list].extend(listed.map(|(line, problem)| Warning { line: Some(line), record: None, problem }));
        }
        for (list, more) in lists.iter_mut().zip(more) {
            list.sort_by_key(|warning| warning.line);
            list.extend(more);
        }
        lists
    }
}

/// Returns `token` as it is quoted in a message: in backticks, with escaped control characters, cut off if it is long.
pub fn quoted(token: impl AsRef<[u8]>) -> String {
    const LONGEST: usize = 40;
    let token = token.as_ref();
    let text = String::from_utf8_lossy(&token[..token.len().min(4 * LONGEST)]);
    let written = |c| if matches!(c, '\\' | '\'' | '"') { c.to_string() } else { char::escape_debug(c).to_string() };
    let mut shown: String = text.chars().take(LONGEST).map(written).collect();
    if text.chars().count() > LONGEST || token.len() > 4 * LONGEST {
        shown.push('…');
    }
    format!("`{shown}`")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_million_problems_make_a_short_list() {
        let mut problems = Problems::default();
        for line in 1..=1_000_000 {
            problems.add(Kind::Unknown, line, || Problem::UnknownStatement { word: line.to_string() });
        }
        let mut later = Problems::default();
        later.add(Kind::FaceIndex, 5, || Problem::IndexZero);
        problems.append(later, 10);
        assert_eq!(problems.count(), 1_000_001);
        let [warnings, remarks] = problems.into_lists();
        assert!(remarks.is_empty());
        assert_eq!(warnings.len(), LISTED + 2);
        assert_eq!(warnings[14], Warning { line: Some(15), record: None, problem: Problem::IndexZero });
        assert_eq!(warnings[LISTED + 1].problem.to_string(), "999980 more unknown statements are not listed");
    }

    #[test]
    fn quotes_are_short_and_readable() {
        assert_eq!(quoted(b"1,5"), "`1,5`");
        assert_eq!(quoted(b"a\0\xff"), "`a\\0\u{fffd}`");
        assert_eq!(quoted(b"C:\\it's.mtl"), "`C:\\it's.mtl`");
        assert_eq!(quoted([b'x'; 1000]).chars().count(), 43);
    }
}
