//! Whole runs of something that is no game: a function with noise, whose best genome is known.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use ludus_arena::{AnyTrainable, ArenaError, Task};
use ludus_core::{Budget, Contest, Gene, Pool, Seed, Trust};
use ludus_train::{
    EvolutionPlan, FORMAT, Folder, Follow, Job, JobText, Local, Method, Phase, Plan, Run, RunError,
    Stage, State, Watch,
};
use serde_json::{Value, json};

const GENES: [Gene; 3] =
    [Gene::new("a", 0.0, 1.0), Gene::new("b", 0.0, 1.0), Gene::new("c", 0.0, 1.0)];

/// A match counts 100, less the distance of the genome from (0.2, 0.5, 0.9), more or less some noise
/// that comes from the seed. Rivals take 50 away.
struct Toy;

impl AnyTrainable for Toy {
    fn game(&self) -> &'static str {
        "toy"
    }

    fn name(&self) -> &'static str {
        "toy"
    }

    fn summary(&self) -> &'static str {
        "a function"
    }

    fn genes(&self) -> &[Gene] {
        &GENES
    }

    fn normalise(&self, genome: &mut [f64]) {
        ludus_core::train::clamp(&GENES, genome);
    }

    fn shipped(&self) -> Vec<f64> {
        vec![0.5; 3]
    }

    fn adapts(&self) -> bool {
        true
    }

    fn settings(&self) -> Value {
        json!({})
    }

    fn check(&self, _settings: &Value) -> Result<Option<f64>, ArenaError> {
        Ok(None)
    }

    fn embedded(&self, settings: &Value) -> Result<Value, ArenaError> {
        Ok(settings.clone())
    }

    fn pool(&self, _against: &[String], _trust: Trust) -> Result<Pool, ArenaError> {
        Ok(Pool::default())
    }

    fn contest(&self, _settings: &Value, _path: &str) -> Contest {
        Contest {
            trained: String::new(),
            shipped: String::new(),
            alone: true,
            games: 0,
            budget: Budget::NONE,
        }
    }

    fn play(
        &self,
        task: &Task<'_>,
        _stop: &Arc<AtomicBool>,
    ) -> Result<Option<Vec<f64>>, ArenaError> {
        let best = [0.2, 0.5, 0.9];
        let off: f64 = task.genome.iter().zip(best).map(|(x, best)| (x - best).abs()).sum();
        let rivals = if task.rivals.is_empty() { 0.0 } else { 50.0 };
        let noise = |seed: &Seed| 4.0 * (seed.derive("noise", 0).rng().unit() - 0.5);
        Ok(Some(task.seeds.iter().map(|seed| 100.0 - 30.0 * off - rivals + noise(seed)).collect()))
    }

    fn trace(&self, seed: Seed, _turns: usize) -> Result<String, ArenaError> {
        Ok(seed.to_string())
    }
}

fn plan(optimizer: Method) -> Plan {
    Plan {
        format: FORMAT,
        version: "1".to_owned(),
        game: "toy".to_owned(),
        mode: "toy".to_owned(),
        seed: Seed::new(7),
        generations: 12,
        games: 3,
        optimizer,
        evolution: EvolutionPlan { population: 20, ..EvolutionPlan::default() },
        stagnation: Some(3),
        regression: 2,
        start: None,
        settings: json!({}),
        match_games: None,
        stamp: false,
        output: None,
        log: None,
    }
}

/// Keeps the files of a run, and ends it after so many times.
struct Keeper<'a> {
    plan: &'a Plan,
    folder: &'a Folder,
    ending: &'a AtomicBool,
    left: AtomicUsize,
    matches: AtomicUsize,
}

impl Watch for Keeper<'_> {
    fn done(&self, job: &Job) {
        self.matches.fetch_add(job.seeds.len(), Ordering::Relaxed);
    }
}

impl Follow for Keeper<'_> {
    fn begins(&self, _what: Stage, _matches: usize) {}

    fn keep(&self, state: &State) -> Result<(), RunError> {
        self.folder.keep(self.plan, &GENES, state, None)?;
        if self.left.fetch_sub(1, Ordering::Relaxed) == 1 {
            self.ending.store(true, Ordering::Relaxed);
        }
        Ok(())
    }
}

