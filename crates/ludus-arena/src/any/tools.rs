//! What training and the tools `step` and `bench` use.

use ludus_core::{Bench, BotParam, BotSpec, GameKit, StepError};
use serde_json::Value;

use crate::error::ArenaError;
use crate::trainee::AnyTrainable;

/// Offers what training and the tools of the command line use. Every [`GameKit`] does.
pub trait ToolGame: Send + Sync {
    /// What can be trained, the most usual first.
    fn trainables(&self) -> Vec<Box<dyn AnyTrainable>>;

    /// The parameters of a bot that can be tuned.
    ///
    /// # Errors
    /// If the bot cannot be made, or cannot be asked.
    fn params(&self, spec: &BotSpec) -> Result<Vec<BotParam>, ArenaError>;

    /// One request of the `step` filter.
    ///
    /// # Errors
    /// If it cannot be answered.
    fn step(&self, request: &Value) -> Result<Value, StepError>;

    /// What `ludus bench` measures.
    fn benches(&self) -> Vec<Bench>;
}

impl<K: GameKit> ToolGame for K {
    fn trainables(&self) -> Vec<Box<dyn AnyTrainable>> {
        let erased = |trainable| Box::new(trainable) as Box<dyn AnyTrainable>;
        GameKit::trainables(self).into_iter().map(erased).collect()
    }

    fn params(&self, spec: &BotSpec) -> Result<Vec<BotParam>, ArenaError> {
        Ok(GameKit::params(self, spec)?)
    }

    fn step(&self, request: &Value) -> Result<Value, StepError> {
        GameKit::step(self, request)
    }

    fn benches(&self) -> Vec<Bench> {
        GameKit::benches(self)
    }
}
