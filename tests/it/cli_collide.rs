//! `pickray collide`, as programs and people meet it.

use crate::*;

/// A fin that stands on the board of `quad.obj`: it reaches from z = −1 to z = 1 at x = 0.5.
const FIN: &str = "# a fin\nv 0.5 -0.5 -1\nv 0.5 0.5 -1\nv 0.5 0 1\nf 1 2 3\n";

fn desk() -> Workdir {
    Workdir::with(&[("fin.obj", FIN)])
}

fn length_of(object: &Value) -> usize {
    object.as_array().expect("a list").len()
}

#[test]
fn two_meshes_that_meet_tell_their_pairs_with_lines_and_the_curve_and_those_apart_are_a_clean_no() {
    let object = desk().json("collide quad.obj fin.obj");
    assert_eq!((&object["meet"], &object["itself"]), (&true.into(), &false.into()));
    // The board's diagonal passes (0.5, 0.5), where the fin at z = 0 is only 0.25 high: one triangle of the board is
    // cut.
    let expected = json!([{"a": 0, "b": 0, "line_a": 8, "line_b": 5}]);
    assert_eq!(object["pairs"], expected);
    let curve = &object["curves"][0];
    assert_eq!((length_of(&object["curves"]), &curve["closed"], &curve["length"]), (1, &false.into(), &0.5.into()));
    let ends: Vec<[f64; 3]> = serde_json::from_value(curve["points"].clone()).expect("points");
    assert!(ends.contains(&[0.5, -0.25, 0.0]) && ends.contains(&[0.5, 0.25, 0.0]), "{ends:?}");
    assert!((1..=2).contains(&object["counts"]["triangle_triangle"].as_u64().expect("a count")));
    assert_eq!((&object["a"]["file"], object["b"]["triangles"].as_u64()), (&"quad.obj".into(), Some(1)));
    for key in ["contact_seconds", "build_seconds", "load_seconds"] {
        assert!(object[key].as_f64().is_some_and(|seconds| seconds >= 0.0), "{key}");
    }
    let pair = "triangle 0 (line 8) and triangle 0 (line 5)";
    let words = ["quad.obj and fin.obj meet", "pairs          1", "0 closed, 1 open", pair];
    desk().done("collide quad.obj fin.obj").tells(&words);
    let apart = desk().says("collide quad.obj fin.obj --translate 0,0,3 --json", 1, "").json();
    assert_eq!((&apart["meet"], length_of(&apart["pairs"])), (&false.into(), 0));
    desk().says("collide quad.obj fin.obj --translate 0,0,3", 1, "do not meet");
}

#[test]
fn rows_columns_and_steps_place_a_mesh_alike() {
    let desk = desk();
    // Turned by a quarter about z, doubled, then shifted: (x, y, z) goes to (−2y + 0.1, 2x − 1, 2z + 0.25).
    let places = [
        "--scale 2 --rotate 0,0,90 --translate 0.1,-1,0.25",
        "--transform 0,-2,0,0.1,2,0,0,-1,0,0,2,0.25,0,0,0,1",
        "--column-major --transform 0,2,0,0,-2,0,0,0,0,0,2,0,0.1,-1,0.25,1",
    ];
    let contacts = places.map(|place| {
        let object = desk.run(&format!("collide quad.obj fin.obj --json {place}")).json();
        let curve: Vec<[f64; 3]> = serde_json::from_value(object["curves"][0]["points"].clone()).expect("a curve");
        (object["pairs"].clone(), curve.into_iter().map(|point| point.map(|x| (x * 1e9).round())).collect::<Vec<_>>())
    });
    assert_eq!(contacts[1], contacts[2]);
    assert_eq!(contacts[0], contacts[1], "but for rounding");
    // The fin stays at y = 0 in the world.
    assert!(contacts[0].1.iter().all(|point| point[1].abs() < 2.0), "{:?}", contacts[0].1);

    let matrix = "1,0,0,9,0,1,0,0,0,0,1,0,0,0,0,1";
    let both = desk.run(&format!("collide quad.obj fin.obj --json --transform {matrix} --transform-a {matrix}")).json();
    assert_eq!(both["curves"][0]["points"][0][0].as_f64(), Some(9.5), "points are in the world");
}

