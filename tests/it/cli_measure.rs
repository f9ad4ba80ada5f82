//! `pickray measure`: what it measures, the landmarks that it reads and writes, and what it refuses.

use crate::*;

/// Returns whether two values are the same, numbers in lists to within a millionth.
fn is_near(a: &Value, b: &Value) -> bool {
    match (a.as_array(), b.as_array()) {
        (Some(a), Some(b)) => {
            let near = |(a, b): (&Value, &Value)| (a.as_f64().unwrap() - b.as_f64().unwrap()).abs() < 1e-6;
            a.len() == b.len() && a.iter().zip(b).all(near)
        }
        _ => a == b,
    }
}

#[test]
fn every_point_is_found_and_named() {
    let desk = Workdir::new();
    for (point, options, expected) in [
        ("vertex:3", "", json!({"point": [-1, 1, 0], "triangle": 1, "weights": [0, 0, 1], "vertex": 3})),
        ("triangle:1", "", json!({"point": [-1.0 / 3.0, 1.0 / 3.0, 0], "triangle": 1, "vertex": null})),
        ("triangle:0:0.25,0.5", "", json!({"point": [0.5, 0, 0], "triangle": 0, "weights": [0.25, 0.25, 0.5]})),
        ("1.5,-2,7", "", json!({"point": [1.5, -2, 7], "object": null, "triangle": null, "weights": null})),
        ("at:250,219", "", json!({"point": [0.5, -0.2, 0], "object": 0, "triangle": 0})),
        ("at:292,107", "--snap corners", json!({"point": [1, 1, 0], "vertex": 2})),
        ("at:292,107", "--snap corners --radius 5", json!({"point": [0.92, 0.92, 0], "vertex": null})),
        ("at:225,107", "--snap edges", json!({"point": [0.25, 1, 0], "vertex": null})),
        ("vertex:2", "--translate 0,0,7 --scale 2", json!({"point": [2, 2, 7], "vertex": 2})),
    ] {
        let measured = desk.json(&format!("measure quad.obj {FRONT} --sample corner --path {point} 0,0,0 {options}"));
        let end = &measured["points"][0];
        assert_eq!(end["asked"], point);
        for (key, value) in expected.as_object().expect("an object") {
            assert!(is_near(&end[key], value), "{point} {options}: {key} {}", end[key]);
        }
    }
    // The first triangle has a vertex twice, and the last vertex no triangle.
    desk.write("loose.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 5 0 0\nv 0 0 9\nf 2 2 4\nf 1 2 3\n");
    let measured = desk.json("measure loose.obj --distance vertex:1 vertex:4");
    let ends = measured["points"].as_array().expect("two");
    assert_eq!((&ends[0]["triangle"], &ends[0]["weights"]), (&json!(0), &json!([1.0, 0.0, 0.0])));
    assert_eq!((&ends[1]["triangle"], &ends[1]["point"]), (&Value::Null, &json!([0.0, 0.0, 9.0])));
    let miss = format!("measure quad.obj {FRONT} --distance at:5,5 vertex:0");
    let missed = desk.says(&format!("{miss} --json"), 1, "").json();
    assert_eq!((&missed["distance"], &missed["points"][0]["point"]), (&Value::Null, &Value::Null));
    let told = "no distance: a point is missing\n  at:5,5   hits nothing\n  vertex:0 -1, -1, 0, vertex 0, triangle 0\n";
    assert_eq!(desk.run(&miss).stdout, told);
    let hide = format!("measure quad.obj quad.obj {FRONT} --sample corner --distance at:250,219 vertex:1:2 --hide 0");
    let hidden = desk.run(&hide).stdout;
    assert!(hidden.contains("vertex 1:2, triangle 1:0"), "{hidden}");
    assert!(hidden.contains("at:250,219 0.5, -0.2, 0, triangle 1:0"), "{hidden}");
}

