//! Whole runs that train a function with noise instead of a game. Its best genome is known.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use ludus_arena::{AnyTrainable, ArenaError, Task};
use ludus_core::{Budget, Contest, FitnessSettings, Gene, Pool, Seed, Trust};
use ludus_train::{
    EvaluationError, EvolutionParameters, FORMAT, FitnessEvaluator, Job, JobObserver, JobResult,
    JobResultError, LocalEvaluator, Method, OpponentKind, OpponentParameters, Plan, Run,
    RunControl, RunError, RunFolder, RunObserver, RunStage, RunState, SearchParameters,
    SearchSpace, TrainingStage, run_job,
};
use serde_json::{Value, json};

const GENES: [Gene; 3] =
    [Gene::new("a", 0.0, 1.0), Gene::new("b", 0.0, 1.0), Gene::new("c", 0.0, 1.0)];

/// A match scores 100, minus the distance of the genome from (0.2, 0.5, 0.9), plus noise from the seed. Rivals cost
/// 50 points.
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

    fn weights_of(&self, _bot: &str) -> Option<Vec<f64>> {
        None
    }

    fn stage_key(&self) -> Option<&'static str> {
        Some("worth")
    }

    fn adapts(&self) -> bool {
        true
    }

    fn settings(&self) -> FitnessSettings {
        FitnessSettings::new(&json!({}))
    }

    fn check(&self, _settings: &FitnessSettings) -> Result<Option<f64>, ArenaError> {
        Ok(None)
    }

    fn embedded(&self, settings: &FitnessSettings) -> Result<FitnessSettings, ArenaError> {
        Ok(settings.clone())
    }

    fn pool(&self, _against: &[String], _trust: Trust) -> Result<Pool, ArenaError> {
        Ok(Pool::default())
    }

    fn contest(&self, _settings: &FitnessSettings, _path: &str) -> Result<Contest, ArenaError> {
        Ok(Contest {
            trained: String::new(),
            shipped: String::new(),
            alone: true,
            games: 0,
            budget: Budget::NONE,
        })
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

/// The plan with a change.
fn plan_with(optimizer: Method, change: impl FnOnce(&mut Plan)) -> Plan {
    let mut plan = plan(optimizer);
    change(&mut plan);
    plan
}

fn plan(optimizer: Method) -> Plan {
    Plan {
        format: FORMAT,
        version: "1".to_owned(),
        game: "toy".to_owned(),
        mode: "toy".to_owned(),
        seed: Seed::new(7),
        search: SearchParameters { generations: 12, games: 3, optimizer },
        evolution: EvolutionParameters { population: 20, ..EvolutionParameters::default() },
        opponents: OpponentParameters { stagnation: Some(3), regression: 2 },
        start: None,
        sigma: None,
        early_stages: Vec::new(),
        settings: FitnessSettings::new(&json!({})),
        match_games: None,
        stamp: false,
        output: None,
        log: None,
    }
}

/// Saves the files of a run, and ends it after a number of steps.
struct Saver<'a> {
    plan: &'a Plan,
    folder: &'a RunFolder,
    ending: &'a AtomicBool,
    left: AtomicUsize,
    matches: AtomicUsize,
}

impl JobObserver for Saver<'_> {
    fn job_done(&self, job: &Job) {
        self.matches.fetch_add(job.seeds.len(), Ordering::Relaxed);
    }
}

impl RunObserver for Saver<'_> {
    fn stage_started(&self, _stage: RunStage, _matches: usize) {}

    fn save(&self, state: &RunState) -> Result<(), RunError> {
        self.folder.save(self.plan, &GENES, state, None)?;
        if self.left.fetch_sub(1, Ordering::Relaxed) == 1 {
            self.ending.store(true, Ordering::Relaxed);
        }
        Ok(())
    }
}

