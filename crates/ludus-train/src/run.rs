//! A run: one generation after another, then a race between the genomes that may be the best.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use ludus_arena::AnyTrainable;
use ludus_core::{FitnessSettings, Seed, Trust};
use thiserror::Error;

use crate::evaluator::{EvaluationError, FitnessEvaluator, JobObserver};
use crate::folder::FolderError;
use crate::job::{Job, JobResult};
use crate::opponents::{OpponentKind, Opponents};
use crate::optimizer::Optimizer;
use crate::plan::Plan;
use crate::space::{SearchSpace, ranking};
use crate::state::{LogRow, RaceWinner, RunState};

/// The most matches of one job. Many small jobs keep all cores busy until the end of a generation.
const MAX_JOB_MATCHES: usize = 10;

/// Observes a run and saves its state.
pub trait RunObserver: JobObserver {
    /// A stage begins, in which this many matches are played.
    fn stage_started(&self, stage: RunStage, matches: usize);

    /// A stage is over: saves the state.
    ///
    /// # Errors
    /// If the state cannot be saved.
    fn save(&self, state: &RunState) -> Result<(), RunError>;
}

/// A stage of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunStage {
    /// A generation by its number, from 0.
    Generation(u64),
    /// A round of the final race between this many genomes.
    Race(usize),
}

/// A run that cannot continue.
#[derive(Debug, Error)]
pub enum RunError {
    /// The jobs could not be run.
    #[error(transparent)]
    Evaluation(#[from] EvaluationError),
    /// The state could not be saved.
    #[error(transparent)]
    Folder(#[from] FolderError),
}

/// What runs the jobs of a run, who observes it, and how to end it early.
pub struct RunControl<'a> {
    /// Runs the jobs.
    pub evaluator: &'a mut dyn FitnessEvaluator,
    /// Observes the run and saves its state.
    pub observer: &'a dyn RunObserver,
    /// Ends the run after the current generation, to be resumed later.
    pub end_after_generation: &'a AtomicBool,
    /// Ends the run at once, at the last state that was saved.
    pub stop: &'a Arc<AtomicBool>,
}

/// A run: its plan, and what it trains.
pub struct Run<'a> {
    /// The plan.
    pub plan: &'a Plan,
    /// What is trained.
    pub trainable: &'a dyn AnyTrainable,
}

