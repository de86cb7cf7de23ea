//! The moves so far, the newest always in view.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::Line;
use ratatui::widgets::Paragraph;

use super::block;
use crate::app::App;

/// The turns that are looked through for something to tell, at the most: of live play, where most ticks
/// have nothing to tell, some twenty seconds.
pub(super) const RECENT: usize = 1200;

/// Draws the last moves, `before` turns having gone before them. Moves of a notation are numbered in pairs
/// and fill the lines; actions have a line for each turn.
pub(super) fn draw(
    app: &App,
    moves: &[String],
    before: usize,
    notation: bool,
    area: Rect,
    frame: &mut Frame<'_>,
) {
    let framed = block(app, "moves");
    let inner = framed.inner(area);
    frame.render_widget(framed, area);
    let rows = usize::from(inner.height);
    let lines = if notation {
        let pairs: Vec<String> = moves
            .chunks(2)
            .enumerate()
            .map(|(n, pair)| format!("{}. {}", n + 1, pair.join(" ")))
            .collect();
        filled(&pairs, usize::from(inner.width))
    } else {
        // Ticks in which nobody did anything have nothing to tell.
        let told = moves.iter().enumerate().filter(|(_, text)| text.split(' ').any(|t| t != "-"));
        told.map(|(n, text)| format!("{:>4} {text}", before + n + 1)).collect()
    };
    let first = lines.len().saturating_sub(rows);
    let lines: Vec<Line<'_>> = lines[first..].iter().map(|line| Line::raw(line.as_str())).collect();
    frame.render_widget(Paragraph::new(lines), inner);
}

/// Parts on as few lines as they fit.
fn filled(parts: &[String], width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for part in parts {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 2 + part.chars().count() <= width => {
                line.push_str("  ");
                line.push_str(part);
            }
            _ => lines.push(part.clone()),
        }
    }
    lines
}
