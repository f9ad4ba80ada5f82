//! A lesson and its pages.

use super::{Evidence, Field, FieldValue, Goal, LessonWords, Locale, PageWords};
use pickray::math::CursorPosition;
use pickray::pick::explain::Mistake;
use pickray::study::{Change, ChangeError, Situation, Study};
use std::path::PathBuf;

/// A lesson: pages with words in one language or more.
#[derive(Clone, Debug)]
pub struct Lesson {
    /// What its files are named.
    pub name: String,
    /// The folder of its files, where its meshes lie, too; `None` where it was not read from one.
    pub folder: Option<PathBuf>,
    /// Its pages, at least one.
    pub pages: Vec<Page>,
    /// Its words by language, at least one.
    pub(super) words: Vec<(Locale, LessonWords)>,
}

/// A page: what is shown, asked and checked.
#[derive(Clone, Debug)]
pub struct Page {
    /// Its name within the lesson.
    pub id: String,
    /// What is restored when it is opened; `None` goes on with what there is.
    pub situation: Option<Situation>,
    /// True where it can go on with another mesh than that of its situation.
    pub any_mesh: bool,
    /// The scale factor that the page has its reader imagine, in place of that of the screen.
    pub scale_factor: Option<f64>,
    /// The mistake that is shown when it is opened.
    pub mistake: Option<Mistake>,
    /// The mistake that is hidden, to be found.
    pub hidden_mistake: Option<Mistake>,
    /// False where the arrows of a mistake would tell what another page asks.
    pub arrows: bool,
    /// True where the mesh is outlined where its file has it, too.
    pub unplaced: bool,
    /// What is to be predicted first.
    pub prediction: Option<Prediction>,
    /// What is to be reached. It has no conditions where there is nothing to reach.
    pub goal: Goal,
    /// How many hints there are.
    pub hints: usize,
    /// Actions that reach the goal.
    pub solution: Vec<Change>,
}

/// A prediction: asked before something is shown, and never scored.
#[derive(Clone, Debug)]
pub struct Prediction {
    /// What is asked for.
    pub kind: PredictionKind,
    /// What is done when the prediction was made: its truth is read after that.
    pub reveal: Vec<Change>,
}

/// What a prediction asks for.
#[derive(Clone, Debug)]
pub enum PredictionKind {
    /// One of a few options, which the words list in this order.
    Choice {
        /// The names of the options.
        options: Vec<String>,
        /// The index of the right one.
        answer: usize,
    },
    /// A number: the value of this field.
    Number(&'static Field),
    /// A click where this field's place is.
    Click(&'static Field),
}

/// What was to be predicted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Truth {
    /// The index of the right option.
    Choice(usize),
    /// The number, with its unit or an empty text.
    Number(f64, &'static str),
    /// The place in the picture.
    Place(CursorPosition),
}

impl Page {
    /// Sets what the page shows, hides and has its reader imagine; nothing has been asked on it. Its situation is there
    /// already.
    ///
    /// # Errors
    /// [`ChangeError`] where its scale factor is none.
    pub fn set_up(&self, study: &mut Study) -> Result<(), ChangeError> {
        study.apply(&Change::ScaleFactor(self.scale_factor))?;
        study.apply(&Change::WhyNot(None))?;
        study.apply(&Change::Mistake(self.mistake))?;
        study.apply(&Change::HiddenMistake(self.hidden_mistake))
    }
}

impl Lesson {
    /// Returns the words in a language, or else in English, or else in the language that there is.
    pub fn words(&self, locale: Locale) -> &LessonWords {
        let of = |wanted: Locale| self.words.iter().find(|(locale, _)| *locale == wanted);
        let (_, words) = of(locale).or_else(|| of(Locale::English)).unwrap_or(&self.words[0]);
        words
    }

    /// Returns the words of a page, as [`words`](Self::words).
    ///
    /// # Panics
    /// When there is no such page.
    pub fn page_words(&self, page: usize, locale: Locale) -> &PageWords {
        &self.words(locale).pages[page]
    }

    /// Returns the languages that it has words in.
    pub fn locales(&self) -> impl Iterator<Item = Locale> + '_ {
        self.words.iter().map(|(locale, _)| *locale)
    }
}

impl Prediction {
    /// Returns what is true once [`reveal`](Self::reveal) was done; `None` where the field has no value then.
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
