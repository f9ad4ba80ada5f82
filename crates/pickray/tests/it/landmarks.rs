//! Landmarks: written and read in each format, and put onto the same mesh in another order of triangles.
#![cfg(feature = "landmark-files")]

use crate::*;
use pickray::mesh::WriteFormat;
use pickray::pick::{LandmarkError, Landmarks, MeshLandmark, MeshPoint};

/// Picked points in the form that MeshLab 2023 saves them: Qt orders attributes as it likes.
const OF_MESHLAB: &str = r#"<!DOCTYPE PickedPoints>
<PickedPoints>
 <DocumentData>
  <DateTime date="2026-03-14" time="15:09:26"/>
  <User name="ada"/>
  <DataFileName name="teapot.ply"/>
  <templateName name="spouts"/>
 </DocumentData>
 <point x="3.43" y="2.4" z="0" active="1" name="tip"/>
 <point active="0" z="0" y="0" x="0" name="not yet"/>
 <point z="-1.25e-05" name="a &amp; b &lt;&quot;é&quot;>" active="1" x="4500000.25" y="5600000"/>
</PickedPoints>
"#;

fn landmark(name: &str, x: f64, y: f64, z: f64) -> MeshLandmark {
    MeshLandmark { name: name.to_owned(), point: DVec3::new(x, y, z), on: None }
}

fn picked(text: &str) -> Result<Vec<MeshLandmark>, LandmarkError> {
    Landmarks::from_bytes("points.pp", text.as_bytes()).map(|read| read.landmarks)
}

fn random_text(random: &mut Rng) -> String {
    let characters =
        [',', '"', '\'', '\n', '\r', ' ', '\t', 'a', 'é', '鼻', ';', '<', '>', '&', ']', '\u{1}', '\u{ffff}'];
    (0..random.usize(0..6)).map(|_| characters[random.usize(0..characters.len())]).collect()
}

fn on_mesh(random: &mut Rng, mesh: &Mesh) -> MeshLandmark {
    let triangle = random.u32(0..mesh.n_triangles() as u32);
    let (u, v) = [(0.0, 0.0), (0.0, 1.0), (0.25, 0.0), (0.3 * random.f64(), 0.6 * random.f64())][random.usize(0..4)];
    MeshLandmark::new(mesh, random_text(random), triangle, [1.0 - u - v, u, v]).expect("a triangle")
}

#[test]
fn what_is_written_is_read_in_each_format() {
    let mut random = seeded();
    let mesh = Sample::Teapot.mesh().expect("a mesh");
    for _ in 0..200 {
        let mut landmarks: Vec<_> = (0..random.usize(0..8)).map(|_| on_mesh(&mut random, &mesh)).collect();
        landmarks.extend((0..random.usize(0..3)).map(|_| {
            let power = 10_f64.powi(random.i32(-300..300));
            let point = power * DVec3::new(signed(&mut random), signed(&mut random), 0.1);
            let on = MeshPoint { triangle: random.u32(..), weights: [signed(&mut random), 0.5, 1.0 / 3.0] };
            MeshLandmark { name: random_text(&mut random), point, on: random.bool().then_some(on) }
        }));
        let landmarks = Landmarks::new(landmarks);
        for name in ["a.json", "a.csv", "a.pp"] {
            let text = landmarks.to_text(name).expect("an ending");
            let mut expected = landmarks.clone();
            if name == "a.pp" {
                // XML holds neither places on triangles nor control characters.
                for landmark in &mut expected.landmarks {
                    landmark.on = None;
                    landmark.name.retain(|character| !['\u{1}', '\u{ffff}'].contains(&character));
                }
            }
            assert_eq!(Landmarks::from_bytes(name, text.as_bytes()).expect("what was written"), expected, "{text}");
            let is_list = name == "a.json" && !text.contains("[\n\n]");
            assert!(!is_list || text.lines().count() == landmarks.landmarks.len() + 2, "a landmark a line: {text}");
        }
    }
}