impl Run<'_> {
    /// The state before the first generation.
    #[must_use]
    pub fn first_state(&self) -> RunState {
        let plan = self.plan;
        let (space, start) = (SearchSpace::of(self.trainable), plan.start.as_deref());
        RunState {
            optimizer: Optimizer::new(
                plan.search.optimizer,
                &plan.evolution,
                &space,
                start,
                plan.sigma,
            ),
            opponents: Opponents::new(plan.opponents.clone()),
            rows: Vec::new(),
            last: Vec::new(),
            best: None,
        }
    }

    /// Trains from a state to the end of the run.
    ///
    /// # Errors
    /// If jobs cannot be run, or the state cannot be saved.
    pub fn train(
        &self,
        state: &mut RunState,
        control: &mut RunControl<'_>,
    ) -> Result<(), RunError> {
        if !state.is_finished(self.plan) {
            // A finished run that gets more generations has another race at its new end.
            state.best = None;
        }
        let ending = control.end_after_generation;
        while (state.rows.len() as u64) < self.plan.search.generations {
            if ending.load(Ordering::Relaxed) {
                return Ok(());
            }
            let Some(next) = self.generation(state, control)? else { return Ok(()) };
            *state = next;
            control.observer.save(state)?;
            control.evaluator.checkpoint_saved();
        }
        if state.best.is_none() && !ending.load(Ordering::Relaxed) {
            state.best = self.race(state, control)?;
            control.observer.save(state)?;
        }
        Ok(())
    }

    /// The state after one more generation; `None` if the run was stopped.
    fn generation(
        &self,
        state: &RunState,
        control: &mut RunControl<'_>,
    ) -> Result<Option<RunState>, RunError> {
        let space = SearchSpace::of(self.trainable);
        let number = state.rows.len() as u64;
        let seed = self.plan.seed.derive("generation", number);
        let stage = self.plan.stage_of(number);
        let mut next = state.clone();
        if state.rows.last().is_some_and(|row| row.stage != stage.number) {
            // What was learned stays, but fitness in other matches is not comparable.
            next.opponents = Opponents::new(self.plan.opponents.clone());
            next.optimizer.begin_stage();
        }
        let genomes = next.optimizer.ask(&space, seed.derive("ask", 0));
        let rivals = next.opponents.rivals(&space, seed.derive("rivals", 0));
        // All genomes of a generation play the same matches; each generation plays others.
        let seeds = match_seeds(seed, 0, stage.games);
        let matches = genomes.len() * seeds.len();
        control.observer.stage_started(RunStage::Generation(number), matches);
        let results = self.evaluate(&genomes, &rivals, &seeds, stage.settings, control)?;
        let Some(results) = results else {
            return Ok(None);
        };
        let fitness: Vec<f64> = results.iter().map(JobResult::mean).collect();
        let row = log_row(&genomes, &fitness, stage.number, next.opponents.kind());
        next.opponents.update(row.best, &row.genome);
        next.optimizer.tell(&space, &fitness, seed.derive("tell", 0));
        next.rows.push(row);
        next.last = genomes;
        Ok(Some(next))
    }

    /// The final race. All genomes that may be the best play new matches; the better half continues and plays as
    /// many more, until one is left. The finalist of the optimiser is in every round: it is the mean of many
    /// generations, and a few unlucky matches must not throw it out. `None` if the run was stopped.
    fn race(
        &self,
        state: &RunState,
        control: &mut RunControl<'_>,
    ) -> Result<Option<RaceWinner>, RunError> {
        let space = SearchSpace::of(self.trainable);
        let seed = self.plan.seed.derive("race", 0);
        let rivals = state.opponents.rivals(&space, seed.derive("rivals", 0));
        let finalist = state.optimizer.finalist(&space);
        let set = usize::from(finalist.is_some());
        let (mut racers, mut results) = (racers(finalist, state, &space), Vec::new());
        results.resize(racers.len(), JobResult::default());
        let settings = self.plan.last_stage().settings;
        loop {
            let played = results[0].scores.len();
            let seeds = match_seeds(seed, played, played.max(self.plan.search.games));
            let stage = RunStage::Race(racers.len());
            control.observer.stage_started(stage, racers.len() * seeds.len());
            let more = self.evaluate(&racers, &rivals, &seeds, settings, control)?;
            let Some(more) = more else {
                return Ok(None);
            };
            for (result, more) in results.iter_mut().zip(more) {
                result.scores.extend(more.scores);
            }
            let fitness: Vec<f64> = results.iter().map(JobResult::mean).collect();
            let order = ranking(&fitness);
            if racers.len() <= 2 {
                let winner = racers.swap_remove(order[0]);
                return Ok(Some(RaceWinner::new(winner, &results[order[0]])));
            }
            let others = order.iter().copied().filter(|&i| i >= set);
            let better = others.take((racers.len() - set).div_ceil(2));
            let kept: Vec<usize> = (0..set).chain(better).collect();
            racers = kept.iter().map(|&i| racers[i].clone()).collect();
            results = kept.iter().map(|&i| results[i].clone()).collect();
        }
    }

    /// The results of these genomes, each over all seeds; `None` if the run was stopped.
    fn evaluate(
        &self,
        genomes: &[Vec<f64>],
        rivals: &[Vec<f64>],
        seeds: &[Seed],
        settings: &FitnessSettings,
        control: &mut RunControl<'_>,
    ) -> Result<Option<Vec<JobResult>>, RunError> {
        let (settings, against) = settings.split();
        // The user of this machine wrote the plan.
        let against = self.trainable.pool(&against, Trust::All).map_err(EvaluationError::from)?;
        let mut jobs = Vec::new();
        for genome in genomes {
            jobs.extend(seeds.chunks(MAX_JOB_MATCHES).map(|seeds| Job {
                game: self.plan.game.clone(),
                mode: self.plan.mode.clone(),
                settings: settings.clone(),
                against: against.clone(),
                genome: genome.clone(),
                rivals: rivals.to_vec(),
                seeds: seeds.to_vec(),
            }));
        }
        let parts = control.evaluator.evaluate(&jobs, control.observer, control.stop)?;
        let Some(parts) = parts else { return Ok(None) };
        let jobs_per_genome = seeds.len().div_ceil(MAX_JOB_MATCHES).max(1);
        let joined = |parts: &[JobResult]| JobResult {
            scores: parts.iter().flat_map(|part| part.scores.iter().copied()).collect(),
        };
        Ok(Some(parts.chunks(jobs_per_genome).map(joined).collect()))
    }
}

/// The seeds of `count` matches, from number `first` on.
fn match_seeds(seed: Seed, first: usize, count: usize) -> Vec<Seed> {
    (first..first + count).map(|number| seed.derive("match", number as u64)).collect()
}

/// The different genomes that may be the best: the finalist and the favourites of the optimiser, and the last
/// generation.
fn racers(finalist: Option<Vec<f64>>, state: &RunState, space: &SearchSpace<'_>) -> Vec<Vec<f64>> {
    let mut racers: Vec<Vec<f64>> = finalist.into_iter().collect();
    for genome in state.optimizer.favourites(space).into_iter().chain(state.last.clone()) {
        if !racers.contains(&genome) {
            racers.push(genome);
        }
    }
    racers
}

/// The row of a generation in the log.
fn log_row(genomes: &[Vec<f64>], fitness: &[f64], stage: usize, opponents: OpponentKind) -> LogRow {
    let order = ranking(fitness);
    let (first, last) = (order[0], order[order.len() - 1]);
    LogRow {
        best: fitness[first],
        mean: fitness.iter().sum::<f64>() / fitness.len() as f64,
        worst: fitness[last],
        stage,
        opponents,
        genome: genomes[first].clone(),
    }
}
