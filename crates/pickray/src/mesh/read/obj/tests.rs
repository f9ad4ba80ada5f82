use super::*;
use crate::mesh::tests::{Loaded, WHOLE, read};
use crate::mesh::text::{BUFFER, Plan};
use crate::mesh::{CornerValues, IndexedMesh, LoadError};
use glam::DVec3;

fn from_text(text: &str) -> Result<Loaded, LoadError> {
    read(load, text.as_bytes(), Plan::of(text.len() as u64))
}

fn loaded(text: &str, plan: Plan) -> Loaded {
    read(load, text.as_bytes(), plan).expect("a mesh")
}

/// Statements of all kinds in random order, faces by absolute and relative indices.
fn random_text(random: &mut fastrand::Rng) -> String {
    let mut text = String::from("v 0 0 0\nv 1 0 0\nv 0 1 0\n");
    let (mut vertices, mut texture, mut normal) = (3, 0, 0);
    // Corners as a file has them all, mostly: numbers that agree, or any.
    let form = random.u8(..6);
    for _ in 0..random.usize(20..200) {
        let line = match random.u8(..14) {
            0..4 => {
                vertices += 1;
                let color = if random.bool() { "" } else { [" 1", " 0 0.5 1", " 20 0 255 1"][random.usize(..3)] };
                format!("v {} {} {}{color}", random.i32(-99..99), random.f32(), random.f64() * 1e3)
            }
            4 | 5 => {
                let corner = |random: &mut fastrand::Rng| {
                    let v = random.i32(1..=vertices);
                    let other = |random: &mut fastrand::Rng, n: i32| match random.u8(..40) {
                        0 => random.i32(1..n + 9),
                        i if i % 2 == 0 => -random.i32(1..n.max(1) + 1),
                        _ => random.i32(1..n.max(1) + 1),
                    };
                    let form = if random.u8(..20) == 0 { random.u8(..6) } else { form };
                    match form {
                        0 => v.to_string(),
                        1 => format!("{v}/{v}/{v}"),
                        2 => format!("{v}/{v}"),
                        3 => format!("{v}/{}/{}", other(random, texture), other(random, normal)),
                        4 => format!("{}/{}", -random.i32(1..=vertices), other(random, texture)),
                        _ => format!("{v}//{}", other(random, normal)),
                    }
                };
                let corners: Vec<_> = (0..random.usize(3..7)).map(|_| corner(random)).collect();
                format!("f {}", corners.join(" "))
            }
            6 => format!("f -1 \\\n -{} -{}", random.i32(1..=vertices), random.i32(1..vertices + 3)),
            7 => format!("o object {}", random.u8(..5)),
            8 => format!("usemtl m{} # a comment", random.u8(..3)),
            9 | 10 => {
                texture += 1;
                let [u, v] = [random.f32(), 9.0 * random.f32() - 3.0];
                match random.u8(..8) {
                    0 => format!("vt {u}"),
                    1 => format!(" vt\t{u} {v} 0.5"),
                    2 => format!("vt {u} \\\n {v} # turned"),
                    3 => format!("vt {u} {}", ["nan", "1e39", "x", "-inf"][random.usize(..4)]),
                    4 => format!("vt {u:e} {v:e}"),
                    _ => format!("vt {u:.6} {v:.6}"),
                }
            }
            11 | 12 => {
                normal += 1;
                let [x, y, z] = [(); 3].map(|()| 2.0 * random.f32() - 1.0);
                match random.u8(..8) {
                    0 => format!("vn {x} {y}"),
                    1 => format!("vn  {x} {y} {z} "),
                    2 => format!("vn {x} {y} {}", ["nan", "1e39", "x"][random.usize(..3)]),
                    _ => format!("vn {x:.4} {y:.5} {z:.8}"),
                }
            }
            _ => "nonsense here".to_owned(),
        };
        text.push_str(&line);
        text.push_str(if random.bool() { "\n" } else { "\r\n" });
    }
    text
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
    let late = Plan { step: 64, ..WHOLE };
    let (mesh, report) = loaded(&text, late);
    assert_ne!(mesh.origin(), DVec3::ZERO);
    assert_eq!(report.warnings.len(), 0);
    for (i, position) in mesh.positions()[2..].iter().enumerate() {
        let want =
            DVec3::new((i % 20) as f64, (i / 20) as f64, 0.0) * 0.015625 + DVec3::new(6_378_137.0, 4_500_000.0, 0.5);
        assert_eq!(mesh.origin() + DVec3::from(position.map(f64::from)), want);
    }
    for plan in [
        Plan { exact: true, ..late },
        Plan { pieces: 7, ..late },
        Plan { threads: 2, pieces: 5, step: 1 << 10, ..WHOLE },
    ] {
        let (other, _) = loaded(&text, plan);
        let parts =
            |mesh: &IndexedMesh| (mesh.origin(), mesh.positions().to_vec(), mesh.triangles().to_vec(), mesh.bounds());
        assert_eq!(parts(&other), parts(&mesh), "{plan:?}");
    }
}

