//! No command loses a file: what exists is overwritten only with `--force`, and an input never.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use std::fs;

use common::{Ludus, refused};

/// A log of ten moves.
fn with_log() -> (Ludus, String) {
    let fixture = format!(
        "{}/../ludus-snake/tests/fixtures/survival_basic.jsonl",
        env!("CARGO_MANIFEST_DIR")
    );
    let line = fs::read_to_string(fixture).unwrap().lines().next().unwrap().to_owned();
    let mut line: serde_json::Value = serde_json::from_str(&line).unwrap();
    let mut log = String::new();
    for turn in 0..10 {
        line["turn"] = turn.into();
        log.push_str(&format!("{line}\n"));
    }
    let ludus = Ludus::new();
    ludus.write("log.jsonl", &log);
    (ludus, log)
}

fn read(ludus: &Ludus, name: &str) -> String {
    fs::read_to_string(ludus.folder().join(name)).unwrap()
}

/// What a command prints on standard output, and on standard error; it must succeed.
fn both_outputs(ludus: &Ludus, args: &str) -> (String, String) {
    let output = ludus.command(args).assert().success();
    let output = output.get_output();
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    (text(&output.stdout), text(&output.stderr))
}

#[test]
fn an_extract_never_overwrites_its_log_and_other_files_only_with_force() {
    let (ludus, log) = with_log();
    fs::hard_link(ludus.folder().join("log.jsonl"), ludus.folder().join("hard.jsonl")).unwrap();
    let mut own = vec!["log.jsonl", "./log.jsonl", "hard.jsonl"];
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("log.jsonl", ludus.folder().join("soft.jsonl")).unwrap();
        own.push("soft.jsonl");
    }
    for name in own {
        for force in ["", " --force"] {
            let args = format!("replay log.jsonl --turns 5 --extract {name}{force}");
            let error = ludus.error(&args, 2);
            assert!(error.contains("is an input of this command"), "{error}");
        }
    }
    assert_eq!(read(&ludus, "log.jsonl"), log);

    ludus.write("notes.txt", "mine\n");
    let error = ludus.error("replay log.jsonl --turns 5 --extract notes.txt", 2);
    assert_eq!(error, "log.jsonl: --extract: notes.txt already exists; --force overwrites it");
    assert_eq!(read(&ludus, "notes.txt"), "mine\n");
    let said = ludus.text("replay log.jsonl --turns 5 --extract notes.txt --force");
    assert_eq!(said, "copied 1 of 10 decisions to notes.txt\n");
    assert_eq!(read(&ludus, "notes.txt"), format!("{}\n", log.lines().nth(5).unwrap()));
}

#[test]
fn a_settings_file_is_an_input_too() {
    let (ludus, _) = with_log();
    ludus.write("ludus.toml", "[match]\ngames = 3\n");
    let error = ludus.error("replay log.jsonl --turns 5 --extract ludus.toml --force", 2);
    assert!(error.contains("is an input"), "{error}");
    let error = ludus.error("train tetris -g 1 -o ludus.toml --force", 2);
    assert!(error.contains("is an input"), "{error}");
    assert_eq!(read(&ludus, "ludus.toml"), "[match]\ngames = 3\n");
}

#[test]
fn an_extract_on_standard_output_is_lines_that_can_be_used() {
    let (ludus, log) = with_log();
    let (out, said) = both_outputs(&ludus, "replay log.jsonl --turns 3,7 --extract -");
    let lines: Vec<&str> = log.lines().collect();
    assert_eq!(out, format!("{}\n{}\n", lines[3], lines[7]));
    assert_eq!(said, "copied 2 of 10 decisions\n");
    ludus.write("part.jsonl", &out);
    assert_eq!(ludus.json("replay part.jsonl --nodes 50 --json")["total"], 2);
    let error = ludus.error("replay log.jsonl --turns 3 --extract - --json", 2);
    assert!(error.contains("both print to standard output"), "{error}");
    assert!(!ludus.folder().join("-").exists());
}

#[test]
fn frames_follow_the_same_rules() {
    let ludus = Ludus::new();
    ludus.text("match snake easy random --games 1 --record r --rules turn_cap=5");
    let replay = "replay r/snake-1-000001.jsonl --frames";
    let recorded = read(&ludus, "r/snake-1-000001.jsonl");
    let error = ludus.error(&format!("{replay} r/snake-1-000001.jsonl --force"), 2);
    assert!(error.contains("is an input"), "{error}");
    assert_eq!(read(&ludus, "r/snake-1-000001.jsonl"), recorded);
    ludus.text(&format!("{replay} frames.json"));
    let frames = read(&ludus, "frames.json");
    assert!(ludus.error(&format!("{replay} frames.json"), 2).contains("--force overwrites it"));
    ludus.text(&format!("{replay} frames.json --force"));
    let (out, _) = both_outputs(&ludus, &format!("{replay} -"));
    assert_eq!(out, frames);
}

#[test]
fn recorded_matches_are_kept_unless_forced() {
    let ludus = Ludus::new();
    let play = |bots: &str, more: &str| {
        format!("match tetris {bots} --games 2 --max-pieces 5 --record r{more}")
    };
    ludus.text(&play("easy", ""));
    let first = read(&ludus, "r/tetris-1-000002.jsonl");
    let error = ludus.error(&play("medium", ""), 2);
    assert!(error.contains("tetris-1-000001.jsonl already exists; --force"), "{error}");
    // Also where only a later game of the series would hit one.
    fs::remove_file(ludus.folder().join("r/tetris-1-000001.jsonl")).unwrap();
    let error = ludus.error(&play("medium", ""), 2);
    assert!(error.contains("tetris-1-000002.jsonl already exists"), "{error}");
    assert_eq!(read(&ludus, "r/tetris-1-000002.jsonl"), first);
    assert!(!ludus.folder().join("r/tetris-1-000001.jsonl").exists(), "nothing was played");
    ludus.text(&play("medium", " --seed 2"));
    ludus.text(&play("medium", " --force"));
    assert!(read(&ludus, "r/tetris-1-000002.jsonl").contains("medium"));
    assert!(ludus.error("match tetris easy --record - --games 1", 2).contains("into a folder"));
}

