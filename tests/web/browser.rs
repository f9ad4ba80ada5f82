//! A page in a browser of its own, asked and operated through Chromium's WebDriver.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use pickray_render::Image;
use serde_json::{Value, json};
use std::cell::RefCell;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError, mpsc};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// How long anything may take: software draws the page.
const PATIENCE: Duration = Duration::from_secs(90);

/// One browser at a time: several at once, drawn by software, are slower than one after the other.
static TURN: Mutex<()> = Mutex::new(());

/// True while a page comes up, and after one that did not: the others are not waited for, too.
static IS_HOPELESS: AtomicBool = AtomicBool::new(false);

/// Collects what the page tells its console, before the page begins.
const COLLECT: &str = "globalThis.lines = []; globalThis.errors = [];
    console.debug = (line) => lines.push(line);
    console.error = (line) => errors.push(String(line));
    addEventListener('error', (event) => errors.push(String(event.message)));
    addEventListener('securitypolicyviolation', (event) => errors.push('blocked: ' + event.blockedURI));";

/// A process that ends with the test.
struct Process(Child);

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Starts a program and returns the first line of its output that a function finds something in.
fn started<T>(command: &mut Command, find: impl Fn(&str) -> Option<T>) -> (Process, T) {
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("it starts");
    let lines = BufReader::new(child.stdout.take().expect("piped")).lines();
    let process = Process(child);
    let (said, heard) = mpsc::channel();
    // It reads on when nobody listens any longer, so that the program can always write.
    std::thread::spawn(move || lines.map_while(Result::ok).for_each(|line| _ = said.send(line)));
    let lines = std::iter::from_fn(|| heard.recv_timeout(PATIENCE).ok());
    let found = { lines }.find_map(|line| find(&line)).expect("it says in time where it is");
    (process, found)
}

/// Returns the folder of the page, as `scripts/web` built it.
pub fn folder() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folder = std::env::var_os("PICKRAY_PAGE").map_or_else(|| root.join("target/page"), PathBuf::from);
    let built = folder.join("pickray_bg.wasm").exists();
    assert!(built, "there is no page in {}: run scripts/web {0}", folder.display());
    folder
}

/// A browser with the page.
pub struct Page {
    /// The address of the WebDriver's session.
    session: String,
    address: String,
    downloads: TempDir,
    _driver: Process,
    server: RefCell<Option<Process>>,
    /// Let go of last.
    _turn: MutexGuard<'static, ()>,
}

/// How a page is opened.
#[derive(Clone, Copy)]
pub struct How<'a> {
    /// What stands behind the page's name in the address.
    pub address: &'a str,
    /// Size of the browser's window in logical pixels: what is seen of it takes most of a test's time.
    pub size: (u32, u32),
    /// Physical pixels to a logical one.
    pub scale: f64,
    pub dark: bool,
    /// Folder that is served, with the page in it; `None` for the page's own.
    pub site: Option<&'a Path>,
}

impl Default for How<'_> {
    fn default() -> Self {
        Self { address: "?frame-log&lang=en", size: (960, 700), scale: 1.0, dark: false, site: None }
    }
}

impl Page {
    /// Opens the page, and waits until its mesh is drawn.
    pub fn open() -> Self {
        Self::open_as(How::default())
    }

