//! A game that the program does not know, played in every way that the program offers.

#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "../../../crates/ludus/tests/browser/driver.rs"]
#[allow(dead_code, reason = "this file uses the part it needs")]
mod driver;
#[path = "../../../crates/ludus/tests/common/screen.rs"]
mod screen;

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command as Process, Stdio};

use assert_cmd::Command;
use driver::{Browser, named};
use screen::Terminal;
use serde_json::Value;

const PROGRAM: &str = env!("CARGO_BIN_EXE_own-game");

/// What the program prints for these arguments, separated by blanks; it must succeed.
fn text(folder: &Path, arguments: &str) -> String {
    let mut command = Command::new(PROGRAM);
    let output = command.current_dir(folder).args(arguments.split_whitespace()).assert().success();
    String::from_utf8(output.get_output().stdout.clone()).unwrap()
}

fn json(folder: &Path, arguments: &str) -> Value {
    serde_json::from_str(&text(folder, &format!("{arguments} --json"))).unwrap()
}

/// The results of a series without the times that they took.
fn results(report: &Value) -> Vec<Value> {
    let mut results = report["results"].as_array().unwrap().clone();
    for result in &mut results {
        result.as_object_mut().unwrap().remove("seconds");
    }
    results
}

#[test]
fn a_match_repeats_exactly_and_the_search_beats_the_short_one() {
    let folder = tempfile::tempdir().unwrap();
    let play =
        || json(folder.path(), "match connect-four hard easy --games 10 --nodes 1000 --seed 7");
    let report = play();
    assert_eq!(report["bots"][0]["label"], "hard");
    let wins = report["bots"][0]["wins"].as_u64().unwrap();
    assert!(wins >= 7, "{wins} of 10");
    assert_eq!(results(&report), results(&play()));
}

#[test]
fn a_newcomer_gets_a_starter_that_plays_any_game() {
    let folder = tempfile::tempdir().unwrap();
    let said = text(folder.path(), "new connect-four mine --lang javascript");
    assert!(
        said.contains("own-game match connect-four \"mine=proc:cmd=node bot.js\" random"),
        "{said}"
    );
    let checked = |file: &str| {
        let mut command = Command::new(PROGRAM);
        command.current_dir(folder.path()).args([
            "check",
            "connect-four",
            file,
            "--positions",
            "12",
        ]);
        command.assert().success();
    };
    checked("proc:cmd=node mine/bot.js");
    text(folder.path(), "new connect-four other");
    checked("proc:cmd=python3 other/bot.py");
}

#[test]
fn a_recorded_match_is_verified_and_shown() {
    let folder = tempfile::tempdir().unwrap();
    text(
        folder.path(),
        "match connect-four hard random --games 1 --nodes 200 --rules opening=0 --record replays",
    );
    let file = std::fs::read_dir(folder.path().join("replays")).unwrap().next().unwrap().unwrap();
    let path = format!("replays/{}", file.file_name().into_string().unwrap());
    let shown = text(folder.path(), &format!("replay {path} --show 1"));
    assert!(shown.contains("...x..."), "the first disc goes to the middle\n{shown}");
    let altered = std::fs::read_to_string(file.path()).unwrap().replacen("...x...", "..x....", 1);
    std::fs::write(file.path(), altered).unwrap();
    Command::new(PROGRAM).current_dir(folder.path()).args(["replay", &path]).assert().code(1);
}

#[test]
fn a_tournament_has_standings_and_rules_can_be_set() {
    let folder = tempfile::tempdir().unwrap();
    let rules = "--rules columns=5,rows=4";
    let arguments =
        format!("tournament connect-four random easy hard --games 4 --nodes 200 {rules}");
    let report = json(folder.path(), &arguments);
    assert_eq!(report["standings"].as_array().unwrap().len(), 3);
    let wrong = "match connect-four easy easy --rules columns=30";
    let mut command = Command::new(PROGRAM);
    let output =
        command.args(wrong.split_whitespace()).assert().code(2).get_output().stderr.clone();
    let error = String::from_utf8(output).unwrap();
    assert!(error.contains("rule columns is 30; allowed: 4 to 9"), "{error}");
}

