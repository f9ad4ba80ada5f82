//! Sphere sweeps against the golden vectors, and properties that hold for all of them.

use crate::ray_triangle::{point, triangle};
use crate::*;
use pickray::intersect::{Contact, Feature, swept_sphere_triangle};

struct Case {
    id: String,
    sphere: Sphere,
    displacement: DVec3,
    triangle: Triangle,
    expected: Value,
}

impl Case {
    fn all() -> Vec<Self> {
        let read = |case: Value| Self {
            id: format!("{} ({})", case["id"].as_str().expect("an id"), case["cat"].as_str().expect("a category")),
            sphere: Sphere { center: point(&case["center"]), radius: case["radius"].as_f64().expect("a radius") },
            displacement: point(&case["disp"]),
            triangle: triangle(&case, ["v0", "v1", "v2"]),
            expected: case,
        };
        vectors("sphere_sweep.jsonl").into_iter().map(read).collect()
    }

    fn contact(&self) -> Option<Contact> {
        swept_sphere_triangle(&self.sphere, self.displacement, &self.triangle)
    }

    fn number(&self, name: &str) -> Option<f64> {
        self.expected[name].as_f64()
    }

    /// `kind_margin` and `scale` say whether the part of the triangle is beyond doubt.
    fn feature_is_certain(&self) -> bool {
        self.number("kind_margin").is_some_and(|margin| margin > 1e-6 * self.number("scale").expect("a scale"))
    }
}

fn feature(case: &Value) -> Option<Feature> {
    let index = || case["feature_index"].as_u64().expect("an index") as u8;
    match case["feature"].as_str()? {
        "face" => Some(Feature::Face),
        "edge" => Some(Feature::Edge(index())),
        _ => Some(Feature::Vertex(index())),
    }
}

#[test]
fn every_time_of_impact_lies_in_its_window() {
    let rounding = 8.0 * f64::EPSILON;
    let mut starts = 0;
    for case in Case::all() {
        let starts_apart = case.expected["start"] == "separate";
        starts += u32::from(!starts_apart);
        assert!(case.contact().map_or(starts_apart, |contact| starts_apart || contact.t == 0.0), "{}", case.id);
        let (early, late) = (case.number("t_early_f64"), case.number("t_late_f64"));
        match (case.contact(), early, late) {
            (Some(contact), Some(early), Some(late)) => {
                let window = early - rounding..=late + rounding;
                assert!(window.contains(&contact.t), "{}: {} is not in {window:?}", case.id, contact.t);
            }
            (Some(contact), Some(early), None) => assert!(contact.t >= early - rounding, "{}", case.id),
            (Some(contact), None, _) => panic!("{}: {contact:?} is invented", case.id),
            (None, _, Some(_)) => panic!("{}: a contact is lost", case.id),
            (None, _, None) => {}
        }
    }
    assert!(starts > 50, "the vectors have {starts} that touch or overlap at the start");
}

#[test]
fn every_contact_has_its_kind_feature_point_and_normal() {
    for case in Case::all() {
        let (Some(contact), Some(t)) = (case.contact(), case.number("t")) else { continue };
        let starts_overlapping = case.expected["start"] == "overlap";
        assert_eq!(contact.overlapping, starts_overlapping, "{}", case.id);
        if case.feature_is_certain() {
            assert_eq!(Some(contact.feature), feature(&case.expected), "{}", case.id);
        }
        let scale = case.number("scale").expect("a scale");
        let tolerance = 1e-6 * scale + (contact.t - t).abs() * case.displacement.length();
        let off = contact.point.distance(point(&case.expected["point"]));
        assert!(off <= tolerance, "{}: the point is {off} off", case.id);
        assert!((contact.normal.length() - 1.0).abs() <= 4.0 * f64::EPSILON, "{}", case.id);
        if !case.expected["normal"].is_null() && case.sphere.radius > 1e-3 * scale && !contact.overlapping {
            let off = contact.normal.distance(point(&case.expected["normal"]));
            assert!(off <= 2.0 * tolerance / case.sphere.radius, "{}: the normal is {off} off", case.id);
        }
    }
}

