//! The page on a telephone, all by touch. How panels lie on each screen is tested without a browser.

use super::browser::{Page, is_at_rest};
use pickray::math::{CursorPosition, FramebufferSize};
use pickray::mesh::samples::Sample;
use pickray::pick::explain::Mistake;
use pickray::scene::{Object, Scene};
use pickray::study::{Change, Study};
use pickray_app::app::texts::{Language, Text, speak};
use pickray_app::lesson::builtin;
use pickray_app::situation_text;
use serde_json::{Value, json};
use std::sync::Arc;

/// Returns a text in the language that is spoken.
fn t(id: &'static str) -> &'static str {
    Text(id).shown()
}

/// Size of the screen in pixels, upright.
const WIDTH: f64 = 390.0;
const HEIGHT: f64 = 844.0;

/// The page on a telephone, whose frames list what the panels show.
struct Telephone {
    page: Page,
}

/// Edges of what is shown, in logical pixels.
#[derive(Clone, Copy, Debug)]
struct Place {
    left: f64,
    top: f64,
    right: f64,
    bottom: f64,
}

impl Place {
    fn middle(self) -> (f64, f64) {
        (0.5 * (self.left + self.right), 0.5 * (self.top + self.bottom))
    }
}

impl Telephone {
    /// Opens the page with this at the end of its address.
    fn open(behind: &str) -> Self {
        let telephone = Self { page: Page::open() };
        let metrics = json!({"width": WIDTH, "height": HEIGHT, "deviceScaleFactor": 0, "mobile": true});
        telephone.page.devtools("Emulation.setDeviceMetricsOverride", metrics);
        telephone.page.devtools("Emulation.setTouchEmulationEnabled", json!({"enabled": true, "maxTouchPoints": 2}));
        telephone.page.go_to(&telephone.page.address_of(&format!("?frame-log=widgets{behind}")));
        telephone.page.wait("its mesh is drawn", |frame| is_at_rest(frame) && frame["mesh"].is_string());
        telephone
    }

    /// Returns where the panels show these words, in the last frame; `None` if they do not.
    fn place_of(&self, words: &str) -> Option<Place> {
        self.place_if(|widget| widget["words"] == words)
    }

    fn place_if(&self, is_it: impl Fn(&Value) -> bool) -> Option<Place> {
        let frame = self.page.last_frame();
        let shown = frame["widgets"].as_array().expect("they are listed");
        let found = shown.iter().rfind(|widget| is_it(widget))?;
        let [left, top, right, bottom] = [0, 1, 2, 3].map(|side| found["bounds"][side].as_f64().expect("a number"));
        Some(Place { left, top, right, bottom })
    }

    /// Returns all words that the panels show.
    fn words(&self) -> String {
        let frame = self.page.settle();
        let shown = frame["widgets"].as_array().expect("they are listed").iter();
        shown.map(|widget| widget["words"].to_string()).collect::<Vec<_>>().join(", ")
    }

    /// Returns the part of the sheet that scrolls.
    fn sheet(&self) -> Place {
        let handle = self.place_of(t("sheet-close")).expect("the sheet is open");
        Place { left: 0.0, top: handle.bottom, right: WIDTH, bottom: HEIGHT }
    }

    /// Returns where the picture is.
    fn picture(&self) -> Place {
        let frame = self.frame();
        let side = |name: &str| frame["viewport"][name].as_f64().expect("a number");
        let bottom = HEIGHT - side("y");
        Place { left: side("x"), top: bottom - side("height"), right: side("x") + side("width"), bottom }
    }

    /// Drags a finger from one place to another, slowly enough for the page to see it on its way.
    fn drag(&self, from: (f64, f64), by: (f64, f64)) {
        const STEPS: u32 = 4;
        self.page.touch("touchStart", Some(from));
        for step in 1..=STEPS {
            let part = f64::from(step) / f64::from(STEPS);
            self.page.touch("touchMove", Some((from.0 + part * by.0, from.1 + part * by.1)));
        }
        self.page.touch("touchEnd", None);
        self.page.settle();
    }

    /// Scrolls the sheet until these words are seen in it, and returns where.
    fn scroll_to(&self, words: &str, role: Option<&str>) -> Place {
        // Of a lesson's row the first line is its title.
        let first = |widget: &Value| widget["words"].as_str().and_then(|text| text.lines().next()) == Some(words);
        let is_it = |widget: &Value| first(widget) && role.is_none_or(|role| widget["role"] == role);
        for _ in 0..40 {
            let place = self.place_if(is_it).unwrap_or_else(|| panic!("{words:?} is not shown: {}", self.words()));
            let sheet = self.sheet();
            let (above, below) = (place.top - sheet.top, sheet.bottom - place.bottom);
            if above >= 0.0 && below >= 0.0 {
                return place;
            }
            let middle = sheet.middle();
            let most = 0.8 * (sheet.bottom - sheet.top);
            let by = if below < 0.0 { (below - 12.0).max(-most) } else { (12.0 - above).min(most) };
            self.drag((middle.0, middle.1 - 0.5 * by), (0.0, by));
        }
        panic!("{words:?} does not come into sight");
    }

    fn press(&self, words: &str) {
        self.tap(self.scroll_to(words, None).middle());
    }

    /// Presses what is not in the sheet.
    fn press_outside(&self, words: &str) {
        self.tap(self.place_of(words).unwrap_or_else(|| panic!("{words:?} is not shown")).middle());
    }

    fn tap(&self, at: (f64, f64)) {
        self.page.tap(at);
        self.page.settle();
    }

    fn frame(&self) -> Value {
        self.page.last_frame()
    }
}

impl Telephone {
    fn is_solved(&self) -> bool {
        self.frame()["lesson"]["solved"] == true
    }

    fn type_into(&self, field: &str, number: &str) {
        self.unfold_setup_for(field);
        self.tap(self.scroll_to(field, Some("SpinButton")).middle());
        self.page.devtools("Input.insertText", json!({"text": number}));
        self.page.settle();
        self.page.key("Enter");
        self.page.settle();
    }

    /// Goes to this step of the ladder, counted from 0, and presses something there.
    fn press_in_ladder(&self, index: usize, words: &str) {
        let open = || self.frame()["step"].as_str().map_or(0, step_named);
        while open() < index {
            self.press(t("ladder-next-step"));
        }
        while open() > index {
            self.press(t("ladder-step-before"));
        }
        self.press(words);
    }

    fn unfold_setup_for(&self, words: &str) {
        if self.place_of(words).is_none() {
            self.press("Setup");
        }
    }

    /// Drags the picture with two fingers.
    fn pan(&self, by: (f64, f64)) {
        let at = |x: f64, part: f64| json!({"x": x + part * by.0, "y": 250.0 + part * by.1});
        for (kind, part) in [("touchStart", 0.0), ("touchMove", 0.3), ("touchMove", 0.6), ("touchMove", 1.0)] {
            let points = json!([at(160.0, part), at(230.0, part)]);
            self.page.devtools("Input.dispatchTouchEvent", json!({"type": kind, "touchPoints": points}));
        }
        self.page.devtools("Input.dispatchTouchEvent", json!({"type": "touchEnd", "touchPoints": []}));
        self.page.settle();
    }
}

fn step_named(step: &str) -> usize {
    ["cursor", "window", "ndc", "eye", "world", "object", "triangle"]
        .iter()
        .position(|name| *name == step)
        .expect("a step")
}

#[test]
fn a_lesson_is_solved_by_touch_and_read_out() {
    let phone = Telephone::open("&lang=en");
    phone.press_outside("Learn");
    let lesson = &builtin()[3];
    phone.press(&format!("4  {}", lesson.words(Language::English).title));
    for (page, button) in lesson.pages.iter().zip(["Next ›", "Next ›", "‹ Lessons"]) {
        phone.page.wait("the page is open", |frame| frame["lesson"]["page"] == page.id.as_str() && is_at_rest(frame));
        if page.prediction.is_some() {
            phone.press("Just show me");
        }
        match page.id.as_str() {
            "a-whole-line" => {
                phone.unfold_setup_for("Tab: Next hit behind");
                phone.press("Tab: Next hit behind");
            }
            "minus-one-and-one" => phone.type_into("Near plane", "8.5"),
            "depth-is-not-even" => phone.type_into("Near plane", "0.1"),
            other => panic!("page {other} is new"),
        }
        assert!(phone.is_solved(), "page {}", page.id);
        let told = || phone.page.run("return document.getElementById('told').textContent");
        phone.page.wait_until("it is read out", || told().as_str().is_some_and(|told| told.contains("✓ Reached")));
        phone.press(button);
    }
}

#[test]
fn fingers_pick_orbit_zoom_list_and_swipe() {
    let phone = Telephone::open("&lang=en");
    let middle = phone.picture().middle();
    phone.tap(middle);
    let picked = phone.frame()["picked"].clone();
    assert!(picked.is_object(), "a tap picks");
    let seen = || phone.page.screenshot();
    let before = seen();
    phone.drag((middle.0 - 60.0, middle.1 + 90.0), (70.0, 10.0));
    let turned = seen();
    assert!(turned != before && phone.frame()["picked"] == picked, "a finger orbits");
    phone.pan((30.0, 20.0));
    assert!(seen() != turned && phone.frame()["picked"] == picked, "two fingers pan");
    phone.page.touch("touchStart", Some(middle));
    phone.page.wait_until("a long press lists the hits", || phone.place_of("×").is_some());
    phone.page.touch("touchEnd", None);
    phone.page.settle();
    phone.press_outside("×");
    phone.press_outside("Explain");
    let ladder = phone.place_of("Next step").expect("the ladder is there");
    phone.drag((ladder.left, ladder.bottom + 30.0), (-90.0, 4.0));
    assert_eq!(phone.frame()["step"], "window", "a swipe leads to the next step");
}

/// Returns a link's end to a pick of the teapot in which a mistake is to be found.
fn puzzle() -> String {
    let mesh = Arc::new(Sample::Teapot.mesh().expect("memory"));
    let mut study = Study::new(Scene::of(Object::new("Teapot", mesh)), FramebufferSize { width: 800, height: 600 });
    study.click(&study.view().clone(), CursorPosition { x: 400.0, y: 210.0 });
    study.apply(&Change::HiddenMistake(Some(Mistake::YNotFlipped))).expect("it can be found here");
    situation_text::to_line(&study.situation(["sample:teapot"]).expect("a pick"))
}

#[test]
fn a_puzzle_and_a_page_of_a_lesson_are_solved_by_touch_in_chinese() {
    speak(Language::Chinese);
    let phone = Telephone::open(&format!("&lang={}#{}", Language::Chinese.code(), puzzle()));
    phone.page.wait("the puzzle is there", |frame| frame["picked"].is_object() && is_at_rest(frame));
    phone.page.settle();
    if phone.place_of(t("ladder-next-step")).is_none() {
        phone.press_outside(t("group-explain"));
    }
    phone.press_in_ladder(1, t("mistake-y-not-flipped"));
    assert!(phone.words().contains("对，就是"), "{}", phone.words());
    phone.press_outside(t("workspace-learn"));
    phone.press(&format!("1  {}", builtin()[0].words(Language::Chinese).title));
    phone.press(t("lesson-just-show"));
    phone.tap((195.0, 422.0));
    assert!(phone.is_solved());
}
