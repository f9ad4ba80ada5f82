//! Tests of measuring: what clicks, drags and keys make, and that undo takes it back.

use super::*;
use crate::app::settings::LengthUnit;
use crate::app::situation_text;
use crate::app::tools::picking::StripTool;
use crate::app::update::tests::*;
use pickray::geometry::{Feature, measure};
use pickray::pick::{Landmarks, MeshPoint};
use pickray::study::Measured;
use std::collections::BTreeSet;

fn measuring(state: &State) -> &Measuring {
    &state.tools.get::<Picking>().measuring
}

fn tool(state: &State) -> StripTool {
    state.tools.get::<Picking>().tool
}

/// Returns the teapot from the front, with the measuring tool in use.
fn teapot() -> State {
    let mut state = state_of(Sample::Teapot.mesh().expect("a mesh"));
    state.command(Command::Measure);
    state
}

fn at(x: f64, y: f64) -> CursorPosition {
    CursorPosition::new(x, y)
}

/// Clicks at each place; returns the points that were aimed at there before.
fn clicks(state: &mut State, places: &[CursorPosition]) -> Vec<SurfacePoint> {
    let click = |&place: &CursorPosition| {
        state.act(Action::Hover(Some(place)));
        let aim = measuring(state).aim.expect("a surface");
        state.pick(place);
        aim.point
    };
    places.iter().map(click).collect()
}

const A: CursorPosition = CursorPosition { x: 330.0, y: 190.0 };
const B: CursorPosition = CursorPosition { x: 370.0, y: 210.0 };
const C: CursorPosition = CursorPosition { x: 350.0, y: 230.0 };

#[test]
fn two_clicks_measure_what_the_marks_showed_and_undo_takes_it_back() {
    let mut state = teapot();
    let before = (state.desk.study.revision(), state.desk.selected.triangles.len());
    let points = clicks(&mut state, &[A, B]);
    let made = state.desk.annotations.measures.clone();
    assert_eq!(made, [Measure { kind: MeasureKind::Distance, points: points.clone() }]);
    assert!(points.iter().all(|point| matches!(point.on.feature(), Feature::Vertex(_) | Feature::Edge(_))));
    let [a, b] = [0, 1].map(|k| points[k].position(state.desk.scene()).expect("it is there"));
    assert_eq!(made[0].value(state.desk.scene()), Some(Measured::Distance(measure::distance(a, b))));
    assert_eq!((state.desk.study.revision(), state.desk.selected.triangles.len()), before, "nothing is picked");
    assert_eq!(measuring(&state).chosen, Some(Mark::Measure(0)));

    state.command(Command::Undo);
    assert!(state.desk.annotations.is_empty() && measuring(&state).chosen.is_none());
    state.command(Command::Redo);
    assert_eq!(state.desk.annotations.measures, made);
    state.command(Command::RemoveMark);
    assert_eq!(state.desk.annotations.measures, made, "none is chosen any more");
    state.act(MeasureAction::GoTo(Mark::Measure(0))).command(Command::RemoveMark);
    assert!(state.desk.annotations.is_empty());
    state.command(Command::Undo);
    assert_eq!(state.desk.annotations.measures, made);
}

#[test]
fn steps_of_measuring_and_of_the_selection_are_undone_in_one_order() {
    let mut state = teapot();
    clicks(&mut state, &[A, B]);
    state.command(Command::SelectByClick).pick(C).command(Command::Measure);
    clicks(&mut state, &[B, C]);
    let counts = |state: &State| (state.desk.annotations.measures.len(), state.desk.selected.triangles.len());
    let mut seen = vec![counts(&state)];
    for _ in 0..3 {
        state.command(Command::Undo);
        seen.push(counts(&state));
    }
    assert_eq!(seen, [(2, 1), (1, 1), (1, 0), (0, 0)]);
    for expected in seen.iter().rev().skip(1) {
        state.command(Command::Redo);
        assert_eq!(counts(&state), *expected);
    }
}

#[test]
fn esc_lets_the_first_point_go_then_puts_the_tool_away_and_undo_takes_back_a_point() {
    let mut state = teapot();
    clicks(&mut state, &[A]);
    assert_eq!((measuring(&state).points.len(), tool(&state)), (1, StripTool::Measure));
    state.command(Command::Escape);
    assert_eq!((measuring(&state).points.len(), tool(&state)), (0, StripTool::Measure));
    state.command(Command::Escape);
    assert_eq!(tool(&state), StripTool::Click);
    state.command(Command::Measure).act(MeasureAction::Kind(MeasureKind::Path));
    clicks(&mut state, &[A, B]);
    state.command(Command::Undo);
    assert_eq!(measuring(&state).points.len(), 1);
    assert!(state.desk.annotations.is_empty());
    state.command(Command::SelectByBox);
    assert!(measuring(&state).points.is_empty(), "another tool is in use");
}

