//! Live Tetris: the same boards, pieces and garbage, but played with keys at 60 ticks per second.
//!
//! Everything here is pure: keys in, state out, no clock. [`LiveTetris`] is a [`Game`](ludus_core::Game) whose turn
//! is a tick and whose action is the keys that a seat pressed since the last tick. The driver decides how long a tick
//! takes. Pieces rotate as in SRS, the rotation system of the public guideline, with its wall kicks.
//!
//! | module | what lives there |
//! |---|---|
//! | [`keys`] | [`LiveKey`], [`LiveKeys`]: what a seat presses in one tick |
//! | [`falling`] | [`FallingPiece`]: the piece that a seat moves, and where it fits |
//! | [`kicks`] | wall kicks: how a piece rotates where it has no room |
//! | [`well`] | [`PieceWell`]: where a piece can move and turn, for boards of any kind |
//! | [`active_piece`] | [`ActivePiece`]: one seat's piece with gravity and lock delay |
//! | [`play`] | [`LivePlay`]: what all games with falling pieces and keys share |
//! | [`rules`] | [`LiveRules`]: the settings of the rules |
//! | [`game`] | [`LiveTetris`]: the match; targets, ranks |
//! | `tick` | one tick of it: keys, locks, garbage |
//! | [`pace`], [`phase`], [`keyboard_bot`] | how fast bots play, the phases of their play, bots that press keys |
//! | [`controls`] | the keys that people press |
//! | [`kit`] | [`LiveKit`]: what the program calls |

pub mod active_piece;
pub mod controls;
pub mod falling;
pub mod game;
pub mod keyboard_bot;
pub mod keys;
pub mod kicks;
pub mod kit;
pub mod pace;
pub mod phase;
pub mod play;
pub mod rules;
mod snapshot;
#[cfg(test)]
mod testing;
mod tick;
pub mod well;

pub use active_piece::{ActivePiece, FallPace, LockState};
pub use falling::FallingPiece;
pub use game::LiveTetris;
pub use keyboard_bot::KeyboardBot;
pub use keys::{LiveKey, LiveKeys};
pub use kit::LiveKit;
pub use pace::{BotPace, BotPaces};
pub use phase::{BotPhase, BotPhases};
pub use play::{KeyPlan, LivePlay};
pub use rules::LiveRules;
pub use well::PieceWell;

pub use ludus_core::TICKS_PER_SECOND;

/// How many hidden rows there are above the board.
pub const HIDDEN_ROWS: usize = 2;

/// How many of the next pieces are shown.
pub const QUEUE: usize = 5;

/// The lock delay in ticks: 500 ms.
pub const LOCK_TICKS: u32 = TICKS_PER_SECOND / 2;

/// How often moving or rotating a piece on the ground resets its lock delay.
pub const LOCK_RESETS: u32 = 15;

/// How many ticks a piece takes to fall one row on level 1, how many fewer on each further level, and how many at the
/// least.
const GRAVITY_FIRST: u32 = 48;
const GRAVITY_STEP: u32 = 3;
const GRAVITY_LAST: u32 = 6;

/// How many ticks a piece takes to fall one row.
///
/// ```
/// use ludus_tetris::live::gravity;
/// assert_eq!([1, 2, 14, 15, 16, 99].map(gravity), [48, 45, 9, 6, 6, 6]);
/// ```
#[must_use]
pub const fn gravity(level: u32) -> u32 {
    let faster = level.saturating_sub(1).saturating_mul(GRAVITY_STEP);
    let ticks = GRAVITY_FIRST.saturating_sub(faster);
    if ticks > GRAVITY_LAST { ticks } else { GRAVITY_LAST }
}