/// Goes on with the run in this folder for so many steps at most, and answers its state.
fn go_on(plan: &Plan, folder: &Folder, threads: usize, steps: usize) -> State {
    let run = Run { plan, trainable: &Toy };
    let mut state = folder.state(GENES.len()).unwrap().unwrap_or_else(|| run.first_state());
    let ending = AtomicBool::new(false);
    let left = AtomicUsize::new(steps);
    let keeper = Keeper { plan, folder, ending: &ending, left, matches: AtomicUsize::new(0) };
    let mut local = Local::new(Arc::new(Toy), threads).unwrap();
    let stop = Arc::new(AtomicBool::new(false));
    run.go_on(&mut state, &mut local, &keeper, &ending, &stop).unwrap();
    state
}

fn begin(at: &Path, plan: &Plan) -> Folder {
    let folder = Folder::at(at.to_owned());
    folder.begin(plan, false).unwrap();
    folder
}

fn contents(folder: &Folder) -> Vec<String> {
    folder.all().iter().map(|path| std::fs::read_to_string(path).unwrap()).collect()
}

#[test]
fn a_run_ends_with_the_same_files_however_it_was_computed() {
    for method in [Method::Evolution, Method::CmaEs, Method::CrossEntropy] {
        let place = tempfile::tempdir().unwrap();
        let plan = plan(method);
        let whole = begin(&place.path().join("whole"), &plan);
        go_on(&plan, &whole, 1, 1000);
        let parallel = begin(&place.path().join("parallel"), &plan);
        go_on(&plan, &parallel, 3, 1000);
        assert_eq!(contents(&whole), contents(&parallel), "{method:?}");
        let broken = begin(&place.path().join("broken"), &plan);
        while go_on(&plan, &broken, 2, 1).best.is_none() {}
        assert_eq!(contents(&whole), contents(&broken), "{method:?}");
        // A finished run that is extended ends like one that was to be that long.
        let short = Plan { generations: 5, ..plan.clone() };
        let longer = begin(&place.path().join("longer"), &short);
        assert!(go_on(&short, &longer, 2, 1000).is_finished(&short));
        longer.replan(&plan).unwrap();
        while go_on(&plan, &longer, 2, 1).best.is_none() {}
        assert_eq!(contents(&whole), contents(&longer), "{method:?}");
    }
}

#[test]
fn the_race_names_a_genome_near_the_best() {
    for method in [Method::Evolution, Method::CmaEs, Method::CrossEntropy] {
        let place = tempfile::tempdir().unwrap();
        let plan = Plan { stagnation: None, generations: 30, ..plan(method) };
        let folder = begin(&place.path().join("run"), &plan);
        let state = go_on(&plan, &folder, 2, 1000);
        let best = state.best.unwrap();
        let off: f64 =
            best.genome.iter().zip([0.2, 0.5, 0.9]).map(|(x, best)| (x - best).abs()).sum();
        assert!(off < 0.3, "{method:?}: {:?}", best.genome);
        // Twenty, ten, five, three, two: 3, 3, 6, 12 and 24 matches of those that are left.
        assert!(best.games >= 24, "the last two have played many more: {}", best.games);
        assert!((best.fitness - (100.0 - 30.0 * off)).abs() < 2.0 && best.error < 1.0);
    }
}

#[test]
fn opponents_change_when_nothing_is_gained_and_back_when_it_falls() {
    let place = tempfile::tempdir().unwrap();
    let plan = Plan { generations: 40, stagnation: Some(2), ..plan(Method::Evolution) };
    let folder = begin(&place.path().join("run"), &plan);
    let rows = go_on(&plan, &folder, 2, 1000).rows;
    let changed = rows.iter().position(|row| row.opponents == Phase::CoEvolution).unwrap();
    assert!(changed >= 3, "the first generation is the baseline, two without a gain follow");
    assert!(rows[changed].best < rows[changed - 1].best - 40.0, "rivals take 50 away");
    let log = std::fs::read_to_string(place.path().join("run/log.csv")).unwrap();
    let row = log.lines().nth(changed + 1).unwrap();
    assert!(row.starts_with(&format!("{},", changed + 1)) && row.contains(",co-evolution,"));
}

