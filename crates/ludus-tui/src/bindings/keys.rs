//! The keys that have nothing to do with a game, screen by screen.

use crossterm::event::KeyCode::{
    self, Backspace, Char, Delete, Down, End, Enter, Esc, Home, Left, PageDown, PageUp, Right, Up,
};

use super::{Binding, Command, also, bind};
use crate::speed::Speed;
use crate::text_input::Edit;

pub(super) fn quit() -> Binding {
    bind(&[Char('q')], "q", "quit", Command::Quit).rank(1)
}

pub(super) fn help() -> Binding {
    bind(&[Char('?')], "?", "help", Command::Help).rank(0)
}

pub(super) fn pause() -> Binding {
    bind(&[Char(' ')], "space", "pause", Command::Pause).rank(2)
}

pub(super) fn step() -> Binding {
    bind(&[Char('n')], "n", "step", Command::Step).rank(6)
}

pub(super) fn copy() -> Binding {
    bind(&[Char('f')], "f", "position as text", Command::Copy).short("copy").rank(2)
}

pub(super) fn stats() -> Binding {
    bind(&[Char('s')], "s", "statistics", Command::Stats).short("stats").rank(2)
}

pub(super) fn menu() -> Binding {
    bind(&[Esc], "esc", "menu", Command::Back).rank(1)
}

/// Listed only: control-C is taken everywhere.
pub(super) fn ctrl_c() -> Binding {
    bind(&[], "ctrl-c", "quit", Command::Quit).rank(1)
}

/// The four speeds under one name: only the first shows in the help line.
pub(super) fn speeds() -> Vec<Binding> {
    vec![
        bind(&[Char('1')], "1-4", "speed", Command::Speed(Speed::Instant)).rank(4),
        also(&[Char('2')], Command::Speed(Speed::Fast)),
        also(&[Char('3')], Command::Speed(Speed::Normal)),
        also(&[Char('4')], Command::Speed(Speed::Slow)),
    ]
}

pub(super) fn grid() -> Vec<Binding> {
    vec![
        bind(&[Left], "arrows", "choose board", Command::Left).short("choose").rank(6),
        also(&[Right], Command::Right),
        also(&[Up], Command::Up),
        also(&[Down], Command::Down),
        bind(&[Char('h')], "h/l", "page", Command::Previous).rank(7),
        also(&[Char('l')], Command::Next),
        bind(&[Enter], "enter", "open", Command::Accept).rank(6),
    ]
}

pub(super) fn games() -> Vec<Binding> {
    vec![
        bind(&[Left, Char('h')], "←/→", "game", Command::Previous).rank(7),
        also(&[Right, Char('l')], Command::Next),
    ]
}

/// What changes a line of text that is typed, as in most shells.
pub(super) fn editing() -> Vec<Binding> {
    vec![
        also(&[Backspace], Command::Edit(Edit::Backspace)),
        also(&[Delete], Command::Edit(Edit::Delete)),
        control(&[Char('u')], "ctrl-u", "delete line", Command::Edit(Edit::DeleteToStart)),
        control(&[Char('w')], "ctrl-w", "delete word", Command::Edit(Edit::DeleteWord)),
        control(&[Char('k')], "", "", Command::Edit(Edit::DeleteToEnd)),
        control(&[Char('h')], "", "", Command::Edit(Edit::Backspace)),
        bind(&[Home], "home/end", "start/end", Command::Edit(Edit::Home)).rank(9),
        also(&[End], Command::Edit(Edit::End)),
    ]
}

/// What moves the cursor of a line, where the arrow keys are not needed for something else.
pub(super) fn text_cursor() -> Vec<Binding> {
    vec![
        also(&[Left], Command::Edit(Edit::Left)),
        also(&[Right], Command::Edit(Edit::Right)),
        control(&[Char('a')], "", "", Command::Edit(Edit::Home)),
        control(&[Char('e')], "", "", Command::Edit(Edit::End)),
    ]
}

pub(super) fn playback() -> Vec<Binding> {
    vec![
        bind(&[Char(' ')], "space", "play", Command::Pause).rank(2),
        bind(&[Left, Char('h')], "←/→", "turn", Command::Left).rank(3),
        also(&[Right, Char('l')], Command::Right),
        bind(&[Up, PageUp], "↑/↓", "ten turns", Command::Up).short("ten").rank(5),
        also(&[Down, PageDown], Command::Down),
        bind(&[Home], "home/end", "start/end", Command::First).rank(6),
        also(&[End], Command::Last),
    ]
}

/// A key that counts only with the control key.
pub(super) fn control(
    keys: &[KeyCode],
    name: &'static str,
    label: &'static str,
    command: Command,
) -> Binding {
    Binding { ctrl: true, ..bind(keys, name, label, command).rank(8) }
}
