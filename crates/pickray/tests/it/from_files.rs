//! Meshes whose files are in memory, as a browser hands them over: what a folder answers, they answer.

use crate::formats::entries;
use crate::*;
use pickray::mesh::problem::Problem;
use pickray::mesh::{LoadError, LoadReport};
use std::fmt::Write;

const FORMATS: &[&str] = &["obj", "gltf"];
const TRIANGLE: &str = "v 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl m\nf 1 2 3\n";
const PNG: &[u8] = b"\x89PNG\r\n\x1a\n";

type Loaded<T> = Result<(T, LoadReport), LoadError>;

fn last_name(path: &str) -> &str {
    path.rsplit('/').next().expect("one at least")
}

/// All that an answer has to tell, without times and where its files are.
fn told(loaded: &Loaded<Mesh>, name: &str) -> String {
    match loaded {
        // What is missing is told with what to do about it, which is another thing in a folder.
        Err(error) => {
            let line = error.to_string().replace(name, "MESH");
            line.split_once(": buffer 0 cannot be read from ")
                .map_or(line.clone(), |(_, rest)| rest.split_once(": ").expect("why").0.to_owned())
        }
        Ok((mesh, report)) => {
            let report = LoadReport { name: String::new(), read_seconds: 0.0, build_seconds: 0.0, ..report.clone() };
            let report = format!("{report:?}").replace("why: NotGiven", "why: Absent");
            let (positions, triangles) = (mesh.positions(), mesh.triangles());
            let names: Vec<_> = (0..mesh.n_triangles() as u32)
                .map(|i| (mesh.source().material(i), mesh.source().group(i), mesh.source().face(i)))
                .collect();
            format!("{positions:?} {triangles:?} {:?} {names:?} {:?} {report}", mesh.colors(), mesh.origin())
        }
    }
}

#[test]
fn files_in_memory_make_the_mesh_that_their_folder_makes_also_without_their_folders() {
    let mut with_companions = 0;
    for folder in folders("formats") {
        for entry in FORMATS.iter().flat_map(|format| entries(&folder, format)) {
            let name = entry["file"].as_str().expect("a file name");
            let path = folder.join(name);
            let inner = path.parent().filter(|inner| *inner != folder);
            let files = inner.map_or_else(|| vec![path.clone()], files_below).into_iter().map(|path| {
                let name = path.strip_prefix(&folder).expect("below").to_str().expect("a name").to_owned();
                (name, std::fs::read(&path).expect("a file"))
            });
            let files: Vec<_> = files.collect();
            with_companions += usize::from(files.len() > 1);
            let expected = Mesh::open(&path);
            let want = told(&expected, &path.display().to_string());
            let flat: Vec<_> = files.iter().map(|(name, bytes)| (last_name(name), bytes)).collect();
            let found = Load::files(name, &files).mesh();
            assert!(told(&found, name) == want, "{name}: {found:?}");
            let found_flat = Load::files(last_name(name), &flat).mesh();
            assert!(told(&found_flat, last_name(name)) == want, "{name}, flat: {found_flat:?}");
            // The objects of it, too, at once and in two steps.
            let scenes = [
                Load::files(name, &files).scene(),
                Load::files(name, &files).indexed_scene().and_then(|it| it.build()),
            ];
            for scene in scenes {
                match (scene, &found) {
                    (Ok((scene, report)), Ok((_, of_mesh))) => {
                        assert_eq!(report.triangles, of_mesh.triangles, "{name}");
                        assert!(scene.files().is_empty(), "{name}");
                    }
                    (Err(scene), Err(mesh)) => assert_eq!(scene.to_string(), mesh.to_string()),
                    (scene, _) => panic!("{name}: {scene:?}"),
                }
            }
        }
    }
    assert!(with_companions >= 6, "{with_companions} files with companions");
}

/// What became of a mesh's only material library, wherever it was found.
fn library(loaded: Loaded<Mesh>) -> Result<[f32; 3], String> {
    let (mesh, mut report) = loaded.expect("a mesh");
    report.remarks.retain(|remark| !matches!(remark.problem, Problem::LibraryElsewhere { .. }));
    match (mesh.diffuse(0), &report.remarks[..]) {
        (Some(color), []) => Ok(color),
        (None, [remark]) => Err(remark.problem.to_string()),
        (color, remarks) => panic!("{color:?}, {remarks:?}"),
    }
}

