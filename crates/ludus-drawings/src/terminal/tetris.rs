//! The boards of Tetris, all seats side by side. Live positions have the falling piece and its ghost, too.

use ludus_core::Snapshot;
use ludus_tui::Theme;
use ludus_tui::widgets::{BoardWidget, Look, Size, put, shortened};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use serde::Deserialize;

use super::blocks::{BlockScale, Content, draw_board, piece_colour, put_cells};

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

impl TetrisWidget {
    /// The columns and rows of all boards, with a line above and a line below.
    fn size(&self, scale: BlockScale) -> Size {
        let rows = scale.lines(self.height);
        (self.seats.len() as u16 * (self.width * scale.step() + scale.step()), rows + 2)
    }

    /// The largest scale for which there is room.
    fn scale(&self, room: Size) -> BlockScale {
        let fits = |scale: &BlockScale| {
            let size = self.size(*scale);
            // Boards that are too wide even for one character a cell are cut off at the right.
            size.1 <= room.1 && (size.0 <= room.0 || *scale == BlockScale::Tall)
        };
        [BlockScale::Wide, BlockScale::Tall].into_iter().find(fits).unwrap_or(BlockScale::Halved)
    }
}

impl BoardWidget for TetrisWidget {
    fn least_size(&self) -> Size {
        self.size(BlockScale::Halved)
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
            let cells = seat.cells();
            let style = |content| seat.style(look.theme, content, n);
            draw_board(&cells, scale, look.theme, board, buf, style);
            let foot = scale.lines(self.height);
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
    fn cells(&self) -> Vec<Vec<Content>> {
        let row = |row: &String| {
            row.chars().map(|c| if c == '#' { Content::Filled } else { Content::Empty }).collect()
        };
        let mut board: Vec<Vec<Content>> = self.board.iter().map(row).collect();
        put_cells(&mut board, &self.ghost, Content::Ghost);
        put_cells(&mut board, &self.cells, Content::Falling);
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
            Content::Filled | Content::Piece(_) | Content::Garbage => theme.seat(seat),
            Content::Falling => theme.fg(piece_colour(&self.current)).patch(theme.strong()),
        };
        if self.alive { style } else { style.patch(theme.dim()) }
    }
}

/// The line above a board: who plays it.
pub(super) fn draw_head(seat: usize, look: &Look<'_>, area: Rect, buf: &mut Buffer) {
    let label = look.labels.get(seat).map_or("", String::as_str);
    let room = usize::from(area.width.saturating_sub(1));
    let label = shortened(label, room, look.theme.pick('…', '~'));
    put(buf, area, (0, 0), &label, look.theme.seat(seat).patch(look.theme.strong()));
}
