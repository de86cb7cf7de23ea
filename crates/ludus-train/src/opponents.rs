//! Opponents that adapt: bots at first, other genomes when bots teach nothing more.

use ludus_core::Seed;
use serde::{Deserialize, Serialize};

use crate::parameters::OpponentParameters;
use crate::space::SearchSpace;

/// A smaller gain does not count, as a share of the best fitness so far.
const MIN_GAIN: f64 = 0.01;
/// A fitness has fallen if it is below the best so far by more than this share of it.
const MAX_FALL: f64 = 0.05;

/// The kind of opponents.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OpponentKind {
    /// The bots that the settings of the fitness list.
    Fixed,
    /// The best genome so far, a random one, and then the listed bots.
    CoEvolution,
}

impl OpponentKind {
    /// The name in the log.
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
/// Fitness against one kind of opponents says nothing about fitness against the other kind. So each change resets the
/// best fitness.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Opponents {
    #[serde(flatten)]
    parameters: OpponentParameters,
    /// The kind of opponents now.
    #[serde(rename = "phase")]
    kind: OpponentKind,
    /// The best fitness against this kind.
    best: Option<f64>,
    /// The genome that had the best fitness.
    champion: Option<Vec<f64>>,
    /// Consecutive generations without a gain, or below the best.
    count: u32,
}

impl Opponents {
    /// Bots at first. Without `stagnation` they stay.
    #[must_use]
    pub const fn new(parameters: OpponentParameters) -> Self {
        Self { parameters, kind: OpponentKind::Fixed, best: None, champion: None, count: 0 }
    }

    /// The kind of opponents now.
    #[must_use]
    pub const fn kind(&self) -> OpponentKind {
        self.kind
    }

    /// The genomes that are opponents in this generation.
    #[must_use]
    pub fn rivals(&self, space: &SearchSpace<'_>, seed: Seed) -> Vec<Vec<f64>> {
        match (self.kind, &self.champion) {
            (OpponentKind::CoEvolution, Some(champion)) => {
                vec![champion.clone(), space.random(&mut seed.rng())]
            }
            _ => Vec::new(),
        }
    }

    /// Learns the best fitness of a generation and the genome that had it, and changes the opponents if it is time.
    pub fn update(&mut self, fitness: f64, genome: &[f64]) {
        let Some(stagnation) = self.parameters.stagnation else { return };
        let before = self.best;
        if before.is_none_or(|best| fitness >= best) {
            (self.best, self.champion) = (Some(fitness), Some(genome.to_vec()));
        }
        // The first fitness after a change is the baseline of the next ones.
        let Some(best) = before else { return };
        let (counts, limit, next) = match self.kind {
            OpponentKind::Fixed => {
                let stagnates = fitness < best + MIN_GAIN * best.abs();
                (stagnates, stagnation, OpponentKind::CoEvolution)
            }
            OpponentKind::CoEvolution => {
                let falls = fitness < best - MAX_FALL * best.abs();
                (falls, self.parameters.regression, OpponentKind::Fixed)
            }
        };
        self.count = if counts { self.count + 1 } else { 0 };
        if self.count >= limit {
            // The champion stays an opponent until a genome has a better fitness against the new opponents.
            (self.kind, self.best, self.count) = (next, None, 0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludus_core::Gene;

    fn adapting(stagnation: Option<u32>) -> Opponents {
        Opponents::new(OpponentParameters { stagnation, regression: 3 })
    }

    /// The kind of opponents after each of these fitnesses.
    fn kinds(opponents: &mut Opponents, fitness: &[f64]) -> Vec<OpponentKind> {
        let mut update = |fitness: &f64| {
            opponents.update(*fitness, &[*fitness]);
            opponents.kind()
        };
        fitness.iter().map(&mut update).collect()
    }

    const F: OpponentKind = OpponentKind::Fixed;
    const C: OpponentKind = OpponentKind::CoEvolution;

    #[test]
    fn five_generations_without_a_gain_of_one_percent_switch_to_co_evolution() {
        let mut opponents = adapting(Some(5));
        // The first is the baseline; 101 is a gain of one percent, 101.5 over 101 is none.
        let seen = kinds(&mut opponents, &[100.0, 100.5, 101.6, 101.7, 101.0, 102.0, 99.0, 102.3]);
        assert_eq!(seen, [F, F, F, F, F, F, F, C]);
    }

    #[test]
    fn a_gain_starts_the_count_anew() {
        let mut opponents = adapting(Some(2));
        let seen = kinds(&mut opponents, &[100.0, 102.0, 102.5, 104.0, 104.1, 104.2]);
        assert_eq!(seen, [F, F, F, F, F, C], "102 and 104 are gains over the best before");
    }

    #[test]
    fn three_generations_more_than_five_percent_below_the_best_switch_back() {
        let mut opponents = adapting(Some(1));
        // The new opponents have their own baseline, 50. The 100 before does not count.
        let fitness = [100.0, 100.0, 50.0, 48.0, 47.0, 47.0, 48.0, 47.0, 46.0, 45.0];
        let seen = kinds(&mut opponents, &fitness);
        assert_eq!(seen[..2], [F, C], "one generation without a gain was asked for");
        assert_eq!(seen[2..], [C, C, C, C, C, C, C, F], "48 is within five percent of 50");
    }

    #[test]
    fn the_champion_and_a_random_genome_are_the_rivals() {
        let genes = [Gene::new("a", 0.0, 200.0)];
        let keep = |_: &mut [f64]| {};
        let space = SearchSpace::new(&genes, keep);
        let mut opponents = adapting(Some(2));
        assert!(opponents.rivals(&space, Seed::new(1)).is_empty());
        kinds(&mut opponents, &[100.0, 100.5, 90.0]);
        assert_eq!(opponents.kind(), C);
        let rivals = opponents.rivals(&space, Seed::new(1));
        assert_eq!(rivals[0], [100.5], "the best so far, not the last");
        assert_ne!(rivals[1], opponents.rivals(&space, Seed::new(2))[1]);
        // Against new opponents the first fitness is the best, no matter what was before.
        kinds(&mut opponents, &[60.0]);
        assert_eq!(opponents.rivals(&space, Seed::new(1))[0], [60.0]);
    }

    #[test]
    fn opponents_that_do_not_adapt_stay() {
        let mut opponents = adapting(None);
        assert_eq!(kinds(&mut opponents, &[1.0; 20]), [F; 20]);
    }
}
