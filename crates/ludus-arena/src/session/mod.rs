//! Sessions: matches with viewers. They can be paused, stepped, sped up and aborted, and
//! people can take seats in them.
//!
//! | module | what lives there |
//! |---|---|
//! | `stage` | [`Stage`]: a few threads that play any number of sessions, with a queue of what is due |
//! | `handle` | [`Session`]: one match, and everything that can be done with it while it is played |
//! | `control` | what a session does next: the transitions between its states |
//! | `view` | [`View`]: the newest position and what led to it, readable at any time |
//! | `turn_by_turn` | a match without its types: [`AnyMatch`] |
//! | `group` | [`SessionGroup`]: many games of one line-up, with live statistics |
//!
//! A session that waits for its next turn, for a person or to be resumed is an entry in a
//! queue or nothing at all: no thread belongs to it.

mod control;
mod group;
mod handle;
mod stage;
mod turn_by_turn;
mod view;

pub use crate::host::{PERSON, is_person};
pub use control::State;
pub use group::{GroupStatus, SessionGroup};
pub use handle::{Session, SessionError};
pub use stage::Stage;
pub use turn_by_turn::AnyMatch;
pub(crate) use turn_by_turn::SessionMatch;
pub use view::{Advice, Deed, SeatView, View};
pub(crate) use view::{advise, legal_actions};