/// Continues the run in this folder for at most this many steps, and returns its state.
fn resume(plan: &Plan, folder: &RunFolder, threads: usize, steps: usize) -> RunState {
    let run = Run { plan, trainable: &Toy };
    let mut state = folder.state(GENES.len()).unwrap().unwrap_or_else(|| run.first_state());
    let mut local = LocalEvaluator::new(Arc::new(Toy), threads).unwrap();
    train(&run, folder, &mut state, &mut local, steps);
    state
}

/// Trains for at most this many steps.
fn train(
    run: &Run<'_>,
    folder: &RunFolder,
    state: &mut RunState,
    evaluator: &mut dyn FitnessEvaluator,
    steps: usize,
) {
    let (ending, stop) = (AtomicBool::new(false), Arc::new(AtomicBool::new(false)));
    let (left, matches) = (AtomicUsize::new(steps), AtomicUsize::new(0));
    let saver = Saver { plan: run.plan, folder, ending: &ending, left, matches };
    let mut control =
        RunControl { evaluator, observer: &saver, end_after_generation: &ending, stop: &stop };
    run.train(state, &mut control).unwrap();
}

fn begin(at: &Path, plan: &Plan) -> RunFolder {
    let folder = RunFolder::at(at.to_owned());
    folder.begin(plan, false).unwrap();
    folder
}

fn contents(folder: &RunFolder) -> Vec<String> {
    folder.all().iter().map(|path| std::fs::read_to_string(path).unwrap()).collect()
}

#[test]
fn a_run_ends_with_the_same_files_however_it_was_computed() {
    for method in [Method::Evolution, Method::CmaEs, Method::CrossEntropy] {
        let place = tempfile::tempdir().unwrap();
        let plan = plan(method);
        let whole = begin(&place.path().join("whole"), &plan);
        resume(&plan, &whole, 1, 1000);
        let parallel = begin(&place.path().join("parallel"), &plan);
        resume(&plan, &parallel, 3, 1000);
        assert_eq!(contents(&whole), contents(&parallel), "{method:?}");
        let broken = begin(&place.path().join("broken"), &plan);
        while resume(&plan, &broken, 2, 1).best.is_none() {}
        assert_eq!(contents(&whole), contents(&broken), "{method:?}");
        // A finished run that gets more generations ends like one that had them from the beginning.
        let short = plan_with(method, |plan| plan.search.generations = 5);
        let longer = begin(&place.path().join("longer"), &short);
        assert!(resume(&short, &longer, 2, 1000).is_finished(&short));
        longer.write_plan(&plan).unwrap();
        while resume(&plan, &longer, 2, 1).best.is_none() {}
        assert_eq!(contents(&whole), contents(&longer), "{method:?}");
    }
}

