//! The questions before a session.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

use super::fit::wrapped;
use super::typed;
use crate::app::App;
use crate::setup::{Setup, SetupStep};

/// Draws the question, the choices and what was typed.
pub(super) fn draw(app: &App, setup: &Setup, area: Rect, frame: &mut Frame<'_>) {
    let theme = &app.theme;
    let mut lines = vec![Line::styled(setup.question(&app.lobby), theme.strong())];
    if setup.step != SetupStep::Game {
        let names: Vec<String> = setup.bots.iter().map(ToString::to_string).collect();
        let game = setup.offer(&app.lobby).game.name();
        let clock = setup.clock.map(|clock| format!("; clock {clock}")).unwrap_or_default();
        let so_far = format!("{game}: {}{clock}", names.join(", "));
        lines.push(Line::styled(so_far, theme.dim()));
    }
    lines.push(Line::default());
    let choices = setup.choices(&app.lobby, app.size);
    let width = choices.iter().map(|choice| choice.name.chars().count()).max().unwrap_or(0);
    let error = setup.error.as_ref().map(ToString::to_string);
    let error = error.map(|text| wrapped(&text, usize::from(area.width))).unwrap_or_default();
    let below = usize::from(setup.types()) * 2 + error.len().max(1);
    let room = usize::from(area.height).saturating_sub(lines.len() + below).max(1);
    // The list scrolls so that the chosen one is always seen.
    let first = (setup.chosen + 1).saturating_sub(room);
    for (n, choice) in choices.iter().enumerate().skip(first).take(room) {
        let chosen = n == setup.chosen.min(choices.len() - 1) && setup.input.is_empty();
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
        let mut line = vec![Span::raw("type: ")];
        line.extend(typed(app, &setup.input));
        lines.push(Line::from(line));
    }
    lines.extend(error.into_iter().map(|line| Line::styled(line, theme.bad())));
    frame.render_widget(Paragraph::new(lines), area);
}
