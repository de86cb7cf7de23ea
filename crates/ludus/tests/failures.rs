//! Bots that fail: why is said below the table and in the document, and bots that are silent are waited for visibly.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use std::fs;
use std::os::unix::fs::PermissionsExt;

use common::Ludus;
use serde_json::{Value, json};

/// Writes an engine as a shell script: what it does at its start, and when it has to move for the `n`th time. It
/// knows one legal move for each side.
fn engine(ludus: &Ludus, name: &str, at_start: &str, go: &str) -> String {
    let text = format!(
        "#!/bin/sh\nn=0\nwhile read -r word rest; do case \"$word\" in\n\
         uci) {at_start}; echo uciok;;\nisready) echo readyok;;\nucinewgame) n=0;;\n\
         position) case \"$rest\" in *moves*) move=a7a6;; *) move=a2a3;; esac;;\n\
         go) n=$((n+1)); {go};;\nquit) exit 0;;\nesac; done\n"
    );
    ludus.write(name, &text);
    let path = ludus.folder().join(name);
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    path.display().to_string()
}

/// What a match of this engine against `random` says on standard output and on standard error.
fn play(ludus: &Ludus, bot: &str, more: &str) -> (String, String) {
    let output = ludus
        .command("match chess")
        .args([bot, "random", "--rules", "opening=none"])
        .args(more.split_whitespace())
        .assert()
        .success();
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    (text(&output.get_output().stdout), text(&output.get_output().stderr))
}

#[test]
fn a_program_that_dies_is_reported_with_match_turn_and_reason() {
    let ludus = Ludus::new();
    let dies = "if [ $n -ge 2 ]; then echo 'ZeroDivisionError: division by zero' >&2; exit 3; fi; \
                echo \"bestmove $move\"";
    let path = engine(&ludus, "dies.sh", ":", dies);
    let bot = format!("mine=uci:cmd={path}");
    let (text, _) = play(&ludus, &bot, "--games 4 --jobs 1");
    assert!(text.contains("mine forfeited 4 games: crash"), "{text}");
    let (_, why) = text.split_once("Why it failed\n").unwrap();
    // Its second move is the third of the game for White.
    assert!(why.starts_with("  mine, match 1, turn 3: "), "{why}");
    assert!(why.contains("and 3 more like this"), "{why}");
    let (document, _) = play(&ludus, &bot, "--games 4 --jobs 2 --json");
    let document: Value = serde_json::from_str(&document).unwrap();
    let mine = &document["bots"][0];
    assert_eq!(mine["forfeits"], json!({"crash": 4}));
    let failure = &mine["failures"][0];
    assert_eq!(
        (&failure["match"], &failure["turn"], &failure["kind"], &failure["more"]),
        (&json!(1), &json!(3), &json!("crash"), &json!(3))
    );
    assert_eq!(document["bots"][1]["failures"], json!([]));
}

#[test]
fn a_program_that_plays_illegal_moves_is_reported_in_a_tournament_too() {
    let ludus = Ludus::new();
    let path = engine(&ludus, "cheats.sh", ":", "echo 'bestmove e2e5'");
    let output = ludus
        .command("tournament chess random --games 2 --store r.sqlite")
        .arg(format!("mine=uci:cmd={path}"))
        .assert()
        .success();
    let text = String::from_utf8(output.get_output().stdout.clone()).unwrap();
    assert!(text.contains("mine forfeited 2 games"), "{text}");
    let (_, why) = text.split_once("Why it failed\n").unwrap();
    assert!(why.starts_with("  mine, fixture 1, match 1, turn "), "{why}");
    assert!(why.contains("e2e5"), "{why}");
    // The same command again only shows the result: the store has the reason, not the turn.
    let output = ludus
        .command("tournament chess random --games 2 --store r.sqlite --json")
        .arg(format!("mine=uci:cmd={path}"))
        .assert()
        .success();
    let document: Value = serde_json::from_slice(&output.get_output().stdout).unwrap();
    let standings = document["standings"].as_array().unwrap();
    let mine = standings.iter().find(|bot| bot["label"] == "mine").unwrap();
    assert_eq!(
        (&mine["failures"][0]["turn"], &mine["failures"][0]["fixture"]),
        (&Value::Null, &json!(1))
    );
}