#[test]
fn a_path_ends_by_enter_a_double_click_its_last_point_or_the_button() {
    let ways: [fn(&mut State); 4] = [
        |state| _ = state.command(Command::PickAtCrosshair),
        |state| _ = state.act(pressed(C, *state.desk.view(), ClickMode::Replace, true)),
        |state| _ = clicks(state, &[C]),
        |state| _ = state.act(MeasureAction::EndPath),
    ];
    for (way, end) in ways.into_iter().enumerate() {
        let mut state = teapot();
        state.act(MeasureAction::Kind(MeasureKind::Path));
        let points = clicks(&mut state, &[A, B, C]);
        assert!(state.desk.annotations.is_empty() && measuring(&state).can_end_path());
        let camera = state.desk.view().camera;
        end(&mut state);
        assert_eq!(state.desk.annotations.measures, [Measure { kind: MeasureKind::Path, points }], "way {way}");
        assert_eq!(state.desk.view().camera, camera, "a double click moves no camera");
    }
}

#[test]
fn three_points_make_an_angle_and_one_place_twice_is_zero() {
    let mut state = teapot();
    state.act(MeasureAction::Kind(MeasureKind::Angle));
    let points = clicks(&mut state, &[A, B, C]);
    let [a, b, c] = [0, 1, 2].map(|k| points[k].position(state.desk.scene()).expect("it is there"));
    let value = state.desk.annotations.measures[0].value(state.desk.scene());
    assert_eq!(value, Some(Measured::Angle(measure::angle(a, b, c))));
    state.act(MeasureAction::Kind(MeasureKind::Distance));
    clicks(&mut state, &[A, A]);
    let value = state.desk.annotations.measures[1].value(state.desk.scene()).expect("a value");
    assert_eq!(value_in_words(&state.desk, &value), "0: both ends coincide");
    state.pick(NOTHING);
    assert!(measuring(&state).points.is_empty());
    assert_eq!(
        state.desk.messages.last.as_ref().map(|it| &*it.text),
        Some("There is no surface to take a point from.")
    );
}

#[test]
fn snapping_takes_corners_then_edges_and_off_the_place_under_the_mouse() {
    let mut state = teapot();
    let mut kinds = BTreeSet::new();
    for snap in [Snap::CornersAndEdges, Snap::Off, Snap::Corners] {
        assert_eq!(measuring(&state).snap, snap);
        for k in 0..60 {
            let place = at(300.0 + f64::from(k % 10) * 7.3, 170.0 + f64::from(k / 10) * 9.7);
            state.act(Action::Hover(Some(place)));
            let aim = measuring(&state).aim.expect("a surface");
            let kind = match aim.point.on.feature() {
                Feature::Vertex(_) => "corner",
                Feature::Edge(_) => "edge",
                Feature::Face => "face",
            };
            kinds.insert((format!("{snap:?}"), kind));
            if snap == Snap::Off {
                let hit = pickray::pick::pick(state.desk.scene(), state.desk.view(), place, &state.desk.options());
                assert_eq!(hit.expect("a surface").id(), aim.point.id());
            }
        }
        state.command(Command::NextSnap);
    }
    let of = |snap: &str| kinds.iter().filter(|(of, _)| of == snap).map(|(_, kind)| *kind).collect::<Vec<_>>();
    assert_eq!((of("CornersAndEdges"), of("Off")), (vec!["corner", "edge"], vec!["face"]));
    assert!(of("Corners").contains(&"corner") && !of("Corners").contains(&"edge"));
}

#[test]
fn a_corner_is_snapped_to_within_twelve_logical_pixels() {
    for (scale_factor, is_corner) in [(1.0, false), (2.0, true)] {
        let mut state = state_of(Sample::Cube.mesh().expect("a mesh"));
        state.command(Command::Measure).desk.shown.scale_factor = scale_factor;
        let corner = state.desk.view().cursor_from_world(DVec3::ONE).expect("before the eye");
        state.act(Action::Hover(Some(at(corner.x - 15.0, corner.y + 15.0))));
        let aim = measuring(&state).aim.expect("a surface");
        assert_eq!(matches!(aim.point.on.feature(), Feature::Vertex(_)), is_corner, "{scale_factor}");
    }
}

