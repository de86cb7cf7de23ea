//! Which keys each screen takes. What is pressed is looked up here, and the help is made from the same
//! list, so that it cannot be wrong.

mod codes;
mod controls;
mod keys;
mod line;

use std::borrow::Cow;

use crossterm::event::KeyCode::{self, Char, Enter, Esc, Tab};
use crossterm::event::{KeyEvent, KeyModifiers};

use crate::app::{App, Overlay, Screen};
use crate::session::{Mode, SessionScreen};
use crate::setup::Setup;
use crate::speed::Speed;
use crate::text_input::Edit;
use crate::theme::Theme;

pub use codes::key_code;
pub(crate) use controls::shared_keys;
pub use line::help_line;

/// What a key asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UiCommand {
    /// Ends the program.
    Quit,
    /// Shows or hides the help.
    Help,
    /// One step back; from a session to the menu.
    Back,
    /// Takes what is chosen.
    Accept,
    /// Refuses.
    Refuse,
    /// Up.
    Up,
    /// Down.
    Down,
    /// Left.
    Left,
    /// Right.
    Right,
    /// The page or game before.
    Previous,
    /// The next page or game.
    Next,
    /// To the beginning.
    First,
    /// To the end.
    Last,
    /// Pauses or plays on.
    Pause,
    /// Plays one turn.
    Step,
    /// Sets the speed.
    Speed(Speed),
    /// Grid or single board.
    Switch,
    /// Statistics, or back from them.
    Stats,
    /// Shows the position as text, and copies it.
    Copy,
    /// Takes a move back.
    Undo,
    /// Asks a bot.
    Hint,
    /// Changes the text that is typed.
    Edit(Edit),
    /// Points at the cell under the cursor.
    Point,
    /// Takes one of several actions, by its place in the list.
    Pick(usize),
    /// Hands in an action of a person.
    Act(KeyboardUser, &'static str),
}

/// One of the people at the keyboard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyboardUser {
    /// The one with the arrow keys, or with the whole keyboard.
    First,
    /// The one with the letters W, A, S and D.
    Second,
}

/// Keys and what they do.
#[derive(Clone, Debug)]
pub struct Binding {
    /// The keys.
    pub keys: Vec<KeyCode>,
    /// Whether they count only with the control key.
    pub ctrl: bool,
    /// The keys in words; empty for a key that is explained by the one before it.
    pub name: Cow<'static, str>,
    /// What they do, in a word or two.
    pub label: Cow<'static, str>,
    /// The same in as few letters as possible.
    pub short: Cow<'static, str>,
    /// How soon it is left out of a help line that is too long: the greatest rank first.
    pub rank: u8,
    /// What they ask for.
    pub command: UiCommand,
}

impl Binding {
    /// The keys in words, as far as the terminal can show them.
    #[must_use]
    pub fn shown(&self, theme: &Theme) -> String {
        if theme.unicode {
            return self.name.to_string();
        }
        let word = |arrow: &(char, &str), name: String| name.replace(arrow.0, arrow.1);
        ARROWS.iter().fold(self.name.to_string(), |name, arrow| word(arrow, name))
    }

    fn short(self, short: &'static str) -> Self {
        Self { short: short.into(), ..self }
    }

    fn rank(self, rank: u8) -> Self {
        Self { rank, ..self }
    }

    fn takes(&self, key: &KeyEvent) -> bool {
        self.ctrl == key.modifiers.contains(KeyModifiers::CONTROL) && self.keys.contains(&key.code)
    }
}

/// Arrows, and the words for them on terminals without such characters.
const ARROWS: [(char, &str); 4] = [('←', "left"), ('→', "right"), ('↑', "up"), ('↓', "down")];

/// The rank of a key that is neither important nor unimportant.
const USUAL: u8 = 5;

fn bind(
    keys: &[KeyCode],
    name: impl Into<Cow<'static, str>>,
    label: impl Into<Cow<'static, str>>,
    command: UiCommand,
) -> Binding {
    let label = label.into();
    let (keys, name, short) = (keys.to_vec(), name.into(), label.clone());
    Binding { keys, ctrl: false, name, label, short, rank: USUAL, command }
}

/// A key that does the same kind of thing as the one before it, and is not listed by itself.
fn also(keys: &[KeyCode], command: UiCommand) -> Binding {
    bind(keys, "", "", command)
}

