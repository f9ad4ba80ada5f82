//! Lines and points over the scene, and the strokes on the screen that they become.
//!
//! OpenGL core profiles draw no wide lines. Here everything is projected and clipped in f64 and handed on as strokes:
//! straight pieces with round ends, in pixels, with a depth at each end. OpenGL and the CPU draw the same strokes.

use super::style::{Palette, Srgb};
use super::warp::{Warp, clip};
use glam::{DMat4, DVec2, DVec3, DVec4};
use pickray::geometry::{Aabb, Triangle};
use pickray::math::Viewport;
use pickray::scene::{Camera, Projection, View};

/// Look of the parts of an overlay that lie behind a surface.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Behind {
    /// Parts behind a surface are hidden.
    Hidden,
    /// Parts behind a surface are drawn fainter.
    #[default]
    Faint,
    /// Parts behind a surface are drawn like the rest.
    Drawn,
    /// Only parts behind a surface are drawn.
    Alone,
}

/// Pen with which lines and points are drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pen {
    /// Colour of lines and points.
    pub color: Srgb,
    /// Opacity, 0 to 1.
    pub opacity: f32,
    /// Width of lines, diameter of points, in logical pixels.
    pub width: f32,
    /// Length of dashes and of the gaps between them in logical pixels; 0 draws unbroken lines.
    pub dash: f32,
    /// Look of the parts behind surfaces.
    pub behind: Behind,
}

impl Pen {
    /// Returns an opaque, unbroken pen that is faint behind surfaces; `width` is in logical pixels.
    pub const fn new(color: Srgb, width: f32) -> Self {
        Self { color, opacity: 1.0, width, dash: 0.0, behind: Behind::Faint }
    }

    /// Returns the same pen with dashes, of this length in logical pixels.
    pub const fn dashed(self, dash: f32) -> Self {
        Self { dash, ..self }
    }

    /// Returns the same pen with another look behind surfaces.
    pub const fn behind(self, behind: Behind) -> Self {
        Self { behind, ..self }
    }

    /// Returns the same pen at another opacity, 0 to 1.
    pub const fn opacity(self, opacity: f32) -> Self {
        Self { opacity, ..self }
    }
}

/// Lines, points or rings drawn over the scene, in world space.
#[derive(Clone, Debug, PartialEq)]
pub enum Overlay {
    /// Straight lines between two points each.
    Lines(Vec<[DVec3; 2]>, Pen),
    /// Discs around points, as wide as the pen.
    Points(Vec<DVec3>, Pen),
    /// Circles around points, with a radius in logical pixels.
    Rings(Vec<DVec3>, f32, Pen),
}

impl Overlay {
    /// Returns the edges of a triangle.
    pub fn triangle(triangle: &Triangle, pen: Pen) -> Self {
        let Triangle { a, b, c } = *triangle;
        Self::Lines(vec![[a, b], [b, c], [c, a]], pen)
    }

    /// Returns the edges of a box.
    pub fn aabb(aabb: &Aabb, pen: Pen) -> Self {
        let corners = aabb.corners();
        let edges = (0..8).flat_map(|bits| (0..3).map(move |axis| (bits, bits | 1 << axis)));
        Self::Lines(edges.filter(|(a, b)| a != b).map(|(a, b)| [corners[a], corners[b]]).collect(), pen)
    }

    /// Returns the overlays of a pick's ray, from its near to its far point, in the colours of a palette. The near
    /// point, the far point and the hit, if any, are drawn as points.
    pub fn ray(near: DVec3, far: DVec3, hit: Option<DVec3>, palette: &Palette) -> Vec<Self> {
        let pen = Pen::new(palette.ray, 2.0);
        let mut parts = vec![Self::Lines(vec![[near, hit.unwrap_or(far)]], pen)];
        if let Some(hit) = hit {
            // What the ray would have met beyond is behind the surface that it hit, and is shown all the same.
            parts.push(Self::Lines(vec![[hit, far]], pen.dashed(5.0).opacity(0.75).behind(Behind::Drawn)));
            parts.push(Self::Points(vec![hit], Pen::new(palette.ray, 7.0).behind(Behind::Drawn)));
        }
        parts.push(Self::Points(vec![near], Pen::new(palette.near_point, 8.0).behind(Behind::Drawn)));
        parts.push(Self::Points(vec![far], Pen::new(palette.far_point, 8.0).behind(Behind::Drawn)));
        parts
    }

