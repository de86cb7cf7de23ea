//! The questions before a session.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

use crate::app::App;
use crate::setup::{Setup, Step};

/// Draws the question, the choices and what was typed.
pub(super) fn draw(app: &App, setup: &Setup, area: Rect, frame: &mut Frame<'_>) {
    let theme = &app.theme;
    let mut lines = vec![Line::styled(setup.question(&app.hall), theme.strong())];
    if setup.step != Step::Game {
        let names: Vec<String> = setup.bots.iter().map(ToString::to_string).collect();
        let game = setup.offer(&app.hall).game.name();
        lines.push(Line::styled(format!("{game}: {}", names.join(", ")), theme.dim()));
    }
    lines.push(Line::default());
    let choices = setup.choices(&app.hall);
    let width = choices.iter().map(|choice| choice.name.chars().count()).max().unwrap_or(0);
    let typed = usize::from(setup.types()) * 2;
    let room = usize::from(area.height).saturating_sub(lines.len() + typed + 1).max(1);
    // The list scrolls so that the chosen one is always seen.
    let first = (setup.chosen + 1).saturating_sub(room);
    for (n, choice) in choices.iter().enumerate().skip(first).take(room) {
        let chosen = n == setup.chosen && setup.input.is_empty();
        let mark = if chosen { "> " } else { "  " };
        let style = if chosen { theme.chosen() } else { theme.strong() };
        lines.push(Line::from(vec![
            Span::raw(mark),
            Span::styled(format!("{:width$}", choice.name), style),
            Span::raw(format!("  {}", choice.what)),
        ]));
    }
    if setup.types() {
        lines.push(Line::default());
        lines.push(Line::from(vec![
            Span::raw("typed: "),
            Span::styled(setup.input.clone(), theme.strong()),
            Span::styled(theme.pick("▏", "_"), theme.dim()),
        ]));
    }
    if let Some(error) = &setup.error {
        lines.push(Line::styled(error.clone(), theme.bad()));
    }
    frame.render_widget(Paragraph::new(lines), area);
}
