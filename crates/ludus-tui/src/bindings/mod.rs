//! Which keys each screen takes. What is pressed is looked up here, and the help is made from the same
//! list, so that it cannot be wrong.

mod keys;
mod line;

use crossterm::event::KeyCode::{self, Char, Enter, Esc, Tab};
use crossterm::event::{KeyEvent, KeyModifiers};

use crate::app::{App, Overlay, Screen};
use crate::input::Edit;
use crate::play::{Mode, Play};
use crate::setup::Setup;
use crate::speed::Speed;
use crate::theme::Theme;

pub use line::help_line;

/// What a key asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
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
    /// Hands in an action of a person.
    Act(Person, &'static str),
    /// Aims at the next seat, for a person.
    Aim(Person),
}

/// One of the people at the keyboard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Person {
    /// Who plays with the arrow keys.
    First,
    /// Who plays with the letters W, A, S and D.
    Second,
}

/// A key and what it does.
#[derive(Clone, Copy, Debug)]
pub struct Binding {
    /// The keys.
    pub keys: &'static [KeyCode],
    /// Whether they count only with the control key.
    pub ctrl: bool,
    /// The keys in words; empty for a key that is explained by the one before it.
    pub name: &'static str,
    /// What they do, in a word or two.
    pub what: &'static str,
    /// The same in as few letters as possible.
    pub short: &'static str,
    /// How soon it is left out of a help line that is too long: the greatest rank first.
    pub rank: u8,
    /// What they ask for.
    pub command: Command,
}

impl Binding {
    /// The keys in words, as far as the terminal can show them.
    #[must_use]
    pub fn shown(&self, theme: &Theme) -> &'static str {
        theme.pick(self.name, plain(self.name))
    }

    const fn short(self, short: &'static str) -> Self {
        Self { short, ..self }
    }

    const fn rank(self, rank: u8) -> Self {
        Self { rank, ..self }
    }

    fn takes(&self, key: &KeyEvent) -> bool {
        self.ctrl == key.modifiers.contains(KeyModifiers::CONTROL) && self.keys.contains(&key.code)
    }
}

/// The rank of a key that is neither important nor unimportant.
const USUAL: u8 = 5;

const fn bind(
    keys: &'static [KeyCode],
    name: &'static str,
    what: &'static str,
    command: Command,
) -> Binding {
    Binding { keys, ctrl: false, name, what, short: what, rank: USUAL, command }
}

/// A key that does the same kind of thing as the one before it, and is not listed by itself.
const fn also(keys: &'static [KeyCode], command: Command) -> Binding {
    bind(keys, "", "", command)
}

/// The keys that the program takes now, in the order of the help line.
#[must_use]
pub fn bindings(app: &App) -> Vec<Binding> {
    match app.overlay {
        Some(Overlay::Help) => {
            vec![bind(&[Esc, Char('?'), Enter], "esc", "close help", Command::Help), keys::QUIT]
        }
        Some(Overlay::Abort) => vec![
            bind(&[Char('y'), Enter], "y", "abort the games", Command::Accept),
            bind(&[Char('n'), Esc], "n", "continue", Command::Refuse),
        ],
        Some(Overlay::Position) => vec![
            bind(&[Esc, Char('f'), Enter], "esc", "close", Command::Refuse),
            bind(&[KeyCode::Up, KeyCode::PageUp], "↑/↓", "scroll", Command::Up),
            also(&[KeyCode::Down, KeyCode::PageDown], Command::Down),
            keys::QUIT,
        ],
        None => of_screen(app),
    }
}

/// The keys of the screen, whatever is above it.
#[must_use]
pub fn of_screen(app: &App) -> Vec<Binding> {
    match &app.screen {
        Screen::Setup(setup) => of_setup(setup),
        Screen::Play(play) => of_play(play),
        Screen::Film(_) => {
            let ends = [keys::COPY, keys::MENU, keys::QUIT, keys::HELP];
            keys::FILM.into_iter().chain(keys::SPEEDS).chain(ends).collect()
        }
    }
}

fn of_setup(setup: &Setup) -> Vec<Binding> {
    let mut list = vec![
        bind(&[KeyCode::Up], "↑/↓", "choose", Command::Up).rank(3),
        also(&[KeyCode::Down, Tab], Command::Down),
        bind(&[Enter], "enter", "select", Command::Accept).rank(2),
        bind(&[Esc], "esc", "back", Command::Back).rank(1),
    ];
    if setup.types() {
        list.extend(keys::EDITING);
        list.extend(keys::TEXT_CURSOR);
        list.push(keys::CTRL_C);
    } else {
        list.push(keys::QUIT);
    }
    list.push(keys::HELP);
    list
}

fn of_play(play: &Play) -> Vec<Binding> {
    if play.mode == Mode::Stats {
        let back = bind(&[Char('s'), Tab], "s", "boards", Command::Stats).rank(2);
        let new = bind(&[Enter], "enter", "new session", Command::Back).short("new").rank(4);
        let mut list = vec![back];
        if !play.group.status().over {
            list.push(keys::PAUSE);
            list.extend(keys::SPEEDS);
        }
        list.extend([new, keys::MENU, keys::QUIT, keys::HELP]);
        return list;
    }
    if play.is_played() {
        return of_people(play);
    }
    let mut list = vec![keys::PAUSE, keys::STEP];
    list.extend(keys::SPEEDS);
    if play.mode == Mode::Grid {
        list.extend(keys::GRID);
    } else if play.group.plan().games > 1 {
        list.extend(keys::GAMES);
    }
    if play.cells() > 1 {
        let to = if play.mode == Mode::Grid { "single" } else { "grid" };
        list.push(bind(&[Tab], "tab", to, Command::Switch).rank(3));
    }
    list.extend([keys::STATS, keys::COPY, keys::MENU, keys::QUIT, keys::HELP]);
    list
}

/// The keys of a game that is played by people at this keyboard.
fn of_people(play: &Play) -> Vec<Binding> {
    let ends = [keys::MENU, keys::CTRL_C, keys::HELP];
    let two = play.people > 1;
    let list: &[Binding] = match (play.is_live(), play.one_by_one, two) {
        (true, _, false) => &keys::LIVE,
        (true, _, true) => &keys::LIVE_FOR_TWO,
        (false, true, _) => &keys::TYPING,
        (false, false, false) => &keys::STEERING,
        (false, false, true) => &keys::STEERING_FOR_TWO,
    };
    let speeds = if play.is_live() || play.one_by_one { &[][..] } else { &keys::SPEEDS[..] };
    list.iter().chain(speeds).chain(&ends).copied().collect()
}

/// What a key asks for; `None` if the screen does not take it.
#[must_use]
pub fn command(app: &App, key: &KeyEvent) -> Option<Command> {
    if key.modifiers.contains(KeyModifiers::CONTROL) && key.code == Char('c') {
        return Some(Command::Quit);
    }
    bindings(app).into_iter().find(|binding| binding.takes(key)).map(|binding| binding.command)
}

/// The name of a key without arrows.
fn plain(name: &'static str) -> &'static str {
    match name {
        "←/→" => "left/right",
        "↑/↓" => "up/down",
        "↑" => "up",
        "↓" => "down",
        name => name,
    }
}
