//! Live Tetris as the rest of the program sees it.

use std::time::Duration;

use ludus_core::{
    Bot, BotInfo, BotSpec, ControlKey, Controls, EditableRule, GameKit, Repeat, SpecError,
};
use serde::Deserialize;
use serde_json::Value;

use crate::bots::settings::TetrisSettings;
use crate::bots::{BOTS, make};
use crate::kit::EDITABLE_RULES;
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
        Ok(Box::new(KeyboardBot::new(bot, self.paces.of(spec.name()))))
    }

    fn with_base(self, bots: &Value) -> Result<Self, serde_json::Error> {
        Ok(Self { styles: TetrisSettings::deserialize(bots)?, ..self })
    }

    fn controls(&self, _game: &LiveTetris) -> Controls {
        Controls::Keys { keys: KEYS }
    }
}

/// The keys with their usual bindings. Two people at one keyboard have the arrow keys and the letters at the left.
const KEYS: &[ControlKey] = &[
    ControlKey {
        action: "move_left",
        label: "move left",
        short: "left",
        symbol: "◀",
        repeats: Repeat::AfterDelay,
        keys: &["ArrowLeft"],
        shared: ["ArrowLeft", "KeyA"],
    },
    ControlKey {
        action: "move_right",
        label: "move right",
        short: "right",
        symbol: "▶",
        repeats: Repeat::AfterDelay,
        keys: &["ArrowRight"],
        shared: ["ArrowRight", "KeyD"],
    },
    ControlKey {
        action: "rotate",
        label: "turn clockwise",
        short: "turn",
        symbol: "↻",
        repeats: Repeat::Never,
        keys: &["ArrowUp", "KeyX"],
        shared: ["ArrowUp", "KeyW"],
    },
    ControlKey {
        action: "hard_drop",
        label: "drop",
        short: "drop",
        symbol: "⤓",
        repeats: Repeat::Never,
        keys: &["Space"],
        shared: ["Enter", "Space"],
    },
    ControlKey {
        action: "soft_drop",
        label: "soft drop",
        short: "soft",
        symbol: "▼",
        repeats: Repeat::Steady,
        keys: &["ArrowDown"],
        shared: ["ArrowDown", "KeyS"],
    },
    ControlKey {
        action: "rotate_back",
        label: "turn back",
        short: "back",
        symbol: "↺",
        repeats: Repeat::Never,
        keys: &["KeyZ"],
        shared: ["Slash", "KeyQ"],
    },
    ControlKey {
        action: "target",
        label: "next target",
        short: "target",
        symbol: "◎",
        repeats: Repeat::Never,
        keys: &["KeyT", "Tab"],
        shared: ["Backspace", "Tab"],
    },
];
