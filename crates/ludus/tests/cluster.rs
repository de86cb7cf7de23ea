//! Training on a cluster: the files of a run are the same byte for byte, even if programs die on the way.

#![cfg(feature = "cluster")]
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

/// A run of twelve generations and a race, about a hundred jobs of some milliseconds.
const RUN: &str = "train tetris --name r --seed 7 --population 8 --generations 12 --games 4 \
                   --max-pieces 500 --rules height=20 --elitism 1 --immigrants 1 --match-games 0";

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
        .env("LUDUS_CLUSTER_ACK_WAIT_MS", "500")
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

/// How many generations the run's log has.
fn generations(ludus: &Ludus) -> usize {
    let log = std::fs::read_to_string(ludus.folder().join("runs/r/log.csv")).unwrap_or_default();
    log.lines().count().saturating_sub(1)
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
        // One program dies per generation, so that the run ends on a busy machine, too.
        if generations(&ludus) < kills {
            return;
        }
        // Knuth's numbers; what it is hit at is left to the machine.
        dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        sleep(Duration::from_millis(dice >> 58));
        let place = (dice >> 40) as usize % workers.len();
        workers[place].kill();
        workers[place] = worker(&ludus, &nats);
        kills += 1;
    });
    assert!(kills > 3, "the run was over after {kills} kills");
    assert_eq!(&files(&ludus), expected());
}

#[test]
fn a_server_that_is_killed_and_started_again_changes_nothing() {
    let (ludus, mut nats) = (Ludus::new(), Nats::start());
    let _workers = [worker(&ludus, &nats), worker(&ludus, &nats)];
    let run = format!("{RUN} --no-local --cluster {}", nats.url());
    let trainer = Process::start(&mut command(&ludus, &run));
    let mut restarts = 0;
    finish(trainer, || {
        if restarts < 3 && generations(&ludus) > 2 * restarts {
            nats.restart(Duration::from_millis(200));
            restarts += 1;
        }
    });
    assert_eq!(restarts, 3);
    assert_eq!(&files(&ludus), expected());
}

#[test]
fn a_server_that_loses_its_store_is_told_everything_again() {
    let (ludus, mut nats) = (Ludus::new(), Nats::start());
    let _workers = [worker(&ludus, &nats), worker(&ludus, &nats)];
    let run = format!("{RUN} --no-local --cluster {}", nats.url());
    let trainer = Process::start(&mut command(&ludus, &run));
    let mut lost = false;
    finish(trainer, || {
        if !lost && generations(&ludus) > 2 {
            nats.lose_store();
            lost = true;
        }
    });
    assert!(lost);
    assert_eq!(&files(&ludus), expected());
}

#[test]
fn a_server_without_room_gets_the_jobs_when_there_is_some() {
    let ludus = Ludus::new();
    let room = |bytes| {
        ludus.write("server.conf", &format!("jetstream {{ max_file_store: {bytes} }}"));
    };
    room("2KB");
    let config = ludus.folder().join("server.conf");
    let mut nats = Nats::with(&["-js", "-c", config.to_str().unwrap()]);
    let run = format!("{RUN} --no-local --cluster {}", nats.url());
    let mut trainer = Process::start(command(&ludus, &run).stderr(Stdio::piped()));
    trainer.says("the cluster does not take messages: ");
    room("100MB");
    nats.restart(Duration::ZERO);
    let _workers = [worker(&ludus, &nats), worker(&ludus, &nats)];
    finish(trainer, || {});
    assert_eq!(&files(&ludus), expected());
}

#[test]
fn a_trainer_that_is_killed_ten_times_ends_with_the_same_files() {
    let (ludus, nats) = (Ludus::new(), Nats::start());
    let _workers = [worker(&ludus, &nats), worker(&ludus, &nats)];
    let begun = ludus.folder().join("runs/r/run.json");
    let start = |what: &str| {
        let run = format!("{what} --no-local --cluster {}", nats.url());
        Process::start(&mut command(&ludus, &run))
    };
    for kill in 0..10 {
        let mut trainer = start(if kill == 0 { RUN } else { "train --resume r" });
        // Before the first generation is done, and then at some moment of each of the next nine.
        while !begun.exists() || generations(&ludus) < kill {
            assert!(!trainer.ends_within(Duration::from_millis(1)), "it ended before kill {kill}");
        }
        sleep(Duration::from_millis(3 * kill as u64));
        trainer.kill();
    }
    // The last time it evaluates itself, too.
    let run = format!("train --resume r --jobs 1 --cluster {}", nats.url());
    finish(Process::start(&mut command(&ludus, &run)), || {});
    assert_eq!(&files(&ludus), expected());
}
