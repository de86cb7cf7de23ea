//! The moves so far, the newest always in view.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::Line;
use ratatui::widgets::Paragraph;

use super::block;
use super::fit::{filled, hanging};
use crate::app::App;

/// What there is to show of what was done.
pub(super) enum RecentMoves {
    /// RecentMoves of a notation that people read: numbered in pairs, they fill the lines.
    Notation(Vec<String>),
    /// A line for each turn, its number included.
    Turns(Vec<String>),
}

/// Draws the last moves.
pub(super) fn draw(app: &App, moves: RecentMoves, area: Rect, frame: &mut Frame<'_>) {
    let framed = block(app, "moves");
    let inner = framed.inner(area);
    frame.render_widget(framed, area);
    let rows = usize::from(inner.height);
    let lines = match moves {
        RecentMoves::Notation(moves) => {
            let numbered = moves.chunks(2).enumerate();
            let pairs: Vec<String> =
                numbered.map(|(n, pair)| format!("{}. {}", n + 1, pair.join(" "))).collect();
            filled(&pairs, usize::from(inner.width))
        }
        RecentMoves::Turns(lines) => {
            let width = usize::from(inner.width);
            lines.iter().flat_map(|line| hanging(line, width)).collect()
        }
    };
    let first = lines.len().saturating_sub(rows);
    let lines: Vec<Line<'_>> = lines[first..].iter().map(|line| Line::raw(line.as_str())).collect();
    frame.render_widget(Paragraph::new(lines), inner);
}