#[test]
fn a_mesh_with_itself_leaves_its_neighbours_out() {
    let desk = desk();
    desk.says("collide quad.obj ./quad.obj", 1, "does not cut through itself").tells(&["neighbours"]);

    desk.write("both.obj", "v -1 -1 0\nv 1 -1 0\nv 0 1 0\nv 0 -0.5 -1\nv 0 0.5 -1\nv 0 0 1\nf 1 2 3\nf 4 5 6\n");
    let object = desk.json("collide both.obj both.obj");
    assert_eq!((&object["itself"], length_of(&object["pairs"])), (&true.into(), 1));
    assert_eq!((object["pairs"][0]["line_b"].as_u64(), length_of(&object["curves"])), (Some(8), 1));

    // Moved, it is another mesh.
    let moved = desk.json("collide quad.obj quad.obj --translate 0.5,0,0");
    assert_eq!((&moved["itself"], &moved["meet"]), (&false.into(), &true.into()));
    assert!(length_of(&moved["flat"]) > 0, "coplanar pairs share polygons");
}

#[test]
fn first_stops_at_one_pair_and_long_lists_are_cut() {
    let desk = desk();
    let first = desk.json("collide sample:cube sample:icosphere --first");
    assert_eq!((length_of(&first["pairs"]), length_of(&first["curves"])), (1, 0));
    let far = desk.run("collide sample:cube sample:icosphere --first --translate 9,0,0");
    assert_eq!(far.status, Some(1), "{}", far.stdout);

    let line = "collide sample:cube sample:icosphere --scale 1.3";
    let pairs = length_of(&desk.run(&format!("{line} --json")).json()["pairs"]);
    assert!(pairs > 20, "{pairs}");
    let rows = |text: &str| text.lines().filter(|row| row.trim_start().starts_with("pair ")).count();
    let short = desk.run(line).stdout;
    assert_eq!(rows(&short), 10);
    assert!(short.contains(&format!("and {} pairs more", pairs - 10)), "{short}");
    assert_eq!(rows(&desk.run(&format!("{line} --all")).stdout), pairs);
}

#[test]
fn many_equal_triangles_with_themselves_are_all_pairs_and_first_looks_at_one() {
    let desk = desk();
    desk.write("equal.obj", &format!("v 0 0 0\nv 1 0 0\nv 0 1 0\n{}", "f 1 2 3\n".repeat(60)));
    let first = desk.json("collide equal.obj equal.obj --first");
    assert_eq!((length_of(&first["pairs"]), first["counts"]["triangle_triangle"].as_u64()), (1, Some(1)));
    let all = desk.json("collide equal.obj equal.obj");
    assert_eq!((length_of(&all["pairs"]), length_of(&all["flat"])), (60 * 59 / 2, 1));
    assert_eq!((&all["pairs"][0]["line_a"], &all["pairs"][0]["line_b"]), (&4.into(), &5.into()));
}

#[test]
fn what_is_no_place_for_a_mesh_is_refused_in_one_line() {
    let desk = desk();
    desk.done("convert quad.obj plain.obj");
    let rows = [
        ("--scale 0", "inverse"),
        ("--scale 1,0,1 --rotate 10,20,30", "inverse"),
        ("--transform 1,2,3,0,2,4,6,0,0,0,1,0,0,0,0,1", "inverse"),
        ("--transform-a 0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1", "inverse"),
        ("--transform 1,0,0,0,0,1,0,0,0,0,1,0,5,6,7,1", "--column-major"),
        ("--transform 1,0,0,inf,0,1,0,0,0,0,1,0,0,0,0,1", "finite"),
        ("--transform 1,0,0", "16 numbers"),
        ("--translate nan,0,0", "finite"),
        ("--rotate 1,2", "3 numbers"),
        ("--transform 1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1 --scale 2", "cannot be used"),
        ("--translate 1.7e308,0,0 --transform-a 1,0,0,-1.7e308,0,1,0,0,0,0,1,0,0,0,0,1", "largest numbers"),
    ];
    desk.refuses("collide plain.obj fin.obj ", &rows);
    desk.refuses("collide ", &[("quad.obj", ""), ("quad.obj none.obj", "none.obj"), ("none.obj quad.obj", "none.obj")]);
}