#[test]
fn a_program_that_is_silent_is_waited_for_visibly() {
    let ludus = Ludus::new();
    let path = engine(&ludus, "slow.sh", "sleep 3", "echo bestmove $move; exit 0");
    let (_, said) = play(&ludus, &format!("mine=uci:cmd={path}"), "--games 1");
    assert!(said.contains("waiting for mine to start: 2 s so far"), "{said}");
}

#[test]
fn more_games_than_cores_are_played_at_a_time_where_bots_wait() {
    let ludus = Ludus::new();
    let cores = std::thread::available_parallelism().unwrap().get();
    let many = cores + 2;
    // Each engine waits at its start until all of them are running.
    let meet = format!(
        "touch \"$0.$$\"; t=0; while [ $(ls \"$0\".* | wc -l) -lt {many} ] && [ $t -lt 80 ]; do \
         sleep 0.1; t=$((t+1)); done; [ $t -lt 80 ] || exit 1"
    );
    let path = engine(&ludus, "meets.sh", &meet, "echo bestmove 0000");
    let bot = format!("mine=uci:cmd={path}");
    let (text, said) = play(&ludus, &bot, &format!("--games {many} --jobs {many} --json"));
    let document: Value = serde_json::from_str(&text).unwrap();
    let failures = document["bots"][0]["failures"].as_array().unwrap();
    assert!(failures.iter().all(|failure| failure["turn"] != 0), "not all started: {document:#}");
    assert!(!said.contains("one per core"), "{said}");
    // Bots that compute, and bots whose time is measured, have a core each.
    for line_up in ["random random", "random random --time 50"] {
        let command = format!("match chess {line_up} --games 2 --jobs {many}");
        let output = ludus.command(&command).assert().success();
        let said = String::from_utf8(output.get_output().stderr.clone()).unwrap();
        assert!(said.contains(&format!("playing {cores} games at a time, one per core")), "{said}");
    }
    let (_, said) = play(&ludus, &format!("{bot},time=5"), &format!("--games 1 --jobs {many}"));
    assert!(said.contains("one per core"), "{said}");
}

/// White mates in one from here, and only White's engine knows how.
const MATE_IN_ONE: &str = "7k/R7/8/8/8/8/8/1R4K1 w - - 0 1";

/// An engine that mates as White, and dies as Black. So the first match that fails is one of those with an even number.
fn dies_as_black(ludus: &Ludus) -> String {
    let go = "case $move in a2a3) echo 'thinking' >&2; echo bestmove b1b8;; \
              *) echo 'KeyError: board' >&2; exit 3;; esac";
    format!("mine=uci:cmd={}", engine(ludus, "dies.sh", ":", go))
}

/// What a command prints that ends with exit code 1: standard output and the last line on standard error.
fn failed(mut command: assert_cmd::Command) -> (String, String) {
    let output = command.assert().code(1);
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    let said = text(&output.get_output().stderr);
    (text(&output.get_output().stdout), said.lines().last().unwrap().to_owned())
}

/// Types a line that the program printed, in a shell.
fn type_in(ludus: &Ludus, line: &str) -> String {
    let shell = format!("ludus() {{ {} \"$@\"; }}; {line}", env!("CARGO_BIN_EXE_ludus"));
    let mut command = assert_cmd::Command::new("sh");
    let output = command.current_dir(ludus.folder()).args(["-c", &shell]).assert().success();
    String::from_utf8(output.get_output().stdout.clone()).unwrap()
}

