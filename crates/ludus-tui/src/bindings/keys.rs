//! The keys, screen by screen.

use crossterm::event::KeyCode::{
    Backspace, Char, Delete, Down, End, Enter, Esc, Home, Left, PageDown, PageUp, Right, Tab, Up,
};

use super::Person::{First, Second};
use super::{Binding, Command, also, bind};
use crate::input::Edit;
use crate::speed::Speed;

pub(super) const QUIT: Binding = bind(&[Char('q')], "q", "quit", Command::Quit).rank(1);
pub(super) const HELP: Binding = bind(&[Char('?')], "?", "help", Command::Help).rank(0);
pub(super) const PAUSE: Binding = bind(&[Char(' ')], "space", "pause", Command::Pause).rank(2);
pub(super) const STEP: Binding = bind(&[Char('n')], "n", "step", Command::Step).rank(6);
pub(super) const COPY: Binding =
    bind(&[Char('f')], "f", "position as text", Command::Copy).short("copy").rank(2);
pub(super) const STATS: Binding =
    bind(&[Char('s')], "s", "statistics", Command::Stats).short("stats").rank(2);
pub(super) const MENU: Binding = bind(&[Esc], "esc", "menu", Command::Back).rank(1);

/// Listed only: control-C is taken everywhere.
pub(super) const CTRL_C: Binding = bind(&[], "ctrl-c", "quit", Command::Quit).rank(1);

/// The four speeds under one name: only the first shows in the help line.
pub(super) const SPEEDS: [Binding; 4] = [
    bind(&[Char('1')], "1-4", "speed", Command::Speed(Speed::Instant)).rank(4),
    also(&[Char('2')], Command::Speed(Speed::Fast)),
    also(&[Char('3')], Command::Speed(Speed::Normal)),
    also(&[Char('4')], Command::Speed(Speed::Slow)),
];

pub(super) const GRID: [Binding; 7] = [
    bind(&[Left], "arrows", "choose board", Command::Left).short("choose").rank(6),
    also(&[Right], Command::Right),
    also(&[Up], Command::Up),
    also(&[Down], Command::Down),
    bind(&[Char('h')], "h/l", "page", Command::Previous).rank(7),
    also(&[Char('l')], Command::Next),
    bind(&[Enter], "enter", "open", Command::Accept).rank(6),
];

pub(super) const GAMES: [Binding; 2] = [
    bind(&[Left, Char('h')], "←/→", "game", Command::Previous).rank(7),
    also(&[Right, Char('l')], Command::Next),
];

/// What changes a line of text that is typed, as in most shells.
pub(super) const EDITING: [Binding; 8] = [
    also(&[Backspace], Command::Edit(Edit::Backspace)),
    also(&[Delete], Command::Edit(Edit::Delete)),
    control(&[Char('u')], "ctrl-u", "delete line", Command::Edit(Edit::DeleteToStart)),
    control(&[Char('w')], "ctrl-w", "delete word", Command::Edit(Edit::DeleteWord)),
    control(&[Char('k')], "", "", Command::Edit(Edit::DeleteToEnd)),
    control(&[Char('h')], "", "", Command::Edit(Edit::Backspace)),
    bind(&[Home], "home/end", "start/end", Command::Edit(Edit::Home)).rank(9),
    also(&[End], Command::Edit(Edit::End)),
];

/// What moves the cursor of a line, where the arrow keys are not needed for something else.
pub(super) const TEXT_CURSOR: [Binding; 4] = [
    also(&[Left], Command::Edit(Edit::Left)),
    also(&[Right], Command::Edit(Edit::Right)),
    control(&[Char('a')], "", "", Command::Edit(Edit::Home)),
    control(&[Char('e')], "", "", Command::Edit(Edit::End)),
];

/// Typing a move: letters are taken for text, so only keys that are none are commands.
pub(super) const TYPING: [Binding; 16] = {
    let [e0, e1, e2, e3, e4, e5, e6, e7] = EDITING;
    [
        bind(&[Up], "arrows", "cursor", Command::Up).rank(4),
        also(&[Down], Command::Down),
        also(&[Left], Command::Left),
        also(&[Right], Command::Right),
        bind(&[Char(' ')], "space", "choose square", Command::Pause).short("square").rank(3),
        bind(&[Enter], "enter", "play typed move", Command::Accept).short("play").rank(3),
        bind(&[Char('u')], "u", "undo", Command::Undo).rank(5),
        bind(&[Char('t')], "t", "hint", Command::Hint).rank(5),
        e0,
        e1,
        e2,
        e3,
        e4,
        e5,
        e6,
        e7,
    ]
};