#[test]
fn the_two_weights_are_trained() {
    let folder = tempfile::tempdir().unwrap();
    text(folder.path(), "train connect-four -g 2 -p 10 -n 4 --match-games 4 -o weights.json");
    let weights = std::fs::read_to_string(folder.path().join("weights.json")).unwrap();
    let weights: Value = serde_json::from_str(&weights).unwrap();
    for gene in ["threes", "twos"] {
        assert!(weights["weights"][gene].is_number(), "{weights}");
    }
    let report = json(
        folder.path(),
        "match connect-four weights:path=weights.json random --games 4 --nodes 200",
    );
    assert_eq!(report["bots"][0]["wins"], 4);
}

#[test]
fn a_person_plays_in_the_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let terminal = Terminal::new(folder.path(), 100, 32);
    terminal.run(&format!("clear; {PROGRAM} watch connect-four human easy"));
    terminal.shows("1 2 3 4 5 6 7");
    terminal.waits("the person's turn", |text| text.contains("your turn"));
    // The cursor points at a column; the disc falls to its lowest row.
    terminal.press(&["Space"]);
    terminal.waits("a disc of each", |text| text.matches('●').count() >= 2);
    // What is typed is played, too.
    terminal.waits("the person's turn", |text| text.contains("your turn"));
    terminal.run("1");
    terminal.waits("two discs of each", |text| text.matches('●').count() >= 4);
}

/// The program as a server on a free port. It ends when it is dropped.
struct Server {
    child: Child,
    address: String,
}

impl Server {
    fn start(folder: &Path) -> Self {
        let mut child = Process::new(PROGRAM)
            .current_dir(folder)
            .args(["serve", "--listen", "127.0.0.1:0"])
            .env("XDG_DATA_HOME", folder)
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stderr.take().unwrap()).lines().map_while(Result::ok);
        let address = lines.find_map(|line| {
            line.split_whitespace().find(|word| word.starts_with("http://")).map(str::to_owned)
        });
        std::thread::spawn(move || lines.for_each(drop));
        Self { child, address: address.unwrap() }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn a_person_plays_in_the_browser_by_clicks() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let page = Browser::open(&server.address);
    page.click(&named("play-connect-four"));
    page.write(&named("nickname"), "Ann");
    page.click(&named("sit"));
    page.shows(&named("seat-0"), "Ann");
    page.choose(&named("bot"), "random");
    page.click(&named("add-bot"));
    page.shows(&named("seat-1"), "random");
    page.click(&named("start"));
    page.shows(&named("phase"), "playing");
    // The first column again and again: a random opponent rarely stops it, and the match ends in any case.
    let over = || page.text(&named("result"));
    let columns = [0, 0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5, 5, 6, 6, 6];
    for column in columns.into_iter().cycle().take(200) {
        if over().is_some() {
            break;
        }
        page.click_at(&named("cells"), (f64::from(column) + 0.5) / 7.0, 0.5);
    }
    page.wait("the result", over);
    // What was played is listed, and there is nothing more to type.
    assert!(
        page.text(&named("moves")).unwrap().starts_with('1'),
        "{:?}",
        page.text(&named("moves"))
    );
    let hidden = r#"return document.querySelector('[data-test="action-text"]').form.hidden"#;
    assert_eq!(page.run(hidden, serde_json::json!([])), true);
    page.click(&named("replay-link"));
    page.shows(&named("play"), "Play");
    page.shows(&named("moves"), "1.");
    page.is_content();
    a_page_that_throws_shows_text(&page);
    a_tall_board_fits_the_window(&page);
}

/// A game's page whose functions fail does not leave an empty board.
fn a_page_that_throws_shows_text(page: &Browser) {
    let script = r#"
        return import("/assets/lib/games.js").then(({ guarded }) => {
            const fail = () => { throw new Error("a mistake in page.js"); };
            const board = () => ({ element: document.createElement("div"), show: fail, close() {} });
            const safe = guarded({ board, moves: fail }, "Broken");
            const shown = safe.board();
            document.body.append(shown.element);
            shown.show({}, [], { text: "x.o" });
            const never = guarded({ board: fail }, "Broken").board();
            return [shown.element.textContent, shown.element.isConnected, safe.moves({}).length, never.element.tagName];
        });"#;
    let shown = page.run(script, serde_json::json!([]));
    assert_eq!(shown, serde_json::json!(["x.o", true, 0, "PRE"]));
}

