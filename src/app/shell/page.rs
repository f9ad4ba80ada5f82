//! Handling of the events and the address of the web page that holds the canvas.

mod field;

use super::frame_log::FrameLog;
use super::{Event, Shell};
use crate::app::action::{Action, Message};
use crate::app::answers::MeshSource;
use crate::app::arrangement::{Detent, Figure, Workspace};
use crate::app::desk::restoring;
use crate::app::keys::{Command, Key};
use crate::app::platform::page::events::{self, PINCH, PageEvent};
use crate::app::platform::page::{self, files};
use crate::app::platform::{LONGEST_IN_ADDRESS, fetch_chinese};
use crate::app::settings::{OpenPanels, Settings, ThemeChoice};
use crate::app::texts::{self, Language, of_library, t};
use crate::app::tools::picking::Picking;
use crate::app::tools::picking::learning::LearningAction;
use crate::app::update::{State, update};
use crate::app::{AppError, panels};
use crate::situation_text;
use egui_winit::winit::event_loop::ActiveEventLoop;
use field::Field;
use pickray::study::{Annotations, PageName, Revision};

/// State of the window that a page alone has.
#[derive(Default)]
pub(super) struct OfPage {
    /// `true` while the WebGL context is lost with all its objects, until the browser restores it.
    pub(super) context_is_lost: bool,
    /// `true` until the user has been told that a newer version of the page is kept for the next start.
    newer_version: bool,
    pub(super) field: Field,
    told: Told,
    pub(super) visit: Option<Visit>,
    /// Callback that receives the error that ended the window.
    pub(super) failed: Option<Box<dyn FnOnce(AppError)>>,
}

/// Number of triangles above which the address does not follow what is shown.
const MOST_KEPT: usize = 2_000_000;

/// Greatest step of a pinch, even by a mouse whose wheel turns while Ctrl is held.
const MOST_PINCHED: f64 = 25.0;

/// Sets the language to the one in the address, else `choice`, else the system's; fetches its texts if need be.
pub(super) async fn speak(choice: Option<Language>) {
    texts::speak(language_asked_for().or(choice).unwrap_or_else(Language::of_system));
    if !texts::are_there() {
        fetch_chinese().await;
    }
}

fn language_asked_for() -> Option<Language> {
    page::parameter("lang").map(|language| Language::of_locale(&language))
}

impl Shell {
    /// Carries out what the page's address asks for, such as a part shown alone, a frame log or a saved situation.
    pub(super) fn follow_address(&mut self, visit: Visit) {
        self.frame_log = page::parameter("frame-log").map(|lists| FrameLog::in_console(lists == "widgets"));
        if self.frame_log.as_ref().is_some_and(|log| log.lists_widgets) {
            self.egui.enable_accesskit();
        }
        if let Some(figure) = visit.figure {
            // Figures of one article would keep their settings over each other.
            self.config_dir = None;
            update(&mut self.state, Action::ShowAlone(figure));
        }
        if visit.figure == Some(Figure::Lesson) {
            update(&mut self.state, Action::Command(Command::Show(Workspace::Learn)));
        }
        let detent = visit.panel.map(|shown| Action::Detent(if shown { Detent::Half } else { Detent::Line }));
        self.page.visit = Some(visit);

        let linked = page::linked();
        let Some(folder) = page::parameter("lessons") else {
            return [linked, detent].into_iter().flatten().for_each(|action| update(&mut self.state, action));
        };
        let proxy = self.proxy.clone();
        page::spawn_local(async move {
            let fetched = files::fetch_lessons(&folder).await;
            let (read, problem) = fetched.map_or_else(|problem| (None, Some(problem)), |read| (Some(read), None));
            let show = read.is_some().then_some(Action::Command(Command::Show(Workspace::Learn)));
            let read = read.map(|read| LearningAction::Read(read).into());
            // A link may lead to a page of these lessons.
            let told = problem.map(|problem| Action::Tell(Message::error(problem)));
            for action in [show, read, linked, detent, told].into_iter().flatten() {
                let _ = proxy.send_event(Event::Action(Box::new(action)));
            }
            let _ = proxy.send_event(Event::Page(PageEvent::LessonsCame));
        });
    }