#[test]
fn an_end_is_dragged_onto_another_corner_in_one_step_and_esc_takes_it_back() {
    let mut state = teapot();
    clicks(&mut state, &[A, B]);
    let made = state.desk.annotations.clone();
    let view = *state.desk.view();
    let end = made.measures[0].points[1].position(state.desk.scene()).expect("it is there");
    let from = view.cursor_from_world(end).expect("before the eye");
    let drag = |state: &mut State, to, begins| update(state, dragged(view, from, to, begins));
    drag(&mut state, at(from.x + 20.0, from.y), true);
    drag(&mut state, C, false);
    assert_ne!(state.desk.annotations, made);
    assert_eq!(state.desk.view().camera, view.camera);
    state.command(Command::Escape);
    assert_eq!(state.desk.annotations, made);
    drag(&mut state, A, false);
    state.act(Action::Gesture(Gesture::DragEnds));
    assert_eq!((&state.desk.annotations, state.desk.view().camera), (&made, view.camera), "the rest does nothing");

    drag(&mut state, at(from.x + 20.0, from.y), true);
    drag(&mut state, C, false);
    let aim = measuring(&state).aim.expect("a surface");
    state.act(Action::Gesture(Gesture::DragEnds));
    let moved = state.desk.annotations.clone();
    assert_eq!(moved.measures[0].points, [made.measures[0].points[0], aim.point]);
    state.command(Command::Undo);
    assert_eq!(state.desk.annotations, made);
    state.command(Command::Redo);
    assert_eq!(state.desk.annotations, moved);
    state.act(dragged(view, at(250.0, 300.0), at(280.0, 300.0), true));
    assert_ne!(state.desk.view().camera, view.camera, "elsewhere a drag turns the view");
}

#[test]
fn a_click_at_an_end_takes_its_point_but_not_that_of_one_behind_the_surface() {
    let mut state = teapot();
    state.act(MeasureAction::Snap(Snap::Off));
    let points = clicks(&mut state, &[A, B]);
    let near = |place: CursorPosition| at(place.x + 5.0, place.y - 4.0);
    assert_eq!(clicks(&mut state, &[near(A), near(B)]), points);
    state.command(Command::ViewFrom(StandardView::Back));
    let view = *state.desk.view();
    for point in &points {
        let position = point.position(state.desk.scene()).expect("it is there");
        let cursor = view.cursor_from_world(position).expect("before the eye");
        assert_eq!(end_at(&state.desk, &view, cursor, 1.0), None);
    }
}

#[test]
fn a_corner_of_a_ball_is_seen_where_a_triangle_around_it_faces_the_eye() {
    for sample in [Sample::Cube, Sample::Icosphere] {
        let mut state = state_of(sample.mesh().expect("a mesh"));
        for side in [StandardView::Front, StandardView::Right, StandardView::Top] {
            state.command(Command::ViewFrom(side));
            let view = *state.desk.view();
            state.act(dragged(view, at(300.0, 200.0), at(317.0, 223.0), true));
            let (desk, view) = (&state.desk, state.desk.view());
            let object = &desk.scene().objects()[0];
            let faces = |triangle: u32| {
                let [a, b, c] = object.triangle_in_world(triangle).corners();
                (b - a).cross(c - a).dot(view.camera.eye - a) > 0.0
            };
            let corners = object.mesh.triangles();
            let facing: BTreeSet<u32> = (0..).zip(corners).filter(|(k, _)| faces(*k)).flat_map(|(_, of)| *of).collect();
            for (triangle, vertices) in (0..).zip(corners) {
                for (corner, vertex) in vertices.iter().enumerate() {
                    let weights = std::array::from_fn(|k| f64::from(u8::from(k == corner)));
                    let point = SurfacePoint { object: 0, on: MeshPoint { triangle, weights } };
                    let is_facing = facing.contains(vertex);
                    assert_eq!(is_seen(desk, view, &point), is_facing, "{sample:?}, {side:?}: {point:?}");
                }
            }
        }
    }
}