/// The keys that the program takes now, in the order of the help line.
#[must_use]
pub fn bindings(app: &App) -> Vec<Binding> {
    match app.overlay {
        Some(Overlay::Help) => {
            vec![bind(&[Esc, Char('?'), Enter], "esc", "close help", UiCommand::Help), keys::quit()]
        }
        Some(Overlay::Abort) => vec![
            bind(&[Char('y'), Enter], "y", "abort the games", UiCommand::Accept),
            bind(&[Char('n'), Esc], "n", "continue", UiCommand::Refuse),
        ],
        Some(Overlay::Choice) => {
            let mut list = vec![
                bind(&[KeyCode::Up], "↑/↓", "choose", UiCommand::Up),
                also(&[KeyCode::Down, Tab], UiCommand::Down),
                bind(&[Enter, Char(' ')], "enter", "play", UiCommand::Accept),
                bind(&[Esc], "esc", "back", UiCommand::Refuse),
            ];
            let digits = ('1'..='9').enumerate();
            list.extend(digits.map(|(n, digit)| also(&[Char(digit)], UiCommand::Pick(n))));
            list
        }
        Some(Overlay::Position) => vec![
            bind(&[Esc, Char('f'), Enter], "esc", "close", UiCommand::Refuse),
            bind(&[KeyCode::Up, KeyCode::PageUp], "↑/↓", "scroll", UiCommand::Up),
            also(&[KeyCode::Down, KeyCode::PageDown], UiCommand::Down),
            keys::quit(),
        ],
        None => of_screen(app),
    }
}

/// The keys of the screen, whatever is above it.
#[must_use]
pub fn of_screen(app: &App) -> Vec<Binding> {
    match &app.screen {
        Screen::Setup(setup) => of_setup(setup),
        Screen::Session(session) => of_session(session),
        Screen::Playback(_) => {
            let ends = [keys::copy(), keys::menu(), keys::quit(), keys::help()];
            keys::playback().into_iter().chain(keys::speeds()).chain(ends).collect()
        }
    }
}

fn of_setup(setup: &Setup) -> Vec<Binding> {
    let mut list = vec![
        bind(&[KeyCode::Up], "↑/↓", "choose", UiCommand::Up).rank(3),
        also(&[KeyCode::Down, Tab], UiCommand::Down),
        bind(&[Enter], "enter", "select", UiCommand::Accept).rank(2),
        bind(&[Esc], "esc", "back", UiCommand::Back).rank(1),
    ];
    if setup.types() {
        list.extend(keys::editing());
        list.extend(keys::text_cursor());
        list.push(keys::ctrl_c());
    } else {
        list.push(keys::quit());
    }
    list.push(keys::help());
    list
}

fn of_session(session: &SessionScreen) -> Vec<Binding> {
    if session.mode == Mode::Stats {
        let back = bind(&[Char('s'), Tab], "s", "boards", UiCommand::Stats).rank(2);
        let new = bind(&[Enter], "enter", "new session", UiCommand::Back).short("new").rank(4);
        let mut list = vec![back];
        if !session.group.status().over {
            list.push(keys::pause());
            list.extend(keys::speeds());
        }
        list.extend([new, keys::menu(), keys::quit(), keys::help()]);
        return list;
    }
    if session.is_played() {
        return of_people(session);
    }
    let mut list = vec![keys::pause(), keys::step()];
    list.extend(keys::speeds());
    if session.mode == Mode::Grid {
        list.extend(keys::grid());
    } else if session.group.plan().games > 1 {
        list.extend(keys::games());
    }
    if session.cells() > 1 {
        let to = if session.mode == Mode::Grid { "single" } else { "grid" };
        list.push(bind(&[Tab], "tab", to, UiCommand::Switch).rank(3));
    }
    list.extend([keys::stats(), keys::copy(), keys::menu(), keys::quit(), keys::help()]);
    list
}

/// The keys of a game that is played by people at this keyboard.
fn of_people(session: &SessionScreen) -> Vec<Binding> {
    let mut list = controls::of_controls(&session.controls, session.people > 1, session.clocked);
    list.extend([keys::menu(), keys::ctrl_c(), keys::help()]);
    list
}

/// What a key asks for; `None` if the screen does not take it.
#[must_use]
pub fn command(app: &App, key: &KeyEvent) -> Option<UiCommand> {
    if key.modifiers.contains(KeyModifiers::CONTROL) && key.code == Char('c') {
        return Some(UiCommand::Quit);
    }
    bindings(app).into_iter().find(|binding| binding.takes(key)).map(|binding| binding.command)
}
