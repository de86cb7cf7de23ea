//! Training in battles: rank above all, then how long the seat lived, what it cleared and sent.

use ludus_core::{
    Bot, BotSpec, Contest, Fitness, Game, Gene, Opposition, Outcome, Pool, Seat, Seating, Seed,
    SpecError, TrainError, Trainable,
};
use serde::{Deserialize, Serialize};

use super::{contest, shipped_trained};
use crate::bots::scoring::{Noise, PlayStyle, ScoringBot};
use crate::bots::settings::TetrisSettings;
use crate::bots::target::TargetPolicy;
use crate::bots::{BOTS, embedded, make};
use crate::field::Field;
use crate::game::Tetris;
use crate::lookahead::Lookahead;
use crate::metric::Metric;
use crate::rules::TetrisRules;
use crate::weights::{BattleTerm, TetrisWeights};

/// How many games the match against the shipped weights has.
const CONTEST_GAMES: u64 = 400;

/// How many genes there are: the eight weights and the six battle terms.
const COUNT: usize = Metric::TRAINED + BattleTerm::ALL.len();

/// The fourteen weights of `battle`, each 0 to 2.
#[derive(Clone, Copy, Debug)]
pub struct Battle;

const GENES: [Gene; COUNT] = {
    let mut genes = [Gene::new("", 0.0, 2.0); COUNT];
    let mut i = 0;
    while i < COUNT {
        genes[i].name = match i < Metric::TRAINED {
            true => Metric::ALL[i].name(),
            false => BattleTerm::ALL[i - Metric::TRAINED].name(),
        };
        i += 1;
    }
    genes
};

/// What the fitness depends on besides the genome.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BattleSettings {
    rules: TetrisRules,
    lookahead: Lookahead,
    /// How many opponents there are, 1 to 7.
    opponents: usize,
    /// Which seat gets the garbage of genomes. Older runs have neither this key nor those below.
    #[serde(default = "TargetPolicy::tallest")]
    target: TargetPolicy,
    /// How much genomes avoid points that make them a target.
    #[serde(default)]
    caution: u16,
    #[serde(default)]
    worth: FitnessShares,
}

/// What a battle counts.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct FitnessShares {
    /// For the share of opponents that ranked lower.
    rank: f64,
    /// For the share of turns survived.
    survived: f64,
    /// For every line.
    lines: f64,
    /// For every row of garbage sent.
    sent: f64,
}

impl Default for FitnessShares {
    /// Rank counts most. In the long games of strong players the lines would outweigh it; set them to 0 there.
    fn default() -> Self {
        Self { rank: 70.0, survived: 10.0, lines: 0.3, sent: 0.2 }
    }
}

impl FitnessShares {
    fn of(self, rank: usize, seats: usize, survived: f64, field: &Field) -> f64 {
        let beaten = (seats - rank) as f64 / (seats - 1) as f64;
        self.rank * beaten
            + self.survived * survived
            + self.lines * f64::from(field.lines)
            + self.sent * f64::from(field.sent)
    }
}

impl Trainable<Tetris> for Battle {
    type Settings = BattleSettings;

    fn name(&self) -> &'static str {
        "battle"
    }

    fn summary(&self) -> &'static str {
        "fourteen weights that win battles, for battle"
    }

    fn genes(&self) -> &[Gene] {
        &GENES
    }

    fn shipped(&self) -> Vec<f64> {
        let weights = shipped_trained("battle");
        weights.board.into_iter().chain(weights.battle.unwrap_or_default()).collect()
    }

    fn adapts(&self) -> bool {
        true
    }

    fn settings(&self) -> BattleSettings {
        let style = TetrisSettings::default().battle;
        BattleSettings {
            rules: TetrisRules::default(),
            lookahead: style.lookahead,
            opponents: 3,
            target: style.target,
            caution: style.caution,
            worth: FitnessShares::default(),
        }
    }

    fn opposition(&self) -> Option<Opposition> {
        Some(Opposition { usual: "hard:lookahead=5", bots: BOTS })
    }

    fn embedded(&self, spec: &BotSpec) -> Result<BotSpec, SpecError> {
        embedded(spec, &TetrisSettings::default())
    }

    fn fitness(
        &self,
        settings: BattleSettings,
        against: Pool,
    ) -> Result<Box<dyn Fitness<Tetris>>, TrainError> {
        if !(1..Seat::MAX).contains(&settings.opponents) {
            return Err(TrainError::Opponents { given: settings.opponents });
        }
        against.specs().try_for_each(|spec| make(spec, &TetrisSettings::default()).map(drop))?;
        Ok(Box::new(RankFitness { settings, against }))
    }

    fn contest(&self, settings: &BattleSettings, path: &str) -> Contest {
        contest(settings.lookahead, path, "battle", CONTEST_GAMES)
    }
}

/// Ranks in battles, plus a little for survival, lines and garbage.
struct RankFitness {
    settings: BattleSettings,
    against: Pool,
}

