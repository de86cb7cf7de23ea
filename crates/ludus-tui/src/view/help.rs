//! Everything that can be pressed.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::Line;
use ratatui::widgets::{Clear, Paragraph};

use super::{boxed, centred};
use crate::app::App;
use crate::bindings::{Binding, of_screen};

/// Draws the keys of the screen below, made from the list that decides what they do.
pub(super) fn draw(app: &App, area: Rect, frame: &mut Frame<'_>) {
    let named = of_screen(app).into_iter().filter(|binding| !binding.name.is_empty());
    let line = |b: Binding| format!("{:<12} {}", b.shown(&app.theme), b.label);
    let below: Vec<String> = named.map(line).collect();
    let width = below.iter().map(|line| line.chars().count()).max().unwrap_or(0).max(24) as u16 + 4;
    let place = centred(area, width, below.len() as u16 + 2);
    let lines: Vec<Line<'_>> = below.into_iter().map(Line::from).collect();
    frame.render_widget(Clear, place);
    frame.render_widget(boxed(app, "keys", Paragraph::new(lines)), place);
}
