//! Lessons: pages that show a situation, ask what will happen, and set a goal that is checked on the numbers of the
//! pick. A file `NAME.lesson.json` has what is shown and checked, and `NAME.en.md` and `NAME.zh-CN.md` the words; see
//! `docs/lessons.md`. [`FIELDS`] lists what a goal may ask for.

mod check;
mod error;
mod fields;
mod files;
mod format;
mod goal;
mod markdown;
mod page;
mod words;

pub use check::{PageCheck, check};
pub use error::{LessonError, LessonProblem};
pub use fields::{FIELDS, Values};
pub use files::{LONGEST_FILE, LessonText, builtin, is_named_so, parse, parse_folder, read, read_folder};
pub use goal::{Condition, Evidence, Field, FieldKind, FieldValue, Goal, Operand, Test};
pub use markdown::{Block, Span, SpanStyle};
pub use page::{LearningProgress, Lesson, LessonProgress, Page, Prediction, PredictionKind, Truth, fitted_cursor};
pub use words::{LessonWords, PageWords, PredictionWords};