#[test]
fn the_race_names_a_genome_near_the_best() {
    for method in [Method::Evolution, Method::CmaEs, Method::CrossEntropy] {
        let place = tempfile::tempdir().unwrap();
        let plan = plan_with(method, |plan| {
            plan.opponents.stagnation = None;
            plan.search.generations = 30;
        });
        let folder = begin(&place.path().join("run"), &plan);
        let state = resume(&plan, &folder, 2, 1000);
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
    let plan = plan_with(Method::Evolution, |plan| {
        plan.search.generations = 40;
        plan.opponents.stagnation = Some(2);
    });
    let folder = begin(&place.path().join("run"), &plan);
    let rows = resume(&plan, &folder, 2, 1000).rows;
    let changed = rows.iter().position(|row| row.opponents == OpponentKind::CoEvolution).unwrap();
    assert!(changed >= 3, "the first generation is the baseline, two without a gain follow");
    assert!(rows[changed].best < rows[changed - 1].best - 40.0, "rivals cost 50 points");
    let log = std::fs::read_to_string(place.path().join("run/log.csv")).unwrap();
    let row = log.lines().nth(changed + 1).unwrap();
    assert!(row.starts_with(&format!("{},", changed + 1)) && row.contains(",co-evolution,"));
}

/// Runs jobs and remembers them.
struct Listener(Vec<Job>);

impl FitnessEvaluator for Listener {
    fn evaluate(
        &mut self,
        jobs: &[Job],
        _observer: &dyn JobObserver,
        stop: &Arc<AtomicBool>,
    ) -> Result<Option<Vec<JobResult>>, EvaluationError> {
        self.0.extend(jobs.to_vec());
        let all = jobs.iter().map(|job| run_job(&Toy, job, stop));
        Ok(Some(all.map(|result| result.unwrap().unwrap()).collect()))
    }
}

/// All jobs of a run, and its state in the end.
fn jobs_of(plan: &Plan) -> (Vec<Job>, RunState) {
    let place = tempfile::tempdir().unwrap();
    let folder = begin(&place.path().join("run"), plan);
    let run = Run { plan, trainable: &Toy };
    let (mut listener, mut state) = (Listener(Vec::new()), run.first_state());
    train(&run, &folder, &mut state, &mut listener, 100);
    (listener.0, state)
}

#[test]
fn stages_have_their_own_settings_and_games() {
    let worth = |worth: u32| FitnessSettings::new(&json!({ "worth": worth }));
    let stage = |until, games, number| TrainingStage { until, games, settings: worth(number) };
    let plan = plan_with(Method::CmaEs, |plan| {
        plan.search.generations = 4;
        plan.early_stages = vec![stage(1, 2, 1), stage(3, 5, 2)];
        plan.settings = worth(3);
    });
    let (jobs, state) = jobs_of(&plan);
    let played = jobs.iter().map(|job| (job.settings.clone(), job.seeds.len()));
    let expected = [(1, 2), (2, 5), (2, 5), (3, 3)].map(|(number, games)| (worth(number), games));
    let of_generations: Vec<_> = played.clone().take(80).step_by(20).collect();
    assert_eq!(of_generations, expected);
    assert!(
        played.skip(80).all(|(settings, _)| settings == worth(3)),
        "the race is the last stage's"
    );
    let stages: Vec<_> = state.rows.iter().map(|row| row.stage).collect();
    assert_eq!(stages, [0, 1, 1, 2]);
    let best = state.best_row().unwrap();
    assert_eq!(best.best, state.rows[3].best, "other stages are not comparable");
}

#[test]
fn the_running_mean_of_the_centre_is_in_every_round_of_the_race() {
    let plan = plan_with(Method::CmaEs, |plan| plan.opponents.stagnation = None);
    let (jobs, state) = jobs_of(&plan);
    let space = SearchSpace::of(&Toy);
    let finalist = state.optimizer.finalist(&space).unwrap();
    let race = &jobs[12 * 20..];
    let played = race.iter().filter(|job| job.genome == finalist);
    let games: usize = played.map(|job| job.seeds.len()).sum();
    // The finalist, the centre and twenty others: 22, 12, 7, 4, 3 and 2 racers.
    assert_eq!(games, 3 + 3 + 6 + 12 + 24 + 48);
}

#[test]
fn the_first_step_is_as_small_as_wanted() {
    let first = |sigma| {
        let plan = plan_with(Method::CmaEs, |plan| {
            plan.search.generations = 1;
            plan.start = Some(vec![0.5; 3]);
            plan.sigma = sigma;
        });
        let far = |job: &Job| job.genome.iter().map(|x| (x - 0.5).abs()).fold(0.0, f64::max);
        jobs_of(&plan).0[..20].iter().map(far).fold(0.0, f64::max)
    };
    // The greatest of sixty normal numbers: 1.5 to 5 standard deviations.
    assert!((0.015..0.05).contains(&first(Some(0.01))));
    assert!((0.15..0.5).contains(&first(None)), "0.1 near a given genome");
    let sigma = |sigma| plan_with(Method::CmaEs, |plan| plan.sigma = Some(sigma)).check();
    assert!(sigma(1.0).is_ok());
    for bad in [0.0, -1.0, 1.5, f64::NAN] {
        assert!(sigma(bad).unwrap_err().to_string().starts_with("sigma is "));
    }
}

#[test]
fn every_generation_plays_other_matches_and_all_genomes_the_same() {
    let plan = plan_with(Method::Evolution, |plan| plan.search.generations = 3);
    let (jobs, _) = jobs_of(&plan);
    let seeds: Vec<_> = jobs[..60].chunks(20).map(|jobs| &jobs[0].seeds).collect();
    for (generation, jobs) in jobs[..60].chunks(20).enumerate() {
        assert!(jobs.iter().all(|job| job.seeds == *seeds[generation]));
    }
    assert!(seeds[0] != seeds[1] && seeds[1] != seeds[2] && seeds[0] != seeds[2]);
    assert!(jobs[60..].iter().all(|job| !seeds.contains(&&job.seeds)), "the race has fresh ones");
    #[cfg(feature = "cluster")]
    a_job_survives_the_way_to_another_machine(&jobs[0]);
}

#[cfg(feature = "cluster")]
fn a_job_survives_the_way_to_another_machine(job: &Job) {
    use ludus_train::cluster::JobMessage;

    let message = JobMessage::from(job).to_bytes();
    let toy: Vec<Arc<dyn AnyTrainable>> = vec![Arc::new(Toy)];
    let (_, received) = JobMessage::check(&message, &toy, Trust::BuiltIn).unwrap();
    assert_eq!(received, *job);
}

#[test]
fn an_unfinished_run_has_the_weights_of_its_best_so_far() {
    let place = tempfile::tempdir().unwrap();
    let plan = plan_with(Method::Evolution, |plan| plan.opponents.stagnation = None);
    let folder = begin(&place.path().join("run"), &plan);
    assert!(!folder.weights().exists());
    let state = resume(&plan, &folder, 2, 4);
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
        settings: FitnessSettings::new(&json!({})),
        against: Pool::default(),
        genome: vec![0.5; 3],
        rivals: Vec::new(),
        seeds: vec![Seed::new(1), Seed::new(2)],
    };
    let check = |scores: &[f64]| JobResult { scores: scores.to_vec() }.check(&job);
    let count = |given| Err(JobResultError::Count { given, expected: 2 });
    assert_eq!(check(&[1.0, -2.0]), Ok(()));
    assert_eq!(check(&[]), count(0));
    assert_eq!(check(&[1.0]), count(1));
    assert_eq!(check(&[1.0, f64::INFINITY]), Err(JobResultError::NotFinite(f64::INFINITY)));
    assert!(check(&[f64::NAN, 1.0]).is_err());
}

#[test]
fn the_files_of_a_run_have_the_keys_that_other_programs_read() {
    let text = serde_json::to_string(&plan(Method::CmaEs)).unwrap();
    assert_eq!(
        text,
        r#"{"format":1,"version":"1","game":"toy","mode":"toy","seed":7,"generations":12,"games":3,"#
            .to_owned()
            + r#""optimizer":"cma-es","evolution":{"population":20,"tournament":3,"crossover_rate":0.7,"#
            + r#""mutation_rate":0.3,"mutation_sigma":0.15,"elitism":2,"immigrants":5},"stagnation":3,"#
            + r#""regression":2,"start":null,"sigma":null,"early_stages":[],"settings":{},"match_games":null,"stamp":false,"#
            + r#""output":null,"log":null}"#
    );
    assert_eq!(serde_json::from_str::<Plan>(&text).unwrap(), plan(Method::CmaEs));
    for (from, to) in [("\"games\"", "\"gmaes\""), ("{\"format\"", "{\"more\":1,\"format\"")] {
        let text = text.replace(from, to);
        assert!(serde_json::from_str::<Plan>(&text).is_err(), "{text}");
    }
}