/// A drawing that is twice as high as wide is as high as the page has room, and keeps its shape.
fn a_tall_board_fits_the_window(page: &Browser) {
    let script = r#"
        return import("/assets/lib/games.js").then(async ({ guarded }) => {
            const { h, svg } = await import("/assets/lib/dom.js");
            const element = svg("svg", { viewBox: "0 0 4 8" });
            const board = guarded({ board: () => ({ element, show() {}, close() {} }) }, "Tall").board();
            document.querySelector("main").append(h("div", { class: "square" }, h("div", { class: "holder" }, board.element)));
            board.show({}, []);
            const { width, height } = element.getBoundingClientRect();
            return [Math.round(10 * height / width), height > 100 && height <= Math.max(280, innerHeight - 300) + 1];
        });"#;
    assert_eq!(page.run(script, serde_json::json!([])), serde_json::json!([20, true]));
}

#[test]
fn a_game_without_figures_says_so_and_perft_does_not_know_it() {
    let folder = tempfile::tempdir().unwrap();
    let said = text(folder.path(), "bench connect-four");
    assert_eq!(said, "connect-four has no figures to measure\n");
    let output = Command::new(PROGRAM).args(["perft", "connect-four", "3"]).assert().code(2);
    let error = String::from_utf8(output.get_output().stderr.clone()).unwrap();
    assert_eq!(error, "own-game: perft counts chess and tetris-versus, not connect-four\n");
    let demo = text(folder.path(), "demo connect-four");
    assert!(demo.starts_with("A short match, and the board"), "{demo}");
    assert!(demo.contains("connect-four: drop discs") && !demo.contains("chess:"), "{demo}");
    assert!(demo.contains("own-game match connect-four hard easy"), "{demo}");
}

#[test]
fn help_and_demo_speak_of_this_program_and_its_games() {
    let folder = tempfile::tempdir().unwrap();
    let help = text(folder.path(), "--help");
    assert!(help.contains("Connect Four"), "{help}");
    assert!(help.contains("  own-game serve "), "{help}");
    assert!(!help.contains("ludus serve"), "{help}");
    let of_match = text(folder.path(), "match --help");
    assert!(of_match.contains("  own-game match tetris"), "{of_match}");
    let output = Command::new(PROGRAM).args(["bots", "go"]).assert().code(2).get_output().clone();
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(error.starts_with("own-game: there is no game"), "{error}");
}

/// A bot for every game: the first of the legal actions.
const FIRST_LEGAL: &str = r#"
import json, sys
for line in sys.stdin:
    m = json.loads(line)
    if m["type"] == "hello":
        print(json.dumps({"type": "ready", "protocol": 1}), flush=True)
    elif m["type"] == "turn":
        assert m["state"]["board"], m
        action = m["legal"][0]
        print(json.dumps({"type": "act", "match": m["match"], "turn": m["turn"], "action": action}), flush=True)
"#;

#[test]
fn a_program_in_any_language_plays_it_too() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("bot.py"), FIRST_LEGAL).unwrap();
    let output = Command::new(PROGRAM)
        .current_dir(folder.path())
        .args(["match", "connect-four", "mine=proc:cmd=python3 bot.py", "hard"])
        .args(["--games", "2", "--nodes", "1000", "--json"])
        .assert()
        .success();
    let report: Value = serde_json::from_slice(&output.get_output().stdout).unwrap();
    assert_eq!(report["bots"][0]["forfeits"], serde_json::json!({}), "{}", report["bots"][0]);
    assert_eq!(report["bots"][1]["wins"], 2, "{report}");
}

#[test]
fn the_guide_counts_the_lines_of_this_example() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let guide = std::fs::read_to_string(folder.join("../../docs/ADD-A-GAME.md")).unwrap();
    let mut sum = 0;
    for file in ["src/main", "src/rules", "src/bot", "src/kit", "src/widget", "page/page"] {
        let file = format!("{file}.{}", if file.starts_with("src") { "rs" } else { "js" });
        let lines = std::fs::read_to_string(folder.join(&file)).unwrap().lines().count();
        sum += lines;
        assert!(guide.contains(&format!("{lines:>5} {file}\n")), "{file} has {lines} lines");
    }
    assert!(guide.contains(&format!("{sum:>5} total\n")), "{sum} lines in all");
}