#[test]
fn a_strict_series_ends_at_the_lowest_match_that_fails_whatever_the_jobs() {
    let ludus = Ludus::new();
    let bot = dies_as_black(&ludus);
    let strict = |more: &str| {
        let mut command = ludus.command("match chess");
        command.args([&bot, "random", "--fen", MATE_IN_ONE, "--games", "8", "--strict"]);
        command.args(more.split_whitespace());
        failed(command)
    };
    let (text, error) = strict("--jobs 1");
    let number = error.strip_prefix("ludus: --strict: mine failed, match ").unwrap();
    let (number, rest) = number.split_once(',').unwrap();
    assert!(number.parse::<u64>().unwrap().is_multiple_of(2), "{error}");
    assert!(rest.starts_with(" turn 2: crash: "), "{error}");
    assert!(text.contains(&format!("ended early: {number} of 8 games")), "{text}");
    let (_, why) = text.split_once("Why it failed\n").unwrap();
    assert!(why.contains("    | KeyError: board\n"), "{why}");
    // The command below it plays the match again, records it and shows the turn, with what the program said.
    let (_, see) = why.split_once("see it: ").unwrap();
    let shown = type_in(&ludus, see.lines().next().unwrap());
    assert!(shown.contains("turn 2"), "{shown}");
    assert!(shown.contains("mine wrote to standard error:\n  | KeyError: board\n"), "{shown}");
    let (_, same) = strict("--jobs 2");
    assert_eq!(same, error);
    let (document, _) = strict("--jobs 2 --json --record recorded");
    let document: Value = serde_json::from_str(&document).unwrap();
    let ended = &document["strict"];
    assert_eq!(
        (&ended["bot"], &ended["kind"], &ended["turn"]),
        (&json!("mine"), &json!("crash"), &json!(2))
    );
    assert_eq!(ended["match"].to_string(), number);
    assert_eq!(document["games"], ended["match"]);
    let file = format!("recorded/chess-1-{:06}.jsonl", number.parse::<u64>().unwrap());
    assert_eq!(ended["show"], format!("ludus replay {file} --show 2"));
    assert_eq!(document["bots"][0]["failures"][0]["show"], ended["show"]);
    // The list of the folder finds the match by what failed.
    let list = ludus.json("replay recorded --failed --reason crash --json");
    let files: Vec<&Value> =
        list["replays"].as_array().unwrap().iter().map(|one| &one["file"]).collect();
    assert!(files.contains(&&json!(file)), "{list:#}");
    let text = ludus.text("replay recorded --failed");
    assert!(text.contains("mine, turn 2: crash: "), "{text}");
    assert!(text.contains("see one: ludus replay recorded/chess-1-"), "{text}");
}

#[test]
fn a_strict_series_without_failures_ends_as_any_other() {
    let ludus = Ludus::new();
    let text = ludus.text("match tetris easy random --games 2 --rules max_pieces=20 --strict");
    assert!(!text.contains("ended early"), "{text}");
}

#[test]
fn a_strict_tournament_ends_at_the_lowest_match_that_fails_and_continues_without_it() {
    let ludus = Ludus::new();
    let bot = dies_as_black(&ludus);
    let rules = format!("fen={MATE_IN_ONE}");
    let command = |store: &str, more: &str| {
        let mut command = ludus.command("tournament chess random");
        command.args([&bot, "--rules", &rules, "--games", "8", "--store", store]);
        command.args(more.split_whitespace());
        command
    };
    let (text, error) = failed(command("one.sqlite", "--jobs 1 --strict --logs logs"));
    assert!(error.starts_with("ludus: --strict: mine failed, fixture 1, match "), "{error}");
    assert!(text.contains("ended early: "), "{text}");
    let (_, log) = text.split_once("    log: ").unwrap();
    let log = log.lines().next().unwrap();
    assert!(log.starts_with("logs/chess-1-f0001-00000"), "{log}");
    let written = fs::read_to_string(ludus.folder().join(log)).unwrap();
    assert!(written.contains(" ! KeyError: board\n"), "{written}");
    let (document, same) = failed(command("two.sqlite", "--jobs 2 --strict --json"));
    assert_eq!(same, error);
    let document: Value = serde_json::from_str(&document).unwrap();
    assert_eq!(document["interrupted"], true);
    // What is missing is played by the same command. Failures of games that are played already end nothing.
    command("one.sqlite", "--logs logs").assert().success();
    let (_, see) = text.split_once("see it: ").unwrap();
    let shown = type_in(&ludus, see.lines().next().unwrap());
    assert!(shown.contains("  | KeyError: board\n"), "{shown}");
}

