//! A tuning run: one iteration after another, then the check.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use ludus_arena::{AnyGame, AnyRules, ArenaError};
use ludus_core::{BotSpec, Seed};
use thiserror::Error;

use super::check::{TuneCheck, TuneCheckPlan};
use super::method::TuneSearch;
use super::pairing::{Conditions, Pairing};
use super::plan::TunePlan;
use super::state::{TuneForfeits, TuneRow, TuneState};
use crate::folder::FolderError;
use crate::optimizer::{Optimizer, Spsa};
use crate::space::{SearchSpace, ranking};

/// How many pairs of the check are played before it is saved. It does not depend on the number of cores.
const CHECK_PAIRS: u64 = 32;

/// Observes a run and saves its state.
pub trait TuneObserver {
    /// A game was played.
    fn game_done(&mut self);

    /// An iteration or a part of the check is over. The observer may save the state.
    ///
    /// # Errors
    /// If the state cannot be saved.
    fn step_done(&mut self, state: &TuneState) -> Result<(), FolderError>;
}

/// A run that cannot continue.
#[derive(Debug, Error)]
pub enum TuneError {
    /// The games could not be played.
    #[error(transparent)]
    Arena(#[from] ArenaError),
    /// The state could not be saved.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// All games of the first iteration were lost by bots that failed.
    #[error("every game of the first iteration was forfeited: {0}")]
    Forfeits(String),
}

/// On how many threads a run plays, who observes it, and how to end it early.
pub struct TuneControl<'a> {
    /// How many games are played at a time.
    pub jobs: usize,
    /// How many threads a bot may use.
    pub threads: usize,
    /// Observes the run and saves its state.
    pub observer: &'a mut dyn TuneObserver,
    /// Ends the run after the current iteration, to be resumed later.
    pub ending: &'a AtomicBool,
}

/// A tuning run: its plan, and the game that is played.
pub struct TuneRun<'a> {
    /// The plan.
    pub plan: &'a TunePlan,
    /// The game.
    pub game: &'a dyn AnyGame,
    /// The rules of the plan, parsed.
    pub rules: AnyRules,
}

/// What an iteration came to: the games it had, its mean score, and the next search with its centre.
struct IterationEnd {
    games: u64,
    score: f64,
    search: TuneSearch,
    centre: Vec<f64>,
}

/// The games of one step of a run.
struct StepGames<'a, 'b> {
    game: &'a dyn AnyGame,
    conditions: &'a Conditions,
    failures: &'b mut TuneForfeits,
    observer: &'b mut dyn TuneObserver,
}

impl StepGames<'_, '_> {
    /// The scores of the pairs' own bots, from 0 to 2.
    fn play(&mut self, pairings: &[Pairing]) -> Result<Vec<f64>, TuneError> {
        let done = &mut || self.observer.game_done();
        Ok(self.conditions.play(self.game, pairings, self.failures, done)?)
    }
}

