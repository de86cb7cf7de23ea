//! What is read of placements while they are tried: their metrics, or their scores.

use super::columns::LaneMetrics;
use super::word::LANES;
use crate::battle::Threat;
use crate::metric::{Metric, MetricBits};
use crate::metrics::Metrics;
use crate::weights::PlacementEvaluator;

/// The result of trying a placement.
#[allow(
    clippy::large_enum_variant,
    reason = "it is used up while its placement is read, and lists of it are only made in tests"
)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TriedPlacement {
    /// The piece locks on the board, which then has these metrics.
    Locks(Metrics),
    /// The piece locks with a cell above the top.
    Out,
}

/// The score of a placement.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct ScoredPlacement {
    /// The score; −∞ if the piece locks with a cell above the top.
    pub(crate) score: f64,
    /// How many rows are cleared.
    pub(crate) lines: usize,
}

/// What is read of placements while they are tried.
pub(super) trait PlacementReader {
    /// What is read of each.
    type Read;

    /// Takes the metrics of placements side by side.
    fn take(&mut self, lanes: &LaneMetrics);

    /// Reads one of them.
    fn lane(&self, lane: usize) -> Self::Read;

    /// Reads a placement that was measured by itself.
    fn locked(&self, metrics: &Metrics) -> Self::Read;

    /// Reads a placement above the top.
    fn out(&self) -> Self::Read;
}

/// Reads the metrics themselves.
pub(super) struct MetricsReader {
    lanes: LaneMetrics,
}

impl MetricsReader {
    pub(super) const fn new() -> Self {
        Self { lanes: LaneMetrics::NONE }
    }
}

impl PlacementReader for MetricsReader {
    type Read = TriedPlacement;

    fn take(&mut self, lanes: &LaneMetrics) {
        self.lanes = lanes.clone();
    }

    fn lane(&self, lane: usize) -> TriedPlacement {
        TriedPlacement::Locks(self.lanes.metrics(lane))
    }

    fn locked(&self, metrics: &Metrics) -> TriedPlacement {
        TriedPlacement::Locks(*metrics)
    }

    fn out(&self) -> TriedPlacement {
        TriedPlacement::Out
    }
}

/// Reads scores.
pub(super) struct ScoreReader<'a, const SET: MetricBits> {
    evaluator: &'a PlacementEvaluator,
    threat: &'a Threat,
    lanes: [f64; LANES],
}

impl<'a, const SET: MetricBits> ScoreReader<'a, SET> {
    pub(super) const fn new(evaluator: &'a PlacementEvaluator, threat: &'a Threat) -> Self {
        Self { evaluator, threat, lanes: [0.0; LANES] }
    }
}

impl<const SET: MetricBits> PlacementReader for ScoreReader<'_, SET> {
    type Read = ScoredPlacement;

    #[inline(always)]
    fn take(&mut self, lanes: &LaneMetrics) {
        self.lanes = self.evaluator.score_lanes::<SET>(lanes, self.threat);
    }

    #[inline(always)]
    fn lane(&self, lane: usize) -> ScoredPlacement {
        ScoredPlacement { score: self.lanes[lane], lines: 0 }
    }

    #[inline(always)]
    fn locked(&self, metrics: &Metrics) -> ScoredPlacement {
        let lines = metrics.get(Metric::Lines) as usize;
        ScoredPlacement { score: self.evaluator.score_of::<SET>(metrics, self.threat), lines }
    }

    #[inline(always)]
    fn out(&self) -> ScoredPlacement {
        ScoredPlacement { score: f64::NEG_INFINITY, lines: 0 }
    }
}
