//! Runs: generation after generation, and at the end a race of those that may be the best.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use ludus_arena::{AnyTrainable, split_opponents};
use ludus_core::{Seed, Trust};
use serde::{Deserialize, Serialize};

use crate::evaluator::{EvaluateError, Evaluator, Watch};
use crate::job::{Job, Score};
use crate::opponents::{Opponents, Phase};
use crate::optimizer::Optimizer;
use crate::plan::Plan;
use crate::space::{Space, ranking};

/// No job has more matches than this: many small jobs keep all cores busy until the end.
const JOB_GAMES: usize = 10;

/// What is known after a number of generations: all that is needed to go on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    /// The optimiser with all that it has learned.
    pub optimizer: Optimizer,
    /// The opponents.
    pub opponents: Opponents,
    /// What is in the log, a row for every generation.
    pub rows: Vec<Row>,
    /// The genomes of the last generation.
    pub last: Vec<Vec<f64>>,
    /// The best genome, once all generations are done and those that may be the best have raced.
    pub best: Option<Best>,
}

impl State {
    /// The generation with the best fitness so far, of those against the same kind of opponents as the last; of equal
    /// ones the last.
    #[must_use]
    pub fn best_row(&self) -> Option<&Row> {
        let opponents = self.rows.last()?.opponents;
        let same = self.rows.iter().filter(|row| row.opponents == opponents);
        same.max_by(|a, b| a.best.total_cmp(&b.best))
    }

    /// Whether all generations of the plan are done, and the best genome is found.
    #[must_use]
    pub fn is_finished(&self, plan: &Plan) -> bool {
        self.best.is_some() && self.rows.len() as u64 >= plan.generations
    }
}

/// One generation in the log.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Row {
    /// The best fitness.
    pub best: f64,
    /// The mean of all.
    pub mean: f64,
    /// The worst.
    pub worst: f64,
    /// Who the opponents were.
    pub opponents: Phase,
    /// The genome with the best fitness.
    pub genome: Vec<f64>,
}

/// The genome that won the race.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Best {
    /// Its fitness over all its matches of the race.
    pub fitness: f64,
    /// The standard error of that.
    pub error: f64,
    /// How many matches that were.
    pub games: usize,
    /// The genome.
    pub genome: Vec<f64>,
}

/// Something that follows a run.
pub trait Follow: Watch {
    /// So many matches are played now, until the next call.
    fn begins(&self, what: Stage, matches: usize);

    /// A stage is over; what is known now should be kept.
    ///
    /// # Errors
    /// If it cannot be kept.
    fn keep(&self, state: &State) -> Result<(), RunError>;
}

/// A part of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// A generation by its number, from 0.
    Generation(u64),
    /// A round of the race at the end, with so many genomes.
    Race(usize),
}

/// A run that cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The jobs cannot be carried out.
    #[error(transparent)]
    Evaluate(#[from] EvaluateError),
    /// What was found cannot be kept.
    #[error(transparent)]
    Files(#[from] crate::files::FilesError),
}

/// A run: its plan, and what it trains.
pub struct Run<'a> {
    /// What it does.
    pub plan: &'a Plan,
    /// What it trains.
    pub trainable: &'a dyn AnyTrainable,
}

