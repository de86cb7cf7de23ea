//! Live Tetris as the rest of the program sees it.

use std::time::Duration;

use ludus_core::{Bot, BotInfo, BotSpec, ControlKey, Controls, EditableRule, GameKit, SpecError};
use serde::Deserialize;
use serde_json::Value;

use crate::bots::settings::TetrisSettings;
use crate::bots::{BOTS, make};
use crate::kit::EDITABLE_RULES;
use crate::live::controls::{
    HARD_DROP, MOVE_LEFT, MOVE_RIGHT, ROTATE, ROTATE_BACK, SOFT_DROP, TARGET,
};
use crate::live::game::LiveTetris;
use crate::live::keyboard_bot::KeyboardBot;
use crate::live::pace::BotPaces;

/// Live Tetris with the bots of Tetris, each at its own pace.
#[derive(Clone, Copy, Debug, Default)]
pub struct LiveKit {
    paces: BotPaces,
    styles: TetrisSettings,
}

impl GameKit for LiveKit {
    type Game = LiveTetris;
    type Settings = BotPaces;

    const TITLE: &'static str = "Live Tetris";
    const EDITABLE_RULES: &'static [EditableRule] = EDITABLE_RULES;
    // One tick.
    const TURN: Duration = Duration::from_micros(16_667);
    const SUMMARY: &'static str = "tetris with keys, in real time";
    const DEMO: &'static [&'static str] = &["battle", "hard"];

    fn new(paces: BotPaces) -> Self {
        Self { paces, styles: TetrisSettings::default() }
    }

    fn bots(&self) -> &[BotInfo] {
        BOTS
    }

    fn make_bot(&self, spec: &BotSpec) -> Result<Box<dyn Bot<LiveTetris>>, SpecError> {
        let bot = make(spec, &self.styles)?;
        Ok(Box::new(KeyboardBot::<LiveTetris>::new(bot, self.paces.of(spec.name()))))
    }

    fn with_base(self, bots: &Value) -> Result<Self, serde_json::Error> {
        Ok(Self { styles: TetrisSettings::deserialize(bots)?, ..self })
    }

    fn controls(&self, _game: &LiveTetris) -> Controls {
        Controls::Keys { keys: KEYS }
    }
}

/// The keys in the order in which help lists them.
const KEYS: &[ControlKey] =
    &[MOVE_LEFT, MOVE_RIGHT, ROTATE, HARD_DROP, SOFT_DROP, ROTATE_BACK, TARGET];
