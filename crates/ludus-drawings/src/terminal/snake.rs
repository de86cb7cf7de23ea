//! The board of Battlesnake.

use ludus_core::Snapshot;
use ludus_tui::widgets::{BoardWidget, Look, Size, put};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Style};
use serde::Deserialize;

/// A position of Battlesnake, from its snapshot.
#[derive(Deserialize)]
pub(super) struct SnakeWidget {
    board: OfficialBoard,
    seats: Vec<SnakeSeat>,
}

/// The board as the Battlesnake API has it.
#[derive(Deserialize)]
struct OfficialBoard {
    width: u16,
    height: u16,
    food: Vec<BoardPoint>,
    hazards: Vec<BoardPoint>,
    /// The living snakes.
    snakes: Vec<DrawnSnake>,
}

/// A square, counted from the lower left. It may lie beside the board.
#[derive(Clone, Copy, Deserialize)]
struct BoardPoint {
    x: i32,
    y: i32,
}

#[derive(Deserialize)]
struct DrawnSnake {
    /// The number of its seat.
    id: String,
    /// The head first.
    body: Vec<BoardPoint>,
}

/// What is known about a seat, dead or alive.
#[derive(Deserialize)]
struct SnakeSeat {
    health: i32,
    length: i32,
    food: i32,
    kills: i32,
    death: Option<SnakeDeath>,
}

#[derive(Deserialize)]
struct SnakeDeath {
    turn: u32,
    cause: String,
}

impl OfficialBoard {
    /// The column and row of a square from the upper left, if it is on the board.
    fn place(&self, point: BoardPoint) -> Option<(u16, u16)> {
        let column = u16::try_from(point.x).ok().filter(|column| *column < self.width)?;
        let from_below = u16::try_from(point.y).ok().filter(|row| *row < self.height)?;
        Some((column, self.height - 1 - from_below))
    }
}

impl BoardWidget for SnakeWidget {
    fn least_size(&self) -> Size {
        (self.board.width, self.board.height)
    }

    fn size_in(&self, room: Size) -> Size {
        let wide = self.board.width.saturating_mul(2);
        (if wide <= room.0 { wide } else { self.board.width }, self.board.height)
    }

    fn draw(&self, look: &Look<'_>, area: Rect, buf: &mut Buffer) {
        let (board, theme) = (&self.board, look.theme);
        let step = if area.width >= board.width.saturating_mul(2) { 2 } else { 1 };
        let mut cell = |(x, y): (u16, u16), glyph: char, style: Style| {
            put(buf, area, (x * step, y), glyph.encode_utf8(&mut [0; 4]), look.marked(style, x, y));
        };
        for y in 0..board.height.min(area.height) {
            for x in 0..board.width.min(area.width) {
                cell((x, y), theme.pick('·', '.'), theme.dim());
            }
        }
        for place in board.hazards.iter().filter_map(|point| board.place(*point)) {
            cell(place, theme.pick('░', '~'), theme.fg(Color::Red));
        }
        for place in board.food.iter().filter_map(|point| board.place(*point)) {
            cell(place, theme.pick('●', '*'), theme.fg(Color::Green));
        }
        for snake in &board.snakes {
            let seat: usize = snake.id.parse().unwrap_or(0);
            // Letters by seat tell the snakes apart without colours, too.
            let letter = char::from(b'a' + (seat % 26) as u8);
            let block = if theme.colour { theme.pick('■', letter) } else { letter };
            for place in snake.body.iter().filter_map(|point| board.place(*point)) {
                cell(place, block, theme.seat(seat));
            }
            if let Some(head) = snake.body.first().and_then(|point| board.place(*point)) {
                cell(head, letter.to_ascii_uppercase(), theme.seat(seat).patch(theme.strong()));
            }
        }
    }

    fn facts(&self, seat: usize) -> Vec<(&'static str, String)> {
        let Some(seat) = self.seats.get(seat) else { return Vec::new() };
        let numbers = [
            ("health", seat.health),
            ("length", seat.length),
            ("food", seat.food),
            ("kills", seat.kills),
        ];
        let death = seat.death.as_ref();
        let death = death.map(|death| ("died", format!("{} in turn {}", death.cause, death.turn)));
        numbers.map(|(name, number)| (name, number.to_string())).into_iter().chain(death).collect()
    }

    /// The official board as JSON.
    fn position_text(&self, snapshot: &Snapshot) -> String {
        snapshot.data["board"].to_string()
    }
}