pub(super) const STEERING: [Binding; 5] = [
    bind(&[Up, Char('w')], "arrows", "steer", Command::Act(First, "up")).rank(2),
    also(&[Down, Char('s')], Command::Act(First, "down")),
    also(&[Left, Char('a')], Command::Act(First, "left")),
    also(&[Right, Char('d')], Command::Act(First, "right")),
    PAUSE,
];

pub(super) const STEERING_FOR_TWO: [Binding; 9] = [
    bind(&[Up], "arrows", "first player", Command::Act(First, "up")).short("first").rank(2),
    also(&[Down], Command::Act(First, "down")),
    also(&[Left], Command::Act(First, "left")),
    also(&[Right], Command::Act(First, "right")),
    bind(&[Char('w')], "wasd", "second player", Command::Act(Second, "up")).short("second").rank(2),
    also(&[Char('s')], Command::Act(Second, "down")),
    also(&[Char('a')], Command::Act(Second, "left")),
    also(&[Char('d')], Command::Act(Second, "right")),
    PAUSE,
];

const LIVE_PAUSE: Binding = bind(&[Char('p')], "p", "pause", Command::Pause).rank(2);

pub(super) const LIVE: [Binding; 8] = [
    bind(&[Left], "←/→", "move", Command::Act(First, "move_left")).rank(2),
    also(&[Right], Command::Act(First, "move_right")),
    bind(&[Up, Char('x')], "↑", "turn", Command::Act(First, "rotate")).rank(2),
    bind(&[Char('z')], "z", "turn back", Command::Act(First, "rotate_back")).short("back").rank(6),
    bind(&[Down], "↓", "soft drop", Command::Act(First, "soft_drop")).short("soft").rank(4),
    bind(&[Char(' ')], "space", "drop", Command::Act(First, "hard_drop")).rank(3),
    LIVE_PAUSE,
    bind(&[Tab], "tab", "next target", Command::Aim(First)).short("target").rank(5),
];

/// Two people at one keyboard: the arrow keys and their neighbours, and the letters at the left.
pub(super) const LIVE_FOR_TWO: [Binding; 15] = [
    bind(&[Left], "arrows", "first: move, turn, soft drop", Command::Act(First, "move_left"))
        .short("first")
        .rank(2),
    also(&[Right], Command::Act(First, "move_right")),
    also(&[Up], Command::Act(First, "rotate")),
    also(&[Down], Command::Act(First, "soft_drop")),
    bind(&[Enter], "enter", "first: drop", Command::Act(First, "hard_drop")).short("drop").rank(3),
    bind(&[Char('/')], "/", "first: turn back", Command::Act(First, "rotate_back")).rank(8),
    bind(&[Backspace], "backspace", "first: next target", Command::Aim(First)).rank(9),
    bind(&[Char('a')], "wasd", "second: move, turn, soft drop", Command::Act(Second, "move_left"))
        .short("second")
        .rank(2),
    also(&[Char('d')], Command::Act(Second, "move_right")),
    also(&[Char('w')], Command::Act(Second, "rotate")),
    also(&[Char('s')], Command::Act(Second, "soft_drop")),
    bind(&[Char(' ')], "space", "second: drop", Command::Act(Second, "hard_drop"))
        .short("drop")
        .rank(3),
    bind(&[Char('q')], "q", "second: turn back", Command::Act(Second, "rotate_back")).rank(8),
    bind(&[Tab], "tab", "second: next target", Command::Aim(Second)).rank(9),
    LIVE_PAUSE,
];

pub(super) const FILM: [Binding; 7] = [
    bind(&[Char(' ')], "space", "play", Command::Pause).rank(2),
    bind(&[Left, Char('h')], "←/→", "turn", Command::Left).rank(3),
    also(&[Right, Char('l')], Command::Right),
    bind(&[Up, PageUp], "↑/↓", "ten turns", Command::Up).short("ten").rank(5),
    also(&[Down, PageDown], Command::Down),
    bind(&[Home], "home/end", "start/end", Command::First).rank(6),
    also(&[End], Command::Last),
];

/// A key that counts only with the control key.
const fn control(
    keys: &'static [crossterm::event::KeyCode],
    name: &'static str,
    what: &'static str,
    command: Command,
) -> Binding {
    Binding { ctrl: true, ..bind(keys, name, what, command).rank(8) }
}