/// The log of a seat, without its times.
fn log(ludus: &Ludus, name: &str) -> Vec<String> {
    let text = fs::read_to_string(ludus.folder().join(name)).unwrap();
    text.lines().map(|line| line[13..].to_owned()).collect()
}

#[test]
fn logs_have_everything_that_was_said_to_and_by_an_engine() {
    let ludus = Ludus::new();
    let bot = dies_as_black(&ludus);
    let play = |more: &str| {
        let mut command = ludus.command("match chess");
        command.args([&bot, "random", "--fen", MATE_IN_ONE, "--games", "2", "--jobs", "1"]);
        command.args(more.split_whitespace());
        command
    };
    play("--logs logs").assert().success();
    let names: Vec<_> = fs::read_dir(ludus.folder().join("logs")).unwrap().collect();
    assert_eq!(names.len(), 2, "one for each match; random is no external bot");
    let first = log(&ludus, "logs/chess-1-000001-seat0.log");
    assert!(first[0].starts_with("# match 1, seat 0, mine: "), "{}", first[0]);
    let said: Vec<&str> = first[1..].iter().map(String::as_str).collect();
    let last = said.len() - 1;
    assert_eq!(said[..2], ["→ uci", "← uciok"]);
    for line in [&format!("→ position fen {MATE_IN_ONE}"), "! thinking", "← bestmove b1b8"] {
        assert!(said.contains(&line), "{line} in {said:#?}");
    }
    assert!(
        said[last].starts_with("# the match is over: ") && said[last].ends_with("rank 1"),
        "{}",
        said[last]
    );
    let second = log(&ludus, "logs/chess-1-000002-seat1.log");
    assert!(!second.iter().any(|line| line == "→ uci"), "the engine was running: {second:#?}");
    assert!(second.iter().any(|line| line.starts_with("# turn 2: crash: ")), "{second:#?}");
    // No log is lost without --force, and no other file with it.
    ludus.write("logs/notes.txt", "mine");
    let refused = common::refused(play("--logs logs"), 2);
    assert!(refused.contains("logs/chess-1-000001-seat0.log already exists; --force"), "{refused}");
    play("--logs logs --force").assert().success();
    assert_eq!(fs::read_to_string(ludus.folder().join("logs/notes.txt")).unwrap(), "mine");
    let refused = common::refused(play("--logs logs/notes.txt"), 2);
    assert_eq!(refused, "--logs: logs/notes.txt is not a folder");
    common::refused(play("--force"), 2);
}

/// A Python bot that plays the first legal action, says so on standard error, and does this in the fourth turn.
const MISBEHAVES: &str = r#"
import json, sys, time
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print(json.dumps({"type": "ready", "protocol": 1, "name": "mine"}), flush=True)
    elif message["type"] == "turn":
        action = message["legal"][0]
        print("turn", message["turn"], "plays", action, file=sys.stderr, flush=True)
        if message["turn"] == 4:
            BEHAVIOUR
        print(json.dumps({"type": "act", "match": message["match"], "turn": message["turn"], "action": action}), flush=True)
"#;