#[test]
fn landmarks_lie_where_they_lay_on_their_own_mesh() {
    let mut random = seeded();
    let mesh = Sample::Teapot.mesh().expect("a mesh");
    let landmarks = Landmarks::new((0..400).map(|_| on_mesh(&mut random, &mesh)).collect());
    for (there, landmark) in landmarks.onto(&mesh).expect("the version").iter().zip(&landmarks.landmarks) {
        assert_eq!((&there.landmark, there.moved), (landmark, 0.0));
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
    let landmarks = Landmarks::new((0..200).map(|_| on_mesh(&mut random, &mesh)).collect());
    for (placed, landmark) in landmarks.onto(&other).expect("the version").iter().zip(&landmarks.landmarks) {
        assert!(placed.moved < 1e-6 && placed.landmark.name == landmark.name, "{placed:?}");
        assert!((placed.landmark.point.distance(landmark.point) - placed.moved).abs() < 1e-12);
        let MeshPoint { triangle, weights } = placed.landmark.on.expect("a place");
        let corners = other.triangle(triangle).corners();
        let there: DVec3 = (0..3).map(|k| weights[k] * corners[k]).sum();
        assert!(there.distance(placed.landmark.point) < 1e-6 && weights.iter().all(|&it| it > -1e-6), "{placed:?}");
    }
    let cube = Sample::Cube.mesh().expect("a mesh");
    let placed = Landmarks::new(vec![landmark("", 0.0, 0.0, 3.0)]).onto(&cube).expect("the version");
    assert_eq!((placed[0].landmark.point, placed[0].moved), (DVec3::Z, 2.0));
}

#[test]
fn columns_come_in_any_order_and_what_is_no_table_is_refused() {
    let read = Landmarks::from_csv("\u{feff}Z,note,x,y\r\n\r\n3,\"a, b\",1e0,-2\r\n").expect("a table");
    assert_eq!(read.landmarks, [landmark("", 1.0, -2.0, 3.0)]);
    let refused = |text: &str| Landmarks::from_csv(text).expect_err(text);
    assert_eq!(refused(""), LandmarkError::NoColumn("x"));
    assert_eq!(refused("x,y\n1,2\n"), LandmarkError::NoColumn("z"));
    assert_eq!(refused("x,y,z\n1,2,3\n1,2\n"), LandmarkError::Fields { line: 3, found: 2, columns: 3 });
    assert_eq!(refused("x,y,z,name\n1,2,3,\"a\nb\"\n1,2,nan,\n"), LandmarkError::NoNumber { line: 4, column: "z" });
    assert_eq!(refused("x,y,z\n1,2,\"3\n"), LandmarkError::OpenQuotes(2));
    let text = "x,y,z,triangle,weight_a,weight_b,weight_c\n1,2,3,-1,1,0,0\n";
    assert_eq!(refused(text), LandmarkError::NoNumber { line: 2, column: "triangle" });
    let cube = Sample::Cube.mesh().expect("a mesh");
    let told = MeshLandmark::new(&cube, "", 12, [1.0, 0.0, 0.0]).expect_err("no triangle").to_string();
    assert_eq!(told, "there is no triangle 12: the mesh has 12, counted from 0");
    let later = Landmarks { version: 2, landmarks: Vec::new() };
    assert_eq!(later.onto(&cube), Err(LandmarkError::Version(2)));
}

#[test]
fn picked_points_of_meshlab_are_read_without_those_that_have_no_place_yet() {
    let picked = |text: &str| {
        let mut read = picked(text)?;
        assert!(read.iter().all(|it| it.point.is_nan() == (it.name == "not yet")), "{read:?}");
        read.retain(|it| it.point.is_finite());
        Ok::<_, LandmarkError>(read)
    };
    let expected = [landmark("tip", 3.43, 2.4, 0.0), landmark("a & b <\"é\">", 4_500_000.25, 5_600_000.0, -1.25e-5)];
    assert_eq!(picked(OF_MESHLAB).expect("picked points"), expected);
    assert_eq!(picked(&OF_MESHLAB.replace('\n', "\r\n")).expect("picked points"), expected);
    assert_eq!(picked(&format!("\u{feff}{OF_MESHLAB}")).expect("picked points"), expected);
    assert_eq!(picked("<PickedPoints/>").expect("no points"), []);
}

#[test]
fn picked_points_are_xml_whatever_the_names_hold() {
    let named = ["a<b & \"c\"\n\u{1}", "鼻"].map(|name| landmark(name, 0.5, -1e-9, 4_500_000.25));
    let xml = Landmarks::new(named.to_vec()).to_picked_points();
    let at = "x=\"0.5\" y=\"-0.000000001\" z=\"4500000.25\"/>";
    let expected = format!(
        "<!DOCTYPE PickedPoints>\n<PickedPoints>\n\
        \x20<point active=\"1\" name=\"a&lt;b &amp; &quot;c&quot;&#10;\" {at}\n\
        \x20<point active=\"1\" name=\"鼻\" {at}\n</PickedPoints>\n"
    );
    assert_eq!(xml, expected);
}

#[test]
fn what_else_is_in_xml_is_passed_over() {
    let text = "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><!-- <point x='7'/> -->\n\
        <!DOCTYPE PickedPoints [<!ELEMENT point EMPTY> <!-- > --> ]>\n\
        <PickedPoints><![CDATA[<point x='8'/>]]><?php <point/> ?>&unknown;\n\
        <point x='1' y=' 2 ' z='3' name='a&#10;&#x9F3B; b'>text<point x='9'/></point><other><point/></other>\n\
        </PickedPoints>\n<!-- the end -->";
    assert_eq!(picked(text).expect("picked points"), [landmark("a\n鼻 b", 1.0, 2.0, 3.0)]);
}

#[test]
fn what_is_no_file_of_picked_points_is_refused_with_its_line() {
    let root = |inner: &str| picked(&format!("<PickedPoints>\n{inner}\n</PickedPoints>")).expect_err(inner);
    assert_eq!(root("<point x='1' y='2'/>"), LandmarkError::NoNumber { line: 2, column: "z" });
    assert_eq!(root("\n <point\n x='1,5' y='2' z='0'/>"), LandmarkError::NoNumber { line: 3, column: "x" });
    assert_eq!(root("<point x='1' y='inf' z='0'/>"), LandmarkError::NoNumber { line: 2, column: "y" });
    for (inner, line) in [
        ("<a></b>", 2),
        ("<point x=1/>", 2),
        ("\n<point x='1' name='&mine;'/>", 3),
        ("<!-- ", 2),
        ("</PickedPoints>", 3),
    ] {
        assert!(matches!(root(inner), LandmarkError::NoXml(at) if at >= line), "{inner}: {}", root(inner));
    }
    let refused = |text: &str| picked(text).expect_err(text);
    assert_eq!(refused(""), LandmarkError::NoXml(1));
    assert_eq!(refused("no\nXML"), LandmarkError::NoXml(2));
    assert_eq!(refused("<PickedPoints>\n<point x='1' y='2' z='3'/>\n"), LandmarkError::NoXml(3));
    let template =
        "<!DOCTYPE PickPointsTemplate>\n<PickPointsTemplate>\n <point name=\"tip\"/>\n</PickPointsTemplate>\n";
    assert_eq!(refused(template), LandmarkError::OtherXml("PickPointsTemplate".to_owned()));
}

#[test]
fn files_are_read_by_the_endings_of_their_names() {
    let read = |name: &str, bytes: &[u8]| Landmarks::from_bytes(name, bytes).map(|read| read.landmarks);
    let one = [landmark("a", 1.0, 2.0, 3.0)];
    assert_eq!(read("A.B.CSV", b"\xef\xbb\xbfname,x,y,z\na,1,2,3\n").expect("a table"), one);
    let json = br#"{"version": 1, "landmarks": [{"name": "a", "point": [1, 2, 3]}]}"#;
    assert_eq!(read("a.landmarks.json", json).expect("JSON"), one);
    for name in ["", "pp", "a.obj", "csv/a", ".csv"] {
        assert_eq!(read(name, json), Err(LandmarkError::Ending), "{name}");
        assert_eq!(Landmarks::new(Vec::new()).to_text(name), Err(LandmarkError::Ending), "{name}");
    }
    assert_eq!(read("a.csv", b"name;x;y;z\na;1,0;2,0;3\n").expect("a table"), one);
    assert_eq!(read("a.mrk.json", b"{\"markups\": []}"), Err(LandmarkError::Markups));
    for (name, field) in [("=1+1", "'=1+1"), ("'@a", "''@a"), ("-", "'-"), ("'a", "'a"), ("a=b", "a=b")] {
        let named = Landmarks::new(vec![landmark(name, -1.0, 2.0, 3.0)]);
        assert!(named.to_csv().ends_with(&format!("\n{field},-1,2,3,,,,\n")), "{}", named.to_csv());
        assert_eq!(Landmarks::from_csv(&named.to_csv()).as_ref(), Ok(&named));
    }
    assert_eq!(read("a.csv", b"name,x,y,z\n\na\xe9,1,2,3\n"), Err(LandmarkError::NoUtf8(3)));
    assert_eq!(read("a.pp", b"\xff\xfe<\0"), Err(LandmarkError::NoUtf8(1)));
    let told = read("a.json", b"{\"version\": 1,\n\"landmarks\": [{}]}").expect_err("no name").to_string();
    assert!(told.contains("missing field `name` at line 2"), "{told}");
}

#[test]
fn no_damage_makes_a_reader_panic_or_take_long() {
    let mut random = seeded();
    let pieces =
        ["<point ", "/>", "x='1'", "\"", "&#x0;", "&lt;", "<![CDATA[", "<!DOCTYPE", "[", "]]>", "<!--", "é", "\0"];
    let (mut read, mut refused, mut tables) = (0, 0, 0);
    for _ in 0..20_000 {
        let mut bytes = OF_MESHLAB.as_bytes().to_vec();
        for _ in 0..random.usize(1..4) {
            let (from, to) = (random.usize(0..bytes.len()), random.usize(0..bytes.len()));
            match random.u32(0..4) {
                0 => bytes[from] = random.u8(..),
                1 => bytes.truncate(from.max(1)),
                2 => _ = bytes.drain(from.min(to)..from.max(to).min(from.min(to) + 20)),
                _ => _ = bytes.splice(from..from, pieces[random.usize(0..pieces.len())].bytes()),
            }
        }
        let result = Landmarks::from_bytes("a.pp", &bytes);
        *(if result.is_ok() { &mut read } else { &mut refused }) += 1;
    }
    let words = ["x,y,z", "\n", "\r\n", "\"", ",", "1", "-2.5e3", "name", "triangle,weight_a", "é", "\u{feff}", " "];
    for _ in 0..20_000 {
        let text: String = (0..random.usize(0..14)).map(|_| words[random.usize(0..words.len())]).collect();
        tables += u32::from(Landmarks::from_csv(&text).is_ok());
        tables += u32::from(Landmarks::from_csv(&format!("x,y,z\n{text}")).is_ok());
    }
    assert!(read > 1_000 && refused > 1_000 && tables > 1_000, "{read} {refused} {tables}");

    let laughs: String =
        (1..12).map(|n| format!("<!ENTITY l{n} \"{}\">", format!("&l{};", n - 1).repeat(10))).collect();
    let declared = format!("<!DOCTYPE p [<!ENTITY l0 \"ha\">{laughs}]>\n");
    let laughing = format!("{declared}<PickedPoints>\n<point x='1' y='2' z='3' name='&l11;'/></PickedPoints>");
    assert_eq!(picked(&laughing), Err(LandmarkError::NoXml(3)));
    assert_eq!(picked(&format!("{declared}<PickedPoints>&l11;</PickedPoints>")), Ok(Vec::new()));
    let attributes: String = (0..300_000).map(|n| format!("a{n}='' ")).collect();
    let long = format!("<PickedPoints><point {attributes} x='1' y='2' z='3'/></PickedPoints>");
    assert_eq!(picked(&long), Ok(vec![landmark("", 1.0, 2.0, 3.0)]));
    let deep = format!("<PickedPoints>{}{}</PickedPoints>", "<a>".repeat(300_000), "</a>".repeat(300_000));
    assert_eq!(picked(&deep), Ok(Vec::new()));
}
