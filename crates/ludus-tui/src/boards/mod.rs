//! Boards: how the positions of the games are drawn, from their snapshots alone. One file per game; a
//! game without one is shown as its text.

mod chess;
mod snake;
mod tetris;

use ludus_core::Snapshot;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;
use ratatui::widgets::{Paragraph, Widget};

use crate::speed::LIVE;
use crate::theme::Theme;

/// A place that is pointed out on a board: column and row from the upper left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The column.
    pub column: u16,
    /// The row.
    pub row: u16,
}

/// What a board is drawn with.
#[derive(Clone, Copy)]
pub struct Look<'a> {
    /// Colours and characters.
    pub theme: &'a Theme,
    /// What the seats are called.
    pub labels: &'a [String],
    /// What is pointed out.
    pub marks: &'a [Mark],
}

/// The drawing of one game's positions.
struct Drawing {
    /// The least columns and rows that a board takes.
    least: fn(&Snapshot) -> (u16, u16),
    /// The columns and rows that it fills if it can have as many as this at the most.
    most: fn(&Snapshot, (u16, u16)) -> (u16, u16),
    draw: fn(&Snapshot, &Look<'_>, Rect, &mut Buffer),
    facts: fn(&Snapshot, usize) -> Vec<(&'static str, String)>,
    /// The moves so far, where the snapshot tells them better than the actions do.
    moves: fn(&Snapshot) -> Option<Vec<String>>,
    /// The position as text to be copied.
    copied: fn(&Snapshot) -> String,
}

const TEXT: Drawing = Drawing {
    least: |snapshot| text_size(&snapshot.text),
    most: |snapshot, _| text_size(&snapshot.text),
    draw: |snapshot, _, area, buf| {
        let lines: Vec<Line<'_>> = snapshot.text.lines().map(Line::from).collect();
        Paragraph::new(lines).render(area, buf);
    },
    facts: |_, _| Vec::new(),
    moves: |_| None,
    copied: |snapshot| snapshot.text.clone(),
};

fn text_size(text: &str) -> (u16, u16) {
    let width = text.lines().map(|line| line.chars().count()).max().unwrap_or(0);
    (width as u16, text.lines().count() as u16)
}

fn drawing(game: &str) -> &'static Drawing {
    match game {
        "chess" => &chess::DRAWING,
        "snake" => &snake::DRAWING,
        "tetris" | LIVE => &tetris::DRAWING,
        _ => &TEXT,
    }
}

/// The least columns and rows that a board of this game takes.
#[must_use]
pub fn least_size(game: &str, snapshot: &Snapshot) -> (u16, u16) {
    (drawing(game).least)(snapshot)
}

/// The columns and rows that a board of this game fills if it can have as many as `room` at the most.
#[must_use]
pub fn most_size(game: &str, snapshot: &Snapshot, room: (u16, u16)) -> (u16, u16) {
    (drawing(game).most)(snapshot, room)
}

/// Draws a position as large as the area allows.
pub fn draw(game: &str, snapshot: &Snapshot, look: &Look<'_>, area: Rect, buf: &mut Buffer) {
    (drawing(game).draw)(snapshot, look, area, buf);
}

/// What there is to say about a seat beside the board: name and value.
#[must_use]
pub fn facts(game: &str, snapshot: &Snapshot, seat: usize) -> Vec<(&'static str, String)> {
    (drawing(game).facts)(snapshot, seat)
}

/// The moves so far in the notation that people read, where the game has one.
#[must_use]
pub fn moves(game: &str, snapshot: &Snapshot) -> Option<Vec<String>> {
    (drawing(game).moves)(snapshot)
}

/// The position as text that people exchange: a FEN, the official board, a drawn board.
#[must_use]
pub fn copied(game: &str, snapshot: &Snapshot) -> String {
    (drawing(game).copied)(snapshot)
}

/// Puts text into one place if it is inside the area.
fn put(buf: &mut Buffer, area: Rect, x: u16, y: u16, text: &str, style: ratatui::style::Style) {
    if x < area.width && y < area.height {
        let room = usize::from(area.width - x);
        buf.set_stringn(area.x + x, area.y + y, text, room, style);
    }
}