#[test]
fn landmarks_are_placed_named_reordered_and_removed_each_in_one_step() {
    let mut state = teapot();
    state.command(Command::PlaceLandmarks);
    assert!(tool(&state) == StripTool::Measure && measuring(&state).places_landmarks);
    let points = clicks(&mut state, &[A, B, C]);
    for name in ["n", "no", "nose"] {
        state.act(MeasureAction::Name(1, name.to_owned()));
    }
    state.act(MeasureAction::NameTyped);
    let listed = |state: &State| -> Vec<(String, SurfacePoint)> {
        state.desk.annotations.landmarks.iter().map(|it| (it.name.clone(), it.at)).collect()
    };
    let expected = |names: [&str; 3], order: [usize; 3]| -> Vec<_> {
        names.iter().zip(order).map(|(name, k)| ((*name).to_owned(), points[k])).collect()
    };
    assert_eq!(listed(&state), expected(["", "nose", ""], [0, 1, 2]));
    state.act(MeasureAction::Move(1, -1));
    assert_eq!(listed(&state), expected(["nose", "", ""], [1, 0, 2]));
    state.act(MeasureAction::Move(0, -1)).act(MeasureAction::Move(2, 1));
    assert_eq!(listed(&state), expected(["nose", "", ""], [1, 0, 2]), "the first and the last stay");
    state.act(MeasureAction::Remove(Mark::Landmark(1)));
    assert_eq!(listed(&state).len(), 2);
    for expected in
        [expected(["nose", "", ""], [1, 0, 2]), expected(["", "nose", ""], [0, 1, 2]), expected([""; 3], [0, 1, 2])]
    {
        state.command(Command::Undo);
        assert_eq!(listed(&state), expected);
    }
    // A name that is being typed is a step of its own before the next one.
    state.act(MeasureAction::Name(0, "ear".to_owned())).act(MeasureAction::Remove(Mark::Landmark(2)));
    state.command(Command::Undo);
    assert_eq!(listed(&state), expected(["ear", "", ""], [0, 1, 2]));
    state.command(Command::PlaceLandmarks);
    assert_eq!(tool(&state), StripTool::Click, "the same key puts it away");
}

#[test]
fn the_crosshair_measures_without_a_mouse() {
    let mut state = teapot();
    state.command(Command::ToggleCrosshair).command(Command::PickAtCrosshair);
    (0..4).for_each(|_| _ = state.command(Command::MoveCrosshair(10, 0)));
    assert!(measuring(&state).aim.is_some(), "the mark follows the crosshair");
    state.command(Command::PickAtCrosshair);
    let [Measure { points, .. }] = &state.desk.annotations.measures[..] else { panic!("one measure") };
    assert_ne!(points[0], points[1]);
}

#[test]
fn a_situation_brings_measures_and_landmarks_along_with_or_without_a_pick() {
    for picks in [true, false] {
        let mut state = teapot();
        assert!(restoring::situation(&state.desk).is_none());
        clicks(&mut state, &[A, B]);
        state.command(Command::PlaceLandmarks);
        clicks(&mut state, &[C]);
        state.act(MeasureAction::Name(0, "tip".to_owned())).act(MeasureAction::NameTyped);
        state.command(Command::SelectByClick);
        if picks {
            state.pick(MIDDLE);
        }
        let situation = restoring::situation(&state.desk).expect("there is something");
        let annotations = state.desk.annotations.clone();
        assert_eq!((&situation.annotations, situation.without_pick), (&annotations, !picks));
        let line = situation_text::to_line(&situation);

        let mut other = state_of(Sample::Teapot.mesh().expect("a mesh"));
        other.act(Action::Pasted(line));
        assert_eq!(other.desk.annotations, annotations);
        assert_eq!((other.desk.picked.is_some(), other.desk.view().camera), (picks, situation.view.camera));
        other.command(Command::Undo);
        assert!(other.desk.annotations.is_empty(), "one step back");
    }
}

#[test]
fn another_mesh_has_no_measures_and_one_that_is_added_keeps_them() {
    let mut state = teapot();
    clicks(&mut state, &[A, B]);
    let made = state.desk.annotations.clone();
    for (action, expected) in [
        (Action::Add as fn(MeshSource) -> Action, made),
        (Action::Open as fn(MeshSource) -> Action, Annotations::default()),
    ] {
        state.act(action(MeshSource::File("other.obj".into()))).load(Sample::Cube.mesh().expect("a mesh"));
        assert_eq!(state.desk.annotations, expected);
    }
    assert_eq!(measuring(&state).chosen, None);
    state.command(Command::Undo);
    assert!(state.desk.annotations.is_empty());
}

#[test]
fn keys_of_measuring_do_nothing_where_it_is_not_in_use() {
    let mut state = state();
    let snap = measuring(&state).snap;
    state.command(Command::NextSnap).command(Command::RemoveMark);
    assert_eq!((measuring(&state).snap, tool(&state)), (snap, StripTool::Click));
    state.command(Command::Show(Workspace::Collide)).command(Command::Measure);
    assert_eq!(tool(&state), StripTool::Click);
}

