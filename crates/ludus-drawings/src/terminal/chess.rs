//! The chess board.

use ludus_core::Snapshot;
use ludus_tui::Theme;
use ludus_tui::widgets::{BoardWidget, Look, Size, put};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Style};
use serde::Deserialize;

/// A position of chess, from its snapshot.
#[derive(Deserialize)]
pub(super) struct ChessWidget {
    /// The position in Forsyth–Edwards notation.
    fen: String,
    /// The rows from the top; pieces are letters, `.` is an empty square.
    board: Vec<String>,
    to_move: Side,
    /// Whether the side to move is in check.
    check: bool,
    /// The moves so far in algebraic notation.
    san: Vec<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Side {
    White,
    Black,
}

impl BoardWidget for ChessWidget {
    fn least_size(&self) -> Size {
        let [.., smallest] = ChessScale::ALL;
        smallest.size()
    }

    fn size_in(&self, room: Size) -> Size {
        ChessScale::of(room).size()
    }

    fn draw(&self, look: &Look<'_>, area: Rect, buf: &mut Buffer) {
        let scale = ChessScale::of((area.width, area.height));
        let ChessScale { wide, high, named } = scale;
        for (y, row) in (0_u16..).zip(&self.board) {
            for (x, piece) in (0_u16..).zip(row.chars()) {
                let style = look.marked(square_style(look.theme, (x, y), piece), x, y);
                let glyph = glyph(look.theme, piece);
                for line in 0..high {
                    let shown = if line == high / 2 { glyph } else { ' ' };
                    let text = format!("{shown:^width$}", width = usize::from(wide));
                    put(buf, area, (scale.left() + x * wide, y * high + line), &text, style);
                }
            }
            if named {
                let rank = 8_u16.saturating_sub(y).to_string();
                put(buf, area, (0, y * high + high / 2), &rank, look.theme.dim());
            }
        }
        if named {
            for (x, file) in (0_u16..).zip('a'..='h') {
                let place = (scale.left() + x * wide + wide / 2, 8 * high);
                put(buf, area, place, &file.to_string(), look.theme.dim());
            }
        }
    }

    fn facts(&self, seat: usize) -> Vec<(&'static str, String)> {
        let side = if seat == 0 { Side::White } else { Side::Black };
        let in_check = self.check && self.to_move == side;
        in_check.then(|| ("is in", "check".to_owned())).into_iter().collect()
    }

    fn moves(&self) -> Option<Vec<String>> {
        Some(self.san.clone())
    }

    fn position_text(&self, _snapshot: &Snapshot) -> String {
        self.fen.clone()
    }
}

/// How large a square is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct ChessScale {
    /// The columns of a square.
    wide: u16,
    /// Its rows.
    high: u16,
    /// Whether the files and ranks are named.
    named: bool,
}

impl ChessScale {
    /// Largest first.
    const ALL: [Self; 3] = [
        Self { wide: 7, high: 3, named: true },
        Self { wide: 3, high: 1, named: true },
        Self { wide: 1, high: 1, named: false },
    ];

    /// The largest for which there is room.
    fn of((columns, rows): Size) -> Self {
        let fits = |scale: &Self| scale.size().0 <= columns && scale.size().1 <= rows;
        let [.., smallest] = Self::ALL;
        Self::ALL.into_iter().find(fits).unwrap_or(smallest)
    }

    /// The columns left of the board.
    const fn left(self) -> u16 {
        if self.named { 2 } else { 0 }
    }

    /// The columns and rows of the whole board.
    const fn size(self) -> Size {
        (self.left() + 8 * self.wide, 8 * self.high + self.named as u16)
    }
}

fn glyph(theme: &Theme, piece: char) -> char {
    if !theme.unicode {
        return piece;
    }
    let place = "KQRBNP".find(piece.to_ascii_uppercase());
    let Some(place) = place else { return '·' };
    // Without colours the outlined pieces are white's; with them all are filled.
    let outlined = piece.is_ascii_uppercase() && !theme.colour;
    let glyphs = if outlined { "♔♕♖♗♘♙" } else { "♚♛♜♝♞♟" };
    glyphs.chars().nth(place).unwrap_or(piece)
}

fn square_style(theme: &Theme, (x, y): (u16, u16), piece: char) -> Style {
    let colour = match piece {
        '.' => Color::DarkGray,
        piece if piece.is_ascii_uppercase() => Color::White,
        _ => Color::Black,
    };
    let dark = (x + y) % 2 == 1;
    let ground = if dark { Color::Rgb(90, 110, 130) } else { Color::Rgb(135, 150, 165) };
    theme.on(theme.fg(colour), ground)
}
