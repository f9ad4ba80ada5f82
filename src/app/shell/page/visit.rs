//! Requests of the page's address for this visit alone: settings that are not kept, and a part that is shown alone.

use super::language_asked_for;
use crate::app::arrangement::Figure;
use crate::app::platform::page::link;
use crate::app::settings::{OpenPanels, Settings, ThemeChoice};
use crate::app::texts::{Language, t};
use pickray::study::{Annotations, PageName, Revision};

/// Most letters of an address that are said again.
const MOST_SAID: usize = 40;

/// Inputs on which the situation in the address depends.
pub type Place = (Revision, Annotations, Option<PageName>);

pub struct Visit {
    pub settings: Settings,
    /// Settings that are kept, where the visit's begin otherwise.
    kept: Settings,
    /// Part that is shown alone; `None` for the whole window.
    pub figure: Option<Figure>,
    /// `true` to draw the sheet of a small window over, `false` to shut it.
    pub panel: Option<bool>,
    /// Lesson that is to be opened, and its page behind a slash.
    pub lesson: Option<String>,
    /// `true` until the lessons that the address names have been fetched.
    pub awaits_lessons: bool,
    pub place: Option<Place>,
    /// Sentences on what the address cannot mean, until they are told.
    pub problems: Vec<String>,
}

impl Visit {
    /// Reads the address. A figure looks as its author wants it: of the reader's settings it takes those of the person.
    pub fn begin(kept: Settings) -> Self {
        let mut problems = Vec::new();
        let figure = asked("embed", &Figure::ALL.map(|figure| (figure.name(), figure)), &mut problems);
        let themes = [("light", ThemeChoice::Light), ("dark", ThemeChoice::Dark), ("auto", ThemeChoice::System)];
        let theme = asked("theme", &themes, &mut problems);
        let panel = asked("panel", &[("0", false), ("1", true)], &mut problems);
        let lang = link::parameter("lang").filter(|lang| !Language::ALL.iter().any(|known| known.is_of_locale(lang)));
        problems.extend(lang.map(|lang| unknown("lang", &lang, &Language::ALL.map(Language::code).join(", "))));
        let mut settings = kept.clone();
        if figure.is_some() {
            let Settings { language, navigation, interface_size, reduced_motion, .. } = kept;
            settings = Settings { language, navigation, interface_size, reduced_motion, ..Settings::default() };
        }
        settings.theme = theme.unwrap_or(settings.theme);
        settings.language = language_asked_for().or(settings.language);
        if let Some(shown) = panel {
            let panels = settings.panels;
            settings.panels = OpenPanels { inspector: shown, bench: shown, lesson: shown, ..panels };
        }
        let (lesson, awaits_lessons) = (link::parameter("lesson"), link::parameter("lessons").is_some());
        Self { settings, kept, figure, panel, lesson, awaits_lessons, place: None, problems }
    }

    /// Returns the settings to keep: what nobody has changed since the address chose it stays as it was before.
    pub fn kept(&self, now: &Settings) -> Settings {
        let (begun, before, mut kept) = (&self.settings, &self.kept, now.clone());
        let keep = |now: &mut bool, begun, before| *now = if *now == begun { before } else { *now };
        if now.theme == begun.theme {
            kept.theme = before.theme;
        }
        if now.language == begun.language {
            kept.language = before.language;
        }
        keep(&mut kept.panels.inspector, begun.panels.inspector, before.panels.inspector);
        keep(&mut kept.panels.bench, begun.panels.bench, before.panels.bench);
        keep(&mut kept.panels.lesson, begun.panels.lesson, before.panels.lesson);
        kept
    }
}

/// Returns what a part of the address chooses; `None` if it chooses nothing, or none of the choices.
fn asked<T: Copy>(name: &str, choices: &[(&str, T)], problems: &mut Vec<String>) -> Option<T> {
    let value = link::parameter(name)?;
    let chosen = choices.iter().find(|(choice, _)| *choice == value).map(|choice| choice.1);
    if chosen.is_none() {
        let known = choices.iter().map(|choice| choice.0).collect::<Vec<_>>().join(", ");
        problems.push(unknown(name, &value, &known));
    }
    chosen
}

/// Returns the line on a value of the address that is none of the known ones.
pub fn unknown(name: &str, value: &str, known: &str) -> String {
    let said: String = value.chars().filter(|c| !c.is_control()).take(MOST_SAID).collect();
    t!("address-unknown", asked = format!("{name}={said}"), known = known)
}