#[test]
fn a_folder_and_its_files_in_memory_agree_on_any_name() {
    let mut random = seeded();
    let (mut opened, mut outside, mut found_by_last_name) = (0, 0, 0);
    for _ in 0..30 {
        let mesh = ["m.obj", "p/m.obj", "p/q/m.obj"][random.usize(..3)];
        let names = ["a.mtl", "p/a.mtl", "p/b.mtl", "p/q/c.mtl", "q/d.mtl", "p/q/a.mtl"];
        let texts = [0.0, 0.125, 0.25, 0.375, 0.5, 0.625].map(|red| format!("newmtl m\nKd {red} 0 0\n"));
        let files: Vec<_> = names.into_iter().zip(&texts).filter(|_| random.u8(..3) > 0).collect();
        let top = folder_of(&files);
        for folder in ["p/q", "q"] {
            std::fs::create_dir_all(top.path().join(folder)).expect("folders");
        }
        for _ in 0..60 {
            let part = |random: &mut Rng| ["..", ".", "p", "q", "p", "", "P"][random.usize(..7)];
            let mut parts: Vec<_> = (0..random.usize(..4)).map(|_| part(&mut random)).collect();
            parts.push(["a.mtl", "b.mtl", "c.mtl", "d.mtl", "A.mtl", "e.mtl", ".."][random.usize(..7)]);
            let name = parts.join(["/", "\\"][random.usize(..2)]);
            let text = format!("mtllib {name}\n{TRIANGLE}");
            let at = format!("{mesh} names {name} of {files:?}");
            std::fs::write(top.path().join(mesh), &text).expect("a file");
            let on_disk = library(Mesh::open(top.path().join(mesh)));
            let in_memory = library(Load::files(mesh, &[&files[..], &[(mesh, &text)]].concat()).mesh());
            let is_outside = |found: &Result<_, String>| found.as_ref().is_err_and(|why| why.contains("lies outside"));
            outside += usize::from(is_outside(&on_disk));
            if on_disk.is_ok() {
                assert_eq!(on_disk, in_memory, "{at}");
                opened += 1;
            } else if in_memory.is_ok() {
                let last = parts.last().expect("a part").to_lowercase();
                assert!(files.iter().any(|(file, _)| last_name(file) == last), "{at}: {in_memory:?}");
                found_by_last_name += 1;
            } else if !in_memory.as_ref().is_err_and(|why| why.contains("several files")) {
                assert_eq!(is_outside(&on_disk), is_outside(&in_memory), "{at}: {on_disk:?}, {in_memory:?}");
            }
        }
    }
    assert!(opened > 50 && outside > 100 && found_by_last_name > 100, "{opened} {outside} {found_by_last_name}");
}

#[test]
fn what_is_missing_or_there_several_times_is_told_in_one_line() {
    let text = format!("mtllib a.mtl\n{TRIANGLE}");
    let [mesh, one, other] = [("s/m.obj", text.as_str()), ("x/a.mtl", "newmtl m\n"), ("y/a.mtl", "newmtl m\n")];
    let remark = |files: &[(&str, &str)]| library(Load::files("s/m.obj", files).mesh()).expect_err("no colour");
    let not_read = "the material library `a.mtl` is not read: it ";
    assert_eq!(remark(&[mesh]), format!("{not_read}was not opened or dropped together with the mesh"));
    assert_eq!(remark(&[mesh, one, other]), format!("{not_read}has the name of several files"));
    // Bytes alone name what nobody can be asked for.
    assert!(Load::bytes("m.obj", text.as_bytes()).mesh().expect("a mesh").1.remarks.is_empty());

    let refused =
        |name: &str, files: &[(&str, &str)]| Load::files(name, files).mesh().expect_err("no mesh").to_string();
    let choose = "choose an OBJ, OFF, PLY, STL or glTF file";
    assert_eq!(refused("m.obj", &[mesh]), format!("m.obj: is not there; {choose}"));
    let several = "s/m.obj: has the name of several files; keep only one of them";
    assert_eq!(refused("s/m.obj", &[mesh, one, mesh]), several);
    assert_eq!(refused("", &[]), format!(": is not there; {choose}"));
}

#[test]
fn libraries_in_memory_are_read_up_to_as_many_bytes_as_on_disk() {
    let large = [b"newmtl m\nKd 1 0 0\n".as_slice(), &vec![b'\n'; (16 << 20) - 18]].concat();
    let mesh = format!("mtllib a.mtl\n{TRIANGLE}");
    let of = |library_bytes: &[u8]| {
        library(Load::files("m.obj", &[("m.obj", mesh.as_bytes()), ("a.mtl", library_bytes)]).mesh())
    };
    assert_eq!(of(&large), Ok([1.0, 0.0, 0.0]));
    assert!(of(&[&large[..], b"\n"].concat()).expect_err("too large").ends_with("it is too large"));
}

