//! Weights: how much each metric counts, and the score of a placement.

use std::fmt;
use std::ops::{Add, Mul};

use ludus_core::Term;
use wide::bytemuck::cast;
use wide::{f64x8, i32x8};

use crate::battle::Threat;
use crate::metric::{self, Metric, MetricBits, MetricSet, has};
use crate::metrics::Metrics;
use crate::surface::LaneMetrics;

/// One of the six terms that battle adds to a score. Each depends on the board after the placement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BattleTerm {
    /// Being high while garbage is about to rise.
    GarbagePressure,
    /// Sending garbage; it counts more the higher the opponents are.
    AttackBonus,
    /// Clearing lines while the tallest opponent is high.
    DangerAggression,
    /// Being high, squared.
    SurvivalHeight,
    /// Clearing four lines at once.
    TetrisBonus,
    /// Lines cleared, squared.
    LineEfficiency,
}

impl BattleTerm {
    /// All terms, in the order in which scores add them up.
    pub const ALL: [Self; 6] = [
        Self::GarbagePressure,
        Self::AttackBonus,
        Self::DangerAggression,
        Self::SurvivalHeight,
        Self::TetrisBonus,
        Self::LineEfficiency,
    ];

    /// The term's name in files and on screens.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::GarbagePressure => "garbage_pressure",
            Self::AttackBonus => "attack_bonus",
            Self::DangerAggression => "danger_aggression",
            Self::SurvivalHeight => "survival_height",
            Self::TetrisBonus => "tetris_bonus",
            Self::LineEfficiency => "line_efficiency",
        }
    }

    /// What it measures, in a few words.
    #[must_use]
    pub const fn summary(self) -> &'static str {
        match self {
            Self::GarbagePressure => "against being high while garbage is about to rise",
            Self::AttackBonus => "for sending rows, more so to high opponents",
            Self::DangerAggression => "for lines while the tallest opponent is high",
            Self::SurvivalHeight => "against being high, squared",
            Self::TetrisBonus => "for clearing four lines at once",
            Self::LineEfficiency => "for lines cleared, squared",
        }
    }
}

impl fmt::Display for BattleTerm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The greatest weight. Scores with such weights are still far from overflow.
pub const MAX_WEIGHT: f64 = 1e9;

/// What the square of the relative height is multiplied by: the usual height of a board, so that the term has the size of
/// a number of rows.
const SURVIVAL_ROWS: f64 = 20.0;

/// How many lines a tetris clears.
const TETRIS_LINES: f64 = 4.0;

/// The metrics that the battle terms depend on.
const BATTLE_METRICS: MetricBits = metric::bits_of(&[Metric::Lines, Metric::MaxHeight]);

/// Trained weights, all 0 or greater: `lines` counts for a placement, everything else against it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TetrisWeights {
    /// The weights of the first eight metrics.
    pub board: [f64; Metric::TRAINED],
    /// The weights of the six battle terms, if the weights are for battle.
    pub battle: Option<[f64; BattleTerm::ALL.len()]>,
}

/// How placements are scored: a signed weight for every metric, and perhaps the battle terms.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlacementEvaluator {
    weights: [f64; Metric::ALL.len()],
    battle: Option<[f64; BattleTerm::ALL.len()]>,
}

impl From<TetrisWeights> for PlacementEvaluator {
    fn from(trained: TetrisWeights) -> Self {
        let mut weights = [0.0; Metric::ALL.len()];
        for (metric, weight) in Metric::ALL.into_iter().zip(trained.board) {
            weights[metric as usize] = if metric == Metric::Lines { weight } else { -weight };
        }
        Self { weights, battle: trained.battle }
    }
}

impl PlacementEvaluator {
    /// Signed weights of some metrics; the weights of the others are 0.
    #[must_use]
    pub fn signed(weights: &[(Metric, f64)]) -> Self {
        let mut all = [0.0; Metric::ALL.len()];
        for &(metric, weight) in weights {
            all[metric as usize] = weight;
        }
        Self { weights: all, battle: None }
    }

