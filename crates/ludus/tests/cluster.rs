//! Training on a cluster: the run's files are the same byte for byte, whoever dies on the way.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;
#[path = "common/nats.rs"]
mod nats;

use std::process::{Command, Stdio};
use std::sync::OnceLock;
use std::thread::sleep;
use std::time::Duration;

use common::Ludus;
use nats::{Nats, PATIENCE, Process};

/// A run of about fifty jobs, each of some ten milliseconds.
const RUN: &str = "train tetris --name r --seed 7 --population 8 --generations 4 --games 4 \
                   --max-pieces 1500 --elitism 1 --immigrants 1 --match-games 0";

/// The program's command in the folder of `ludus`, by itself or for the background.
fn command(ludus: &Ludus, args: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ludus"));
    for (name, _) in std::env::vars().filter(|(name, _)| name.starts_with("LUDUS_")) {
        command.env_remove(name);
    }
    command
        .current_dir(ludus.folder())
        .args(args.split_whitespace())
        // Dead workers are to be noticed soon. Jobs may be unlucky more often than in real life.
        .env("LUDUS_CLUSTER_ACK_WAIT_MS", "1000")
        .env("LUDUS_CLUSTER_MAX_DELIVER", "100")
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    command
}

fn worker(ludus: &Ludus, nats: &Nats) -> Process {
    Process::start(&mut command(ludus, &format!("worker --jobs 1 --cluster {}", nats.url())))
}

/// The files that must come out the same.
fn files(ludus: &Ludus) -> (String, String) {
    let read = |name| std::fs::read_to_string(ludus.folder().join("runs/r").join(name)).unwrap();
    (read("log.csv"), read("weights.json"))
}

/// The files of the run on one thread of this machine.
fn expected() -> &'static (String, String) {
    static FILES: OnceLock<(String, String)> = OnceLock::new();
    FILES.get_or_init(|| {
        let ludus = Ludus::new();
        ludus.text(&format!("{RUN} --jobs 1"));
        files(&ludus)
    })
}

/// Lets a trainer run to its end; `meanwhile` is called over and over until then.
fn finish(mut trainer: Process, mut meanwhile: impl FnMut()) {
    let start = std::time::Instant::now();
    while !trainer.ends_within(Duration::from_millis(20)) {
        assert!(start.elapsed() < PATIENCE, "the run does not end");
        meanwhile();
    }
    assert!(trainer.0.wait().unwrap().success());
}

#[test]
fn two_threads_write_the_files_of_one() {
    let ludus = Ludus::new();
    ludus.text(&format!("{RUN} --jobs 2"));
    assert_eq!(&files(&ludus), expected());
}

#[test]
fn three_workers_write_the_files_of_one_thread() {
    let (ludus, nats) = (Ludus::new(), Nats::start());
    let _workers = [worker(&ludus, &nats), worker(&ludus, &nats), worker(&ludus, &nats)];
    let run = format!("{RUN} --no-local --cluster {}", nats.url());
    finish(Process::start(&mut command(&ludus, &run)), || {});
    assert_eq!(&files(&ludus), expected());
    // A finished run leaves nothing behind.
    let status = ludus.json(&format!("cluster status --json --cluster {}", nats.url()));
    assert_eq!(status["results"], 0);
    assert!(!ludus.folder().join("runs/r/cluster").exists());
}

#[test]
fn a_trainer_evaluates_too() {
    let (ludus, nats) = (Ludus::new(), Nats::start());
    let run = format!("{RUN} --jobs 2 --cluster {}", nats.url());
    finish(Process::start(&mut command(&ludus, &run)), || {});
    assert_eq!(&files(&ludus), expected());
}

#[test]
fn workers_that_are_killed_change_nothing() {
    let (ludus, nats) = (Ludus::new(), Nats::start());
    let mut workers = [worker(&ludus, &nats), worker(&ludus, &nats), worker(&ludus, &nats)];
    let run = format!("{RUN} --no-local --cluster {}", nats.url());
    let trainer = Process::start(&mut command(&ludus, &run));
    let mut dice = 1_u64;
    let mut kills = 0;
    finish(trainer, || {
        // Knuth's numbers; which worker it hits, and at what, is left to the machine as well.
        dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        sleep(Duration::from_millis(100 + (dice >> 54)));
        let place = (dice >> 40) as usize % workers.len();
        workers[place].kill();
        workers[place] = worker(&ludus, &nats);
        kills += 1;
    });
    assert!(kills > 0);
    assert_eq!(&files(&ludus), expected());
}

#[test]
fn a_server_that_is_killed_and_started_again_changes_nothing() {
    let (ludus, mut nats) = (Ludus::new(), Nats::start());
    let _workers = [worker(&ludus, &nats), worker(&ludus, &nats)];
    let run = format!("{RUN} --no-local --cluster {}", nats.url());
    let trainer = Process::start(&mut command(&ludus, &run));
    let log = ludus.folder().join("runs/r/log.csv");
    let mut restarts = 0;
    finish(trainer, || {
        // In the middle of a generation, once the first is done.
        if restarts < 2 && log.exists() {
            nats.restart(Duration::from_millis(300));
            restarts += 1;
        }
    });
    assert_eq!(restarts, 2);
    assert_eq!(&files(&ludus), expected());
}

#[test]
fn a_trainer_that_is_killed_again_and_again_ends_with_the_same_files() {
    let (ludus, nats) = (Ludus::new(), Nats::start());
    let _workers = [worker(&ludus, &nats), worker(&ludus, &nats)];
    let begun = ludus.folder().join("runs/r/run.json");
    let mut kills = 0;
    // Longer and longer, so that it comes to an end on a busy machine too.
    let mut time = Duration::from_millis(140);
    loop {
        let what = if begun.exists() { "train --resume r --match-games 0" } else { RUN };
        let run = format!("{what} --no-local --cluster {}", nats.url());
        let mut trainer = Process::start(&mut command(&ludus, &run));
        if trainer.ends_within(time) {
            assert!(trainer.0.wait().unwrap().success());
            break;
        }
        trainer.kill();
        time = time * 8 / 7;
        kills += u32::from(begun.exists());
    }
    assert!(kills > 2);
    assert_eq!(&files(&ludus), expected());
}
