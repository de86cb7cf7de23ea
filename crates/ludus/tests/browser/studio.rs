//! What can be started on the pages beside rooms: matches to look at, the lab, tournaments, training.

use crate::common::Ludus;
use crate::driver::{Browser, named};
use crate::pages::look;
use crate::server::Server;

/// The first number in a text after these words.
pub(crate) fn number_after(text: &str, words: &str) -> Option<u64> {
    let rest = text.split(words).nth(1)?.trim_start();
    let digits = rest.chars().take_while(|letter| letter.is_ascii_digit() || *letter == ',');
    digits.filter(char::is_ascii_digit).collect::<String>().parse().ok()
}

/// Which turn the first board shows.
fn turn(page: &Browser) -> Option<u64> {
    number_after(&page.text(&named("cell"))?, "turn ")
}

#[test]
fn matches_in_the_grid_are_paused_stepped_and_finished() {
    let server = Server::start();
    let page = Browser::open(&server.url("/watch?game=snake"));
    // Without the one that searches.
    page.click("[aria-label=\"Remove medium\"]");
    page.write(&named("games"), "3");
    page.choose(&named("boards"), "2");
    page.choose(&named("speed"), "500");
    page.click(&named("start"));
    page.wait("two boards", || (page.texts(&named("cell")).len() == 2).then_some(()));
    page.shows(&named("stats"), "0 of 3");
    page.click(&named("pause"));
    page.shows(&named("pause"), "Resume");
    page.shows(&named("stats"), "paused");
    // What was running when it was paused has been shown before the first step has.
    let before = page.wait("a turn", || turn(&page));
    page.wait("a step", || {
        page.click(&named("step"));
        (turn(&page)? > before).then_some(())
    });
    page.choose(&named("live-speed"), "0");
    page.click(&named("pause"));
    page.shows(&named("over"), "finished");
    page.shows(&named("stats"), "3 of 3");
    page.is_content();
}

#[test]
fn the_lab_plays_and_matches_weights_that_were_changed() {
    let server = Server::start();
    let page = Browser::open(&server.url("/lab"));
    page.shows("main h1", "Lab");
    page.write("[data-test^=\"exact-\"]", "-3.5\n");
    page.wait("the slider follows", || {
        (page.value("[data-test^=\"weight-\"]")? == "-3.5").then_some(())
    });
    page.write(&named("label"), "flatter");

    page.click(&named("play-now"));
    let board = format!("{} canvas", named("play"));
    page.wait("it plays", || {
        (number_after(&page.attribute(&board, "aria-label")?, "turn ")? > 2).then_some(())
    });

    page.click("[aria-label=\"Remove hard\"]");
    page.write(&named("match-games"), "2");
    page.click(&named("match"));
    page.shows(&named("match-state"), "done");
    page.shows(&named("results"), "flatter");
    let rows = page.texts(&format!("{} tr{}", named("results"), named("result")));
    assert_eq!(rows.len(), 1, "{rows:?}");
    let cells: Vec<&str> = rows[0].split_whitespace().collect();
    assert_eq!(cells[0], "medium");
    let won: u32 = cells[1..4].iter().map(|count| count.parse::<u32>().unwrap()).sum();
    assert_eq!(won, 2, "{cells:?}");
    page.shows(&format!("{} svg", named("results")), "");
    page.is_content();
}

#[test]
fn a_tournament_goes_from_its_start_to_standings_and_its_matches_can_be_seen() {
    let server = Server::start();
    let page = Browser::open(&server.url("/tournaments?game=snake"));
    page.click("[aria-label=\"Remove hard\"]");
    page.write(&named("games"), "2");
    page.click(&named("start"));
    page.shows(&named("state"), "finished");
    page.shows(&named("progress"), "2 of 2");
    let rows = page.texts(&named("standing"));
    assert_eq!(rows.len(), 2);
    for bot in ["easy", "medium"] {
        assert!(rows.iter().any(|row| row.contains(bot)), "{rows:?}");
    }
    page.shows(&named("cross"), "easy");
    page.wait("its matches", || (page.texts(&named("look")).len() == 2).then_some(()));
    look(&page, &page.address(), "Tournament #1");
    page.click(&named("look"));
    page.shows(&named("play"), "Play");
    page.press(&["End"]);
    page.shows(&named("outcome"), "");
    look(&page, &page.address(), "easy");
    page.go(&server.url("/tournaments"));
    page.shows(&named("tournament"), "snake");
    page.is_content();
}