    /// Returns the edges of the part of space that a view shows, and in perspective the lines from the eye to its near
    /// plane. The far plane must not be at infinity.
    pub fn frustum(view: &View, palette: &Palette) -> Vec<Self> {
        let camera = view.camera;
        let (near, far) = (view.rectangle_at(camera.near), view.rectangle_at(camera.far));
        let edges = (0..4).flat_map(|k| {
            let next = (k + 1) % 4;
            [[near[k], near[next]], [far[k], far[next]], [near[k], far[k]]]
        });
        let pen = Pen::new(palette.frustum, 1.0).opacity(0.45);
        let mut parts = vec![Self::Lines(edges.collect(), pen)];
        if matches!(camera.projection, Projection::Perspective { .. }) {
            parts.push(Self::Lines(near.map(|corner| [camera.eye, corner]).to_vec(), pen.dashed(4.0)));
            parts.push(Self::Points(vec![camera.eye], Pen::new(palette.frustum, 8.0)));
        }
        parts
    }
}

/// Straight piece of a line with round ends, in window pixels relative to the viewport's lower left corner; if both
/// ends are in one place, a disc. The fields are laid out as the GPU reads them.
#[derive(Clone, Copy, Debug, PartialEq, bytemuck::Pod, bytemuck::Zeroable)]
#[repr(C)]
pub(super) struct Stroke {
    /// x and y of one end in pixels, and its NDC depth: from −1 at the near plane to 1 at the far one.
    pub(super) from: [f32; 3],
    pub(super) to: [f32; 3],
    /// Colour in sRGB, and opacity.
    pub(super) color: [f32; 4],
    /// Half the width of the stroke in pixels; for a ring its radius.
    pub(super) half_width: f32,
    /// Half the width of a ring's line, in pixels; 0 for strokes that are not rings.
    pub(super) ring: f32,
    /// Length of dashes in pixels; 0 draws an unbroken line.
    pub(super) dash: f32,
    /// Position of the first end within the pattern of dashes, in pixels.
    pub(super) dash_start: f32,
    /// Factors, 0 to 1, of the opacity of the parts in front of surfaces and of the parts behind them.
    pub(super) shares: [f32; 2],
}

/// Number of pixels beyond the viewport's edges at which lines are cut off, widths aside.
const CLIP_MARGIN: f64 = 2.0;

/// Number of its own widths, at its depth, by which a stroke is moved towards the viewer, so that a line along a
/// surface is not half inside it: enough for surfaces seen at up to 76° from straight on (the tangent of which is 4).
const LIFT_WIDTHS: f64 = 2.0;

/// Least depth before the eye at which lines are drawn, in distances of the near plane.
const LEAST_DEPTH: f64 = 1.0 / 1024.0;

/// Projection of overlays onto the screen of one view, as strokes.
pub(super) struct Strokes {
    eye_from_world: DMat4,
    clip_from_eye: DMat4,
    viewport: Viewport,
    camera: Camera,
    warp: Option<Warp>,
    /// Physical pixels to a logical pixel.
    pub(super) scale: f64,
    pub(super) strokes: Vec<Stroke>,
}

impl Strokes {
    /// Returns the projection of a world that is warped, if at all, by `warp`.
    pub(super) fn new(view: &View, scale: f64, warp: Option<Warp>) -> Self {
        Self {
            eye_from_world: view.camera.eye_from_world(),
            clip_from_eye: view.opengl_clip_from_eye(),
            viewport: view.viewport,
            camera: view.camera,
            warp,
            scale,
            strokes: Vec::new(),
        }
    }

    pub(super) fn push(&mut self, overlay: &Overlay) {
        match overlay {
            Overlay::Lines(lines, pen) => {
                for &line in lines {
                    let warped = self.warp.map_or(Some(line), |warp| warp.line(line));
                    warped.into_iter().for_each(|[a, b]| self.line(a, b, pen));
                }
            }
            Overlay::Points(points, pen) => {
                for &point in points {
                    self.disc(point, f64::from(pen.width) * 0.5, 0.0, pen);
                }
            }
            Overlay::Rings(centers, radius, pen) => {
                for &center in centers {
                    self.disc(center, f64::from(*radius), f64::from(pen.width) * 0.5, pen);
                }
            }
        }
    }

