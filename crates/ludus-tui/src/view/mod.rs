//! How the program is drawn, one file per pane. Drawing changes nothing.

mod choice;
pub(crate) mod fit;
pub mod grid;
mod help;
mod history;
mod insight;
pub mod playback;
mod position_text;
pub mod setup;
pub mod single;
pub mod stats;
mod terms;

use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Clear, Paragraph, Wrap};

use crate::app::{App, Overlay, Screen};
use crate::bindings::help_line;
use crate::session::{Mode, SessionScreen};
use crate::text_input::TextInput;

/// The least size of a terminal: columns and rows.
pub const LEAST: (u16, u16) = (40, 12);

/// The most rows of a note.
const NOTE_ROWS: usize = 4;

/// What is between the line at the top and those at the bottom.
#[must_use]
pub fn body(app: &App, area: Rect) -> Rect {
    parts(app, area)[1]
}

/// How many rows the position as text has on this terminal.
#[must_use]
pub fn position_rows(app: &App) -> usize {
    position_text::rows(app, app.size.0).len()
}

/// Title, body, note, help. A note has as many rows as it needs.
fn parts(app: &App, area: Rect) -> [Rect; 4] {
    let rows = note(app, area.width).len().clamp(1, NOTE_ROWS);
    Layout::vertical([
        Constraint::Length(1),
        Constraint::Min(1),
        Constraint::Length(rows as u16),
        Constraint::Length(1),
    ])
    .areas(area)
}

/// What there is to say below the boards: the answer to the last key, or else how the game ended.
fn note(app: &App, width: u16) -> Vec<String> {
    let result = || match &app.screen {
        Screen::Session(session) if session.mode == Mode::Single => {
            session.session().and_then(|at| grid::result(&at.view(), &at.state()))
        }
        Screen::Playback(playback) => playback.frame().outcome.as_ref().map(|outcome| {
            grid::ended(outcome, |seat| &playback.labels[seat.index()], playback.frame().turn)
        }),
        _ => None,
    };
    let text = app.note.clone().or_else(result);
    text.map(|text| fit::wrapped(&text, usize::from(width))).unwrap_or_default()
}

/// Draws everything.
pub fn draw(app: &App, frame: &mut Frame<'_>) {
    let area = frame.area();
    if area.width < LEAST.0 || area.height < LEAST.1 {
        return too_small(app, LEAST, "ludus", area, frame);
    }
    let [title, body, below, help] = parts(app, area);
    frame.render_widget(
        Line::styled(headline(app, usize::from(title.width)), app.theme.strong()),
        title,
    );
    match &app.screen {
        Screen::Setup(setup) => setup::draw(app, setup, body, frame),
        Screen::Session(session) => draw_session(app, session, body, frame),
        Screen::Playback(playback) => playback::draw(app, playback, body, frame),
    }
    let lines = note(app, below.width).into_iter();
    let lines: Vec<Line<'_>> = lines.map(|line| Line::styled(line, app.theme.strong())).collect();
    frame.render_widget(Paragraph::new(lines), below);
    frame.render_widget(keys(app, usize::from(help.width)), help);
    match app.overlay {
        Some(Overlay::Help) => help::draw(app, body, frame),
        Some(Overlay::Position) => position_text::draw(app, body, frame),
        Some(Overlay::Choice) => choice::draw(app, body, frame),
        Some(Overlay::Abort) => {
            let text = "Games are under way. Abort them? (y/n)";
            let area = centred(body, text.len() as u16 + 4, 3);
            frame.render_widget(Clear, area);
            frame.render_widget(boxed(app, "abort", Paragraph::new(text)), area);
        }
        None => {}
    }
}

fn draw_session(app: &App, session: &SessionScreen, body: Rect, frame: &mut Frame<'_>) {
    match session.mode {
        Mode::Single => single::draw(app, session, body, frame),
        Mode::Grid => grid::draw(app, session, body, frame),
        Mode::Stats => stats::draw(app, session, body, frame),
    }
}

/// The line at the bottom: the keys, and what they do.
fn keys(app: &App, width: usize) -> Line<'static> {
    let (keys, gap) = help_line(app, width);
    let mut spans = Vec::with_capacity(keys.len() * 4);
    for (n, (key, label)) in keys.into_iter().enumerate() {
        if n > 0 {
            spans.push(Span::styled(gap, app.theme.dim()));
        }
        spans.extend([Span::raw(key), Span::styled(format!(" {label}"), app.theme.dim())]);
    }
    Line::from(spans)
}

/// The line at the top. Where it is too long, the names of the bots are shortened.
fn headline(app: &App, width: usize) -> String {
    let (game, who, rest) = match &app.screen {
        Screen::Setup(_) => return "Ludus".to_owned(),
        Screen::Session(session) => {
            let plan = session.group.plan();
            let who: Vec<&str> = plan.line_up.entrants().iter().map(|e| e.label.as_str()).collect();
            let mut rest = Vec::new();
            if plan.games > 1 {
                rest.push(format!("game {} of {}", session.focus + 1, plan.games));
            }
            if !session.is_live() {
                rest.push(session.speed.name().to_owned());
            }
            rest.push(session.state_word().to_owned());
            (session.game.name, who.join(" - "), rest)
        }
        Screen::Playback(playback) => {
            let state = if playback.playing { playback.speed.name() } else { "stopped" };
            let last = playback.frames.last().map_or(0, |frame| frame.turn);
            let place = format!("turn {} of {last}", playback.frame().turn);
            (playback.game.name, playback.labels.join(" - "), vec![place, state.to_owned()])
        }
    };
    let dot = app.theme.pick(" · ", " | ");
    let line = |who: &str| {
        let rest = rest.iter().map(String::as_str);
        ["Ludus", game, who].into_iter().chain(rest).collect::<Vec<_>>().join(dot)
    };
    let room = width.saturating_sub(line("").chars().count());
    line(&fit::shortened(&who, room, app.theme.pick('…', '~')))
}

/// What was typed, and where the next letter goes.
fn typed(app: &App, input: &TextInput) -> [Span<'static>; 3] {
    let (before, after) = input.parts();
    [
        Span::styled(before.to_owned(), app.theme.strong()),
        Span::styled(app.theme.pick("▏", "_"), app.theme.dim()),
        Span::styled(after.to_owned(), app.theme.strong()),
    ]
}

/// Says that the terminal is too small for this, and what would do.
fn too_small(app: &App, least: (u16, u16), what: &str, area: Rect, frame: &mut Frame<'_>) {
    let text = format!(
        "{what} needs a terminal of {}x{} characters; this one has {}x{}",
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
