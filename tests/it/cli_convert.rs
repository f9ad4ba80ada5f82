//! `pickray convert`: what it writes, and what it refuses.

use crate::*;

#[test]
fn a_mesh_is_written_in_the_format_of_the_ending_and_it_is_told_what() {
    let desk = Workdir::new();
    for (arguments, told) in [
        ("out.obj", "out.obj: OBJ, 2 triangles, 4 vertices, "),
        ("out.PLY", "out.PLY: binary PLY, 2 triangles, 4 vertices, "),
        ("text.ply --ascii", "text.ply: ascii PLY, 2 triangles, 4 vertices, "),
        ("out.stl", "out.stl: binary STL, 2 triangles, 6 vertices, 184 bytes\n"),
        ("text.stl --ascii", "text.stl: ascii STL, 2 triangles, 6 vertices, "),
        ("out.glb", "out.glb: GLB, 2 triangles, 4 vertices, "),
    ] {
        let ran = desk.done(&format!("convert quad.obj {arguments}"));
        assert!(ran.stdout.starts_with(told) && ran.stdout.ends_with(" bytes\n"), "{}", ran.stdout);
        assert!(ran.stderr.contains("quad.obj: 1 problem"), "{}", ran.stderr);
    }
    let moved = desk.json("convert quad.obj moved.stl --translate 0.1,0,0 --scale 2");
    let told = ["output", "format", "triangles", "rounding"].map(|key| moved[key].clone());
    assert_eq!(json!(told), json!(["moved.stl", "binary STL", 2, (2.1 - f64::from(2.1f32)).abs()]));
    let (mesh, _) = Mesh::open(desk.path("moved.stl")).expect("a mesh");
    assert_eq!((mesh.bounds().max.x, mesh.bounds().min.y), (f64::from(2.1f32), -2.0));
    let (again, _) = Mesh::open(desk.path("out.obj")).expect("a mesh");
    let source = again.source();
    assert_eq!([source.object(1), source.group(1), source.material(1)], [Some("board"), Some("front"), Some("paint")]);
    let ran = desk.run("convert sample:cube cube.stl");
    assert_eq!((ran.status, &*ran.stdout), (Some(0), "cube.stl: binary STL, 12 triangles, 36 vertices, 684 bytes\n"));
    desk.done("convert cube.stl cube.part.obj");
    assert_eq!(Mesh::open(desk.path("cube.part.obj")).expect("a mesh").0.source().object(0), Some("cube"));
}

#[test]
fn names_that_are_turned_into_utf_8_are_told_of() {
    let desk = Workdir::new();
    let gbk = root().join("tests/data/reports/gbk-names/two-materials.obj");
    let convert = |out: &str| desk.run(&format!("convert {} {out}", gbk.display()));
    assert!(convert("out.obj").stdout.ends_with(" bytes, names converted to UTF-8, without colours\n"));
    assert!(convert("out.ply").stdout.ends_with(" bytes\n"));
    assert!(desk.text("out.obj").contains("usemtl 绿\n"));
    let info = format!("info {}", gbk.display());
    desk.says(&info, 0, "  encoding    GBK\n");
    assert_eq!(desk.json(&info)["encoding"], "GBK");
}

#[test]
fn what_a_format_has_no_place_for_is_told() {
    let desk = Workdir::with(&[("t.mtl", "newmtl m\nmap_Kd a.png\n")]);
    desk.write("t.obj", "mtllib t.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\nvn 0 0 1\nusemtl m\nf 1/1/1 2/1/1 3/1/1\n");
    assert!(desk.run("convert t.obj out.obj").stdout.ends_with(" bytes, without textures\n"));
    let json = desk.json("convert t.obj out.stl");
    assert_eq!(json["left_out"], json!(["textures", "texture coordinates", "normals"]));
    // The image is not there, then it is; from another folder it cannot be named.
    assert!(desk.run("convert t.obj out.ply").stdout.ends_with(" bytes, without textures, normals\n"));
    std::fs::write(desk.path("a.png"), b"\x89PNG\r\n\x1a\n").expect("an image");
    std::fs::create_dir(desk.path("sub")).expect("a folder");
    for (out, is_named) in [("out.ply", true), ("sub/out.ply", false)] {
        let told = desk.run(&format!("convert t.obj {out} --force --ascii")).stdout;
        let ply = desk.text(out);
        assert_eq!([ply.contains("comment TextureFile a.png"), !told.contains("textures")], [is_named; 2], "{out}");
    }
}

