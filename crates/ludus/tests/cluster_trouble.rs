//! A cluster that cannot be used, jobs that cannot be carried out: a clear line each, nothing lost.

#![cfg(feature = "cluster")]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;
#[path = "common/nats.rs"]
mod nats;

use std::process::Stdio;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};
use std::thread::sleep;
use std::time::{Duration, Instant};

use common::{Ludus, refused};
use ludus_arena::ToolGame;
use ludus_core::{GameKit as _, Pool, Seed, Trust};
use ludus_tetris::TetrisKit;
use ludus_train::cluster::{
    Build, ClusterClient, Endpoint, RunId, Timing, TrainerOptions, WorkerOptions,
};
use ludus_train::{ClusterEvaluator, FitnessEvaluator as _, Job};
use nats::{Nats, PATIENCE, Process, free_port};
use serde_json::Value;

const TRAIN: &str = "train tetris --population 4 --generations 1 --games 1 --max-pieces 50 \
                     --elitism 1 --immigrants 1 --match-games 0";

fn status(ludus: &Ludus, nats: &Nats) -> Value {
    ludus.json(&format!("cluster status --json --cluster {}", nats.url()))
}

/// Asks for the status until it is as it should be.
fn wait_for(ludus: &Ludus, nats: &Nats, fits: impl Fn(&Value) -> bool) -> Value {
    let start = Instant::now();
    loop {
        let status = status(ludus, nats);
        if fits(&status) {
            return status;
        }
        assert!(start.elapsed() < PATIENCE, "{status}");
        sleep(Duration::from_millis(50));
    }
}

/// Starts the program for the background.
fn start(ludus: &Ludus, args: &str, variables: &[(&str, &str)]) -> Process {
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_ludus"));
    command.current_dir(ludus.folder()).args(args.split_whitespace());
    command.envs(variables.iter().copied()).stdout(Stdio::null()).stderr(Stdio::piped());
    Process::start(&mut command)
}

#[test]
fn a_server_that_is_not_there_is_named_and_no_run_is_begun() {
    let ludus = Ludus::new();
    let url = format!("nats://127.0.0.1:{}", free_port());
    for what in [TRAIN, "worker", "cluster status"] {
        let line = ludus.error(&format!("{what} --cluster {url}"), 1);
        assert!(line.starts_with(&format!("cannot reach the cluster at {url}: ")), "{line}");
        assert!(line.ends_with("is nats-server running there, with JetStream (-js)?"), "{line}");
    }
    assert!(!ludus.folder().join("runs").exists());
    let line = ludus.error("worker --cluster nats://:x", 2);
    assert!(line.contains("cluster.url"), "{line}");
}

#[test]
fn a_server_without_a_store_is_told() {
    let (ludus, nats) = (Ludus::new(), Nats::with(&[]));
    let line = ludus.error(&format!("worker --cluster {}", nats.url()), 1);
    assert_eq!(
        line,
        format!(
            "the server at {} has no JetStream; start it with nats-server -js -sd FOLDER",
            nats.url()
        )
    );
}

#[test]
fn nobody_works_without_a_cluster() {
    let ludus = Ludus::new();
    let line = ludus.error(&format!("{TRAIN} --no-local"), 2);
    assert!(line.starts_with("--no-local needs --cluster"), "{line}");
    let line = ludus.error("worker", 2);
    assert!(line.starts_with("which cluster? --cluster nats://host:4222"), "{line}");
}

#[test]
fn opponents_that_are_programs_are_refused_at_the_start_and_weights_travel_as_numbers() {
    let (ludus, nats) = (Ludus::new(), Nats::start());
    let line = ludus.error(
        &format!("train snake --against http:url=http://127.0.0.1:9 --cluster {}", nats.url()),
        2,
    );
    let start = "--against http:url=http://127.0.0.1:9 cannot be sent to a cluster: workers refuse";
    assert!(line.starts_with(start) && line.contains("--allow-programs"), "{line}");
    assert!(!ludus.folder().join("runs").exists());

    let weights = r#"{"weights":{"height":0,"holes":0.5,"bumpiness":0.25,"lines":0.25,"max_height":0,"wells":0,
                     "row_transitions":0,"column_transitions":0}}"#;
    ludus.write("mine.json", weights);
    let what = "--mode battle --rules height=8 --against weights:path=mine.json";
    ludus.text(&format!("{TRAIN} {what} --cluster {}", nats.url()));
    let plan =
        std::fs::read_to_string(ludus.folder().join("runs/tetris-battle-1/run.json")).unwrap();
    let plan: Value = serde_json::from_str(&plan).unwrap();
    let against = plan["settings"]["against"].as_str().unwrap();
    assert!(against.starts_with("heuristic:holes=-0.5,bumpiness=-0.25,lines=0.25,"), "{against}");
}