#[test]
fn every_kind_of_failure_of_a_program_ends_a_strict_series() {
    let ludus = Ludus::new();
    let behaviours = [
        ("crash", "raise KeyError('board')"),
        ("illegal action", "action = 'r9x99'"),
        ("protocol", "print('{\"type\": \"bored\"}', flush=True)"),
        ("time", "time.sleep(3)"),
    ];
    for (kind, behaviour) in behaviours {
        ludus.write("bot.py", &MISBEHAVES.replace("BEHAVIOUR", behaviour));
        let mut command = ludus.command("match tetris random --games 4 --time 500 --strict");
        command.args(["--record", "replays", "--force", "--logs", "logs"]);
        command.args(["--rules", "max_pieces=8", "mine=proc:cmd=python3 bot.py"]);
        let (text, error) = failed(command);
        let start = format!("ludus: --strict: mine failed, match 1, turn 4: {kind}: ");
        assert!(error.starts_with(&start), "{error}");
        assert!(
            text.contains("    see it: ludus replay replays/tetris-1-000001.jsonl --show 4\n"),
            "{text}"
        );
        let log = log(&ludus, "logs/tetris-1-000001-seat1.log").join("\n");
        for said in ["→ {\"type\":\"hello\"", "! turn 3 plays ", &format!("# turn 4: {kind}: ")] {
            assert!(log.contains(said), "{said:?} in {log}");
        }
        // What the program wrote in a turn is shown with that turn.
        let shown = ludus.text("replay replays/tetris-1-000001.jsonl --show 3");
        assert!(shown.contains("mine wrote to standard error:\n  | turn 3 plays "), "{shown}");
    }
}

#[test]
fn an_engine_is_asked_by_the_clock_and_replays_record_it() {
    let ludus = Ludus::new();
    let path = engine(&ludus, "engine.sh", ":", "echo \"bestmove $move\"; exit 0");
    let bot = format!("mine=uci:cmd={path}");
    play(&ludus, &bot, "--games 1 --clock 40/100+0.5 --logs logs --record replays");
    let said = log(&ludus, "logs/chess-1-000001-seat0.log").join("\n");
    let go = "→ go wtime 100000 btime 100000 winc 500 binc 500 movestogo 40";
    assert!(said.contains(go), "{said}");
    let shown = ludus.json("replay replays/chess-1-000001.jsonl --show 1 --json");
    assert_eq!(shown["header"]["clock"], "40/100+0.5");
    let left = shown["actions"][0]["left_ms"].as_f64().unwrap();
    assert!((50_000.0..=100_500.0).contains(&left), "{left}");
    assert!(ludus.text("replay replays/chess-1-000001.jsonl --verify").contains("verified"));
    for (wrong, why) in [
        ("--clock 0", "is no time control; allowed: "),
        ("--clock 10+0.1 --time 50", "cannot be used with"),
    ] {
        let error = ludus.error(&format!("match chess random random {wrong}"), 2);
        assert!(error.contains(why), "{error}");
    }
}

/// A snake that answers late goes straight on, but one whose clock ran out is lost.
#[test]
fn a_program_whose_clock_runs_out_loses_its_seat_in_every_game() {
    let ludus = Ludus::new();
    let sleeps = MISBEHAVES.replace("BEHAVIOUR", "time.sleep(5)").replace("== 4", "== 2");
    ludus.write("bot.py", &sleeps);
    for game in ["snake", "tetris", "chess"] {
        let mut command = ludus.command(&format!("match {game} random --games 1 --clock 1 --json"));
        command.args(["mine=proc:cmd=python3 bot.py", "--rules", turns_for(game)]);
        let output = command.args(["--logs", "logs"]).assert().success();
        let document: Value = serde_json::from_slice(&output.get_output().stdout).unwrap();
        let mine = &document["bots"][1];
        assert_eq!(mine["forfeits"], json!({"time": 1}), "{game}: {document:#}");
        let reason = mine["failures"][0]["reason"].as_str().unwrap();
        assert!(reason.starts_with("its clock ran out: it thought "), "{reason}");
        assert_eq!(mine["failures"][0]["turn"], 2);
        let said = log(&ludus, &format!("logs/{game}-1-000001-seat1.log")).join("\n");
        assert!(said.contains(r#""clock":{"left_ms":1000"#), "{said}");
    }
}

/// Rules by which a match has two turns at least.
fn turns_for(game: &str) -> &'static str {
    match game {
        "snake" => "width=11,height=11",
        "chess" => "opening=none",
        _ => "max_pieces=20",
    }
}
