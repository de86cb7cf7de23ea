//! What the boards of falling pieces share in the terminal: cells, pieces in miniature, and colours.

use ludus_tui::Theme;
use ludus_tui::widgets::put;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Style};

/// What is in a cell.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Content {
    Empty,
    Ghost,
    /// Filled, in a game that does not say with what.
    Filled,
    /// Filled by a piece, given by its letter.
    Piece(char),
    /// Filled by a row that rose from below.
    Garbage,
    /// The falling piece.
    Falling,
}

impl Content {
    /// Whether the cell looks filled.
    const fn is_solid(self) -> bool {
        !matches!(self, Self::Empty | Self::Ghost)
    }
}

/// How large boards are drawn.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum BlockScale {
    /// Two columns for a cell.
    Wide,
    /// One character for a cell.
    Tall,
    /// One character for two cells, one above the other.
    Halved,
}

impl BlockScale {
    /// Columns of a cell.
    pub(super) const fn step(self) -> u16 {
        match self {
            Self::Wide => 2,
            Self::Tall | Self::Halved => 1,
        }
    }

    /// The lines that this many rows of cells fill.
    pub(super) const fn lines(self, rows: u16) -> u16 {
        match self {
            Self::Halved => rows.div_ceil(2),
            Self::Wide | Self::Tall => rows,
        }
    }
}

/// Puts a piece, given as columns and rows from the bottom, into a board, given from the top.
pub(super) fn put_cells(
    board: &mut [Vec<Content>],
    places: &Option<Vec<(u16, u16)>>,
    content: Content,
) {
    let height = board.len();
    for &(x, y) in places.iter().flatten() {
        let row = height.checked_sub(1 + usize::from(y)).and_then(|row| board.get_mut(row));
        if let Some(cell) = row.and_then(|row| row.get_mut(usize::from(x))) {
            *cell = content;
        }
    }
}

/// Draws the cells of a board, given from the top.
pub(super) fn draw_board(
    cells: &[Vec<Content>],
    scale: BlockScale,
    theme: &Theme,
    area: Rect,
    buf: &mut Buffer,
    style: impl Fn(Content) -> Style,
) {
    match scale {
        BlockScale::Halved => draw_halves(cells, theme, area, buf, style),
        BlockScale::Tall | BlockScale::Wide => {
            draw_cells(cells, theme, scale.step(), area, buf, style);
        }
    }
}

fn draw_cells(
    cells: &[Vec<Content>],
    theme: &Theme,
    step: u16,
    area: Rect,
    buf: &mut Buffer,
    style: impl Fn(Content) -> Style,
) {
    for (y, row) in (0_u16..).zip(cells) {
        for (x, &content) in (0_u16..).zip(row) {
            let text = match (content, step) {
                (Content::Empty, 2) => theme.pick(" ·", " ."),
                (Content::Empty, _) => theme.pick("·", "."),
                (Content::Ghost, 2) => theme.pick("░░", "::"),
                (Content::Ghost, _) => theme.pick("░", ":"),
                (Content::Filled | Content::Piece(_), 2) => theme.pick("██", "[]"),
                (Content::Filled | Content::Piece(_), _) => theme.pick("█", "#"),
                (Content::Garbage, 2) => theme.pick("▒▒", "%%"),
                (Content::Garbage, _) => theme.pick("▒", "%"),
                (Content::Falling, 2) => theme.pick("▓▓", "@@"),
                (Content::Falling, _) => theme.pick("▓", "@"),
            };
            put(buf, area, (x * step, y), text, style(content));
        }
    }
}

/// Two rows in one line: for boards that are too tall otherwise. Where two cells of different colours meet, the lower
/// one is the background.
fn draw_halves(
    cells: &[Vec<Content>],
    theme: &Theme,
    area: Rect,
    buf: &mut Buffer,
    style: impl Fn(Content) -> Style,
) {
    for (y, rows) in (0_u16..).zip(cells.chunks(2)) {
        for (x, &upper) in rows[0].iter().enumerate() {
            let lower = rows.get(1).and_then(|row| row.get(x)).copied().unwrap_or(Content::Empty);
            let (above, below) = (style(upper), style(lower));
            let differ = theme.colour && above.fg != below.fg;
            let (text, shown) = match (upper.is_solid(), lower.is_solid()) {
                (true, true) if differ => (theme.pick("▀", "#"), Style { bg: below.fg, ..above }),
                (true, true) => (theme.pick("█", "#"), above),
                (true, false) => (theme.pick("▀", "'"), above),
                (false, true) => (theme.pick("▄", ","), below),
                (false, false) => (theme.pick("·", "."), below),
            };
            put(buf, area, (x as u16, y), text, shown);
        }
    }
}

/// The colour of a piece, by its letter.
pub(super) fn piece_colour(piece: &str) -> Color {
    match piece {
        "I" => Color::Cyan,
        "O" => Color::Yellow,
        "T" => Color::Magenta,
        "S" => Color::Green,
        "Z" => Color::Red,
        "J" => Color::Blue,
        _ => Color::LightRed,
    }
}

/// A piece as it comes, in one line of at most four characters. Its letter where there are no half blocks.
pub(super) const fn miniature(piece: &str, unicode: bool) -> &str {
    if !unicode {
        return piece;
    }
    match piece.as_bytes() {
        b"I" => "▄▄▄▄",
        b"O" => "██",
        b"T" => "▄█▄",
        b"S" => "▄█▀",
        b"Z" => "▀█▄",
        b"J" => "█▄▄",
        _ => "▄▄█",
    }
}
