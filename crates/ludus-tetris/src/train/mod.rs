//! What can be trained: `solo` (eight weights), `battle` (fourteen), `master` (signed weights of all
//! metrics).
//!
//! | module | what lives there |
//! |---|---|
//! | `solo` | one seat alone: the fitness is the lines it clears |
//! | `master` | the same with signed weights of all metrics |
//! | `battle` | several seats: rank, survival, lines and garbage sent |

mod battle;
mod master;
mod solo;

use ludus_core::{Budget, Contest, KeyedTrainable};

use crate::bots::shipped;
use crate::game::Tetris;
use crate::lookahead::Lookahead;
use crate::weights::TetrisWeights;
use crate::weights_file::{self, FileWeights};

pub use battle::Battle;
pub use master::Master;
pub use solo::Solo;

/// Everything that can be trained.
pub(crate) fn all() -> Vec<Box<dyn KeyedTrainable<Tetris>>> {
    vec![Box::new(Solo), Box::new(Battle), Box::new(Master)]
}

/// The shipped weights of a bot; all 0 if it has none of this kind.
fn shipped_trained(bot: &str) -> TetrisWeights {
    let parsed = shipped(bot).and_then(|text| weights_file::parse(text).ok());
    match parsed {
        Some(FileWeights::Trained(weights)) => weights,
        _ => TetrisWeights { board: [0.0; 8], battle: None },
    }
}

/// A match of trained weights against the shipped ones of this bot, with the look-ahead of the training.
fn contest(lookahead: Lookahead, path: &str, shipped: &str, games: u64) -> Contest {
    Contest {
        trained: format!("trained=weights:path={path},lookahead={lookahead}"),
        shipped: format!("{shipped}:lookahead={lookahead}"),
        alone: false,
        games,
        budget: Budget::NONE,
    }
}
