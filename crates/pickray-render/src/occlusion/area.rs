//! Rectangle of a picture's pixels that were redrawn.

use crate::frame::Frame;
use crate::kept::{Part, count};
use glam::{DVec2, IVec2};

/// Largest number of triangles that are looked at one by one; more may be anywhere.
const FEW: usize = 64;

/// Distance around its corners at which a triangle may cover samples, in pixels.
const MARGIN: i32 = 2;

/// Rectangle of pixels, from `start` up to but without `end`, counted from the lower left.
#[derive(Clone, Copy)]
pub(crate) struct Area {
    pub(super) start: IVec2,
    pub(super) end: IVec2,
}

impl Area {
    pub(crate) const ALL: Self = Self { start: IVec2::ZERO, end: IVec2::MAX };
    pub(super) const NONE: Self = Self { start: IVec2::MAX, end: IVec2::ZERO };

    /// Returns a rectangle that covers the pixels of the given triangles of a frame. It is the whole picture for more
    /// than 64 triangles, or for a triangle that reaches behind the eye.
    pub(crate) fn of(frame: &Frame, parts: &[&[Part]]) -> Self {
        if FEW < parts.iter().map(|parts| count(parts)).sum() {
            return Self::ALL;
        }
        let view = frame.view;
        let corner = DVec2::new(f64::from(view.viewport.x), f64::from(view.viewport.y));
        let mut area = Self::NONE;
        for (object, triangle) in parts.iter().copied().flatten().flat_map(|(k, run)| run.clone().map(move |t| (*k, t)))
        {
            let triangle = frame.scene.objects()[object].triangle_in_world(triangle as u32);
            for point in [triangle.a, triangle.b, triangle.c] {
                // No corner tells where a triangle ends that reaches behind the eye.
                let Some(cursor) = view.cursor_from_world(point) else { return Self::ALL };
                let from_lower_left = DVec2::new(cursor.x, f64::from(view.framebuffer.height) - cursor.y) - corner;
                let pixel = from_lower_left.as_ivec2().clamp(IVec2::ZERO, IVec2::splat(1 << 24));
                area = area.with(Self { start: pixel - MARGIN, end: pixel + 1 + MARGIN });
            }
        }
        area
    }

    pub(super) fn with(self, other: Self) -> Self {
        Self { start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// Returns the part of the area that lies within a picture of this size.
    pub(super) fn within(self, size: [i32; 2]) -> Self {
        Self { start: self.start.max(IVec2::ZERO), end: self.end.min(size.into()) }
    }

    pub(super) fn is_empty(self) -> bool {
        self.start.cmpge(self.end).any()
    }
}
