//! Training of `master`: signed weights of all metrics, one step, alone.
//!
//! A weight says nothing by itself: metrics differ in how much they vary from one placement to the next. So the range of
//! a gene is one over the spread of its metric, and a genome has the length 1 when every weight is multiplied by the
//! spread. A step of the search then changes every gene by about as much as it matters.

use ludus_core::{BotSpec, Contest, Fitness, Gene, Pool, TrainError, Trainable};

use super::contest;
use super::solo::{CONTEST_GAMES, LineFitness, STAGE_KEY, SoloSettings};
use crate::bots::preset_weights;
use crate::game::Tetris;
use crate::lookahead::Lookahead;
use crate::metric::Metric;
use crate::weights::PlacementEvaluator;

/// How high the board is in training without stages. The shipped weights come close to the limit on a higher one.
const MASTER_HEIGHT: usize = 10;

/// Signed weights of all metrics.
#[derive(Clone, Copy, Debug)]
pub struct Master;

/// The spread of each metric: its standard deviation among the six best placements of a decision, for decisions of
/// `dt10` on 10 rows with pieces from above. A test measures them again.
const SPREADS: [f64; Metric::ALL.len()] = [
    3.292, 0.485, 2.169, 0.320, 0.917, 0.872, 1.996, 0.842, 1.074, 0.753, 1.228, 0.821, 0.441,
    0.634, 2.366, 23.395, 0.912, 0.775, 0.631, 0.353, 0.098, 0.381, 0.544, 0.321, 0.543, 0.519,
    0.155, 0.544, 1.020, 0.324, 0.386, 1.330, 2.109, 1.042,
];

const MASTER_GENES: [Gene; Metric::ALL.len()] = {
    let mut genes = [Gene::new("", -1.0, 1.0); Metric::ALL.len()];
    let mut i = 0;
    while i < genes.len() {
        genes[i] = Gene::new(Metric::ALL[i].name(), -1.0 / SPREADS[i], 1.0 / SPREADS[i]);
        i += 1;
    }
    genes
};

impl Trainable<Tetris> for Master {
    type Settings = SoloSettings;

    fn name(&self) -> &'static str {
        "master"
    }

    fn summary(&self) -> &'static str {
        "signed weights of all metrics that clear lines alone, for master"
    }

    fn genes(&self) -> &[Gene] {
        &MASTER_GENES
    }

    /// Scales a genome to the length 1 in units of the spreads, which does not change the order of scores. A genome of
    /// zeros stays.
    fn normalise(&self, genome: &mut [f64]) {
        let scaled = genome.iter().zip(SPREADS).map(|(weight, spread)| weight * spread);
        let length = scaled.map(|x| x * x).sum::<f64>().sqrt();
        if length > 0.0 && length.is_finite() {
            genome.iter_mut().for_each(|weight| *weight /= length);
        }
    }

    fn shipped(&self) -> Vec<f64> {
        self.weights_of("master").unwrap_or_else(|| vec![0.0; MASTER_GENES.len()])
    }

    fn weights_of(&self, bot: &str) -> Option<Vec<f64>> {
        let spec: BotSpec = bot.parse().ok()?;
        let weights = preset_weights(&spec)?;
        Some(weights.all_weights().take(MASTER_GENES.len()).collect())
    }

    fn stage_key(&self) -> Option<&'static str> {
        Some(STAGE_KEY)
    }

    fn settings(&self) -> SoloSettings {
        SoloSettings::new(Lookahead::None, MASTER_HEIGHT)
    }

    fn fitness(
        &self,
        settings: SoloSettings,
        _against: Pool,
    ) -> Result<Box<dyn Fitness<Tetris>>, TrainError> {
        Ok(Box::new(LineFitness { settings, evaluator: signed }))
    }

    fn contest(&self, settings: &SoloSettings, path: &str) -> Contest {
        Contest { alone: true, ..contest(settings.lookahead, path, "master", CONTEST_GAMES) }
    }
}