impl TuneRun<'_> {
    /// Tunes from a state to the end of the run, or until it is ended.
    ///
    /// # Errors
    /// If games cannot be played, or the state cannot be saved.
    pub fn run(&self, state: &mut TuneState, control: TuneControl<'_>) -> Result<(), TuneError> {
        let TuneControl { jobs, threads, observer, ending } = control;
        let conditions = Conditions {
            rules: self.rules.clone(),
            seats: self.plan.seats,
            budget: self.plan.budget,
            margin: Duration::from_millis(self.plan.margin_ms),
            jobs,
            threads,
        };
        while !state.is_finished(self.plan) && !ending.load(Ordering::Relaxed) {
            let mut failures = state.failures.clone();
            let mut step = StepGames {
                game: self.game,
                conditions: &conditions,
                failures: &mut failures,
                observer: &mut *observer,
            };
            match &self.plan.check {
                Some(check) if state.is_tuned(self.plan) => self.check(state, check, &mut step)?,
                _ => self.iterate(state, &mut step)?,
            }
            state.failures = failures;
            observer.step_done(state)?;
        }
        Ok(())
    }

    /// Plays one more iteration.
    fn iterate(
        &self,
        state: &mut TuneState,
        step: &mut StepGames<'_, '_>,
    ) -> Result<(), TuneError> {
        let number = state.rows.len() as u64;
        let seed = self.plan.seed.derive("iteration", number);
        let IterationEnd { games, score, search, centre } = match &state.search {
            TuneSearch::Spsa(spsa) => self.perturb(spsa.clone(), seed, step)?,
            TuneSearch::Population(optimizer) => {
                self.generation(optimizer.clone(), &state.answer(self.plan), seed, step)?
            }
        };
        if number == 0 && step.failures.count >= games {
            return Err(TuneError::Forfeits(step.failures.first.clone().unwrap_or_default()));
        }
        let values = self.plan.parameters.iter().zip(&centre);
        state.rows.push(TuneRow {
            games: state.games() + games,
            score,
            values: values.map(|(parameter, value)| parameter.written(*value)).collect(),
        });
        state.search = search;
        Ok(())
    }

    /// SPSA: pairs around the centre play each other, or an opponent each on the same chance.
    fn perturb(
        &self,
        mut spsa: Spsa,
        seed: Seed,
        step: &mut StepGames<'_, '_>,
    ) -> Result<IterationEnd, TuneError> {
        let (plan, space) = (self.plan, self.plan.space());
        let pairs = spsa.ask(plan.batch, seed);
        let first = plan.pairs() - spsa.left();
        let mut pairings = Vec::new();
        for (number, pair) in (0..).zip(&pairs) {
            let bot = |point: &[f64]| plan.bot_with(&space.genome(point));
            let (plus, minus) = (bot(&pair.plus), bot(&pair.minus));
            let seed = seed.derive("games", number);
            match self.opponent(first + number) {
                None => pairings.push(Pairing { own: plus, other: minus, seed }),
                Some(other) => pairings.extend([plus, minus].map(|own| Pairing {
                    own,
                    other: other.clone(),
                    seed,
                })),
            }
        }
        let scores = step.play(&pairings)?;
        let results: Vec<f64> = match plan.against.is_empty() {
            // Games won minus games lost.
            true => scores.iter().map(|score| 2.0 * score - 2.0).collect(),
            // A difference in strength shows half as much against an opponent that does not change.
            false => scores.chunks(2).map(|pair| 2.0 * (pair[0] - pair[1])).collect(),
        };
        spsa.tell(&pairs, &results);
        let mean = results.iter().sum::<f64>() / results.len().max(1) as f64;
        let centre = unrounded(plan, spsa.centre());
        Ok(IterationEnd {
            games: 2 * pairings.len() as u64,
            score: (0.5 + mean / 4.0).clamp(0.0, 1.0),
            search: TuneSearch::Spsa(spsa),
            centre,
        })
    }

    /// A generation: every genome plays the same pairs, against the opponents or the centre of the search.
    fn generation(
        &self,
        mut optimizer: Optimizer,
        centre: &[f64],
        seed: Seed,
        step: &mut StepGames<'_, '_>,
    ) -> Result<IterationEnd, TuneError> {
        let (plan, space) = (self.plan, self.plan.space());
        let genomes = optimizer.ask(&space, seed.derive("ask", 0));
        let centre = plan.bot_with(centre);
        let mut pairings = Vec::new();
        for genome in &genomes {
            pairings.extend((0..plan.batch).map(|number| Pairing {
                own: plan.bot_with(genome),
                other: self.opponent(number).unwrap_or(&centre).clone(),
                seed: seed.derive("games", number),
            }));
        }
        let scores = step.play(&pairings)?;
        let mean = |scores: &[f64]| scores.iter().sum::<f64>() / (2 * scores.len().max(1)) as f64;
        let fitness: Vec<f64> = scores.chunks(plan.batch as usize).map(mean).collect();
        optimizer.tell(&space, &fitness, seed.derive("tell", 0));
        let best = || genomes[ranking(&fitness)[0]].clone();
        Ok(IterationEnd {
            games: 2 * pairings.len() as u64,
            score: mean(&scores),
            centre: centre_of(&optimizer, &space).unwrap_or_else(best),
            search: TuneSearch::Population(optimizer),
        })
    }

    /// The opponent of a pair by its number: one after the other.
    fn opponent(&self, number: u64) -> Option<&BotSpec> {
        let against = &self.plan.against;
        against.get((number % against.len().max(1) as u64) as usize)
    }

    /// Plays the next part of the check.
    fn check(
        &self,
        state: &mut TuneState,
        check: &TuneCheckPlan,
        step: &mut StepGames<'_, '_>,
    ) -> Result<(), TuneError> {
        let tuned = self.plan.bot_with(&state.answer(self.plan));
        let untuned = self.plan.bot_with(&self.plan.start());
        let played = state.check.get_or_insert_with(TuneCheck::default);
        let done = played.scores.len() as u64;
        let seed = self.plan.seed.derive("check", 0);
        let pairing = |number: u64| Pairing {
            own: tuned.clone(),
            other: untuned.clone(),
            seed: seed.derive("games", number),
        };
        let end = check.pairs().min(done + CHECK_PAIRS);
        let pairings: Vec<Pairing> = (done..end).map(pairing).collect();
        let scores = step.play(&pairings)?;
        played.extend(check, &scores);
        Ok(())
    }
}

/// The centre of SPSA in the units of the parameters. It is not rounded: whole numbers move in small steps, too.
fn unrounded(plan: &TunePlan, point: &[f64]) -> Vec<f64> {
    let value = |(parameter, unit): (&super::TunedParameter, &f64)| {
        parameter.min + unit * (parameter.max - parameter.min)
    };
    plan.parameters.iter().zip(point).map(value).collect()
}

/// The centre of a search by generations. A search that has converged has started again at a random point; its centre is
/// then the one that it converged to.
fn centre_of(optimizer: &Optimizer, space: &SearchSpace<'_>) -> Option<Vec<f64>> {
    let mut centres = optimizer.favourites(space);
    let current = centres.pop()?;
    Some(centres.pop().unwrap_or(current))
}
