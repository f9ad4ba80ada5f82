//! Clicks for the benchmark, as people make them: on pixels of views around a mesh.

use crate::cli::camera::views_around;
use pickray::geometry::Ray;
use pickray::intersect::Culling;
use pickray::math::{CursorPosition, FramebufferSize, SplitMix};
use pickray::pick::{PickOptions, Sight};
use pickray::scene::{Camera, Scene, View};

const VIEWS: usize = 8;

/// Number of pixels tried for each click that has to hit: a thin mesh leaves most of its pictures empty.
const TRIES: u64 = 100;

/// Click on a pixel of a view, with the ray through it in world space, which is also the space of the mesh.
pub struct BenchClick {
    pub view: View,
    pub cursor: CursorPosition,
    pub ray: Ray,
}

/// Clicks on pixels that show a triangle, and the number of pixels that were tried.
pub struct Clicks {
    pub tried: u64,
    pub hits: Vec<BenchClick>,
}

/// Returns views around a scene; the first is the one with which the window opens.
pub fn views(scene: &Scene, size: FramebufferSize) -> Vec<View> {
    let (bounds, up) = (scene.bounds(), scene.up_axis());
    let aspect = f64::from(size.width) / f64::from(size.height);
    let first = View::new(Camera::framing_scene(scene, aspect, up), size);
    views_around(first, bounds, up).take(VIEWS).collect()
}

pub fn middle(size: FramebufferSize) -> CursorPosition {
    CursorPosition { x: f64::from(size.width / 2), y: f64::from(size.height / 2) }
}

impl Clicks {
    /// Returns `wanted` clicks on random pixels of random views whose rays hit a triangle; fewer if too many pixels
    /// miss.
    pub fn that_hit(scene: &Scene, views: &[View], seed: u64, wanted: usize) -> Self {
        let mut random = SplitMix(seed);
        // The upper half of a number, times n, counts from 0 to n - 1 there.
        let mut below = |n: u32| (((random.next_u64() >> 32) * u64::from(n)) >> 32) as u32;
        let mut clicks = Self { tried: 0, hits: Vec::new() };
        while clicks.hits.len() < wanted && clicks.tried < TRIES * wanted as u64 {
            clicks.tried += 1;
            let view = views[below(views.len() as u32) as usize];
            let FramebufferSize { width, height } = view.framebuffer;
            let cursor = CursorPosition { x: f64::from(below(width)), y: f64::from(below(height)) };
            let Ok(sight) = Sight::new(&view, cursor, &PickOptions::default()) else { continue };
            let ray = Ray::between(sight.ray.near, sight.ray.far);
            if scene.objects()[0].mesh.closest_hit(&ray, Culling::None).is_some() {
                clicks.hits.push(BenchClick { view, cursor, ray });
            }
        }
        clicks
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pickray::mesh::samples::Sample;
    use pickray::scene::Object;

    #[test]
    fn the_same_seed_clicks_the_same_pixels_and_another_one_others() {
        let mesh = Sample::Cube.mesh().expect("a mesh");
        let scene = Scene::of(Object::new("cube", mesh.into()));
        let views = views(&scene, FramebufferSize { width: 320, height: 200 });
        let pixels = |seed| {
            let clicks = Clicks::that_hit(&scene, &views, seed, 500);
            clicks.hits.iter().map(|click| [click.cursor.x as u32, click.cursor.y as u32]).collect::<Vec<_>>()
        };
        assert_eq!(pixels(1).len(), 500);
        assert_eq!(pixels(1), pixels(1));
        assert_ne!(pixels(1), pixels(2));
        assert!(pixels(3).iter().all(|&[x, y]| x < 320 && y < 200));
    }

    #[test]
    fn every_view_is_clicked() {
        let mesh = Sample::Icosphere.mesh().expect("a mesh");
        let scene = Scene::of(Object::new("sphere", mesh.into()));
        let views = views(&scene, FramebufferSize { width: 320, height: 200 });
        let clicks = Clicks::that_hit(&scene, &views, 1, 500);
        for view in &views {
            let hits = clicks.hits.iter().filter(|click| click.view == *view).count();
            assert!(hits > 20, "{hits} of {} clicks hit in {view:?}", clicks.tried);
        }
    }
}
