//! Weaker play on purpose: fewer nodes, and a choice between the best moves that noise decides.
//!
//! The levels are those of `UCI_Elo`. `docs/CHESS-STRENGTH.md` says what they were measured against.

use std::ops::RangeInclusive;

use ludus_core::SeedRng;

use super::engine::{Engine, SearchReport, SearchRequest, SearchResult};
use super::limits::{SearchLimits, StopCondition};

/// How many root moves a weakened search knows the scores of at most, and chooses between: there is one more for each of these
/// steps of noise in centipawns. Moves that are worse by much more than the noise are never chosen.
const MAX_LINES: usize = 8;
/// See [`MAX_LINES`].
const NOISE_PER_LINE: f64 = 5.0;
/// How many uniform numbers are added up for one of the noise: their sum is close to a normal distribution.
const NOISE_TERMS: u32 = 4;
/// The standard deviation of their sum: each has a variance of one twelfth.
const NOISE_DEVIATION: f64 = 0.577_350_269_189_625_8;

/// A level: its Elo, the nodes of a move, and the standard deviation of the noise in centipawns.
type HandicapLevel = (u32, f64, f64);

/// The levels that were measured, weakest first. Between two of them, nodes grow by a constant factor and noise falls by a
/// constant amount.
const LEVELS: [HandicapLevel; 6] = [
    (800, 100.0, 200.0),
    (1400, 1_000.0, 28.0),
    (1800, 3_000.0, 18.0),
    (2200, 3_200.0, 10.0),
    (2600, 3_400.0, 0.0),
    (2850, 15_000.0, 0.0),
];

/// How much weaker than it can the engine plays.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Handicap {
    /// The nodes of a move.
    nodes: u64,
    /// The standard deviation of what is added to the score of each root move, in centipawns.
    noise: f64,
}

impl Handicap {
    /// The Elo that can be set.
    pub const ELO: RangeInclusive<u32> = LEVELS[0].0..=LEVELS[LEVELS.len() - 1].0;

    /// The handicap with which the engine plays at about this Elo; outside of [`Handicap::ELO`] that of the nearest one in it.
    #[must_use]
    pub fn of_elo(elo: u32) -> Self {
        let elo = elo.clamp(*Self::ELO.start(), *Self::ELO.end());
        let above = LEVELS.iter().position(|level| elo <= level.0).unwrap_or(0).max(1);
        let ((low, low_nodes, low_noise), (high, high_nodes, high_noise)) =
            (LEVELS[above - 1], LEVELS[above]);
        let part = f64::from(elo - low) / f64::from(high - low);
        Self {
            nodes: (low_nodes * libm::pow(high_nodes / low_nodes, part)).round() as u64,
            noise: low_noise + (high_noise - low_noise) * part,
        }
    }

    /// The line that is played: the one whose score is the best after noise was added.
    fn choose<'a>(&self, lines: &'a [SearchReport], rng: &mut SeedRng) -> Option<&'a SearchReport> {
        let noisy = |line: &SearchReport| {
            let sum: f64 = (0..NOISE_TERMS).map(|_| rng.unit() - 0.5).sum();
            line.score.pawns() * 100.0 + self.noise * sum / NOISE_DEVIATION
        };
        let scores: Vec<f64> = lines.iter().map(noisy).collect();
        let best = (0..lines.len()).reduce(|a, b| if scores[b] > scores[a] { b } else { a })?;
        lines.get(best)
    }
}

impl Engine {
    /// Searches as [`Engine::search`] does, but with a handicap. Reports once: the line that is played.
    pub fn search_with_handicap(
        &mut self,
        handicap: Handicap,
        request: SearchRequest<'_>,
        limits: &SearchLimits,
        stop: &StopCondition<'_>,
        on_report: &mut dyn FnMut(&SearchReport),
    ) -> Option<SearchResult> {
        let limits = SearchLimits {
            nodes: Some(limits.nodes.unwrap_or(u64::MAX).min(handicap.nodes)),
            more_lines: ((handicap.noise / NOISE_PER_LINE).ceil() as usize).min(MAX_LINES - 1),
            ..limits.clone()
        };
        let mut last = LastLines::default();
        let result = self.search(request, &limits, stop, &mut |report| last.add(report))?;
        let mut rng = request.seed.derive("handicap", 0).rng();
        let Some(chosen) = handicap.choose(last.lines(), &mut rng) else { return Some(result) };
        let report = SearchReport { place: 1, nodes: result.report.nodes, ..chosen.clone() };
        on_report(&report);
        Some(SearchResult { best_move: report.pv[0], report })
    }
}

/// The lines of the last iteration that has as many as the one before it: one that was stopped has fewer.
#[derive(Default)]
struct LastLines {
    whole: Vec<SearchReport>,
    current: Vec<SearchReport>,
}

impl LastLines {
    fn add(&mut self, report: &SearchReport) {
        if report.place == 1 {
            self.current.clear();
        }
        self.current.push(report.clone());
        if self.current.len() >= self.whole.len() {
            self.whole.clone_from(&self.current);
        }
    }

    fn lines(&self) -> &[SearchReport] {
        &self.whole
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::sync::atomic::AtomicBool;

    use cozy_chess::{Board, Move};
    use ludus_core::Seed;

    use super::*;
    use crate::position::parse_fen;
    use crate::search::{Level, TimeManager};

    fn chosen(board: &Board, elo: u32, seed: u64) -> (Move, u64) {
        let (stop, time) = (AtomicBool::new(false), TimeManager::unlimited());
        let stop = StopCondition::new(&stop, &time);
        let request = SearchRequest { board, past: &[], seed: Seed::new(seed), threads: 1 };
        let mut engine = Engine::new(Level::MASTER, 1);
        let mut reports = 0;
        let found = engine.search_with_handicap(
            Handicap::of_elo(elo),
            request,
            &SearchLimits::default(),
            &stop,
            &mut |_| reports += 1,
        );
        assert_eq!(reports, 1);
        found.map(|found| (found.best_move, found.report.nodes)).unwrap()
    }

    #[test]
    fn more_elo_is_more_nodes_and_less_noise() {
        for elo in Handicap::ELO.skip(1) {
            let (weaker, stronger) = (Handicap::of_elo(elo - 1), Handicap::of_elo(elo));
            assert!(weaker.nodes <= stronger.nodes && weaker.noise >= stronger.noise, "{elo}");
        }
        assert_eq!(Handicap::of_elo(0), Handicap::of_elo(800));
        assert_eq!(Handicap::of_elo(9999), Handicap::of_elo(2850));
    }

    #[test]
    fn the_seed_decides_what_a_weak_level_plays() {
        let board = Board::default();
        assert_eq!(chosen(&board, 800, 7), chosen(&board, 800, 7));
        let different: BTreeSet<String> =
            (0..30).map(|seed| chosen(&board, 800, seed).0.to_string()).collect();
        assert!(different.len() >= 4, "{different:?}");
        assert!(chosen(&board, 1400, 1).1 <= Handicap::of_elo(1400).nodes);
    }

    #[test]
    fn a_mate_in_one_is_played_at_every_level() {
        let board = parse_fen("6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 1").unwrap();
        for elo in [800, 1500, 2850] {
            for seed in 0..10 {
                assert_eq!(chosen(&board, elo, seed).0.to_string(), "e1e8", "{elo}");
            }
        }
    }
}
