//! What the program needs to know about Connect Four: bots by name, how people play, what can be trained.

use std::fs;

use ludus_core::{
    ActionMark, Bot, BotInfo, BotKey, BotSpec, Cell, Controls, DuelTraining, EditableRule, Game,
    GameKit, KeyedTrainable, Origin, Pointing, RandomBot, Seat, SpecError, WeightsFile,
};

use crate::bot::{GENES, HARD, searcher, with_weights};
use crate::rules::ConnectFour;

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
            "easy" => searcher(HARD, 1),
            "weights" => {
                let read = |text: &str| WeightsFile::parse(text)?.weights(GENES);
                with_weights(&spec.from_file("path", fs::read_to_string, read)?)
            }
            _ => with_weights(HARD),
        })
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
        let opponent = |spec: &BotSpec| Self.make_bot(spec);
        let against_itself = DuelTraining::new("hard", GENES, HARD, with_weights, BOTS, opponent);
        vec![Box::new(DuelTraining { against: "hard easy", nodes: 200, ..against_itself })]
    }
}
