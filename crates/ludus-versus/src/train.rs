//! What can be trained: the weights of the search, by wins against a pool of bots.

use ludus_core::{
    Bot, Budget, Contest, Fitness, Gene, Opposition, Outcome, Pool, Seat, Seating, Seed, SpecError,
    TrainError, Trainable,
};
use serde::{Deserialize, Serialize};

use crate::bots::{BOTS, VersusBot, VersusLevel, make, shipped_weights};
use crate::game::Versus;
use crate::rules::VersusRules;
use crate::search::weights::{GENES, VersusWeights};

/// How many nodes a decision has in training.
const NODES: u64 = 2_000;

/// After how many pieces a match of training ends; more attack wins then.
const MAX_PIECES: u32 = 150;

/// How many games the match against the shipped weights has.
const CONTEST_GAMES: u64 = 200;

/// How many games alone are compared with the shipped weights.
const ALONE_GAMES: u64 = 20;

/// What a win counts. Attack decides between genomes that win as often.
const WIN: f64 = 100.0;

/// After how many pieces a game alone ends.
const ALONE_PIECES: u32 = 150;

/// The weights of the search, by wins.
#[derive(Clone, Copy, Debug)]
pub struct VersusDuel;

/// The weights of the search, by attack alone.
#[derive(Clone, Copy, Debug)]
pub struct VersusAlone;

/// What the fitness depends on besides the genome.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct VersusDuelSettings {
    /// The rules of every match.
    pub rules: VersusRules,
    /// How many nodes a decision has.
    pub nodes: u64,
}

impl Trainable<Versus> for VersusDuel {
    type Settings = VersusDuelSettings;

    fn name(&self) -> &'static str {
        "duel"
    }

    fn summary(&self) -> &'static str {
        "the weights of the search, by wins against other bots"
    }

    fn genes(&self) -> &[Gene] {
        &GENES
    }

    fn shipped(&self) -> Vec<f64> {
        shipped_weights().genome()
    }

    fn adapts(&self) -> bool {
        true
    }

    fn settings(&self) -> VersusDuelSettings {
        let rules = VersusRules { max_pieces: Some(MAX_PIECES), ..VersusRules::default() };
        VersusDuelSettings { rules, nodes: NODES }
    }

    fn opposition(&self) -> Option<Opposition> {
        Some(Opposition { usual: "master", bots: BOTS })
    }

    fn fitness(
        &self,
        settings: VersusDuelSettings,
        against: Pool,
    ) -> Result<Box<dyn Fitness<Versus>>, TrainError> {
        against.specs().try_for_each(|spec| make(spec).map(drop))?;
        Ok(Box::new(WinFitness { settings, against }))
    }

    fn contest(&self, settings: &VersusDuelSettings, path: &str) -> Contest {
        Contest {
            trained: format!("trained=weights:path={path}"),
            shipped: "master".to_owned(),
            alone: false,
            games: CONTEST_GAMES,
            budget: Budget::of_nodes(settings.nodes),
        }
    }
}

impl Trainable<Versus> for VersusAlone {
    type Settings = VersusDuelSettings;

    fn name(&self) -> &'static str {
        "alone"
    }

    fn summary(&self) -> &'static str {
        "the weights of the search, by attack per piece alone"
    }

    fn genes(&self) -> &[Gene] {
        &GENES
    }

    fn shipped(&self) -> Vec<f64> {
        shipped_weights().genome()
    }

    fn settings(&self) -> VersusDuelSettings {
        let rules = VersusRules { max_pieces: Some(ALONE_PIECES), ..VersusRules::default() };
        VersusDuelSettings { rules, nodes: NODES }
    }

    fn fitness(
        &self,
        settings: VersusDuelSettings,
        _against: Pool,
    ) -> Result<Box<dyn Fitness<Versus>>, TrainError> {
        Ok(Box::new(AttackFitness { settings }))
    }

    fn contest(&self, settings: &VersusDuelSettings, path: &str) -> Contest {
        Contest { alone: true, ..Contest::duel(path, "master", ALONE_GAMES, settings.nodes) }
    }
}

