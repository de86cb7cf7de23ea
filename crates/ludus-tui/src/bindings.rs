//! Which keys each screen takes. What is pressed is looked up here, and the help is made from the same
//! list, so that it cannot be wrong.

use crossterm::event::KeyCode::{self, Backspace, Char, End, Enter, Esc, Home, Tab};
use crossterm::event::{KeyEvent, KeyModifiers};

use crate::app::{App, Overlay, Screen};
use crate::play::{Mode, Play};
use crate::setup::Setup;
use crate::speed::Speed;

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
    /// Copies the position.
    Copy,
    /// Takes a move back.
    Undo,
    /// Asks a bot.
    Hint,
    /// Deletes the last character typed.
    Erase,
    /// Hands in an action.
    Act(&'static str),
}

/// A key and what it does.
#[derive(Clone, Copy, Debug)]
pub struct Binding {
    /// The keys.
    pub keys: &'static [KeyCode],
    /// The keys in words.
    pub name: &'static str,
    /// What they do, in a word or two.
    pub what: &'static str,
    /// What they ask for.
    pub command: Command,
}

const fn bind(
    keys: &'static [KeyCode],
    name: &'static str,
    what: &'static str,
    command: Command,
) -> Binding {
    Binding { keys, name, what, command }
}

const QUIT: Binding = bind(&[Char('q')], "q", "quit", Command::Quit);
const HELP: Binding = bind(&[Char('?')], "?", "help", Command::Help);
const PAUSE: Binding = bind(&[Char(' ')], "space", "pause", Command::Pause);
const PLAY: Binding = bind(&[Char(' ')], "space", "play", Command::Pause);
const STEP: Binding = bind(&[Char('n')], "n", "step", Command::Step);
const COPY: Binding = bind(&[Char('f')], "f", "copy", Command::Copy);
const SWITCH: Binding = bind(&[Tab], "tab", "grid/single", Command::Switch);
const STATS: Binding = bind(&[Char('s')], "s", "statistics", Command::Stats);
const MENU: Binding = bind(&[Esc], "esc", "menu", Command::Back);

/// The four speeds under one name: only the first shows in the help line.
const SPEEDS: [Binding; 4] = [
    bind(&[Char('1')], "1-4", "speed", Command::Speed(Speed::Instant)),
    bind(&[Char('2')], "", "", Command::Speed(Speed::Fast)),
    bind(&[Char('3')], "", "", Command::Speed(Speed::Normal)),
    bind(&[Char('4')], "", "", Command::Speed(Speed::Slow)),
];

const GRID: [Binding; 6] = [
    bind(&[KeyCode::Left], "arrows", "focus", Command::Left),
    bind(&[KeyCode::Right], "", "", Command::Right),
    bind(&[KeyCode::Up], "", "", Command::Up),
    bind(&[KeyCode::Down], "", "", Command::Down),
    bind(&[Char('h')], "h/l", "page", Command::Previous),
    bind(&[Char('l')], "", "", Command::Next),
];

const GAMES: [Binding; 2] = [
    bind(&[KeyCode::Left, Char('h')], "←/→", "game", Command::Previous),
    bind(&[KeyCode::Right, Char('l')], "", "", Command::Next),
];

/// Typing a move: letters are taken for text, so only keys that are none are commands.
const TYPING: [Binding; 10] = [
    bind(&[KeyCode::Up], "arrows", "cursor", Command::Up),
    bind(&[KeyCode::Down], "", "", Command::Down),
    bind(&[KeyCode::Left], "", "", Command::Left),
    bind(&[KeyCode::Right], "", "", Command::Right),
    bind(&[Char(' ')], "space", "choose square", Command::Pause),
    bind(&[Enter], "enter", "play typed move", Command::Accept),
    bind(&[Backspace], "", "", Command::Erase),
    bind(&[Char('u')], "u", "undo", Command::Undo),
    bind(&[Char('t')], "t", "hint", Command::Hint),
    HELP,
];

const STEERING: [Binding; 5] = [
    bind(&[KeyCode::Up, Char('w')], "arrows", "steer", Command::Act("up")),
    bind(&[KeyCode::Down, Char('s')], "", "", Command::Act("down")),
    bind(&[KeyCode::Left, Char('a')], "", "", Command::Act("left")),
    bind(&[KeyCode::Right, Char('d')], "", "", Command::Act("right")),
    PAUSE,
];

const LIVE: [Binding; 8] = [
    bind(&[KeyCode::Left], "←/→", "move", Command::Act("move_left")),
    bind(&[KeyCode::Right], "", "", Command::Act("move_right")),
    bind(&[KeyCode::Up, Char('x')], "↑", "turn", Command::Act("rotate")),
    bind(&[Char('z')], "z", "turn back", Command::Act("rotate_back")),
    bind(&[KeyCode::Down], "↓", "soft drop", Command::Act("soft_drop")),
    bind(&[Char(' ')], "space", "drop", Command::Act("hard_drop")),
    bind(&[Char('p')], "p", "pause", Command::Pause),
    bind(&[Tab], "tab", "next target", Command::Switch),
];

