//! The boards of Tetris, all seats side by side. Live positions have the falling piece and its ghost, too.

use ludus_core::Snapshot;
use ludus_tui::Theme;
use ludus_tui::widgets::{BoardWidget, Look, Size, put, shortened};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Style};
use serde::Deserialize;

/// A position of Tetris, from its snapshot.
#[derive(Deserialize)]
pub(super) struct TetrisWidget {
    width: u16,
    height: u16,
    seats: Vec<TetrisSeat>,
}

/// What there is to see of a seat.
#[derive(Deserialize)]
struct TetrisSeat {
    /// The rows from the top; `#` is a filled cell.
    board: Vec<String>,
    current: String,
    next: String,
    score: u64,
    lines: u64,
    level: u64,
    sent: u64,
    pending: u64,
    /// The seat that garbage goes to, in battles.
    target: Option<u64>,
    alive: bool,
    /// Why the seat is out.
    reason: Option<String>,
    /// The pieces after the current one, in live play.
    queue: Option<Vec<String>>,
    /// The falling piece of live play: columns, and rows from the bottom.
    cells: Option<Vec<(u16, u16)>>,
    /// Where the falling piece would land.
    ghost: Option<Vec<(u16, u16)>>,
}

/// What is in a cell.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Content {
    Empty,
    Ghost,
    Filled,
    Falling,
}

/// How large the boards are drawn.
#[derive(Clone, Copy, PartialEq, Eq)]
enum TetrisScale {
    /// Two columns for a cell.
    Wide,
    /// One character for a cell.
    Tall,
    /// One character for two cells, one above the other.
    Halved,
}

impl TetrisScale {
    /// Columns of a cell.
    const fn step(self) -> u16 {
        match self {
            Self::Wide => 2,
            Self::Tall | Self::Halved => 1,
        }
    }
}

impl TetrisWidget {
    /// The columns and rows of all boards, with a line above and a line below.
    fn size(&self, scale: TetrisScale) -> Size {
        let rows = if scale == TetrisScale::Halved { self.height / 2 } else { self.height };
        (self.seats.len() as u16 * (self.width * scale.step() + scale.step()), rows + 2)
    }

    /// The largest scale for which there is room.
    fn scale(&self, room: Size) -> TetrisScale {
        let fits = |scale: &TetrisScale| {
            let size = self.size(*scale);
            // Boards that are too wide even for one character a cell are cut off at the right.
            size.1 <= room.1 && (size.0 <= room.0 || *scale == TetrisScale::Tall)
        };
        [TetrisScale::Wide, TetrisScale::Tall].into_iter().find(fits).unwrap_or(TetrisScale::Halved)
    }
}

impl BoardWidget for TetrisWidget {
    fn least_size(&self) -> Size {
        self.size(TetrisScale::Halved)
    }

    fn size_in(&self, room: Size) -> Size {
        self.size(self.scale(room))
    }

    fn draw(&self, look: &Look<'_>, area: Rect, buf: &mut Buffer) {
        let scale = self.scale((area.width, area.height));
        let step = scale.step();
        for (n, seat) in self.seats.iter().enumerate() {
            let left = n as u16 * (self.width * step + step);
            if left >= area.width {
                break;
            }
            let width = (area.width - left).min(self.width * step + 1);
            let room = Rect { x: area.x + left, width, ..area };
            draw_head(n, look, room, buf);
            let board = Rect { y: room.y + 1, height: room.height.saturating_sub(1), ..room };
            let cells = seat.cells(self.width, self.height);
            let style = |content| seat.style(look.theme, content, n);
            match scale {
                TetrisScale::Halved => draw_halves(&cells, look.theme, board, buf, style),
                TetrisScale::Tall | TetrisScale::Wide => {
                    draw_cells(&cells, look.theme, step, board, buf, style);
                }
            }
            let foot =
                if scale == TetrisScale::Halved { self.height.div_ceil(2) } else { self.height };
            let style = if seat.pending > 0 { look.theme.bad() } else { look.theme.dim() };
            put(buf, board, (0, foot), &seat.foot(), style);
        }
    }

