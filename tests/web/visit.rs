//! A visit to the page: how it comes, by a slow network or none, and what it gives to a phone and to a screen reader.

use crate::browser::{self, How, Page, is_at_rest};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;

/// Waits until the mesh is drawn.
fn wait_for_mesh(page: &Page) -> Value {
    page.wait("its mesh is drawn", |frame| is_at_rest(frame) && frame["mesh"].is_string())
}

/// Puts another version of the page into its folder, whose style has this rule, as a new build would.
fn put_up_version(page: &Page, folder: &Path, rule: &str) {
    let [style, worker] = ["page.css", "offline.js"].map(|name| folder.join(name));
    let checksum = |style: &str| {
        let digest = format!(
            "const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`{style}`)));
             return btoa(String.fromCharCode(...bytes));"
        );
        page.run_async(&digest).as_str().expect("text").to_owned()
    };
    let before = fs::read_to_string(&style).expect("text");
    let after = format!("{before}{rule}\n");
    let said = fs::read_to_string(&worker).expect("text");
    let new = said.replace(&checksum(&before), &checksum(&after)).replace("version = \"", "version = \"new ");
    assert!(new.contains(&checksum(&after)), "the worker knows the style by its checksum");
    fs::write(style, after).expect("written");
    fs::write(worker, new).expect("written");
}

#[test]
fn after_a_visit_the_page_opens_without_a_network_and_a_newer_version_is_taken_at_the_next_start() {
    let root = tempfile::tempdir().expect("a folder");
    let folder = root.path().join("sub");
    fs::create_dir_all(folder.join("lessons")).expect("a folder");
    for file in fs::read_dir(browser::folder()).expect("it is there") {
        let file = file.expect("it is there");
        fs::copy(file.path(), folder.join(file.file_name())).expect("copied");
    }
    let lesson = folder.join("lessons/one.txt");
    fs::write(&lesson, "old").expect("written");
    // Its first words are those on the broken link, in Chinese.
    let address = "sub/?frame-log&lang=zh-CN#pickray3:e30";
    let page = Page::open_as(How { address, site: Some(root.path()), ..How::default() });
    let keeps = |file: &str, n: usize| {
        let kept = page.run_async(&format!(
            "const kept = (await caches.keys()).filter((name) => !name.endsWith('beside'));
             return [kept.length, Boolean(await caches.match('{file}'))];"
        ));
        kept == json!([n, true])
    };
    for file in ["pickray_bg.wasm", "zh-CN.ftl", "NotoSansSC-Regular.otf"] {
        page.wait_until(&format!("{file} is kept"), || keeps(file, 1));
    }

    page.go_to(&page.address_of("sub/?lang=zh-CN&frame-log"));
    wait_for_mesh(&page);
    let read = "return await (await fetch('lessons/one.txt')).text()";
    assert_eq!(page.run_async(read), "old");
    fs::write(&lesson, "fresh").expect("written");
    page.devtools("Network.clearBrowserCache", json!({}));
    assert_eq!(page.run_async(read), "fresh");

    put_up_version(&page, &folder, "#pickray { outline-offset: 7px }");
    let is_new = || page.run("return getComputedStyle(document.getElementById('pickray')).outlineOffset") == "7px";
    page.reload();
    page.wait("it says so", |frame| frame["message"] == "pickray 有新版本：下次打开时启用。");
    assert!(!is_new());
    page.reload();
    page.wait_until("it is the newer one", is_new);
    wait_for_mesh(&page);
    page.wait_until("the older one is forgotten", || keeps("zh-CN.ftl", 1));

    page.end_server();
    page.devtools("Network.clearBrowserCache", json!({}));
    page.go_to(&page.address_of(address));
    page.wait("it is there", |frame| {
        is_at_rest(frame) && frame["message"] == "这个快照被截断或已损坏：请完整地重新复制。"
    });
    assert!(is_new());
    assert_eq!(page.run_async(read), "fresh");
}

#[test]
fn a_page_on_its_way_by_a_slow_network_tells_how_much_of_it_is_there() {
    // The program of the tests, of 19 MB, takes two seconds.
    const BYTES_A_SECOND: f64 = 8e6;
    let page = Page::open();
    page.devtools("Network.enable", json!({}));
    page.devtools("Network.setBypassServiceWorker", json!({"bypass": true}));
    page.devtools("Network.clearBrowserCache", json!({}));
    let slow = json!({
        "offline": false, "latency": 0, "downloadThroughput": BYTES_A_SECOND, "uploadThroughput": BYTES_A_SECOND,
    });
    page.devtools("Network.emulateNetworkConditions", slow);
    page.reload_after(
        "globalThis.percents = [];
         new MutationObserver(() => {
             const told = document.getElementById('note')?.textContent.match(/^pickray is loading … (\\d+) %$/);
             if (told) percents.push(Number(told[1]));
         }).observe(document, { childList: true, subtree: true, characterData: true });",
    );
    wait_for_mesh(&page);
    let told = page.run("return percents");
    let told: Vec<_> = told.as_array().expect("a list").iter().filter_map(Value::as_u64).collect();
    let is_told_of = (0..100).step_by(20).all(|from| told.iter().any(|told| (from..from + 20).contains(told)));
    assert!(is_told_of && told.is_sorted() && told.last() == Some(&100), "{told:?}");
    assert_eq!(page.note(), "");
    page.close();
}

