//! Tests of measuring: what clicks, drags and keys make, and that undo takes it back.

use super::*;
use crate::app::settings::LengthUnit;
use crate::app::tools::picking::StripTool;
use crate::app::update::tests::*;
use crate::situation_text;
use pickray::geometry::{Feature, measure};
use pickray::pick::{Landmarks, MeshPoint};
use pickray::study::Measured;
use std::collections::BTreeSet;

impl State {
    fn measuring(&self) -> &Measuring {
        &self.picking().measuring
    }

    fn tool(&self) -> StripTool {
        self.picking().tool
    }

    /// Returns the measures that were made.
    fn measures(&self) -> &[Measure] {
        &self.desk.annotations.measures
    }

    /// Moves the mouse to each place, clicks there, and returns the points that were aimed at before.
    fn clicks(&mut self, places: &[CursorPosition]) -> Vec<SurfacePoint> {
        let click = |&place: &CursorPosition| {
            let aim = self.hover(place).measuring().aim.expect("a surface");
            self.pick(place);
            aim.point
        };
        places.iter().map(click).collect()
    }

    /// Returns where points are in the scene.
    fn places<const N: usize>(&self, points: &[SurfacePoint]) -> [DVec3; N] {
        std::array::from_fn(|k| points[k].position(self.desk.scene()).expect("it is there"))
    }
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

const A: CursorPosition = CursorPosition { x: 330.0, y: 190.0 };
const B: CursorPosition = CursorPosition { x: 370.0, y: 210.0 };
const C: CursorPosition = CursorPosition { x: 350.0, y: 230.0 };

#[test]
fn two_clicks_measure_what_the_marks_showed_and_undo_takes_it_back() {
    let mut state = teapot();
    let before = (state.desk.study.revision(), state.n_selected());
    let points = state.clicks(&[A, B]);
    let made = state.measures().to_vec();
    assert_eq!(made, [Measure { kind: MeasureKind::Distance, points: points.clone() }]);
    assert!(points.iter().all(|point| matches!(point.on.feature(), Feature::Vertex(_) | Feature::Edge(_))));
    let [a, b] = state.places(&points);
    assert_eq!(made[0].value(state.desk.scene()), Some(Measured::Distance(measure::distance(a, b))));
    assert_eq!((state.desk.study.revision(), state.n_selected()), before, "nothing is picked");
    assert_eq!(state.measuring().chosen, Some(Mark::Measure(0)));

    assert!(state.command(Command::Undo).desk.annotations.is_empty() && state.measuring().chosen.is_none());
    assert_eq!(state.command(Command::Redo).measures(), made);
    assert_eq!(state.command(Command::RemoveMark).measures(), made, "none is chosen any more");
    state.act(MeasureAction::GoTo(Mark::Measure(0))).command(Command::RemoveMark);
    assert!(state.desk.annotations.is_empty());
    assert_eq!(state.command(Command::Undo).measures(), made);
}

#[test]
fn steps_of_measuring_and_of_the_selection_are_undone_in_one_order() {
    let mut state = teapot();
    state.clicks(&[A, B]);
    state.command(Command::SelectByClick).pick(C).command(Command::Measure).clicks(&[B, C]);
    let counts = |state: &State| (state.measures().len(), state.n_selected());
    let mut seen = vec![counts(&state)];
    seen.extend((0..3).map(|_| counts(state.command(Command::Undo))));
    assert_eq!(seen, [(2, 1), (1, 1), (1, 0), (0, 0)]);
    for expected in seen.iter().rev().skip(1) {
        assert_eq!(counts(state.command(Command::Redo)), *expected);
    }
}

#[test]
fn esc_lets_the_first_point_go_then_puts_the_tool_away_and_undo_takes_back_a_point() {
    let mut state = teapot();
    state.clicks(&[A]);
    let seen = |state: &State| (state.measuring().points.len(), state.tool());
    assert_eq!(seen(&state), (1, StripTool::Measure));
    assert_eq!(seen(state.command(Command::Escape)), (0, StripTool::Measure));
    assert_eq!(seen(state.command(Command::Escape)).1, StripTool::Click);
    state.command(Command::Measure).act(MeasureAction::Kind(MeasureKind::Path)).clicks(&[A, B]);
    assert_eq!(seen(state.command(Command::Undo)).0, 1);
    assert!(state.desk.annotations.is_empty());
    assert_eq!(seen(state.command(Command::SelectByBox)).0, 0, "another tool is in use");
}

#[test]
fn a_path_ends_by_enter_a_double_click_its_last_point_or_the_button() {
    let ways: [fn(&mut State); 4] = [
        |state| _ = state.command(Command::PickAtCrosshair),
        |state| _ = state.act(pressed(C, state.view(), ClickMode::Replace, true)),
        |state| _ = state.clicks(&[C]),
        |state| _ = state.act(MeasureAction::EndPath),
    ];
    for (way, end) in ways.into_iter().enumerate() {
        let mut state = teapot();
        let points = state.act(MeasureAction::Kind(MeasureKind::Path)).clicks(&[A, B, C]);
        assert!(state.desk.annotations.is_empty() && state.measuring().can_end_path());
        let camera = state.view().camera;
        end(&mut state);
        assert_eq!(state.measures(), [Measure { kind: MeasureKind::Path, points }], "way {way}");
        assert_eq!(state.view().camera, camera, "a double click moves no camera");
    }
}

#[test]
fn three_points_make_an_angle_and_one_place_twice_is_zero() {
    let mut state = teapot();
    let points = state.act(MeasureAction::Kind(MeasureKind::Angle)).clicks(&[A, B, C]);
    let [a, b, c] = state.places(&points);
    let value = |state: &State, k: usize| state.measures()[k].value(state.desk.scene());
    assert_eq!(value(&state, 0), Some(Measured::Angle(measure::angle(a, b, c))));
    state.act(MeasureAction::Kind(MeasureKind::Distance)).clicks(&[A, A]);
    let coincide = value(&state, 1).expect("a value");
    assert_eq!(value_in_words(&state.desk, &coincide), "0: both ends coincide");
    assert!(state.pick(NOTHING).measuring().points.is_empty());
    assert_eq!(state.told(), "There is no surface to take a point from.");
}

#[test]
fn snapping_takes_corners_then_edges_and_off_the_place_under_the_mouse() {
    let mut state = teapot();
    for (snap, least, most) in [
        (Snap::CornersAndEdges, &["corner", "edge"][..], &["corner", "edge"][..]),
        (Snap::Off, &["face"], &["face"]),
        (Snap::Corners, &["corner"], &["corner", "face"]),
    ] {
        assert_eq!(state.measuring().snap, snap);
        let mut kinds = BTreeSet::new();
        for k in 0..60 {
            let place = at(300.0 + f64::from(k % 10) * 7.3, 170.0 + f64::from(k / 10) * 9.7);
            let aim = state.hover(place).measuring().aim.expect("a surface");
            kinds.insert(match aim.point.on.feature() {
                Feature::Vertex(_) => "corner",
                Feature::Edge(_) => "edge",
                Feature::Face => "face",
            });
            if snap == Snap::Off {
                let hit = pickray::pick::pick(state.desk.scene(), state.desk.view(), place, &state.desk.options());
                assert_eq!(hit.expect("a surface").id(), aim.point.id());
            }
        }
        let is_least = least.iter().all(|kind| kinds.contains(kind));
        assert!(is_least && kinds.iter().all(|kind| most.contains(kind)), "{snap:?}: {kinds:?}");
        state.command(Command::NextSnap);
    }
}

#[test]
fn a_corner_is_snapped_to_within_twelve_logical_pixels() {
    for (scale_factor, is_corner) in [(1.0, false), (2.0, true)] {
        let mut state = state_of(Sample::Cube.mesh().expect("a mesh"));
        state.command(Command::Measure).desk.shown.scale_factor = scale_factor;
        let corner = state.desk.view().cursor_from_world(DVec3::ONE).expect("before the eye");
        let aim = state.hover(at(corner.x - 15.0, corner.y + 15.0)).measuring().aim.expect("a surface");
        assert_eq!(matches!(aim.point.on.feature(), Feature::Vertex(_)), is_corner, "{scale_factor}");
    }
}

#[test]
fn an_end_is_dragged_onto_another_corner_in_one_step_and_esc_takes_it_back() {
    let mut state = teapot();
    state.clicks(&[A, B]);
    let (made, view) = (state.desk.annotations.clone(), state.view());
    let [_, end] = state.places(&made.measures[0].points);
    let from = view.cursor_from_world(end).expect("before the eye");
    let drag = |state: &mut State, to, begins| update(state, dragged(view, from, to, begins));
    drag(&mut state, at(from.x + 20.0, from.y), true);
    drag(&mut state, C, false);
    assert_ne!(state.desk.annotations, made);
    assert_eq!(state.view().camera, view.camera);
    assert_eq!(state.command(Command::Escape).desk.annotations, made);
    drag(&mut state, A, false);
    state.act(Action::Gesture(Gesture::DragEnds));
    assert_eq!((&state.desk.annotations, state.view().camera), (&made, view.camera), "the rest does nothing");

    drag(&mut state, at(from.x + 20.0, from.y), true);
    drag(&mut state, C, false);
    let aim = state.measuring().aim.expect("a surface");
    let moved = state.act(Action::Gesture(Gesture::DragEnds)).desk.annotations.clone();
    assert_eq!(moved.measures[0].points, [made.measures[0].points[0], aim.point]);
    assert_eq!(state.command(Command::Undo).desk.annotations, made);
    assert_eq!(state.command(Command::Redo).desk.annotations, moved);
    let turned = state.act(dragged(view, at(250.0, 300.0), at(280.0, 300.0), true)).view().camera;
    assert_ne!(turned, view.camera, "elsewhere a drag turns the view");
}

#[test]
fn a_click_at_an_end_takes_its_point_but_not_that_of_one_behind_the_surface() {
    let mut state = teapot();
    let points = state.act(MeasureAction::Snap(Snap::Off)).clicks(&[A, B]);
    let near = |place: CursorPosition| at(place.x + 5.0, place.y - 4.0);
    assert_eq!(state.clicks(&[near(A), near(B)]), points);
    let view = state.look_from(StandardView::Back).view();
    for position in state.places::<2>(&points) {
        let cursor = view.cursor_from_world(position).expect("before the eye");
        assert_eq!(end_at(&state.desk, &view, cursor, 1.0), None);
    }
}

#[test]
fn a_corner_of_a_ball_is_seen_where_a_triangle_around_it_faces_the_eye() {
    for sample in [Sample::Cube, Sample::Icosphere] {
        let mut state = state_of(sample.mesh().expect("a mesh"));
        for side in [StandardView::Front, StandardView::Right, StandardView::Top] {
            state.look_from(side);
            let view = state.view();
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
    assert!(state.tool() == StripTool::Measure && state.measuring().places_landmarks);
    let points = state.clicks(&[A, B, C]);
    for name in ["n", "no", "nose"] {
        state.act(MeasureAction::Name(1, name.to_owned()));
    }
    let listed = |state: &State| -> Vec<(String, SurfacePoint)> {
        state.desk.annotations.landmarks.iter().map(|it| (it.name.clone(), it.at)).collect()
    };
    let expected = |names: [&str; 3], order: [usize; 3]| -> Vec<_> {
        names.iter().zip(order).map(|(name, k)| ((*name).to_owned(), points[k])).collect()
    };
    let (named, moved) = (expected(["", "nose", ""], [0, 1, 2]), expected(["nose", "", ""], [1, 0, 2]));
    assert_eq!(listed(state.act(MeasureAction::NameTyped)), named);
    assert_eq!(listed(state.act(MeasureAction::Move(1, -1))), moved);
    state.act(MeasureAction::Move(0, -1)).act(MeasureAction::Move(2, 1));
    assert_eq!(listed(&state), moved, "the first and the last stay");
    assert_eq!(listed(state.act(MeasureAction::Remove(Mark::Landmark(1)))).len(), 2);
    for expected in [moved, named, expected([""; 3], [0, 1, 2])] {
        assert_eq!(listed(state.command(Command::Undo)), expected);
    }
    // A name that is being typed is a step of its own before the next one.
    state.act(MeasureAction::Name(0, "ear".to_owned())).act(MeasureAction::Remove(Mark::Landmark(2)));
    assert_eq!(listed(state.command(Command::Undo)), expected(["ear", "", ""], [0, 1, 2]));
    assert_eq!(state.command(Command::PlaceLandmarks).tool(), StripTool::Click, "the same key puts it away");
}

#[test]
fn the_crosshair_measures_without_a_mouse() {
    let mut state = teapot();
    state.command(Command::ToggleCrosshair).command(Command::PickAtCrosshair);
    (0..4).for_each(|_| _ = state.command(Command::MoveCrosshair(10, 0)));
    assert!(state.measuring().aim.is_some(), "the mark follows the crosshair");
    let [Measure { points, .. }] = state.command(Command::PickAtCrosshair).measures() else { panic!("one measure") };
    assert_ne!(points[0], points[1]);
}

#[test]
fn a_situation_brings_measures_and_landmarks_along_with_or_without_a_pick() {
    for picks in [true, false] {
        let mut state = teapot();
        assert!(restoring::situation(&state.desk).is_none());
        state.clicks(&[A, B]);
        state.command(Command::PlaceLandmarks).clicks(&[C]);
        state.act(MeasureAction::Name(0, "tip".to_owned())).act(MeasureAction::NameTyped);
        state.command(Command::SelectByClick);
        if picks {
            state.pick(MIDDLE);
        }
        let situation = restoring::situation(&state.desk).expect("there is something");
        let annotations = state.desk.annotations.clone();
        assert_eq!((&situation.annotations, situation.without_pick), (&annotations, !picks));

        let mut other = state_of(Sample::Teapot.mesh().expect("a mesh"));
        assert_eq!(other.act(Action::Pasted(situation_text::to_line(&situation))).desk.annotations, annotations);
        assert_eq!((other.desk.picked.is_some(), other.view().camera), (picks, situation.view.camera));
        assert!(other.command(Command::Undo).desk.annotations.is_empty(), "one step back");
    }
}

#[test]
fn another_mesh_has_no_measures_and_one_that_is_added_keeps_them() {
    let mut state = teapot();
    state.clicks(&[A, B]);
    let made = state.desk.annotations.clone();
    let source = || MeshSource::File("other.obj".into());
    for (action, expected) in [(Action::Add(source()), made), (Action::Open(source()), Annotations::default())] {
        assert_eq!(state.act(action).load(Sample::Cube.mesh().expect("a mesh")).desk.annotations, expected);
    }
    assert_eq!(state.measuring().chosen, None);
    assert!(state.command(Command::Undo).desk.annotations.is_empty());
}

#[test]
fn keys_of_measuring_do_nothing_where_it_is_not_in_use() {
    let mut state = state();
    let snap = state.measuring().snap;
    state.command(Command::NextSnap).command(Command::RemoveMark);
    assert_eq!((state.measuring().snap, state.tool()), (snap, StripTool::Click));
    assert_eq!(state.go_to(Workspace::Collide).command(Command::Measure).tool(), StripTool::Click);
}

#[test]
fn what_is_copied_holds_the_values_in_all_their_digits() {
    let mut state = teapot();
    state.clicks(&[A, B]);
    state.act(MeasureAction::Kind(MeasureKind::Angle)).clicks(&[A, B, C]);
    state.act(MeasureAction::PlaceLandmarks).clicks(&[A, C]);
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
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).expect("written");
        path
    };
    let mut state = teapot();
    state.act(MeasureAction::PlaceLandmarks).clicks(&[A, B, C]);
    state.act(MeasureAction::Name(1, "tip, left".to_owned())).act(MeasureAction::NameTyped);
    let made = state.desk.annotations.landmarks.clone();
    for ending in ["csv", "json", "pp"] {
        state.act(MeasureAction::Save(ending)).idle();
        let name = format!("teapot.landmarks.{ending}");
        let path = write(&name, &landmarks(&state.desk).to_text(&name).expect("a format"));

        // The same mesh as other triangles.
        let (positions, mut triangles) = Sample::Teapot.positions_and_triangles();
        triangles.reverse();
        let mut other = state_of(Mesh::from_triangles(positions, triangles).expect("a mesh"));
        other.act(Action::FilesDropped(vec![path])).run_job();
        assert!(other.told().starts_with("3 landmarks are placed, moved by at most"), "{}", other.told());
        for ((landmark, was), name) in other.desk.annotations.landmarks.iter().zip(&made).zip(["1", "tip, left", "3"]) {
            let ([now], [before]) = (other.places(&[landmark.at]), state.places(&[was.at]));
            assert!(now.distance(before) < 1e-6 && landmark.name == name, "{ending}: {landmark:?}");
        }
        assert!(other.command(Command::Undo).desk.annotations.is_empty());
    }
    let point = |name: &str, active: u8| format!(r#"<point x="0" y="0" z="0" name="{name}" active="{active}"/>"#);
    let points = [point("tip", 1), point("ear", 0), point("", 0)].concat();
    let path = write("some.pp", &format!("<PickedPoints>{points}</PickedPoints>"));
    let mut other = teapot();
    let told = other.act(Action::FilesDropped(vec![path])).run_job().told();
    assert!(told.starts_with("1 landmark is") && told.ends_with(" Not picked: 1 ear, 2."), "{told}");
    state.act(Action::Open(MeshSource::File(write("damaged.pp", "<PickedPoints>\n<point x=")))).run_job();
    let told = state.told();
    assert!(state.complains() && told.contains("damaged.pp: ") && told.contains("Line 2"), "{told}");
    assert_eq!(state.desk.annotations.landmarks, made);
}