#[test]
fn of_a_million_libraries_as_many_are_looked_for_among_files_of_one_name_as_in_a_folder() {
    let mut text = String::new();
    for i in 0..1_000_000 {
        writeln!(text, "mtllib {i}/x.mtl").expect("text");
    }
    text += TRIANGLE;
    let folder = folder_of(&[("m.obj", &text)]);
    let path = folder.path().join("m.obj");
    let names: Vec<_> = (0..10_000).map(|i| format!("elsewhere {i}/x.mtl")).collect();
    let mut files: Vec<_> = names.iter().map(|name| (name.as_str(), "newmtl m\nKd 1 0 0\n")).collect();
    files.push(("m.obj", &text));
    let reports = [Mesh::open(&path), Load::files("m.obj", &files).mesh()].map(|loaded| loaded.expect("a mesh").1);
    let [on_disk, in_memory] = reports.map(|report| (report.material_libraries, report.remarks.len()));
    assert_eq!(on_disk, in_memory);
    assert!(in_memory.0.len() < 100_000 && in_memory.1 < 100, "{} remarks", in_memory.1);
}

#[test]
fn a_texture_that_is_not_shown_and_a_material_without_a_library_are_told() {
    let open = |uv: &str, library: &str| {
        let text = format!("mtllib m.mtl\nvt 0 0\n{}", TRIANGLE.replace("1 2 3", &format!("1{uv} 2{uv} 3{uv}")));
        let of_mesh = [("model/meshes/m.obj", text.as_bytes()), ("model/meshes/m.mtl", library.as_bytes())];
        let images = ["x.png", "model/x.png", "model/materials/textures/x.png"].map(|name| (name, PNG));
        let folder = folder_of(&[&of_mesh[..], &images].concat());
        let (mesh, report) = Load::file(folder.path().join("model/meshes/m.obj")).indexed_mesh().expect("a mesh");
        let told: Vec<_> = report.remarks.iter().map(|remark| remark.problem.to_string()).collect();
        (mesh.textures().images().iter().filter(|image| image.problem().is_none()).count(), told)
    };
    let hidden = "`m` has a texture, which is not shown on triangles without texture coordinates: 1".to_owned();
    let outside = |name| format!("the texture `{name}` is not shown: it lies outside of the folder of the mesh");
    for (library, n_shown, told) in [
        ("newmtl m\nmap_Kd ../materials/textures/x.png\n", 1, vec![]),
        ("newmtl m\nmap_Kd -colorspace sRGB ..\\materials\\textures\\x.png -s 2 2 1\n", 1, vec![]),
        ("newmtl m\nmap_Kd ../x.png\n", 0, vec![outside("../x.png")]),
        ("newmtl m\nmap_Kd ../../x.png\n", 0, vec![outside("../../x.png")]),
        ("newmtl M\nmap_Kd x.png\n", 0, vec!["no material library defines `m`".to_owned()]),
    ] {
        assert_eq!(open("/1", library), (n_shown, told.clone()), "{library}");
        let hidden = if library.contains("newmtl M") { vec![] } else { vec![hidden.clone()] };
        assert_eq!(open("", library), (n_shown, [told, hidden].concat()), "{library}");
    }
}

#[test]
fn an_image_that_is_named_in_two_ways_is_listed_by_both_and_read_once() {
    let library = b"newmtl a\nmap_Kd x.png\nnewmtl b\nmap_Kd ./x.png\nnewmtl c\nmap_Kd -clamp on x.png\n";
    let faces = ["a", "b", "c"].map(|material| format!("usemtl {material}\nf 1/1 2/1 3/1\n")).concat();
    let mesh = format!("mtllib m.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\n{faces}");
    let folder = folder_of(&[("m.obj", mesh.as_bytes()), ("m.mtl", library), ("x.png", PNG)]);
    let (mesh, _) = Load::file(folder.path().join("m.obj")).indexed_mesh().expect("a mesh");
    let images = mesh.textures().images();
    assert_eq!(images.iter().map(|image| image.name()).collect::<Vec<_>>(), ["x.png", "./x.png"]);
    assert!(images[0].is(&images[1]) && mesh.source().files().count() == 3);
}

mod gltf {
    use super::*;

