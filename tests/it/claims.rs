//! Sentences of the window and of lessons that state a condition, each beside a check of what it states.

use crate::data::root;
use glam::{DMat4, DVec2, DVec3};
use pickray::intersect::Side;
use pickray::math::{FramebufferSize, Viewport};
use pickray::mesh::Defects;
use pickray::mesh::samples::Sample;
use pickray::pick::explain::{Mistake, MistakenPick, PatternArrow, PickTrace, mistake_pattern};
use pickray::pick::{PickOptions, pick_all};
use pickray::scene::{Object, Scene};
use pickray::study::{Change, Study};
use pickray_app::lesson::PredictionKind;
use std::sync::Arc;

const SIZE: FramebufferSize = FramebufferSize::new(641, 481);

/// Holds an English sentence, by its id or its lesson, to words that the checks after it are about.
fn says(place: &str, words: &str) {
    let assets = root().join("assets");
    let found = if place.ends_with(".md") {
        std::fs::read_to_string(assets.join("lessons").join(place)).expect("a lesson").contains(words)
    } else {
        let files = std::fs::read_dir(assets.join("locales/en")).expect("a folder");
        let mut texts = files.map(|file| std::fs::read_to_string(file.expect("a file").path()).expect("messages"));
        texts.any(|text| text.lines().any(|line| line.starts_with(&format!("{place} = ")) && line.contains(words)))
    };
    assert!(found, "{place} no longer says “{words}”: check anew what it says");
}

/// A sample in a picture of 641 × 481 pixels, whose middle is that of a pixel, after these changes.
fn study(sample: Sample, changes: &[&str]) -> Study {
    let mesh = Arc::new(sample.mesh().expect("a mesh"));
    let mut study = Study::new(Scene::of(Object::new(sample.name(), mesh)), SIZE);
    apply(&mut study, changes);
    study
}

fn teapot(changes: &[&str]) -> Study {
    study(Sample::Teapot, changes)
}

/// Makes changes that are written as a page of a lesson writes them.
fn apply(study: &mut Study, changes: &[&str]) {
    for json in changes {
        let change: Change = serde_json::from_str(json).expect("a change");
        study.apply(&change).unwrap_or_else(|error| panic!("{json}: {error}"));
    }
}

fn at(study: &mut Study, x: u32, y: u32) -> PickTrace {
    apply(study, &[&format!("{{\"pick\": [{x}.5, {y}.5]}}")]);
    study.trace().expect("a pick")
}

/// What a mistake does at the places of a grid over the picture.
fn over_picture(study: &mut Study, mistake: Mistake) -> Vec<(PickTrace, MistakenPick)> {
    let places = (20..641).step_by(60).flat_map(|x| (20..481).step_by(55).map(move |y| (x, y)));
    let picks = places.map(|(x, y)| (at(study, x, y), study.mistaken(mistake).expect("a ray")));
    picks.collect()
}

/// How many places of that grid, in hundredths, have another answer with a mistake.
fn percent_changed(study: &mut Study, mistake: Mistake) -> usize {
    let picks = over_picture(study, mistake);
    picks.iter().filter(|(_, wrong)| wrong.changes).count() * 100 / picks.len()
}

fn arrows(study: &Study, mistake: Mistake) -> Vec<PatternArrow> {
    let (view, options, inputs) = (study.view(), study.options(), study.mistake_inputs());
    mistake_pattern(study.scene(), view, options, (mistake, &inputs), None, [16, 9])
}

/// A teapot whose picture leaves this much of the window to panels: left, right, below and above.
fn beside_panels([left, right, below, above]: [i32; 4]) -> Study {
    let mut study = teapot(&[]);
    let viewport = Viewport { x: left, y: below, width: 641 - left - right, height: 481 - below - above };
    study.set_view(study.view().with_viewport(viewport, SIZE));
    study
}

const FAR_AS_DIRECTION: &str = "mistake-far-point-as-direction-shows";

