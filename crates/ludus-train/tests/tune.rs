//! Tuning finds known optima, and runs repeat and resume exactly. The game is a coin toss whose probability is a known
//! function of the bots' parameters.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod coin;

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use coin::{CoinKit, OPTIMUM, PARAMETERS};
use ludus_arena::PlanGame;
use ludus_arena::stats::{SprtPlan, Verdict};
use ludus_core::{Budget, GameKit, ParamKind, Seed};
use ludus_train::optimizer::SpsaGains;
use ludus_train::tune::{
    TuneCheckPlan, TuneControl, TuneFolder, TuneMethod, TuneObserver, TunePlan, TuneResult,
    TuneRun, TuneState, TunedParameter,
};
use ludus_train::{FORMAT, FolderError};

/// A run of the synthetic bot with this many games, all of whose parameters start far from the optimum.
fn plan(games: u64, batch: u64, optimizer: &str) -> TunePlan {
    let kit = CoinKit;
    let bot = "synthetic".parse().unwrap();
    let parameters = GameKit::params(&kit, &bot).unwrap().into_iter().map(|param| {
        let (min, max) = param.bounds.unwrap();
        let (name, key, kind) = (param.name, param.key, param.kind);
        TunedParameter { name, key, min, max, start: param.value.unwrap(), kind }
    });
    TunePlan {
        format: FORMAT,
        version: "test".into(),
        game: "coin".into(),
        parameters: parameters.collect(),
        bot,
        against: Vec::new(),
        optimizer: TuneMethod::by_name(optimizer).unwrap(),
        seats: 2,
        games,
        batch,
        population: 10,
        gains: SpsaGains::usual(games / 2),
        seed: Seed::new(7),
        rules: kit.default_rules().tree().clone(),
        budget: Budget::NONE,
        margin_ms: 0,
        check: None,
        output: None,
    }
}

/// Ends the run after this many steps, and saves after every one where a folder is given.
struct Steps<'a> {
    left: usize,
    ending: &'a AtomicBool,
    save: Option<(&'a TuneFolder, &'a TunePlan)>,
}

impl TuneObserver for Steps<'_> {
    fn game_done(&mut self) {}

    fn step_done(&mut self, state: &TuneState) -> Result<(), FolderError> {
        self.left -= 1;
        if self.left == 0 {
            self.ending.store(true, Ordering::Relaxed);
        }
        match self.save {
            Some((folder, plan)) => folder.save(plan, state),
            None => Ok(()),
        }
    }
}

/// Continues a state by at most this many steps.
fn advance(
    plan: &TunePlan,
    state: &mut TuneState,
    jobs: usize,
    left: usize,
    folder: Option<&TuneFolder>,
) {
    plan.check().unwrap();
    let ending = AtomicBool::new(false);
    let mut steps = Steps { left, ending: &ending, save: folder.map(|folder| (folder, plan)) };
    let control = TuneControl { jobs, threads: 1, observer: &mut steps, ending: &ending };
    let run = TuneRun { plan, game: &CoinKit, rules: CoinKit.default_rules() };
    run.run(state, control).unwrap();
}

fn finished(plan: &TunePlan, jobs: usize) -> TuneState {
    let mut state = TuneState::first(plan);
    advance(plan, &mut state, jobs, usize::MAX, None);
    assert!(state.is_finished(plan));
    state
}

/// The greatest distance of a parameter from its optimum, as a share of its range.
fn distance(plan: &TunePlan, values: &[f64]) -> f64 {
    let off = |i: usize| {
        let parameter = &plan.parameters[i];
        ((values[i] - OPTIMUM[i]) / (parameter.max - parameter.min)).abs()
    };
    (0..PARAMETERS).map(off).fold(0.0, f64::max)
}

#[test]
fn spsa_comes_within_5_percent_of_the_optimum_of_six_parameters_in_20_000_games() {
    for seed in [7, 8, 9] {
        let plan = TunePlan { seed: Seed::new(seed), ..plan(20_000, 16, "spsa") };
        let state = finished(&plan, 2);
        let answer = state.answer(&plan);
        assert!(
            distance(&plan, &plan.parameters.iter().map(|p| p.start).collect::<Vec<_>>()) > 0.3
        );
        let off = distance(&plan, &answer);
        assert!(off < 0.05, "seed {seed}: {off} {answer:?}");
        let whole = plan.parameters.iter().position(|p| p.kind == ParamKind::Integer).unwrap();
        assert_eq!(answer[whole].fract(), 0.0, "whole numbers are played as such");
        assert_eq!((state.games(), state.failures.count), (20_000, 0));
    }
}

