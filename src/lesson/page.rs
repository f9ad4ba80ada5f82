//! Lessons and their pages.

use super::{Evidence, Field, FieldValue, Goal, LessonWords, Locale, PageWords};
use pickray::math::CursorPosition;
use pickray::pick::explain::Mistake;
use pickray::study::{Change, ChangeError, Situation, Study};
use std::path::PathBuf;

/// Lesson: pages with words in one language or more.
#[derive(Clone, Debug)]
pub struct Lesson {
    /// Name of the lesson, as its files are named.
    pub name: String,
    /// Folder of the lesson's files, where its meshes lie, too; `None` if it was not read from a folder.
    pub folder: Option<PathBuf>,
    /// Pages of the lesson, at least one.
    pub pages: Vec<Page>,
    /// Words of the lesson by language, at least one.
    pub(super) words: Vec<(Locale, LessonWords)>,
}

/// Page of a lesson: what is shown, asked and checked.
#[derive(Clone, Debug)]
pub struct Page {
    /// Id of the page, unique within the lesson.
    pub id: String,
    /// Situation that is restored when the page is opened; with `None`, the page goes on with the current study.
    pub situation: Option<Situation>,
    /// `true` if the page can go on with another mesh than that of its situation.
    pub any_mesh: bool,
    /// Scale factor that the page has its reader imagine, in place of that of the screen.
    pub scale_factor: Option<f64>,
    /// Mistake that is shown when the page is opened.
    pub mistake: Option<Mistake>,
    /// Mistake that picks make in secret, for the reader to find.
    pub hidden_mistake: Option<Mistake>,
    /// `false` if the arrows that show a mistake's effect would give away what another page asks.
    pub arrows: bool,
    /// `true` if the mesh is also outlined where its file has it: not moved, turned or scaled.
    pub unplaced: bool,
    /// Prediction that is asked for first; `None` if the page asks for none.
    pub prediction: Option<Prediction>,
    /// Goal to be reached; it has no conditions if there is nothing to reach.
    pub goal: Goal,
    /// Number of hints.
    pub hints: usize,
    /// Changes that reach the goal; empty if there is no goal.
    pub solution: Vec<Change>,
}

/// Prediction: asked before something is shown, and never scored.
#[derive(Clone, Debug)]
pub struct Prediction {
    /// Kind of answer that is asked for.
    pub kind: PredictionKind,
    /// Changes made once the reader has predicted; the right answer is read after them.
    pub reveal: Vec<Change>,
}

/// Kind of answer that a prediction asks for.
#[derive(Clone, Debug)]
pub enum PredictionKind {
    /// Choice among a few options, which the words list in this order.
    Choice {
        /// Names of the options.
        options: Vec<String>,
        /// Index of the right option.
        answer: usize,
    },
    /// Number that is the value of this field.
    Number(&'static Field),
    /// Click at the place that is the value of this field.
    Click(&'static Field),
}

/// Right answer of a prediction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Truth {
    /// Index of the right option.
    Choice(usize),
    /// Number, and its unit or an empty text.
    Number(f64, &'static str),
    /// Place in the picture, in physical pixels from the top left of the framebuffer.
    Place(CursorPosition),
}

impl Page {
    /// Sets what the page shows, hides and has its reader imagine, and takes back the question why a triangle was not
    /// hit. The page's situation is not restored: it has to be there already.
    ///
    /// # Errors
    /// [`ChangeError`] if the page's scale factor is none.
    pub fn set_up(&self, study: &mut Study) -> Result<(), ChangeError> {
        study.apply(&Change::ScaleFactor(self.scale_factor))?;
        study.apply(&Change::WhyNot(None))?;
        study.apply(&Change::Mistake(self.mistake))?;
        study.apply(&Change::HiddenMistake(self.hidden_mistake))
    }
}

impl Lesson {
    /// Returns the lesson's words in a language; if it has none, in English; if there are none either, in the language
    /// there is.
    pub fn words(&self, locale: Locale) -> &LessonWords {
        let of = |wanted: Locale| self.words.iter().find(|(locale, _)| *locale == wanted);
        let (_, words) = of(locale).or_else(|| of(Locale::English)).unwrap_or(&self.words[0]);
        words
    }

    /// Returns the words of a page by its index, in the language that [`words`](Self::words) finds.
    ///
    /// # Panics
    /// When the lesson has no such page.
    pub fn page_words(&self, page: usize, locale: Locale) -> &PageWords {
        &self.words(locale).pages[page]
    }

    /// Returns the languages that the lesson has words in.
    pub fn locales(&self) -> impl Iterator<Item = Locale> + '_ {
        self.words.iter().map(|(locale, _)| *locale)
    }
}

impl Prediction {
    /// Returns the right answer once the changes of [`reveal`](Self::reveal) are made; `None` if the field has no value
    /// then.
    pub fn truth(&self, evidence: &Evidence) -> Option<Truth> {
        match &self.kind {
            PredictionKind::Choice { answer, .. } => Some(Truth::Choice(*answer)),
            PredictionKind::Number(field) | PredictionKind::Click(field) => match field.read(evidence)? {
                FieldValue::Number(number) => Some(Truth::Number(number, field.unit())),
                FieldValue::Place(place) => Some(Truth::Place(place)),
                FieldValue::Flag(_) | FieldValue::Word(_) => None,
            },
        }
    }
}
