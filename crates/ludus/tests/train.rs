//! `ludus train`: runs that repeat exactly, resume exactly, and say clearly what is wrong.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use std::path::Path;
use std::process::{Child, Stdio};
use std::time::Duration;

use common::{Ludus, refused};
use serde_json::{Value, json};

/// A run of less than a second.
const SMALL: &str = "-p 6 -g 3 -n 2 --elitism 1 --immigrants 1 --match-games 0";

/// All files of a run as they are, by name.
fn files(run: &Path) -> Vec<(String, String)> {
    let name = |entry: &std::fs::DirEntry| entry.file_name().into_string().unwrap();
    let mut all: Vec<_> = std::fs::read_dir(run)
        .unwrap()
        .map(|entry| entry.unwrap())
        .map(|entry| (name(&entry), std::fs::read_to_string(entry.path()).unwrap()))
        .collect();
    all.sort();
    all
}

fn names(run: &Path) -> Vec<String> {
    files(run).into_iter().map(|(name, _)| name).collect()
}

/// The program with these arguments, running.
fn spawn(ludus: &Ludus, args: &str) -> Child {
    std::process::Command::new(env!("CARGO_BIN_EXE_ludus"))
        .args(args.split_whitespace())
        .current_dir(ludus.folder())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// How many generations a run's log has.
fn generations(run: &Path) -> usize {
    let log = std::fs::read_to_string(run.join("log.csv")).unwrap_or_default();
    log.lines().count().saturating_sub(1)
}

#[test]
fn the_same_seed_gives_the_same_files_with_one_job_or_two() {
    for what in [
        "tetris --max-pieces 60",
        "tetris --mode battle --rules height=8 --no-lookahead --stagnation 1 --optimizer cma-es",
        "tetris --mode master --rules height=8,spawn=free --optimizer cross-entropy",
        "snake --nodes 20 --rules width=7,height=7,turn_cap=60",
        "snake --mode four --nodes 20 --rules width=7,height=7,turn_cap=40 --optimizer cma-es",
        "chess --nodes 20 --rules max_plies=30 --from shipped",
    ] {
        let ludus = Ludus::new();
        ludus.text(&format!("train {what} {SMALL} --jobs 1 --name one"));
        ludus.text(&format!("train {what} {SMALL} --jobs 2 --name two"));
        let one = files(&ludus.folder().join("runs/one"));
        assert_eq!(one, files(&ludus.folder().join("runs/two")), "{what}");
        ludus.text(&format!("train {what} {SMALL} --seed 2 --name other"));
        let read = |name| std::fs::read_to_string(ludus.folder().join(name)).unwrap();
        assert_ne!(read("runs/one/checkpoint"), read("runs/other/checkpoint"), "{what}");
    }
}

#[test]
fn opponents_are_drawn_from_all_bots_that_are_listed() {
    let ludus = Ludus::new();
    let args = "-p 4 -g 1 -n 6 --rules height=8 --elitism 1 --immigrants 1 --match-games 0";
    let train = |name: &str, bots: &[&str]| {
        let mut command =
            ludus.command(&format!("train tetris --mode battle {args} --name {name}"));
        command.args(bots.iter().flat_map(|bot| ["--against", bot])).assert().success();
        let run = ludus.folder().join("runs").join(name);
        let plan = std::fs::read_to_string(run.join("run.json")).unwrap();
        let log = std::fs::read_to_string(run.join("log.csv")).unwrap();
        (serde_json::from_str::<Value>(&plan).unwrap()["settings"]["against"].clone(), log)
    };
    let both = train("both", &["random medium"]);
    assert_eq!(both.0, "random medium");
    assert_eq!(train("twice", &["random", "medium"]), both, "the flag may be repeated");
    assert_ne!(train("random", &["random"]).1, both.1);
    assert_ne!(train("medium", &["medium"]).1, both.1);
}

#[test]
fn a_run_that_is_killed_ten_times_ends_with_the_files_of_one_that_was_not() {
    let ludus = Ludus::new();
    let args = "-p 8 -g 12 -n 4 --max-pieces 250 --rules height=20 --match-games 0 --elitism 1 --immigrants 1";
    ludus.text(&format!("train tetris {args} --name whole"));
    let run = ludus.folder().join("runs/killed");
    for kill in 0..10 {
        let mut child = match kill {
            0 => spawn(&ludus, &format!("train tetris {args} --name killed")),
            _ => spawn(&ludus, "train --resume killed"),
        };
        // Before the first generation is done, and then at some moment of each of the next nine.
        while !run.join("run.json").exists() || generations(&run) < kill {
            assert!(child.try_wait().unwrap().is_none(), "it ended before kill number {kill}");
            std::thread::sleep(Duration::from_millis(1));
        }
        std::thread::sleep(Duration::from_millis(3 * kill as u64));
        child.kill().unwrap();
        child.wait().unwrap();
        // Whatever was being written, the best weights so far can be played.
        if generations(&run) > 1 {
            ludus.text(
                "match tetris weights:path=runs/killed/weights.json --games 1 --max-pieces 5",
            );
        }
    }
    ludus.text("train --resume killed --jobs 1");
    assert_eq!(files(&run), files(&ludus.folder().join("runs/whole")));
}

#[test]
fn what_cannot_be_written_is_told_and_costs_no_more_than_the_generation() {
    let ludus = Ludus::new();
    let args = "-p 8 -g 6 -n 4 --max-pieces 250 --rules height=20 --match-games 0 --elitism 1 --immigrants 1";
    ludus.text(&format!("train tetris {args} --name whole"));
    let run = ludus.folder().join("runs/part");
    let mut child = spawn(&ludus, &format!("train tetris {args} --name part"));
    while generations(&run) < 3 {
        std::thread::sleep(Duration::from_millis(1));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    // No file gets the name of a folder.
    let log = run.join("log.csv");
    std::fs::remove_file(&log).unwrap();
    std::fs::create_dir(&log).unwrap();
    let output = ludus.command("train --resume part").assert().code(1).get_output().clone();
    let text = String::from_utf8(output.stderr).unwrap();
    let said = "ludus: cannot write runs/part/log.csv: Is a directory (os error 21)";
    assert_eq!(text.lines().last(), Some(said));
    std::fs::remove_dir(&log).unwrap();
    ludus.text("train --resume part");
    assert_eq!(files(&run), files(&ludus.folder().join("runs/whole")));
}

#[test]
fn ctrl_c_ends_after_the_generation_and_the_run_can_be_resumed() {
    let ludus = Ludus::new();
    let args = "-p 8 -g 40 -n 4 --max-pieces 250 --rules height=20 --match-games 0";
    let child = spawn(&ludus, &format!("train tetris {args} --name run"));
    let run = ludus.folder().join("runs/run");
    while generations(&run) < 2 {
        std::thread::sleep(Duration::from_millis(1));
    }
    let id = child.id().to_string();
    std::process::Command::new("kill").args(["-INT", &id]).status().unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).unwrap();
    let done = generations(&run);
    let last = format!("stopped after generation {done}; ludus train --resume runs/run continues");
    assert_eq!(text.lines().last(), Some(last.as_str()));
    assert!(text.contains("the best weights so far: runs/run/weights.json\n"), "{text}");
    assert!(text.lines().next().unwrap().starts_with("generation  1/40  best "));
    assert_eq!(names(&run), ["checkpoint", "fitness.svg", "log.csv", "run.json", "weights.json"]);
    ludus.text("match tetris weights:path=runs/run/weights.json --games 1 --max-pieces 50");
}

#[test]
fn a_finished_run_that_is_extended_ends_like_one_that_was_to_be_that_long() {
    let ludus = Ludus::new();
    let args = "train tetris -p 6 -n 2 --max-pieces 60 --elitism 1 --immigrants 1 --match-games 4";
    ludus.text(&format!("{args} -g 5 --name long"));
    ludus.text(&format!("{args} -g 2 --name short"));
    let text = ludus.text("train --resume short --generations 5");
    assert!(text.starts_with("generation 3/5  best "), "{text}");
    assert!(text.contains("beside the shipped weights, 4 games each"), "as it was begun: {text}");
    let run = |name| files(&ludus.folder().join("runs").join(name));
    assert_eq!(run("short"), run("long"));
    let said = "--generations is 4, but the run has done 5 generations already";
    assert_eq!(ludus.error("train --resume short -g 4", 2), said);
}

#[test]
fn a_resumed_run_keeps_its_settings() {
    let ludus = Ludus::new();
    ludus.text(&format!("train tetris --max-pieces 30 {SMALL}"));
    for (given, named) in [
        ("tetris", "GAME"),
        ("--mode solo", "--mode"),
        ("-p 8", "--population"),
        ("-n 3", "--games"),
        ("--seed 2", "--seed"),
        ("--optimizer cma-es", "--optimizer"),
        ("--rules height=9", "--rules"),
        ("--max-pieces 9", "--max-pieces"),
        ("--against hard", "--against"),
        ("--set lookahead=full", "--set"),
        ("--from shipped", "--from"),
        ("-o other.json", "--output"),
        ("--mutation-rate 0.5", "--mutation-rate"),
        ("--force", "--force"),
    ] {
        let said = format!(
            "--resume continues a run with its own settings: {named} cannot be changed; --generations and \
             --match-games can"
        );
        assert_eq!(ludus.error(&format!("train --resume tetris-solo-1 {given}"), 2), said);
    }
}

#[test]
fn a_fitness_at_its_limit_is_said() {
    let ludus = Ludus::new();
    let args = format!("train tetris --from shipped --rules height=20 --max-pieces 600 {SMALL}");
    let text = ludus.text(&args);
    let note =
        "note: the best fitness is within 2 % of the limit, 240: training can no longer tell";
    assert_eq!(text.matches(note).count(), 2, "once on the way, and in the report: {text}");
    let document = ludus.json(&format!("{args} --json --force"));
    assert_eq!(document["fitness_limit"], 240.0);
    // By default the board is low, so that there is something to be learned.
    let text = ludus.text(&format!("train tetris --from shipped {SMALL} --force"));
    assert!(!text.contains("note:"), "{text}");
    let plan = std::fs::read_to_string(ludus.folder().join("runs/tetris-solo-1/run.json")).unwrap();
    let plan: Value = serde_json::from_str(&plan).unwrap();
    assert_eq!(
        (&plan["settings"]["rules"]["height"], &plan["settings"]["rules"]["max_pieces"]),
        (&json!(7), &json!(2000))
    );
}

#[test]
fn a_run_leaves_its_files_and_tells_how_the_weights_play() {
    let ludus = Ludus::new();
    let text = ludus.text(
        "train tetris -p 6 -g 2 -n 2 --max-pieces 60 --elitism 1 --immigrants 1 --match-games 4 \
         -o best.json --log log.csv",
    );
    let run = ludus.folder().join("runs/tetris-solo-1");
    let expected = ["checkpoint", "fitness.svg", "log.csv", "run.json", "weights.json"];
    assert_eq!(names(&run), expected);
    for word in ["generation 1/2  best ", "column_transitions", "█", "best.json", "trained", "hard"]
    {
        assert!(text.contains(word), "{word} in {text}");
    }
    let read = |path: &Path| std::fs::read_to_string(path).unwrap();
    assert_eq!(read(&run.join("weights.json")), read(&ludus.folder().join("best.json")));
    assert_eq!(read(&run.join("log.csv")), read(&ludus.folder().join("log.csv")));
    let log = read(&run.join("log.csv"));
    assert!(log.starts_with("generation,best,mean,worst,opponents,height,holes,"));
    assert_eq!(log.lines().count(), 3);
    let weights: Value = serde_json::from_str(&read(&run.join("weights.json"))).unwrap();
    assert!(weights["evolved_at"].is_null());
    let genes = weights["weights"].as_object().unwrap();
    let sum: f64 = genes.values().map(|value| value.as_f64().unwrap()).sum();
    assert_eq!(genes.len(), 8);
    assert!((sum - 1.0).abs() < 1e-9, "{sum}");
    assert!(read(&run.join("fitness.svg")).starts_with("<svg "));
    // What was trained can be played.
    ludus.text("match tetris weights:path=best.json --games 1 --max-pieces 50");
}

#[test]
fn the_document_of_a_run_has_its_best_genome_and_the_match() {
    let ludus = Ludus::new();
    let document = ludus.json(
        "train tetris --mode battle -p 4 -g 2 -n 1 --elitism 1 --immigrants 1 --match-games 2 \
         --rules height=8 --no-lookahead --opponents 1 --stamp --set worth.lines=0 --json",
    );
    assert_eq!(document["finished"], true);
    assert_eq!(document["generations"].as_array().unwrap().len(), 2);
    assert_eq!(document["best"]["weights"].as_object().unwrap().len(), 14);
    assert_eq!(document["contest"][0]["label"], "trained");
    assert_eq!(document["contest"][0]["games"], 2);
    let path = ludus.folder().join("runs/tetris-battle-1/weights.json");
    let weights: Value = serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap();
    assert!(weights["evolved_at"].as_str().unwrap().starts_with("20"), "{weights}");
    let worth = &weights["config"]["settings"]["worth"];
    assert_eq!((&worth["lines"], &worth["rank"]), (&json!(0), &json!(70.0)));
}

#[test]
fn weights_of_every_game_load_again() {
    let ludus = Ludus::new();
    for (what, rules) in [
        ("tetris --mode master", "height=8,spawn=free"),
        ("snake", "width=7,height=7,turn_cap=30"),
        ("chess", "max_plies=20"),
    ] {
        let nodes = if what.starts_with("tetris") { "" } else { "--nodes 20" };
        ludus.text(&format!("train {what} {nodes} --rules {rules} {SMALL} -o w.json --force"));
        let game = what.split(' ').next().unwrap();
        ludus.text(&format!(
            "match {game} weights:path=w.json random --games 2 --rules {rules} --nodes 20"
        ));
    }
}

#[test]
fn nothing_is_overwritten_without_force() {
    let ludus = Ludus::new();
    let args = format!("train tetris --max-pieces 30 {SMALL} -o out.json");
    ludus.write("out.json", "mine");
    let said = "--output: out.json already exists; --force overwrites it";
    assert_eq!(ludus.error(&args, 2), said);
    assert_eq!(std::fs::read_to_string(ludus.folder().join("out.json")).unwrap(), "mine");
    ludus.text(&format!("{args} --force"));
    std::fs::remove_file(ludus.folder().join("out.json")).unwrap();
    let said = "runs/tetris-solo-1 already has a run; --resume continues it, --force starts over";
    assert_eq!(ludus.error(&args, 1), said);
    ludus.text(&format!("{args} --force"));
}

#[test]
fn what_cannot_be_resumed_is_said_in_one_line() {
    let ludus = Ludus::new();
    ludus.text(&format!("train tetris --max-pieces 30 {SMALL}"));
    let finished = "runs/tetris-solo-1 is finished: it has done all 3 generations; -g N trains on, to N generations";
    assert_eq!(ludus.error("train --resume tetris-solo-1", 2), finished);
    assert_eq!(
        ludus.error("train --resume nowhere", 1),
        "runs/nowhere is not a run: it has no run.json"
    );

    let checkpoint = ludus.folder().join("runs/tetris-solo-1/checkpoint");
    std::fs::remove_file(ludus.folder().join("runs/tetris-solo-1/weights.json")).unwrap();
    let whole = std::fs::read_to_string(&checkpoint).unwrap();
    let damaged = "runs/tetris-solo-1/checkpoint cannot be used: it is damaged; start the run over with --force";
    for text in [whole[..whole.len() / 2].to_owned(), whole.replacen("0.", "1.", 1), String::new()]
    {
        std::fs::write(&checkpoint, text).unwrap();
        assert_eq!(ludus.error("train --resume tetris-solo-1", 1), damaged);
    }
    std::fs::write(&checkpoint, whole).unwrap();
    ludus.text("train --resume tetris-solo-1");

    ludus.write("runs/tetris-solo-1/run.json", "{}");
    let error = ludus.error("train --resume tetris-solo-1", 1);
    assert!(
        error.starts_with("runs/tetris-solo-1/run.json cannot be used: missing field"),
        "{error}"
    );
}

#[test]
fn weights_to_begin_from_must_have_every_gene_and_no_other() {
    let ludus = Ludus::new();
    let error = |weights: &str| {
        ludus.write("w.json", &format!("{{\"weights\": {{{weights}}}}}"));
        ludus.error(&format!("train tetris {SMALL} --from w.json"), 1)
    };
    let six = "\"height\":0,\"holes\":1,\"bumpiness\":0,\"lines\":0,\"max_height\":0,\"wells\":0";
    assert_eq!(
        error(six),
        "--from: w.json: weight row_transitions is missing: expected 8 weights, found 6"
    );
    let unknown = error(&format!("{six},\"row_transition\":0"));
    assert!(
        unknown.starts_with("--from: w.json: unknown weight \"row_transition\"; "),
        "{unknown}"
    );
    let range = error(&format!("{six},\"row_transitions\":0,\"column_transitions\":7"));
    assert_eq!(range, "--from: w.json: weight column_transitions is 7; allowed: a number, 0 to 1");
    ludus.write("w.json", "no json");
    let error = ludus.error(&format!("train tetris {SMALL} --from w.json"), 1);
    assert!(error.starts_with("--from: w.json: not a weights file: expected"), "{error}");
    let error = ludus.error(&format!("train tetris {SMALL} --from no.json"), 1);
    assert!(error.starts_with("--from: cannot read no.json: "), "{error}");
}

#[test]
fn arguments_that_make_no_sense_are_named() {
    let ludus = Ludus::new();
    for (args, said) in [
        ("train pong", "there is no game \"pong\"; "),
        ("train tetris --mode slow", "--mode: tetris has no mode \"slow\"; allowed: solo"),
        (
            "train tetris --optimizer cma",
            "--optimizer: unknown optimizer \"cma\"; allowed: evolution, ",
        ),
        ("train tetris -p 3", "--population is 3; allowed: 4 and more"),
        ("train tetris -g 0", "--generations is 0; allowed: 1 and more"),
        ("train tetris --mutation-rate 2", "--mutation-rate is 2; allowed: 0 to 1"),
        ("train tetris -p 6", "--elitism and immigrants together is 7; allowed: less than the "),
        ("train tetris --opponents 3", "--opponents: training tetris solo has no such setting"),
        ("train chess --no-lookahead", "--no-lookahead: training chess hard has no such "),
        (
            "train tetris --stagnation 3",
            "--stagnation and --regression: tetris solo has no opponents ",
        ),
        ("train tetris --mode battle --opponents 9", "9 opponents; allowed: 1 to 7"),
        ("train tetris --mode battle --against hrad", "tetris has no bot \"hrad\"; "),
        ("train tetris --set worth.lines=0", "--set: unknown key \"worth.lines\"; "),
        (
            "train tetris --mode battle --set worth.lines=x",
            "--set: key worth.lines cannot be \"x\"",
        ),
        ("train tetris --rules hieght=3", "--rules: unknown key \"hieght\"; did you mean height?"),
        ("train tetris --rules height=3", "rule height is 3; allowed: 4 to 40"),
        (
            "train tetris -o no/such/file.json",
            "--output: the folder of no/such/file.json does not exist",
        ),
    ] {
        let error = ludus.error(args, 2);
        assert!(error.starts_with(said), "{args}: {error}");
    }
    assert!(!ludus.folder().join("runs").exists(), "nothing was begun");
}

#[test]
fn a_folder_that_cannot_be_written_is_named() {
    let ludus = Ludus::new();
    ludus.write("runs", "a file where the folder should be");
    let error = ludus.error(&format!("train tetris {SMALL}"), 1);
    assert!(error.starts_with("cannot make the folder runs/tetris-solo-1: "), "{error}");
    let mut command = ludus.command(&format!("train tetris {SMALL}"));
    command.env("LUDUS_TRAIN_RUNS", "/proc/nowhere");
    let error = refused(command, 1);
    assert!(error.starts_with("cannot make the folder /proc/nowhere/tetris-solo-1: "), "{error}");
}
