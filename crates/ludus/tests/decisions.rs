//! `ludus replay` takes recorded decisions again: debug logs, and replays of every game.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use std::fs;

use common::Ludus;
use serde_json::{Value, json};

/// Positions with obvious right answers, one idea each.
const FIXTURES: [(&str, &str); 11] = [
    ("survival_basic", "1:up|down,2:right"),
    ("survival_tight_space", "1:right|down"),
    ("food_near_wall", "1:right,2:down"),
    ("food_vs_survival", "1:left"),
    ("collision_head_to_head", "1:up|down"),
    ("trap_opponent", "1:left"),
    ("dead_end", "1:left"),
    ("tail_chasing", "1:down"),
    ("lost_head_to_head_next_turn", "1:left"),
    ("food_inside_own_trap", "1:right|down"),
    ("four_snakes", "1:right"),
];

fn fixture(name: &str) -> String {
    format!("{}/../ludus-snake/tests/fixtures/{name}.jsonl", env!("CARGO_MANIFEST_DIR"))
}

/// The lines of a fixture as JSON.
fn lines(name: &str) -> Vec<Value> {
    let text = fs::read_to_string(fixture(name)).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// A log of two games with three turns each, the lines taking turns.
fn two_games(ludus: &Ludus) {
    let line = &lines("survival_basic")[0];
    let mut text = String::new();
    for turn in 4..7 {
        for id in ["one", "two"] {
            let mut line = line.clone();
            line["turn"] = turn.into();
            line["game"] = json!({ "id": id });
            text.push_str(&format!("{line}\n"));
        }
    }
    ludus.write("log.jsonl", &text);
}

/// What a failing command prints on standard output, and the line it says on standard error.
fn failing(ludus: &Ludus, args: &[&str]) -> (String, String) {
    let output = ludus.command("replay").args(args).assert().code(1);
    let output = output.get_output();
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    (text(&output.stdout), text(&output.stderr))
}

#[test]
fn the_fixtures_are_decided_rightly() {
    let ludus = Ludus::new();
    for (name, expected) in FIXTURES {
        for bot in ["hard", "medium", "hard:search=maxn"] {
            let path = fixture(name);
            let args = [path.as_str(), "--nodes", "20000", "--bot", bot, "--validate", expected];
            ludus.command("replay").args(args).assert().success();
        }
    }
}

#[test]
fn a_wrong_expectation_is_told_and_fails() {
    let path = fixture("survival_basic");
    let (out, error) =
        failing(&Ludus::new(), &[&path, "--nodes", "2000", "--validate", "1:left,2:right,9:up"]);
    assert!(out.contains("Expected in turn 1: left: failed, found "), "{out}");
    assert!(out.contains("Expected in turn 2: right: passed, found right"), "{out}");
    assert!(out.contains("Expected in turn 9: up: failed, there is no such turn"), "{out}");
    assert!(error.ends_with("survival_basic.jsonl: 2 expectations failed\n"), "{error}");
}

#[test]
fn a_mismatch_is_one_line_and_no_failure() {
    let ludus = Ludus::new();
    let mut line = lines("food_near_wall").remove(0);
    line["chosen_move"] = "up".into();
    ludus.write("log.jsonl", &format!("{line}\n"));
    let text = ludus.text("replay log.jsonl --depth 3");
    let reply = text.lines().next().unwrap();
    assert!(reply.starts_with("Turn 1: up → right (score: "), "{reply}");
    assert!(reply.contains(", depth: 3, time: ") && reply.ends_with("ms)"), "{reply}");
    let sums = ["Total turns: 1", "Matches: 0 (0.0 %)", "Mismatches: 1", "Average depth: 3.0"];
    for sum in sums {
        assert!(text.contains(sum), "{sum} in {text}");
    }
    assert!(text.contains("Average time: ") && text.contains("Average score: "), "{text}");
    let document = ludus.json("replay log.jsonl --depth 3 --json");
    assert_eq!(document["kind"], "log");
    assert_eq!((&document["total"], &document["mismatches"]), (&json!(1), &json!(1)));
    let decision = &document["decisions"][0];
    assert_eq!(
        (&decision["recorded"], &decision["now"]["action"]),
        (&json!("up"), &json!("right"))
    );
    assert_eq!(decision["now"]["depth"], 3);
}

#[test]
fn broken_lines_are_told_with_their_numbers_and_left_out() {
    let ludus = Ludus::new();
    let good = &lines("survival_basic")[1];
    let mut bad_board = good.clone();
    bad_board["board"]["width"] = 0.into();
    let text = format!("not JSON\n\n{good}\n{{\"turn\":3}}\n{bad_board}\n{good}");
    ludus.write("log.jsonl", &text);
    let (out, error) = failing(&ludus, &["log.jsonl", "--nodes", "1000"]);
    for reply in [
        "Line 1 is broken: not a log line: ",
        "Line 4 is broken: ",
        "Line 5 is broken: the board is 0×7",
    ] {
        assert!(out.contains(reply), "{reply} in {out}");
    }
    assert!(out.contains("Total turns: 2") && out.contains("Broken lines: 3"), "{out}");
    assert_eq!(error, "ludus: log.jsonl: 3 lines are broken\n");
    let (out, _) = failing(&ludus, &["log.jsonl", "--nodes", "1000", "--json"]);
    let document: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(document["broken_lines"][1]["line"], 4);
}

#[test]
fn turns_and_games_are_selected_and_extracted() {
    let ludus = Ludus::new();
    two_games(&ludus);
    let total = |args: &str| {
        ludus.json(&format!("replay log.jsonl --nodes 100 --json {args}"))["total"].clone()
    };
    assert_eq!(total(""), 6);
    assert_eq!(total("--all"), 6);
    assert_eq!(total("--turns 5"), 2);
    assert_eq!(total("--game one"), 3);
    assert_eq!(total("--game two --turns 4,6"), 2);
    let reply = ludus.text("replay log.jsonl --game two --turns 4,6 --extract part.jsonl");
    assert_eq!(reply, "copied 2 of 6 decisions to part.jsonl\n");
    let whole = fs::read_to_string(ludus.folder().join("log.jsonl")).unwrap();
    let whole: Vec<&str> = whole.lines().collect();
    let part = fs::read_to_string(ludus.folder().join("part.jsonl")).unwrap();
    assert_eq!(part, format!("{}\n{}\n", whole[1], whole[5]));
    assert_eq!(ludus.json("replay part.jsonl --nodes 100 --json")["total"], 2);
    let (_, error) = failing(&ludus, &["log.jsonl", "--turns", "5,40", "--nodes", "100"]);
    assert_eq!(error, "ludus: log.jsonl: there is no turn 40\n");
    let (_, error) = failing(&ludus, &["log.jsonl", "--game", "three", "--extract", "no.jsonl"]);
    assert_eq!(error, "ludus: log.jsonl: there is no decision of game \"three\"\n");
    assert!(!ludus.folder().join("no.jsonl").exists());
}

#[test]
fn only_the_turns_that_are_validated_are_decided() {
    let ludus = Ludus::new();
    two_games(&ludus);
    let total = |args: &str| {
        ludus.json(&format!("replay log.jsonl --nodes 50 --json --validate {args}"))["total"]
            .clone()
    };
    let any = "5:up|down|left|right";
    assert_eq!(total(any), 2);
    assert_eq!(total(&format!("{any} --turns 4")), 4);
    assert_eq!(total(&format!("{any} --all")), 6);
    assert_eq!(total(&format!("{any} --game one")), 1);
}

#[test]
fn a_validation_that_names_no_action_is_refused_before_anything_is_decided() {
    let ludus = Ludus::new();
    two_games(&ludus);
    // Also where the log has no such turn.
    for turn in [4, 99] {
        let error = ludus.error(&format!("replay log.jsonl --validate {turn}:banana"), 2);
        assert!(
            error.contains(&format!("expected in turn {turn}: \"banana\" is not an action")),
            "{error}"
        );
    }
    ludus.text("match chess random random --games 1 --rules max_plies=6,opening=none --record r");
    ludus.text("match tetris easy --games 1 --max-pieces 5 --record r");
    ludus.text("match snake easy random --games 1 --rules turn_cap=4 --record r");
    for (game, wrong) in [
        ("chess", "99:hop"),
        ("chess", "1:e9"),
        ("tetris", "1:up"),
        ("tetris", "99:r9x1"),
        ("snake", "1:e4"),
    ] {
        let error = ludus.error(&format!("replay r/{game}-1-000001.jsonl --validate {wrong}"), 2);
        assert!(error.contains("is not an action"), "{error}");
    }
    let illegal = ludus.error("replay r/chess-1-000001.jsonl --validate 1:a1a8", 2);
    assert!(illegal.contains("\"a1a8\" is not legal there"), "{illegal}");
}

#[test]
fn verbose_shows_the_board_before_and_after_and_the_expected_line() {
    let path = fixture("food_near_wall");
    let output = Ludus::new()
        .command("replay")
        .args([&path, "--nodes", "500", "--turns", "2", "--verbose"])
        .assert()
        .success();
    let text = String::from_utf8(output.get_output().stdout.clone()).unwrap();
    let before = "before:\n. . . . . . .\n. . . . . . .\n. . . . . . .\n. . . . . . .\n. . . . . . .\nA < < . . . .\n* . . . . . .\nA length 3 health 1\n";
    let after = "after:\n. . . . . . .\n. . . . . . .\n. . . . . . .\n. . . . . . .\n. . . . . . .\nv < . . . . .\nA . . . . . .\nA length 4 health 100\n";
    assert!(text.contains(before) && text.contains(after), "{text}");
    assert!(text.contains("expects: down"), "{text}");
}

#[test]
fn a_bot_that_plays_its_own_match_again_decides_the_same_in_every_game() {
    let ludus = Ludus::new();
    let series = [
        "tetris battle easy --rules height=8",
        "chess easy random --rules max_plies=40",
        "chess master medium --nodes 300 --rules max_plies=24",
        "snake hard easy random --nodes 200 --rules turn_cap=30",
    ];
    for (number, series) in series.iter().enumerate() {
        ludus.text(&format!("match {series} --games 1 --record {number}"));
        let game = series.split(' ').next().unwrap();
        let file = format!("{number}/{game}-1-000001.jsonl");
        let document = ludus.json(&format!("replay {file} --all --json"));
        assert!(document["total"].as_u64().unwrap() > 10, "{series}: {document}");
        assert_eq!(document["match_percent"], 100.0, "{series}");
        assert_eq!(document["kind"], "replay");
    }
}

#[test]
fn another_bot_is_asked_about_one_seat_of_a_replay() {
    let ludus = Ludus::new();
    ludus.text("match chess random random --games 1 --rules opening=none,max_plies=20 --record r");
    let replay = "replay r/chess-1-000001.jsonl --bot medium";
    let all = ludus.json(&format!("{replay} --json"));
    assert_eq!(all["total"], 20);
    assert!(all["mismatches"].as_u64().unwrap() > 0, "{all}");
    let black = ludus.json(&format!("{replay} --seat 1 --turns 2,4 --json"));
    let turns: Vec<_> = black["decisions"].as_array().unwrap().iter().map(|d| &d["turn"]).collect();
    assert_eq!(turns, [2, 4]);
    assert!(black["decisions"][0]["now"]["depth"].as_u64().unwrap() >= 4);
    let text = ludus.text(&format!("{replay} --seat 1 --turns 2 --verbose"));
    assert!(text.starts_with("Turn 2, seat 1 (random"), "{text}");
    assert!(text.contains("before:\n") && text.contains("after:\n"), "{text}");
    let first = black["decisions"][0]["now"]["action"].as_str().unwrap();
    ludus.text(&format!("{replay} --seat 1 --validate 2:{first}"));
    assert!(ludus.error(&format!("{replay} --seat 2"), 2).contains("there is no seat 2"));
    assert!(ludus.error(&format!("{replay} --validate 1:hop"), 2).contains("expected in turn 1: "));
    assert!(ludus.error(&format!("{replay} --validate up"), 2).contains("5:up|left"));
    let extract = ludus.error("replay r/chess-1-000001.jsonl --extract x", 2);
    assert!(extract.contains("--game and --extract are for debug logs"), "{extract}");
    assert!(
        ludus.error("replay r/chess-1-000001.jsonl --extract x --nodes 5", 2).contains("--nodes")
    );
    let frames = ludus.error("replay r/chess-1-000001.jsonl --frames x --turns 5", 2);
    assert!(frames.contains("--frames"), "{frames}");
    assert!(ludus.error(&format!("{replay} --verify"), 2).contains("--verify and --show"));
}

#[test]
fn two_settings_are_compared() {
    let ludus = Ludus::new();
    ludus.text("match snake medium easy --games 1 --record r --rules turn_cap=40");
    let replay = "replay r/snake-1-000001.jsonl --bot hard --nodes 300 --json";
    ludus.write("same.toml", "[snake]\n");
    let same = ludus.json(&format!("{replay} --against same.toml"));
    assert_eq!(same["match_percent"], 100.0, "{same}");
    assert_eq!(same["mean_depth"], same["other"]["mean_depth"]);
    ludus.write("hungry.toml", "[snake.weights]\nhunger = 5000.0\nspace = -100.0\n");
    let hungry = ludus.json(&format!("{replay} --against hungry.toml"));
    assert!(hungry["mismatches"].as_u64().unwrap() > 0, "{hungry}");
    let decisions = hungry["decisions"].as_array().unwrap();
    let differs = |d: &&Value| d["now"]["action"] != d["other"]["action"];
    assert_eq!(decisions.iter().filter(differs).count() as u64, hungry["mismatches"]);
    // A budget that a file sets counts where no flag says another one.
    ludus.write("shallow.toml", "[snake.budget]\nnodes = 0\n");
    assert!(
        ludus.error("replay r/snake-1-000001.jsonl --against shallow.toml", 2).contains("nodes")
    );
    ludus.write("deep.toml", "[snake.budget]\nnodes = 3000\n");
    let deep = ludus.json(
        "replay r/snake-1-000001.jsonl --seat 0 --bot hard --turns 5 --against deep.toml --json",
    );
    let nodes = |who: &str| deep["decisions"][0][who]["nodes"].as_u64().unwrap();
    assert!(nodes("other") <= 3001 && nodes("now") > 3001, "{deep}");
}

#[test]
fn what_does_not_go_with_a_log_is_refused_in_one_line() {
    let ludus = Ludus::new();
    two_games(&ludus);
    assert!(ludus.error("replay log.jsonl --verify", 2).contains("it is a debug log"));
    assert!(ludus.error("replay log.jsonl --show 3", 2).contains("it is a debug log"));
    assert!(ludus.error("replay log.jsonl --seat 0", 2).contains("--seat is for replays"));
    assert!(ludus.error("replay log.jsonl --bot hrad", 2).contains("did you mean hard?"));
    assert!(
        ludus
            .error("replay log.jsonl --validate 4:north", 2)
            .contains("\"north\" is not an action")
    );
    assert!(ludus.error("replay log.jsonl --against no.toml", 1).contains("cannot read no.toml"));
}

#[test]
fn a_recorded_match_of_snakes_becomes_frames_of_the_board_viewer() {
    let ludus = Ludus::new();
    ludus.text("match snake easy random --games 1 --record r --rules turn_cap=20");
    let file = "r/snake-1-000001.jsonl";
    let turns = ludus.json(&format!("replay {file} --verify --json"))["turns"].as_u64().unwrap();
    let reply = ludus.text(&format!("replay {file} --frames frames.json"));
    assert_eq!(reply, format!("{} frames are in frames.json\n", turns + 1));
    let text = fs::read_to_string(ludus.folder().join("frames.json")).unwrap();
    let document: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(document["Game"]["ID"], "snake-1-000001");
    let frames = document["Frames"].as_array().unwrap();
    assert_eq!(frames.last().unwrap()["Turn"], turns);
    assert_eq!(frames[0]["Snakes"][0]["Body"].as_array().unwrap().len(), 3);
    ludus.text("match tetris easy --games 1 --record r --max-pieces 5");
    let refused = ludus.error("replay r/tetris-1-000001.jsonl --frames no.json", 2);
    assert!(refused.contains("the board viewer shows snake, not tetris"), "{refused}");
    assert!(!ludus.folder().join("no.json").exists());
}

#[test]
fn a_log_is_decided_by_the_bots_that_it_names() {
    let ludus = Ludus::new();
    // A position in which two bots decide differently, logged once for each of them.
    let line = lines("four_snakes").remove(0);
    let decided = |bot: &str| {
        ludus.write("one.jsonl", &format!("{line}\n"));
        let document = ludus.json(&format!("replay one.jsonl --bot {bot} --nodes 200 --json"));
        document["decisions"][0]["now"]["action"].as_str().unwrap().to_owned()
    };
    let bots = ["easy", "hard", "heuristic:space=0,hunger=900"];
    let answers = bots.map(decided);
    let mut log = String::new();
    for (bot, answer) in bots.iter().zip(&answers) {
        let mut line = line.clone();
        line["bot"] = (*bot).into();
        line["chosen_move"] = answer.as_str().into();
        log.push_str(&format!("{line}\n"));
    }
    ludus.write("log.jsonl", &log);
    let document = ludus.json("replay log.jsonl --nodes 200 --json");
    assert_eq!(document["match_percent"], 100.0, "{document}");
    assert_eq!(document["bot"], "as recorded");
    let named: Vec<_> =
        document["decisions"].as_array().unwrap().iter().map(|d| d["bot"].clone()).collect();
    assert_eq!(named, bots);
    // A bot that is asked for decides all of them.
    let all = ludus.json("replay log.jsonl --nodes 200 --bot hard --json");
    let now = all["decisions"].as_array().unwrap().iter().map(|d| d["now"]["action"].clone());
    assert!(now.into_iter().all(|action| action == answers[1].as_str()), "{all}");
    // Logs of earlier versions name no bot: the snake of the server decides.
    let old = ludus
        .command("replay one.jsonl --nodes 200 --json")
        .env("LUDUS_SERVE_SNAKE", "easy")
        .assert();
    let old: Value = serde_json::from_slice(&old.success().get_output().stdout).unwrap();
    assert_eq!(old["decisions"][0]["now"]["action"], answers[0].as_str());
}

#[test]
fn a_file_starts_no_program_and_calls_no_address() {
    let ludus = Ludus::new();
    ludus.text("match chess random easy --games 1 --rules max_plies=4,opening=none --record r");
    let replay = fs::read_to_string(ludus.folder().join("r/chess-1-000001.jsonl")).unwrap();
    let foreign = replay.replace("\"spec\":\"random\"", "\"spec\":\"uci:cmd=touch started\"");
    assert_ne!(foreign, replay);
    ludus.write("foreign.jsonl", &foreign);
    let error = ludus.error("replay foreign.jsonl --all", 2);
    assert!(error.contains("uci:cmd=touch started is a program or a server"), "{error}");
    assert!(!ludus.folder().join("started").exists());
    // It is still a record that can be verified, and that other bots can decide.
    ludus.text("replay foreign.jsonl --verify");
    ludus.text("replay foreign.jsonl --bot easy");

    let mut line = lines("survival_basic").remove(0);
    line["bot"] = "http:url=http://127.0.0.1:9".into();
    ludus.write("log.jsonl", &format!("{line}\n"));
    let (out, error) = failing(&ludus, &["log.jsonl", "--nodes", "50"]);
    assert!(out.contains("Line 1 is broken: its bot cannot decide again: http:url="), "{out}");
    assert_eq!(error, "ludus: log.jsonl: 1 line is broken\n");
}