#[test]
fn lines_are_counted_however_the_last_one_ends() {
    for (text, n) in
        [("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3", 4), ("f 1 2 3\nv 0.5 0.5 1.5\nv 1.5 0.5 0.5\nv 0.5 1.5 0.5", 4)]
    {
        for (end, pieces) in [("", 1), ("\n", 1), ("\r\n", 1), ("\r", 1), ("\n\n", 2)] {
            for step in [BUFFER, 5] {
                let (mesh, report) = loaded(&format!("{text}{end}"), Plan { step, ..WHOLE });
                assert_eq!((report.lines, mesh.triangles()), (n + pieces - 1, &[[0, 1, 2]][..]), "{text}{end:?}");
            }
        }
        let of_returns = text.replace('\n', "\r");
        let (_, report) = loaded(&of_returns, Plan { pieces: 9, step: 3, ..WHOLE });
        assert_eq!(report.lines, n);
    }
}

#[test]
fn every_triangle_knows_its_line_face_and_names() {
    let text = "# head\no cow\ng head\nusemtl skin\nv 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3 4\n\nf 1 2 \\\n 3\n\
                f 9 9 9\ng\nf 2 3 4\n";
    let (mesh, report) = from_text(text).expect("a mesh");
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
    let (mesh, _) = from_text(text).expect("a mesh");
    assert_eq!((mesh.source().materials(), mesh.source().material(0)), (&["c".to_owned()][..], Some("c")));
}