const FILM: [Binding; 7] = [
    PLAY,
    bind(&[KeyCode::Left, Char('h')], "←/→", "turn", Command::Left),
    bind(&[KeyCode::Right, Char('l')], "", "", Command::Right),
    bind(&[KeyCode::Up, KeyCode::PageUp], "↑/↓", "ten turns", Command::Up),
    bind(&[KeyCode::Down, KeyCode::PageDown], "", "", Command::Down),
    bind(&[Home], "home/end", "start/end", Command::First),
    bind(&[End], "", "", Command::Last),
];

/// The keys that the program takes now, in the order of the help line.
#[must_use]
pub fn bindings(app: &App) -> Vec<Binding> {
    match app.overlay {
        Some(Overlay::Help) => {
            return vec![bind(&[Esc, Char('?'), Enter], "esc", "close help", Command::Help), QUIT];
        }
        Some(Overlay::Abort) => {
            return vec![
                bind(&[Char('y'), Enter], "y", "abort the games", Command::Accept),
                bind(&[Char('n'), Esc], "n", "go on", Command::Refuse),
            ];
        }
        None => {}
    }
    of_screen(app)
}

/// The keys of the screen, whatever is above it.
#[must_use]
pub fn of_screen(app: &App) -> Vec<Binding> {
    match &app.screen {
        Screen::Setup(setup) => of_setup(setup),
        Screen::Play(play) => of_play(play),
        Screen::Film(_) => {
            let end = bind(&[Esc], "esc", "menu", Command::Back);
            FILM.into_iter().chain(SPEEDS).chain([COPY, end, QUIT, HELP]).collect()
        }
    }
}

fn of_setup(setup: &Setup) -> Vec<Binding> {
    let mut list = vec![
        bind(&[KeyCode::Up], "↑/↓", "choose", Command::Up),
        bind(&[KeyCode::Down, Tab], "", "", Command::Down),
        bind(&[Enter], "enter", "take", Command::Accept),
        bind(&[Esc], "esc", "back", Command::Back),
    ];
    if setup.types() {
        list.push(bind(&[Backspace], "", "", Command::Erase));
    } else {
        list.extend([QUIT]);
    }
    list.push(HELP);
    list
}

fn of_play(play: &Play) -> Vec<Binding> {
    if play.mode == Mode::Stats {
        let back = bind(&[Char('s'), Tab], "tab", "boards", Command::Stats);
        let new = bind(&[Enter], "enter", "new session", Command::Back);
        return [back, PAUSE].into_iter().chain(SPEEDS).chain([new, MENU, QUIT, HELP]).collect();
    }
    if play.is_played() {
        let ends = [MENU, bind(&[], "ctrl-c", "quit", Command::Quit)];
        return match (play.is_live(), play.one_by_one) {
            (true, _) => LIVE.into_iter().chain(ends).chain([HELP]).collect(),
            (false, true) => TYPING.into_iter().chain(ends).collect(),
            (false, false) => {
                STEERING.into_iter().chain(SPEEDS).chain(ends).chain([HELP]).collect()
            }
        };
    }
    let mut list = vec![PAUSE, STEP];
    list.extend(SPEEDS);
    match play.mode {
        Mode::Grid => {
            list.extend(GRID);
            list.push(bind(&[Enter], "enter", "open", Command::Accept));
        }
        _ => list.extend(GAMES),
    }
    list.extend([SWITCH, STATS, COPY, MENU, QUIT, HELP]);
    list
}

/// What a key asks for; `None` if the screen does not take it.
#[must_use]
pub fn command(app: &App, key: &KeyEvent) -> Option<Command> {
    if key.modifiers.contains(KeyModifiers::CONTROL) {
        return (key.code == Char('c')).then_some(Command::Quit);
    }
    bindings(app).into_iter().find(|b| b.keys.contains(&key.code)).map(|b| b.command)
}

/// The help line: as many of the keys as there is room for.
#[must_use]
pub fn help_line(app: &App, width: usize) -> String {
    let mut line = String::new();
    let mut named: Vec<Binding> = bindings(app);
    named.retain(|binding| !binding.name.is_empty());
    // Whatever has no room is found with the key for help, so that one comes first.
    named.sort_by_key(|binding| binding.command != Command::Help);
    for binding in &named {
        let part =
            format!("{} {}", app.theme.pick(binding.name, plain(binding.name)), binding.what);
        let gap = if line.is_empty() { 0 } else { 3 };
        if line.chars().count() + gap + part.chars().count() > width {
            break;
        }
        if gap > 0 {
            line.push_str(app.theme.pick(" · ", " | "));
        }
        line.push_str(&part);
    }
    line
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
