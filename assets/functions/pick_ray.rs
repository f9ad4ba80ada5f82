use glam::{DMat4, DVec2, DVec3};

/// The ray through a pixel in the space of an object, as two points: t = 0 on the near plane, t = 1 on the far plane.
/// cursor: physical pixels from the top left of the window. viewport: x and y of its lower left corner, width, height.
/// planes: NDC z of near and far, -1 and 1; reversed 1 and -1; for a far plane at infinity 0, twice as far as the near.
pub fn pick_ray(
    cursor: DVec2,
    window_height: f64,
    viewport: [f64; 4],
    planes: [f64; 2],
    [projection, view, model]: [DMat4; 3],
) -> [DVec3; 2] {
    let half = 0.5; // the middle of the pixel
    let window = DVec2::new(cursor.x.floor() + half, window_height - 1.0 - cursor.y.floor() + half);
    let [x, y, width, height] = viewport;
    let ndc = 2.0 * (window - DVec2::new(x, y)) / DVec2::new(width, height) - 1.0;
    planes.map(|z| {
        let eye = projection.inverse() * ndc.extend(z).extend(1.0);
        let world = view.inverse() * (eye / eye.w);
        (model.inverse() * world).truncate()
    })
}