#[test]
fn materials_ahead_of_the_mesh_are_skipped_with_a_warning_each() {
    let materials = "newmtl red\nKa 1 0 0\nmap_Kd red.png\n\nnewmtl blue\nd 0.5\n";
    let mesh = "v 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl red\nf 1 2 3\n";
    for far in ["", "# more than is looked at to tell what a file is\n".repeat(1000).as_str()] {
        let (mesh, report) = from_text(&format!("{materials}{far}{mesh}")).expect("a mesh");
        assert_eq!((mesh.triangles().len(), mesh.source().material(0)), (1, Some("red")));
        let lines: Vec<_> = report.warnings.iter().map(|warning| warning.line.expect("a line")).collect();
        assert_eq!(lines, [1, 2, 3, 5, 6]);
        let told = "`newmtl` belongs to a material library, not to a mesh; it is skipped";
        assert_eq!(report.warnings[0].problem.to_string(), told);
    }
    for library in [materials.to_owned(), format!("# Blender\n{materials}"), "Ka 1 1 1\n".to_owned()] {
        let message = from_text(&library).map(drop).expect_err("no mesh").to_string();
        assert_eq!(message, "t: is a material library; choose the OBJ file that names it");
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
                let (mesh, report) = from_text(&text).expect("a mesh");
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
    let (mesh, _) = from_text(text).expect("a mesh");
    assert_ne!(mesh.origin(), DVec3::ZERO);
    assert!(mesh.positions().as_flattened().iter().all(|x| x.is_finite()), "{:?}", mesh.positions());
}

/// Values at the corners of each face of a text, by its line: the vertex, the texture coordinate, the normal. Read
/// naively, and `None` for faces that cannot be used.
type SlowCorner = (usize, Option<[f32; 2]>, Option<[f32; 3]>);

fn slow_corners(text: &str) -> std::collections::HashMap<u32, Vec<SlowCorner>> {
    fn numbers<const N: usize>(words: &[&str]) -> Option<[f32; N]> {
        let mut all = [0.0; N];
        for (i, x) in all.iter_mut().enumerate() {
            match words.get(i) {
                Some(word) => *x = word.parse::<f64>().ok()? as f32,
                None if N == 2 && i == 1 => {}
                None => return None,
            }
        }
        all.iter().all(|x| x.is_finite()).then_some(all)
    }
    fn at<T: Copy>(list: &[T], index: Option<&&str>, n: usize) -> Option<T> {
        let index: i64 = index?.parse().ok()?;
        let place = if index < 0 { n as i64 + index } else { index - 1 };
        list.get(usize::try_from(place).ok()?).copied()
    }
    let text = text.replace("\r\n", "\n");
    let mut statements = Vec::new();
    let mut lines = (1..).zip(text.split('\n'));
    while let Some((number, line)) = lines.next() {
        let mut statement = line.to_owned();
        while let Some(joined) = statement.strip_suffix('\\') {
            statement = format!("{joined} {}", lines.next().expect("a line").1);
        }
        statements.push((number, statement.split('#').next().expect("a part").to_owned()));
    }
    let (mut texture, mut normals, mut n_vertices, mut faces) = (Vec::new(), Vec::new(), 0, Vec::new());
    for (number, statement) in &statements {
        let words: Vec<&str> = statement.split_whitespace().collect();
        match words[..] {
            ["v", ..] => n_vertices += 1,
            ["vt", ref rest @ ..] => texture.push(numbers::<2>(rest)),
            ["vn", ref rest @ ..] => normals.push(numbers::<3>(rest)),
            ["f", ref rest @ ..] => {
                let corners: Vec<Vec<&str>> = rest.iter().map(|word| word.split('/').collect()).collect();
                faces.push((*number, corners, [n_vertices, texture.len(), normals.len()]));
            }
            _ => {}
        }
    }
    let vertices: Vec<usize> = (0..n_vertices).collect();
    let mut found = std::collections::HashMap::new();
    for (line, corners, counts) in faces {
        let corner = |fields: &Vec<&str>| {
            let uv = at(&texture, fields.get(1), counts[1]).flatten();
            Some((at(&vertices, fields.first(), counts[0])?, uv, at(&normals, fields.get(2), counts[2]).flatten()))
        };
        if let Some(corners) = corners.iter().map(corner).collect::<Option<Vec<_>>>() {
            found.insert(line, corners);
        }
    }
    found
}

#[test]
fn each_corner_has_the_values_that_a_slow_reader_finds() {
    let seed = 50;
    let mut random = fastrand::Rng::with_seed(seed);
    let (mut n_by_vertex, mut n_by_corner, mut n_polygons) = (0, 0, 0);
    for round in 0..1500 {
        let text = random_text(&mut random);
        let plan = Plan { pieces: 1 + round % 3, step: 1000, ..WHOLE };
        let (mesh, report) = loaded(&text, plan);
        let at = format!("seed {seed}, round {round}:\n{text}");
        // Attributes that are left out change nothing else.
        let (bare, of_bare) = loaded(&text, Plan { attributes: false, ..plan });
        assert!(bare.texture_coordinates(0).is_none() && bare.normals().is_none(), "{at}");
        assert_eq!((mesh.positions(), mesh.triangles()), (bare.positions(), bare.triangles()), "{at}");
        let is_of_values = |it: &&Warning| !matches!(it.problem, Problem::OtherNotFinite { .. });
        assert!(report.warnings.iter().filter(is_of_values).eq(of_bare.warnings.iter().filter(is_of_values)), "{at}");
        let slow = slow_corners(&text);
        let (texture, normals) = (mesh.texture_coordinates(0), mesh.normals());
        for values in [texture.map(|it| it.corners().is_none()), normals.map(|it| it.corners().is_none())] {
            n_by_vertex += usize::from(values == Some(true));
            n_by_corner += usize::from(values == Some(false));
        }
        let mut places_of_face = std::collections::HashMap::<u32, Vec<[SlowCorner; 3]>>::new();
        for (i, &vertices) in (0..).zip(mesh.triangles()) {
            let line = mesh.source().line(i).expect("a line");
            let uv = texture.map_or([None; 3], |values| values.of_triangle(i, vertices));
            let normal = normals.map_or([None; 3], |values| values.of_triangle(i, vertices));
            let corners = [0, 1, 2].map(|k| (vertices[k] as usize, uv[k], normal[k]));
            places_of_face.entry(line).or_default().push(corners);
        }
        for (line, triangles) in places_of_face {
            let polygon = slow.get(&line).unwrap_or_else(|| panic!("no face in line {line}, {at}"));
            n_polygons += usize::from(triangles.len() > 1);
            assert_eq!(triangles.len() + 2, polygon.len(), "{at}");
            // Each side of the polygon is once a side of a triangle, from corner to corner with all that they have.
            let mut sides: Vec<_> = triangles.iter().flat_map(|&[a, b, c]| [[a, b], [b, c], [c, a]]).collect();
            for (i, &corner) in polygon.iter().enumerate() {
                let side = [corner, polygon[(i + 1) % polygon.len()]];
                let place = sides.iter().position(|&other| other == side);
                sides.swap_remove(place.unwrap_or_else(|| panic!("{side:?} of line {line}, {at}")));
            }
            // What is left are the diagonals, once there and once back.
            for [from, to] in sides.clone() {
                assert!(sides.contains(&[to, from]), "line {line}, {at}");
            }
        }
    }
    assert!(n_by_vertex > 5 && n_by_corner > 500 && n_polygons > 5000, "{n_by_vertex} {n_by_corner} {n_polygons}");
}

#[test]
fn values_with_numbers_of_their_own_share_equal_numbers() {
    let text = "v 0 0 0\nv 1 0 0\nv 0 1 0\nvt 1 0\nvt 0 1\nvt 1 1\nvn 0 0 1\nvn 0 1 0\nvn 1 0 0\n\
                f 1/2/2 2/3/3 3/1/1\nf 3/1/1 2/2/2 1/3/3\n";
    let (mesh, _) = from_text(text).expect("a mesh");
    let of_texture = mesh.texture_coordinates(0).and_then(CornerValues::corners).expect("indices");
    let of_normals = mesh.normals().and_then(CornerValues::corners).expect("indices");
    assert_eq!(**of_texture, [[1, 2, 0], [0, 1, 2]]);
    assert!(std::sync::Arc::ptr_eq(of_texture, of_normals));
}