#[test]
fn every_generation_plays_other_matches_and_all_genomes_the_same() {
    struct Listen(std::sync::Mutex<Vec<Job>>);
    impl ludus_train::Evaluator for Listen {
        fn evaluate(
            &mut self,
            jobs: &[Job],
            _watch: &dyn Watch,
            stop: &Arc<AtomicBool>,
        ) -> Result<Option<Vec<ludus_train::Score>>, ludus_train::EvaluateError> {
            self.0.lock().unwrap().extend(jobs.to_vec());
            let all = jobs.iter().map(|job| ludus_train::perform(&Toy, job, stop));
            Ok(Some(all.map(|score| score.unwrap().unwrap()).collect()))
        }
    }
    let place = tempfile::tempdir().unwrap();
    let plan = Plan { generations: 3, ..plan(Method::Evolution) };
    let folder = begin(&place.path().join("run"), &plan);
    let run = Run { plan: &plan, trainable: &Toy };
    let mut listen = Listen(std::sync::Mutex::default());
    let (ending, stop) = (AtomicBool::new(false), Arc::new(AtomicBool::new(false)));
    let (left, matches) = (AtomicUsize::new(100), AtomicUsize::new(0));
    let keeper = Keeper { plan: &plan, folder: &folder, ending: &ending, left, matches };
    run.go_on(&mut run.first_state(), &mut listen, &keeper, &ending, &stop).unwrap();
    let jobs = listen.0.into_inner().unwrap();
    let seeds: Vec<_> = jobs[..60].chunks(20).map(|jobs| &jobs[0].seeds).collect();
    for (generation, jobs) in jobs[..60].chunks(20).enumerate() {
        assert!(jobs.iter().all(|job| job.seeds == *seeds[generation]));
    }
    assert!(seeds[0] != seeds[1] && seeds[1] != seeds[2] && seeds[0] != seeds[2]);
    assert!(jobs[60..].iter().all(|job| !seeds.contains(&&job.seeds)), "the race has fresh ones");
    // What another machine reads is what was written.
    let text = serde_json::to_string(&jobs[0]).unwrap();
    let toy: Vec<Arc<dyn AnyTrainable>> = vec![Arc::new(Toy)];
    let (_, read) = JobText::admit(text.as_bytes(), &toy, Trust::BuiltIn).unwrap();
    assert_eq!(read, jobs[0]);
}

#[test]
fn an_unfinished_run_has_the_weights_of_its_best_so_far() {
    let place = tempfile::tempdir().unwrap();
    let plan = Plan { stagnation: None, ..plan(Method::Evolution) };
    let folder = begin(&place.path().join("run"), &plan);
    assert!(!folder.weights().exists());
    let state = go_on(&plan, &folder, 2, 4);
    let greatest = state.rows.iter().map(|row| row.best).fold(f64::MIN, f64::max);
    let file: Value =
        serde_json::from_str(&std::fs::read_to_string(folder.weights()).unwrap()).unwrap();
    assert_eq!(file["fitness"], greatest);
    assert_eq!(
        (&file["config"]["finished"], &file["config"]["generations"]),
        (&json!(false), &json!(4))
    );
    let best = state.rows.iter().find(|row| row.best == greatest).unwrap();
    assert_eq!(file["weights"]["b"], best.genome[1]);
}

#[test]
fn a_score_that_does_not_fit_its_job_is_refused() {
    let job = Job {
        game: "toy".to_owned(),
        mode: "toy".to_owned(),
        settings: json!({}),
        against: Pool::default(),
        genome: vec![0.5; 3],
        rivals: Vec::new(),
        seeds: vec![Seed::new(1), Seed::new(2)],
    };
    let check = |scores: &[f64]| ludus_train::Score(scores.to_vec()).check(&job);
    assert_eq!(check(&[1.0, -2.0]), Ok(()));
    assert_eq!(check(&[]), Err("0 scores for 2 matches".to_owned()));
    assert_eq!(check(&[1.0]), Err("1 scores for 2 matches".to_owned()));
    assert_eq!(check(&[1.0, f64::INFINITY]), Err("a match with the score inf".to_owned()));
    assert!(check(&[f64::NAN, 1.0]).is_err());
}
