//! What a client that can write to a cluster cannot do: run programs, read files, pass off results, take over terminals.

#![cfg(feature = "cluster")]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;
#[path = "common/nats.rs"]
mod nats;

use std::net::TcpListener;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use common::Ludus;
use ludus_arena::AnyGame;
use ludus_chess::ChessKit;
use ludus_core::GameKit as _;
use ludus_snake::SnakeKit;
use nats::{Nats, PATIENCE, Process, Raw};
use serde_json::{Value, json};

fn start(ludus: &Ludus, args: &str) -> Process {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ludus"));
    command.current_dir(ludus.folder()).args(args.split_whitespace());
    Process::start(command.stdout(Stdio::null()).stderr(Stdio::piped()))
}

/// The name of the queue of this program's build, once a worker has asked for jobs.
fn queue(ludus: &Ludus, nats: &Nats) -> String {
    let start = Instant::now();
    loop {
        let status = ludus.json(&format!("cluster status --json --cluster {}", nats.url()));
        if let Some(build) = status["queues"][0]["build"].as_str() {
            return build.to_owned();
        }
        assert!(start.elapsed() < PATIENCE, "{status}");
        sleep(Duration::from_millis(50));
    }
}

/// A job of two quick matches against this opponent, as a trainer would write it.
fn job(game: &dyn AnyGame, against: &str) -> String {
    let trainable = game.trainables().swap_remove(0);
    let (mut settings, _) = trainable.settings().split();
    settings.set("nodes", "1").unwrap();
    let (cap, turns) = if game.name() == "chess" { ("max_plies", "6") } else { ("turn_cap", "5") };
    settings.set(&format!("rules.{cap}"), turns).unwrap();
    json!({
        "game": game.name(), "mode": trainable.name(), "settings": settings, "against": [against],
        "genome": trainable.shipped(), "rivals": [], "seeds": [1, 2],
    })
    .to_string()
}

#[test]
fn a_job_that_names_a_program_is_refused_and_the_worker_takes_the_next() {
    let (ludus, nats) = (Ludus::new(), Nats::start());
    let (chess, snake) = (ChessKit::new(Default::default()), SnakeKit::new(Default::default()));
    let server = TcpListener::bind("127.0.0.1:0").unwrap();
    server.set_nonblocking(true).unwrap();
    let url = format!("http:url=http://{}", server.local_addr().unwrap());
    let made = ludus.folder().join("made");
    let touch = format!("uci:cmd=touch {}", made.display());
    ludus.write("secret.json", "the first line of a secret");
    let secret = format!("weights:path={}", ludus.folder().join("secret.json").display());

    let mut worker = start(&ludus, &format!("worker --jobs 1 --cluster {}", nats.url()));
    let subject = format!("ludus.jobs.{}.attack", queue(&ludus, &nats));
    let mut raw = Raw::connect(&nats);
    raw.subscribe("ludus.results.>");
    for (game, against) in [
        (&chess as &dyn AnyGame, touch.as_str()),
        (&chess, &format!("hard={touch}")),
        (&snake, &url),
        (&chess, &secret),
        (&snake, &secret),
    ] {
        raw.publish(&subject, &job(game, against));
        let (_, reply) = raw.message();
        let reply: Value = serde_json::from_str(&reply).unwrap();
        let reason = reply["failed"]["reason"].as_str().unwrap_or_default();
        assert!(reason.contains("not part of this program"), "{against}: {reply}");
        assert!(reason.contains("--allow-programs") && !reason.contains("first line"), "{reply}");
    }
    for nonsense in ["", "{}", "[[[[", "null", r#"{"game":"chess"}"#] {
        raw.publish(&subject, nonsense);
        assert!(raw.message().1.contains("it cannot be read"), "{nonsense}");
    }
    raw.publish(&subject, &job(&chess, "random"));
    let (_, reply) = raw.message();
    let reply: Value = serde_json::from_str(&reply).unwrap();
    assert_eq!(reply["score"].as_array().map(Vec::len), Some(2), "{reply}");
    assert!(!made.exists(), "the program was run");
    assert!(server.accept().is_err(), "the server was asked");
    worker.kill();

    // The user of a machine may allow them.
    let _worker =
        start(&ludus, &format!("worker --jobs 1 --allow-programs --cluster {}", nats.url()));
    raw.publish(&subject, &job(&chess, &touch));
    raw.message();
    assert!(made.exists(), "the program was allowed");
}

