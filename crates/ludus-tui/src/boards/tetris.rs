//! The tetris boards of all seats side by side, from the snapshot's `seats`. Live positions have the
//! falling piece's `cells` and its `ghost`, too.

use ludus_core::Snapshot;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Style};
use serde_json::Value;

use super::{Drawing, Look, put};
use crate::theme::Theme;
use crate::view::fit::shortened;

pub(super) const DRAWING: Drawing = Drawing {
    least: |snapshot| {
        (seats(snapshot).len() as u16 * (width(snapshot) + 1), height(snapshot) / 2 + 2)
    },
    most: |snapshot, room| {
        let (count, tall) = (seats(snapshot).len() as u16, height(snapshot) + 2);
        let wide = count * (width(snapshot) * 2 + 2);
        match (wide <= room.0, tall <= room.1) {
            (true, true) => (wide, tall),
            (false, true) => (count * (width(snapshot) + 1), tall),
            _ => (count * (width(snapshot) + 1), height(snapshot) / 2 + 2),
        }
    },
    draw,
    facts,
    moves: |_| None,
    copied,
};

fn seats(snapshot: &Snapshot) -> &[Value] {
    snapshot.data["seats"].as_array().map(Vec::as_slice).unwrap_or_default()
}

fn width(snapshot: &Snapshot) -> u16 {
    snapshot.data["width"].as_u64().unwrap_or(10).min(20) as u16
}

fn height(snapshot: &Snapshot) -> u16 {
    snapshot.data["height"].as_u64().unwrap_or(20).min(40) as u16
}

fn copied(snapshot: &Snapshot) -> String {
    let board = |seat: &Value| -> Vec<String> {
        let rows = seat["board"].as_array().map(Vec::as_slice).unwrap_or_default();
        rows.iter().filter_map(|row| row.as_str().map(str::to_owned)).collect()
    };
    let boards: Vec<Vec<String>> = seats(snapshot).iter().map(board).collect();
    let row = |y: usize| boards.iter().filter_map(|b| b.get(y).cloned()).collect::<Vec<_>>();
    let rows = boards.first().map_or(0, Vec::len);
    (0..rows).map(|y| row(y).join("  ")).collect::<Vec<_>>().join("\n")
}

fn text(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

fn facts(snapshot: &Snapshot, seat: usize) -> Vec<(&'static str, String)> {
    let seat = &snapshot.data["seats"][seat];
    let coming: Vec<String> = match seat["queue"].as_array() {
        Some(queue) => queue.iter().map(text).collect(),
        None => vec![text(&seat["next"])],
    };
    let number = |name: &'static str| (name, seat[name].to_string());
    let mut facts = vec![
        ("piece", text(&seat["current"])),
        ("next", coming.join(" ")),
        number("score"),
        number("lines"),
        number("level"),
    ];
    if !seat["target"].is_null() {
        facts.extend([number("pending"), number("sent"), number("target")]);
    }
    if let Some(reason) = seat["reason"].as_str() {
        facts.push(("out", reason.to_owned()));
    }
    facts
}

/// What is in a cell.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Cell {
    Empty,
    Ghost,
    Filled,
    Falling,
}

