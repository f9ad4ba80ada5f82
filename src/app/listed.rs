//! Type [`Listed`]: the objects, or the part of one, that a row of the list of objects stands for.
//!
//! Parts are the runs of triangles in `Source::object_runs`, not objects of the scene: numbers, checksums and saved
//! picks stay those of the file.

use pickray::mesh::Source;
use pickray::study::Objects;
use std::ops::Range;

/// Objects, or part of one object, that a row of the list of objects stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Listed {
    Objects(Objects),
    /// Part of one object's mesh: the triangles of an `o` statement of OBJ, or of a solid of STL.
    Part {
        /// Index of the object in the scene.
        object: u32,
        /// Index of the part's name in [`Source::objects`]; `None` for triangles without a name.
        name: Option<u32>,
    },
}

impl From<Objects> for Listed {
    fn from(objects: Objects) -> Self {
        Self::Objects(objects)
    }
}

impl Listed {
    /// Returns the objects of the row; for a part, the object that holds the part.
    pub fn objects(self) -> Objects {
        match self {
            Self::Objects(objects) => objects,
            Self::Part { object, .. } => Objects::one(object),
        }
    }

    /// Returns `true` if the row of `self` contains that of `other`: fewer objects, or a part of an object.
    pub fn holds(self, other: Self) -> bool {
        matches!(self, Self::Objects(objects) if self != other && objects.contains(other.objects().first))
    }
}

/// Part of a mesh that its file names.
#[derive(Debug)]
pub struct Part {
    /// Objects or part that the row stands for, which is always this part.
    pub listed: Listed,
    /// Name of the part in the file; empty if there is none.
    pub name: String,
    pub runs: Vec<Range<u32>>,
}

/// Returns the parts of an object's mesh, in the order of its file; no parts if the file names only one.
pub fn parts(object: u32, source: &Source) -> Vec<Part> {
    let names = source.objects();
    if names.is_empty() {
        return Vec::new();
    }
    let part = |name: Option<u32>| Part {
        listed: Listed::Part { object, name },
        name: name.map(|name| names[name as usize].clone()).unwrap_or_default(),
        runs: Vec::new(),
    };
    let mut parts: Vec<Part> = std::iter::once(None).chain((0..names.len() as u32).map(Some)).map(part).collect();
    for (name, run) in source.object_runs() {
        parts[name.map_or(0, |name| name as usize + 1)].runs.push(run);
    }
    parts.retain(|part| !part.runs.is_empty());
    if parts.len() == 1 { Vec::new() } else { parts }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pickray::mesh::Load;
    use std::iter::once;

    /// Returns name and runs of each part that OBJ text of these statements names.
    fn named(statements: &str) -> Vec<(String, Vec<Range<u32>>)> {
        let text = format!("v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n{}\n", statements.replace(", ", "\n"));
        let (mesh, _) = Load::bytes("parts.obj", text.as_bytes()).mesh().expect("a mesh");
        parts(3, mesh.source()).into_iter().map(|part| (part.name, part.runs)).collect()
    }

    #[test]
    fn parts_are_runs_of_triangles_and_one_that_comes_back_has_several() {
        let quads = "o a, f 1 2 3 4, g x, f 1 2 3, o b, f 1 2 3 4, usemtl m, f 1 2 3, o a, f 9 9 9, f 1 2 3 4";
        assert_eq!(named(quads), [("a".to_owned(), vec![0..3, 6..8]), ("b".to_owned(), once(3..6).collect())]);
        let rest_is_nameless = "f 1 2 3, g x, f 1 2 3, o a, f 1 2 3, o, f 1 2 3";
        let rest = (String::new(), vec![0..2, 3..4]);
        assert_eq!(named(rest_is_nameless), [rest, ("a".to_owned(), once(2..3).collect())]);
    }

    #[test]
    fn a_file_that_names_one_object_or_none_has_no_parts() {
        for one in ["f 1 2 3", "o a, f 1 2 3, o a, f 1 2 3", "o a, o b, f 1 2 3, o c", "g a, f 1 2 3, g b, f 1 2 3"] {
            assert_eq!(named(one), [], "{one}");
        }
    }

    #[test]
    fn objects_hold_their_parts_and_fewer_objects() {
        let all = Listed::Objects(Objects { first: 2, last: 4 });
        let part = Listed::Part { object: 3, name: None };
        assert!(all.holds(part) && all.holds(Objects::one(4).into()) && Listed::from(Objects::one(3)).holds(part));
        assert!(!all.holds(all) && !part.holds(part) && !part.holds(all));
        assert!(!all.holds(Listed::Part { object: 5, name: None }));
    }
}
