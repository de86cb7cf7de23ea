//! The pages: what browsers get, and that everything in them is the program's own.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use std::path::{Path, PathBuf};
use std::process::Command;

use common::Server;
use common::arena::options;
use ludus_web::{GamePage, Options, PageFile};
use serde_json::Value;
use ureq::http::Response;
use ureq::{Agent, Body};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

fn get(server: &Server, path: &str, accept: &str) -> Response<Body> {
    let config = Agent::config_builder().proxy(None).http_status_as_error(false).build();
    Agent::new_with_config(config).get(server.url(path)).header("accept", accept).call().unwrap()
}

fn page(server: &Server, path: &str) -> Response<Body> {
    get(server, path, "text/html,application/xhtml+xml")
}

/// The scripts and styles, with their names as in addresses.
fn assets() -> Vec<(String, PathBuf)> {
    fn walk(folder: &Path, out: &mut Vec<PathBuf>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() { walk(&path, out) } else { out.push(path) }
        }
    }
    let root = Path::new(ROOT).join("assets");
    let mut files = Vec::new();
    walk(&root, &mut files);
    let name = |path: &Path| path.strip_prefix(&root).unwrap().to_str().unwrap().replace('\\', "/");
    files.into_iter().map(|path| (name(&path), path)).collect()
}

#[test]
fn the_root_is_a_page() {
    let server = Server::start(Options::default());
    for accept in ["text/html,application/xhtml+xml", "*/*"] {
        let mut shown = get(&server, "/", accept);
        assert_eq!(shown.headers()["content-type"], "text/html; charset=utf-8");
        assert!(shown.body_mut().read_to_string().unwrap().contains("<main"));
    }
}

#[test]
fn every_page_has_its_address_and_an_unknown_one_says_so() {
    let server = Server::start(Options::default());
    for path in ["/watch", "/replays", "/replay/some-match", "/lab", "/tournaments", "/training"] {
        assert_eq!(page(&server, path).status(), 200, "{path}");
    }
    assert_eq!(page(&server, "/no/such/page").status(), 404);
    assert_eq!(server.get("/no/such/page").0, 404);
}

#[test]
fn browsers_are_told_to_load_nothing_else() {
    let server = Server::start(Options::default());
    for path in ["/", "/assets/app.js", "/api/v1/games", "/no/such/page"] {
        let shown = page(&server, path);
        let policy = shown.headers()["content-security-policy"].to_str().unwrap();
        assert!(policy.contains("default-src 'none'") && !policy.contains("unsafe"), "{policy}");
        assert_eq!(shown.headers()["x-content-type-options"], "nosniff");
        assert_eq!(shown.headers()["x-frame-options"], "DENY");
    }
}

#[test]
fn a_file_that_a_browser_has_is_not_sent_again() {
    let server = Server::start(Options::default());
    let first = page(&server, "/assets/style.css");
    let tag = first.headers()["etag"].to_str().unwrap().to_owned();
    let again = ureq::get(server.url("/assets/style.css")).header("if-none-match", tag).call();
    assert_eq!(again.unwrap().status(), 304);
    for path in ["/assets/nothing.js", "/assets/../Cargo.toml", "/assets/%2e%2e/Cargo.toml"] {
        assert_eq!(page(&server, path).status(), 404, "{path}");
    }
}

#[test]
fn the_page_of_a_game_is_served_like_the_other_files() {
    let file = PageFile { name: "page.js".into(), content: b"export default {};".into() };
    let pages = vec![GamePage { game: "tetris".into(), files: vec![file] }];
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(Options { pages, ..options(folder.path()) });
    let mut shown = page(&server, "/games/tetris/page.js");
    assert_eq!(shown.headers()["content-type"], "text/javascript; charset=utf-8");
    assert!(shown.headers().contains_key("content-security-policy"));
    assert_eq!(shown.body_mut().read_to_string().unwrap(), "export default {};");
    let tag = shown.headers()["etag"].to_str().unwrap();
    let again = ureq::get(server.url("/games/tetris/page.js")).header("if-none-match", tag).call();
    assert_eq!(again.unwrap().status(), 304);
    for path in ["/games/tetris/style.css", "/games/chess/page.js", "/games/tetris/..%2fpage.js"] {
        assert_eq!(page(&server, path).status(), 404, "{path}");
    }
    // The list of games says which has a page.
    let (_, list) = server.get("/api/v1/games");
    assert_eq!(list["games"][0]["page"], "/games/tetris/page.js");
    assert_eq!(list["games"][1]["page"], Value::Null);
    assert_eq!(list["games"][0]["people"]["pace"], "ticks");
}

#[test]
fn nothing_in_the_pages_comes_from_elsewhere() {
    let server = Server::start(Options::default());
    for (name, path) in assets() {
        let text = std::fs::read_to_string(&path).unwrap();
        let strange = text.replace("http://www.w3.org/", "");
        assert!(!strange.contains("http://") && !strange.contains("https://"), "{name}");
        assert!(!text.contains("innerHTML") && !text.contains("eval("), "{name}");
        assert_eq!(page(&server, &format!("/assets/{name}")).status(), 200, "{name}");
    }
    let shell = std::fs::read_to_string(Path::new(ROOT).join("assets/index.html")).unwrap();
    assert!(!shell.contains("style=") && !shell.contains("<style") && !shell.contains("onclick"));
    assert!(
        shell.matches("<script").count() == shell.matches("<script type=\"module\" src=").count()
    );
}

#[test]
fn every_import_leads_to_a_file() {
    for (name, path) in assets().into_iter().filter(|(name, _)| name.ends_with(".js")) {
        let text = std::fs::read_to_string(&path).unwrap();
        let imports = text.split("from \"").chain(text.split("import(\"")).skip(1);
        let targets =
            imports.filter_map(|rest| rest.split('"').next()).filter(|t| t.starts_with('.'));
        for target in targets {
            let file = path.parent().unwrap().join(target);
            assert!(file.is_file(), "{name} imports {target}");
        }
    }
}

#[test]
fn the_types_of_the_scripts_hold() {
    let compiler = Path::new(ROOT).join("node_modules/.bin/tsc");
    assert!(
        compiler.exists(),
        "TypeScript is missing: `npm ci --prefix crates/ludus-web` installs it"
    );
    let checked = Command::new(compiler).args(["--project", ROOT]).output().unwrap();
    assert!(checked.status.success(), "{}", String::from_utf8_lossy(&checked.stdout));
}

#[test]
fn pages_of_other_sites_may_not_use_the_api() {
    let server = Server::start(Options::default());
    let config = Agent::config_builder().proxy(None).http_status_as_error(false).build();
    let ask = |origin: &str| {
        let request = Agent::new_with_config(config.clone()).get(server.url("/api/v1/games"));
        request.header("origin", origin).call().unwrap().status()
    };
    assert_eq!(ask("https://evil.example"), 403);
    assert_eq!(ask(&server.url("")), 200);
}