    /// Tells the page after each frame its language, what Tab goes to, and news for those who do not see it.
    pub(super) fn tell_page(&mut self) {
        self.go_on_with_visit();
        let desk = &self.state.desk;
        let is_open = desk.messages.sheet.is_some();
        let takes_hits = desk.tab_takes_next_hit() && desk.shown.figure.is_none();
        events::keep_tab(panels::focus(&self.egui).takes(Key::Tab) || is_open || takes_hits);
        page::name_language(texts::language(), t!("page-picture"));
        // It takes no other message's place.
        if self.page.newer_version && desk.messages.last.is_none() {
            self.page.newer_version = false;
            update(&mut self.state, Action::Tell(Message::word(t!("page-newer"))));
            self.request_redraw();
        }
        // What changes under a finger or button that is held is told once it has been let go.
        if !self.pointer.is_dragging() && !self.egui.input(|input| input.pointer.any_down()) {
            self.keep_place();
            let news = self.page.told.news(&self.state);
            if !news.is_empty() {
                page::read_out(&news.join(" · "));
            }
        }
    }

    /// Opens the lesson of the address, once there is a picture; then tells what the address cannot mean.
    fn go_on_with_visit(&mut self) {
        let Some(visit) = self.page.visit.as_mut().filter(|visit| !visit.awaits_lessons) else { return };
        if let Some(name) = visit.lesson.take() {
            let learning = &self.state.tools.get::<Picking>().learning;
            let (lesson, page) = name.split_once('/').map_or((&*name, None), |(lesson, page)| (lesson, Some(page)));
            if let Some((lesson, page)) = learning.place_of(lesson, page) {
                if self.state.desk.workspace != Workspace::Learn {
                    update(&mut self.state, Action::Command(Command::Show(Workspace::Learn)));
                }
                update(&mut self.state, LearningAction::OpenPage(lesson, page).into());
            } else {
                let known: Vec<&str> = learning.lessons().map(|lesson| &*lesson.name).collect();
                visit.problems.push(unknown("lesson", &name, &known.join(", ")));
            }
            return self.request_redraw();
        }
        if !visit.problems.is_empty() && !self.state.is_working() {
            let told = std::mem::take(&mut visit.problems).join(" ");
            update(&mut self.state, Action::Tell(Message::error(told)));
            self.request_redraw();
        }
    }

    /// Keeps in the address what a link can hold; the browser asks before it leaves a file that only the person has.
    fn keep_place(&mut self) {
        let (desk, Some(visit)) = (&self.state.desk, &mut self.page.visit) else { return };
        let is_coming = desk.files.restoring.is_some() || desk.files.loading.is_some() || visit.lesson.is_some();
        let place = (desk.study.pick_revision(), &desk.annotations, &desk.page);
        let is_kept = |(revision, annotations, page): &Place| (*revision, annotations, page) == place;
        if is_coming || desk.shown.figure.is_some() || visit.place.as_ref().is_some_and(is_kept) {
            return;
        }
        visit.place = Some((place.0, place.1.clone(), place.2.clone()));
        // The checksum of a large mesh would hold up each click.
        let n_triangles: usize = desk.opened().iter().map(|object| object.mesh.n_triangles()).sum();
        let situation = if n_triangles <= MOST_KEPT { restoring::situation(desk) } else { None };
        let line = situation.map(|situation| situation_text::to_line(&situation));
        let is_own = |source: &MeshSource| match source {
            MeshSource::File(path) => files::of_lessons(path).is_empty(),
            MeshSource::Pasted(_) => true,
            MeshSource::Sample(_) => false,
        };
        let line = line.filter(|line| line.len() <= LONGEST_IN_ADDRESS).unwrap_or_default();
        page::keep_address(&line, desk.files.sources.iter().any(is_own));
    }