    /// Signed weights of all metrics, and weights of the battle terms if there are any.
    #[must_use]
    pub const fn new(
        weights: [f64; Metric::ALL.len()],
        battle: Option<[f64; BattleTerm::ALL.len()]>,
    ) -> Self {
        Self { weights, battle }
    }

    /// The weights of all metrics and of all battle terms, 0 for those that are not used.
    pub fn all_weights(&self) -> impl Iterator<Item = f64> + '_ {
        let battle = self.battle.unwrap_or([0.0; BattleTerm::ALL.len()]);
        self.weights.iter().copied().chain(battle)
    }

    /// The set of metrics that must be measured. The battle terms depend on two of the trained ones.
    #[must_use]
    pub(crate) fn measured(&self) -> MetricSet {
        let used = |bits, metric: Metric| match self.weights[metric as usize] == 0.0 {
            true => bits,
            false => bits | metric::bits_of(&[metric]),
        };
        let battle = if self.battle.is_some() { BATTLE_METRICS } else { 0 };
        MetricSet::covering(Metric::ALL.into_iter().fold(battle, used))
    }

    /// Whether the score takes garbage and opponents into account.
    #[must_use]
    pub const fn sees_battle(&self) -> bool {
        self.battle.is_some()
    }

    /// The score of a placement; greater is better.
    #[must_use]
    pub fn score(&self, metrics: &Metrics, threat: &Threat) -> f64 {
        self.score_of::<{ metric::ALL }>(metrics, threat)
    }

    /// The score from the metrics of a set; the others have no weight.
    #[inline(always)]
    pub(crate) fn score_of<const SET: MetricBits>(
        &self,
        metrics: &Metrics,
        threat: &Threat,
    ) -> f64 {
        let mut score = self.board_terms::<SET, f64>(|metric| metrics.get(metric));
        if let Some(battle) = &self.battle {
            let for_battle = [Metric::Lines, Metric::MaxHeight].map(|metric| metrics.get(metric));
            for term in battle_terms(battle, for_battle, threat) {
                score += term;
            }
        }
        score
    }

    /// The scores of placements side by side, which clear nothing.
    #[inline(always)]
    pub(crate) fn score_lanes<const SET: MetricBits>(
        &self,
        metrics: &LaneMetrics,
        threat: &Threat,
    ) -> [f64; 16] {
        let half = |half: usize| {
            self.board_terms::<SET, f64x8>(|metric| {
                let lanes: [i32x8; 2] = cast(metrics.lanes(metric));
                let values = f64x8::from_i32x8(lanes[half]);
                // The heights of shapes' middles are stored twice as large.
                if metric as usize == Metric::LandingHeight as usize {
                    values * 0.5
                } else {
                    values
                }
            })
        };
        let mut scores: [f64; 16] = cast([half(0), half(1)]);
        if let Some(battle) = &self.battle {
            let max_heights = metrics.lanes(Metric::MaxHeight).to_array();
            for (score, max_height) in scores.iter_mut().zip(max_heights) {
                for term in battle_terms(battle, [0.0, f64::from(max_height)], threat) {
                    *score += term;
                }
            }
        }
        scores
    }

    /// What the metrics of a set add to the score, of one placement or of several side by side.
    ///
    /// The terms are added in a fixed order with IEEE 754 operations, so a score is the same on every machine. A term
    /// of 0 changes nothing, so a score does not depend on the set.
    #[inline(always)]
    fn board_terms<const SET: MetricBits, T>(&self, value: impl Fn(Metric) -> T) -> T
    where
        T: From<f64> + Add<Output = T> + Mul<Output = T>,
    {
        let mut score = T::from(0.0);
        // Written out: the compiler does not unroll a loop over this many metrics, most of which are not in the set.
        macro_rules! add_terms {
            ($($metric:ident)*) => {
                $(if has(SET, Metric::$metric) {
                    let weight = T::from(self.weights[Metric::$metric as usize]);
                    score = score + weight * value(Metric::$metric);
                })*
            };
        }
        add_terms!(Height Holes Bumpiness Lines MaxHeight Wells RowTransitions ColumnTransitions);
        add_terms!(LandingHeight ErodedCells CumulativeWells HoleDepth RowsWithHoles Diversity);
        add_terms!(NearTop SquaredHeights FlatSteps DoubleSteps SteepSteps BothSteps FlatPair);
        add_terms!(FlatTriple LyingSAndZ TSlot Hooks WallWells DeepWells DeepestWell HighestHole);
        add_terms!(FittingPieces ReadyRows HoleRowSum MiddleHeight SAndZFits);
        score
    }

    /// The parts of a score by name; those of weight 0 are left out.
    #[must_use]
    pub fn terms(&self, metrics: &Metrics, threat: &Threat) -> Vec<Term> {
        let for_battle = [Metric::Lines, Metric::MaxHeight].map(|metric| metrics.get(metric));
        let board = metrics
            .iter()
            .zip(self.weights)
            .filter(|(_, weight)| *weight != 0.0)
            .map(|((metric, value), weight)| Term::new(metric.name(), weight * value));
        let battle = self.battle.into_iter().flat_map(|weights| {
            BattleTerm::ALL
                .into_iter()
                .zip(battle_terms(&weights, for_battle, threat))
                .zip(weights)
                .filter(|(_, weight)| *weight != 0.0)
                .map(|((term, value), _)| Term::new(term.name(), value))
        });
        board.chain(battle).collect()
    }
}

