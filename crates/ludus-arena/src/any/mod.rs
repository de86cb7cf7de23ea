//! Games without their types: how the command line and the front ends see them.
//!
//! | module | trait | who uses it |
//! |---|---|---|
//! | `about` | [`AboutGame`] | front ends: names, bots, how scores and positions read |
//! | `plan` | [`PlanGame`] | makers of plans: rules, openings and bots, checked |
//! | `play` | [`PlayGame`] | series, tournaments, sessions and live matches |
//! | `replays` | [`ReplayGame`] | readers of recorded matches |
//! | `logs` | [`LogGame`] | readers of debug logs |
//! | `check` | [`CheckGame`] | `ludus check` |
//! | `tools` | [`ToolGame`] | training, tuning, `ludus step`, `ludus bench` |

mod about;
mod check;
mod logs;
mod plan;
mod play;
mod replays;
mod tools;

use std::any::Any;

use ludus_core::{Game, GameKit};

pub use about::AboutGame;
pub use check::CheckGame;
pub use logs::LogGame;
pub use plan::PlanGame;
pub use play::PlayGame;
pub use replays::{AnyFilm, ReplayGame};
pub use tools::ToolGame;

use crate::error::ArenaError;

/// A game of the catalog: everything that can be done with a game whose types are not known. Every [`GameKit`] is one.
pub trait AnyGame:
    AboutGame + PlanGame + PlayGame + ReplayGame + LogGame + CheckGame + ToolGame + Any
{
}

impl<K: GameKit> AnyGame for K {}

/// The kit behind the other game, which must be the same one.
fn same_kit<K: GameKit>(other: Option<&dyn AnyGame>) -> Result<Option<&K>, ArenaError> {
    let Some(other) = other else { return Ok(None) };
    let kit = (other as &dyn Any).downcast_ref();
    let text = || format!("{} cannot be compared with {}", other.name(), K::Game::NAME);
    kit.map(Some).ok_or_else(|| ArenaError::Asked(text()))
}
