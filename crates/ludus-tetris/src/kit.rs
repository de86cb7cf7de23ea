//! Everything that this crate offers to the rest of the program.

use ludus_core::kit::{listed_params, typed_step};
use ludus_core::{
    Bench, Bot, BotInfo, BotParam, BotSpec, EditableRule, Game, GameKit, KeyedTrainable, Mistake,
    RuleOption, SoloLimit, SpecError, Starter, StepError, Workshop,
};
use serde_json::Value;

use crate::bench::benches;
use crate::bots::settings::TetrisSettings;
use crate::bots::{BOTS, HEURISTIC, make, weight_keys, workshop};
use crate::game::Tetris;
use crate::live::LiveTetris;
use crate::mistake;
use crate::starters;
use crate::step::step;

/// The rules that people may set, in turns and live.
pub(crate) const EDITABLE_RULES: &[EditableRule] = &[
    EditableRule::number("height", "Rows", 4, 38),
    EditableRule::number("width", "Columns", 4, 20),
    EditableRule::one_of(
        "pieces",
        "Pieces",
        &[
            RuleOption::new("bag7", "7-bag"),
            RuleOption::new("uniform", "uniform random"),
            RuleOption::new("bank", "shared supply"),
        ],
    ),
];

/// Tetris as the program's catalog lists it.
#[derive(Clone, Copy, Debug, Default)]
pub struct TetrisKit {
    settings: TetrisSettings,
}

impl GameKit for TetrisKit {
    type Game = Tetris;
    type Settings = TetrisSettings;

    const STARTERS: &'static [Starter] = starters::STARTERS;

    const TITLE: &'static str = "Tetris";
    const LIVE: Option<&'static str> = Some(LiveTetris::NAME);
    const EDITABLE_RULES: &'static [EditableRule] = EDITABLE_RULES;
    const SUMMARY: &'static str = "alone, or as a battle of up to eight seats";
    const DEMO: &'static [&'static str] = &["battle", "hard", "medium", "easy"];
    const JUDGE: Option<&'static str> = Some("battle");
    // `hard` never tops out in solo play. It plays this many pieces in a fraction of a second.
    const SOLO_LIMIT: Option<SoloLimit> =
        Some(SoloLimit { rule: "max_pieces", most: 5000, unit: "pieces" });

    fn new(settings: TetrisSettings) -> Self {
        Self { settings }
    }

    fn bots(&self) -> &[BotInfo] {
        BOTS
    }

    fn make_bot(&self, spec: &BotSpec) -> Result<Box<dyn Bot<Tetris>>, SpecError> {
        make(spec, &self.settings)
    }

    fn params(&self, spec: &BotSpec) -> Result<Vec<BotParam>, SpecError> {
        match spec.name() {
            HEURISTIC => BotParam::of_weights(spec, weight_keys()),
            _ => listed_params(self, spec),
        }
    }

    fn mistake(&self, mistake: &Mistake<'_, Tetris>) -> Option<&'static str> {
        let [played, better] =
            [mistake.after, mistake.instead].map(|game| game.field(mistake.seat).stack());
        mistake::name(played, better)
    }

    fn trainables(&self) -> Vec<Box<dyn KeyedTrainable<Tetris>>> {
        crate::train::all()
    }

    fn workshop(&self) -> Option<Workshop> {
        Some(workshop(&self.settings))
    }

    fn step(&self, request: &Value) -> Result<Value, StepError> {
        typed_step(request, step)
    }

    fn benches(&self) -> Vec<Bench> {
        benches()
    }
}