    /// Adds a stroke given on the screen, in logical pixels from the lower left corner, in front of everything.
    pub(super) fn on_screen(&mut self, from: DVec2, to: DVec2, pen: &Pen) {
        let depth = if self.camera.reversed_z { 1.0 } else { -1.0 };
        let scale = self.scale;
        let end = |p: DVec2| (p * scale).extend(depth);
        self.stroke(end(from), end(to), f64::from(pen.width) * 0.5, 0.0, 0.0, pen);
    }

    /// Returns where a point of the world is on the screen, in pixels from the lower left; `None` behind the eye.
    pub(super) fn on_viewport(&self, world: DVec3) -> Option<DVec2> {
        let clip = self.clip_from_eye * (self.eye_from_world * self.place(world)?.extend(1.0));
        (clip.w > 0.0).then(|| self.pixels(clip).truncate()).filter(|p| p.is_finite())
    }

    /// Returns where a point of the world is once the world is warped; `None` if it goes nowhere.
    fn place(&self, world: DVec3) -> Option<DVec3> {
        self.warp.map_or(Some(world), |warp| warp.point(world))
    }

    fn line(&mut self, a: DVec3, b: DVec3, pen: &Pen) {
        let width = f64::from(pen.width) * self.scale;
        let [from, to] = [a, b].map(|world| self.eye_from_world * world.extend(1.0));
        let Some([from, to]) = self.clip_to_front(from, to) else { return };
        let [from, to] = [from, to].map(|eye| self.pixels(self.clip_from_eye * self.lifted(eye, width)));
        if !from.is_finite() || !to.is_finite() {
            return;
        }
        let Some((start, end)) = self.clip_to_viewport(from, to, width) else { return };
        // Dashes start at the end that was given, whatever of the line is on the screen.
        let dash_start = start * (to - from).truncate().length();
        self.stroke(from.lerp(to, start), from.lerp(to, end), 0.5 * f64::from(pen.width), 0.0, dash_start, pen);
    }

    fn disc(&mut self, point: DVec3, radius: f64, ring: f64, pen: &Pen) {
        let Some(point) = self.place(point) else { return };
        let eye = self.eye_from_world * point.extend(1.0);
        let clip = self.clip_from_eye * eye;
        if clip.w <= 0.0 {
            return;
        }
        let center = self.pixels(self.clip_from_eye * self.lifted(eye, 2.0 * radius * self.scale));
        let reach = (radius + ring) * self.scale + CLIP_MARGIN;
        let inside = |x: f64, size: i32| -reach <= x && x <= f64::from(size) + reach;
        if inside(center.x, self.viewport.width) && inside(center.y, self.viewport.height) {
            self.stroke(center, center, radius, ring, 0.0, pen);
        }
    }

    fn stroke(&mut self, from: DVec3, to: DVec3, half_width: f64, ring: f64, dash_start: f64, pen: &Pen) {
        let shares = match pen.behind {
            Behind::Hidden => [1.0, 0.0],
            Behind::Faint => [1.0, 0.28],
            Behind::Drawn => [1.0, 1.0],
            Behind::Alone => [0.0, 1.0],
        };
        let [red, green, blue] = pen.color;
        self.strokes.push(Stroke {
            from: from.as_vec3().to_array(),
            to: to.as_vec3().to_array(),
            color: [red, green, blue, pen.opacity],
            half_width: (half_width * self.scale) as f32,
            ring: (ring * self.scale) as f32,
            dash: (f64::from(pen.dash) * self.scale) as f32,
            dash_start: dash_start as f32,
            shares,
        });
    }

    /// Returns the place of a point of clip space, in pixels from the viewport's lower left corner, and its NDC depth.
    fn pixels(&self, clip: DVec4) -> DVec3 {
        let ndc = clip.truncate() / clip.w;
        let size = DVec2::new(f64::from(self.viewport.width), f64::from(self.viewport.height));
        ((ndc.truncate() * 0.5 + 0.5) * size).extend(ndc.z)
    }

    /// Returns a point of eye space moved towards the viewer by widths of a stroke, not past the near plane.
    fn lifted(&self, eye: DVec4, width: f64) -> DVec4 {
        let depth = -eye.z;
        let pixel = self.camera.height_at(depth) / f64::from(self.viewport.height.max(1));
        let lifted = (depth - LIFT_WIDTHS * width * pixel).max(self.camera.near.min(depth));
        match self.camera.projection {
            Projection::Perspective { .. } if depth > 0.0 => (eye.truncate() * (lifted / depth)).extend(1.0),
            _ => DVec4::new(eye.x, eye.y, -lifted, 1.0),
        }
    }

