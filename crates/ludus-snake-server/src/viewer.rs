//! What the public board viewer asks for.
//!
//! | module | what lives there |
//! |---|---|
//! | `live` | the games that the server's snakes play |
//! | `frames` | recorded matches and debug logs as the viewer's frames |
//! | `routes` | `GET /games/ID`, and the WebSocket with the frames |

mod frames;
mod live;
mod routes;

pub(crate) use self::frames::board_frames;
pub use self::frames::{ViewError, frames_of_log, frames_of_replay};
pub(crate) use self::live::LiveGames;
pub(crate) use self::routes::router;
