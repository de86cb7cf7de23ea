//! Live tetris as the rest of the program sees it.

use ludus_core::{Bench, Bot, BotInfo, BotSpec, GameKit, SpecError, StepError};
use serde_json::Value;

use crate::bots::settings::Settings;
use crate::bots::{BOTS, make};
use crate::live::bot::LiveBot;
use crate::live::game::Live;
use crate::live::pace::Pace;

/// Live tetris with the bots of tetris, each at its own pace.
#[derive(Clone, Copy, Debug, Default)]
pub struct LiveKit {
    settings: Settings,
}

impl GameKit for LiveKit {
    type Game = Live;
    type Settings = Settings;

    const SUMMARY: &'static str = "tetris with keys, in real time";
    const DEMO: &'static [&'static str] = &["battle", "hard"];

    fn new(settings: Settings) -> Self {
        Self { settings }
    }

    fn bots(&self) -> &[BotInfo] {
        BOTS
    }

    fn make_bot(&self, spec: &BotSpec) -> Result<Box<dyn Bot<Live>>, SpecError> {
        let bot = make(spec, &self.settings)?;
        Ok(Box::new(LiveBot::new(bot, Pace::of(spec.name()))))
    }

    fn step(&self, _request: &Value) -> Result<Value, StepError> {
        Err(StepError::new("live tetris has no step filter; `ludus step tetris` has"))
    }

    fn benches(&self) -> Vec<Bench> {
        Vec::new()
    }
}