    /// Returns the part of a line before the eye; clip planes cut surfaces, not what is said of them.
    fn clip_to_front(&self, from: DVec4, to: DVec4) -> Option<[DVec4; 2]> {
        if let Projection::Orthographic { .. } = self.camera.projection {
            return Some([from, to]);
        }
        let least = LEAST_DEPTH * self.camera.near;
        clip([(-from.z - least, -to.z - least)]).map(|(start, end)| [from.lerp(to, start), from.lerp(to, end)])
    }

    /// Returns the part of a line on the screen that reaches into the viewport, as two parameters along it.
    fn clip_to_viewport(&self, from: DVec3, to: DVec3, width: f64) -> Option<(f64, f64)> {
        let margin = width + CLIP_MARGIN;
        let sides = [(from.x, to.x, self.viewport.width), (from.y, to.y, self.viewport.height)];
        clip(sides.into_iter().flat_map(|(a, b, size)| {
            let far = f64::from(size) + margin;
            [(a + margin, b + margin), (far - a, far - b)]
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pickray::math::FramebufferSize;

    fn view() -> View {
        let camera = Camera::look_at(DVec3::new(0.0, 0.0, 10.0), DVec3::ZERO, DVec3::Y);
        View::new(camera, FramebufferSize::new(400, 200))
    }

    fn strokes(overlay: &Overlay) -> Vec<Stroke> {
        let mut strokes = Strokes::new(&view(), 2.0, None);
        strokes.push(overlay);
        strokes.strokes
    }

    #[test]
    fn a_point_lies_where_the_view_projects_it_and_is_scaled() {
        let pen = Pen::new([1.0; 3], 6.0);
        let strokes = strokes(&Overlay::Points(vec![DVec3::new(1.0, 0.5, 0.0)], pen));
        let expected = view().window_from_world(DVec3::new(1.0, 0.5, 0.0)).expect("before the eye");
        assert!((0..2).all(|k| (f64::from(strokes[0].from[k]) - expected[k]).abs() < 1e-4));
        assert_eq!((strokes[0].half_width, strokes[0].from == strokes[0].to), (6.0, true));
    }

    #[test]
    fn a_line_is_cut_before_the_eye_and_not_by_the_clip_planes() {
        let pen = Pen::new([1.0; 3], 1.0);
        let strokes = strokes(&Overlay::Lines(vec![[DVec3::new(0.2, 0.1, 0.0), DVec3::new(0.1, 0.1, 40.0)]], pen));
        assert_eq!(strokes.len(), 1);
        for end in [strokes[0].from, strokes[0].to] {
            assert!(end.iter().all(|x| x.is_finite()));
            assert!(-5.0 <= end[0] && end[0] <= 405.0 && -5.0 <= end[1] && end[1] <= 205.0, "{end:?}");
        }
        assert!(strokes[0].to[2] < -1.0, "{:?} is before the near plane", strokes[0].to);
        let beyond = Overlay::Points(vec![DVec3::new(0.0, 0.0, -500.0)], pen);
        assert!(1.0 < self::strokes(&beyond)[0].from[2], "it lies beyond the far plane");
    }

    #[test]
    fn what_is_out_of_the_picture_makes_no_stroke() {
        let pen = Pen::new([1.0; 3], 1.0);
        let behind = [DVec3::new(0.0, 0.0, 20.0), DVec3::new(1.0, 0.0, 30.0)];
        let beside = [DVec3::new(100.0, 0.0, 0.0), DVec3::new(100.0, 1.0, 0.0)];
        assert_eq!(strokes(&Overlay::Lines(vec![behind, beside], pen)), []);
        assert_eq!(strokes(&Overlay::Points(vec![behind[0], beside[0]], pen)), []);
    }

    #[test]
    fn a_box_has_twelve_edges() {
        let aabb = Aabb::new(DVec3::NEG_ONE, DVec3::ONE);
        let Overlay::Lines(lines, _) = Overlay::aabb(&aabb, Pen::new([0.0; 3], 1.0)) else { panic!("lines") };
        assert_eq!(lines.len(), 12);
        assert!(lines.iter().all(|[a, b]| (*a - *b).length() == 2.0));
    }
}
