//! What the program needs to know about Connect Four: bots by name, how people play, what can be trained.

use ludus_core::{
    ActionMark, Bot, BotInfo, BotKey, BotSpec, Budget, Cell, Contest, Controls, DuelSettings,
    EditableRule, Fitness, Game, GameKit, Gene, KeyedTrainable, Opposition, Origin, Pointing,
    PointsFitness, Pool, RandomBot, Seat, SpecError, TrainError, Trainable, WeightsFile,
};

use crate::bot::{ConnectFourWeights, DEFAULT_NODES, HARD, Searcher};
use crate::rules::{ConnectFour, ConnectFourRules};

/// The kit of Connect Four.
pub(crate) struct ConnectFourKit;

const WEIGHTS_KEYS: &[BotKey] = &[BotKey::required("path", "a weights file")];

const BOTS: &[BotInfo] = &[
    BotInfo::new("random", "any column", &[]),
    BotInfo::new("easy", "looks one move ahead", &[]),
    BotInfo::new("hard", "searches as deep as its budget allows", &[]),
    BotInfo::new("weights", "hard with the weights of a file", WEIGHTS_KEYS).made_of(Origin::File),
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
        Ok(match spec.name() {
            "random" => Box::new(RandomBot),
            "easy" => Box::new(Searcher { weights: HARD, depth: 1 }),
            "weights" => searcher(&read_weights(spec)?),
            _ => searcher(&[HARD.threes, HARD.twos]),
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

    fn trainables(&self) -> Vec<Box<dyn KeyedTrainable<ConnectFour>>> {
        vec![Box::new(ConnectFourTraining)]
    }
}

/// The weights that can be trained, with their bounds.
const GENES: &[Gene] = &[Gene::new("threes", 0.0, 20.0), Gene::new("twos", 0.0, 20.0)];

/// `hard` with the weights of a genome.
fn searcher(genome: &[f64]) -> Box<dyn Bot<ConnectFour>> {
    let weights = ConnectFourWeights { threes: genome[0], twos: genome[1] };
    Box::new(Searcher { weights, depth: 42 })
}

/// The genome of a file that `ludus train` wrote.
fn read_weights(spec: &BotSpec) -> Result<Vec<f64>, SpecError> {
    let path = spec.get("path").unwrap_or_default();
    let text = std::fs::read_to_string(path).map_err(|error| spec.bad_source(error.to_string()))?;
    let weights = WeightsFile::parse(&text).and_then(|file| file.weights(GENES));
    weights.map_err(|error| spec.bad_source(format!("{path}: {error}")))
}

/// Training of the two weights of `hard`, one against one.
struct ConnectFourTraining;

impl Trainable<ConnectFour> for ConnectFourTraining {
    type Settings = DuelSettings<ConnectFourRules>;

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
        vec![HARD.threes, HARD.twos]
    }

    fn settings(&self) -> Self::Settings {
        DuelSettings { rules: ConnectFourRules::default(), nodes: 200 }
    }

    fn opposition(&self) -> Option<Opposition> {
        Some(Opposition { usual: "hard easy", bots: BOTS })
    }

    fn fitness(
        &self,
        settings: Self::Settings,
        against: Pool,
    ) -> Result<Box<dyn Fitness<ConnectFour>>, TrainError> {
        let opponent = |spec: &BotSpec| ConnectFourKit.make_bot(spec);
        PointsFitness::duel(settings, against, searcher, opponent).checked()
    }

    fn contest(&self, _: &Self::Settings, path: &str) -> Contest {
        Contest::duel(path, "hard", 100, DEFAULT_NODES)
    }
}
