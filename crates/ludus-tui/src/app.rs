//! All state of the program.

use ludus_arena::session::Stage;
use ludus_arena::{ArenaError, Offer};

use crate::lobby::{Lobby, SessionConfig};
use crate::playback::Playback;
use crate::session::SessionScreen;
use crate::setup::Setup;
use crate::theme::Theme;

/// What is on the screen.
pub enum Screen {
    /// The questions before a session.
    Setup(Box<Setup>),
    /// A session.
    Session(Box<SessionScreen>),
    /// A recorded match.
    Playback(Box<Playback>),
}

/// A question or a page above the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Overlay {
    /// Everything that can be pressed.
    Help,
    /// Whether the games under way are to be given up.
    Abort,
    /// The position as text, to be copied by hand.
    Position,
    /// Which of several actions a person means, see [`SessionScreen::choice`].
    Choice,
}

/// The position as text, while it is shown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PositionText {
    /// The text.
    pub text: String,
    /// How many of its lines are above the screen.
    pub scrolled: usize,
}

/// The program.
pub struct App {
    /// What can be played.
    pub lobby: Lobby,
    /// Colours and characters.
    pub theme: Theme,
    /// What is on the screen.
    pub screen: Screen,
    /// What is above it.
    pub overlay: Option<Overlay>,
    /// What to say below the board, until the next key.
    pub note: Option<String>,
    /// What is to be sent to the terminal's clipboard.
    pub copy: Option<String>,
    /// What [`Overlay::Position`] shows.
    pub position: PositionText,
    /// The size of the terminal: columns and rows.
    pub size: (u16, u16),
    /// Whether the program is to end.
    pub quit: bool,
    stage: Stage,
}

impl App {
    /// The program at its menu.
    ///
    /// # Errors
    /// If the system gives no threads.
    pub fn new(lobby: Lobby, theme: Theme) -> Result<Self, ArenaError> {
        let stage = Stage::new(lobby.threads)?;
        let screen = Screen::Setup(Box::default());
        Ok(Self {
            lobby,
            theme,
            screen,
            overlay: None,
            note: None,
            copy: None,
            position: PositionText::default(),
            size: (80, 24),
            quit: false,
            stage,
        })
    }

    /// Starts a session of this game by these rules, and shows it. Where people play it, the offer is what
    /// [`Offer::played_by`] says.
    ///
    /// # Errors
    /// If the rules or bots do not fit.
    pub fn start(&mut self, offer: &Offer, config: SessionConfig) -> Result<(), ArenaError> {
        let screen = SessionScreen::open(&self.stage, &self.lobby, offer, config)?;
        self.screen = Screen::Session(Box::new(screen));
        Ok(())
    }

    /// Goes back to the menu; what was under way ends.
    pub fn to_menu(&mut self) {
        self.overlay = None;
        self.screen = Screen::Setup(Box::default());
    }

    /// Whether the program wants the mouse. Where text is shown to be copied the terminal has it, so that people
    /// can select.
    #[must_use]
    pub fn takes_mouse(&self) -> bool {
        self.overlay != Some(Overlay::Position)
    }

    /// Whether something on the screen may change by itself.
    #[must_use]
    pub fn moves(&self) -> bool {
        match &self.screen {
            Screen::Setup(_) => false,
            Screen::Session(session) => session.moves(),
            Screen::Playback(playback) => playback.playing,
        }
    }
}