    pub fn open_as(how: How) -> Self {
        let turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
        let is_hopeless = IS_HOPELESS.swap(true, Ordering::Relaxed);
        assert!(!is_hopeless, "it is not tried: a page before did not come up");
        let serve = ["-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "--directory"];
        let site = how.site.map_or_else(folder, Path::to_owned);
        let (server, address) = started(Command::new("python3").args(serve).arg(site), |line| {
            let port = line.split("port ").nth(1)?.split(' ').next()?;
            Some(format!("http://localhost:{port}/"))
        });
        let (driver, port) = started(Command::new("chromedriver").arg("--port=0"), |line| {
            line.split("started successfully on port ").nth(1)?.trim_end_matches('.').parse::<u16>().ok()
        });
        let base = format!("http://localhost:{port}/session");
        let size = format!("--window-size={},{}", how.size.0, how.size.1);
        let scale = format!("--force-device-scale-factor={}", how.scale);
        let arguments = [
            "--headless=new",
            "--no-sandbox",
            "--disable-dev-shm-usage",
            "--use-angle=swiftshader",
            "--enable-unsafe-swiftshader",
            &size,
            &scale,
        ];
        let options = json!({"goog:chromeOptions": {"args": arguments}, "goog:loggingPrefs": {"browser": "ALL"}});
        let answer = post(&base, &json!({"capabilities": {"alwaysMatch": options}}));
        let session = format!("{base}/{}", answer["sessionId"].as_str().expect("a session"));
        let downloads = tempfile::tempdir().expect("a folder");
        let server = RefCell::new(Some(server));
        let page = Self { session, address, downloads, _driver: driver, server, _turn: turn };
        let folder = page.downloads.path().to_str().expect("Unicode");
        page.devtools("Browser.setDownloadBehavior", json!({"behavior": "allow", "downloadPath": folder}));
        page.devtools("Page.addScriptToEvaluateOnNewDocument", json!({"source": COLLECT}));
        let scheme = if how.dark { "dark" } else { "light" };
        let media = json!({"features": [{"name": "prefers-color-scheme", "value": scheme}]});
        page.devtools("Emulation.setEmulatedMedia", media);
        page.go_to(&page.address_of(how.address));
        page.wait("its mesh is drawn", |frame| is_at_rest(frame) && frame["mesh"].is_string());
        IS_HOPELESS.store(false, Ordering::Relaxed);
        page
    }

    /// Opens the page anew, with this script run before its own; what was drawn before is gone then.
    pub fn reload_after(&self, script: &str) {
        self.devtools("Page.addScriptToEvaluateOnNewDocument", json!({"source": script}));
        self.reload();
    }

    /// Opens the page anew; what was drawn before is gone then.
    pub fn reload(&self) {
        self.run("globalThis.isLeft = true");
        self.devtools("Page.reload", json!({}));
        self.wait_until("the page is another", || self.run("return globalThis.isLeft") != true);
    }

    /// Ends the server, as where there is no network.
    pub fn end_server(&self) {
        self.server.take();
    }

    /// Returns the address of the page, with this behind its name.
    pub fn address_of(&self, behind: &str) -> String {
        format!("{}{behind}", self.address)
    }

    /// Goes to another address.
    pub fn go_to(&self, address: &str) {
        post(&format!("{}/url", self.session), &json!({"url": address}));
    }

    /// Goes to an article on the same server, with the page in a frame of these attributes, far below and between two
    /// buttons.
    pub fn embed(&self, attributes: &str) {
        self.go_to(&self.address_of("OFL.txt"));
        self.run(&format!(
            "document.body.innerHTML = `<button id=before>before</button><div style='height: 3000px'></div>
             <iframe {attributes} width=800 height=600 src='{}?frame-log&lang=en'></iframe>
             <button id=after>after</button>`;",
            self.address
        ));
    }

    /// Has scripts run in the frame of the article, or in the article.
    pub fn enter_frame(&self, enter: bool) {
        self.enter(enter.then_some(0));
    }

    /// Has scripts run in the frame of this number, or in the article around it.
    pub fn enter(&self, frame: Option<u32>) {
        post(&format!("{}/frame", self.session), &json!({"id": frame}));
    }

    pub fn note(&self) -> String {
        let note = self.run("return document.getElementById('note')?.textContent ?? ''");
        note.as_str().expect("text").to_owned()
    }

    /// Runs a script in the page and returns what it returns.
    pub fn run(&self, script: &str) -> Value {
        post(&format!("{}/execute/sync", self.session), &json!({"script": script, "args": []}))
    }

    pub fn devtools(&self, command: &str, parameters: Value) -> Value {
        post(&format!("{}/goog/cdp/execute", self.session), &json!({"cmd": command, "params": parameters}))
    }

    /// Runs a script that may wait, likewise.
    pub fn run_async(&self, script: &str) -> Value {
        let script = format!(
            "const done = arguments[0]; (async () => {{ {script} }})().then(done, (error) => done(String(error)));"
        );
        post(&format!("{}/execute/async", self.session), &json!({"script": script, "args": []}))
    }

    pub fn last_frame(&self) -> Value {
        let line = self.run("return lines.at(-1) ?? 'null'");
        serde_json::from_str(line.as_str().expect("text")).expect("a line of JSON")
    }

    /// Waits for a frame of which something holds, and returns it.
    pub fn wait(&self, what: &str, holds: impl Fn(&Value) -> bool) -> Value {
        let start = Instant::now();
        loop {
            let frame = self.last_frame();
            if holds(&frame) {
                return frame;
            }
            let errors = self.run("return errors");
            assert!(errors.as_array().is_some_and(Vec::is_empty), "waiting until {what}: {errors}");
            assert!(start.elapsed() < PATIENCE, "it was not so in time that {what}: {frame:#}");
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// Waits until something is so that no frame tells.
    pub fn wait_until(&self, what: &str, holds: impl Fn() -> bool) {
        let start = Instant::now();
        while !holds() {
            assert!(start.elapsed() < PATIENCE, "it was not so in time that {what}");
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// Waits until all that was done is drawn: the browser has asked for frames since, and the last one says that the
    /// next is not due soon. (A text cursor blinks for ever, every half second.)
    pub fn settle(&self) -> Value {
        const SOON: f64 = 0.3;
        let start = Instant::now();
        loop {
            self.draw();
            let frame = self.last_frame();
            if is_at_rest(&frame) && frame["due_in"].as_f64().is_none_or(|seconds| SOON <= seconds) {
                return frame;
            }
            assert!(start.elapsed() < PATIENCE, "the page never comes to rest: {frame:#}");
        }
    }

    /// Lets the browser draw what was done last, which has asked for a frame before this does.
    fn draw(&self) {
        self.run_async("for (let i = 0; i < 3; i++) await new Promise(requestAnimationFrame);");
    }

    pub fn mouse(&self, kind: &str, (x, y): (f64, f64), buttons: u32) {
        let button = if kind == "mouseMoved" { "none" } else { "left" };
        let event = json!({"type": kind, "x": x, "y": y, "button": button, "buttons": buttons, "clickCount": 1});
        self.devtools("Input.dispatchMouseEvent", event);
    }

    /// Clicks at a place in logical pixels. Nothing is waited for while the button is down: what is held for long is no
    /// click, and a busy machine draws a frame in half a second.
    pub fn click(&self, at: (f64, f64)) {
        self.mouse("mouseMoved", at, 0);
        self.draw();
        self.mouse("mousePressed", at, 1);
        self.mouse("mouseReleased", at, 0);
        self.draw();
    }

    /// Turns the wheel by so many pixels.
    pub fn wheel(&self, (x, y): (f64, f64), by: f64) {
        let event = json!({"type": "mouseWheel", "x": x, "y": y, "deltaX": 0, "deltaY": by});
        self.devtools("Input.dispatchMouseEvent", event);
    }

    /// Touches with one finger, or lifts it (`None`).
    pub fn touch(&self, kind: &str, at: Option<(f64, f64)>) {
        self.touches(kind, at.as_slice());
    }

    /// Touches with these fingers, or lifts them.
    pub fn touches(&self, kind: &str, at: &[(f64, f64)]) {
        let points: Vec<_> = at.iter().enumerate().map(|(id, (x, y))| json!({"x": x, "y": y, "id": id})).collect();
        self.devtools("Input.dispatchTouchEvent", json!({"type": kind, "touchPoints": points}));
    }

    /// Taps with one finger, as the browser times it: two calls are far apart on a busy machine, and make a long press.
    pub fn tap(&self, (x, y): (f64, f64)) {
        self.devtools("Input.synthesizeTapGesture", json!({"x": x, "y": y, "gestureSourceType": "touch"}));
    }

    /// Presses a key that types a character, or is named so.
    pub fn key(&self, key: &str) {
        let text = if key.len() == 1 { key } else { "" };
        self.key_event("keyDown", key, text, 0);
        self.key_event("keyUp", key, "", 0);
    }

    /// Presses a key while Shift is held.
    pub fn shift_key(&self, key: &str) {
        const SHIFT: u32 = 8;
        self.key_event("rawKeyDown", "Shift", "", SHIFT);
        self.key_event("keyDown", key, key, SHIFT);
        self.key_event("keyUp", key, "", SHIFT);
        self.key_event("keyUp", "Shift", "", 0);
    }

    fn key_event(&self, kind: &str, key: &str, text: &str, modifiers: u32) {
        let code = match key {
            "Tab" => 9,
            "Shift" => 16,
            "Escape" => 27,
            "Enter" => 13,
            key => u32::from(key.to_ascii_uppercase().as_bytes()[0]),
        };
        let event = json!({
            "type": kind, "key": key, "text": text, "modifiers": modifiers, "windowsVirtualKeyCode": code,
        });
        self.devtools("Input.dispatchKeyEvent", event);
    }

    /// Drops files upon the picture.
    pub fn drop_files(&self, files: &[&Path]) {
        let files: Vec<_> = files.iter().map(|file| file.to_str().expect("Unicode")).collect();
        for kind in ["dragEnter", "dragOver", "drop"] {
            let data = json!({"items": [], "files": files, "dragOperationsMask": 1});
            self.devtools("Input.dispatchDragEvent", json!({"type": kind, "x": 400, "y": 300, "data": data}));
        }
    }

    /// Returns the picture of the page, in physical pixels.
    pub fn screenshot(&self) -> Image {
        let data = get(&format!("{}/screenshot", self.session));
        let bytes = BASE64_STANDARD.decode(data.as_str().expect("text")).expect("base64");
        decoded(&bytes)
    }

    /// Waits for a file of this name that the page saves, and returns its path.
    pub fn download(&self, name: &str) -> PathBuf {
        let path = self.downloads.path().join(name);
        self.wait_until(&format!("{name} is saved"), || path.exists());
        path
    }

    /// Returns where a file was saved, if it comes soon.
    pub fn downloaded(&self, name: &str) -> Option<PathBuf> {
        const SOON: Duration = Duration::from_secs(10);
        let (path, start) = (self.downloads.path().join(name), Instant::now());
        while !path.exists() && start.elapsed() < SOON {
            std::thread::sleep(Duration::from_millis(50));
        }
        path.exists().then_some(path)
    }

    /// Ends the browser. Nothing was complained of, and nothing asked for elsewhere.
    pub fn close(self) {
        assert_eq!(self.run("return errors"), json!([]));
        let log = post(&format!("{}/se/log", self.session), &json!({"type": "browser"}));
        // Of a text, which the article is made of, the browser asks for an icon.
        let is_of_page = |entry: &&Value| !entry["message"].as_str().is_some_and(|told| told.contains("/favicon.ico"));
        let severe = log.as_array().expect("a list").iter().filter(|entry| entry["level"] == "SEVERE");
        let severe = severe.filter(is_of_page);
        assert_eq!(severe.collect::<Vec<_>>(), Vec::<&Value>::new());
        let asked = self.run("return performance.getEntriesByType('resource').map((entry) => entry.name)");
        for name in asked.as_array().expect("a list").iter().filter_map(Value::as_str) {
            let is_here = name.starts_with(&self.address) || name.starts_with("blob:") || name.starts_with("data:");
            assert!(is_here, "it asked for {name}");
        }
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        let _ = agent().delete(&self.session).call();
    }
}

/// Returns whether nothing is on its way to the picture.
pub fn is_at_rest(frame: &Value) -> bool {
    frame["uploaded"] == 1.0 && frame["complete"] == true && frame["loading"] == false && frame["fading"] == false
}

/// Returns the colour of a pixel, from the top left.
pub fn pixel(image: &Image, x: u32, y: u32) -> [u8; 3] {
    let [r, g, b, _] = image.pixels[(y * image.width + x) as usize];
    [r, g, b]
}

pub fn decoded(bytes: &[u8]) -> Image {
    let mut reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().expect("a PNG");
    let mut buffer = vec![0; reader.output_buffer_size().expect("a size")];
    let info = reader.next_frame(&mut buffer).expect("a picture");
    let channels = info.color_type.samples();
    let pixels = buffer[..info.buffer_size()].chunks(channels);
    let pixels = pixels.map(|p| [p[0], p[1], p[2], p.get(3).copied().unwrap_or(255)]).collect();
    Image { width: info.width, height: info.height, pixels }
}

/// Returns who asks, and waits for no answer for ever.
fn agent() -> ureq::Agent {
    ureq::Agent::config_builder().http_status_as_error(false).timeout_global(Some(PATIENCE)).build().into()
}

fn post(address: &str, body: &Value) -> Value {
    value(agent().post(address).send_json(body).expect("an answer in time"))
}

fn get(address: &str) -> Value {
    value(agent().get(address).call().expect("an answer in time"))
}

fn value(mut answer: ureq::http::Response<ureq::Body>) -> Value {
    let body = answer.body_mut().with_config().limit(64 << 20).read_json::<Value>().expect("JSON");
    let value = body["value"].clone();
    assert!(value["error"].is_null(), "{value:#}");
    value
}