impl Run<'_> {
    /// What is known before the first generation.
    #[must_use]
    pub fn first_state(&self) -> State {
        let plan = self.plan;
        let normalise = |genome: &mut [f64]| self.trainable.normalise(genome);
        let space = Space::new(self.trainable.genes(), &normalise);
        let start = plan.start.as_deref();
        State {
            optimizer: Optimizer::new(plan.optimizer, &plan.evolution, &space, start),
            opponents: Opponents::new(plan.stagnation, plan.regression),
            rows: Vec::new(),
            last: Vec::new(),
            best: None,
        }
    }

    /// Goes on from a state to the end. `ending` is looked at between generations: the run then ends
    /// there, to be resumed later. Setting `stop` ends it at once, at the last state that was kept.
    ///
    /// # Errors
    /// If jobs cannot be carried out, or what was found cannot be kept.
    pub fn go_on(
        &self,
        state: &mut State,
        evaluator: &mut dyn Evaluator,
        follow: &dyn Follow,
        ending: &AtomicBool,
        stop: &Arc<AtomicBool>,
    ) -> Result<(), RunError> {
        if !state.is_finished(self.plan) {
            // A finished run that is to have more generations races once more at its new end.
            state.best = None;
        }
        while (state.rows.len() as u64) < self.plan.generations {
            if ending.load(Ordering::Relaxed) {
                return Ok(());
            }
            let Some(next) = self.generation(state, evaluator, follow, stop)? else {
                return Ok(());
            };
            *state = next;
            follow.keep(state)?;
            evaluator.kept();
        }
        if state.best.is_none() && !ending.load(Ordering::Relaxed) {
            state.best = self.race(state, evaluator, follow, stop)?;
            follow.keep(state)?;
        }
        Ok(())
    }

    /// The state after one more generation; `None` if it was stopped.
    fn generation(
        &self,
        state: &State,
        evaluator: &mut dyn Evaluator,
        follow: &dyn Follow,
        stop: &Arc<AtomicBool>,
    ) -> Result<Option<State>, RunError> {
        let normalise = |genome: &mut [f64]| self.trainable.normalise(genome);
        let space = Space::new(self.trainable.genes(), &normalise);
        let number = state.rows.len() as u64;
        let seed = self.plan.seed.derive("generation", number);
        let mut next = state.clone();
        let genomes = next.optimizer.ask(&space, seed.derive("ask", 0));
        let rivals = next.opponents.rivals(&space, seed.derive("rivals", 0));
        // All genomes of a generation play the same matches, and every generation others.
        let seeds: Vec<Seed> =
            (0..self.plan.games).map(|game| seed.derive("match", game as u64)).collect();
        follow.begins(Stage::Generation(number), genomes.len() * seeds.len());
        let entries: Vec<_> = genomes.iter().map(|genome| (genome, seeds.as_slice())).collect();
        let Some(scores) = self.scores(&entries, &rivals, evaluator, follow, stop)? else {
            return Ok(None);
        };
        let fitness: Vec<f64> = scores.iter().map(Score::mean).collect();
        let row = row(&genomes, &fitness, next.opponents.phase());
        next.opponents.tell(row.best, &row.genome);
        next.optimizer.tell(&space, &fitness, seed.derive("tell", 0));
        next.rows.push(row);
        next.last = genomes;
        Ok(Some(next))
    }

    /// The race: everybody who may be the best plays fresh matches; the better half goes on and plays
    /// as many more, until one is left. `None` if it was stopped.
    fn race(
        &self,
        state: &State,
        evaluator: &mut dyn Evaluator,
        follow: &dyn Follow,
        stop: &Arc<AtomicBool>,
    ) -> Result<Option<Best>, RunError> {
        let normalise = |genome: &mut [f64]| self.trainable.normalise(genome);
        let space = Space::new(self.trainable.genes(), &normalise);
        let seed = self.plan.seed.derive("race", 0);
        let rivals = state.opponents.rivals(&space, seed.derive("rivals", 0));
        let mut racers: Vec<(Vec<f64>, Score)> = Vec::new();
        for genome in state.optimizer.favourites(&space).into_iter().chain(state.last.clone()) {
            if racers.iter().all(|(other, _)| *other != genome) {
                racers.push((genome, Score::default()));
            }
        }
        loop {
            let played = racers[0].1.0.len();
            let more = played.max(self.plan.games);
            let seeds: Vec<Seed> =
                (played..played + more).map(|game| seed.derive("match", game as u64)).collect();
            follow.begins(Stage::Race(racers.len()), racers.len() * seeds.len());
            let entries: Vec<_> = racers.iter().map(|(genome, _)| (genome, &seeds[..])).collect();
            let Some(scores) = self.scores(&entries, &rivals, evaluator, follow, stop)? else {
                return Ok(None);
            };
            for ((_, score), new) in racers.iter_mut().zip(scores) {
                score.0.extend(new.0);
            }
            let fitness: Vec<f64> = racers.iter().map(|(_, score)| score.mean()).collect();
            let order = ranking(&fitness);
            if racers.len() <= 2 {
                let (genome, score) = racers.swap_remove(order[0]);
                return Ok(Some(best(genome, &score)));
            }
            let half = racers.len().div_ceil(2);
            racers = order.into_iter().take(half).map(|i| racers[i].clone()).collect();
        }
    }

    /// The scores of these genomes, each over all its seeds; `None` if it was stopped.
    fn scores(
        &self,
        entries: &[(&Vec<f64>, &[Seed])],
        rivals: &[Vec<f64>],
        evaluator: &mut dyn Evaluator,
        follow: &dyn Follow,
        stop: &Arc<AtomicBool>,
    ) -> Result<Option<Vec<Score>>, RunError> {
        let (settings, against) = split_opponents(&self.plan.settings);
        // The plan is this user's own.
        let against = self.trainable.pool(&against, Trust::All).map_err(EvaluateError::from)?;
        let mut jobs = Vec::new();
        let mut owners = Vec::new();
        for (owner, (genome, seeds)) in entries.iter().enumerate() {
            for seeds in seeds.chunks(JOB_GAMES) {
                owners.push(owner);
                jobs.push(Job {
                    game: self.plan.game.clone(),
                    mode: self.plan.mode.clone(),
                    settings: settings.clone(),
                    against: against.clone(),
                    genome: (*genome).clone(),
                    rivals: rivals.to_vec(),
                    seeds: seeds.to_vec(),
                });
            }
        }
        let Some(parts) = evaluator.evaluate(&jobs, follow, stop)? else { return Ok(None) };
        let mut scores = vec![Score::default(); entries.len()];
        for (owner, part) in owners.into_iter().zip(parts) {
            scores[owner].0.extend(part.0);
        }
        Ok(Some(scores))
    }
}

/// The row of a generation.
fn row(genomes: &[Vec<f64>], fitness: &[f64], opponents: Phase) -> Row {
    let order = ranking(fitness);
    let (first, last) = (order[0], order[order.len() - 1]);
    Row {
        best: fitness[first],
        mean: fitness.iter().sum::<f64>() / fitness.len() as f64,
        worst: fitness[last],
        opponents,
        genome: genomes[first].clone(),
    }
}

/// The winner of the race with its standard error.
fn best(genome: Vec<f64>, score: &Score) -> Best {
    let mean = score.mean();
    let n = score.0.len() as f64;
    let squares: f64 = score.0.iter().map(|x| (x - mean) * (x - mean)).sum();
    let error = if n > 1.0 { (squares / (n - 1.0) / n).sqrt() } else { 0.0 };
    Best { fitness: mean, error, games: score.0.len(), genome }
}