/// Attack per piece alone.
struct AttackFitness {
    settings: VersusDuelSettings,
}

impl Fitness<Versus> for AttackFitness {
    fn rules(&self) -> &VersusRules {
        &self.settings.rules
    }

    fn budget(&self) -> Budget {
        Budget::of_nodes(self.settings.nodes)
    }

    fn seating(
        &self,
        genome: &[f64],
        _rivals: &[Vec<f64>],
        _seed: Seed,
    ) -> Result<Seating<Versus>, TrainError> {
        Ok(Seating::solo(WinFitness::bot(genome)))
    }

    fn score(&self, game: &Versus, _outcome: &Outcome, seat: Seat) -> f64 {
        // A seat that goes out early attacks no more: all pieces of a whole game count.
        let pieces = self.settings.rules.max_pieces.unwrap_or(game.field(seat).tally.pieces);
        f64::from(game.field(seat).tally.attack) / f64::from(pieces.max(1))
    }
}

/// Wins, plus a little for attack.
struct WinFitness {
    settings: VersusDuelSettings,
    against: Pool,
}

impl WinFitness {
    fn bot(genome: &[f64]) -> Box<dyn Bot<Versus>> {
        Box::new(VersusBot::new(VersusLevel::MASTER, VersusWeights::from_genome(genome)))
    }
}

impl Fitness<Versus> for WinFitness {
    fn rules(&self) -> &VersusRules {
        &self.settings.rules
    }

    fn budget(&self) -> Budget {
        Budget::of_nodes(self.settings.nodes)
    }

    fn seating(
        &self,
        genome: &[f64],
        rivals: &[Vec<f64>],
        seed: Seed,
    ) -> Result<Seating<Versus>, TrainError> {
        let rivals = rivals.iter().map(|rival| Ok(Self::bot(rival)));
        let others = rivals.chain(self.against.draw(seed).map(make)).take(1);
        let others = others.collect::<Result<Vec<_>, SpecError>>()?;
        Ok(Seating::among(Self::bot(genome), others, seed))
    }

    fn score(&self, game: &Versus, outcome: &Outcome, seat: Seat) -> f64 {
        let tally = game.field(seat).tally;
        let per_piece = f64::from(tally.attack) / f64::from(tally.pieces.max(1));
        WIN * outcome.score(seat) + per_piece
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludus_core::{Game, SeededChance, Trust};

    fn pool(bots: &str) -> Pool {
        Pool::new(bots.split_whitespace(), Versus::NAME, BOTS, Trust::BuiltIn).unwrap()
    }

    #[test]
    fn a_genome_sits_against_one_opponent_and_its_seat_changes() {
        let fitness = VersusDuel.fitness(VersusDuel.settings(), pool("hard medium")).unwrap();
        let mut seats = std::collections::BTreeSet::new();
        for number in 0..20 {
            let seating = fitness.seating(&VersusDuel.shipped(), &[], Seed::new(number)).unwrap();
            assert_eq!(seating.bots.len(), 2);
            seats.insert(seating.own.index());
        }
        assert_eq!(seats.len(), 2);
    }

    #[test]
    fn a_win_counts_more_than_any_attack() {
        let fitness = VersusDuel.fitness(VersusDuel.settings(), pool("hard")).unwrap();
        let mut chance = SeededChance::new(Seed::new(1));
        let game = Versus::new(fitness.rules(), 2, &mut chance).unwrap();
        let won = Outcome::win(Seat::FIRST, 2, "x");
        assert_eq!(fitness.score(&game, &won, Seat::FIRST), 100.0);
        assert_eq!(fitness.score(&game, &won, Seat::SECOND), 0.0);
    }
}
