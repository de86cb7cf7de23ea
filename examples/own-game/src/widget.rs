//! Connect Four in the terminal.

use ludus_tui::widgets::{BoardWidget, Look, ReadWidget, Size, put, read_as};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Color;

use crate::rules::ConnectFourBoard;

/// The widget, made from what [`snapshot`](ludus_core::Game::snapshot) says.
pub(crate) const WIDGET: ReadWidget = read_as::<ConnectFourBoard>;

impl BoardWidget for ConnectFourBoard {
    fn least_size(&self) -> Size {
        // Two characters for each cell, and one line for the numbers of the columns.
        (2 * self.columns(), self.board.len() as u16 + 1)
    }

    fn size_in(&self, _: Size) -> Size {
        self.least_size()
    }

    fn draw(&self, look: &Look<'_>, area: Rect, buf: &mut Buffer) {
        let theme = look.theme;
        for (y, row) in (0..).zip(&self.board) {
            for (x, letter) in (0..).zip(row.chars()) {
                let (disc, style) = match letter {
                    'x' => (theme.pick("●", "x"), theme.fg(Color::Red)),
                    'o' => (theme.pick("●", "o"), theme.fg(Color::Yellow)),
                    _ => (theme.pick("·", "."), theme.dim()),
                };
                put(buf, area, (2 * x, y), disc, look.marked(style, x, y));
            }
        }
        for column in 0..self.columns() {
            let number = (column + 1).to_string();
            put(buf, area, (2 * column, self.board.len() as u16), &number, theme.dim());
        }
    }
}

impl ConnectFourBoard {
    fn columns(&self) -> u16 {
        self.board.first().map_or(0, String::len) as u16
    }
}
