//! The axis that is up, on the command line: by the format of the file, or as is said.

use crate::*;
use pickray::scene::UpAxis;

/// A triangle that stands on z.
const STL: &str = "solid\nfacet normal 0 -1 0\nouter loop\nvertex 0 0 0\nvertex 2 0 0\nvertex 0 0 3\nendloop\n\
                   endfacet\nendsolid\n";

/// Returns the axis that a command names, and the camera of its pick.
fn told(desk: &Workdir, options: &str) -> (String, Camera) {
    let object = desk.run(&format!("pick scan.stl --at 640,360 --json {options}")).json();
    let axis = object["up_axis"].as_str().expect("a name").to_owned();
    (axis, serde_json::from_value(object["view"]["camera"].clone()).expect("a camera"))
}

#[test]
fn the_axis_that_is_up_goes_by_the_format_or_by_what_is_said_and_the_camera_is_the_windows() {
    let desk = Workdir::with(&[("scan.stl", STL)]);
    let (scene, _) = Load::file(desk.path("scan.stl")).scene().expect("a mesh");
    let framed = |up| Camera::framing_scene(&scene, 1280.0 / 720.0, up);
    for (options, up) in [("", UpAxis::Z), ("--up z", UpAxis::Z), ("--up y", UpAxis::Y), ("--up 0,7,0", UpAxis::Y)] {
        let name = if up == UpAxis::Z { "z" } else { "y" };
        assert_eq!(told(&desk, options), (name.to_owned(), framed(up)), "{options:?}");
    }
    let (_, slanted) = told(&desk, "--up 1,0,1");
    assert!(slanted.up.dot(glam::DVec3::new(1.0, 0.0, 1.0)) > 0.9, "{slanted:?}");
    let (_, from_eye) = told(&desk, "--eye 1,-9,1");
    assert_eq!(from_eye.up, glam::DVec3::Z);
    desk.refused("pick scan.stl --at 1,1 --up x");
}

#[test]
fn every_command_names_the_axis_and_turns_no_coordinate() {
    let desk = Workdir::with(&[("scan.stl", STL)]);
    let info = desk.json("info scan.stl");
    assert_eq!((&info["up_axis"], &info["bounds"]["max"]), (&"z".into(), &json!([2.0, 0.0, 3.0])));
    for line in ["render scan.stl -o scan.png --renderer cpu --size 40x30", "verify scan.stl --views 2 --size 40x30"] {
        assert_eq!(desk.json(line)["up_axis"], "z");
    }
}
