//! `ludus tune`: runs that repeat and resume exactly, parameters of every kind of bot, and clear words about wrong input.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]
#![cfg(unix)]

mod common;

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use common::Ludus;
use serde_json::{Value, json};

/// A bot with a weight that is far off, and games of a few milliseconds.
const TETRIS: &str = "tune tetris --bot heuristic:holes=3,lines=2 --rules height=8,max_pieces=40";

/// All files of a run as they are, by name.
fn files(run: &Path) -> Vec<(String, String)> {
    let mut all: Vec<_> = fs::read_dir(run)
        .unwrap()
        .map(|entry| entry.unwrap())
        .map(|entry| {
            let text = fs::read_to_string(entry.path()).unwrap();
            (entry.file_name().into_string().unwrap(), text)
        })
        .collect();
    all.sort();
    all
}

fn exit_code(ludus: &Ludus, args: &str) -> i32 {
    ludus.command(args).output().unwrap().status.code().unwrap()
}

#[test]
fn a_bad_weight_becomes_good_and_the_test_accepts_it() {
    let ludus = Ludus::new();
    let args =
        format!("{TETRIS} --games 400 --sprt elo1=50 --check-games 2000 -o result.json --json");
    let report = ludus.json(&args);
    assert_eq!(report["check"]["verdict"], "elo1", "{report}");
    assert_eq!((&report["finished"], &report["games"]), (&json!(true), &json!(400)));
    let holes = &report["parameters"][0];
    assert_eq!((&holes["name"], &holes["start"]), (&json!("holes"), &json!(3.0)));
    assert!(holes["value"].as_f64().unwrap() < 0.0, "holes are bad: {holes}");
    assert_eq!(report["parameters"].as_array().unwrap().len(), 2, "the weights that were given");
    // The text of the tuned bot is a bot.
    let bot = report["bot"].as_str().unwrap();
    ludus.text(&format!("match tetris {bot} random --games 2 --rules height=8,max_pieces=40"));
    let copy: Value =
        serde_json::from_str(&fs::read_to_string(ludus.folder().join("result.json")).unwrap())
            .unwrap();
    assert_eq!(copy["bot"], report["bot"]);
    let log =
        fs::read_to_string(ludus.folder().join("runs/tune-tetris-heuristic-1/log.csv")).unwrap();
    assert!(log.starts_with("iteration,games,score,holes,lines\n1,4,"), "{log}");
    assert_eq!(log.lines().count(), 101, "100 iterations of two pairs each");
}

#[test]
fn a_run_is_the_same_with_one_job_or_two_killed_or_not() {
    let ludus = Ludus::new();
    let args = format!("{TETRIS} --games 3000 --sprt elo1=2 --check-games 2000");
    let code = exit_code(&ludus, &format!("{args} --jobs 1 --name one"));
    assert_eq!(exit_code(&ludus, &format!("{args} --jobs 2 --name two")), code);
    let one = files(&ludus.folder().join("runs/one"));
    let names: Vec<&str> = one.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["chart.svg", "checkpoint", "log.csv", "result.json", "run.json"]);
    assert!(one == files(&ludus.folder().join("runs/two")), "the number of jobs changed a file");
    let run = ludus.folder().join("runs/three");
    let mut command = Command::new(env!("CARGO_BIN_EXE_ludus"));
    for (name, _) in std::env::vars().filter(|(name, _)| name.starts_with("LUDUS_")) {
        command.env_remove(name);
    }
    let mut child = command
        .args(format!("{args} --name three").split_whitespace())
        .current_dir(ludus.folder())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    while !run.join("checkpoint").exists() && child.try_wait().unwrap().is_none() {
        thread::sleep(Duration::from_millis(5));
    }
    child.kill().unwrap();
    let killed = child.wait_with_output().unwrap();
    let said = String::from_utf8_lossy(&killed.stderr);
    assert!(run.join("checkpoint").exists(), "it ended before it was killed: {said}");
    let resumed = exit_code(&ludus, "tune --resume three");
    // A fast machine may have finished before it was killed.
    assert!(resumed == code || resumed == 2, "{resumed}");
    assert!(one == files(&run), "being killed changed a file");
    let error = ludus.error("tune --resume three", 2);
    assert_eq!(error, "runs/three is finished; its result is in result.json");
}

