//! Likeness of two pictures without a background: how far their outlines lie apart, and how their brightness differs.

use crate::Image;
use std::fmt;

/// Largest distance that is told from infinity, in pixels.
const REACH: i32 = 6;

/// Comparison of the picture of a simplified mesh with that of the whole mesh.
pub(super) struct Likeness {
    /// Share of both outlines that is within two pixels of the other one.
    pub(super) near: f64,
    /// Largest distance in pixels of a pixel that only the simplified mesh covers from those that the whole covers.
    pub(super) spike: f64,
    /// Share of the pixels that the whole covers and the simplified mesh does not.
    pub(super) bare: f64,
    /// The same without pixels within two of the whole's outline.
    pub(super) holes: f64,
    /// Ratio of the simplified mesh's mean brightness to the whole's.
    pub(super) brightness: f64,
    /// Share of the pixels whose brightness differs by at most 12 %.
    pub(super) alike: f64,
}

impl fmt::Display for Likeness {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Self { near, spike, bare, holes, brightness, alike } = self;
        write!(
            f,
            "outline {:.2} % near, spike {spike:.1}, bare {:.3} %, holes {:.3} %, brightness {:+.2} %, alike {:.2} %",
            100.0 * near,
            100.0 * bare,
            100.0 * holes,
            100.0 * (brightness - 1.0),
            100.0 * alike
        )
    }
}

/// Pixels that something covers, by at least half.
struct Covered<'a>(&'a Image);

impl Covered<'_> {
    fn at(&self, x: i32, y: i32) -> bool {
        let Image { width, height, .. } = *self.0;
        let inside = 0 <= x && x < width as i32 && 0 <= y && y < height as i32;
        inside && 128 <= self.0.pixels[(y * width as i32 + x) as usize][3]
    }

    fn is_outline(&self, x: i32, y: i32) -> bool {
        self.at(x, y) && [(1, 0), (-1, 0), (0, 1), (0, -1)].iter().any(|(dx, dy)| !self.at(x + dx, y + dy))
    }

    /// Returns all pixels.
    fn pixels(&self) -> impl Iterator<Item = (i32, i32)> + use<> {
        let [width, height] = [self.0.width, self.0.height].map(|n| n as i32);
        (0..height).flat_map(move |y| (0..width).map(move |x| (x, y)))
    }
}

/// Returns the distance of a pixel from the nearest that `is_one` accepts; infinity if none is near.
fn distance((x, y): (i32, i32), is_one: impl Fn(i32, i32) -> bool) -> f64 {
    let around = (-REACH..=REACH).flat_map(|dy| (-REACH..=REACH).map(move |dx| (dx, dy)));
    let found = around.filter(|(dx, dy)| is_one(x + dx, y + dy)).map(|(dx, dy)| dx * dx + dy * dy);
    found.min().map_or(f64::INFINITY, |square| f64::from(square).sqrt())
}

fn brightness(pixel: [u8; 4]) -> f64 {
    pixel[..3].iter().map(|&byte| f64::from(byte)).sum()
}

impl Likeness {
    pub(super) fn new(whole: &Image, simplified: &Image) -> Self {
        let (w, s) = (Covered(whole), Covered(simplified));
        let [mut length, mut near] = [0; 2];
        let mut spike = 0.0_f64;
        for (of, other) in [(&w, &s), (&s, &w)] {
            for pixel in of.pixels().filter(|&(x, y)| of.is_outline(x, y)) {
                length += 1;
                near += usize::from(distance(pixel, |x, y| other.is_outline(x, y)) <= 2.0);
            }
        }
        let [mut covered, mut bare, mut holes, mut both, mut alike] = [0; 5];
        let mut sums = [0.0; 2];
        for (x, y) in w.pixels() {
            let index = (y * whole.width as i32 + x) as usize;
            match (w.at(x, y), s.at(x, y)) {
                (true, false) => {
                    bare += 1;
                    holes += usize::from(2.0 < distance((x, y), |x, y| !w.at(x, y)));
                }
                (false, true) => spike = spike.max(distance((x, y), |x, y| w.at(x, y))),
                (true, true) => {
                    let [a, b] = [whole, simplified].map(|image| brightness(image.pixels[index]));
                    sums[0] += a;
                    sums[1] += b;
                    both += 1;
                    alike += usize::from((a - b).abs() <= 0.12 * a);
                }
                (false, false) => {}
            }
            covered += usize::from(w.at(x, y));
        }
        let share = |part: usize, of: usize| part as f64 / of.max(1) as f64;
        Self {
            near: share(near, length),
            spike,
            bare: share(bare, covered),
            holes: share(holes, covered),
            brightness: sums[1] / sums[0],
            alike: share(alike, both),
        }
    }

    /// Returns the worst of each figure.
    pub(super) fn worst(all: &[Self]) -> Self {
        let least = |figure: fn(&Self) -> f64| all.iter().map(figure).fold(f64::INFINITY, f64::min);
        let most = |figure: fn(&Self) -> f64| all.iter().map(figure).fold(0.0, f64::max);
        let darkest = least(|likeness| likeness.brightness);
        let brightest = most(|likeness| likeness.brightness);
        Self {
            near: least(|likeness| likeness.near),
            spike: most(|likeness| likeness.spike),
            bare: most(|likeness| likeness.bare),
            holes: most(|likeness| likeness.holes),
            brightness: if 1.0 - darkest < brightest - 1.0 { brightest } else { darkest },
            alike: least(|likeness| likeness.alike),
        }
    }

    /// Returns the mean of each figure.
    pub(super) fn mean(all: &[Self]) -> Self {
        let of = |figure: fn(&Self) -> f64| all.iter().map(figure).sum::<f64>() / all.len() as f64;
        Self {
            near: of(|likeness| likeness.near),
            spike: of(|likeness| likeness.spike),
            bare: of(|likeness| likeness.bare),
            holes: of(|likeness| likeness.holes),
            brightness: of(|likeness| likeness.brightness),
            alike: of(|likeness| likeness.alike),
        }
    }
}
