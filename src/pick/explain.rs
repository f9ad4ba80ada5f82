//! Why a pick is what it is: each number on the way, what mistakes would make of it, and why not another triangle.
//!
//! For programs that teach picking, and for those who look for a fault in their own. A program that picks needs none of
//! it; it changes more often than the rest.

pub use super::cut_away::CutAway;
pub use super::in_single_precision::SinglePoint;
pub use super::loupe::{FailedTest, Loupe, MollerTrumboreSteps, WindowTriangle, loupe};
pub use super::miss::Miss;
pub use super::mistake::{
    Mistake, MistakeInputs, MistakenPick, PatternArrow, can_be_found, mistake_pattern, pick_mistaken,
    pick_traced_mistaken, pick_with_each_mistake,
};
pub use super::pick_trace::{BoxTest, CastTrace, ObjectOutcome, ObjectTrace, PickTrace};
pub use super::pick_traced;
pub use super::ray_trace::{PlanePoint, RayTrace};
pub use super::record::{Group, PickRecord, RECORD_VERSION, Row, Value};
pub use super::step::Step;
pub use super::triangle_test::TriangleTest;
pub use super::whole_function::{CodeLanguage, whole_function};
pub use super::why_not::{WhyNot, WhyNotReason, why_not};
pub use super::window_outline::OutlinePart;
