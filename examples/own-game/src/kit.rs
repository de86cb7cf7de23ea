//! What the program needs to know about Connect Four: bots by name, how people play, what can be trained.

use ludus_core::{
    ActionMark, Bot, BotInfo, BotKey, BotSpec, Budget, Cell, Contest, Controls, EditableRule,
    Fitness, Game, GameKit, Gene, Opposition, Outcome, Pointing, Pool, Seat, Seating, Seed,
    SpecError, TrainError, Trainable, WeightsFile, keys,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::bot::{DEFAULT_NODES, Random, Searcher, Weights};
use crate::rules::{ConnectFour, Rules};

/// The kit of Connect Four.
pub(crate) struct ConnectFourKit;

const BOTS: &[BotInfo] = &[
    BotInfo::new("random", "any column", &[]),
    BotInfo::new("easy", "looks one move ahead", &[]),
    BotInfo::new("hard", "searches as deep as its budget allows", &[]),
    BotInfo::new(
        "weights",
        "hard with the weights of a file",
        &[BotKey::required("path", "a weights file")],
    )
    .made_of(ludus_core::Origin::File),
];

impl GameKit for ConnectFourKit {
    type Game = ConnectFour;
    type Settings = ();

    const TITLE: &'static str = "Connect Four";
    const SUMMARY: &'static str = "drop discs; four in a row win";
    const DEMO: &'static [&'static str] = &["hard", "easy"];
    const SEAT_NAMES: &'static [&'static str] = &["Red", "Yellow"];
    const PEOPLE_RULES: &'static str = "opening=0";
    const EDITABLE_RULES: &'static [EditableRule] = &[
        EditableRule::number("columns", "Columns", 4, 9),
        EditableRule::number("rows", "Rows", 4, 6),
    ];

    fn new((): ()) -> Self {
        Self
    }

    fn bots(&self) -> &[BotInfo] {
        BOTS
    }

    fn make_bot(&self, spec: &BotSpec) -> Result<Box<dyn Bot<ConnectFour>>, SpecError> {
        spec.find_in(ConnectFour::NAME, BOTS)?;
        let weights = match spec.get("path") {
            Some(path) => read_weights(spec, path)?,
            None => Weights::default(),
        };
        Ok(match spec.name() {
            "random" => Box::new(Random),
            "easy" => Box::new(Searcher { weights, depth: 1 }),
            _ => Box::new(Searcher { weights, depth: 42 }),
        })
    }

    fn default_budget(&self) -> Budget {
        Budget::of_nodes(DEFAULT_NODES)
    }

    fn controls(&self, game: &ConnectFour) -> Controls {
        let (columns, rows) = (game.rules.columns.into(), game.rules.rows.into());
        Controls::Cells { columns, rows, pointing: Pointing::Column }
    }

    fn mark(&self, game: &ConnectFour, _: Seat, column: u8) -> ActionMark {
        let Some(row) = game.landing_row(column) else { return ActionMark::None };
        let row = u16::from(game.rules.rows - 1 - row);
        ActionMark::Cells { cells: vec![Cell { column: column.into(), row }] }
    }

    fn trainables(&self) -> Vec<Box<dyn Trainable<ConnectFour>>> {
        vec![Box::new(TwoWeights)]
    }
}

/// The weights of a file that `ludus train` wrote.
fn read_weights(spec: &BotSpec, path: &str) -> Result<Weights, SpecError> {
    let wrong = |reason: String| SpecError::Source { bot: spec.name().to_owned(), reason };
    let text = std::fs::read_to_string(path)
        .map_err(|error| wrong(format!("cannot read {path}: {error}")))?;
    let weights = WeightsFile::parse(&text).and_then(|file| file.weights(GENES));
    let weights = weights.map_err(|error| wrong(format!("{path}: {error}")))?;
    Ok(Weights { threes: weights[0], centre: weights[1] })
}

/// The two weights of `hard`, trained in duels.
struct TwoWeights;

const GENES: &[Gene] = &[Gene::new("threes", 0.0, 20.0), Gene::new("centre", 0.0, 20.0)];

/// What fitness depends on beside the genome and its opponents.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct DuelSettings {
    rules: Rules,
    nodes: u64,
}

impl Trainable<ConnectFour> for TwoWeights {
    fn name(&self) -> &'static str {
        "hard"
    }

    fn summary(&self) -> &'static str {
        "the weights of hard, one against one"
    }

    fn genes(&self) -> &[Gene] {
        GENES
    }

    fn shipped(&self) -> Vec<f64> {
        let Weights { threes, centre } = Weights::default();
        vec![threes, centre]
    }

    fn settings(&self) -> Value {
        keys::to_tree(&DuelSettings { rules: Rules::default(), nodes: 200 })
    }

    fn opposition(&self) -> Option<Opposition> {
        Some(Opposition { usual: "hard easy", bots: BOTS })
    }

    fn fitness(
        &self,
        settings: &Value,
        against: Pool,
    ) -> Result<Box<dyn Fitness<ConnectFour>>, TrainError> {
        let settings = keys::check(settings, "settings", "")?;
        Ok(Box::new(Duel { settings, against }))
    }

    fn contest(&self, _: &Value, path: &str) -> Contest {
        Contest {
            trained: format!("trained=weights:path={path}"),
            shipped: "hard".to_owned(),
            alone: false,
            games: 100,
            budget: Budget::of_nodes(DEFAULT_NODES),
        }
    }
}

/// A match against one opponent: 100 for a win, 50 for a draw.
struct Duel {
    settings: DuelSettings,
    against: Pool,
}

impl Fitness<ConnectFour> for Duel {
    fn rules(&self) -> &Rules {
        &self.settings.rules
    }

    fn budget(&self) -> Budget {
        Budget::of_nodes(self.settings.nodes)
    }

    fn seating(
        &self,
        genome: &[f64],
        _: &[Vec<f64>],
        seed: Seed,
    ) -> Result<Seating<ConnectFour>, TrainError> {
        let own = Searcher { weights: Weights { threes: genome[0], centre: genome[1] }, depth: 42 };
        let other = self.against.draw(seed).take(1).map(|spec| ConnectFourKit.make_bot(spec));
        Ok(Seating::among(Box::new(own), other.collect::<Result<_, _>>()?, seed))
    }

    fn score(&self, _: &ConnectFour, outcome: &Outcome, seat: Seat) -> f64 {
        100.0 * outcome.score(seat)
    }
}
