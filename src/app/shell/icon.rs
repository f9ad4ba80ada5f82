//! Icon of the window: a triangle with a ray through it, drawn by formula.

use egui_winit::winit::window::Icon;

const SIDE: u32 = 64;
const CORNERS: [[f32; 2]; 3] = [[8.0, 54.0], [56.0, 54.0], [32.0, 8.0]];
const FILL: [u8; 3] = [0xff, 0xb2, 0x3e];
const RAY: [u8; 3] = [0x1b, 0x1e, 0x24];

pub fn icon() -> Option<Icon> {
    let mut rgba = Vec::with_capacity((SIDE * SIDE * 4) as usize);
    for y in 0..SIDE {
        for x in 0..SIDE {
            let [x, y] = [x as f32 + 0.5, y as f32 + 0.5];
            let alpha = inside(x, y);
            // The ray comes from the upper left and ends in a point in the middle of the triangle.
            let along = (x * 0.8 + y).min(25.6 + 38.0);
            let (nearest_x, nearest_y) = (along / 1.8 - 2.0, along / 1.8 + 2.0);
            let ray = 2.6 - (x - nearest_x).hypot(y - nearest_y);
            let dot = 6.0 - (x - 33.4).hypot(y - 37.3);
            let dark = ray.max(dot).clamp(0.0, 1.0);
            rgba.extend((0..3).map(|i| (f32::from(FILL[i]) * (1.0 - dark) + f32::from(RAY[i]) * dark) as u8));
            rgba.push((alpha * 255.0) as u8);
        }
    }
    Icon::from_rgba(rgba, SIDE, SIDE).ok()
}

/// Returns the share of a pixel that lies in the triangle, 0 to 1, by the distance to the nearest edge.
fn inside(x: f32, y: f32) -> f32 {
    let distance = |i: usize| {
        let ([ax, ay], [bx, by]) = (CORNERS[i], CORNERS[(i + 1) % 3]);
        let (ex, ey) = (bx - ax, by - ay);
        (ey * (x - ax) - ex * (y - ay)) / ex.hypot(ey)
    };
    ((0..3).map(distance).fold(f32::INFINITY, f32::min) + 0.5).clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_middle_is_in_the_triangle_and_the_corners_of_the_picture_are_not() {
        assert!(inside(32.0, 40.0) == 1.0);
        for (x, y) in [(1.0, 1.0), (63.0, 1.0), (1.0, 63.0), (63.0, 63.0)] {
            assert!(inside(x, y) == 0.0);
        }
        assert!(icon().is_some());
    }
}