fn signed(genome: &[f64]) -> PlacementEvaluator {
    let weights: Vec<_> = Metric::ALL.into_iter().zip(genome.iter().copied()).collect();
    PlacementEvaluator::signed(&weights)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::action::{Action, Placement};
    use crate::battle::Threat;
    use crate::metrics::Metrics;
    use crate::rules::{Spawn, TetrisRules};
    use ludus_core::{Answer, Game, Seat, Seed, SeededChance};

    /// How many decisions the spreads are measured on, and how many of the best placements count.
    const DECISIONS: u32 = 20_000;
    const BEST: usize = 6;

    /// The six best placements of the current piece with their metrics, the best first.
    fn best_six(game: &Tetris, dt10: &PlacementEvaluator) -> Vec<(Placement, Metrics)> {
        let field = game.field(Seat::FIRST);
        let threat = Threat::none(field.board.height());
        let lands = |placement: Placement| {
            let landing = field.board.drop_piece(field.current, placement, Spawn::Free)?;
            let metrics = Metrics::of(&landing, field.current.shape(placement.rotation));
            (!landing.out).then(|| (dt10.score(&metrics, &threat), placement, metrics))
        };
        let all = Placement::all(field.current, field.board.width());
        let mut all: Vec<_> = all.filter_map(lands).collect();
        all.sort_by(|a, b| b.0.total_cmp(&a.0));
        all.into_iter().take(BEST).map(|(_, placement, metrics)| (placement, metrics)).collect()
    }

    fn variance(values: &[f64]) -> f64 {
        let mean = values.iter().sum::<f64>() / values.len() as f64;
        values.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>() / values.len() as f64
    }

    /// The square roots of the mean variances.
    fn measured() -> Vec<f64> {
        let dt10 = preset_weights(&"dt10".parse().unwrap()).unwrap();
        let rules = TetrisRules { height: 10, spawn: Spawn::Free, ..TetrisRules::default() };
        let mut sums = vec![0.0; Metric::ALL.len()];
        let (mut games, mut decisions) = (0, 0);
        while decisions < DECISIONS {
            let mut chance = SeededChance::new(Seed::new(games));
            let mut game = Tetris::new(&rules, 1, &mut chance).unwrap();
            games += 1;
            while !game.is_over() && decisions < DECISIONS {
                let six = best_six(&game, &dt10);
                let Some((best, _)) = six.first() else { break };
                for (metric, sum) in Metric::ALL.into_iter().zip(&mut sums) {
                    *sum += variance(&six.iter().map(|(_, m)| m.get(metric)).collect::<Vec<_>>());
                }
                decisions += 1;
                let action = Action { placement: *best, target: None };
                game.apply(&[(Seat::FIRST, Answer::Play(action))], &mut chance);
            }
        }
        sums.into_iter().map(|sum| (sum / f64::from(decisions)).sqrt()).collect()
    }

    #[test]
    fn spreads_are_those_of_the_six_best_placements() {
        let measured = measured();
        let close = |(a, b): (&f64, f64)| (a / b - 1.0).abs() < 0.05;
        assert!(measured.iter().zip(SPREADS).all(close), "{measured:.3?}");
    }

    #[test]
    fn a_genome_has_the_length_one_in_units_of_the_spreads() {
        let mut genome = Master.weights_of("dt10").unwrap();
        Master.normalise(&mut genome);
        let squares = genome.iter().zip(SPREADS).map(|(w, spread)| w * w * spread * spread);
        assert!((squares.sum::<f64>() - 1.0).abs() < 1e-12);
        let within = |(weight, gene): (&f64, &Gene)| (gene.low..=gene.high).contains(weight);
        assert!(genome.iter().zip(Master.genes()).all(within));
        let mut nothing = vec![0.0; genome.len()];
        Master.normalise(&mut nothing);
        assert!(nothing.iter().all(|weight| *weight == 0.0));
    }

    #[test]
    fn training_starts_from_any_bot_with_weights() {
        assert_eq!(Master.weights_of("dt10").unwrap()[Metric::RowsWithHoles as usize], -9.65);
        assert_eq!(Master.weights_of("master"), Some(Master.shipped()));
        for name in ["random", "weights", "no-such-bot"] {
            assert_eq!(Master.weights_of(name), None, "{name}");
        }
    }
}
