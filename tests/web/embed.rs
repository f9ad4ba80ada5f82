//! Figures in an article: what they take of it, and when; and what the page's address says of its look.

use crate::browser::{How, Page, is_at_rest, pixel};
use crate::{ON_TEAPOT, wait_for_pick};
use pickray_app::situation_text;
use serde_json::{Value, json};
use std::cell::Cell;

/// An entry of the Edit menu.
const COPY_EMBED_CODE: (f64, f64) = (80.0, 196.0);

/// Places where the figures of the article stand in the browser's window, once they are scrolled to.
const TOP: f64 = 100.0;

/// Heights of the article's figures.
const HEIGHTS: [u32; 3] = [300, 440, 600];

/// The article, whose figures are drawn.
struct Article(Page);

impl Article {
    fn open() -> Self {
        let page = Page::open();
        page.go_to(&page.address_of("article.html"));
        page.run(&format!(
            "[...document.querySelectorAll('iframe')].forEach((figure, i) => {{
                 figure.loading = 'eager';
                 figure.height = {HEIGHTS:?}[i];
                 figure.src = figure.src.replace('?', '?frame-log&lang=en&');
             }});"
        ));
        let article = Self(page);
        for figure in 0..3 {
            article.in_figure(figure, || {
                article.0.wait("its mesh is drawn", |frame| is_at_rest(frame) && frame["picked"].is_object());
            });
        }
        article
    }

    fn in_figure<T>(&self, figure: u32, what: impl FnOnce() -> T) -> T {
        self.0.enter(Some(figure));
        let value = what();
        self.0.enter(None);
        value
    }

    /// Scrolls a figure into sight, and returns a place on its mesh.
    fn scroll_to(&self, figure: u32) -> (f64, f64) {
        // The mouse is over nothing then.
        self.0.mouse("mouseMoved", (5.0, 5.0), 0);
        let place = self.0.run(&format!(
            "const figure = document.querySelectorAll('iframe')[{figure}];
             scrollBy(0, figure.getBoundingClientRect().top - {TOP});
             const {{ left, top }} = figure.getBoundingClientRect();
             return [left, top]"
        ));
        let [left, top] = [0, 1].map(|axis| place[axis].as_f64().expect("a number"));
        (left + 150.0, top + 130.0)
    }

    fn picture_of(&self, figure: u32) -> pickray_render::Image {
        self.scroll_to(figure);
        self.in_figure(figure, || self.0.settle());
        self.0.screenshot()
    }

    fn scrolled(&self) -> f64 {
        self.0.run("return scrollY").as_f64().expect("a number")
    }

    /// Waits until the article is scrolled by this since it was at `from`.
    fn wait_scrolled(&self, from: f64, by: f64) {
        self.0.wait_until("the article scrolls", || (self.scrolled() - from - by).abs() < 1.0);
    }

    fn focused(&self) -> Value {
        self.0.run("return document.activeElement.tagName")
    }
}

#[test]
fn an_article_is_scrolled_past_its_figures_by_wheel_and_finger_and_tab_passes_through_them() {
    let article = Article::open();
    let page = &article.0;
    assert_eq!((article.scrolled(), article.focused()), (0.0, json!("BODY")));
    let before = [0, 1, 2].map(|figure| article.picture_of(figure));

    page.run("scrollTo(0, 0)");
    page.mouse("mouseMoved", (480.0, 350.0), 0);
    let end = page.run("return document.documentElement.scrollHeight - innerHeight").as_f64().expect("a number");
    while article.scrolled() + 1.0 < end {
        let from = article.scrolled();
        page.wheel((480.0, 350.0), 240.0);
        article.wait_scrolled(from, (end - from).min(240.0));
    }

    for figure in 0..3 {
        let (x, y) = article.scroll_to(figure);
        let from = article.scrolled();
        page.touch("touchStart", Some((x, y + 100.0)));
        for step in 1..=10 {
            page.touch("touchMove", Some((x, y + 100.0 - 15.0 * f64::from(step))));
        }
        page.touch("touchEnd", None);
        page.wait_until("a finger scrolls it", || 80.0 < (article.scrolled() - from).abs());
        // It is thrown a little.
        let last = Cell::new(from);
        page.wait_until("it comes to rest", || article.scrolled() == last.replace(article.scrolled()));
    }
    for (figure, before) in before.iter().enumerate() {
        let is_as_before = article.picture_of(figure as u32) == *before;
        assert!(is_as_before, "figure {figure} was caught by something");
    }

    page.run("scrollTo(0, 0)");
    let mut passed = Vec::new();
    for _ in 0..5 {
        page.key("Tab");
        passed.push(article.focused());
    }
    assert_eq!(passed, ["IFRAME", "IFRAME", "IFRAME", "A", "A"]);
    article.0.close();
}