#[test]
fn what_is_copied_holds_the_values_in_all_their_digits() {
    let mut state = teapot();
    clicks(&mut state, &[A, B]);
    state.act(MeasureAction::Kind(MeasureKind::Angle));
    clicks(&mut state, &[A, B, C]);
    state.act(MeasureAction::PlaceLandmarks);
    clicks(&mut state, &[A, C]);
    state.act(MeasureAction::Name(1, "tip, left".to_owned()));
    state.desk.settings.unit = LengthUnit::Millimetre;
    let desk = &state.desk;
    let Some(Measured::Distance(distance)) = desk.annotations.measures[0].value(desk.scene()) else { panic!() };
    let json: serde_json::Value = serde_json::from_str(&as_json(desk)).expect("JSON");
    assert_eq!((json["unit"].as_str(), json["measures"][0]["distance"].as_f64()), (Some("mm"), Some(distance.length)));
    assert_eq!(json["landmarks"][1]["name"], "tip, left");
    let vertex = desk.annotations.measures[0].points[0].vertex(desk.scene());
    assert_eq!(json["measures"][0]["points"][0]["vertex"].as_u64(), vertex.map(u64::from));
    let csv = as_csv(desk);
    let rows: Vec<_> = csv.lines().collect();
    assert!(rows[1].starts_with(&format!("distance,{},mm,{},", distance.length, distance.along.x)), "{csv}");
    assert!(rows[2].starts_with("angle,") && rows[2].contains(",deg,,,,"), "{csv}");
    assert_eq!(Landmarks::from_csv(&rows[4..].join("\n")).as_ref(), Ok(&landmarks(desk)), "{csv}");
    assert_eq!(landmarks(desk).landmarks[0].name, "1", "without a name it is called by its number");
    let text = as_text(desk);
    assert!(text.starts_with("Distance: ") && text.contains(" mm; ") && text.contains("\n2 tip, left: "), "{text}");
}

#[test]
fn landmarks_leave_in_each_format_and_come_back_onto_the_same_mesh_of_another_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut state = teapot();
    state.act(MeasureAction::PlaceLandmarks);
    clicks(&mut state, &[A, B, C]);
    state.act(MeasureAction::Name(1, "tip, left".to_owned())).act(MeasureAction::NameTyped);
    let made = state.desk.annotations.landmarks.clone();
    let names = ["1", "tip, left", "3"];
    for ending in ["csv", "json", "pp"] {
        state.act(MeasureAction::Save(ending)).idle();
        let path = folder.path().join(format!("teapot.landmarks.{ending}"));
        std::fs::write(&path, landmarks(&state.desk).to_text(&path).expect("a format")).expect("written");

        // The same mesh as other triangles.
        let (positions, mut triangles) = Sample::Teapot.positions_and_triangles();
        triangles.reverse();
        let mut other = state_of(Mesh::from_triangles(positions, triangles).expect("a mesh"));
        other.act(Action::FilesDropped(vec![path])).run_job();
        let told = other.desk.messages.last.as_ref().map(|it| it.text.clone()).unwrap_or_default();
        assert!(told.starts_with("3 landmarks are placed, moved by at most"), "{told}");
        for ((landmark, was), name) in other.desk.annotations.landmarks.iter().zip(&made).zip(names) {
            let [now, before] = [(&landmark.at, &other), (&was.at, &state)]
                .map(|(at, state)| at.position(state.desk.scene()).expect("it is there"));
            assert!(now.distance(before) < 1e-6 && landmark.name == name, "{ending}: {landmark:?}");
        }
        other.command(Command::Undo);
        assert!(other.desk.annotations.is_empty());
    }
    let path = folder.path().join("some.pp");
    let point = |name: &str, active: u8| format!(r#"<point x="0" y="0" z="0" name="{name}" active="{active}"/>"#);
    let points = [point("tip", 1), point("ear", 0), point("", 0)].concat();
    std::fs::write(&path, format!("<PickedPoints>{points}</PickedPoints>")).expect("written");
    let mut other = teapot();
    other.act(Action::FilesDropped(vec![path])).run_job();
    let told = other.told();
    assert!(told.starts_with("1 landmark is") && told.ends_with(" Not picked: 1 ear, 2."), "{told}");
    let path = folder.path().join("damaged.pp");
    std::fs::write(&path, "<PickedPoints>\n<point x=").expect("written");
    state.act(Action::Open(MeshSource::File(path))).run_job();
    let told = state.desk.messages.last.as_ref().expect("a word");
    assert!(told.is_error && told.text.contains("damaged.pp: ") && told.text.contains("Line 2"), "{}", told.text);
    assert_eq!(state.desk.annotations.landmarks, made);
}
