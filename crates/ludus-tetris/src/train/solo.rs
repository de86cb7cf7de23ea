//! Training alone: the fitness is how many lines a game clears.

use ludus_core::train::to_sum_one;
use ludus_core::{
    Contest, Fitness, Gene, Outcome, Pool, Seat, Seating, Seed, TrainError, Trainable,
};
use serde::{Deserialize, Serialize};

use super::{contest, shipped_trained};
use crate::bots::scoring::{Noise, PlayStyle, ScoringBot};
use crate::bots::target::TargetPolicy;
use crate::game::Tetris;
use crate::lookahead::Lookahead;
use crate::metric::Metric;
use crate::piece::CELLS;
use crate::rules::TetrisRules;
use crate::weights::{PlacementEvaluator, TetrisWeights};

/// After how many pieces a training game ends. A good genome on a high board would play a million.
const MAX_PIECES: u32 = 2_000;

/// How high the board is in training. On the usual 20 rows good genomes reach the limit of 800 lines in the first
/// generation, and cannot be compared. Here the shipped weights clear 541 lines, with one row more 772.
const SOLO_HEIGHT: usize = 7;

/// How many games the match against the shipped weights has.
pub(super) const CONTEST_GAMES: u64 = 200;

/// What changes from stage to stage: games on a low board are short, and what is good there is good on a higher one.
pub(super) const STAGE_KEY: &str = "rules.height";

/// The eight weights of `hard`, each 0 or greater, with the sum 1.
#[derive(Clone, Copy, Debug)]
pub struct Solo;

const SOLO_GENES: [Gene; Metric::TRAINED] = {
    let mut genes = [Gene::new("", 0.0, 1.0); Metric::TRAINED];
    let mut i = 0;
    while i < genes.len() {
        genes[i].name = Metric::ALL[i].name();
        i += 1;
    }
    genes
};

/// What the fitness depends on besides the genome.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SoloSettings {
    rules: TetrisRules,
    pub(super) lookahead: Lookahead,
}

impl SoloSettings {
    pub(super) fn new(lookahead: Lookahead, height: usize) -> Self {
        let rules = TetrisRules { height, max_pieces: Some(MAX_PIECES), ..TetrisRules::default() };
        Self { rules, lookahead }
    }
}

impl Trainable<Tetris> for Solo {
    type Settings = SoloSettings;

    fn name(&self) -> &'static str {
        "solo"
    }

    fn summary(&self) -> &'static str {
        "eight weights that clear lines alone, for hard"
    }

    fn genes(&self) -> &[Gene] {
        &SOLO_GENES
    }

    fn normalise(&self, genome: &mut [f64]) {
        to_sum_one(genome);
    }

    fn shipped(&self) -> Vec<f64> {
        shipped_trained("hard").board.to_vec()
    }

    fn stage_key(&self) -> Option<&'static str> {
        Some(STAGE_KEY)
    }

    fn settings(&self) -> SoloSettings {
        SoloSettings::new(Lookahead::Best(5), SOLO_HEIGHT)
    }

    fn fitness(
        &self,
        settings: SoloSettings,
        _against: Pool,
    ) -> Result<Box<dyn Fitness<Tetris>>, TrainError> {
        Ok(Box::new(LineFitness { settings, evaluator: solo }))
    }

    fn contest(&self, settings: &SoloSettings, path: &str) -> Contest {
        Contest { alone: true, ..contest(settings.lookahead, path, "hard", CONTEST_GAMES) }
    }
}

fn solo(genome: &[f64]) -> PlacementEvaluator {
    let mut board = [0.0; Metric::TRAINED];
    board.iter_mut().zip(genome).for_each(|(weight, gene)| *weight = *gene);
    TetrisWeights { board, battle: None }.into()
}

/// Mean lines over the games.
pub(super) struct LineFitness {
    pub(super) settings: SoloSettings,
    pub(super) evaluator: fn(&[f64]) -> PlacementEvaluator,
}

impl Fitness<Tetris> for LineFitness {
    fn rules(&self) -> &TetrisRules {
        &self.settings.rules
    }

    fn seating(
        &self,
        genome: &[f64],
        _rivals: &[Vec<f64>],
        _seed: Seed,
    ) -> Result<Seating<Tetris>, TrainError> {
        let lookahead = self.settings.lookahead;
        let style =
            PlayStyle { noise: Noise::NONE, lookahead, target: TargetPolicy::Next, caution: 0 };
        Ok(Seating::solo(Box::new(ScoringBot::new((self.evaluator)(genome), style))))
    }

    fn score(&self, game: &Tetris, _outcome: &Outcome, seat: Seat) -> f64 {
        f64::from(game.field(seat).lines)
    }

    /// Every line needs as many cells as the board is wide.
    fn limit(&self) -> Option<f64> {
        let TetrisRules { max_pieces, width, .. } = self.settings.rules;
        let pieces = max_pieces.filter(|pieces| *pieces > 0)?;
        Some((CELLS as f64 * f64::from(pieces) / width as f64).floor())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_of_two_thousand_pieces_has_eight_hundred_lines_at_most() {
        let fitness = Solo.fitness(Solo.settings(), Pool::default()).unwrap();
        assert_eq!(fitness.limit(), Some(800.0));
        let mut settings = Solo.settings();
        settings.rules.max_pieces = Some(0);
        assert_eq!(Solo.fitness(settings, Pool::default()).unwrap().limit(), None);
    }
}