/// Writes an engine that has options, notes how they are set, and always opens with the king's pawn.
fn engine(ludus: &Ludus) {
    let text = "#!/bin/sh\nwhile read word rest; do case \"$word\" in\n\
        uci) echo 'option name Hash type spin default 16 min 1 max 1024'\n\
        echo 'option name King Safety type spin default 50 min 0 max 100'\n\
        echo 'option name Style type combo default A var A var B'\n\
        echo 'option name Bonus type spin default 3 min 1 max 5'; echo uciok;;\n\
        setoption) echo \"$rest\" >> set.txt;;\n\
        isready) echo readyok;; go) echo bestmove e2e4;; quit) exit 0;; esac; done\n";
    ludus.write("engine", text);
    let path = ludus.folder().join("engine");
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
}

#[test]
fn spin_options_of_an_engine_are_tuned() {
    let ludus = Ludus::new();
    engine(&ludus);
    // One ply: the pawn's move is legal, and the game is a draw.
    let args = "tune chess --bot uci:cmd=./engine --rules max_plies=1,opening=none --games 12 --no-check --json";
    let report = ludus.json(args);
    let parameters = report["parameters"].as_array().unwrap();
    let names: Vec<&Value> = parameters.iter().map(|parameter| &parameter["name"]).collect();
    assert_eq!(names, ["King Safety", "Bonus"], "memory is not a matter of play");
    assert_eq!(report["failures"]["count"], 0, "{report}");
    let bot = report["bot"].as_str().unwrap();
    assert_eq!(bot, "uci:cmd=./engine,option.King Safety=50,option.Bonus=3", "draws move nothing");
    let set = fs::read_to_string(ludus.folder().join("set.txt")).unwrap();
    let bonuses: BTreeSet<&str> =
        set.lines().filter_map(|line| line.strip_prefix("name Bonus value ")).collect();
    assert!(bonuses.len() > 1, "{set}");
    assert!(bonuses.iter().all(|value| ["1", "2", "3", "4", "5"].contains(value)), "{bonuses:?}");
}

/// A program that plays the legal action at a share of the list, and notes its parameters.
const PROGRAM: &str = r#"
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    kind = message["type"]
    if kind == "hello":
        params = [{"name": "share", "min": 0, "max": 1, "value": 0.5}, {"name": "fixed", "min": 2, "max": 2, "value": 2}]
        print(json.dumps({"type": "ready", "protocol": 1, "params": params}), flush=True)
    elif kind == "start":
        share = message["params"]["share"]
        print(share, file=open("shares.txt", "a"))
    elif kind == "turn":
        legal = message["legal"]
        action = legal[int(share * (len(legal) - 1))]
        print(json.dumps({"type": "act", "match": message["match"], "turn": message["turn"], "action": action}), flush=True)
    elif kind == "quit":
        break
"#;

#[test]
fn four_seats_are_two_for_each_side() {
    let ludus = Ludus::new();
    let report = ludus.json(&format!("{TETRIS} --seats 4 --games 200 --no-check --json"));
    let holes = &report["parameters"][0];
    assert!(holes["value"].as_f64().unwrap() < 0.0, "holes are bad: {holes}");
    let plan = fs::read_to_string(ludus.folder().join("runs/tune-tetris-heuristic-1/run.json"));
    let plan: Value = serde_json::from_str(&plan.unwrap()).unwrap();
    assert_eq!((&plan["seats"], &report["games"]), (&json!(4), &json!(200)));
}

