//! Explanations of a pick: every number on the way, the effects of common mistakes, and the reason why another triangle
//! was not hit.
//!
//! The module is for programs that teach picking, and for programmers who look for a fault in their own picking. A
//! program that only picks does not need the module, which changes more often than the rest of the library.

mod diagnosis;
mod figures;
mod in_single_precision;
mod loupe;
mod mistake;
mod pick_trace;
mod record;
mod whole_function;
mod why_not;

pub use diagnosis::{Diagnosis, GivenRay, Verdict, diagnose};
#[doc(hidden)]
pub use figures::{Coordinates, count, duration, hex_color, number, number_in_words};
#[doc(hidden)]
pub use in_single_precision::SinglePoint;
pub use loupe::{FailedTest, Loupe, MollerTrumboreSteps, TriangleTest, WindowTriangle, loupe};
pub use mistake::{
    Mistake, MistakeInputs, MistakenPick, Step, pick_mistaken, pick_traced_mistaken, pick_with_each_mistake,
};
#[doc(hidden)]
pub use mistake::{Mistaken, PatternArrow, can_be_found, mistake_pattern};
#[doc(hidden)]
pub use pick_trace::ReadBack;
pub use pick_trace::{BoxTest, CastTrace, ObjectOutcome, ObjectTrace, PickTrace, pick_traced};
#[doc(hidden)]
pub use record::{Group, PickRecord, RECORD_VERSION, Row, RowLabel, Value, Words};
#[doc(hidden)]
pub use whole_function::{CodeComment, CodeLanguage, FunctionEnd, whole_function};
pub(crate) use why_not::sentence;
pub use why_not::{CutAway, Miss, WhyNot, WhyNotReason, why_not};

pub use super::steps::{PlanePoint, RayTrace};
pub use super::window_outline::OutlinePart;
