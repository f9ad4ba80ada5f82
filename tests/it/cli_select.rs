//! `pickray select`: what it selects and writes, and what it refuses.

use crate::*;
use pickray::pick::SavedSelection;

#[test]
fn each_area_selects_what_lies_in_it_by_its_rule() {
    let desk = Workdir::with(&[("corner.txt", "90,90\n130,90\n\n90,130\n")]);
    desk.write("all.json", "[[90, 90], [310, 90],\n [310, 310], [90, 310]]");
    for (area, expected) in [
        ("--rect 90,90,310,310", vec![0, 1]),
        ("--rect 110,110,120,120", vec![1]),
        ("--rect 300,300,350,350 --through", vec![0]),
        ("--rect 230,230,240,240 --rule centre", vec![0]),
        ("--lasso corner.txt", vec![1]),
        ("--lasso all.json --rule enclose --through", vec![0, 1]),
        ("--brush 200,220,3", vec![0]),
        ("--brush -5,200,105 --through", vec![1]),
        ("--material paint", vec![0, 1]),
        ("--linked 1", vec![0, 1]),
        ("--flat 0:0 --angle 0", vec![0, 1]),
        ("--rect 90,90,310,310 --scale -1,1,1 --cull back", vec![]),
        ("--rect 90,90,310,310 --scale -1,1,1 --rotate 0,180,0 --cull back", vec![0, 1]),
    ] {
        let ran = desk.run(&format!("select quad.obj {area} {FRONT} --json"));
        assert_eq!(ran.status, Some(i32::from(expected.is_empty())), "{area}: {}", ran.stderr);
        let selected = ran.json();
        assert_eq!(selected["triangles"], json!(expected), "{area}");
        assert_eq!(selected["count"], json!(expected.len()), "{area}");
        assert_eq!(selected["area"], json!(2.0 * expected.len() as f64), "{area}");
        assert_eq!(selected["bounds"].is_null(), expected.is_empty(), "{area}");
    }
}

#[test]
fn the_text_counts_and_names_the_first_triangles() {
    let desk = Workdir::new();
    let ran = desk.run(&format!("select quad.obj --rect 90,90,310,310 {FRONT}"));
    assert_eq!(ran.stdout, "2 triangles: 0, 1\n  area    4\n  bounds  -1, -1, 0 to 1, 1, 0\n");
    let flat = |angle: u32| desk.json(&format!("select sample:cube --flat 3 --angle {angle}"))["count"].clone();
    assert_eq!([flat(89), flat(90)], [json!(2), json!(10)], "all but the opposite side");
    let told = "12 triangles: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, and 2 more";
    desk.says("select sample:cube --rect 0,0,1280,720 --through", 0, told);
    let ran = desk.run(&format!("select quad.obj --rect 0,0,5,5 {FRONT}"));
    assert_eq!((ran.status, &*ran.stdout), (Some(1), "nothing is selected\n"));
}

#[test]
fn triangles_of_several_objects_are_named_with_their_object() {
    let desk = Workdir::new();
    let line = format!("select quad.obj quad.obj --brush 120,280,2 --through {FRONT}");
    let selected = desk.run(&format!("{line} --json")).json();
    let expected = json!([{"object": 0, "triangle": 0}, {"object": 0, "triangle": 1},
        {"object": 1, "triangle": 0}, {"object": 1, "triangle": 1}]);
    assert_eq!(selected["triangles"], expected);
    assert!(desk.run(&line).stdout.starts_with("4 triangles: 0:0, 0:1, 1:0, 1:1\n"));
    let hidden = desk.run(&format!("{line} --hide 0 --json")).json();
    assert_eq!(hidden["count"], json!(2));
}