/// The checksum that names a job (FNV-1a with 128 bits).
fn key(job: &str) -> String {
    let mut sum = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d_u128;
    for byte in job.bytes() {
        sum = (sum ^ u128::from(byte)).wrapping_mul(0x0000_0000_0100_0000_0000_0000_0000_013b);
    }
    format!("{sum:032x}")
}

const RUN: &str = "train tetris --population 6 --generations 3 --games 2 --max-pieces 60 --elitism 1 \
                   --immigrants 1 --match-games 0";

/// Answers every job that is put on the queue at once with `lie`, until the process ends.
fn lie(nats: &Nats, process: &mut Process, lie: impl Fn(usize) -> String + Send + 'static) {
    let mut raw = Raw::connect(nats);
    raw.subscribe("ludus.jobs.>");
    std::thread::spawn(move || {
        for number in 0.. {
            let (subject, job) = raw.message();
            let subject = subject.replace(".jobs.", ".results.");
            raw.publish(&format!("{subject}.{}", key(&job)), &lie(number));
        }
    });
    assert!(process.ends_within(PATIENCE), "the run does not end");
}

fn wrong(number: usize) -> String {
    let lies = [
        r#"{"score":[]}"#,
        r#"{"score":[1]}"#,
        r#"{"score":[1e999,1]}"#,
        r#"{"score":[null,1]}"#,
        "nonsense",
    ];
    lies[number % lies.len()].to_owned()
}

#[test]
fn results_that_cannot_be_right_change_nothing() {
    let (ludus, nats) = (Ludus::new(), Nats::start());
    ludus.text(&format!("{RUN} --name honest"));
    let args = format!("{RUN} --name lied --jobs 1 --cluster {}", nats.url());
    let mut trainer = start(&ludus, &args);
    lie(&nats, &mut trainer, wrong);
    let text = trainer.said();
    assert!(trainer.0.wait().unwrap().success(), "{text}");
    assert!(text.contains("a result cannot be used: "), "{text}");
    for file in ["weights.json", "checkpoint", "log.csv"] {
        let read =
            |run: &str| std::fs::read(ludus.folder().join("runs").join(run).join(file)).unwrap();
        assert_eq!(read("honest"), read("lied"), "{file}");
    }
}

#[test]
fn without_anybody_to_trust_the_run_ends_with_the_reason() {
    let (ludus, nats) = (Ludus::new(), Nats::start());
    let mut trainer = start(&ludus, &format!("{RUN} --no-local --cluster {}", nats.url()));
    lie(&nats, &mut trainer, wrong);
    let text = trainer.said();
    assert_eq!(trainer.0.wait().unwrap().code(), Some(1), "{text}");
    assert!(text.contains("no worker gives a result that can be used ("), "{text}");
}

#[test]
fn text_from_the_cluster_cannot_take_over_a_terminal() {
    let (ludus, nats) = (Ludus::new(), Nats::start());
    let mut trainer = start(&ludus, &format!("{RUN} --no-local --cluster {}", nats.url()));
    lie(&nats, &mut trainer, |_| {
        let evil = "\u{1b}[2J\u{1b}]0;mine\u{7}".repeat(1000);
        json!({ "failed": { "reason": evil, "worker": "\u{9b}31mme" } }).to_string()
    });
    let text = trainer.said();
    assert_eq!(trainer.0.wait().unwrap().code(), Some(1), "{text}");
    assert!(text.contains("failed on the cluster (worker ?31mme): ?[2J?]0;mine?"), "{text}");
    let control = |c: char| c.is_control() && c != '\n';
    assert!(!text.contains(control) && text.len() < 2000, "{text:?}");

    let status = format!("cluster status --cluster {}", nats.url());
    ludus.text(&status);
    let mut raw = Raw::connect(&nats);
    let build = json!({ "protocol": 1, "version": "\u{1b}[31m", "fingerprint": "\u{1b}c" });
    let note = json!({
        "name": "\u{1b}[2Jevil\nworker", "build": build, "jobs": 1, "running": 0, "done": 0,
        "per_second": 0.0, "trainer": false,
    });
    raw.publish("$KV.ludus_workers.evil", &note.to_string());
    let note = json!({ "what": "\u{1b}[5mrun", "build": build, "wanted": 0, "done": 0 });
    raw.publish("$KV.ludus_runs.evil", &note.to_string());
    let start = Instant::now();
    let shown = loop {
        let shown = ludus.text(&status);
        if shown.contains("?[2Jevil?worker") && shown.contains("?[5mrun") {
            break shown;
        }
        assert!(start.elapsed() < PATIENCE, "{shown}");
        sleep(Duration::from_millis(50));
    };
    assert!(!shown.contains('\u{1b}'), "{shown:?}");
}