#[test]
fn a_trainer_that_waits_for_workers_obeys_the_first_signal() {
    let (ludus, nats) = (Ludus::new(), Nats::start());
    let args = format!("{TRAIN} --no-local --cluster {}", nats.url());
    let mut trainer = start(&ludus, &args, &[]);
    trainer.says("no worker of build");
    let id = trainer.0.id().to_string();
    std::process::Command::new("kill").args(["-TERM", &id]).status().unwrap();
    assert!(trainer.ends_within(Duration::from_secs(20)), "it waits for a worker");
    assert_eq!(trainer.0.wait().unwrap().code(), Some(0));
}

#[test]
fn times_that_the_server_does_not_take_are_named() {
    let (ludus, nats) = (Ludus::new(), Nats::start());
    let mut command = ludus.command(&format!("cluster status --cluster {}", nats.url()));
    command.env("LUDUS_CLUSTER_ABSENCE_MS", "99");
    let line = refused(command, 2);
    assert_eq!(line, "cluster.absence_ms: it is 99; allowed: 100 and more");
}

#[test]
fn the_status_lists_workers_while_they_are_there() {
    let (ludus, nats) = (Ludus::new(), Nats::start());
    ludus.write("ludus.toml", "[cluster]\nabsence_ms = 1000\n");
    assert_eq!(status(&ludus, &nats)["workers"], serde_json::json!([]));
    let args = format!("worker --jobs 3 --name anna --cluster {}", nats.url());
    let mut worker = start(&ludus, &args, &[]);
    let there = wait_for(&ludus, &nats, |status| status["workers"][0]["name"] == "anna");
    assert_eq!(there["workers"][0]["jobs"], 3);
    assert_eq!(there["workers"][0]["build"], there["build"]);
    assert!(ludus.text(&format!("cluster status --cluster {}", nats.url())).contains("anna"));
    worker.kill();
    wait_for(&ludus, &nats, |status| status["workers"].as_array().unwrap().is_empty());
}

/// A trainer that uses the library.
struct Trainer {
    client: ClusterClient,
    /// The notices of the cluster.
    notices: Arc<Mutex<String>>,
}

impl Trainer {
    fn new(url: String) -> Self {
        let kit = TetrisKit::new(Default::default());
        let trainables = ToolGame::trainables(&kit).into_iter().map(Arc::from).collect();
        let endpoint = Endpoint { url, ..Endpoint::default() };
        let timing = Timing {
            ack_wait: Duration::from_secs(1),
            max_deliver: 5,
            absence: Duration::from_secs(15),
        };
        let client = ClusterClient::new(endpoint, "ludus".into(), timing, "test", trainables);
        Self { client: client.unwrap(), notices: Arc::default() }
    }

    /// The evaluator of a run, with or without a worker of its own.
    fn join(&self, run: &RunId, worker: bool) -> ClusterEvaluator {
        let (name, trust) = ("own".to_owned(), Trust::BuiltIn);
        let worker = worker.then_some(WorkerOptions { name, jobs: 2, trust });
        let options = TrainerOptions { run: run.clone(), what: "tetris solo".into(), worker };
        let notices = Arc::clone(&self.notices);
        let notify = Arc::new(move |text: &str| notices.lock().unwrap().push_str(text));
        ClusterEvaluator::join(&self.client, options, notify).unwrap()
    }

