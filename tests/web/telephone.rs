//! The page on a telephone: all by touch, upright and on its side.

use super::browser::{How, Page, is_at_rest};
use pickray::math::FramebufferSize;
use pickray::mesh::samples::Sample;
use pickray::pick::{Landmarks, MeshPoint};
use pickray::scene::{Object, Scene};
use pickray::study::{Annotations, Measure, MeasureKind, Situation, Study, SurfacePoint};
use pickray_app::app::texts::{Language, Text, speak};
use pickray_app::lesson::builtin;
use pickray_app::situation_text;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;

/// Returns a text in the language that is spoken.
fn t(id: &'static str) -> &'static str {
    Text(id).shown()
}

/// Size of the screen in logical pixels, upright and on its side.
const UPRIGHT: (f64, f64) = (390.0, 844.0);
const SIDEWAYS: (f64, f64) = (844.0, 390.0);

/// Physical pixels to a logical one.
const SCALE: f64 = 1.0;

/// The page on a telephone, whose frames list what the panels show.
struct Telephone {
    page: Page,
    size: (f64, f64),
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
    fn open(size: (f64, f64)) -> Self {
        Self::open_at(size, "&lang=en")
    }

    /// Opens the page with this at the end of its address.
    fn open_at(size: (f64, f64), behind: &str) -> Self {
        // A scale factor of the emulation alone would not reach the canvas.
        let page = Page::open_as(How { scale: SCALE, ..How::default() });
        let telephone = Self { page, size };
        telephone.hold(size);
        telephone.page.devtools("Emulation.setTouchEmulationEnabled", json!({"enabled": true, "maxTouchPoints": 2}));
        telephone.page.go_to(&telephone.page.address_of(&format!("?frame-log=widgets{behind}")));
        telephone.page.wait("its mesh is drawn", |frame| is_at_rest(frame) && frame["mesh"].is_string());
        telephone
    }

    /// Turns the telephone, or takes another.
    fn hold(&self, (width, height): (f64, f64)) {
        let metrics = json!({"width": width, "height": height, "deviceScaleFactor": 0, "mobile": true});
        self.page.devtools("Emulation.setDeviceMetricsOverride", metrics);
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

    /// Returns the part of the sheet, or of the panel at the right, that scrolls.
    fn sheet(&self) -> Place {
        let (width, height) = self.size;
        let Some(handle) = self.place_of(t("sheet-close")) else {
            let picture = self.picture();
            // Below it is the line of hints.
            return Place { left: picture.right, top: picture.top, right: width, bottom: height - 50.0 };
        };
        match height > width {
            true => Place { left: 0.0, top: handle.bottom, right: width, bottom: height },
            // The handle is at the edge towards the picture.
            false if handle.right < 0.7 * width && self.picture().left > 0.0 => {
                Place { left: 0.0, right: handle.left, ..handle }
            }
            false => Place { left: handle.right, right: width, ..handle },
        }
    }

    /// Returns where the picture is.
    fn picture(&self) -> Place {
        let frame = self.frame();
        let side = |name: &str| frame["viewport"][name].as_f64().expect("a number") / SCALE;
        let bottom = self.size.1 - side("y");
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
    fn scroll_to(&self, words: &str) -> Place {
        // Of a lesson's row the first line is its title.
        let is_it = |widget: &Value| widget["words"].as_str().and_then(|text| text.lines().next()) == Some(words);
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
        self.tap(self.scroll_to(words).middle());
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

#[test]
fn fingers_pick_orbit_zoom_list_and_swipe_on_a_telephone_held_either_way() {
    for size in [UPRIGHT, SIDEWAYS] {
        let phone = Telephone::open(size);
        let middle = phone.picture().middle();
        phone.tap(middle);
        let picked = phone.frame()["picked"].clone();
        assert!(picked.is_object(), "{size:?}: a tap picks");
        let seen = || phone.page.screenshot();
        let before = seen();
        phone.drag((middle.0 - 60.0, middle.1 + 90.0), (70.0, 10.0));
        let turned = seen();
        assert!(turned != before && phone.frame()["picked"] == picked, "{size:?}: a finger orbits");
        phone.pan((30.0, 20.0));
        assert!(seen() != turned && phone.frame()["picked"] == picked, "{size:?}: two fingers pan");
        phone.page.touch("touchStart", Some(middle));
        phone.page.wait_until("a long press lists the hits", || phone.place_of("×").is_some());
        phone.page.touch("touchEnd", None);
        phone.page.settle();
        phone.press_outside("×");
        phone.press_outside("Explain");
        let ladder = phone.place_of("Next step").expect("the ladder is there");
        phone.drag((ladder.left, ladder.bottom + 30.0), (-90.0, 4.0));
        assert_eq!(phone.frame()["step"], "window", "{size:?}: a swipe leads to the next step");
    }
}

#[test]
fn a_page_of_a_lesson_is_solved_by_touch_in_chinese() {
    speak(Language::Chinese);
    let phone = Telephone::open_at(UPRIGHT, "&lang=zh-CN");
    phone.press_outside(t("workspace-learn"));
    phone.press(&format!("1  {}", builtin()[0].words(Language::Chinese).title));
    phone.press(t("lesson-just-show"));
    phone.tap((195.0, 422.0));
    assert_eq!(phone.frame()["lesson"]["solved"], true, "{}", phone.words());
    speak(Language::English);
}

/// Returns the line of a situation of the teapot without a pick, with two measures, and these.
fn with_two_measures() -> (String, Annotations) {
    let mesh = Arc::new(Sample::Teapot.mesh().expect("a mesh"));
    let scene = Scene::of(Object::new("Teapot", mesh));
    let study = Study::new(scene, FramebufferSize { width: 800, height: 600 });
    let at = |triangle, weights| SurfacePoint { object: 0, on: MeshPoint { triangle, weights } };
    let [a, b, c] = [at(5551, [1.0, 0.0, 0.0]), at(1423, [0.25, 0.75, 0.0]), at(99, [0.2, 0.3, 0.5])];
    let measures = vec![
        Measure { kind: MeasureKind::Distance, points: vec![a, b] },
        Measure { kind: MeasureKind::Angle, points: vec![a, b, c] },
    ];
    let annotations = Annotations { measures, ..Annotations::default() };
    let situation = study.situation_without_pick(["sample:teapot"]);
    (situation_text::to_line(&Situation { annotations: annotations.clone(), ..situation }), annotations)
}

#[test]
fn a_link_with_two_measures_opens_and_fingers_measure_and_save_landmarks() {
    let (line, annotations) = with_two_measures();
    let telephone = Telephone::open_at(UPRIGHT, &format!("&lang=en#{line}"));
    let count = |frame: &Value, of: &str| frame["annotations"][of].as_array().map_or(0, Vec::len);
    let frame = telephone.page.wait("its measures are there", |frame| count(frame, "measures") == 2);
    assert_eq!(frame["annotations"], serde_json::to_value(&annotations).expect("JSON"));
    assert_eq!(frame["picked"], Value::Null);

    telephone.press_outside(t("measure"));
    let (x, y) = telephone.picture().middle();
    for (k, at) in [(1, (x - 40.0, y)), (2, (x + 30.0, y + 20.0))] {
        // Far apart in time, so that it is no double tap.
        std::thread::sleep(Duration::from_millis(600));
        telephone.tap(at);
        telephone.page.wait("a point is taken", |frame| count(frame, "measures") == 1 + k);
    }
    telephone.press_outside(t("measure-landmarks"));
    std::thread::sleep(Duration::from_millis(600));
    telephone.tap((x, y - 20.0));
    telephone.page.wait("a landmark is placed", |frame| count(frame, "landmarks") == 1);
    telephone.press_outside(t("sheet-open"));
    telephone.press(t("measure-save"));
    telephone.press_outside(t("measure-save-csv"));
    let csv = std::fs::read(telephone.page.download("teapot.landmarks.csv")).expect("it is there");
    let landmarks = Landmarks::from_bytes("teapot.landmarks.csv", &csv).expect("a table");
    let on = landmarks.landmarks[0].on.expect("a place");
    let placed = &telephone.frame()["annotations"]["landmarks"][0]["at"]["on"];
    assert_eq!(*placed, serde_json::to_value(on).expect("JSON"));
    telephone.page.close();
}