#[test]
fn needles_and_grazes_lose_no_contact() {
    let mut rng = seeded();
    for _ in 0..20_000 {
        // A thin triangle, and a sphere that comes down on it nearly along its plane.
        let thin = 2f64.powi(-rng.i32(0..48));
        let turn = DMat3::from_quat(DQuat::from_axis_angle(DVec3::new(0.6, 0.0, 0.8), rng.f64() * 6.0));
        let flat = [(-1.0, -1.0), (1.0, -1.0 + rng.f64()), (rng.f64(), 1.0)].map(|(x, y)| DVec3::new(x, y * thin, 0.0));
        let [a, b, c] = flat.map(|corner| turn * corner);
        let triangle = Triangle::new(a, b, c);
        let radius = 2f64.powi(-rng.i32(0..10));
        let slope = 2f64.powi(-rng.i32(0..30));
        let u = rng.f64();
        let foot = flat[0].lerp(flat[1], u).lerp(flat[2], rng.f64());
        let heading = DVec3::new(rng.f64() - 0.5, rng.f64() - 0.5, 0.0);
        let way = heading.normalize_or(DVec3::X) - slope * DVec3::Z;
        let sunk = radius - 1e-13;
        let center = turn * (foot + sunk * DVec3::Z - way);
        let contact = swept_sphere_triangle(&Sphere { center, radius }, turn * (1.5 * way), &triangle);
        // After two thirds of the way it is below the radius above a point of the triangle: it has met it before.
        let contact = contact.unwrap_or_else(|| panic!("{triangle:?} {center} {radius} {slope}"));
        assert!(contact.t <= 2.0 / 3.0, "{contact:?}");
        let off = triangle.closest_point(center + contact.t * (turn * (1.5 * way))).distance - radius;
        assert!(off.abs() <= 2e-14 || contact.overlapping && off < 0.0, "{off}");
    }
}

#[test]
fn what_is_not_finite_or_negative_is_a_miss() {
    let triangle = Triangle::new(DVec3::ZERO, 4.0 * DVec3::X, 4.0 * DVec3::Y);
    let sphere = |z: f64, radius: f64| Sphere { center: DVec3::new(1.0, 1.0, z), radius };
    let down = -4.0 * DVec3::Z;
    assert!(swept_sphere_triangle(&sphere(3.0, 1.0), down, &triangle).is_some());
    assert_eq!(swept_sphere_triangle(&sphere(f64::NAN, 1.0), down, &triangle), None);
    assert_eq!(swept_sphere_triangle(&sphere(3.0, f64::INFINITY), down, &triangle), None);
    assert_eq!(swept_sphere_triangle(&sphere(3.0, -1.0), down, &triangle), None);
    assert_eq!(swept_sphere_triangle(&sphere(3.0, 1.0), down * f64::NAN, &triangle), None);
}

#[test]
fn sizes_from_the_smallest_to_the_largest_floats_give_the_same_time() {
    for exponent in [-900, -400, -120, 0, 120, 400, 900] {
        let size = 2f64.powi(exponent);
        let triangle = Triangle::new(DVec3::ZERO, 4.0 * size * DVec3::X, 4.0 * size * DVec3::Y);
        let sphere = Sphere { center: DVec3::new(1.0, -2.0, 0.5) * size, radius: size };
        let contact = swept_sphere_triangle(&sphere, DVec3::new(0.0, 4.0, 0.125) * size, &triangle);
        let contact = contact.unwrap_or_else(|| panic!("lost at 2^{exponent}"));
        assert!((contact.t - 0.288_964_647_104_410_1).abs() < 1e-15, "2^{exponent}: {}", contact.t);
        assert!((contact.point / size).distance(DVec3::X) < 1e-15, "2^{exponent}: {}", contact.point);
    }
}
