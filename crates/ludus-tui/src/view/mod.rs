//! How the program is drawn, one file per pane. Drawing changes nothing.

pub mod film;
pub mod grid;
mod help;
mod history;
mod insight;
pub mod setup;
pub mod single;
pub mod stats;

use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Clear, Paragraph, Wrap};

use crate::app::{App, Overlay, Screen};
use crate::bindings::help_line;
use crate::play::{Mode, Play};

/// The least size of a terminal: columns and rows.
pub const LEAST: (u16, u16) = (40, 12);

/// What is between the line at the top and the two at the bottom.
#[must_use]
pub fn body(area: Rect) -> Rect {
    parts(area)[1]
}

/// Title, body, note, help.
fn parts(area: Rect) -> [Rect; 4] {
    Layout::vertical([
        Constraint::Length(1),
        Constraint::Min(1),
        Constraint::Length(1),
        Constraint::Length(1),
    ])
    .areas(area)
}

/// Draws everything.
pub fn draw(app: &App, frame: &mut Frame<'_>) {
    let area = frame.area();
    if area.width < LEAST.0 || area.height < LEAST.1 {
        return too_small(app, LEAST, "ludus", area, frame);
    }
    let [title, body, note, help] = parts(area);
    frame.render_widget(Line::styled(headline(app), app.theme.strong()), title);
    match &app.screen {
        Screen::Setup(setup) => setup::draw(app, setup, body, frame),
        Screen::Play(play) => draw_play(app, play, body, frame),
        Screen::Film(film) => film::draw(app, film, body, frame),
    }
    if let Some(text) = &app.note {
        frame.render_widget(Line::styled(text.as_str(), app.theme.strong()), note);
    }
    let line = help_line(app, usize::from(help.width));
    frame.render_widget(Line::styled(line, app.theme.dim()), help);
    match app.overlay {
        Some(Overlay::Help) => help::draw(app, body, frame),
        Some(Overlay::Abort) => {
            let text = "Games are under way. Abort them? (y/n)";
            let area = centred(body, text.len() as u16 + 4, 3);
            frame.render_widget(Clear, area);
            frame.render_widget(boxed(app, "abort", Paragraph::new(text)), area);
        }
        None => {}
    }
}

fn draw_play(app: &App, play: &Play, body: Rect, frame: &mut Frame<'_>) {
    match play.mode {
        Mode::Single => single::draw(app, play, body, frame),
        Mode::Grid => grid::draw(app, play, body, frame),
        Mode::Stats => stats::draw(app, play, body, frame),
    }
}

/// The line at the top.
fn headline(app: &App) -> String {
    let dot = app.theme.pick(" · ", " | ");
    match &app.screen {
        Screen::Setup(_) => "Ludus".to_owned(),
        Screen::Play(play) => {
            let plan = play.group.plan();
            let who: Vec<&str> = plan.line_up.entrants().iter().map(|e| e.label.as_str()).collect();
            let mut parts = vec!["Ludus".to_owned(), play.game.to_owned(), who.join(" - ")];
            if plan.games > 1 {
                parts.push(format!("game {} of {}", play.focus + 1, plan.games));
            }
            if !play.is_live() {
                parts.push(play.speed.name().to_owned());
            }
            parts.push(play.state_word().to_owned());
            parts.join(dot)
        }
        Screen::Film(film) => {
            let state = if film.playing { film.speed.name() } else { "stopped" };
            let place = format!(
                "turn {} of {}",
                film.frame().turn,
                film.frames.last().map_or(0, |f| f.turn)
            );
            ["Ludus", &film.game, &film.labels.join(" - "), &place, state].join(dot)
        }
    }
}

/// Says that the terminal is too small for this, and what would do.
fn too_small(app: &App, least: (u16, u16), what: &str, area: Rect, frame: &mut Frame<'_>) {
    let text = format!(
        "{what} needs {}x{} characters, this is {}x{}",
        least.0,
        least.1,
        frame.area().width,
        frame.area().height
    );
    let paragraph = Paragraph::new(text).style(app.theme.strong()).wrap(Wrap { trim: true });
    frame.render_widget(paragraph, area);
}

/// An area of this size in the middle of another.
fn centred(area: Rect, width: u16, height: u16) -> Rect {
    let (width, height) = (width.min(area.width), height.min(area.height));
    Rect {
        x: area.x + (area.width - width) / 2,
        y: area.y + (area.height - height) / 2,
        width,
        height,
    }
}

/// A frame with a title, in the characters of the terminal.
fn block(app: &App, title: &str) -> ratatui::widgets::Block<'static> {
    use ratatui::symbols::border;
    const ASCII: border::Set<'static> = border::Set {
        top_left: "+",
        top_right: "+",
        bottom_left: "+",
        bottom_right: "+",
        vertical_left: "|",
        vertical_right: "|",
        horizontal_top: "-",
        horizontal_bottom: "-",
    };
    ratatui::widgets::Block::bordered()
        .border_set(app.theme.pick(border::PLAIN, ASCII))
        .title(title.to_owned())
}

fn boxed<'a>(app: &App, title: &str, paragraph: Paragraph<'a>) -> Paragraph<'a> {
    paragraph.block(block(app, title))
}

/// A line of a name and a value.
fn pair<'a>(name: &str, value: impl Into<String>, style: Style) -> Line<'a> {
    Line::from(vec![Span::raw(format!("{name} ")), Span::styled(value.into(), style)])
}