#[test]
fn a_training_run_draws_its_chart_until_it_is_stopped() {
    let server = Server::start();
    let page = Browser::open(&server.url("/training"));
    page.shows(&named("runs"), "No runs yet");
    page.write(&named("population"), "4");
    page.write(&named("generations"), "2000");
    page.write(&named("games"), "1");
    page.click(&named("start"));
    page.shows(&named("state"), "running");
    let chart = format!("{} svg", named("chart"));
    let drawn = || number_after(&page.attribute(&chart, "aria-label")?, "Fitness over ");
    let first = page.wait("a chart", drawn);
    page.wait("it moves", || (drawn()? > first).then_some(()));
    page.shows(&named("weights"), "weights");
    page.click(&named("stop"));
    page.shows(&named("state"), "stopped");
    page.shows(&named("resume"), "Resume");
    look(&page, &page.address(), "");
    page.go(&server.url("/training"));
    page.shows(&named("run"), "not finished");
    page.is_content();
}

/// A bot that plays the first legal action and says something on standard error, which no page may read as HTML.
const TALKS: &str = r#"
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print(json.dumps({"type": "ready", "protocol": 1}), flush=True)
    elif message["type"] == "turn":
        print(f"<b>turn {message['turn']}</b>", file=sys.stderr, flush=True)
        act = {"type": "act", "match": message["match"], "turn": message["turn"], "action": message["legal"][0]}
        print(json.dumps(act), flush=True)
"#;

#[test]
fn a_replay_shows_what_a_program_wrote_to_standard_error_in_each_turn() {
    let ludus = Ludus::new();
    ludus.write("ludus.toml", "[serve]\nreplays = \"replays\"\n");
    ludus.write("bot.py", TALKS);
    let mut command = ludus.command("match tetris random --games 1 --record replays");
    command.args(["mine=proc:cmd=python3 bot.py", "--rules", "max_pieces=8"]).assert().success();
    let server = Server::start_in(ludus);
    let page = Browser::open(&server.url("/replay/tetris-1-000001?at=3"));
    let pane = named("stderr-1");
    page.shows(&pane, "Standard error: 1 line");
    page.click(&format!("{pane} summary"));
    page.shows(&format!("{pane} pre"), "<b>turn 3</b>");
    // It stays open from turn to turn.
    page.press(&["ArrowRight"]);
    page.shows(&format!("{pane} pre"), "<b>turn 4</b>");
    page.is_content();
}

#[test]
fn a_lost_match_has_its_turning_points_on_the_timeline() {
    let ludus = Ludus::new();
    ludus.write("ludus.toml", "[serve]\nreplays = \"replays\"\n");
    std::fs::create_dir(ludus.folder().join("replays")).unwrap();
    ludus.write("replays/chess-mate.jsonl", include_str!("../golden/chess-mate.jsonl"));
    let server = Server::start_in(ludus);
    let page = Browser::open(&server.url("/replay/chess-mate"));
    page.shows(&named("play"), "Play");
    page.click(&named("ask-why"));
    page.shows(&named("why"), "Judge: master");
    page.click(&named("turning-point"));
    let text = page.shows(&named("turning-point-text"), "the match turned by");
    assert!(text.contains("played") && text.contains("better"), "{text}");
    let turn = number_after(&text, "turn ").unwrap();
    page.shows(&named("turn"), &format!("Turn {}", turn - 1));
    look(&page, &page.address(), "medium");
    page.is_content();
}