    fn facts(&self, seat: usize) -> Vec<(&'static str, String)> {
        let Some(seat) = self.seats.get(seat) else { return Vec::new() };
        let coming = seat.queue.as_ref().map_or_else(|| seat.next.clone(), |queue| queue.join(" "));
        let mut facts = vec![
            ("piece", seat.current.clone()),
            ("next", coming),
            ("score", seat.score.to_string()),
            ("lines", seat.lines.to_string()),
            ("level", seat.level.to_string()),
        ];
        if let Some(target) = seat.target {
            facts.push(("pending", seat.pending.to_string()));
            facts.push(("sent", seat.sent.to_string()));
            facts.push(("target", format!("Player {}", target + 1)));
        }
        facts.extend(seat.reason.clone().map(|reason| ("out", reason)));
        facts
    }

    /// The boards of all seats side by side.
    fn position_text(&self, _snapshot: &Snapshot) -> String {
        let row = |y: usize| {
            let rows = self.seats.iter().filter_map(|seat| seat.board.get(y).map(String::as_str));
            rows.collect::<Vec<_>>().join("  ")
        };
        let rows = self.seats.first().map_or(0, |seat| seat.board.len());
        (0..rows).map(row).collect::<Vec<_>>().join("\n")
    }
}

impl TetrisSeat {
    /// The board, row by row from the top.
    fn cells(&self, width: u16, height: u16) -> Vec<Vec<Content>> {
        let row = |row: &String| {
            row.chars().map(|c| if c == '#' { Content::Filled } else { Content::Empty }).collect()
        };
        let mut board: Vec<Vec<Content>> = self.board.iter().map(row).collect();
        for (places, content) in [(&self.ghost, Content::Ghost), (&self.cells, Content::Falling)] {
            for &(x, y) in places.iter().flatten().filter(|(x, y)| *x < width && *y < height) {
                if let Some(row) = board.get_mut(usize::from(height - 1 - y))
                    && let Some(cell) = row.get_mut(usize::from(x))
                {
                    *cell = content;
                }
            }
        }
        board
    }

    /// The line below the board: the pieces, and the garbage that is on its way.
    fn foot(&self) -> String {
        match (self.alive, self.pending) {
            (false, _) => "out".to_owned(),
            (true, 0) => format!("{}>{}", self.current, self.next),
            (true, n) => format!("{}>{} +{n}", self.current, self.next),
        }
    }

    fn style(&self, theme: &Theme, content: Content, seat: usize) -> Style {
        let style = match content {
            Content::Empty | Content::Ghost => theme.dim(),
            Content::Filled => theme.seat(seat),
            Content::Falling => theme.fg(piece_colour(&self.current)).patch(theme.strong()),
        };
        if self.alive { style } else { style.patch(theme.dim()) }
    }
}

fn piece_colour(piece: &str) -> Color {
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

/// The line above a board: who plays it.
fn draw_head(seat: usize, look: &Look<'_>, area: Rect, buf: &mut Buffer) {
    let label = look.labels.get(seat).map_or("", String::as_str);
    let room = usize::from(area.width.saturating_sub(1));
    let label = shortened(label, room, look.theme.pick('…', '~'));
    put(buf, area, (0, 0), &label, look.theme.seat(seat).patch(look.theme.strong()));
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
                (Content::Filled, 2) => theme.pick("██", "[]"),
                (Content::Filled, _) => theme.pick("█", "#"),
                (Content::Falling, 2) => theme.pick("▓▓", "@@"),
                (Content::Falling, _) => theme.pick("▓", "@"),
            };
            put(buf, area, (x * step, y), text, style(content));
        }
    }
}

/// Two rows in one line: for boards that are too tall otherwise.
fn draw_halves(
    cells: &[Vec<Content>],
    theme: &Theme,
    area: Rect,
    buf: &mut Buffer,
    style: impl Fn(Content) -> Style,
) {
    let solid = |content| matches!(content, Content::Filled | Content::Falling);
    for (y, rows) in (0_u16..).zip(cells.chunks(2)) {
        for (x, &upper) in rows[0].iter().enumerate() {
            let lower = rows.get(1).and_then(|row| row.get(x)).copied().unwrap_or(Content::Empty);
            let text = match (solid(upper), solid(lower)) {
                (true, true) => theme.pick("█", "#"),
                (true, false) => theme.pick("▀", "'"),
                (false, true) => theme.pick("▄", ","),
                (false, false) => theme.pick("·", "."),
            };
            let shown = if solid(upper) { upper } else { lower };
            put(buf, area, (x as u16, y), text, style(shown));
        }
    }
}
