//! Replays: the record of a match as JSON lines, written while it is played, read back, verified.
//!
//! The first line is the header with everything that is needed to play the match again, then comes
//! one line per turn (in live play: per tick in which a seat did something), and at last the result. Nothing in a
//! replay has to be believed: [`verify()`] plays the recorded actions again and compares every board and the result.

mod film;
mod format;
mod output;
mod read;
mod record;
mod study;
mod summary;
mod verify;

pub use film::{Film, Walk, frames};
pub use format::{
    ActionLine, FailureLine, Header, ReplayLine, ResultLine, SeatLine, TickLine, TurnLine,
};
pub(crate) use format::{agreed_draw, figure_map};
pub use output::Unwritten;
pub use read::{ReplayError, ReplayReader};
pub use record::{RecordFolder, Recorder};
pub(crate) use record::{acted, action_text, turn_text};
pub use study::{Consultation, consult, transcript};
pub use summary::{MatchSummary, SummarySeat};
pub(crate) use verify::Again;
pub use verify::{Shown, Verified, show, verify};