#[test]
fn a_screen_reader_hears_of_picks_solved_pages_and_errors_once_each() {
    let page = Page::open_as(How { size: (1280, 800), ..How::default() });
    page.run(
        "globalThis.heard = [];
         const told = document.getElementById('told');
         new MutationObserver(() => heard.push(told.textContent)).observe(told, { childList: true });",
    );
    let picture = page.run("return document.getElementById('pickray').ariaLabel");
    assert!(picture.as_str().is_some_and(|name| name.starts_with("Picture of the mesh.")), "{picture}");
    let heard = |expected: Value| {
        page.settle();
        page.wait_until(&format!("{expected} is heard"), || {
            page.run("return heard").as_array().map(Vec::len) >= expected.as_array().map(Vec::len)
        });
        assert_eq!(page.run("return heard.splice(0)"), expected);
    };
    page.click((480.0, 400.0));
    let picked = page.wait("it is picked", |frame| frame["picked"].is_object())["picked"]["triangle"].clone();
    heard(json!([format!("Triangle {picked}")]));
    // Not what the mouse comes over, and not while the picture turns.
    page.mouse("mouseMoved", (500.0, 420.0), 0);
    page.mouse("mousePressed", (500.0, 420.0), 1);
    (1..5).for_each(|step| page.mouse("mouseMoved", (500.0 + 10.0 * f64::from(step), 420.0), 1));
    page.mouse("mouseReleased", (550.0, 420.0), 1);
    heard(json!([]));
    page.click((300.0, 60.0));
    heard(json!(["Nothing is hit · Why: the ray misses every triangle."]));
    page.run("location.hash = '#pickray3:AAAA'");
    heard(json!(["Error · This situation is cut off or damaged: copy all of it again."]));
}

#[test]
fn a_field_is_filled_by_touch_with_a_keyboard_an_input_method_and_what_is_pasted() {
    let page = Page::open_as(How { size: (1280, 800), ..How::default() });
    let phone = json!({"width": 390, "height": 844, "deviceScaleFactor": 1, "mobile": true});
    page.devtools("Emulation.setDeviceMetricsOverride", phone);
    page.devtools("Emulation.setTouchEmulationEnabled", json!({"enabled": true}));
    page.settle();
    page.shift_key("G");
    let focused = || page.run("return document.activeElement.id");
    page.settle();
    assert_eq!(focused(), "pickray", "with a mouse the canvas has the keyboard");
    page.key("Escape");

    // The first tap is in the picture; the sheet asks for its field by itself.
    page.tap((195.0, 500.0));
    page.settle();
    page.shift_key("G");
    let holds = |mode: &str, text: &str| {
        page.wait_until(&format!("the field holds {text}"), || {
            page.settle();
            let field = "const { activeElement: input } = document; return [input.id, input.inputMode, input.value];";
            page.run(field) == json!(["field", mode, text])
        });
    };
    holds("text", "");
    let insert = |text: &str| page.devtools("Input.insertText", json!({"text": text}));
    insert("trine");
    holds("text", "trine");
    // A word is mended, the caret is put in the middle, and what is selected is typed over.
    page.run("document.activeElement.setSelectionRange(3, 5)");
    insert("angle 1");
    page.run("document.activeElement.setSelectionRange(10, 10)");
    insert("529");
    holds("text", "triangle 1529");
    for composed in ["n", "ni", "nih"] {
        let at = composed.len();
        page.devtools("Input.imeSetComposition", json!({"text": composed, "selectionStart": at, "selectionEnd": at}));
        page.settle();
    }
    insert("你");
    holds("text", "triangle 1529你");
    let paste = "const data = new DataTransfer(); data.setData('text/plain', '好');
        document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }));";
    page.run(paste);
    holds("text", "triangle 1529你好");
    page.run("document.activeElement.setSelectionRange(13, 15)");
    page.run("document.execCommand('delete')");
    holds("text", "triangle 1529");
    page.key("Enter");
    page.wait("it went there", |frame| frame["picked"]["triangle"] == 1529 || frame["selected"] == 1);
    page.wait_until("the keyboard goes", || focused() == "pickray");

    page.devtools("Emulation.clearDeviceMetricsOverride", json!({}));
    page.settle();
    page.tap((400.0, 300.0));
    page.key("F4");
    page.settle();
    page.shift_key("K");
    page.settle();
    page.key("Enter");
    page.wait("a lesson asks for a number", |frame| frame["lesson"]["page"] == "two-origins");
    holds("decimal", "");
    insert("360");
    holds("decimal", "360");
    page.key("Enter");
    page.wait("it is predicted", |frame| frame["lesson"]["predicted"] == true);
    page.close();
}