    pub(super) fn page_event(&mut self, event_loop: &ActiveEventLoop, event: PageEvent) {
        match event {
            PageEvent::Action(action) => update(&mut self.state, *action),
            PageEvent::Pasted(text) => {
                if panels::focus(&self.egui).takes(Key::Char('v'))
                    && let Some(canvas) = &mut self.canvas
                {
                    canvas.input.egui_input_mut().events.push(egui::Event::Paste(text));
                } else if self.state.takes(Command::Paste) {
                    update(&mut self.state, Action::Pasted(text));
                }
            }
            PageEvent::LessonsCame => self.page.visit.iter_mut().for_each(|visit| visit.awaits_lessons = false),
            PageEvent::NewerVersion => self.page.newer_version = true,
            PageEvent::Typed(typed) => self.page.field.hear(typed),
            PageEvent::NotCopied(Some(text)) => {
                update(&mut self.state, Action::CloseMessage);
                page::say_above(t!("page-not-copied"), &text);
            }
            PageEvent::NotCopied(None) => {
                update(&mut self.state, Action::Tell(Message::error(t!("page-picture-not-copied"))));
            }
            PageEvent::Pinched(by) => self.zoom_by((by.clamp(-MOST_PINCHED, MOST_PINCHED) / PINCH).exp()),
            PageEvent::ContextLost => {
                self.page.context_is_lost = true;
                page::say_above(t!("page-context-lost"), "");
            }
            PageEvent::ContextRestored => {
                if let Some(canvas) = &mut self.canvas {
                    match canvas.restore() {
                        Ok(()) => {
                            self.page.context_is_lost = false;
                            page::say_above("", "");
                        }
                        Err(error) => self.fail(event_loop, error),
                    }
                }
            }
        }
    }
}

/// News for a screen reader that were told last, of each kind, in the words of the panels.
#[derive(Default)]
struct Told {
    pick: Option<String>,
    solved: Option<(usize, usize)>,
    /// Number of messages shown until then.
    said: u64,
}

impl Told {
    /// Returns the words on all that is new since the last call; mostly nothing.
    fn news(&mut self, state: &State) -> Vec<String> {
        let mut news = Vec::new();
        let pick = pick(state);
        if pick != self.pick {
            news.extend(pick.clone());
            self.pick = pick;
        }
        let open = state.tools.get::<Picking>().learning.shown().map(|(_, _, open)| open);
        let solved = open.filter(|open| open.is_solved).map(|open| (open.lesson, open.page));
        if solved != self.solved {
            news.extend(solved.map(|_| t!("lesson-solved").to_owned()));
            self.solved = solved;
        }
        let messages = &state.desk.messages;
        if messages.said != self.said {
            self.said = messages.said;
            if let Some(Message { text, is_error, .. }) = &messages.last {
                news.extend(is_error.then(|| t!("message-error").to_owned()));
                news.push(text.clone());
            }
        }
        news
    }
}

fn pick(state: &State) -> Option<String> {
    let picked = state.desk.picked.as_ref()?;
    if let Some(id) = picked.id() {
        return state.desk.triangle_in_words(id);
    }
    let nothing = t!("inspector-nothing");
    Some(match &picked.trace.miss {
        Some(why) => format!("{nothing} · {}", t!("inspector-why", why = of_library::said(why))),
        None => nothing.to_owned(),
    })
}

const MOST_LETTERS_SAID: usize = 40;

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
        let lang = page::parameter("lang").filter(|lang| !Language::ALL.iter().any(|known| known.is_of_locale(lang)));
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
        let (lesson, awaits_lessons) = (page::parameter("lesson"), page::parameter("lessons").is_some());
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
    let value = page::parameter(name)?;
    let chosen = choices.iter().find(|(choice, _)| *choice == value).map(|choice| choice.1);
    if chosen.is_none() {
        let known = choices.iter().map(|choice| choice.0).collect::<Vec<_>>().join(", ");
        problems.push(unknown(name, &value, &known));
    }
    chosen
}

/// Returns the line on a value of the address that is none of the known ones.
pub fn unknown(name: &str, value: &str, known: &str) -> String {
    let said: String = value.chars().filter(|c| !c.is_control()).take(MOST_LETTERS_SAID).collect();
    t!("address-unknown", asked = format!("{name}={said}"), known = known)
}
