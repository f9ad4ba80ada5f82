//! The benches of Collide.

use super::*;

#[test]
fn the_tabs_go_over_to_the_collide_workspace_and_back_and_picking_stays_as_it_was() {
    let mut harness = picked(usual());
    harness.press("Collide").sees(&["First contact"]);
    assert_eq!(harness.desk().workspace, Workspace::Collide);
    assert!(!harness.shows("Hit"), "the pick's panels are those of the other workspace");
    assert_eq!(harness.pick(1).selected(), [0], "a click sends a sphere there");
    harness.press("Pick").sees(&["Hit"]);
    assert_eq!(harness.pick(1).selected(), [1]);
}

#[test]
fn the_bench_of_the_sphere_shows_the_contact_the_slide_and_how_it_was_decided() {
    let mut harness = usual();
    let run = harness.press("Collide").pick(0).tool::<Sphere>().run.clone().expect("a way");
    harness.get_by_label(&format!("Triangle {}", run.sweep.hit.expect("a hit").triangle));
    harness.sees(&["t", "Distance", "Point", "Normal", "Feature", "Overlapping", "Tested", "Bounces", "End", "Ended"]);
    harness.press("How it was decided").sees(&["Touched"]);
    let before = harness.tool::<Sphere>().time;
    harness.focus(Role::Slider, "Time").key(egui::Key::ArrowRight);
    assert!(harness.tool::<Sphere>().time > before, "the slider leads through time");
    harness.press("Player: keys move the sphere").sees(&["Centre", "Gravity"]);
}

#[test]
fn the_bench_of_two_triangles_shows_the_signs_the_line_the_verdict_and_the_axes() {
    let mut harness = window([1200.0, 2000.0], 1.0);
    harness.press("Collide").press("Two triangles").pick(0).sees(&["Triangle 0", "The next click"]);
    harness.pick(1).sees(&["They meet", "Both lie in one plane, and are compared in it without z."]);
    harness.press("Free");
    for (case, verdict) in [("Crossing", "They meet"), ("Apart", "They do not meet"), ("Coplanar", "They meet")] {
        harness.press(case).sees(&[verdict]);
    }
    harness.press("Crossing").sees(&["p.a", "p.b", "p.c", "q.a", "q.b", "q.c", "p0 p1 q0 q1"]);
    harness.sees(&["box x", "box y", "box z", "plane", "x × ab", "y × bc", "z × ca"]);
    let named = harness.press("Apart").get_all_by_label("Apart").count();
    assert_eq!(named, 2, "the case, and the axis along which they are");
}

#[test]
fn an_error_about_a_second_mesh_is_not_lost_when_the_first_is_there() {
    let mut app = App::new();
    app.update(Action::Open(MeshSource::File("/somewhere/two.obj".into())));
    app.update(TwoMeshesAction::OpenSecond(MeshSource::File("/somewhere/empty.obj".into())));
    let refused = Load::bytes("empty.obj", b"").mesh().expect_err("nothing is in it");
    let second = app.state.tools.get::<TwoMeshes>().loading.as_ref().expect("the second mesh is being read");
    let refused = answer(&second.result, Err(refused.to_string()));
    app.update(TwoMeshesAction::Loaded(refused));
    app.loaded(Ok(loaded(TWO)));
    let message = app.state.desk.messages.last.as_ref().expect("a line that says so");
    assert!(message.is_error && message.text.contains("empty.obj"), "{message:?}");
    app.update(Action::Open(MeshSource::File("/somewhere/two.obj".into())));
    assert!(app.state.desk.messages.last.is_none(), "another mesh is opened");
}

#[test]
fn the_bench_of_two_meshes_shows_both_where_the_second_stands_and_what_they_share() {
    let mut harness = window([1200.0, 2000.0], 1.0);
    harness.press("Collide").press("Two meshes").sees(&["Building the trees of both meshes"]);
    let work = |harness: &mut Window| {
        while harness.state_mut().work() > 0 {
            harness.rest();
        }
    };
    work(&mut harness);
    let pairs = harness.tool::<TwoMeshes>().answer.as_ref().expect("an answer").contact.pairs.len();
    assert!(pairs > 0 && harness.shows(&format!("{pairs} pair{}", if pairs == 1 { "" } else { "s" })));
    let rows = ["First", "Second", "Curves", "Length", "Triangles", "Box tests", "Exact tests", "Took", "Pairs"];
    harness.shows_all(&rows);
    for row in ["Moved by", "Turned by"] {
        let [x, y, z] = ["x", "y", "z"].map(|axis| harness.rect(&format!("{row} {axis}")));
        assert!(x.y_range() == y.y_range() && y.y_range() == z.y_range(), "they stand in one line: {x} {y} {z}");
    }
    let place = harness.tool::<TwoMeshes>().place;
    work(harness.press("First contact only"));
    harness.get_by_label("They meet");
    harness.state_mut().update(TwoMeshesAction::Place(MeshPose::default(), true));
    work(&mut harness);
    work(harness.press("Reset"));
    assert_eq!(harness.tool::<TwoMeshes>().place, place, "where it stands at first");
}

#[test]
fn the_bench_of_many_bodies_shows_what_sweep_and_prune_does() {
    let mut harness = window([1200.0, 2000.0], 1.0);
    harness.press("Collide").press("Many bodies");
    let pairs = |harness: &Window| {
        let world = harness.tool::<ManyBodies>().world.as_ref().expect("bodies");
        (world.broad.pairs().len(), world.boxes.len())
    };
    assert!(harness.shows(&format!("{} pairs", pairs(&harness).0)));
    harness.shows_all(&["Swaps", "Came, went", "Axis", "Magnified", "Number", "Speed", "Choice"]);
    harness.press("Hold");
    let count = pairs(&harness).1;
    for (button, expected) in [("Add one", count + 1), ("Remove one", count), ("Teleport one", count), ("Step", count)]
    {
        harness.press_role(Role::Button, button);
        assert_eq!(pairs(&harness).1, expected, "{button}");
    }
    harness.sees(&["Teleported"]);
    let least = many_bodies::ManyBodiesAction::Count(*many_bodies::BODIES.start());
    harness.act(least).press_role(Role::Button, "Remove one");
    assert_eq!(pairs(&harness).1, *many_bodies::BODIES.start(), "there are always two");
    assert!(harness.get_by_role_and_label(Role::Button, "Remove one").accesskit_node().is_disabled());
    let [label, button] = ["Axis", "z"].map(|name| harness.rect(name).center().y);
    assert!((label - button).abs() <= 1.0, "they stand in one line: {label} and {button}");
    assert_eq!(harness.press("z").tool::<ManyBodies>().chosen.axis, 2);
    assert!(!harness.press("Compare with the library's own choice").shows("Choice") && harness.shows("Run"));
}
