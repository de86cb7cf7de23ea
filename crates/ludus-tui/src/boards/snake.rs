//! The snake board, from the snapshot's official `board` and its `seats`.

use ludus_core::Snapshot;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Style};
use serde_json::Value;

use super::{Drawing, Look, put};

pub(super) const DRAWING: Drawing = Drawing {
    least: |snapshot| (size(snapshot).0, size(snapshot).1),
    most: |snapshot, room| {
        let (width, height) = size(snapshot);
        (if width * 2 <= room.0 { width * 2 } else { width }, height)
    },
    draw,
    facts,
    moves: |_| None,
    copied: |snapshot| snapshot.data["board"].to_string(),
};

fn size(snapshot: &Snapshot) -> (u16, u16) {
    let side = |name: &str| snapshot.data["board"][name].as_u64().unwrap_or(0).min(100) as u16;
    (side("width"), side("height"))
}

fn facts(snapshot: &Snapshot, seat: usize) -> Vec<(&'static str, String)> {
    let seat = &snapshot.data["seats"][seat];
    let number = |name: &'static str| (name, seat[name].to_string());
    let mut facts = vec![number("health"), number("length"), number("food"), number("kills")];
    if let Some(cause) = seat["death"]["cause"].as_str() {
        facts.push(("died", format!("{cause} in turn {}", seat["death"]["turn"])));
    }
    facts
}

/// The places in a list, as columns and rows from the upper left.
fn places(list: &Value, height: u16) -> impl Iterator<Item = (u16, u16)> {
    list.as_array().map(Vec::as_slice).unwrap_or_default().iter().filter_map(move |place| {
        let x = u16::try_from(place["x"].as_i64()?).ok()?;
        let y = u16::try_from(place["y"].as_i64()?).ok()?;
        Some((x, height.checked_sub(y + 1)?))
    })
}

fn draw(snapshot: &Snapshot, look: &Look<'_>, area: Rect, buf: &mut Buffer) {
    let (width, height) = size(snapshot);
    let theme = look.theme;
    let step = if area.width >= width * 2 { 2 } else { 1 };
    let mut cell = |(x, y): (u16, u16), glyph: char, style: Style| {
        put(buf, area, x * step, y, glyph.encode_utf8(&mut [0; 4]), style);
    };
    for y in 0..height {
        for x in 0..width {
            cell((x, y), theme.pick('·', '.'), theme.dim());
        }
    }
    let board = &snapshot.data["board"];
    for place in places(&board["hazards"], height) {
        cell(place, theme.pick('░', '~'), theme.fg(Color::Red));
    }
    for place in places(&board["food"], height) {
        cell(place, theme.pick('●', '*'), theme.fg(Color::Green));
    }
    for snake in board["snakes"].as_array().map(Vec::as_slice).unwrap_or_default() {
        let seat: usize = snake["id"].as_str().and_then(|id| id.parse().ok()).unwrap_or(0);
        // Letters by seat tell the snakes apart without colours, too.
        let body = char::from(b'a' + (seat % 26) as u8);
        let block = if theme.colour { theme.pick('■', body) } else { body };
        for place in places(&snake["body"], height) {
            cell(place, block, theme.seat(seat));
        }
        if let Some(head) = places(&snake["body"], height).next() {
            cell(head, body.to_ascii_uppercase(), theme.seat(seat).patch(theme.strong()));
        }
    }
}