#[test]
fn objects_that_the_file_hides_are_written_and_it_is_told() {
    let desk = Workdir::new();
    let path = root().join("tests/data/reports/gltf-node-visibility-used.gltf");
    let ran = desk.run(&format!("convert {} out.obj", path.display()));
    assert!(ran.stdout.ends_with(" bytes, with 1 hidden object, visible there\n"), "{}", ran.stdout);
    assert_eq!(Mesh::open(desk.path("out.obj")).expect("a mesh").0.n_triangles(), 4);
    let json = desk.run(&format!("convert {} out.ply --json", path.display())).json();
    assert_eq!(json["hidden_objects"], 1);
}

#[test]
fn a_file_that_is_there_is_replaced_by_force_alone_also_the_one_that_is_read() {
    let desk = Workdir::with(&[("other.stl", "mine")]);
    for out in ["quad.obj", "other.stl"] {
        let told = "already exists; name another file, or replace it with --force";
        desk.refuses(&format!("convert quad.obj {out}"), &[("", told)]);
    }
    assert_eq!(desk.text("other.stl"), "mine");
    assert_eq!(desk.text("quad.obj"), QUAD);
    // What cannot be written leaves the old file as it was.
    let told = "other.stl: is not written: vertex 0 lies at 1e60 -1 0, beyond the numbers";
    desk.refuses("convert quad.obj other.stl --force --translate 1e60,0,0", &[("", told)]);
    assert_eq!(desk.text("other.stl"), "mine");
    for out in ["quad.obj", "other.stl"] {
        desk.done(&format!("convert quad.obj {out} --force"));
        assert_eq!(Mesh::open(desk.path(out)).expect("a mesh").0.n_triangles(), 2);
    }
    assert_eq!(desk.names("."), ["other.stl", "quad.obj"], "nothing is left beside them");
}

#[test]
fn what_cannot_be_converted_is_told_in_one_line() {
    let desk = Workdir::new();
    let rows = [
        ("quad.obj out.fbx", "out.fbx: its extension is not a format that can be written: use .obj, .ply, .stl, .glb"),
        ("quad.obj out", "out: its extension is not a format"),
        ("quad.obj out.glb --ascii", "out.glb: there is no ascii GLB: leave --ascii out"),
        ("missing.obj out.stl", "missing.obj: cannot be read"),
        ("quad.obj missing/out.stl", "there is no folder missing; create it, or name another"),
        ("quad.obj out.stl --scale 0", "--scale: this leaves nothing to hit"),
        ("quad.obj", "OUT"),
    ];
    desk.refuses("convert ", &rows);
}

#[test]
fn a_closed_surface_is_closed_as_stl_too_and_it_is_told_that_vertices_were_joined() {
    let desk = Workdir::new();
    desk.done("convert sample:cube cube.stl");
    let info = desk.json("info cube.stl");
    assert_eq!((&info["vertices"], &info["joined_vertices"], &info["closed"]), (&36.into(), &8.into(), &true.into()));
    for (file, words) in [
        ("cube.stl", "vertices    36, joined by position: 8\n"),
        ("cube.stl", "surface     closed\n"),
        ("quad.obj", "vertices    4\n"),
    ] {
        desk.says(&format!("info {file}"), 0, words);
    }
}

#[test]
fn the_objects_of_a_scene_are_written_where_they_stand_each_under_its_name() {
    let desk = Workdir::new();
    let scene = root().join("tests/data/formats/nasty__glb_many_instances_1.glb");
    std::fs::copy(scene, desk.path("scene.glb")).expect("a scene");
    let info = |file: &str| {
        let info = desk.run(&format!("info {file} --json")).json();
        ["triangles", "vertices", "bounds", "objects"].map(|key| info[key].clone())
    };
    for out in ["out.glb", "out.obj"] {
        desk.done(&format!("convert scene.glb {out}"));
        assert_eq!(info(out), info("scene.glb"), "{out}");
    }
    assert_eq!(info("out.obj")[3].as_array().map(Vec::len), Some(388));
}