#[test]
fn measures_far_from_the_origin_are_told_to_the_last_digit_of_the_file() {
    let desk = Workdir::new();
    let far = "v 4500000.001 5600000.002 10.003\nv 4500003.001 5600004.002 10.003\nv 4500000.001 5600000.002 10.004\n";
    desk.write("far.obj", &format!("{far}f 1 2 3\n"));
    for (points, told) in [
        ("--distance vertex:0 vertex:1", "distance 5, along 3, 4, 0\n  vertex:0 4500000.001, 5600000.002, 10.003, "),
        ("--distance vertex:0 vertex:2", "distance 0.001, along 0, 0, 0.001\n"),
        ("--path vertex:0 vertex:1 vertex:0 vertex:2", "length 10.001\n"),
        ("--distance vertex:1 vertex:1", "distance 0: both points coincide\n"),
        ("--path vertex:1 vertex:1 vertex:1", "length 0: all points coincide\n"),
        ("--distance 0,0,0 0,1e-12,0", "distance 1e-12, along 0, 0, 0\n"),
        // The angle of 1e-9 radians between two ways of 1.
        ("--angle 1,0,0 0,0,0 1,1e-9,0", "angle 5.72957795e-8 degrees\n"),
    ] {
        let measured = desk.done(&format!("measure far.obj {points}")).stdout;
        assert!(measured.starts_with(told), "{points}: {measured}");
    }
    let none = desk.run("measure far.obj --angle 1,0,0 1,0,0 vertex:1 --json");
    assert_eq!((none.status, &none.json()["angle"]), (Some(1), &Value::Null));
}

#[test]
fn landmarks_are_put_onto_the_mesh_and_written_in_each_format() {
    let desk = Workdir::new();
    desk.write("in.csv", "name,x,y,z\n\"left, low\",-1,-1,0\n,0.5,-0.5,2\n\"<3 & \"\"4\"\"\",9,0,0\n");
    let listed = |file: &str, key: &str| {
        let listed = desk.json(&format!("measure quad.obj --landmarks {file}"));
        json!(listed["landmarks"].as_array().expect("a list").iter().map(|it| &it[key]).collect::<Vec<_>>())
    };
    let named = json!(["left, low", "", "<3 & \"4\""]);
    let points = json!([[-1.0, -1.0, 0.0], [0.5, -0.5, 0.0], [1.0, 0.0, 0.0]]);
    assert_eq!(listed("in.csv", "moved"), json!([0.0, 2.0, 8.0]));
    assert_eq!(listed("in.csv", "vertex"), json!([0, null, null]));
    let text = desk.done("measure quad.obj --landmarks in.csv").stdout;
    assert!(text.starts_with("3 landmarks\n  0 left, low -1, -1, 0, vertex 0, triangle 0, moved 0\n"), "{text}");
    assert!(text.contains("\n  2 <3 & \"4\"  1, 0, 0, triangle 0, moved 8\n"), "{text}");
    for (from, to) in [("in.csv", "a.json"), ("a.json", "b.pp"), ("b.pp", "c.CSV"), ("c.CSV", "d.json")] {
        let ran = desk.done(&format!("measure quad.obj --landmarks {from} -o {to}"));
        assert!(ran.stdout.contains(&format!("written     {to}\n")), "{}", ran.stdout);
        assert_eq!((listed(to, "asked"), listed(to, "point")), (named.clone(), points.clone()), "{to}");
        assert_eq!(listed(to, "moved"), json!([0.0, 0.0, 0.0]), "{to}");
    }
    assert_eq!(std::fs::read(desk.path("a.json")).expect("JSON"), std::fs::read(desk.path("d.json")).expect("JSON"));
    let ends = ["landmark:left, low", "landmark:2"];
    let words = "measure quad.obj --landmarks b.pp --json --distance".split(' ').chain(ends);
    let measured = Ran::of(desk.command(words).output().expect("the binary runs")).json();
    assert_eq!((&measured["distance"], measured.get("points").is_some()), (&json!(5.0_f64.sqrt()), true));
}

#[test]
fn landmarks_of_several_meshes_lie_on_the_nearest() {
    let desk = Workdir::with(&[("high.obj", "v -1 -1 5\nv 1 -1 5\nv 0 1 5\nf 1 2 3\n")]);
    desk.write("in.csv", "name,x,y,z\nlow,0,0,1\nhigh,0,0,4.5\n1,0,-1,3\n");
    let listed = desk.json("measure quad.obj high.obj --landmarks in.csv -o out.csv");
    let of = |key: &str| [0, 1, 2].map(|n| listed["landmarks"][n][key].clone());
    assert_eq!((of("object"), of("moved")), ([0, 1, 1].map(Value::from), [1.0, 0.5, 2.0].map(Value::from)));
    let text = desk.done("measure quad.obj high.obj --landmarks in.csv --distance landmark:low landmark:1").stdout;
    assert!(text.starts_with("distance 5.099"), "a name goes before a number: {text}");
    assert!(text.contains("landmark:1   0, -1, 5, triangle 1:0, moved 2\n"), "{text}");
}

