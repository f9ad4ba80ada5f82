//! Reads Wavefront OBJ files: cut into pieces that are read in parallel, then joined.
//!
//! Based on: Alias|Wavefront, Advanced Visualizer Manual, Appendix B1, Object Files, 1995. Departures from it: a
//! vertex's `w` weighs free-form curves and surfaces and does not divide the corners of faces; three numbers behind a
//! vertex are its colour; a backslash at the end of a comment, or ahead of a line that is a statement by itself, does
//! not join lines; `fo` is `f`.

#[cfg(target_arch = "x86_64")]
mod fast_path;
mod material_library;
mod slow_path;
mod statements;

use super::companions::Companions;
use super::join::join;
use super::piece::marks;
use super::problem::{Advice, Kind, Problem};
use super::reading::{Plan, Reading};
use super::refusal::Refusal;
use super::source::FileText;
use super::text::Text;
use super::{IndexedMesh, LoadReport, Warning};
use crate::accel::RayTree;
use crate::work::threads::in_parallel;
use crate::work::{Progress, memory};
use statements::read_piece;

/// Number of parts of a large text that are read to estimate the memory of its mesh, and the bytes of each part.
const SAMPLES: u64 = 16;
const SAMPLE: u64 = 16 << 10;

pub fn load(
    text: &Text,
    plan: Plan,
    mut file: Option<FileText>,
    companions: Option<&dyn Companions>,
    progress: &Progress,
) -> Result<(IndexedMesh, LoadReport), Refusal> {
    memory::check(estimate(text, &plan)?)?;
    let mut read_and_join = |plan: Plan| {
        let reading = Reading::new(text, plan, progress);
        let ranges = text.pieces(0, plan.pieces, plan.step)?;
        let read = |range| read_piece(text, range, &plan, |bytes| reading.went_on(bytes));
        let pieces = in_parallel(plan.threads, ranges, read).into_iter().collect::<Result<Vec<_>, _>>()?;
        if let Some(file) = &mut file {
            file.marks = marks(&pieces);
        }
        join(pieces, 1, plan.threads, progress)
    };
    // Where a piece told too late that the mesh lies far out.
    let mut joined = match read_and_join(plan)? {
        Some(joined) => joined,
        None => read_and_join(Plan { exact: true, ..plan })?.expect("nothing was rounded"),
    };
    let mesh = &mut joined.mesh;
    let (materials, texts) = (mesh.source.materials(), &joined.texts);
    let libraries: Vec<_> = joined.material_libraries.iter().map(|(line, name)| (*line, texts.text(name))).collect();
    let problems = &mut joined.problems;
    (mesh.colors.materials, mesh.source.beside) =
        material_library::colors(materials, &libraries, texts, companions, problems);
    let mut report = joined.report;
    report.encoding = texts.encoding().map(str::to_owned);
    report.material_libraries = libraries.into_iter().map(|(_, name)| name).collect();
    let of_materials = joined.problems.has(Kind::Material);
    report.problems = joined.problems.count();
    [report.warnings, report.remarks] = joined.problems.into_lists();
    if joined.mesh.triangles.is_empty() {
        return Err(no_mesh(text, &report, of_materials));
    }
    joined.mesh.source.text = file;
    Ok((joined.mesh, report))
}

/// Returns half of the bytes of memory that the mesh of a large text should take, by samples of it; 0 for a small text.
fn estimate(text: &Text, plan: &Plan) -> Result<u64, Refusal> {
    if text.len() < 128 * SAMPLES * SAMPLE {
        return Ok(0);
    }
    let mut bytes = 0;
    for i in 0..SAMPLES {
        let start = text.len() / SAMPLES * i;
        let plan = Plan { step: SAMPLE as usize, exact: false, ..*plan };
        let piece = read_piece(text, start..start + SAMPLE, &plan, |_| Ok(()))?;
        bytes += size_of_val(&piece.positions[..]) as u64
            + piece.texture.memory()
            + piece.normal.memory()
            + piece.triangles.len() as u64 * (size_of::<[u32; 3]>() as u64 + RayTree::LEAST_MEMORY);
    }
    Ok(bytes * (text.len() / (SAMPLES * SAMPLE)) / 2)
}

