//! The terminal arena: watch matches of every game, many at once, and play yourself.
//!
//! State, change and drawing are apart, as in every program of this kind that people love:
//!
//! | module | what lives there |
//! |---|---|
//! | [`hall`] | [`Hall`]: what can be played here, as the binary's catalog has it |
//! | [`app`] | [`App`]: all state of the program |
//! | [`setup`] | the questions before a session: game, bots, how many, grid |
//! | [`play`] | a session that is watched or played |
//! | [`film`] | a recorded match that is played back |
//! | [`grids`] | which grids of boards fit a terminal |
//! | [`input`] | a line of text that people edit |
//! | [`bindings`] | which keys each screen takes; the help line is made from it |
//! | [`update`] | what a key, a click or a moment changes |
//! | [`view`] | how all of it is drawn, one file per pane |
//! | [`boards`] | how positions are drawn, one file per game |
//! | [`speed`], [`theme`] | how fast, and in which colours and characters |
//! | [`frames`] | when the screen is drawn anew |
//! | [`clipboard`], [`terminal`], `keyboard` | the edges: the clipboard, the screen, the keyboard |

pub mod app;
pub mod bindings;
pub mod boards;
pub mod clipboard;
pub mod film;
pub mod frames;
pub mod grids;
pub mod hall;
pub mod input;
mod keyboard;
pub mod play;
pub mod setup;
pub mod speed;
pub mod terminal;
pub mod theme;
pub mod update;
pub mod view;

pub use app::{App, Screen};
pub use frames::Frames;
pub use hall::{Hall, Order};
pub use play::Play;
pub use speed::Speed;
pub use terminal::{TuiError, run};
pub use theme::Theme;
