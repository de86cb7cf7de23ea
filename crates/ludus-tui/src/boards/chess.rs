//! The chess board, from the snapshot's `board`, `last`, `check` and `san`.

use ludus_core::Snapshot;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};

use super::{Drawing, Look, put};
use crate::theme::Theme;

pub(super) const DRAWING: Drawing = Drawing {
    least: |_| (8, 8),
    most: |_, room| Scale::of(room).size(),
    draw,
    facts,
    moves: |snapshot| {
        let san = snapshot.data["san"].as_array()?;
        Some(san.iter().filter_map(|mv| mv.as_str().map(str::to_owned)).collect())
    },
    copied: |snapshot| snapshot.data["fen"].as_str().unwrap_or_default().to_owned(),
};

/// How large a square is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Scale {
    /// The columns of a square.
    wide: u16,
    /// Its rows.
    high: u16,
    /// Whether the files and ranks are named.
    named: bool,
}

impl Scale {
    /// Largest first.
    const ALL: [Self; 3] = [
        Self { wide: 7, high: 3, named: true },
        Self { wide: 3, high: 1, named: true },
        Self { wide: 1, high: 1, named: false },
    ];

    /// The largest for which there is room.
    fn of((columns, rows): (u16, u16)) -> Self {
        let fits = |scale: &Self| scale.size().0 <= columns && scale.size().1 <= rows;
        let [.., smallest] = Self::ALL;
        Self::ALL.into_iter().find(fits).unwrap_or(smallest)
    }

    /// The columns left of the board.
    const fn left(self) -> u16 {
        if self.named { 2 } else { 0 }
    }

    /// The columns and rows of the whole board.
    const fn size(self) -> (u16, u16) {
        (self.left() + 8 * self.wide, 8 * self.high + self.named as u16)
    }
}

fn facts(snapshot: &Snapshot, seat: usize) -> Vec<(&'static str, String)> {
    let colour = if seat == 0 { "white" } else { "black" };
    let mut facts = vec![("plays", colour.to_owned())];
    if snapshot.data["to_move"] == colour && snapshot.data["check"] == true {
        facts.push(("is in", "check".to_owned()));
    }
    facts
}

/// The squares of a move in UCI, as columns and rows from the upper left.
fn squares(uci: &str) -> Vec<(u16, u16)> {
    let square = |text: &[u8]| {
        let column = u16::from(text[0].checked_sub(b'a')?);
        let row = u16::from(b'8'.checked_sub(text[1])?);
        Some((column, row))
    };
    uci.as_bytes().chunks_exact(2).take(2).filter_map(square).collect()
}

fn draw(snapshot: &Snapshot, look: &Look<'_>, area: Rect, buf: &mut Buffer) {
    let scale = Scale::of((area.width, area.height));
    let Scale { wide, high, named } = scale;
    let last = snapshot.data["last"].as_str().map(squares).unwrap_or_default();
    let rows = snapshot.data["board"].as_array().map(Vec::as_slice).unwrap_or_default();
    for (y, row) in (0_u16..).zip(rows) {
        for (x, piece) in (0_u16..).zip(row.as_str().unwrap_or_default().chars()) {
            let marked = look.marks.iter().any(|mark| (mark.column, mark.row) == (x, y));
            let style = square_style(look.theme, (x, y), piece, last.contains(&(x, y)), marked);
            let glyph = glyph(look.theme, piece);
            for line in 0..high {
                let shown = if line == high / 2 { glyph } else { ' ' };
                let text = format!("{shown:^width$}", width = usize::from(wide));
                put(buf, area, scale.left() + x * wide, y * high + line, &text, style);
            }
        }
        if named {
            put(buf, area, 0, y * high + high / 2, &(8 - y).to_string(), look.theme.dim());
        }
    }
    if named {
        for (x, file) in (0_u16..).zip('a'..='h') {
            let place = scale.left() + x * wide + wide / 2;
            put(buf, area, place, 8 * high, &file.to_string(), look.theme.dim());
        }
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

fn square_style(theme: &Theme, at: (u16, u16), piece: char, last: bool, marked: bool) -> Style {
    let colour = match piece {
        '.' => Color::DarkGray,
        piece if piece.is_ascii_uppercase() => Color::White,
        _ => Color::Black,
    };
    let dark = (at.0 + at.1) % 2 == 1;
    let ground = match (last, dark) {
        (true, _) => Color::Rgb(150, 140, 60),
        (false, true) => Color::Rgb(90, 110, 130),
        (false, false) => Color::Rgb(135, 150, 165),
    };
    let mut style = theme.on(theme.fg(colour), ground);
    if last && !theme.colour {
        style = style.add_modifier(Modifier::UNDERLINED);
    }
    if marked { style.add_modifier(Modifier::REVERSED) } else { style }
}