#[test]
fn landmarks_lie_where_the_file_places_its_objects_and_move_with_them() {
    let desk = Workdir::new();
    let folder = root().join("tests/data/reports/landmarks-gltf-node-transform");
    for name in ["one.glb", "world.pp", "corner.csv"] {
        std::fs::copy(folder.join(name), desk.path(name)).expect("copied");
    }
    desk.done("convert one.glb one.obj");
    for (files, from, to) in [
        ("one.glb", "world.pp", "a.json"),
        ("one.obj", "a.json", "b.csv"),
        ("one.glb", "b.csv", "c.csv"),
        ("quad.obj one.glb", "c.csv", "d.csv"),
        ("one.glb --translate 0,0,5", "c.csv", "e.csv"),
    ] {
        let listed = desk.json(&format!("measure {files} --landmarks {from} -o {to}"));
        assert_eq!(listed["landmarks"][0]["moved"], json!(0.0), "{files} {from}: {listed}");
        let z = if files.contains("translate") { 5.0 } else { 0.0 };
        assert_eq!(listed["landmarks"][0]["point"], json!([11.0, 1.0, z]), "{files}");
    }
    std::fs::copy(folder.with_file_name("landmarks-inactive/a.pp"), desk.path("a.pp")).expect("copied");
    let listed = ["\n  1 1 not picked\n", "\n  2 2 0.7, 0.1, 0, "];
    desk.done("measure quad.obj --landmarks a.pp -o b.pp").tells(&listed);
    assert!(desk.text("b.pp").contains("active=\"0\" name=\"1\""));
    let weighed = r#"{"name": "a", "point": [-5, -3, 0], "on": {"triangle": 0, "weights": [3, -1, -1]}}"#;
    desk.write("weighed.json", &format!(r#"{{"version": 1, "landmarks": [{weighed}]}}"#));
    let weighed = desk.json("measure quad.obj --landmarks weighed.json");
    assert_eq!(weighed["landmarks"][0]["point"], json!([-1.0, -1.0, 0.0]), "weights out of 0…1 are no place");
    let large = desk.says("measure quad.obj --distance point:-1e308,0,0 1e308,0,0", 1, "").stdout;
    assert!(large.starts_with("no distance: it is larger than any number\n"), "{large}");
    let aside = desk.json("measure one.glb --landmarks corner.csv");
    assert_eq!(aside["landmarks"][0]["moved"], json!(9.0));
    desk.write("long.csv", &format!("name,x,y,z\n{},0,0,0\n", "n".repeat(70_000)));
    assert!(desk.done("measure quad.obj --landmarks long.csv").stdout.contains("n 0, 0, 0, triangle 0, moved 0"));
}

#[test]
fn what_cannot_be_measured_is_told_in_one_line() {
    let desk = Workdir::with(&[("two.csv", "name,x,y,z\na,0,0,0\nb,1,0,0\n"), ("bad.csv", "name,x,y,z\n\na,0,0,O\n")]);
    let points = "<point active='1' x='0' y='0' z='0' name='0'/><point active='0' name='1'/>";
    desk.write("a.pp", &format!("<PickedPoints>{points}</PickedPoints>"));
    desk.write("later.json", r#"{"version": 2, "landmarks": []}"#);
    desk.write("template.pp", "<PickPointsTemplate>\n <point name=\"tip\"/>\n</PickPointsTemplate>\n");
    desk.write("notes.csv", "mine");
    let rows = [
        ("", "--distance"),
        ("--distance vertex:0", "2 values required"),
        ("--path vertex:0", "2"),
        ("--angle vertex:0 vertex:1", "3 values required"),
        ("--distance vertex:0 vertex:1 --path vertex:0 vertex:1", "cannot be used with"),
        ("--distance vertex:0 vertex:4", "vertex:4: there is no vertex 4: there are 4, counted from 0"),
        ("--distance triangle:2 vertex:1", "triangle:2: there is no triangle 2: there are 2, counted from 0"),
        ("--distance triangle:0:0.6,0.5 vertex:1", "at most 1 together"),
        ("--distance vertex:1:0 vertex:1", "vertex:1:0: there is no object 1: there are 1, counted from 0"),
        ("--distance vertex:-1 vertex:1", "give a vertex's number from 0"),
        ("--distance corner:1 vertex:1", "a point is vertex:N, triangle:N, X,Y,Z, at:X,Y or landmark:NAME"),
        ("--distance 1,2 vertex:1", "3 numbers are needed"),
        ("--distance at:nan,1 vertex:1", "finite"),
        ("--distance landmark:a vertex:1", "--landmarks FILE"),
        ("--landmarks two.csv --distance landmark:2 vertex:1", "there is no landmark 2: there are 2, counted from 0"),
        ("--landmarks a.pp --distance landmark:1 landmark:0", "landmark:1: was not picked"),
        ("--landmarks none.csv", "none.csv: cannot be read"),
        ("--landmarks quad.obj", "quad.obj: files of landmarks end in .json, .csv or .pp"),
        ("--landmarks bad.csv", "bad.csv: line 3 has no number as z"),
        ("--landmarks later.json", "later.json: the landmarks were saved in version 2"),
        ("--landmarks template.pp", "template.pp: the file holds PickPointsTemplate, not PickedPoints"),
        ("--landmarks two.csv -o out.obj", "out.obj: files of landmarks end in"),
        ("--landmarks two.csv -o two.csv --force", "two.csv: is read by this command"),
        ("--landmarks two.csv -o notes.csv", "notes.csv: already exists; name another file, or"),
        ("--distance vertex:0 vertex:1 -o out.csv", "--landmarks"),
    ];
    desk.refuses("measure quad.obj ", &rows);
    desk.done("measure quad.obj --landmarks two.csv -o notes.csv --force");
    assert_eq!(desk.run("measure quad.obj --landmarks two.csv -o notes.csv").status, Some(2), "it is there already");
}

/// Returns what a command tells of a picture of the cube, and its pixels.
fn picture(desk: &Workdir, options: &str) -> (Value, Vec<[u8; 4]>) {
    let told = desk.json(&format!("render sample:cube -o out.png --size 400x300 --no-edges {options}"));
    (told, desk.pixels("out.png").0)
}

#[test]
fn measures_and_landmarks_of_a_pick_are_drawn_with_their_words() {
    let desk = Workdir::new();
    desk.done("pick sample:cube --at 200,150 --size 400x300 --save plain.pick.json");
    let mut saved = desk.value("plain.pick.json");
    let point = |triangle, weights: [f64; 3]| json!({"object": 0, "on": {"triangle": triangle, "weights": weights}});
    let (corner, gone) = (point(10, [0.0, 1.0, 0.0]), point(99, [1.0, 0.0, 0.0]));
    saved["situation"]["annotations"] = json!({
        "measures": [{"kind": "distance", "points": [point(0, [1.0, 0.0, 0.0]), point(2, [0.0, 0.0, 1.0])]}],
        "landmarks": [{"name": "corner", "at": corner}, {"name": "gone", "at": gone}],
    });
    desk.write("marked.pick.json", &saved.to_string());
    for renderer in ["cpu", "auto"] {
        let draw = |options: &str| picture(&desk, &format!("--renderer {renderer} {options}"));
        let (plain, marked) = (draw("--measures plain.pick.json"), draw("--measures marked.pick.json"));
        let drawn = |picture: &(Value, _)| ["measures", "landmarks"].map(|key| picture.0[key].clone());
        assert_eq!((drawn(&plain), drawn(&marked)), ([json!(0), json!(0)], [json!(1), json!(1)]), "99 is not there");
        assert!(draw("").1 == plain.1, "{renderer}");
        let changed = plain.1.iter().zip(&marked.1).filter(|(a, b)| a != b).count();
        // The line is some 150 pixels long, a dot 11 wide, and two labels have their ground.
        assert!((1_000..10_000).contains(&changed), "{renderer}: {changed}");
    }
    let render = "render sample:cube -o out.png --measures marked.pick.json --renderer cpu";
    desk.says(render, 0, " pixels, 1 measure, 1 landmark, drawn by ");
    desk.write("notes.json", "{}");
    let rows = [
        ("quad.obj -o out.png --measures marked.pick.json", "is not the mesh that was picked"),
        ("sample:cube quad.obj -o out.png --measures marked.pick.json", "marked.pick.json: "),
        ("sample:cube -o out.png --measures none.json", "none.json: cannot be read"),
        ("sample:cube -o out.png --measures notes.json", "notes.json: "),
        ("sample:cube -o plain.pick.json --force --measures plain.pick.json", "never overwrites what it reads"),
    ];
    desk.refuses("render ", &rows);
}
