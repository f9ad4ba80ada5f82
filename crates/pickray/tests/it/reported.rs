//! Files as the users of other programs reported them, by hand (`tests/data/reports`), with their right values.

use crate::*;
use pickray::mesh::{Format, LoadReport};

/// Opens a file, which has nothing wrong with it.
fn opened(file: &str) -> (Mesh, LoadReport) {
    let path = root().join("tests/data/reports").join(file);
    let (mesh, report) = Mesh::open(&path).unwrap_or_else(|error| panic!("{error}"));
    assert!(report.warnings.is_empty(), "{file}: {:?}", report.warnings);
    (mesh, report)
}

/// Returns the text of the line where each triangle's face begins.
fn lines(mesh: &Mesh) -> Vec<String> {
    let line = |i| mesh.source().face_text(i).expect("a line").expect("readable");
    (0..mesh.n_triangles() as u32).map(line).collect()
}

#[test]
fn off_is_read_wherever_its_lines_end() {
    for (file, first, last) in [
        ("off-glued-header.off", "3 0 2 1", "3 3 4 7"),
        ("off-comment-first.off", "3 0 2 1", "3 3 4 7"),
        ("off-face-over-lines.off", "3 0", "3 3"),
        ("off-two-vertices-a-line.off", "3 0 2 1", "3 3 4 7"),
    ] {
        let (mesh, report) = opened(file);
        assert_eq!((mesh.n_vertices(), mesh.n_triangles(), report.format), (8, 12, Some(Format::Off)), "{file}");
        assert!(mesh.check_closed().is_ok(), "{file}");
        let lines = lines(&mesh);
        assert_eq!((&*lines[0], &*lines[11]), (first, last), "{file}");
    }
}

#[test]
fn ply_and_ascii_stl_are_read_wherever_their_lines_end() {
    for (file, first) in [
        ("ply-rows-over-lines.ply", "4"),
        ("ply-odd-header-line.ply", "4 0 1 2 3"),
        ("stl-comment-first.stl", "facet normal 0 0 1"),
        ("stl-one-line.stl", "solid facet normal"),
    ] {
        let (mesh, report) = opened(file);
        assert_eq!(mesh.n_triangles(), 2, "{file}");
        assert!(lines(&mesh)[0].starts_with(first), "{file}");
        assert_eq!(report.remarks.len(), usize::from(file == "ply-odd-header-line.ply"), "{file}");
    }
}

#[test]
fn colours_that_programs_put_where_the_format_leaves_room_are_read() {
    let (red, white) = ([1.0, 0.0, 0.0], [1.0; 3]);
    for (file, colors) in [
        ("stl-magics-colour.stl", [[red; 3]; 2].to_vec()),
        ("stl-viscam-colour.stl", [[[0.0, 0.0, 1.0]; 3], [white; 3]].to_vec()),
        ("obj-mrgb.obj", [[red, [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]].to_vec()),
    ] {
        let (mesh, _) = opened(file);
        let found: Vec<_> = (0..mesh.n_triangles() as u32).map(|i| mesh.corner_colors(i).expect("a colour")).collect();
        assert_eq!(found, colors, "{file}");
    }
}