impl RankFitness {
    fn bot(&self, genome: &[f64]) -> Box<dyn Bot<Tetris>> {
        let (mut board, mut battle) = ([0.0; Metric::TRAINED], [0.0; BattleTerm::ALL.len()]);
        let slots = board.iter_mut().chain(&mut battle);
        slots.zip(genome).for_each(|(weight, gene)| *weight = *gene);
        let weights = TetrisWeights { board, battle: Some(battle) };
        let lookahead = self.settings.lookahead;
        let style = PlayStyle {
            noise: Noise::NONE,
            lookahead,
            target: self.settings.target,
            caution: self.settings.caution,
        };
        Box::new(ScoringBot::new(weights.into(), style))
    }
}

impl Fitness<Tetris> for RankFitness {
    fn rules(&self) -> &TetrisRules {
        &self.settings.rules
    }

    fn seating(
        &self,
        genome: &[f64],
        rivals: &[Vec<f64>],
        seed: Seed,
    ) -> Result<Seating<Tetris>, TrainError> {
        let rivals = rivals.iter().map(|rival| Ok(self.bot(rival)));
        let drawn = self.against.draw(seed).map(|spec| make(spec, &TetrisSettings::default()));
        let others = rivals.chain(drawn).take(self.settings.opponents);
        let others = others.collect::<Result<Vec<_>, SpecError>>()?;
        Ok(Seating::among(self.bot(genome), others, seed))
    }

    fn score(&self, game: &Tetris, outcome: &Outcome, seat: Seat) -> f64 {
        let field = game.field(seat);
        let lived = field.out.as_ref().map_or(game.turn(), |out| out.turn);
        let survived = f64::from(lived) / f64::from(game.turn().max(1));
        self.settings.worth.of(outcome.rank(seat).number(), game.seats(), survived, field)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use ludus_core::{FitnessSettings, Trust};

    fn pool(bots: &str) -> Pool {
        Pool::new(bots.split_whitespace(), "tetris", BOTS, Trust::BuiltIn).unwrap()
    }

    fn field(lines: u32, sent: u32) -> Field {
        let mut field = Field::new(Board::new(10, 20).unwrap(), None);
        (field.lines, field.sent) = (lines, sent);
        field
    }

    #[test]
    fn the_fitness_of_a_battle_is_the_formula() {
        let worth = |rank, seats, survived, field: &Field| {
            FitnessShares::default().of(rank, seats, survived, field)
        };
        // 70·(4 − 1)/3 + 10·1 + 0.3·40 + 0.2·15 = 70 + 10 + 12 + 3.
        assert!((worth(1, 4, 1.0, &field(40, 15)) - 95.0).abs() < 1e-9);
        // 70·(4 − 3)/3 + 10·0.5 + 0.3·10 + 0.2·5 = 23.333 + 5 + 3 + 1.
        assert!((worth(3, 4, 0.5, &field(10, 5)) - 32.333_333).abs() < 1e-5);
        // The last of two who went out in the first of ten turns.
        assert!((worth(2, 2, 0.1, &field(0, 0)) - 1.0).abs() < 1e-9);
    }

    #[test]
    fn rivals_take_the_first_opponents_places_and_the_own_seat_changes() {
        let trainable = Battle;
        let fitness = trainable.fitness(trainable.settings(), pool("hard")).unwrap();
        let shipped = trainable.shipped();
        let rivals = vec![vec![1.0; COUNT], vec![0.5; COUNT]];
        let mut seats = std::collections::BTreeSet::new();
        for number in 0..40 {
            let seating = fitness.seating(&shipped, &rivals, Seed::new(number)).unwrap();
            assert_eq!(seating.bots.len(), 4);
            seats.insert(seating.own.index());
        }
        assert_eq!(seats.into_iter().collect::<Vec<_>>(), [0, 1, 2, 3]);
    }

    #[test]
    fn the_run_of_the_shipped_weights_can_be_read() {
        let run = include_str!("../../../../weights/tetris-battle/run.json");
        let run: serde_json::Value = serde_json::from_str(run).unwrap();
        let (own, against) = FitnessSettings::new(&run["settings"]).split();
        let settings: BattleSettings = own.read().unwrap();
        assert_eq!(
            (settings.target, settings.caution),
            (TargetPolicy::Tallest, 0),
            "as it was then"
        );
        assert_eq!(settings.worth.rank, 70.0);
        assert!(Battle.fitness(settings, pool(&against.join(" "))).is_ok());
    }

    #[test]
    fn settings_that_cannot_be_played_are_named() {
        let error = |key: &str, text: &str| {
            let mut settings = FitnessSettings::new(&Battle.settings());
            settings.set(key, text).unwrap();
            let against = pool("dt20 medium hard:lookahead=5");
            let fitness = ludus_core::KeyedTrainable::fitness(&Battle, &settings, against);
            fitness.err().map(|error| error.to_string()).unwrap_or_default()
        };
        assert_eq!(error("opponents", "8"), "8 opponents; allowed: 1 to 7");
        assert_eq!(error("opponents", "1"), "");
        assert_eq!(error("worth.lines", "0"), "");
        assert!(error("target", "me").contains("unknown variant `me`"));
    }
}
