//! The question which of several actions a person means.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::Line;
use ratatui::widgets::{Clear, Paragraph};

use super::{boxed, centred};
use crate::app::{App, Screen};

/// Draws the names of the actions, each with the digit that takes it.
pub(super) fn draw(app: &App, area: Rect, frame: &mut Frame<'_>) {
    let Screen::Session(session) = &app.screen else { return };
    let Some(choice) = &session.choice else { return };
    let line = |(n, name): (usize, &str)| {
        let chosen = n == choice.chosen;
        let style = if chosen { app.theme.chosen() } else { app.theme.strong() };
        Line::styled(format!("{} {name}", n + 1), style)
    };
    let lines: Vec<Line<'_>> = choice.names().enumerate().map(line).collect();
    let width = lines.iter().map(Line::width).max().unwrap_or(0).max("which one".len()) as u16 + 4;
    let place = centred(area, width, lines.len() as u16 + 2);
    frame.render_widget(Clear, place);
    frame.render_widget(boxed(app, "which one", Paragraph::new(lines)), place);
}
