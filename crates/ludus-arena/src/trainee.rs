//! Weights that can be trained, without the types of their game: how training sees them.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use ludus_core::{Contest, Fitness, Game, Gene, Seed, TrainError, Trainable};
use serde_json::Value;

use crate::arbiter::ArbiterPlan;
use crate::error::ArenaError;
use crate::turns::{Table, Turns};

/// Weights of some game that can be trained. Every [`Trainable`] is one.
pub trait AnyTrainable: Send + Sync {
    /// The name of the game.
    fn game(&self) -> &'static str;

    /// Its own name, the `--mode` of `ludus train`.
    fn name(&self) -> &'static str;

    /// What is trained, in a few words.
    fn summary(&self) -> &'static str;

    /// The weights, in the order of every genome.
    fn genes(&self) -> &[Gene];

    /// Brings a genome into the form that is played and written down.
    fn normalise(&self, genome: &mut [f64]);

    /// The weights that the program plays by when nobody trained any.
    fn shipped(&self) -> Vec<f64>;

    /// Whether the opponents may be other genomes.
    fn adapts(&self) -> bool;

    /// What fitness depends on beside the genome, as a complete tree of keys.
    fn settings(&self) -> Value;

    /// Makes sure that matches can be played by these settings.
    ///
    /// # Errors
    /// If they cannot.
    fn check(&self, settings: &Value) -> Result<(), ArenaError>;

    /// How the weights in this file are matched against the shipped ones.
    fn contest(&self, settings: &Value, path: &str) -> Contest;

    /// Plays one match for every seed and tells what each counts, in the order of the seeds. The
    /// answer depends on the task alone. `None` if it was stopped.
    ///
    /// # Errors
    /// If the settings or the genome do not fit.
    fn play(&self, task: &Task<'_>, stop: &Arc<AtomicBool>)
    -> Result<Option<Vec<f64>>, ArenaError>;

    /// Where the first turns of the match with this seed lead, played by the shipped weights and the
    /// usual settings: programs that agree on it play alike.
    ///
    /// # Errors
    /// If the match cannot be played.
    fn trace(&self, seed: Seed, turns: usize) -> Result<String, ArenaError>;
}

/// What a genome's fitness is computed from, see [`AnyTrainable::play`].
#[derive(Clone, Copy, Debug)]
pub struct Task<'a> {
    /// What fitness depends on beside the genome.
    pub settings: &'a Value,
    /// The weights.
    pub genome: &'a [f64],
    /// Genomes that take the place of the first opponents.
    pub rivals: &'a [Vec<f64>],
    /// The seeds of the matches.
    pub seeds: &'a [Seed],
}

impl<G: Game> AnyTrainable for Box<dyn Trainable<G>> {
    fn game(&self) -> &'static str {
        G::NAME
    }

    fn name(&self) -> &'static str {
        (**self).name()
    }

    fn summary(&self) -> &'static str {
        (**self).summary()
    }

    fn genes(&self) -> &[Gene] {
        (**self).genes()
    }

    fn normalise(&self, genome: &mut [f64]) {
        (**self).normalise(genome);
    }

    fn shipped(&self) -> Vec<f64> {
        (**self).shipped()
    }

    fn adapts(&self) -> bool {
        (**self).adapts()
    }

    fn settings(&self) -> Value {
        (**self).settings()
    }

    fn check(&self, settings: &Value) -> Result<(), ArenaError> {
        let fitness = self.fitness(settings)?;
        let stop = Arc::new(AtomicBool::new(false));
        set_up(fitness.as_ref(), &self.shipped(), &[], Seed::new(0), &stop).map(drop)
    }

    fn contest(&self, settings: &Value, path: &str) -> Contest {
        (**self).contest(settings, path)
    }

    fn play(
        &self,
        task: &Task<'_>,
        stop: &Arc<AtomicBool>,
    ) -> Result<Option<Vec<f64>>, ArenaError> {
        let of_size = |genome: &[f64]| genome.len() == self.genes().len();
        if !of_size(task.genome) || !task.rivals.iter().all(|rival| of_size(rival)) {
            let text = format!("a genome of {} has {} genes", self.name(), self.genes().len());
            return Err(TrainError::Other(text).into());
        }
        let fitness = self.fitness(task.settings)?;
        task.seeds.iter().map(|&seed| play_one(fitness.as_ref(), task, seed, stop)).collect()
    }

    fn trace(&self, seed: Seed, turns: usize) -> Result<String, ArenaError> {
        let fitness = self.fitness(&self.settings())?;
        let stop = Arc::new(AtomicBool::new(false));
        let (mut driver, own) = set_up(fitness.as_ref(), &self.shipped(), &[], seed, &stop)?;
        for _ in 0..turns {
            if driver.play_turn().is_none() {
                break;
            }
        }
        let snapshot = driver.game().snapshot();
        Ok(format!("{}\n{}\n{}\n", own.index(), snapshot.text, snapshot.data))
    }
}

/// A match that is ready to be played, and the seat of the genome.
fn set_up<G: Game>(
    fitness: &dyn Fitness<G>,
    genome: &[f64],
    rivals: &[Vec<f64>],
    seed: Seed,
    stop: &Arc<AtomicBool>,
) -> Result<(Turns<G>, ludus_core::Seat), ArenaError> {
    let seating = fitness.seating(genome, rivals, seed)?;
    let table = Table {
        id: String::new(),
        labels: Vec::new(),
        rules: fitness.rules().clone(),
        seed: seed.derive("unit", 0),
        bot_seed: seed.derive("game", 0),
        budget: fitness.budget(),
        margin: Duration::ZERO,
        threads: 1,
        insight: false,
        arbiter: ArbiterPlan::default(),
        stop: Arc::clone(stop),
        pulse: Arc::default(),
    };
    Ok((Turns::new(table, seating.bots)?, seating.own))
}

/// What one match counts; `None` if it was stopped.
fn play_one<G: Game>(
    fitness: &dyn Fitness<G>,
    task: &Task<'_>,
    seed: Seed,
    stop: &Arc<AtomicBool>,
) -> Result<Option<f64>, ArenaError> {
    let (mut turns, own) = set_up(fitness, task.genome, task.rivals, seed, stop)?;
    while turns.play_turn().is_some() {}
    let outcome = turns.game().outcome();
    Ok(outcome.map(|outcome| fitness.score(turns.game(), &outcome, own)))
}
