//! Regions of the picture, as users drag them.

use crate::math::CursorPosition;
use crate::pick::NoRay;
use crate::work::packed;
use crate::work::said::said;
use glam::DVec2;
use serde::{Deserialize, Serialize};

/// Part of the framebuffer in which triangles are looked for; its border belongs to it.
///
/// Positions may have fractions: the pixel of column `c` and row `r` has its centre at `c + 0.5`, `r + 0.5`. What lies
/// beyond the viewport is cut off.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ScreenRegion {
    /// Rectangle between two opposite corners, in any order.
    Rectangle {
        /// Corner of the rectangle.
        from: CursorPosition,
        /// Corner opposite to `from`.
        to: CursorPosition,
    },
    /// Polygon through these points and back to the first one, filled by the even-odd rule; it may cross itself. Two
    /// equal sides cancel each other, so that a stroke that goes back along itself encloses nothing.
    Lasso(Vec<CursorPosition>),
    /// Disc around a point.
    Disc {
        /// Centre of the disc.
        center: CursorPosition,
        /// Radius of the disc, 0 or more, in physical pixels.
        radius: f64,
    },
}

packed!(enum ScreenRegion [Rectangle { from, to }, Lasso(points), Disc { center, radius }]);

impl ScreenRegion {
    /// Returns a rectangle around the region, if that is valid.
    pub(super) fn bounds(&self) -> Result<Rectangle, AreaError> {
        let around = |points: &[CursorPosition]| {
            let points = points.iter().map(|point| DVec2::from(*point));
            if points.clone().all(DVec2::is_finite) { Ok(Rectangle::around(points)) } else { Err(AreaError::NotFinite) }
        };
        match self {
            Self::Rectangle { from, to } => around(&[*from, *to]),
            Self::Lasso(points) => {
                let around = around(points)?;
                let mut distinct = Vec::new();
                for point in points {
                    if distinct.len() < 3 && !distinct.contains(point) {
                        distinct.push(*point);
                    }
                }
                if distinct.len() == 3 { Ok(around) } else { Err(AreaError::TooFewPoints(distinct.len())) }
            }
            Self::Disc { center, radius } if radius.is_finite() && *radius >= 0.0 => {
                let Rectangle { min, max } = around(&[*center])?;
                // Round the rectangle outwards.
                Ok(Rectangle { min: (min - *radius).map(f64::next_down), max: (max + *radius).map(f64::next_up) })
            }
            Self::Disc { .. } => Err(AreaError::NotFinite),
        }
    }
}

said! {
    /// Reason for which nothing can be selected in a region.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
    #[non_exhaustive]
    pub enum AreaError {
        NoRay(#[from] why: NoRay) => "there is no picture to select in: {why}",
        NotFinite => "a region needs finite coordinates, and a disc a radius of 0 or more",
        TooFewPoints(count: usize) => "a lasso needs three different points or more, and this one has {count}",
        OffPicture => "the region lies outside the picture",
    }
}

/// Rectangle of the picture; empty where a coordinate of `min` is above that of `max`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rectangle {
    pub min: DVec2,
    pub max: DVec2,
}

impl Rectangle {
    pub fn around(points: impl IntoIterator<Item = DVec2>) -> Self {
        let empty = Self { min: DVec2::INFINITY, max: DVec2::NEG_INFINITY };
        points.into_iter().fold(empty, |all, point| Self { min: all.min.min(point), max: all.max.max(point) })
    }

    pub fn common(&self, other: &Self) -> Self {
        Self { min: self.min.max(other.min), max: self.max.min(other.max) }
    }

    pub fn overlaps(&self, other: &Self) -> bool {
        self.min.cmple(other.max).all() && other.min.cmple(self.max).all()
    }

    /// Returns the distance of a point from the rectangle, rounded down; 0 inside.
    pub fn distance(&self, from: DVec2) -> f64 {
        (self.min - from).max(from - self.max).max(DVec2::ZERO).length() * (1.0 - 4.0 * f64::EPSILON)
    }

    pub fn is_empty(&self) -> bool {
        !self.min.cmple(self.max).all()
    }
}
