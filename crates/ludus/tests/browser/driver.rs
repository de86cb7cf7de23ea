//! A browser that does what a person does: the few commands of the WebDriver protocol that the tests need.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use base64::prelude::{BASE64_STANDARD, Engine as _};
use serde_json::{Value, json};

/// How long something may take to appear: others may use the machine, too.
const PATIENCE: Duration = Duration::from_secs(60);

/// How often it is looked.
const EVERY: Duration = Duration::from_millis(30);

/// An element's reference in the protocol.
const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";

const FLAGS: [&str; 8] = [
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
];

/// The selector of an element that has a name for tests.
pub(crate) fn named(name: &str) -> String {
    format!("[data-test=\"{name}\"]")
}

/// Starts the driver at a free port; `None` if it ended without telling one.
fn start_driver() -> Option<(Child, u16)> {
    let mut driver = Command::new("chromedriver")
        .arg("--port=0")
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("chromedriver is installed by scripts/test");
    let mut lines = BufReader::new(driver.stdout.take().expect("it is piped")).lines();
    let port = lines.by_ref().map_while(Result::ok).find_map(|line| {
        line.split("successfully on port ").nth(1)?.trim_end_matches('.').parse().ok()
    });
    let Some(port) = port else {
        let _ = driver.wait();
        return None;
    };
    std::thread::spawn(move || lines.for_each(drop));
    Some((driver, port))
}

/// A browser of its own, without any memory of another.
pub(crate) struct Browser {
    driver: Child,
    agent: ureq::Agent,
    session: String,
    /// Where it keeps what it remembers.
    _profile: tempfile::TempDir,
}

impl Browser {
    /// A browser that shows this page.
    pub(crate) fn open(url: &str) -> Self {
        // It takes the same port on two kinds of addresses, and ends if another program has one of them.
        let started = (0..5).find_map(|_| start_driver());
        let (driver, port) = started.expect("chromedriver tells its port");
        let agent = ureq::Agent::config_builder()
            .http_status_as_error(false)
            .timeout_global(Some(2 * PATIENCE))
            .build()
            .new_agent();
        let profile = tempfile::tempdir().unwrap();
        let session = format!("http://127.0.0.1:{port}/session");
        let mut browser = Self { driver, agent, session, _profile: profile };
        let folder = format!("--user-data-dir={}", browser._profile.path().display());
        let flags: Vec<&str> = FLAGS.into_iter().chain([folder.as_str()]).collect();
        let wanted = json!({ "capabilities": { "alwaysMatch": {
            "goog:chromeOptions": { "args": flags },
            "goog:loggingPrefs": { "browser": "ALL" },
        } } });
        let made = browser.post("", wanted).expect("chromedriver starts Chromium");
        browser.session += &format!("/{}", made["sessionId"].as_str().unwrap());
        browser.size(1200, 900);
        browser.go(url);
        browser
    }

    fn post(&self, command: &str, body: Value) -> Result<Value, String> {
        let answer = self.agent.post(format!("{}{command}", self.session)).send_json(body);
        let mut answer = answer.map_err(|error| error.to_string())?;
        let mut answer: Value = answer.body_mut().read_json().map_err(|error| error.to_string())?;
        let value = answer["value"].take();
        match value["error"].as_str() {
            Some(error) => Err(format!("{error}: {}", value["message"])),
            None => Ok(value),
        }
    }

    /// Goes to this address.
    pub(crate) fn go(&self, url: &str) {
        self.post("/url", json!({ "url": url })).unwrap();
    }

    /// The address of the page that is shown.
    pub(crate) fn address(&self) -> String {
        self.run("return String(location)", json!([])).as_str().unwrap().to_owned()
    }

    /// What a script gives; its arguments are `arguments[0]` and so on.
    pub(crate) fn run(&self, script: &str, arguments: Value) -> Value {
        self.post("/execute/sync", json!({ "script": script, "args": arguments })).unwrap()
    }

    /// A command of the browser's own protocol.
    fn tell(&self, command: &str, parameters: Value) -> Value {
        self.post("/goog/cdp/execute", json!({ "cmd": command, "params": parameters })).unwrap()
    }

    /// Makes the page so large, in CSS pixels.
    pub(crate) fn size(&self, width: u32, height: u32) {
        let size =
            json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
        self.tell("Emulation.setDeviceMetricsOverride", size);
    }

    /// Prefers light or dark colours, as a system does.
    pub(crate) fn prefer(&self, scheme: &str) {
        let feature = json!({ "name": "prefers-color-scheme", "value": scheme });
        self.tell("Emulation.setEmulatedMedia", json!({ "features": [feature] }));
    }

    /// Waits until there is something; the page is printed if there never is.
    pub(crate) fn wait<T>(&self, what: &str, mut look: impl FnMut() -> Option<T>) -> T {
        self.insist(what, || look().ok_or_else(String::new))
    }

    /// Tries until it works; tells why it did not, if it never does.
    pub(crate) fn insist<T>(
        &self,
        what: &str,
        mut attempt: impl FnMut() -> Result<T, String>,
    ) -> T {
        let since = Instant::now();
        loop {
            let why = match attempt() {
                Ok(done) => return done,
                Err(why) => why,
            };
            if since.elapsed() > PATIENCE {
                let page = self.run("return location + '\\n' + document.body.innerText", json!([]));
                let page = page.as_str().unwrap_or_default();
                panic!("never: {what} {why}\n{page}\n{:#?}", self.console());
            }
            std::thread::sleep(EVERY);
        }
    }

