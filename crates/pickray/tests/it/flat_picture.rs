//! A picture of triangles by similar triangles alone, the oracle of what is said in pixels: no matrix, no clip space,
//! nothing of the library but the numbers that a view holds.

use crate::*;

/// A view as a frame of unit vectors and the number of pixels that a unit of length takes.
pub struct FlatPicture {
    eye: DVec3,
    right: DVec3,
    up: DVec3,
    forward: DVec3,
    perspective: bool,
    /// Pixels for a unit across the view: at depth 1 in a perspective, at any depth else.
    pixels: f64,
    middle: DVec2,
    height: f64,
    near: f64,
    far: f64,
}

/// What is seen of a triangle, as lines in the window, and how exact their places are.
pub struct Outline {
    /// What is left of the edges ab, bc and ca, and of the near and the far plane's cuts.
    pub sides: [Option<[DVec2; 2]>; 5],
    /// A bound of the rounding of any place, in pixels, in this picture as in another one in f64.
    pub error: f64,
}

impl FlatPicture {
    /// The camera's up is not along its line of view.
    pub fn new(view: &View) -> Self {
        let camera = &view.camera;
        let forward = (camera.target - camera.eye).normalize();
        let right = forward.cross(camera.up).normalize();
        let viewport = view.viewport;
        let (width, height) = (f64::from(viewport.width), f64::from(viewport.height));
        let (perspective, pixels) = match camera.projection {
            Projection::Perspective { fov_y } => (true, height / (2.0 * (fov_y / 2.0).tan())),
            Projection::Orthographic { height: units } => (false, height / units),
        };
        Self {
            eye: camera.eye,
            right,
            up: right.cross(forward),
            forward,
            perspective,
            pixels,
            middle: DVec2::new(f64::from(viewport.x) + width / 2.0, f64::from(viewport.y) + height / 2.0),
            height: f64::from(view.framebuffer.height),
            near: camera.near,
            far: camera.far,
        }
    }

    /// The centre of the pixel under the cursor, from the lower left.
    pub fn center(&self, cursor: CursorPosition) -> DVec2 {
        DVec2::new(cursor.x.floor() + 0.5, self.height - cursor.y.floor() - 0.5)
    }

    pub fn depth(&self, world: DVec3) -> f64 {
        (world - self.eye).dot(self.forward)
    }

    pub fn window(&self, world: DVec3) -> DVec2 {
        let from_eye = world - self.eye;
        let scale = if self.perspective { self.pixels / self.depth(world) } else { self.pixels };
        self.middle + scale * DVec2::new(from_eye.dot(self.right), from_eye.dot(self.up))
    }

    /// The outline of what lies between near and far plane; `None` where nothing does.
    pub fn outline(&self, corners: [DVec3; 3]) -> Option<Outline> {
        let mut sides = [None; 5];
        let mut cuts = [Vec::new(), Vec::new()];
        // How much a rounding of depth moves the place where an edge is cut.
        let mut slant: f64 = 1.0;
        let mut least_depth = f64::INFINITY;
        for k in 0..3 {
            let (p, q) = (corners[k], corners[(k + 1) % 3]);
            let (from, to) = (self.depth(p), self.depth(q));
            let (mut start, mut end): (f64, f64) = (0.0, 1.0);
            let planes = [(self.near, from - self.near, to - self.near), (self.far, self.far - from, self.far - to)];
            for (i, (plane, at_p, at_q)) in planes.into_iter().enumerate() {
                if at_p * at_q < 0.0 {
                    let share = (plane - from) / (to - from);
                    cuts[i].push(self.window(p + share * (q - p)));
                    slant = slant.max((q - p).length() / (to - from).abs());
                    if at_p < 0.0 { start = start.max(share) } else { end = end.min(share) }
                } else if at_p < 0.0 || at_q < 0.0 {
                    end = -1.0;
                }
            }
            if start <= end {
                let ends = [start, end].map(|share| p + share * (q - p));
                sides[k] = Some(ends.map(|end| self.window(end)));
                least_depth = least_depth.min(self.depth(ends[0]).min(self.depth(ends[1])));
            }
        }
        for (i, cut) in cuts.iter().enumerate() {
            if let [p, q] = cut[..] {
                sides[3 + i] = Some([p, q]);
                least_depth = least_depth.min(if i == 0 { self.near } else { self.far });
            }
        }
        let reach = sides.iter().flatten().flatten().map(|p| p.length()).fold(self.middle.length(), f64::max);
        let size = corners.iter().chain([&self.eye]).map(|p| p.length()).fold(0.0, f64::max);
        let blur = self.pixels * size * slant / if self.perspective { least_depth } else { 1.0 };
        let error = 64.0 * f64::EPSILON * slant * (reach * (1.0 + size / least_depth.abs().min(1.0)) + blur);
        sides.iter().any(Option::is_some).then_some(Outline { sides, error })
    }
}

impl Outline {
    /// How far a place of the window is from the nearest line, and the number of that line.
    pub fn distance(&self, place: DVec2) -> (f64, usize) {
        let sides = self.sides.iter().enumerate();
        let distances = sides.filter_map(|(i, side)| Some((from_line((*side)?, place), i)));
        distances.min_by(|x, y| x.0.total_cmp(&y.0)).expect("a line")
    }
}

/// How far a place is from a line between two ends: the height of the triangle of the three, or a side of it where that
/// falls outside.
pub fn from_line([p, q]: [DVec2; 2], place: DVec2) -> f64 {
    let (from_p, from_q, base) = (place - p, place - q, q - p);
    if from_p.dot(base) <= 0.0 {
        from_p.length()
    } else if from_q.dot(base) >= 0.0 {
        from_q.length()
    } else {
        (from_p.x * from_q.y - from_p.y * from_q.x).abs() / base.length()
    }
}
