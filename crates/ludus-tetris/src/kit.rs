//! All that this crate offers to the rest of the program.

use ludus_core::{
    Bench, Bot, BotInfo, BotSpec, GameKit, SoloLimit, SpecError, StepError, Trainable, Workshop,
};
use serde_json::Value;

use crate::bench::benches;
use crate::bots::settings::Settings;
use crate::bots::{BOTS, make, workshop};
use crate::game::Tetris;
use crate::step::step;

/// Tetris as the program's catalog lists it.
#[derive(Clone, Copy, Debug, Default)]
pub struct TetrisKit {
    settings: Settings,
}

impl GameKit for TetrisKit {
    type Game = Tetris;
    type Settings = Settings;

    const SUMMARY: &'static str = "alone, or as a battle of up to eight seats";
    const DEMO: &'static [&'static str] = &["battle", "hard", "medium", "easy"];
    // `hard` alone is never out: it plays this many pieces in a fraction of a second.
    const SOLO_LIMIT: Option<SoloLimit> =
        Some(SoloLimit { rule: "max_pieces", most: 5000, unit: "pieces" });

    fn new(settings: Settings) -> Self {
        Self { settings }
    }

    fn bots(&self) -> &[BotInfo] {
        BOTS
    }

    fn make_bot(&self, spec: &BotSpec) -> Result<Box<dyn Bot<Tetris>>, SpecError> {
        make(spec, &self.settings)
    }

    fn trainables(&self) -> Vec<Box<dyn Trainable<Tetris>>> {
        crate::train::all()
    }

    fn workshop(&self) -> Option<Workshop> {
        Some(workshop(&self.settings))
    }

    fn step(&self, request: &Value) -> Result<Value, StepError> {
        step(request)
    }

    fn benches(&self) -> Vec<Bench> {
        benches()
    }
}
