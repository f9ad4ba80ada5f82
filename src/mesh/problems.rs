//! The problems of a file, counted by kind; of each kind the first ones are kept.

use crate::mesh::report::Warning;

/// Problems of one kind that are listed; of the others only the number is.
const LISTED: usize = 20;

/// What a problem is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(usize)]
pub enum Problem {
    VertexNumbers,
    VertexRange,
    VertexRest,
    FaceCorners,
    FaceIndex,
    FaceRange,
    FaceVertex,
    EmptyField,
    OtherIndex,
    OtherRange,
    Polygon,
    Unknown,
    FreeForm,
    Command,
    Material,
    Library,
    Color,
    FacetCorners,
    FacetEnd,
    StrayVertex,
    FaceRest,
    Value,
    NegativeList,
    Pose,
    Weights,
}

impl Problem {
    /// Whether the mesh is what the file says all the same, so that it is worth a remark but no warning.
    fn is_remark(self) -> bool {
        matches!(self, Self::EmptyField | Self::Polygon | Self::Library | Self::Color | Self::Weights)
    }
}

/// Each kind as the sum of those not listed calls it.
const KINDS: [(Problem, &str); 25] = [
    (Problem::VertexNumbers, "vertices without three numbers"),
    (Problem::VertexRange, "vertices that are not finite or too large"),
    (Problem::VertexRest, "vertices with something behind the coordinates"),
    (Problem::FaceCorners, "faces of fewer than three corners"),
    (Problem::FaceIndex, "faces with a corner that is no index"),
    (Problem::FaceRange, "faces with a vertex index out of range"),
    (Problem::FaceVertex, "faces with an unusable vertex"),
    (Problem::EmptyField, "faces with an empty field behind a slash"),
    (Problem::OtherIndex, "faces with a texture or normal index that is none"),
    (Problem::OtherRange, "texture or normal indices out of range"),
    (Problem::Polygon, "polygons that cross themselves"),
    (Problem::Unknown, "unknown statements"),
    (Problem::FreeForm, "curves and surfaces"),
    (Problem::Command, "commands"),
    (Problem::Material, "statements of a material library"),
    (Problem::Library, "material libraries that are not read"),
    (Problem::Color, "materials with a colour that cannot be used"),
    (Problem::FacetCorners, "facets of more or fewer than three corners"),
    (Problem::FacetEnd, "facets without an end"),
    (Problem::StrayVertex, "vertices outside of a facet"),
    (Problem::FaceRest, "faces with something behind the corners"),
    (Problem::Value, "values that cannot be read"),
    (Problem::NegativeList, "lists that cannot be read"),
    (Problem::Pose, "skins and weights that do not fit"),
    (Problem::Weights, "skins of uneven weights"),
];

#[derive(Clone, Debug, Default)]
struct Kept {
    count: u64,
    first: Vec<(u32, String)>,
}

/// The problems met so far.
#[derive(Clone, Debug, Default)]
pub struct Problems {
    kinds: [Kept; KINDS.len()],
}

impl Problems {
    /// Adds a problem on a line, from 1; `message` is asked for only when it will be listed. Lines come in ascending
    /// order.
    pub fn add(&mut self, problem: Problem, line: u32, message: impl FnOnce() -> String) {
        let kept = &mut self.kinds[problem as usize];
        kept.count += 1;
        if kept.first.len() < LISTED {
            kept.first.push((line, message()));
        }
    }

    /// Adds those of a later piece, whose line 1 is behind `lines_ahead` others.
    pub fn append(&mut self, later: Self, lines_ahead: u32) {
        for (kept, later) in self.kinds.iter_mut().zip(later.kinds) {
            kept.count += later.count;
            let room = LISTED - kept.first.len();
            kept.first
                .extend(later.first.into_iter().take(room).map(|(line, m)| (line.saturating_add(lines_ahead), m)));
        }
    }

    /// How many there are, remarks not counted.
    pub fn count(&self) -> u64 {
        self.kinds.iter().zip(KINDS).filter(|(_, (problem, _))| !problem.is_remark()).map(|(kept, _)| kept.count).sum()
    }

    /// Whether one of this kind was met.
    pub fn has(&self, problem: Problem) -> bool {
        self.kinds[problem as usize].count > 0
    }

    /// The warnings, and the remarks, each by line, then one for each kind of which more were met than are listed.
    pub fn into_lists(self) -> [Vec<Warning>; 2] {
        let mut lists = [Vec::new(), Vec::new()];
        let mut more = [Vec::new(), Vec::new()];
        for (kept, (problem, what)) in self.kinds.into_iter().zip(KINDS) {
            let list = usize::from(problem.is_remark());
            let unlisted = kept.count - kept.first.len() as u64;
            if unlisted > 0 {
                more[list].push(Warning {
                    line: None,
                    record: None,
                    message: format!("{unlisted} more {what} are not listed"),
                });
            }
            let listed =
                kept.first.into_iter().map(|(line, message)| Warning { line: Some(line), record: None, message });
            lists[list].extend(listed);
        }
        for (list, more) in lists.iter_mut().zip(more) {
            list.sort_by_key(|warning| warning.line);
            list.extend(more);
        }
        lists
    }
}

/// `token` as a message quotes it: in backticks, readable, of bounded length.
pub fn quoted(token: impl AsRef<[u8]>) -> String {
    const LONGEST: usize = 40;
    let token = token.as_ref();
    let text = String::from_utf8_lossy(&token[..token.len().min(4 * LONGEST)]);
    let mut shown: String = text.chars().take(LONGEST).flat_map(|c| c.escape_debug()).collect();
    if text.chars().count() > LONGEST || token.len() > 4 * LONGEST {
        shown.push('…');
    }
    format!("`{shown}`")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_kinds_stand_in_their_order() {
        assert!(KINDS.iter().enumerate().all(|(i, &(problem, _))| problem as usize == i));
    }

    #[test]
    fn a_million_problems_make_a_short_list() {
        let mut problems = Problems::default();
        for line in 1..=1_000_000 {
            problems.add(Problem::Unknown, line, || format!("unknown {line}"));
        }
        let mut later = Problems::default();
        later.add(Problem::FaceIndex, 5, || "no index".to_owned());
        problems.append(later, 10);
        assert_eq!(problems.count(), 1_000_001);
        let [warnings, remarks] = problems.into_lists();
        assert!(remarks.is_empty());
        assert_eq!(warnings.len(), LISTED + 2);
        assert_eq!(warnings[14], Warning { line: Some(15), record: None, message: "no index".to_owned() });
        assert_eq!(warnings[LISTED + 1].message, "999980 more unknown statements are not listed");
    }

    #[test]
    fn quotes_are_short_and_readable() {
        assert_eq!(quoted(b"1,5"), "`1,5`");
        assert_eq!(quoted(b"a\0\xff"), "`a\\0\u{fffd}`");
        assert_eq!(quoted([b'x'; 1000]).chars().count(), 43);
    }
}