#[test]
fn parameters_that_a_program_lists_are_tuned() {
    let ludus = Ludus::new();
    ludus.write("bot.py", PROGRAM);
    let mut command =
        ludus.command("tune tetris --games 8 --no-check --json --rules max_pieces=3 --bot");
    let output = command.arg("mine=proc:cmd=\"python3 bot.py\"").assert().success();
    let report: Value = serde_json::from_slice(&output.get_output().stdout).unwrap();
    let parameters = report["parameters"].as_array().unwrap();
    assert_eq!(parameters.len(), 1, "what cannot change is not tuned: {report}");
    assert_eq!((&parameters[0]["name"], &parameters[0]["start"]), (&json!("share"), &json!(0.5)));
    assert_eq!(report["failures"]["count"], 0, "{report}");
    let bot = report["bot"].as_str().unwrap();
    assert!(bot.starts_with("mine=proc:cmd=") && bot.contains("param.share="), "{bot}");
    let shares = fs::read_to_string(ludus.folder().join("shares.txt")).unwrap();
    assert_eq!(shares.lines().count(), 16, "two seats of eight games");
    assert!(shares.lines().all(|share| (0.0..=1.0).contains(&share.parse::<f64>().unwrap())));
    assert!(shares.lines().collect::<BTreeSet<_>>().len() > 1, "{shares}");
}

#[test]
fn a_bot_that_forfeits_every_game_ends_the_run_with_its_reason() {
    let ludus = Ludus::new();
    engine(&ludus);
    // The second move is not legal.
    let args = "tune chess --bot uci:cmd=./engine --rules opening=none --games 4 --no-check";
    let output = ludus.command(args).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(
        said.contains("every game of the first iteration was forfeited: uci:cmd=./engine"),
        "{said}"
    );
    assert!(said.contains("e2e4"), "{said}");
}

#[test]
fn wrong_input_is_named() {
    let ludus = Ludus::new();
    let bot = "--bot heuristic:holes=-1";
    for (args, said) in [
        (format!("tune pong {bot}"), "there is no game \"pong\"; "),
        (
            "tune tetris --bot hard".into(),
            "bot hard lists no parameters; name a key of it: --param ",
        ),
        (
            format!("tune tetris {bot} --param holes=3"),
            "--param holes=3: expected NAME, NAME=MIN..MAX",
        ),
        (
            format!("tune tetris {bot} --param hols"),
            "--param hols: bot heuristic gives no bounds for it (allowed: holes; did you mean holes?); give them",
        ),
        (
            format!("tune tetris {bot} --param wells=-3..3"),
            "--param wells: its value is not known; give a start",
        ),
        (
            format!("tune tetris {bot} --param holes=0..5"),
            "parameter holes starts at -1, outside its bounds 0..5",
        ),
        (
            format!("tune tetris {bot} --param holes=5..0:2"),
            "parameter holes has the bounds 5..0; ",
        ),
        (
            format!("tune tetris {bot} --param holes --param holes"),
            "parameter holes is given twice",
        ),
        (format!("tune tetris {bot} --param nose=0..1:0"), "bot heuristic has no key \"nose\"; "),
        (
            format!("tune tetris {bot} --optimizer spas"),
            "--optimizer: unknown optimizer \"spas\"; allowed: spsa, ",
        ),
        (
            format!("tune tetris {bot} --games 1 --no-check"),
            "1 games are too few for one iteration; needed: 2 and more",
        ),
        (format!("tune tetris {bot} --step 0"), "step is 0; allowed: more than 0, up to 0.5"),
        (format!("tune tetris {bot} --sprt elo0=9,elo1=3"), "sprt: elo0 must be less than elo1"),
        (format!("tune tetris {bot} --check-games 1"), "--check-games: allowed are 2 and more; "),
        (
            format!("tune tetris {bot} --seats 3"),
            "seats is 3; allowed: an even number: each side has half of the seats",
        ),
        ("tune chess --bot heuristic --seats 4".into(), "chess is played with 2 seats, not 4"),
        (format!("tune tetris {bot} --against hrad"), "tetris has no bot \"hrad\"; "),
        ("tune --resume x --games 3".into(), "the argument '--resume <RUN>' cannot be used with"),
        (
            "tune tetris --bot heuristic:holes=-30".into(),
            "parameter holes starts at -30, outside its bounds -20..20",
        ),
    ] {
        let error = ludus.error(&args, 2);
        assert!(error.starts_with(said), "{args}: {error}");
    }
    assert!(!ludus.folder().join("runs").exists(), "nothing was begun");
    assert_eq!(
        ludus.error("tune --resume nothing", 1),
        "runs/nothing is not a run: it has no run.json"
    );
}