#[test]
fn opponents_and_the_other_optimisers_find_better_values_too() {
    let against = TunePlan {
        against: vec!["synthetic".parse().unwrap(), "synthetic:a=0.5".parse().unwrap()],
        ..plan(40_000, 16, "spsa")
    };
    let cma_es = TunePlan { population: 16, ..plan(20_000, 8, "cma-es") };
    let cross_entropy = TunePlan { population: 40, ..plan(20_000, 8, "cross-entropy") };
    for (plan, within) in [(against, 0.1), (cma_es, 0.2), (cross_entropy, 0.25)] {
        let state = finished(&plan, 2);
        let off = distance(&plan, &state.answer(&plan));
        assert!(off < within, "{}: {off}", plan.optimizer.name());
    }
}

#[test]
fn the_check_accepts_what_is_stronger_and_refuses_what_is_not() {
    let sprt = SprtPlan { elo0: 0.0, elo1: 20.0, ..SprtPlan::default() };
    let check = Some(TuneCheckPlan { sprt, games: 20_000 });
    let tuned = TunePlan { check, ..plan(2000, 10, "spsa") };
    let result = TuneResult::new(&tuned, &finished(&tuned, 2));
    let checked = result.check.unwrap();
    assert_eq!(checked.verdict, Verdict::Elo1, "{checked:?}");
    assert!(checked.elo_low.unwrap() > 0.0 && checked.played.is_multiple_of(2));
    assert!(result.bot.to_string().starts_with("synthetic:a="), "{}", result.bot);
    // A bot that begins at the optimum cannot become stronger.
    let mut best = TunePlan { check, ..plan(200, 1, "spsa") };
    for (parameter, optimum) in best.parameters.iter_mut().zip(OPTIMUM) {
        parameter.start = optimum;
    }
    let checked = TuneResult::new(&best, &finished(&best, 2)).check.unwrap();
    assert_eq!(checked.verdict, Verdict::Elo0, "{checked:?}");
    // Few games decide nothing.
    let few = TunePlan { check: Some(TuneCheckPlan { sprt, games: 10 }), ..best };
    let checked = TuneResult::new(&few, &finished(&few, 2)).check.unwrap();
    assert_eq!((checked.verdict, checked.played), (Verdict::Open, 10));
}

/// The files of a run by name.
fn files(folder: &Path) -> Vec<(String, String)> {
    let mut all: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .map(|path| {
            (path.file_name().unwrap().to_string_lossy().into(), fs::read_to_string(&path).unwrap())
        })
        .collect();
    all.sort();
    all
}

#[test]
fn a_run_that_is_stopped_anywhere_ends_with_the_same_files() {
    let sprt = SprtPlan { elo0: 0.0, elo1: 10.0, ..SprtPlan::default() };
    for optimizer in ["spsa", "cma-es"] {
        let check = Some(TuneCheckPlan { sprt, games: 300 });
        let plan = TunePlan { check, ..plan(600, 3, optimizer) };
        let place = tempfile::tempdir().unwrap();
        let whole = TuneFolder::at(place.path().join("whole"));
        whole.begin(&plan, false).unwrap();
        whole.save(&plan, &finished(&plan, 1)).unwrap();
        let parts = TuneFolder::at(place.path().join("parts"));
        parts.begin(&plan, false).unwrap();
        let mut stops = 0;
        loop {
            let read = parts.plan().unwrap();
            assert_eq!(read, plan);
            let mut state = parts.state(&read).unwrap().unwrap_or_else(|| TuneState::first(&read));
            if state.is_finished(&read) {
                break;
            }
            // Steps after the last one that was saved are lost, as if the program was killed.
            advance(&read, &mut state, 1 + stops % 3, 1 + stops % 4, Some(&parts));
            advance(&read, &mut state, 2, 1, None);
            stops += 1;
        }
        assert!(stops > 3, "{stops}");
        let (whole, parts) = (files(whole.path()), files(parts.path()));
        let names: Vec<&str> = whole.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["chart.svg", "checkpoint", "log.csv", "result.json", "run.json"]);
        assert!(whole == parts, "{optimizer}: the files differ");
        assert!(whole[0].1.contains("<polygon"), "the chart has intervals");
    }
}