/// The six battle terms of a score, in the order of [`BattleTerm::ALL`], from the lines and the tallest column.
#[inline(always)]
fn battle_terms(weights: &[f64; 6], [lines, max_height]: [f64; 2], threat: &Threat) -> [f64; 6] {
    let [pressure, attack, danger, survival, tetris, efficiency] = *weights;
    let height = max_height / threat.board_height;
    let sent = if threat.has_opponents && lines >= 2.0 { lines - 1.0 } else { 0.0 };
    [
        -(pressure * threat.pending * height),
        attack * sent * (1.0 + threat.mean_height),
        danger * lines * threat.greatest_height,
        -(survival * SURVIVAL_ROWS * height * height),
        if lines == TETRIS_LINES { tetris * TETRIS_LINES } else { 0.0 },
        efficiency * lines * lines,
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::BattleContext;

    /// Metrics in the order (height, holes, bumpiness, lines, max_height, wells).
    fn metrics(values: [f64; 6]) -> Metrics {
        let mut all = Metrics::default();
        all.0[..6].copy_from_slice(&values);
        all
    }

    const SOLO: TetrisWeights =
        TetrisWeights { board: [0.0, 0.3546, 0.0849, 0.3763, 0.0, 0.1841, 0.0, 0.0], battle: None };

    fn context(pending: u32, opponents: &[usize]) -> Threat {
        BattleContext { pending, opponent_max_heights: opponents.to_vec() }.threat(20)
    }

    /// The six weights of the board, and the six battle terms in the order of the file.
    fn battle() -> PlacementEvaluator {
        TetrisWeights {
            board: [0.2, 0.2, 0.1, 0.1, 0.05, 0.05, 0.0, 0.0],
            battle: Some([0.1, 0.05, 0.05, 0.03, 0.05, 0.02]),
        }
        .into()
    }

    #[test]
    fn the_worked_example_scores_minus_1_7342() {
        let score = PlacementEvaluator::from(SOLO)
            .score(&metrics([23.0, 2.0, 10.0, 1.0, 5.0, 3.0]), &context(0, &[]));
        assert!((score - -1.7342).abs() < 1e-12, "{score}");
    }

    #[test]
    fn high_placements_count_less_when_garbage_is_pending() {
        let metrics = metrics([40.0, 2.0, 5.0, 0.0, 10.0, 3.0]);
        let safe = battle().score(&metrics, &context(0, &[5]));
        let danger = battle().score(&metrics, &context(4, &[5]));
        assert!(safe > danger);
        assert!((safe - danger - 0.1 * 4.0 * 0.5).abs() < 1e-12, "garbage_pressure · P · H");
    }

    #[test]
    fn four_lines_count_more_than_one_when_opponents_are_tall() {
        let threat = context(0, &[16, 14]);
        let single = battle().score(&metrics([20.0, 1.0, 3.0, 1.0, 5.0, 2.0]), &threat);
        let tetris = battle().score(&metrics([16.0, 1.0, 3.0, 4.0, 4.0, 2.0]), &threat);
        assert!(tetris > single);
    }

    #[test]
    fn being_high_counts_more_and_more() {
        let high = battle().score(&metrics([80.0, 2.0, 5.0, 0.0, 18.0, 3.0]), &context(0, &[5]));
        let low = battle().score(&metrics([20.0, 2.0, 5.0, 0.0, 5.0, 3.0]), &context(0, &[5]));
        assert!(low > high);
    }

    #[test]
    fn the_battle_terms_are_those_of_the_formula() {
        let terms = battle_terms(&[1.0; 6], [4.0, 10.0], &context(3, &[8, 16]));
        // H = 10/20, S = 3, O = 12/20, D = 16/20.
        let expected = [-1.5, 3.0 * 1.6, 4.0 * 0.8, -5.0, 4.0, 16.0];
        for (term, expected) in terms.into_iter().zip(expected) {
            assert!((term - expected).abs() < 1e-12, "{term} {expected}");
        }
        let alone = battle_terms(&[1.0; 6], [4.0, 10.0], &context(0, &[]));
        assert_eq!(alone[1], 0.0, "without an opponent nothing is sent");
    }

    #[test]
    fn the_terms_add_up_to_the_score() {
        let threat = context(2, &[8, 15]);
        let metrics = metrics([30.0, 2.0, 7.0, 2.0, 6.0, 4.0]);
        let terms = battle().terms(&metrics, &threat);
        let sum: f64 = terms.iter().map(|term| term.value).sum();
        assert!((sum - battle().score(&metrics, &threat)).abs() < 1e-9);
        assert_eq!(terms[0].name, "height");
        assert!(terms.iter().all(|term| term.name != "row_transitions"), "its weight is 0");
    }

    #[test]
    fn a_score_is_the_sum_over_all_metrics_in_their_order() {
        let weights = std::array::from_fn(|i| 0.1 + (i * i) as f64 / 7.0);
        let metrics = Metrics(std::array::from_fn(|i| 3.0 - i as f64 / 3.0));
        let sum =
            weights.iter().zip(metrics.0).fold(0.0, |sum, (weight, value)| sum + weight * value);
        let score = PlacementEvaluator::new(weights, None).score(&metrics, &context(0, &[]));
        assert_eq!(score.to_bits(), sum.to_bits());
    }

    #[test]
    fn weights_say_what_must_be_measured() {
        let signed = |metric| PlacementEvaluator::signed(&[(metric, 1.27)]);
        assert_eq!(PlacementEvaluator::from(SOLO).measured(), MetricSet::Trained);
        assert_eq!(signed(Metric::Diversity).measured(), MetricSet::Controller);
        assert_eq!(signed(Metric::ErodedCells).measured(), MetricSet::Dellacherie);
        let mut weights = [0.0; Metric::ALL.len()];
        weights[Metric::ErodedCells as usize] = 1.0;
        let battle = PlacementEvaluator::new(weights, Some([1.0; 6]));
        assert_eq!(battle.measured(), MetricSet::All, "battle terms need the tallest column");
    }
}
