//! Many boards at a time.

use ludus_arena::Session;
use ludus_arena::session::{State, View};
use ludus_core::{Outcome, Seat};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::Line;
use ratatui::widgets::{Paragraph, Widget, Wrap};

use super::fit::shortened;
use super::single::last_actions;
use crate::app::App;
use crate::error::SetupError;
use crate::grids;
use crate::session::{SessionScreen, clock_text};
use crate::widgets::Look;

/// The cells of a grid, row by row.
#[must_use]
pub fn cells(area: Rect, (rows, columns): (u16, u16)) -> Vec<Rect> {
    let (width, height) = (area.width / columns.max(1), area.height / rows.max(1));
    let cell = |row: u16, column: u16| Rect {
        x: area.x + column * width,
        y: area.y + row * height,
        width,
        height,
    };
    (0..rows).flat_map(|row| (0..columns).map(move |column| cell(row, column))).collect()
}

/// Draws the page of the focused game.
pub(super) fn draw(app: &App, screen: &SessionScreen, area: Rect, frame: &mut Frame<'_>) {
    if let Some(session) = screen.session().or_else(|| screen.group.session(0)) {
        let game = screen.game.name;
        let board = app.lobby.widgets.read(game, session.view().snapshot());
        let (grid, needed) = (screen.grid, grids::needed(&*board, screen.grid));
        let size = (frame.area().width, frame.area().height);
        if !grids::fits(needed, size) {
            let error = SetupError::GridTooLarge { game, grid, needed, size };
            let text = format!("{error}. Enlarge it, or press tab to see one board.");
            let paragraph =
                Paragraph::new(text).style(app.theme.strong()).wrap(Wrap { trim: true });
            return frame.render_widget(paragraph, area);
        }
    }
    let first = screen.page() * screen.cells();
    for (number, cell) in (first..).zip(cells(area, screen.grid)) {
        if number < screen.group.plan().games {
            draw_cell(app, screen, number, cell, frame);
        }
    }
}

fn draw_cell(app: &App, screen: &SessionScreen, number: u64, cell: Rect, frame: &mut Frame<'_>) {
    let theme = &app.theme;
    let focused = number == screen.focus;
    let line =
        |y: u16| Rect { y: cell.y + y, height: 1, width: cell.width.saturating_sub(1), ..cell };
    let head = format!("{}{}", if focused { "> " } else { "  " }, number + 1);
    let Some(session) = screen.group.session(number) else {
        let text = if number < screen.group.status().begun { "over" } else { "not started" };
        frame.render_widget(Line::styled(format!("{head} {text}"), theme.dim()), line(0));
        return;
    };
    let (view, state) = (session.view(), session.state());
    let labels: Vec<String> = view.seats.iter().map(|seat| seat.label.clone()).collect();
    let style = if focused { theme.chosen() } else { theme.strong() };
    let title = format!("{head} {}", labels.join(theme.pick("–", "-")));
    let (room, mark) = (usize::from(line(0).width), theme.pick('…', '~'));
    frame.render_widget(Line::styled(shortened(&title, room, mark), style), line(0));
    let widget = app.lobby.widgets.read(screen.game.name, view.snapshot());
    let least = widget.least_size();
    // The row below a board and its result is left empty where there is one to spare.
    let gap = u16::from(cell.height > least.1 + 2);
    let board = Rect {
        x: cell.x + 1,
        y: cell.y + 1,
        width: cell.width.saturating_sub(2),
        height: cell.height.saturating_sub(2 + gap),
    };
    let marks = last_actions(&view);
    let look = Look { theme, labels: &labels, marks: &marks };
    widget.draw(&look, board, frame.buffer_mut());
    if state.is_over() {
        frame.buffer_mut().set_style(board, theme.dim());
    }
    let foot = Rect { y: cell.y + cell.height.saturating_sub(1 + gap), ..line(0) };
    let text = short_result(&view, &state) + &clocks(&session, &view);
    let text = if text.chars().count() <= room { text } else { winner(&view, &state) };
    Line::styled(shortened(&text, room, mark), theme.dim()).render(foot, frame.buffer_mut());
}

/// The clocks of a match that is played, after a comma.
fn clocks(session: &Session, view: &View) -> String {
    let faces = session.clocks().filter(|_| view.outcome.is_none());
    let times = faces.map(|faces| faces.left.into_iter().map(clock_text).collect::<Vec<_>>());
    times.map_or(String::new(), |times| format!(", {}", times.join(" : ")))
}

/// How a game ended, or how far it is, in a few words.
fn short_result(view: &View, state: &State) -> String {
    match &view.outcome {
        Some(outcome) => format!("{}: {}", winner(view, state), outcome.reason()),
        None => winner(view, state),
    }
}

/// Who won, or how far the game is.
fn winner(view: &View, state: &State) -> String {
    match (&view.outcome, state) {
        (Some(outcome), _) => match outcome.winner() {
            Some(seat) => format!("{} won", label(view, seat)),
            None => "draw".to_owned(),
        },
        (None, State::Failed(reason)) => format!("failed: {reason}"),
        (None, State::Aborted) => "aborted".to_owned(),
        (None, _) => format!("turn {}", view.turn),
    }
}

/// How a game ended, in a sentence; nothing while it runs.
pub(super) fn result(view: &View, state: &State) -> Option<String> {
    match (&view.outcome, state) {
        (Some(outcome), _) => Some(ended(outcome, |seat| label(view, seat), view.turn)),
        (None, State::Failed(reason)) => Some(format!("The game failed: {reason}")),
        (None, State::Aborted) => Some("The game was aborted".to_owned()),
        (None, _) => None,
    }
}

/// An outcome in a sentence.
pub(super) fn ended<'a>(outcome: &Outcome, label: impl Fn(Seat) -> &'a str, turns: u32) -> String {
    let who = outcome.winner().map_or("Draw".to_owned(), |seat| format!("{} won", label(seat)));
    format!("{who} after {turns} turns: {}", outcome.reason())
}

fn label(view: &View, seat: Seat) -> &str {
    &view.seats[seat.index()].label
}