    /// The text of the first element that is seen, if there is one.
    pub(crate) fn text(&self, selector: &str) -> Option<String> {
        // Drawings have no innerText.
        let script = "const all = [...document.querySelectorAll(arguments[0])];
            const one = all.find((one) => one.checkVisibility());
            return one ? one.innerText ?? one.textContent : null";
        self.run(script, json!([selector])).as_str().map(str::to_owned)
    }

    /// An attribute of the first such element, if there is one.
    pub(crate) fn attribute(&self, selector: &str, name: &str) -> Option<String> {
        let script =
            "return document.querySelector(arguments[0])?.getAttribute(arguments[1]) ?? null";
        self.run(script, json!([selector, name])).as_str().map(str::to_owned)
    }

    /// What is in a field.
    pub(crate) fn value(&self, selector: &str) -> Option<String> {
        let script = "return document.querySelector(arguments[0])?.value ?? null";
        self.run(script, json!([selector])).as_str().map(str::to_owned)
    }

    /// The texts of all such elements.
    pub(crate) fn texts(&self, selector: &str) -> Vec<String> {
        let script =
            "return [...document.querySelectorAll(arguments[0])].map((one) => one.innerText)";
        serde_json::from_value(self.run(script, json!([selector]))).unwrap()
    }

    /// Waits until such an element is seen and has this in its text; all of its text.
    pub(crate) fn shows(&self, selector: &str, text: &str) -> String {
        self.wait(&format!("{selector} with {text:?}"), || {
            self.text(selector).filter(|shown| shown.contains(text))
        })
    }

    /// Does something with an element as soon as it is there and can take it. The page may draw itself anew in
    /// between: then with the new one.
    fn with(&self, selector: &str, command: &str, body: &Value) {
        let find = json!({ "using": "css selector", "value": selector });
        self.insist(&format!("{command} {selector}"), || {
            let found = self.post("/element", find.clone())?;
            let id = found[ELEMENT].as_str().unwrap_or_default();
            self.post(&format!("/element/{id}/{command}"), body.clone())
        });
    }

    /// Clicks on this.
    pub(crate) fn click(&self, selector: &str) {
        self.with(selector, "click", &json!({}));
    }

    /// Chooses in a list.
    pub(crate) fn choose(&self, selector: &str, value: &str) {
        self.click(&format!("{selector} option[value=\"{value}\"]"));
    }

    /// Writes into a field, in place of what is there; `\n` ends it.
    pub(crate) fn write(&self, selector: &str, text: &str) {
        // Control and A select what is there.
        let text = format!("\u{e009}a\u{e000}{}", text.replace('\n', "\u{e007}"));
        self.with(selector, "value", &json!({ "text": text }));
    }

    /// Presses and releases keys, one after the other.
    pub(crate) fn press(&self, keys: &[&str]) {
        let strokes: Vec<Value> = keys
            .iter()
            .map(|&key| match key {
                "ArrowLeft" => "\u{e012}",
                "ArrowUp" => "\u{e013}",
                "ArrowRight" => "\u{e014}",
                "ArrowDown" => "\u{e015}",
                "End" => "\u{e010}",
                "Home" => "\u{e011}",
                "Space" => " ",
                other => other,
            })
            .flat_map(|key| ["keyDown", "keyUp"].map(|kind| json!({ "type": kind, "value": key })))
            .collect();
        let source = json!({ "type": "key", "id": "keys", "actions": strokes });
        self.post("/actions", json!({ "actions": [source] })).unwrap();
    }

    /// Clicks on a place of the element that is seen: shares of its width and height.
    pub(crate) fn click_at(&self, selector: &str, across: f64, down: f64) {
        let script = "const one = document.querySelector(arguments[0]);
            one.scrollIntoView({ block: 'center', behavior: 'instant' });
            const box = one.getBoundingClientRect();
            return [box.left + box.width * arguments[1], box.top + box.height * arguments[2]]";
        let place = self.run(script, json!([selector, across, down]));
        let [x, y] = [0, 1].map(|i| place[i].as_f64().unwrap().round() as i64);
        let steps = json!([
            { "type": "pointerMove", "x": x, "y": y, "duration": 0 },
            { "type": "pointerDown", "button": 0 },
            { "type": "pointerUp", "button": 0 },
        ]);
        let source = json!({ "type": "pointer", "id": "mouse", "actions": steps });
        self.post("/actions", json!({ "actions": [source] })).unwrap();
    }

    /// The whole page, as a PNG file.
    pub(crate) fn picture(&self) -> Vec<u8> {
        self.tell("Emulation.setScrollbarsHidden", json!({ "hidden": true }));
        let script = "return [innerWidth, document.documentElement.scrollHeight]";
        let size = self.run(script, json!([]));
        let clip = json!({ "x": 0, "y": 0, "width": size[0], "height": size[1], "scale": 1 });
        let wanted = json!({ "format": "png", "captureBeyondViewport": true, "clip": clip });
        let answer = self.tell("Page.captureScreenshot", wanted);
        BASE64_STANDARD.decode(answer["data"].as_str().unwrap()).unwrap()
    }

    /// What the browser has noted since it was asked last.
    fn console(&self) -> Vec<Value> {
        let log = self.post("/se/log", json!({ "type": "browser" })).unwrap();
        log.as_array().cloned().unwrap_or_default()
    }

    /// There was no error, and nothing was refused, since this was asked last.
    pub(crate) fn is_content(&self) {
        let errors: Vec<Value> =
            self.console().into_iter().filter(|entry| entry["level"] == "SEVERE").collect();
        assert!(errors.is_empty(), "{errors:#?}");
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // The driver ends the browser with its session.
        let _ = self.agent.delete(&self.session).call();
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}