/// Returns the refusal of a text that could be read but has no triangles.
fn no_mesh(text: &Text, report: &LoadReport, of_materials: bool) -> Refusal {
    let first = report.warnings.iter().find(|warning| warning.line.is_some());
    let skipped = report.points + report.polylines + report.curves_and_surfaces;
    if of_materials && report.vertices + report.faces + skipped == 0 {
        return Refusal::NotAMesh(Problem::IsMaterialLibrary, Advice::ChooseItsObj);
    }
    if report.faces > 0 {
        return Refusal::no_usable_face(report.faces, first);
    }
    let &LoadReport { vertices, points, polylines, curves_and_surfaces: curves, .. } = report;
    let (line, what, advice) = match first {
        _ if text.len() == 0 => (None, Problem::Empty, Advice::SaveAgain),
        _ if vertices + skipped > 0 => {
            (None, Problem::NoFaces { vertices, points, polylines, curves }, Advice::ExportFaceStatements)
        }
        Some(Warning { line, problem, .. }) => {
            (*line, Problem::NothingFoundBut { why: Box::new(problem.clone()) }, Advice::ChooseObj)
        }
        None => (None, Problem::NothingFound, Advice::ChooseObj),
    };
    Refusal::NoMesh { line, what, advice }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::LoadError;
    use crate::mesh::text::BUFFER;
    use glam::DVec3;

    fn from_bytes(name: &str, bytes: &[u8]) -> Result<(IndexedMesh, LoadReport), LoadError> {
        let length = bytes.len() as u64;
        load(&Text::Bytes(bytes), Plan::of(length), None, None, &Progress::default())
            .map_err(|refusal| refusal.into_load_error(name, length))
    }

    fn loaded(text: &str, plan: Plan) -> (IndexedMesh, LoadReport) {
        load(&Text::Bytes(text.as_bytes()), plan, None, None, &Progress::default()).expect("a mesh")
    }

    /// Statements of all kinds in random order, faces by absolute and relative indices.
    fn random_text(random: &mut fastrand::Rng) -> String {
        let mut text = String::from("v 0 0 0\nv 1 0 0\nv 0 1 0\n");
        let mut vertices = 3;
        for _ in 0..random.usize(20..200) {
            let line = match random.u8(..10) {
                0..4 => {
                    vertices += 1;
                    let color = if random.bool() { "" } else { [" 1", " 0 0.5 1", " 20 0 255 1"][random.usize(..3)] };
                    format!("v {} {} {}{color}", random.i32(-99..99), random.f32(), random.f64() * 1e3)
                }
                4 | 5 => {
                    let corners: Vec<_> =
                        (0..random.usize(3..7)).map(|_| random.i32(1..=vertices).to_string()).collect();
                    format!("f {}", corners.join(" "))
                }
                6 => format!("f -1 \\\n -{} -{}", random.i32(1..=vertices), random.i32(1..vertices + 3)),
                7 => format!("o object {}", random.u8(..5)),
                8 => format!("usemtl m{} # a comment", random.u8(..3)),
                _ => "nonsense here".to_owned(),
            };
            text.push_str(&line);
            text.push_str(if random.bool() { "\n" } else { "\r\n" });
        }
        text
    }

    #[test]
    fn pieces_and_small_buffers_make_the_mesh_that_one_piece_makes() {
        let seed = 3;
        let mut random = fastrand::Rng::with_seed(seed);
        for round in 0..200 {
            let text = random_text(&mut random);
            let (whole, report) =
                loaded(&text, Plan { threads: 1, pieces: 1, step: BUFFER, exact: false, attributes: true });
            for (threads, pieces, step) in [(2, 4, 64), (1, 9, 7), (3, 40, 1000)] {
                let (mesh, other) = loaded(&text, Plan { threads, pieces, step, exact: false, attributes: true });
                let at = format!("seed {seed}, round {round}, {pieces} pieces:\n{text}");
                assert_eq!((mesh.positions(), mesh.triangles()), (whole.positions(), whole.triangles()), "{at}");
                assert_eq!(mesh.colors(), whole.colors(), "{at}");
                assert_eq!(mesh.source().materials(), whole.source().materials(), "{at}");
                assert_eq!((&other.warnings, other.problems), (&report.warnings, report.problems), "{at}");
                for i in 0..mesh.triangles().len() as u32 {
                    let of = |mesh: &IndexedMesh| {
                        let source = mesh.source();
                        let names = [source.object(i), source.material(i)].map(|name| name.map(str::to_owned));
                        (source.line(i), source.face(i), source.place_in_face(i), names)
                    };
                    assert_eq!(of(&mesh), of(&whole), "{at}");
                }
            }
        }
    }

    #[test]
    fn a_mesh_far_out_keeps_its_shape_when_that_is_seen_late() {
        // Vertices that no triangle uses first make all look near.
        let mut text = String::from("v -9000000 0 0\nv 9000000 5e6 0\n");
        for i in 0..300 {
            let (x, y) = (6_378_137.0 + 0.015625 * f64::from(i % 20), 4_500_000.0 + 0.015625 * f64::from(i / 20));
            text += &format!("v {x:.6} {y:.6} 0.5\n");
        }
        for i in 3..280 {
            text += &format!("f {i} {} {}\n", i + 1, i + 20);
        }
        let late = Plan { threads: 1, pieces: 1, step: 64, exact: false, attributes: true };
        let (mesh, report) = loaded(&text, late);
        assert_ne!(mesh.origin(), DVec3::ZERO);
        assert_eq!(report.warnings.len(), 0);
        for (i, position) in mesh.positions()[2..].iter().enumerate() {
            let want = DVec3::new((i % 20) as f64, (i / 20) as f64, 0.0) * 0.015625
                + DVec3::new(6_378_137.0, 4_500_000.0, 0.5);
            assert_eq!(mesh.origin() + DVec3::from(position.map(f64::from)), want);
        }
        for plan in [
            Plan { exact: true, ..late },
            Plan { pieces: 7, ..late },
            Plan { threads: 2, pieces: 5, step: 1 << 10, exact: false, attributes: true },
        ] {
            let (other, _) = loaded(&text, plan);
            let parts = |mesh: &IndexedMesh| {
                (mesh.origin(), mesh.positions().to_vec(), mesh.triangles().to_vec(), mesh.bounds())
            };
            assert_eq!(parts(&other), parts(&mesh), "{plan:?}");
        }
    }

    #[test]
    fn lines_are_counted_however_the_last_one_ends() {
        let plan = Plan { threads: 1, pieces: 1, step: BUFFER, exact: false, attributes: true };
        for (text, n) in
            [("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3", 4), ("f 1 2 3\nv 0.5 0.5 1.5\nv 1.5 0.5 0.5\nv 0.5 1.5 0.5", 4)]
        {
            for (end, pieces) in [("", 1), ("\n", 1), ("\r\n", 1), ("\r", 1), ("\n\n", 2)] {
                for step in [BUFFER, 5] {
                    let (mesh, report) = loaded(&format!("{text}{end}"), Plan { step, ..plan });
                    assert_eq!((report.lines, mesh.triangles()), (n + pieces - 1, &[[0, 1, 2]][..]), "{text}{end:?}");
                }
            }
            let of_returns = text.replace('\n', "\r");
            let (_, report) = loaded(&of_returns, Plan { pieces: 9, step: 3, ..plan });
            assert_eq!(report.lines, n);
        }
    }

    #[test]
    fn damaged_text_never_panics() {
        let seed = 9;
        let mut random = fastrand::Rng::with_seed(seed);
        for _ in 0..3000 {
            let mut bytes = random_text(&mut random).into_bytes();
            for _ in 0..random.usize(1..20) {
                let at = random.usize(..bytes.len());
                match random.u8(..3) {
                    0 => bytes[at] = random.u8(..),
                    1 => bytes.truncate(at.max(1)),
                    _ => bytes.insert(at, b"\\\n\r#/-.e \t\0"[random.usize(..11)]),
                }
            }
            let _ = from_bytes("damaged.obj", &bytes);
        }
    }

    #[test]
    fn every_triangle_knows_its_line_face_and_names() {
        let text = "# head\no cow\ng head\nusemtl skin\nv 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3 4\n\nf 1 2 \\\n 3\n\
                    f 9 9 9\ng\nf 2 3 4\n";
        let (mesh, report) = from_bytes("cow.obj", text.as_bytes()).expect("a mesh");
        let source = mesh.source();
        let lines: Vec<_> = (0..4).map(|i| (source.line(i), source.face(i), source.place_in_face(i))).collect();
        assert_eq!(lines, [(Some(9), 1, 0), (Some(9), 1, 1), (Some(11), 2, 0), (Some(15), 4, 0)]);
        assert_eq!((source.object(0), source.group(0), source.material(3)), (Some("cow"), Some("head"), Some("skin")));
        assert_eq!(source.group(3), None);
        assert_eq!(report.warnings.len(), 1);
        assert_eq!(report.warnings[0].line, Some(13));
    }

    #[test]
    fn names_that_hold_for_no_face_are_not_listed() {
        let text = "v 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl a\nf 9 9 9\nusemtl b\nusemtl c\nf 1 2 3\nusemtl d\n";
        let (mesh, _) = from_bytes("t.obj", text.as_bytes()).expect("a mesh");
        assert_eq!((mesh.source().materials(), mesh.source().material(0)), (&["c".to_owned()][..], Some("c")));
    }

    #[test]
    fn materials_ahead_of_the_mesh_are_skipped_with_a_warning_each() {
        let materials = "newmtl red\nKa 1 0 0\nmap_Kd red.png\n\nnewmtl blue\nd 0.5\n";
        let mesh = "v 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl red\nf 1 2 3\n";
        let load = |text: &str| from_bytes("t.obj", text.as_bytes());
        for far in ["", "# more than is looked at to tell what a file is\n".repeat(1000).as_str()] {
            let (mesh, report) = load(&format!("{materials}{far}{mesh}")).expect("a mesh");
            assert_eq!((mesh.triangles().len(), mesh.source().material(0)), (1, Some("red")));
            let lines: Vec<_> = report.warnings.iter().map(|warning| warning.line.expect("a line")).collect();
            assert_eq!(lines, [1, 2, 3, 5, 6]);
            assert_eq!(
                report.warnings[0].problem.to_string(),
                "`newmtl` is of a material library and not of a mesh; it is skipped"
            );
        }
        for library in [materials.to_owned(), format!("# Blender\n{materials}"), "Ka 1 1 1\n".to_owned()] {
            let message = load(&library).map(drop).expect_err("no mesh").to_string();
            assert_eq!(message, "t.obj: is a material library; choose the OBJ file that names it");
        }
    }

    #[test]
    fn every_number_that_rounds_to_an_f32_is_read_and_no_other() {
        // From the middle between the largest f32 and 2¹²⁸ on, numbers round to infinity.
        let middle = "340282356779733661637539395458142568448";
        let beyond = ["3.402823567797337e38", middle, "3.5e38", "1e39", "1e999"];
        let within = ["3.4028235e38", "3.40282346638528859811704183484516925440e38", "3.4028235677973362e38", "3e38"];
        for sign in ["", "-"] {
            for (number, fits) in within.iter().map(|n| (n, true)).chain(beyond.iter().map(|n| (n, false))) {
                assert_eq!(number.parse::<f32>().expect("a number").is_finite(), fits, "{number}");
                for k in 0..3 {
                    let mut far = ["0"; 3].map(str::to_owned);
                    far[k] = format!("{sign}{number}");
                    let text = format!("v {}\nv 1 0 0\nv 0 1 1\nf 1 2 3\n", far.join(" "));
                    let (mesh, report) = from_bytes("t.obj", text.as_bytes()).expect("a mesh");
                    let want = if fits { far[k].parse().expect("a number") } else { 0.0f32 };
                    let found = mesh.origin()[k] + f64::from(mesh.positions()[0][k]);
                    assert_eq!((found, report.warnings.is_empty()), (want.into(), fits), "{text}");
                }
            }
        }
    }

    #[test]
    fn a_vertex_opposite_to_a_mesh_far_out_stays_finite() {
        let text = "v 3.4e38 0 0\nv 3.4e38 1 0\nv 3.4e38 0 1\nv -3.4e38 0 0\nf 1 2 3\n";
        let (mesh, _) = from_bytes("t.obj", text.as_bytes()).expect("a mesh");
        assert_ne!(mesh.origin(), DVec3::ZERO);
        assert!(mesh.positions().as_flattened().iter().all(|x| x.is_finite()), "{:?}", mesh.positions());
    }
}