#[test]
fn a_figure_that_was_clicked_or_tapped_has_wheel_and_finger_until_it_gives_them_back() {
    let article = Article::open();
    let page = &article.0;
    let mut before = article.picture_of(0);
    let mut is_changed = |what: &str| {
        let now = article.picture_of(0);
        assert!(now != before, "{what}");
        before = now;
    };
    let (x, y) = article.scroll_to(0);
    let from = article.scrolled();
    let spread = |out: f64| [(x - out, y + out), (x + 80.0 + out, y + out)];
    page.touch("touchStart", Some(spread(0.0)[0]));
    page.touches("touchStart", &spread(0.0));
    for step in 1..=5 {
        page.touches("touchMove", &spread(6.0 * f64::from(step)));
    }
    page.touch("touchEnd", None);
    is_changed("two fingers move the view, untouched as it was");

    page.tap((x, y));
    let class = || article.in_figure(0, || page.run("return document.documentElement.className"));
    page.wait_until("it is the figure's turn", || class() == "figure taken");
    is_changed("a tap picks");
    page.touch("touchStart", Some((x, y)));
    for step in 1..=5 {
        page.touch("touchMove", Some((x - 10.0 * f64::from(step), y - 10.0 * f64::from(step))));
    }
    page.touch("touchEnd", None);
    is_changed("one finger orbits");
    page.key("Escape");
    assert_eq!((class(), article.focused()), (json!("figure"), json!("BODY")));

    page.click((x, y));
    page.wheel((x, y), -120.0);
    is_changed("the wheel zooms");
    assert_eq!(article.scrolled(), from);
    let inspected = article.in_figure(0, || page.last_frame()["picked"].clone());
    page.key("Escape");
    page.wheel((x, y), 60.0);
    article.wait_scrolled(from, 60.0);
    assert_eq!(article.in_figure(0, || page.last_frame()["picked"].clone()), inspected, "it keeps its pick");

    // Two figures at once: each has its own.
    let place = article.scroll_to(1);
    page.click(place);
    let from = article.scrolled();
    page.wheel(place, -120.0);
    article.in_figure(1, || page.settle());
    assert_eq!(article.scrolled(), from);
    page.click((place.0, TOP - 30.0));
    page.wheel(place, 60.0);
    article.wait_scrolled(from, 60.0);
    article.0.close();
}

#[test]
fn embed_code_shows_the_pick_in_a_figure_that_leads_to_the_whole_page() {
    let page = Page::open();
    let permissions = json!({"permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"]});
    page.devtools("Browser.grantPermissions", permissions);
    page.click(ON_TEAPOT);
    let picked = wait_for_pick(&page)["picked"].clone();
    page.click((58.0, 15.0));
    page.settle();
    page.click(COPY_EMBED_CODE);
    let copied = || page.run_async("return await navigator.clipboard.readText()");
    page.wait_until("the code is on the clipboard", || copied().as_str().expect("text").starts_with("<iframe "));
    let code = copied().as_str().expect("text").to_owned();
    for part in ["title=\"pickray: a pick in Teapot\"", "loading=\"lazy\"", "width=\"640\"", "height=\"480\""] {
        assert!(code.contains(part), "{code}");
    }
    let address = code.split('"').nth(1).expect("an address").replace("&amp;", "&");
    assert!(address.starts_with(&page.address_of("?frame-log=&embed=picture#pickray")), "{address}");
    page.go_to(&address);
    let frame = page.wait("it is picked", |frame| is_at_rest(frame) && frame["picked"] == picked);
    let [width, height] = [0, 1].map(|axis| frame["framebuffer"][axis].as_f64().expect("a number"));
    let sides = ["width", "height"].map(|side| frame["viewport"][side].as_f64());
    assert_eq!((&frame["message"], sides), (&Value::Null, [Some(width), Some(height)]));

    // The other tab is before this one, which is drawn no longer.
    let way_out = (width - 35.0, 14.0);
    page.mouse("mouseMoved", way_out, 0);
    page.settle();
    let pages = || {
        let targets = page.devtools("Target.getTargets", json!({}));
        let infos = targets["targetInfos"].as_array().expect("a list").clone();
        infos.iter().filter(|info| info["type"] == "page").map(|info| info["url"].clone()).collect::<Vec<_>>()
    };
    let is_whole = |url: &Value| {
        let Some((address, line)) = url.as_str().expect("text").split_once('#') else { return false };
        address == page.address_of("?frame-log=") && situation_text::from_line(line).is_ok()
    };
    page.wait_until("the whole page is in another tab", || {
        // On a busy machine a click may last too long to be one.
        page.mouse("mousePressed", way_out, 1);
        page.mouse("mouseReleased", way_out, 0);
        std::thread::sleep(std::time::Duration::from_secs(1));
        pages().iter().any(is_whole)
    });
}

#[test]
fn an_address_says_what_the_page_looks_like_in_this_visit_alone() {
    let page = Page::open_as(How { address: "?frame-log&lang=zh-CN&theme=dark&panel=0", ..How::default() });
    let right = |page: &Page| {
        page.settle();
        let image = page.screenshot();
        pixel(&image, image.width - 20, 300).map(u32::from).iter().sum::<u32>()
    };
    assert_eq!(page.run("return document.documentElement.lang"), "zh-CN");
    let without_panel = page.settle()["viewport"].clone();
    assert!(right(&page) < 200, "it is dark");
    page.key("g");
    page.wait_until("settings are kept", || page.run("return localStorage.length") == 1);
    let kept = page.run("return localStorage.getItem('pickray/settings.json')");
    let kept: Value = serde_json::from_str(kept.as_str().expect("settings")).expect("JSON");
    assert_eq!(
        (&kept["theme"], &kept["language"], &kept["panels"]["inspector"], &kept["style"]["grid"]),
        (&json!("system"), &Value::Null, &json!(true), &json!(false))
    );

    page.go_to(&page.address_of("?frame-log&lang=en&embed=all&theme=pink&panel=%0Ano&lesson=none"));
    let frame = page.wait("what cannot be meant is told", |frame| {
        is_at_rest(frame) && frame["message"].as_str().is_some_and(|told| told.contains("lesson=none"))
    });
    let told = frame["message"].as_str().expect("a message");
    assert!(told.contains("lesson=none") && told.lines().count() == 1, "{told}");
    assert_ne!(page.settle()["viewport"], without_panel);
    assert!(600 < right(&page), "nothing else is changed");
    page.close();
}
