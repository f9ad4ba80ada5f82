//! Files of landmarks by the endings of their names, and picked points as MeshLab writes them.
#![cfg(feature = "landmark-files")]

use crate::random::{seeded, signed};
use fastrand::Rng;
use glam::DVec3;
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

fn random_text(random: &mut Rng) -> String {
    let characters =
        [',', '"', '\'', '\n', '\r', ' ', '\t', 'a', 'é', '鼻', ';', '<', '>', '&', ']', '\u{1}', '\u{ffff}'];
    (0..random.usize(0..6)).map(|_| characters[random.usize(0..characters.len())]).collect()
}

#[test]
fn what_is_written_is_read_in_each_format() {
    let mut random = seeded();
    for _ in 0..200 {
        let landmark = |random: &mut Rng| {
            let point = 10_f64.powi(random.i32(-300..300)) * DVec3::new(signed(random), signed(random), 0.1);
            let on = MeshPoint { triangle: random.u32(..), weights: [signed(random), 0.5, 1.0 / 3.0] };
            MeshLandmark { name: random_text(random), point, on: random.bool().then_some(on) }
        };
        let landmarks = Landmarks::new((0..random.usize(0..5)).map(|_| landmark(&mut random)).collect());
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
            assert_eq!(
                name == "a.json" && !text.contains("[\n\n]"),
                text.lines().count() == expected.landmarks.len() + 2 && name == "a.json",
                "a landmark a line: {text}"
            );
        }
    }
}

#[test]
fn no_damage_makes_a_reader_panic_or_take_long() {
    let mut random = seeded();
    let pieces =
        ["<point ", "/>", "x='1'", "\"", "&#x0;", "&lt;", "<![CDATA[", "<!DOCTYPE", "[", "]]>", "<!--", "é", "\0"];
    let (mut read, mut refused) = (0, 0);
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
    assert!(read > 1_000 && refused > 1_000, "{read} {refused}");

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