    /// A document with a triangle whose positions are the first 36 bytes of what is at `uri`.
    fn document(uri: &str) -> String {
        let buffer = serde_json::json!({"uri": uri, "byteLength": 36});
        format!(
            r#"{{"asset": {{"version": "2.0"}}, "buffers": [{buffer}],
            "bufferViews": [{{"buffer": 0, "byteLength": 36}}],
            "accessors": [{{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3"}}],
            "meshes": [{{"primitives": [{{"attributes": {{"POSITION": 0}}}}]}}],
            "nodes": [{{"mesh": 0}}], "scenes": [{{"nodes": [0]}}], "scene": 0}}"#
        )
    }

    #[test]
    fn a_buffer_is_found_beside_the_document_in_it_and_nowhere_else() {
        let bytes = [0.0_f32, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0].map(f32::to_le_bytes).concat();
        let data = "AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA";
        let folder = folder_of(&[("a b.bin", &bytes[..]), ("short", b"ab")]);
        let path = folder.path().join("m.gltf");
        let outside = "lies at URI, outside of the folder of this file; put it beside this file";
        let fetched = "lies at URI, but nothing is fetched from elsewhere; put its bytes into a file beside this one";
        for (uri, why) in [
            ("a b.bin", ""),
            ("a%20b.bin", ""),
            ("./a%20b.bin", ""),
            (&format!("data:application/octet-stream;base64,{data}"), ""),
            // A byte more than it counts, whose padding is left out.
            (&format!("data:;base64,{data}ZA"), ""),
            ("b.bin", "cannot be read from URI: "),
            (".", "cannot be read from URI: is a folder; put that file beside this one"),
            ("short", "should have 36 bytes, and 2 are there"),
            ("../b.bin", outside),
            ("%2e%2e/b.bin", outside),
            ("https://b.org/b.bin", fetched),
            ("//b.org/b.bin", fetched),
            ("file:///etc/passwd", fetched),
            ("data:text/plain,abc", "is a data address that is not base64"),
            ("data:;base64,!!!!", "is a data address that is not base64"),
        ] {
            let text = document(uri);
            std::fs::write(&path, &text).expect("a file");
            let files = [("a b.bin", &bytes[..]), ("short", b"ab"), ("m.gltf", text.as_bytes())];
            for loaded in [Mesh::open(&path), Load::files("m.gltf", &files).mesh()] {
                match loaded {
                    Ok((mesh, _)) => assert_eq!((mesh.n_triangles(), why), (1, ""), "{uri}"),
                    Err(error) => {
                        let told = error.to_string().replace(&format!("`{uri}`"), "URI");
                        assert!(!why.is_empty() && told.contains(&format!("buffer 0 {why}")), "{told}");
                    }
                }
            }
        }
        // Files in memory are found by their last name, too, in any case, and only where there is one.
        let load = |uri: &str, names: &[&str]| {
            let text = document(uri);
            let files = names.iter().map(|name| (*name, &bytes[..])).chain([("m.gltf", text.as_bytes())]);
            Load::files("m.gltf", &files.collect::<Vec<_>>()).mesh().map(drop).map_err(|error| error.to_string())
        };
        assert_eq!(load("buffers/%E7%BD%91.BIN", &["网.bin"]), Ok(()));
        let several = load("a.bin", &["x/a.bin", "y/a.bin"]).expect_err("which of them?");
        let why = "`a.bin`: has the name of several files; keep only one of them";
        assert!(several.ends_with(why), "{several}");
        let together = load("a.bin", &[]).expect_err("it is not there");
        assert!(together.ends_with("is not there; open or drop that file together with this one"), "{together}");
        let alone = Load::bytes("m.gltf", document("a.bin").as_bytes()).mesh().expect_err("no folder").to_string();
        assert!(alone.contains("but this document lies in none"), "{alone}");
    }

    #[test]
    fn documents_that_name_themselves_or_huge_addresses_answer_as_in_a_folder() {
        let folder = folder_of(&[("short.bin", "short")]);
        let path = folder.path().join("m.gltf");
        let data = |n: usize| format!("data:;base64,{}", "A".repeat(n));
        for uri in ["m.gltf", "short.bin", &data(1 << 24), &data(4), &"x".repeat(1 << 20), &"%41".repeat(1 << 20)] {
            let text = document(uri);
            std::fs::write(&path, &text).expect("a file");
            let files = [("m.gltf", text.as_bytes()), ("short.bin", b"short")];
            let (on_disk, in_memory) = (Mesh::open(&path), Load::files("m.gltf", &files).mesh());
            assert_eq!(told(&in_memory, "m.gltf"), told(&on_disk, &path.display().to_string()));
            assert_eq!(in_memory.is_ok(), uri == "m.gltf" || uri.len() > 1 << 22 && uri.starts_with("data"));
        }
    }
}