    /// A number of jobs that are done in a moment.
    fn jobs(&self, count: u64) -> Vec<Job> {
        let solo = &self.client.trainables[0];
        let mut settings = solo.settings();
        settings.set("rules.max_pieces", "20").unwrap();
        let job = |number| Job {
            game: "tetris".into(),
            mode: "solo".into(),
            settings: settings.clone(),
            against: Pool::default(),
            genome: solo.shipped(),
            rivals: Vec::new(),
            seeds: vec![Seed::new(number)],
        };
        (0..count).map(job).collect()
    }
}

#[test]
fn a_worker_of_another_build_refuses_and_says_so() {
    let (ludus, nats) = (Ludus::new(), Nats::start());
    let trainer = Trainer::new(nats.url());
    let _trainer = trainer.join(&RunId::fresh(), false);
    wait_for(&ludus, &nats, |status| status["runs"].as_array().unwrap().len() == 1);
    let line = ludus.error(&format!("worker --cluster {}", nats.url()), 1);
    let wanted = format!("tetris solo on the cluster needs {}: ", trainer.client.build);
    assert!(line.starts_with("this worker has build ") && line.contains(&wanted), "{line}");
}

#[test]
fn builds_differ_if_their_matches_do() {
    let trainer = Trainer::new(String::new());
    assert_eq!(Build::of("test", &trainer.client.trainables).unwrap(), trainer.client.build);
    let fewer = Build::of("test", &trainer.client.trainables[1..]).unwrap();
    assert_ne!(fewer.fingerprint, trainer.client.build.fingerprint);
}

#[test]
fn a_resumed_trainer_finds_the_results_that_are_there() {
    let nats = Nats::start();
    let (trainer, run, stop) = (Trainer::new(nats.url()), RunId::fresh(), Arc::default());
    // The same job twice is one job, and both get its score.
    let mut jobs = trainer.jobs(20);
    jobs.push(jobs[3].clone());
    let scores = trainer.join(&run, true).evaluate(&jobs, &(), &stop).unwrap().unwrap();
    assert_eq!(scores[20], scores[3]);
    // No worker is there.
    let again = trainer.join(&run, false).evaluate(&jobs, &(), &stop).unwrap().unwrap();
    assert_eq!(again, scores);
    // Another run has no results.
    let stopped = Arc::new(AtomicBool::new(true));
    let other = trainer.join(&RunId::fresh(), false).evaluate(&jobs, &(), &stopped).unwrap();
    assert_eq!(other, None);
}

#[test]
fn a_job_that_cannot_be_played_fails_with_its_reason_and_may_be_tried_again() {
    let nats = Nats::start();
    let (trainer, run, stop) = (Trainer::new(nats.url()), RunId::fresh(), Arc::default());
    let mut jobs = trainer.jobs(3);
    jobs[1].genome.pop();
    for _ in 0..2 {
        let error = trainer.join(&run, true).evaluate(&jobs, &(), &stop).unwrap_err().to_string();
        assert!(error.contains("failed on the cluster (worker own): a genome of solo has 8 genes"));
    }
}

#[test]
fn a_job_that_all_its_workers_die_of_is_given_up() {
    let (ludus, nats) = (Ludus::new(), Nats::start());
    // Games of good weights without an end.
    let args = format!(
        "train tetris --population 4 --generations 1 --games 1 --max-pieces 0 --rules height=20 --from shipped \
         --elitism 1 --immigrants 1 --match-games 0 --no-local --cluster {}",
        nats.url()
    );
    let variables = [("LUDUS_CLUSTER_ACK_WAIT_MS", "600"), ("LUDUS_CLUSTER_MAX_DELIVER", "2")];
    let mut trainer = start(&ludus, &args, &variables);
    let worker = || start(&ludus, &format!("worker --jobs 4 --cluster {}", nats.url()), &variables);
    let start = Instant::now();
    while !trainer.ends_within(Duration::ZERO) {
        assert!(start.elapsed() < PATIENCE, "the jobs are not given up");
        let mut victim = worker();
        victim.says("joined");
        // Time enough to take the jobs of the one before.
        trainer.ends_within(Duration::from_secs(2));
        victim.kill();
    }
    let text = trainer.said();
    assert_eq!(trainer.0.wait().unwrap().code(), Some(1), "{text}");
    assert!(text.contains("it was handed out 2 times and no worker gave a result"), "{text}");
}