#[test]
fn a_far_point_is_the_direction_where_the_world_s_origin_lies_on_the_line_not_beyond_it() {
    says(FAR_AS_DIRECTION, "only where the world's origin lies on the line of sight, and not beyond the far point");
    says(FAR_AS_DIRECTION, "with a perspective camera at the origin");
    let mistake = Mistake::FarPointAsDirection;
    assert!(percent_changed(&mut teapot(&[]), mistake) > 90);
    let at_origin = [r#"{"moved": [0, -1, -8]}"#, r#"{"camera": {"eye": [0, 0, 0], "target": [0.5, 0.2, -8]}}"#];
    for far in ["{\"far\": \"fitted\"}", "{\"far\": \"infinite\"}", "{\"reversed\": true}"] {
        let mut study = teapot(&at_origin);
        apply(&mut study, &[far]);
        let picks = over_picture(&mut study, mistake);
        let hits = picks.iter().filter(|(right, _)| right.hit.is_some()).count();
        assert!(hits > 15, "{hits} hits, {far}");
        assert_eq!(picks.iter().find(|(_, wrong)| wrong.changes).map(|(_, wrong)| wrong), None, "{far}");
        apply(&mut study, &[r#"{"far": 12}"#, r#"{"orthographic": 6}"#]);
        assert!(percent_changed(&mut study, mistake) > 90, "in parallel views only the middle ray meets the eye");
    }
    // The middle ray goes through the origin, which is behind the teapot: nearer than the far point, or beyond it.
    let on_axis = [r#"{"moved": [0, -1, 8]}"#, r#"{"camera": {"eye": [0, 0, 14], "target": [0, 0, 0]}}"#];
    for (far, changes) in [(30, false), (7, true)] {
        let mut study = teapot(&on_axis);
        apply(&mut study, &[&format!("{{\"far\": {far}}}")]);
        assert!(at(&mut study, 320, 240).hit.is_some());
        assert_eq!(study.mistaken(mistake).expect("a ray").changes, changes, "{far}");
    }
}

const UNDIVIDED: &str = "mistake-no-division-by-w-in-world-shows";

#[test]
fn one_inverse_without_a_division_sends_every_ray_along_the_line_through_the_world_s_origin_and_the_eye() {
    says(UNDIVIDED, "the same way: along the line through the world's origin and the eye. With the eye at the origin");
    says(UNDIVIDED, "In parallel views W is 1, and it changes nothing");
    says("why-w.en.md", "by a multiple of the eye's position in the world: every click sends its ray the same way");
    let mistake = Mistake::NoDivisionByWInWorld;
    let far = ["{\"far\": \"fitted\"}", "{\"far\": \"infinite\"}", "{\"reversed\": true}"];
    for far in far {
        let mut study = teapot(&[far, r#"{"camera": {"eye": [3, 2, 6], "target": [0.2, 0.5, 0]}}"#]);
        for (_, wrong) in over_picture(&mut study, mistake) {
            let ray = wrong.ray.expect("two points");
            let way = (ray.far - ray.near).normalize();
            assert!(way.cross(DVec3::new(3.0, 2.0, 6.0).normalize()).length() < 1e-9, "{far}: {way}");
        }
        let mut study = teapot(&[far, r#"{"camera": {"eye": [0, 0, 0], "target": [0.5, 0.2, -8]}}"#]);
        assert!(over_picture(&mut study, mistake).iter().all(|(_, wrong)| wrong.ray.is_none()), "{far}");
    }
    assert_eq!(percent_changed(&mut teapot(&[r#"{"orthographic": 6}"#]), mistake), 0);
}

#[test]
fn whoever_takes_the_window_for_the_viewport_is_right_at_the_edge_away_from_the_panel() {
    says("ladder-ndc-about", "has the right x at the edge away from the panel, and is off by more, the closer to");
    says("the-drawer-moved-my-viewport.en.md", "not at the edge away from the panel, and the more towards the panel");
    for (panels, is_left) in [([200, 0, 0, 0], true), ([0, 200, 0, 0], false)] {
        let study = beside_panels(panels);
        let arrows = arrows(&study, Mistake::WindowTakenForViewport);
        let mut off: Vec<f64> =
            arrows[..16].iter().map(|arrow| (arrow.to.expect("seen").x - arrow.from.x).abs()).collect();
        if is_left {
            off.reverse();
        }
        // From the edge away from the panel: half a cell from it nearly nothing, then more and more.
        assert!(off[0] < 5.0 && off[15] > 100.0 && off.is_sorted_by(|a, b| a < b), "{panels:?}: {off:?}");
    }
}

#[test]
fn depth_and_t_are_0_and_1_at_the_ends_of_the_line_reversed_depth_the_other_way_round() {
    says("record-depth-about", "0 on the near plane, 1 on the far plane; reversed depth the other way round");
    says("ladder-window-about", "the two ends of the depth range, usually 0 and 1, with reversed depth 1 and 0");
    says("record-t-about", "1 on the far plane (at infinity: twice as far from the eye as the near point)");
    for projection in [r#"{"perspective": 45}"#, r#"{"orthographic": 5}"#] {
        let mut depths = Vec::new();
        for (reversed, ends) in [("false", [0.0, 1.0]), ("true", [1.0, 0.0])] {
            let mut study = teapot(&[projection, &format!("{{\"reversed\": {reversed}}}")]);
            let trace = at(&mut study, 320, 240);
            let ray = trace.ray.expect("a ray");
            assert_eq!([ray.near.window.z, ray.far.window.z], ends);
            assert_eq!(ray.t_max, Some(1.0));
            depths.push(trace.hit.expect("the teapot").window.expect("seen").z);
        }
        assert!((depths[0] + depths[1] - 1.0).abs() < 1e-9, "{depths:?}");
    }
    let mut study = teapot(&[r#"{"far": "infinite"}"#]);
    let (trace, eye) = (at(&mut study, 100, 400), study.view().camera.eye);
    let ray = trace.ray.expect("a ray");
    assert!((ray.far.world.distance(eye) / ray.near.world.distance(eye) - 2.0).abs() < 1e-9);
}

fn is_closed(mesh: &pickray::mesh::Mesh) -> bool {
    Defects::of(mesh).expect("memory").is_closed()
}

#[test]
fn the_teapot_is_not_closed_but_the_lesson_s_line_goes_in_and_out() {
    says("why-not-this-one.en.md", "the teapot has open edges, but this line meets none of its gaps");
    let mesh = Sample::Teapot.mesh().expect("a mesh");
    assert!(!is_closed(&mesh));
    let mut study = Study::new(Scene::of(Object::new("teapot", mesh.into())), FramebufferSize::new(1280, 720));
    let cursor = at(&mut study, 620, 400).cursor;
    let hits = pick_all(study.scene(), study.view(), cursor, &PickOptions::default());
    assert_eq!(hits.iter().map(|hit| hit.side).collect::<Vec<_>>(), [Side::Front, Side::Back]);
}

#[test]
fn culling_of_a_closed_mesh_seen_from_outside_changes_no_pick() {
    says("why-not-this-one.en.md", "on a closed mesh, seen from outside, that is hidden anyway");
    for sample in [Sample::Cube, Sample::Icosphere, Sample::TorusKnot] {
        assert!(is_closed(&sample.mesh().expect("a mesh")), "{sample:?}");
        let (mut plain, mut culled) = (study(sample, &[]), study(sample, &[r#"{"culling": "back"}"#]));
        for (x, y) in (0..32).flat_map(|x| (0..24).map(move |y| (20 * x, 20 * y))) {
            let [plain, culled] = [&mut plain, &mut culled].map(|study| at(study, x, y).hit.map(|hit| hit.triangle));
            assert_eq!(plain, culled, "{sample:?} at {x}, {y}");
        }
    }
}

#[test]
fn rays_of_orthographic_views_begin_at_near_points_of_their_own() {
    says("mistake-eye-as-origin-shows", "rays do not begin at the eye, but each at a near point of its own");
    says("mistake-eye-as-origin-shows", "In a perspective it shows where the near plane cuts something away");
    let mistake = Mistake::EyeAsOrigin;
    let mut study = teapot(&[r#"{"orthographic": 5}"#]);
    let picks = over_picture(&mut study, mistake);
    let begins: Vec<DVec3> = picks.iter().map(|(right, _)| right.ray.expect("a ray").near.world).collect();
    assert!(begins.windows(2).all(|pair| pair[0] != pair[1]));
    assert!(percent_changed(&mut study, mistake) > 90);
    // But the middle ray goes through the eye.
    at(&mut study, 320, 240);
    assert!(!study.mistaken(mistake).expect("a ray").changes);
    assert_eq!(percent_changed(&mut teapot(&[]), mistake), 0);
    assert!(percent_changed(&mut teapot(&[r#"{"near": 8.5}"#]), mistake) > 0);
}

#[test]
fn the_right_formulas_are_those_of_the_ladder_and_the_wrong_ones_those_of_the_mistakes() {
    use Mistake::{InversesInWrongOrder, TransposedMatrix};
    says("mistake-inverses-in-wrong-order-right-formula", "world = V⁻¹ · P⁻¹ · (NDC, 1) / W");
    says("mistake-inverses-in-wrong-order-wrong-formula", "world = P⁻¹ · V⁻¹ · (NDC, 1) / W");
    says("mistake-transposed-matrix-right-formula", "eye = P⁻¹ · (NDC, 1) / W");
    says("mistake-transposed-matrix-wrong-formula", "eye = transpose(P⁻¹) · (NDC, 1) / W");
    let mut study = teapot(&[]);
    let ray = at(&mut study, 100, 150).ray.expect("a ray");
    let wrong = |mistake| study.mistaken(mistake).and_then(|wrong| wrong.ray).expect("a ray").near;
    let (p, v) = (study.view().clip_from_eye().inverse(), study.view().eye_from_world().inverse());
    let divided =
        |matrix: DMat4| (matrix * ray.near.ndc.extend(1.0)).truncate() / (matrix * ray.near.ndc.extend(1.0)).w;
    assert!(divided(v * p).distance(ray.near.world) < 1e-9);
    assert!(divided(p).distance(ray.near.eye) < 1e-9);
    assert!(divided(p * v).distance(wrong(InversesInWrongOrder)) < 1e-9);
    assert!(divided(v * p.transpose()).distance(wrong(TransposedMatrix)) < 1e-9);
}

#[test]
fn weights_above_zero_are_a_hit_only_within_the_limits_of_t() {
    says("moller-and-trumbore.en.md", "none of three weights is negative and `t` lies within its limits");
    says("moller-and-trumbore.en.md", "What is the sign of `det` when you look from behind?");
    for (eye, side) in [("-1, -1, 0", Side::Front), ("1.67, 1.67, -2.67", Side::Back)] {
        let camera = format!("{{\"camera\": {{\"eye\": [{eye}], \"target\": [0.33, 0.33, -1.33]}}}}");
        let mut study = study(Sample::Triangle, &[&camera]);
        let trace = at(&mut study, 320, 240);
        assert_eq!(trace.hit.as_ref().map(|hit| hit.side), Some(side));
        let det = trace.cast_of(Some(0)).expect("a cast").triangles[0].report.det;
        assert_eq!(det > 0.0, side == Side::Front, "{det}");
        for [near, far] in [[0.5, 2.0], [3.0, 9.0]] {
            apply(&mut study, &[r#"{"near": 0.1}"#, &format!("{{\"far\": {far}}}"), &format!("{{\"near\": {near}}}")]);
            let trace = at(&mut study, 320, 240);
            let test = trace.cast_of(Some(0)).and_then(|cast| cast.triangles.first());
            assert!(trace.hit.is_none(), "t is not within its limits: {test:?}");
        }
    }
}

/// The right and the wrong ray of a mistake in the middle of the picture: how far near and far point of each lie along
/// the view direction.
fn depths_of(study: &mut Study, mistake: Mistake) -> [[f64; 2]; 2] {
    let right = at(study, 320, 240).ray.expect("a ray").pick_ray();
    let wrong = study.mistaken(mistake).and_then(|wrong| wrong.ray).expect("a ray");
    [right, wrong].map(|ray| [ray.near, ray.far].map(|point| study.view().camera.depth_of(point)))
}

const REVERSED: &str = r#"{"reversed": true}"#;
const ORTHOGRAPHIC: &str = r#"{"orthographic": 5}"#;

fn is_near(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-6 * (1.0 + b.abs())
}

#[test]
fn depths_minus_1_and_1_begin_too_early_and_reversed_end_too_far() {
    let id = "mistake-depths-minus-one-and-one-shows";
    says(id, "The ray begins before the near plane. It shows where something is there");
    says(id, "With reversed depth it is the far point that is wrong: the ray ends too far, in most perspectives even");
    let mistake = Mistake::DepthsMinusOneAndOne;
    for changes in [&[][..], &[ORTHOGRAPHIC], &[r#"{"far": "infinite"}"#]] {
        let [right, wrong] = depths_of(&mut teapot(changes), mistake);
        assert!(wrong[0] < right[0], "{changes:?}");
        assert_eq!(percent_changed(&mut teapot(changes), mistake), 0, "nothing is there");
    }
    assert!(percent_changed(&mut teapot(&[r#"{"near": 8.5}"#]), mistake) > 0);
    for (changes, is_behind) in [
        (&[REVERSED][..], true),
        (&[REVERSED, r#"{"far": "infinite"}"#], true),
        (&[REVERSED, r#"{"near": 6}"#], false),
        (&[REVERSED, ORTHOGRAPHIC], false),
    ] {
        let [right, wrong] = depths_of(&mut teapot(changes), mistake);
        assert!(
            is_near(wrong[0], right[0]) && if is_behind { wrong[1] < 0.0 } else { right[1] < wrong[1] },
            "{wrong:?}"
        );
    }
}

#[test]
fn depth_taken_for_ndc_begins_in_the_middle_of_the_range_and_reversed_ends_there() {
    let id = "mistake-depth-taken-for-ndc-shows";
    says(
        id,
        "The ray begins beyond the near plane. It shows where the mesh is nearer than that: in orthographic views",
    );
    says(id, "With reversed depth and a finite far plane it ends too near instead");
    says("one-pixel-two-depths.en.md", "In a perspective the middle of the range, 0.5, is not half way between");
    let mistake = Mistake::DepthTakenForNdc;
    for reversed in [false, true] {
        let which = usize::from(reversed);
        let reversed = format!("{{\"reversed\": {reversed}}}");
        let [right, wrong] = depths_of(&mut teapot(&[&reversed, ORTHOGRAPHIC]), mistake);
        assert!(is_near(wrong[which], (right[0] + right[1]) / 2.0) && is_near(wrong[1 - which], right[1 - which]));
        let [right, wrong] = depths_of(&mut teapot(&[&reversed]), mistake);
        let half_way = (right[0] + right[1]) / 2.0;
        assert!(right[0] < wrong[which] && wrong[which] < half_way - 1.0, "{right:?} {wrong:?}");
    }
    assert!(percent_changed(&mut teapot(&[ORTHOGRAPHIC]), mistake) > 0);
    assert_eq!(percent_changed(&mut teapot(&[r#"{"near": 0.1}"#]), mistake), 0);
    assert_eq!(percent_changed(&mut teapot(&[r#"{"near": 0.1}"#, REVERSED, r#"{"far": "infinite"}"#]), mistake), 0);
}

#[test]
fn y_not_flipped_grows_from_the_middle_row_and_the_corner_is_off_where_centres_are_sampled() {
    says("mistake-y-not-flipped-shows", "The farther above or below the middle of the window, the more");
    let mut study = beside_panels([100, 0, 60, 20]);
    for arrow in arrows(&study, Mistake::YNotFlipped) {
        let to = arrow.to.expect("seen");
        assert!(is_near(to.x, arrow.from.x) && is_near(to.y - arrow.from.y, 481.0 - 2.0 * arrow.from.y));
    }
    says("y-the-other-way.en.md", "The two numbers add up to the height of the window, give or take half a pixel");
    for y in [100.0, 100.3, 100.99] {
        apply(&mut study, &[&format!("{{\"pick\": [300, {y}]}}")]);
        let trace = study.trace().expect("a pick");
        assert!((trace.window.y + trace.cursor.y - 481.0).abs() <= 0.5);
    }
    says("mistake-pixel-corner-shows", "Off by half a pixel both ways, where pixels are sampled at their centres");
    for arrow in arrows(&study, Mistake::PixelCorner) {
        let to = arrow.to.expect("seen");
        assert!(is_near(to.x, arrow.from.x - 0.5) && is_near(to.y, arrow.from.y + 0.5));
    }
    assert_eq!(percent_changed(&mut teapot(&[r#"{"sample": "corner"}"#]), Mistake::PixelCorner), 0);
}

#[test]
fn wrong_matrices_show_in_nearly_every_view() {
    says("mistake-inverses-in-wrong-order-shows", "not with the camera at the origin, looking along −z with y up");
    says("mistake-transposed-matrix-shows", "It shows nearly everywhere");
    for projection in [r#"{"perspective": 45}"#, ORTHOGRAPHIC] {
        for depth in ["{\"reversed\": false}", REVERSED] {
            let mut study = teapot(&[projection, depth]);
            for mistake in [Mistake::InversesInWrongOrder, Mistake::TransposedMatrix] {
                let percent = percent_changed(&mut study, mistake);
                assert!(percent > 90, "{mistake:?}, {projection}, {depth}: {percent} %");
            }
            apply(
                &mut study,
                &[r#"{"moved": [0, -1, -8]}"#, r#"{"camera": {"eye": [0, 0, 0], "target": [0, 0, -8]}}"#],
            );
            assert_eq!(percent_changed(&mut study, Mistake::InversesInWrongOrder), 0);
        }
    }
}

#[test]
fn a_normalised_direction_shows_where_the_mesh_is_scaled() {
    says("mistake-direction-normalized-shows", "It shows where the mesh is scaled: the point lies at another place");
    says("mistake-direction-normalized-shows", "hits of several objects can be put in the wrong order");
    let mistake = Mistake::DirectionNormalized;
    let percent = |change: &str| percent_changed(&mut teapot(&[change]), mistake);
    assert!(percent(r#"{"scaled": [0.5, 0.5, 0.5]}"#) > 5 && percent(r#"{"scaled": [1, 2, 1]}"#) > 5);
    for harmless in [r#"{"turned": [0, 30, 10]}"#, r#"{"moved": [0.5, 0, 0]}"#, r#"{"scaled": [-1, 1, 1]}"#] {
        assert_eq!(percent(harmless), 0, "{harmless}");
    }
    // A small teapot behind a large one: by lengths in units of each, the small one is the nearer, or the farther.
    let mesh: Arc<_> = Sample::Teapot.mesh().expect("a mesh").into();
    let scene_of = |scales: [f64; 2]| {
        let places = scales.into_iter().zip([0.0, -6.0]);
        let placed = |(scale, z)| DMat4::from_translation(DVec3::Z * z) * DMat4::from_scale(DVec3::splat(scale));
        let objects = places.map(|place| Object::new("teapot", Arc::clone(&mesh)).with_transform(placed(place)));
        Scene::from(objects.collect::<Vec<_>>())
    };
    for (scales, is_wrong) in [([1.0, 5.0], true), ([1.0, 0.5], false), ([0.5, 0.5], false)] {
        let mut study = Study::new(scene_of(scales), SIZE);
        apply(&mut study, &[r#"{"camera": {"eye": [0, 0.7, 9], "target": [0, 0.7, 0]}}"#]);
        let objects = |pick: &(PickTrace, MistakenPick)| {
            [pick.0.hit.as_ref().map(|hit| hit.object), pick.1.hit.map(|id| id.object)]
        };
        let mut pairs = over_picture(&mut study, mistake).iter().map(objects).collect::<Vec<_>>().into_iter();
        assert_eq!(pairs.any(|pair| pair == [Some(0), Some(1)]), is_wrong, "{scales:?}");
    }
}

#[test]
fn t_not_tested_hits_what_lies_before_the_near_plane_and_alone_beyond_the_far_one() {
    says("mistake-t-not-tested-shows", "where something lies before the near plane, or behind the eye");
    says("mistake-t-not-tested-shows", "What lies beyond the far plane is hit, too, where nothing else is");
    let mistake = Mistake::TNotTested;
    assert_eq!(percent_changed(&mut teapot(&[]), mistake), 0);
    assert!(percent_changed(&mut teapot(&[r#"{"near": 8.5}"#]), mistake) > 0);
    let inside = r#"{"camera": {"eye": [0, 1, 0], "target": [0, 1, -9]}}"#;
    assert!(percent_changed(&mut teapot(&[inside, r#"{"near": 0.01}"#]), mistake) > 90);
    let picks = over_picture(&mut teapot(&[r#"{"near": 0.1}"#, r#"{"far": 1}"#]), mistake);
    assert!(picks.iter().all(|(right, _)| right.hit.is_none()) && picks.iter().any(|(_, wrong)| wrong.hit.is_some()));
}

#[test]
fn an_absolute_epsilon_shows_on_small_meshes() {
    says(
        "mistake-absolute-epsilon-shows",
        "in proportion to the triangle's area. It shows on small meshes: scale this",
    );
    let mistake = Mistake::AbsoluteEpsilon;
    assert_eq!(percent_changed(&mut teapot(&[]), mistake), 0);
    let camera = r#"{"camera": {"eye": [0, 0.0015, 0.01], "target": [0, 0.0015, 0]}}"#;
    let picks = over_picture(&mut teapot(&[r#"{"scaled": [0.001, 0.001, 0.001]}"#, camera]), mistake);
    let hits = picks.iter().filter(|(right, _)| right.hit.is_some()).count();
    assert!(hits > 5, "{hits}");
    assert!(picks.iter().all(|(_, wrong)| wrong.hit.is_none()));
}

#[test]
fn the_determinant_of_a_mirrored_object_is_above_0_at_its_back() {
    let meaning = pickray_app::lesson::FIELDS.iter().find(|field| field.name == "hit.det").expect("a field").meaning;
    assert!(meaning.contains("above 0 at the front, of a mirrored object at the back"));
    for (scaled, is_mirrored) in [("[1, 1, 1]", false), ("[-1, 1, 1]", true)] {
        let trace = at(&mut teapot(&[&format!("{{\"scaled\": {scaled}}}")]), 320, 240);
        let hit = trace.hit.as_ref().expect("the teapot");
        let cast = trace.cast_of(Some(0)).expect("a cast");
        let test = cast.triangles.iter().find(|test| test.triangle == hit.triangle).expect("the hit's");
        assert_eq!(test.report.det > 0.0, (hit.side == Side::Front) != is_mirrored);
    }
}

/// The arrows of the mistake that a lesson's page reveals, from its own picture.
fn revealed(page: &pickray_app::lesson::Page) -> (Study, Vec<PatternArrow>) {
    let situation = page.situation.as_ref().expect("a situation");
    let scene = Scene::of(Object::new("teapot", Sample::Teapot.mesh().expect("a mesh").into()));
    let mut study = Study::default();
    study.open(situation.open(|_| Ok::<_, String>(scene.clone())).expect("the teapot"));
    study.restore(situation, &study.meshes()).expect("its mesh");
    page.set_up(&mut study).expect("a setup");
    for change in &page.prediction.as_ref().expect("a prediction").reveal {
        study.apply(change).expect("a reveal");
    }
    let shown = arrows(&study, study.mistake().expect("a mistake"));
    (study, shown)
}

#[test]
fn choices_of_lessons_about_a_pattern_have_the_answer_that_the_pattern_gives() {
    let mut n_choices = 0;
    for page in pickray_app::lesson::builtin().iter().flat_map(|lesson| &lesson.pages) {
        let Some(PredictionKind::Choice { options, answer }) = page.prediction.as_ref().map(|asked| &asked.kind) else {
            continue;
        };
        let is_about_pattern =
            ["same-everywhere", "above"].iter().any(|name| options.iter().any(|other| other == name));
        if !is_about_pattern {
            continue;
        }
        let (study, arrows) = revealed(page);
        let off: Vec<DVec2> = arrows
            .iter()
            .filter_map(|arrow| Some(DVec2::new(arrow.to?.x - arrow.from.x, arrow.to?.y - arrow.from.y)))
            .collect();
        assert_eq!(off.len(), 16 * 9, "{}: all are seen", page.id);
        let (least, most) = off
            .iter()
            .fold((f64::MAX, 0.0_f64), |(least, most), off| (least.min(off.length()), most.max(off.length())));
        let at = off.iter().position(|off| off.length() == least).expect("one is the least");
        let (column, row) = (at % 16, at / 16);
        // Half of a pixel is what flooring to whole pixels may be off.
        let found = match study.mistake().map(Mistake::name) {
            _ if most - least < 1.5 && off.iter().all(|off| off.y > 1.0) && options.len() == 2 => "below",
            _ if most - least < 1.5 => "same-everywhere",
            _ if (7..9).contains(&column) && row == 4 => "growing",
            Some("logical_pixels") if (column, row) == (0, 0) => "growing",
            _ if column == 15 => "from-the-far-edge",
            other => panic!("{}: {other:?} is off least at {column}, {row}", page.id),
        };
        assert_eq!(options[*answer], found, "{}: {least} to {most}", page.id);
        n_choices += 1;
    }
    assert_eq!(n_choices, 5);
}
