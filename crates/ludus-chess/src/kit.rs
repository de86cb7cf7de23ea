//! Chess as the program's catalog lists it.

use ludus_core::{Bench, Bot, BotInfo, BotSpec, GameKit, SpecError, StepError};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::game::Chess;
use crate::{bench, bots, step};

/// All that this crate offers to the rest of the program.
#[derive(Clone, Debug)]
pub struct ChessKit {
    settings: ChessSettings,
}

/// What the user can set about the bots of chess.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ChessSettings {
    /// The table of `master`, in mebibytes, where its key `hash` says nothing.
    pub hash: usize,
}

impl Default for ChessSettings {
    fn default() -> Self {
        Self { hash: 16 }
    }
}

impl GameKit for ChessKit {
    type Game = Chess;
    type Settings = ChessSettings;

    const SUMMARY: &'static str = "chess: mate the king; engines by UCI";

    fn new(settings: ChessSettings) -> Self {
        Self { settings }
    }

    fn bots(&self) -> &[BotInfo] {
        bots::BOTS
    }

    fn make_bot(&self, spec: &BotSpec) -> Result<Box<dyn Bot<Chess>>, SpecError> {
        bots::make(spec, self.settings.hash)
    }

    fn step(&self, request: &Value) -> Result<Value, StepError> {
        step::answer(request)
    }

    fn benches(&self) -> Vec<Bench> {
        bench::all()
    }
}