/// One seat's board, row by row from the top.
fn cells(seat: &Value, width: u16, height: u16) -> Vec<Vec<Cell>> {
    let rows = seat["board"].as_array().map(Vec::as_slice).unwrap_or_default();
    let row = |row: &Value| {
        let row = row.as_str().unwrap_or_default().chars();
        row.map(|c| if c == '#' { Cell::Filled } else { Cell::Empty }).collect()
    };
    let mut board: Vec<Vec<Cell>> = rows.iter().map(row).collect();
    for (name, what) in [("ghost", Cell::Ghost), ("cells", Cell::Falling)] {
        for place in seat[name].as_array().map(Vec::as_slice).unwrap_or_default() {
            let at = |i: usize| place[i].as_u64().and_then(|n| u16::try_from(n).ok());
            let (Some(x), Some(y)) = (at(0), at(1)) else { continue };
            if let Some(row) = height.checked_sub(y + 1).filter(|_| x < width)
                && let Some(cells) = board.get_mut(usize::from(row))
            {
                cells[usize::from(x)] = what;
            }
        }
    }
    board
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

fn draw(snapshot: &Snapshot, look: &Look<'_>, area: Rect, buf: &mut Buffer) {
    let (width, height) = (width(snapshot), height(snapshot));
    let all = seats(snapshot);
    let count = all.len().max(1) as u16;
    let wide = area.width >= count * (width * 2 + 2) && area.height >= height + 2;
    let tall = area.height >= height + 2;
    let step = if wide { 2 } else { 1 };
    for (n, seat) in all.iter().enumerate() {
        let left = n as u16 * (width * step + if wide { 2 } else { 1 });
        if left >= area.width {
            break;
        }
        let room =
            Rect { x: area.x + left, width: (area.width - left).min(width * step + 1), ..area };
        head(n, look, room, buf);
        let board = Rect { y: room.y + 1, height: room.height.saturating_sub(1), ..room };
        let cells = cells(seat, width, height);
        let colour = piece_colour(seat["current"].as_str().unwrap_or_default());
        let alive = seat["alive"] == true;
        let style = |cell| cell_style(look.theme, cell, n, colour, alive);
        if tall {
            draw_cells(&cells, look.theme, step, board, buf, style);
        } else {
            draw_halves(&cells, look.theme, board, buf, style);
        }
        let foot = if tall { height } else { height.div_ceil(2) };
        let pending = seat["pending"].as_u64().unwrap_or(0);
        let text = match (alive, pending) {
            (false, _) => "out".to_owned(),
            (true, 0) => format!("{}>{}", text(&seat["current"]), text(&seat["next"])),
            (true, n) => format!("{}>{} +{n}", text(&seat["current"]), text(&seat["next"])),
        };
        let style = if pending > 0 { look.theme.bad() } else { look.theme.dim() };
        put(buf, board, 0, foot, &text, style);
    }
}

/// The line above a board: who plays it.
fn head(n: usize, look: &Look<'_>, area: Rect, buf: &mut Buffer) {
    let label = look.labels.get(n).map_or("", String::as_str);
    let room = usize::from(area.width.saturating_sub(1));
    let label = shortened(label, room, look.theme.pick('…', '~'));
    put(buf, area, 0, 0, &label, look.theme.seat(n).patch(look.theme.strong()));
}

fn cell_style(theme: &Theme, cell: Cell, seat: usize, piece: Color, alive: bool) -> Style {
    let style = match cell {
        Cell::Empty | Cell::Ghost => theme.dim(),
        Cell::Filled => theme.seat(seat),
        Cell::Falling => theme.fg(piece).patch(theme.strong()),
    };
    if alive { style } else { style.patch(theme.dim()) }
}

fn draw_cells(
    cells: &[Vec<Cell>],
    theme: &Theme,
    step: u16,
    area: Rect,
    buf: &mut Buffer,
    style: impl Fn(Cell) -> Style,
) {
    for (y, row) in (0_u16..).zip(cells) {
        for (x, &cell) in (0_u16..).zip(row) {
            let text = match (cell, step) {
                (Cell::Empty, 2) => theme.pick(" ·", " ."),
                (Cell::Empty, _) => theme.pick("·", "."),
                (Cell::Ghost, 2) => theme.pick("░░", "::"),
                (Cell::Ghost, _) => theme.pick("░", ":"),
                (Cell::Filled, 2) => theme.pick("██", "[]"),
                (Cell::Filled, _) => theme.pick("█", "#"),
                (Cell::Falling, 2) => theme.pick("▓▓", "@@"),
                (Cell::Falling, _) => theme.pick("▓", "@"),
            };
            put(buf, area, x * step, y, text, style(cell));
        }
    }
}

/// Two rows in one line: for boards that are too tall otherwise.
fn draw_halves(
    cells: &[Vec<Cell>],
    theme: &Theme,
    area: Rect,
    buf: &mut Buffer,
    style: impl Fn(Cell) -> Style,
) {
    for (y, rows) in (0_u16..).zip(cells.chunks(2)) {
        let width = rows[0].len() as u16;
        for x in 0..width {
            let upper = rows[0][usize::from(x)];
            let lower = rows.get(1).map_or(Cell::Empty, |row| row[usize::from(x)]);
            let solid = |cell| matches!(cell, Cell::Filled | Cell::Falling);
            let text = match (solid(upper), solid(lower)) {
                (true, true) => theme.pick("█", "#"),
                (true, false) => theme.pick("▀", "'"),
                (false, true) => theme.pick("▄", ","),
                (false, false) => theme.pick("·", "."),
            };
            let shown = if solid(upper) { upper } else { lower };
            put(buf, area, x, y, text, style(shown));
        }
    }
}