#[test]
fn a_selection_is_written_as_a_mesh_and_as_a_saved_one_which_a_picture_shows() {
    let desk = Workdir::new();
    let select = format!("select quad.obj --brush 200,220,3 {FRONT}");
    desk.done(&format!("{select} -o part.stl"));
    let (mesh, _) = Mesh::open(desk.path("part.stl")).expect("a mesh");
    assert_eq!((mesh.n_triangles(), mesh.triangle(0).centroid().y), (1, -1.0 / 3.0));
    let saved = format!("{select} -o part.selection.json");
    desk.done(&saved);
    desk.says(&saved, 2, "already exists");
    desk.done(&format!("{saved} --force"));
    let text = desk.text("part.selection.json");
    assert!(text.contains(r#""name":"quad.obj""#) && text.contains(r#""triangles":[0]"#), "{text}");
    let render = |select: &str| {
        let ran = desk.done(&format!("render quad.obj -o out.png --renderer cpu --no-edges {FRONT} {select} --json"));
        (ran.json()["selected"].clone(), std::fs::read(desk.path("out.png")).expect("a picture"))
    };
    let (by_file, by_pick) = (render("--select part.selection.json"), render("--at 200,220"));
    assert_eq!((by_file.0, by_pick.0), (json!(1), json!(null)));
    assert!(by_file.1 == by_pick.1, "both show triangle 0");
    assert!(by_file.1 != render("").1);
}

#[test]
fn what_cannot_be_selected_or_written_is_told_in_one_line() {
    let desk = Workdir::new();
    for (name, text) in [("bad.txt", "1,2\n3 x\n"), ("two.txt", "1 2\n3 4\n1 2\n"), ("far.txt", "-9,1\n-5,1\n-5,9")] {
        desk.write(name, text);
    }
    desk.write("notes.selection.json", "{\"mine\": true}");
    let saved = format!("select quad.obj --rect 90,90,310,310 {FRONT} -o saved.selection.json");
    desk.done(&saved);
    let mut beyond: SavedSelection = serde_json::from_str(&desk.text("saved.selection.json")).expect("as it is");
    beyond.selected[0].triangles.insert_all(7..=9);
    desk.write("beyond.selection.json", &serde_json::to_string(&beyond).expect("JSON"));
    let rows = [
        ("select quad.obj", "--rect"),
        ("select quad.obj --rect 0,0,1,1 --brush 1,1,1", "--brush"),
        ("select quad.obj --rect 0,0,1", "4 numbers"),
        ("select quad.obj --brush 1,1,-1", "below 0"),
        ("select quad.obj --rect 0,0,9,9 --rule inside", "enclose"),
        ("select quad.obj --lasso bad.txt", "bad.txt:2: "),
        ("select quad.obj --lasso two.txt", "a lasso needs three different points or more, and this one has 2"),
        ("select quad.obj --lasso far.txt", "far.txt: the region lies outside the picture"),
        ("select quad.obj --lasso none.txt", "none.txt"),
        ("select quad.obj --rect -9,-9,-1,-1", "outside the picture"),
        ("select quad.obj --material gold", "take paint"),
        ("select sample:cube --material gold", "none is named"),
        ("select sample:cube --linked 12", "--linked 12: there is no such triangle; the mesh has those from 0 to 11"),
        ("select sample:cube --flat 2:0 --angle 5", "--flat 2:0: there are only 1 objects"),
        ("select sample:cube --flat 0", "--angle"),
        ("select sample:cube --flat 0 --angle -1", "below 0"),
        ("select sample:cube --linked x", "a triangle's number"),
        ("select quad.obj --rect 0,0,900,900 -o quad.obj", "quad.obj"),
        ("select quad.obj --rect 0,0,900,900 -o part.doc", "its extension is not a format"),
        ("select quad.obj --rect 0,0,900,900 -o notes.selection.json", "already exists; name another file, or"),
        ("render sample:cube -o a.png --select saved.selection.json", "made in quad.obj, and "),
        ("render quad.obj -o a.png --select beyond.selection.json", "selects triangle 9 of quad.obj, which has 2"),
        ("render quad.obj -o a.png --select notes.selection.json", "is not a saved selection"),
        ("render quad.obj -o a.png --select none.selection.json", "none.selection.json"),
    ];
    desk.refuses("", &rows);
    let ran = desk.run(&format!("select quad.obj --rect 0,0,5,5 {FRONT} -o none.obj"));
    assert_eq!((ran.status, desk.path("none.obj").exists()), (Some(1), false), "{}", ran.stderr);
    assert!(ran.stderr.contains("none.obj: is not written, since nothing is selected"), "{}", ran.stderr);
}
