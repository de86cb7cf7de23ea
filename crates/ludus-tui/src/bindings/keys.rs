//! The keys that have nothing to do with a game, screen by screen.

use crossterm::event::KeyCode::{
    self, Backspace, Char, Delete, Down, End, Enter, Esc, Home, Left, PageDown, PageUp, Right, Up,
};

use super::{Binding, UiCommand, also, bind};
use crate::speed::Speed;
use crate::text_input::Edit;

pub(super) fn quit() -> Binding {
    bind(&[Char('q')], "q", "quit", UiCommand::Quit).rank(1)
}

pub(super) fn help() -> Binding {
    bind(&[Char('?')], "?", "help", UiCommand::Help).rank(0)
}

pub(super) fn pause() -> Binding {
    bind(&[Char(' ')], "space", "pause", UiCommand::Pause).rank(2)
}

pub(super) fn step() -> Binding {
    bind(&[Char('n')], "n", "step", UiCommand::Step).rank(6)
}

pub(super) fn copy() -> Binding {
    bind(&[Char('f')], "f", "position as text", UiCommand::Copy).short("copy").rank(2)
}

pub(super) fn stats() -> Binding {
    bind(&[Char('s')], "s", "statistics", UiCommand::Stats).short("stats").rank(2)
}

pub(super) fn menu() -> Binding {
    bind(&[Esc], "esc", "menu", UiCommand::Back).rank(1)
}

/// Listed only: control-C is taken everywhere.
pub(super) fn ctrl_c() -> Binding {
    bind(&[], "ctrl-c", "quit", UiCommand::Quit).rank(1)
}

/// The four speeds under one name: only the first shows in the help line.
pub(super) fn speeds() -> Vec<Binding> {
    vec![
        bind(&[Char('1')], "1-4", "speed", UiCommand::Speed(Speed::Instant)).rank(4),
        also(&[Char('2')], UiCommand::Speed(Speed::Fast)),
        also(&[Char('3')], UiCommand::Speed(Speed::Normal)),
        also(&[Char('4')], UiCommand::Speed(Speed::Slow)),
    ]
}

pub(super) fn grid() -> Vec<Binding> {
    vec![
        bind(&[Left], "arrows", "choose board", UiCommand::Left).short("choose").rank(6),
        also(&[Right], UiCommand::Right),
        also(&[Up], UiCommand::Up),
        also(&[Down], UiCommand::Down),
        bind(&[Char('h')], "h/l", "page", UiCommand::Previous).rank(7),
        also(&[Char('l')], UiCommand::Next),
        bind(&[Enter], "enter", "open", UiCommand::Accept).rank(6),
    ]
}

pub(super) fn games() -> Vec<Binding> {
    vec![
        bind(&[Left, Char('h')], "←/→", "game", UiCommand::Previous).rank(7),
        also(&[Right, Char('l')], UiCommand::Next),
    ]
}

/// What changes a line of text that is typed, as in most shells.
pub(super) fn editing() -> Vec<Binding> {
    vec![
        also(&[Backspace], UiCommand::Edit(Edit::Backspace)),
        also(&[Delete], UiCommand::Edit(Edit::Delete)),
        control(&[Char('u')], "ctrl-u", "delete line", UiCommand::Edit(Edit::DeleteToStart)),
        control(&[Char('w')], "ctrl-w", "delete word", UiCommand::Edit(Edit::DeleteWord)),
        control(&[Char('k')], "", "", UiCommand::Edit(Edit::DeleteToEnd)),
        control(&[Char('h')], "", "", UiCommand::Edit(Edit::Backspace)),
        bind(&[Home], "home/end", "start/end", UiCommand::Edit(Edit::Home)).rank(9),
        also(&[End], UiCommand::Edit(Edit::End)),
    ]
}

/// What moves the cursor of a line, where the arrow keys are not needed for something else.
pub(super) fn text_cursor() -> Vec<Binding> {
    vec![
        also(&[Left], UiCommand::Edit(Edit::Left)),
        also(&[Right], UiCommand::Edit(Edit::Right)),
        control(&[Char('a')], "", "", UiCommand::Edit(Edit::Home)),
        control(&[Char('e')], "", "", UiCommand::Edit(Edit::End)),
    ]
}

pub(super) fn playback() -> Vec<Binding> {
    vec![
        bind(&[Char(' ')], "space", "play", UiCommand::Pause).rank(2),
        bind(&[Left, Char('h')], "←/→", "turn", UiCommand::Left).rank(3),
        also(&[Right, Char('l')], UiCommand::Right),
        bind(&[Up, PageUp], "↑/↓", "ten turns", UiCommand::Up).short("ten").rank(5),
        also(&[Down, PageDown], UiCommand::Down),
        bind(&[Home], "home/end", "start/end", UiCommand::First).rank(6),
        also(&[End], UiCommand::Last),
    ]
}

/// A key that counts only with the control key.
pub(super) fn control(
    keys: &[KeyCode],
    name: &'static str,
    label: &'static str,
    command: UiCommand,
) -> Binding {
    Binding { ctrl: true, ..bind(keys, name, label, command).rank(8) }
}
