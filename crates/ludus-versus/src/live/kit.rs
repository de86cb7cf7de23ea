//! Live versus Tetris as the rest of the program sees it.

use std::time::Duration;

use ludus_core::{
    Bot, BotInfo, BotSpec, Budget, ControlKey, Controls, EditableRule, GameKit, SpecError,
};
use ludus_tetris::live::controls::{
    HALF_TURN, HARD_DROP, HOLD, MOVE_LEFT, MOVE_RIGHT, ROTATE, ROTATE_BACK, SOFT_DROP,
};
use ludus_tetris::live::{BotPaces, KeyboardBot};

use crate::bots::{BOTS, make};
use crate::kit::VersusKit;
use crate::live::game::LiveVersus;

/// Live versus Tetris with the bots of versus Tetris, each at its own pace.
#[derive(Clone, Copy, Debug, Default)]
pub struct LiveVersusKit {
    paces: BotPaces,
}

impl GameKit for LiveVersusKit {
    type Game = LiveVersus;
    type Settings = BotPaces;

    const TITLE: &'static str = "Live Versus Tetris";
    const EDITABLE_RULES: &'static [EditableRule] = VersusKit::EDITABLE_RULES;
    // One tick.
    const TURN: Duration = Duration::from_micros(16_667);
    const SUMMARY: &'static str = "versus Tetris with keys, in real time";
    const DEMO: &'static [&'static str] = VersusKit::DEMO;

    fn new(paces: BotPaces) -> Self {
        Self { paces }
    }

    fn bots(&self) -> &[BotInfo] {
        BOTS
    }

    fn make_bot(&self, spec: &BotSpec) -> Result<Box<dyn Bot<LiveVersus>>, SpecError> {
        let bot = make(spec)?;
        Ok(Box::new(KeyboardBot::<LiveVersus>::new(bot, self.paces.of(spec.name()))))
    }

    fn default_budget(&self) -> Budget {
        VersusKit.default_budget()
    }

    fn controls(&self, game: &LiveVersus) -> Controls {
        let keys = if game.rules().half_turns { KEYS } else { &KEYS[..KEYS.len() - 1] };
        Controls::Keys { keys }
    }
}

/// The keys in the order in which help lists them, the half turn last.
const KEYS: &[ControlKey] =
    &[MOVE_LEFT, MOVE_RIGHT, ROTATE, HARD_DROP, HOLD, SOFT_DROP, ROTATE_BACK, HALF_TURN];