#[test]
fn games_are_appended_to_pgn_and_to_nothing_else() {
    let ludus = Ludus::new();
    let play = "match chess random random --games 1 --rules max_plies=4,opening=none";
    ludus.text(&format!("{play} --pgn games.pgn"));
    ludus.text(&format!("{play} --pgn games.pgn"));
    assert_eq!(read(&ludus, "games.pgn").matches("[Event ").count(), 2);

    ludus.write("notes.txt", "mine\n");
    let error = ludus.error(&format!("{play} --pgn notes.txt"), 2);
    assert!(error.contains("notes.txt exists and is not PGN"), "{error}");
    assert_eq!(read(&ludus, "notes.txt"), "mine\n");

    ludus.write("book.pgn", "[Event \"?\"]\n\n1. e4 e5 *\n");
    let book = "match chess random random --games 1 --openings book.pgn --pgn book.pgn";
    assert!(ludus.error(book, 2).contains("is an input"));
    assert_eq!(read(&ludus, "book.pgn"), "[Event \"?\"]\n\n1. e4 e5 *\n");

    let (out, said) = both_outputs(&ludus, &format!("{play} --pgn -"));
    assert!(out.starts_with("[Event ") && !out.contains('─'), "{out}");
    assert!(said.contains("random"), "the table: {said}");
    assert!(ludus.error(&format!("{play} --pgn - --json"), 2).contains("both print"));
}

#[test]
fn training_copies_follow_the_same_rules() {
    let ludus = Ludus::new();
    let train =
        "train tetris -g 1 -p 4 -n 1 --elitism 1 --immigrants 0 --max-pieces 10 --match-games 0";
    ludus.write("kept.json", "mine\n");
    for flag in ["-o", "--log"] {
        let error = ludus.error(&format!("{train} {flag} kept.json"), 2);
        assert!(error.contains("kept.json already exists; --force overwrites it"), "{error}");
        let error = ludus.error(&format!("{train} {flag} no/where.json"), 2);
        assert!(error.contains("the folder of no/where.json does not exist"), "{error}");
    }
    assert_eq!(read(&ludus, "kept.json"), "mine\n");
    let error = ludus.error(&format!("{train} --from kept.json -o kept.json --force"), 2);
    assert!(error.contains("is an input"), "{error}");
    let error = ludus.error(&format!("{train} -o runs/tetris-solo-1/run.json"), 2);
    assert!(error.contains("does not exist") || error.contains("of the run itself"), "{error}");
    assert!(ludus.error(&format!("{train} -o both --log both"), 2).contains("the same file"));
    assert!(ludus.error(&format!("{train} -o - --log -"), 2).contains("both print"));
    assert!(ludus.error(&format!("{train} -o - --json"), 2).contains("both print"));
    assert!(!ludus.folder().join("runs").exists(), "nothing was begun");

    let (out, _) = both_outputs(&ludus, &format!("{train} -o -"));
    let weights: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert!(weights["weights"].is_object());
    assert_eq!(out, read(&ludus, "runs/tetris-solo-1/weights.json"));
    let (out, _) = both_outputs(&ludus, &format!("{train} --log - --force"));
    assert!(out.starts_with("generation,best,"), "{out}");
}

#[test]
fn a_server_appends_to_logs_and_to_nothing_else() {
    let ludus = Ludus::new();
    ludus.write("notes.txt", "mine\n");
    let error = ludus.error("serve --listen 127.0.0.1:0 --log notes.txt", 2);
    assert!(error.contains("notes.txt exists and is not a debug log"), "{error}");
    // Other files of JSON are no logs either: weights, for example.
    for weights in ["{\n  \"weights\": {}\n}\n", "{\"weights\":{}}\n"] {
        ludus.write("weights.json", weights);
        let error = ludus.error("serve --listen 127.0.0.1:0 --log weights.json", 2);
        assert!(error.contains("weights.json exists and is not a debug log"), "{error}");
        assert_eq!(read(&ludus, "weights.json"), weights);
    }
    ludus.write("ludus.toml", "# nothing\n");
    let error = ludus.error("serve --listen 127.0.0.1:0 --log ludus.toml", 2);
    assert!(error.contains("is an input"), "{error}");
    let mut debug = ludus.command("serve --listen 127.0.0.1:0");
    debug.env("LUDUS_DEBUG_ENABLED", "true").env("LUDUS_DEBUG_LOG_FILE_PATH", "notes.txt");
    assert!(refused(debug, 2).contains("debug.log_file_path: notes.txt exists"));
    assert_eq!(read(&ludus, "notes.txt"), "mine\n");
}

#[test]
fn a_store_that_is_not_one_is_left_alone() {
    let ludus = Ludus::new();
    ludus.write(
        "notes.txt",
        "mine, and longer than any header of a database file is, by far, far, far, and more\n",
    );
    let before = read(&ludus, "notes.txt");
    for command in ["tournament chess random easy --games 2 --store", "results --store"] {
        ludus.error(&format!("{command} notes.txt"), 1);
        assert_eq!(read(&ludus, "notes.txt"), before);
        assert!(ludus.error(&format!("{command} -"), 2).contains("not standard output"));
    }
}
