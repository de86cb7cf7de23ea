//! The terminal arena: watch matches of every game, many at once, and play yourself.
//!
//! State, changes and drawing are separate:
//!
//! | module | what lives there |
//! |---|---|
//! | [`lobby`] | [`Lobby`]: what can be played here, as the binary's catalog has it |
//! | [`widgets`] | [`BoardWidget`]: how positions are drawn; every game brings its own |
//! | [`app`] | [`App`]: all state of the program |
//! | [`setup`] | the questions before a session: game, bots, how many, grid |
//! | [`session`] | a session that is watched or played |
//! | [`pointer`](mod@pointer) | the cursor of a person who points at cells |
//! | [`playback`] | a recorded match that is played back |
//! | [`grids`] | which grids of boards fit a terminal |
//! | [`text_input`] | a line of text that people edit |
//! | [`bindings`] | which keys each screen takes; the help line is made from it |
//! | [`update`] | what a key, a click or a moment changes |
//! | [`view`] | how all of it is drawn, one file per pane |
//! | [`speed`], [`theme`] | how fast, and in which colours and characters |
//! | [`frames`] | when the screen is drawn again |
//! | [`clipboard`], [`terminal`], `keyboard` | the edges: the clipboard, the screen, the keyboard |
//! | [`error`] | what can go wrong before a session and while a person plays |
//!
//! No game is known here by name. A game says through [`GameInfo`](ludus_core::GameInfo) what it is called and how its
//! turns follow each other, and through [`Controls`](ludus_core::Controls) how people play it.

pub mod app;
pub mod bindings;
pub mod clipboard;
pub mod error;
pub mod frames;
pub mod grids;
mod keyboard;
pub mod lobby;
pub mod playback;
pub mod pointer;
pub mod session;
pub mod setup;
pub mod speed;
pub mod terminal;
pub mod text_input;
pub mod theme;
pub mod update;
pub mod view;
pub mod widgets;

pub use app::{App, Screen};
pub use error::{PlayError, SetupError};
pub use frames::Frames;
pub use lobby::{Lobby, SessionConfig};
pub use playback::Playback;
pub use session::SessionScreen;
pub use speed::Speed;
pub use terminal::{TuiError, run};
pub use theme::Theme;
pub use widgets::{BoardWidget, Widgets};
