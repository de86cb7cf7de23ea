//! Live tetris as the rest of the program sees it.

use ludus_core::{Bench, Bot, BotInfo, BotSpec, GameKit, SpecError, StepError};
use serde_json::Value;

use crate::bots::settings::Settings;
use crate::bots::{BOTS, make};
use crate::live::bot::LiveBot;
use crate::live::game::Live;
use crate::live::pace::Paces;

/// Live tetris with the bots of tetris in their built-in styles, each at its own pace.
#[derive(Clone, Copy, Debug, Default)]
pub struct LiveKit {
    paces: Paces,
}

impl GameKit for LiveKit {
    type Game = Live;
    type Settings = Paces;

    const SUMMARY: &'static str = "tetris with keys, in real time";
    const DEMO: &'static [&'static str] = &["battle", "hard"];

    fn new(paces: Paces) -> Self {
        Self { paces }
    }

    fn bots(&self) -> &[BotInfo] {
        BOTS
    }

    fn make_bot(&self, spec: &BotSpec) -> Result<Box<dyn Bot<Live>>, SpecError> {
        let bot = make(spec, &Settings::default())?;
        Ok(Box::new(LiveBot::new(bot, self.paces.of(spec.name()))))
    }

    fn step(&self, _request: &Value) -> Result<Value, StepError> {
        Err(StepError::new("live tetris has no step filter; `ludus step tetris` has"))
    }

    fn benches(&self) -> Vec<Bench> {
        Vec::new()
    }
}
