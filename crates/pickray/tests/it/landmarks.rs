//! Landmarks: written and read, and put onto the same mesh in another order of triangles.

use crate::random::{seeded, signed};
use fastrand::Rng;
use glam::DVec3;
use pickray::mesh::samples::Sample;
use pickray::mesh::{Load, Mesh, WriteFormat};
use pickray::pick::{LandmarkError, Landmarks, MeshLandmark, MeshPoint};

fn random_name(random: &mut Rng) -> String {
    let characters = [',', '"', '\n', '\r', ' ', '\t', 'a', 'é', '鼻', ';', '<', '&'];
    (0..random.usize(0..6)).map(|_| characters[random.usize(0..characters.len())]).collect()
}

fn random_landmark(random: &mut Rng, mesh: &Mesh) -> MeshLandmark {
    let triangle = random.u32(0..mesh.n_triangles() as u32);
    let (u, v) = [(0.0, 0.0), (0.0, 1.0), (0.25, 0.0), (0.3 * random.f64(), 0.6 * random.f64())][random.usize(0..4)];
    MeshLandmark::new(mesh, random_name(random), triangle, [1.0 - u - v, u, v]).expect("a triangle")
}

#[test]
fn what_is_written_is_read_and_lies_where_it_lay() {
    let mut random = seeded();
    let mesh = Sample::Teapot.mesh().expect("a mesh");
    for _ in 0..100 {
        let n = random.usize(0..8);
        let mut landmarks: Vec<_> = (0..n).map(|_| random_landmark(&mut random, &mesh)).collect();
        let placed = Landmarks::new(landmarks.clone());
        landmarks.extend((0..2).map(|_| {
            let point = 10_f64.powi(random.i32(-20..20)) * DVec3::new(signed(&mut random), signed(&mut random), 0.1);
            MeshLandmark { name: random_name(&mut random), point, on: None }
        }));
        let all = Landmarks::new(landmarks);
        assert_eq!(Landmarks::from_csv(&all.to_csv()).expect("a table"), all, "{}", all.to_csv());
        let json = serde_json::to_string(&all).expect("numbers");
        assert_eq!(serde_json::from_str::<Landmarks>(&json).expect("landmarks"), all, "{json}");
        for (there, landmark) in placed.onto(&mesh).expect("the version").iter().zip(&placed.landmarks) {
            assert_eq!((&there.landmark, there.moved), (landmark, 0.0));
        }
    }
}

#[test]
fn landmarks_are_put_by_their_coordinates_onto_the_mesh_in_another_file() {
    let mut random = seeded();
    let mesh = Sample::Teapot.mesh().expect("a mesh");
    let mut file = Vec::new();
    mesh.write(WriteFormat::StlBinary, &mut file).expect("memory");
    let (other, _) = Load::bytes("other.stl", &file[..]).mesh().expect("a mesh");
    let turned: Vec<[u32; 3]> = other.triangles().iter().rev().map(|&[a, b, c]| [b, c, a]).collect();
    let other = Mesh::from_triangles(other.positions().to_vec(), turned).expect("a mesh");
    let landmarks = Landmarks::new((0..200).map(|_| random_landmark(&mut random, &mesh)).collect());
    for (placed, landmark) in landmarks.onto(&other).expect("the version").iter().zip(&landmarks.landmarks) {
        assert!(placed.moved < 1e-6 && placed.landmark.name == landmark.name, "{placed:?}");
        assert!((placed.landmark.point.distance(landmark.point) - placed.moved).abs() < 1e-12);
        let MeshPoint { triangle, weights } = placed.landmark.on.expect("a place");
        let corners = other.triangle(triangle).corners();
        let there: DVec3 = (0..3).map(|k| weights[k] * corners[k]).sum();
        assert!(there.distance(placed.landmark.point) < 1e-6 && weights.iter().all(|&it| it > -1e-6), "{placed:?}");
    }
    let aside = MeshLandmark { name: String::new(), point: DVec3::new(0.0, 0.0, 3.0), on: None };
    let cube = Sample::Cube.mesh().expect("a mesh");
    let placed = Landmarks::new(vec![aside]).onto(&cube).expect("the version");
    assert_eq!((placed[0].landmark.point, placed[0].moved), (DVec3::Z, 2.0));
}

#[test]
fn columns_come_in_any_order_and_what_is_no_table_is_refused() {
    let read = Landmarks::from_csv("\u{feff}Z,note,x,y\r\n\r\n3,\"a, b\",1e0,-2\r\n").expect("a table");
    assert_eq!(read.landmarks, [MeshLandmark { name: String::new(), point: DVec3::new(1.0, -2.0, 3.0), on: None }]);
    let refused = |text: &str| Landmarks::from_csv(text).expect_err(text);
    assert_eq!(refused(""), LandmarkError::NoColumn("x"));
    assert_eq!(refused("x,y\n1,2\n"), LandmarkError::NoColumn("z"));
    assert_eq!(refused("x,y,z\n1,2,3\n1,2\n"), LandmarkError::Fields { line: 3, found: 2, columns: 3 });
    assert_eq!(refused("x,y,z,name\n1,2,3,\"a\nb\"\n1,2,nan,\n"), LandmarkError::NoNumber { line: 4, column: "z" });
    assert_eq!(refused("x,y,z\n1,2,\"3\n"), LandmarkError::OpenQuotes(2));
    let text = "x,y,z,triangle,weight_a,weight_b,weight_c\n1,2,3,-1,1,0,0\n";
    assert_eq!(refused(text), LandmarkError::NoNumber { line: 2, column: "triangle" });
    let cube = Sample::Cube.mesh().expect("a mesh");
    assert_eq!(
        MeshLandmark::new(&cube, "", 12, [1.0, 0.0, 0.0]).expect_err("no triangle").to_string(),
        "there is no triangle 12: the mesh has 12, counted from 0"
    );
    let later = Landmarks { version: 2, landmarks: Vec::new() };
    assert_eq!(later.onto(&cube), Err(LandmarkError::Version(2)));
}

#[test]
fn picked_points_are_xml_whatever_the_names_hold() {
    let landmark =
        |name: &str| MeshLandmark { name: name.into(), point: DVec3::new(0.5, -1e-9, 4_500_000.25), on: None };
    let xml = Landmarks::new(vec![landmark("a<b & \"c\"\n\u{1}"), landmark("鼻")]).to_picked_points();
    let at = "x=\"0.5\" y=\"-0.000000001\" z=\"4500000.25\"/>";
    let expected = format!(
        "<!DOCTYPE PickedPoints>\n<PickedPoints>\n\
        \x20<point active=\"1\" name=\"a&lt;b &amp; &quot;c&quot;&#10;\" {at}\n\
        \x20<point active=\"1\" name=\"鼻\" {at}\n</PickedPoints>\n"
    );
    assert_eq!(xml, expected);
}

#[test]
fn no_text_makes_the_reader_panic() {
    let mut random = seeded();
    let pieces = ["x,y,z", "\n", "\r\n", "\"", ",", "1", "-2.5e3", "name", "triangle,weight_a", "é", "\u{feff}", " "];
    let mut tables = 0;
    for _ in 0..20_000 {
        let text: String = (0..random.usize(0..14)).map(|_| pieces[random.usize(0..pieces.len())]).collect();
        tables += u32::from(Landmarks::from_csv(&text).is_ok());
        tables += u32::from(Landmarks::from_csv(&format!("x,y,z\n{text}")).is_ok());
    }
    assert!(tables > 1_000, "{tables}");
}
