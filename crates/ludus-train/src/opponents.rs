//! Opponents that adapt: fixed bots at first, other genomes when that teaches nothing any more.

use ludus_core::Seed;
use serde::{Deserialize, Serialize};

use crate::space::Space;

/// A gain below this share of the best fitness so far is none.
const GAIN: f64 = 0.01;
/// A fitness that is lower than the best so far by more than this share of it has fallen.
const FALL: f64 = 0.05;

/// Who the opponents are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// The bots that the fitness names.
    Fixed,
    /// The best genome so far, a random one, and then the bots that the fitness names.
    CoEvolution,
}

impl Phase {
    /// Its name in the log.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Fixed => "fixed",
            Self::CoEvolution => "co-evolution",
        }
    }
}

/// The opponents, and when they change.
///
/// Fitness against one kind of opponents says nothing about fitness against the other: every change
/// starts the comparison anew.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Opponents {
    /// After how many generations without a gain genomes become the opponents; none: never.
    stagnation: Option<u32>,
    /// After how many generations below the best the fixed ones come back.
    regression: u32,
    phase: Phase,
    /// The best fitness of this phase.
    best: Option<f64>,
    /// The genome that had it.
    champion: Option<Vec<f64>>,
    /// Generations in a row without a gain, or below the best.
    count: u32,
}

impl Opponents {
    /// Fixed ones; genomes take their place after `stagnation` generations without a gain, and give
    /// it back after `regression` generations of falling. Without `stagnation` they stay.
    #[must_use]
    pub const fn new(stagnation: Option<u32>, regression: u32) -> Self {
        Self { stagnation, regression, phase: Phase::Fixed, best: None, champion: None, count: 0 }
    }

    /// Who they are now.
    #[must_use]
    pub const fn phase(&self) -> Phase {
        self.phase
    }

    /// The genomes that are opponents in this generation.
    #[must_use]
    pub fn rivals(&self, space: &Space<'_>, seed: Seed) -> Vec<Vec<f64>> {
        match (self.phase, &self.champion) {
            (Phase::CoEvolution, Some(champion)) => {
                vec![champion.clone(), space.random(&mut seed.rng())]
            }
            _ => Vec::new(),
        }
    }

    /// The best fitness of a generation and the genome that had it.
    pub fn tell(&mut self, fitness: f64, genome: &[f64]) {
        let Some(stagnation) = self.stagnation else { return };
        let before = self.best;
        if before.is_none_or(|best| fitness >= best) {
            (self.best, self.champion) = (Some(fitness), Some(genome.to_vec()));
        }
        // The first fitness of a phase is what the next ones are compared with.
        let Some(best) = before else { return };
        let (counts, enough, next) = match self.phase {
            Phase::Fixed => (fitness < best + GAIN * best.abs(), stagnation, Phase::CoEvolution),
            Phase::CoEvolution => {
                (fitness < best - FALL * best.abs(), self.regression, Phase::Fixed)
            }
        };
        self.count = if counts { self.count + 1 } else { 0 };
        if self.count >= enough {
            // The champion goes on as an opponent until somebody beats the new ones better.
            (self.phase, self.best, self.count) = (next, None, 0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludus_core::Gene;

    /// The phase after each of these fitnesses.
    fn phases(opponents: &mut Opponents, fitness: &[f64]) -> Vec<Phase> {
        let mut tell = |fitness: &f64| {
            opponents.tell(*fitness, &[*fitness]);
            opponents.phase()
        };
        fitness.iter().map(&mut tell).collect()
    }

    const F: Phase = Phase::Fixed;
    const C: Phase = Phase::CoEvolution;

    #[test]
    fn five_generations_without_a_gain_of_one_percent_switch_to_co_evolution() {
        let mut opponents = Opponents::new(Some(5), 3);
        // The first is the baseline; 101 is a gain of one percent, 101.5 over 101 is none.
        let seen = phases(&mut opponents, &[100.0, 100.5, 101.6, 101.7, 101.0, 102.0, 99.0, 102.3]);
        assert_eq!(seen, [F, F, F, F, F, F, F, C]);
    }

    #[test]
    fn a_gain_starts_the_count_anew() {
        let mut opponents = Opponents::new(Some(2), 3);
        let seen = phases(&mut opponents, &[100.0, 102.0, 102.5, 104.0, 104.1, 104.2]);
        assert_eq!(seen, [F, F, F, F, F, C], "102 and 104 are gains over the best before");
    }

    #[test]
    fn three_generations_more_than_five_percent_below_the_best_switch_back() {
        let mut opponents = Opponents::new(Some(1), 3);
        // The new phase starts its own baseline at 50: the 100 before says nothing.
        let fitness = [100.0, 100.0, 50.0, 48.0, 47.0, 47.0, 48.0, 47.0, 46.0, 45.0];
        let seen = phases(&mut opponents, &fitness);
        assert_eq!(seen[..2], [F, C], "one generation without a gain was asked for");
        assert_eq!(seen[2..], [C, C, C, C, C, C, C, F], "48 is within five percent of 50");
    }

    #[test]
    fn the_champion_and_a_random_genome_are_the_rivals() {
        let genes = [Gene::new("a", 0.0, 200.0)];
        let keep = |_: &mut [f64]| {};
        let space = Space::new(&genes, &keep);
        let mut opponents = Opponents::new(Some(2), 3);
        assert!(opponents.rivals(&space, Seed::new(1)).is_empty());
        phases(&mut opponents, &[100.0, 100.5, 90.0]);
        assert_eq!(opponents.phase(), C);
        let rivals = opponents.rivals(&space, Seed::new(1));
        assert_eq!(rivals[0], [100.5], "the best so far, not the last");
        assert_ne!(rivals[1], opponents.rivals(&space, Seed::new(2))[1]);
        // In the new phase the first fitness is the best, whatever was before.
        phases(&mut opponents, &[60.0]);
        assert_eq!(opponents.rivals(&space, Seed::new(1))[0], [60.0]);
    }

    #[test]
    fn opponents_that_do_not_adapt_stay() {
        let mut opponents = Opponents::new(None, 3);
        assert_eq!(phases(&mut opponents, &[1.0; 20]), [F; 20]);
    }
}
