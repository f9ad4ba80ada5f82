//! Annotations: measures and landmarks of scenes, in situations.

use crate::*;
use pickray::geometry::Feature;
use pickray::pick::MeshPoint;
use pickray::study::{Annotations, Landmark, Measure, MeasureKind, Measured, Situation, SurfacePoint};

fn point(object: u32, triangle: u32, weights: [f64; 3]) -> SurfacePoint {
    SurfacePoint { object, on: MeshPoint { triangle, weights } }
}

#[test]
fn a_corner_is_where_the_file_has_it_and_moves_with_its_object() {
    let mut random = seeded();
    for _ in 0..200 {
        let number = |random: &mut Rng| (random.f32() - 0.5) * 10_f32.powi(random.i32(-6..7));
        let corners: [[f32; 3]; 3] = std::array::from_fn(|_| std::array::from_fn(|_| number(&mut random)));
        let Ok(mesh) = Mesh::from_triangles(corners.to_vec(), vec![[0, 1, 2]]) else { continue };
        let mesh = Arc::new(mesh);
        let far = DVec3::new(4_500_000.0, 5_600_000.0, 1.0);
        let scene: Scene = [DMat4::IDENTITY, DMat4::from_translation(far)]
            .map(|place| Object::new("one", mesh.clone()).with_transform(place))
            .into_iter()
            .collect();
        for (corner, weights) in [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]].into_iter().enumerate() {
            let at = DVec3::from_array(corners[corner].map(f64::from));
            assert_eq!(point(0, 0, weights).position(&scene), Some(at));
            assert_eq!(point(1, 0, weights).position(&scene), Some(at + far));
            assert_eq!(point(0, 0, weights).on.feature(), Feature::Vertex(corner as u8));
        }
        for (edge, weights) in [[0.5, 0.5, 0.0], [0.0, 0.5, 0.5], [0.5, 0.0, 0.5]].into_iter().enumerate() {
            assert_eq!(point(0, 0, weights).on.feature(), Feature::Edge(edge as u8));
        }
        assert_eq!(point(0, 0, [0.25, 0.5, 0.25]).on.feature(), Feature::Face);
        assert_eq!(point(0, 1, [1.0, 0.0, 0.0]).position(&scene), None);
        assert_eq!(point(2, 0, [1.0, 0.0, 0.0]).position(&scene), None);
        assert_eq!(point(0, 0, [0.0, f64::NAN, 0.5]).position(&scene), None);
    }
}

#[test]
fn a_situation_keeps_its_annotations_and_those_of_other_meshes_are_removed() {
    let scene = Scene::of(Object::new("cube", Sample::Cube.mesh().expect("a mesh").into()));
    let view = View::new(Camera::framing(&scene.bounds(), 1.0, scene.up_axis()), FramebufferSize::new(9, 9));
    let cursor = CursorPosition::new(4.0, 4.0);
    let plain = Situation::new(&scene, ["sample:cube"], &view, cursor, &PickOptions::default());
    let text = serde_json::to_string(&plain).expect("numbers");
    assert!(!text.contains("annotations"));
    assert_eq!(serde_json::from_str::<Situation>(&text).expect("a situation"), plain);

    let [a, b] = [point(0, 0, [1.0, 0.0, 0.0]), point(0, 11, [0.25, 0.25, 0.5])];
    let measure = |kind, points: &[SurfacePoint]| Measure { kind, points: points.to_vec() };
    let lost = point(0, 12, [1.0, 0.0, 0.0]);
    let measures = vec![
        measure(MeasureKind::Distance, &[a, b]),
        measure(MeasureKind::Path, &[a, b, a]),
        measure(MeasureKind::Angle, &[b, a, a]),
    ];
    let landmarks = vec![Landmark { name: "tip".to_owned(), at: b }];
    let right = Annotations { measures, landmarks };
    let situation = Situation { annotations: right.clone(), ..plain };
    let text = serde_json::to_string(&situation).expect("numbers");
    assert_eq!(serde_json::from_str::<Situation>(&text).expect("a situation"), situation);

    let mut damaged = right.clone();
    damaged.measures.push(measure(MeasureKind::Distance, &[a, lost]));
    damaged.measures.push(measure(MeasureKind::Angle, &[a, b]));
    damaged.measures.push(measure(MeasureKind::Path, &[a]));
    damaged.landmarks.push(Landmark { name: String::new(), at: lost });
    damaged.retain_in(&scene);
    assert_eq!(damaged, right);

    let [distance, path, angle] = [0, 1, 2].map(|k| right.measures[k].value(&scene).expect("a value"));
    let (Measured::Distance(one), Measured::Path(both)) = (distance, path) else { panic!("{distance:?}, {path:?}") };
    assert_eq!((2.0 * one.length, angle), (both, Measured::Angle(None)));
    assert_eq!(right.landmarks[0].landmark(&scene.objects()[0].mesh).expect("a landmark").name, "tip");
}
