//! Many boards at a time.

use ludus_arena::session::{State, View};
use ludus_core::Seat;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::Line;
use ratatui::widgets::Widget;

use super::too_small;
use crate::app::App;
use crate::boards::{self, Look};
use crate::play::Play;

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

/// The least columns that a board gets: there must be room for names and results.
const LEAST_COLUMNS: u16 = 14;

/// The size that a terminal needs for this grid of boards, each with a line above and below it and a
/// row between; eight more rows keep the boards from sticking to title and help.
fn needed(play: &Play, view: &View) -> (u16, u16) {
    let (width, height) = boards::least_size(play.game, view.snapshot());
    let (rows, columns) = play.grid;
    (columns * (width + 2).max(LEAST_COLUMNS), rows * (height + 3) + 8)
}

/// Draws the page of the focused game.
pub(super) fn draw(app: &App, play: &Play, area: Rect, frame: &mut Frame<'_>) {
    if let Some(session) = play.session().or_else(|| play.group.session(0)) {
        let needed = needed(play, &session.view());
        let size = frame.area();
        if size.width < needed.0 || size.height < needed.1 {
            let (rows, columns) = play.grid;
            let what = format!("a {rows}x{columns} grid of {}", play.game);
            return too_small(app, needed, &what, area, frame);
        }
    }
    let first = play.page() * play.cells();
    for (number, cell) in (first..).zip(cells(area, play.grid)) {
        if number < play.group.plan().games {
            draw_cell(app, play, number, cell, frame);
        }
    }
}

fn draw_cell(app: &App, play: &Play, number: u64, cell: Rect, frame: &mut Frame<'_>) {
    let theme = &app.theme;
    let focused = number == play.focus;
    let line =
        |y: u16| Rect { y: cell.y + y, height: 1, width: cell.width.saturating_sub(1), ..cell };
    let head = format!("{}{}", if focused { "> " } else { "  " }, number + 1);
    let Some(session) = play.group.session(number) else {
        let text = if number < play.group.status().begun { "over" } else { "to come" };
        frame.render_widget(Line::styled(format!("{head} {text}"), theme.dim()), line(0));
        return;
    };
    let (view, state) = (session.view(), session.state());
    let labels: Vec<String> = view.seats.iter().map(|seat| seat.label.clone()).collect();
    let style = if focused { theme.chosen() } else { theme.strong() };
    let title = format!("{head} {}", labels.join(theme.pick("–", "-")));
    frame.render_widget(Line::styled(title, style), line(0));
    let board = Rect {
        x: cell.x + 1,
        y: cell.y + 1,
        width: cell.width.saturating_sub(2),
        height: cell.height.saturating_sub(3),
    };
    let look = Look { theme, labels: &labels, marks: &[] };
    boards::draw(play.game, view.snapshot(), &look, board, frame.buffer_mut());
    if state.is_over() {
        frame.buffer_mut().set_style(board, theme.dim());
    }
    let foot = Rect { y: cell.y + cell.height.saturating_sub(2), ..line(0) };
    Line::styled(result(&view, &state), theme.dim()).render(foot, frame.buffer_mut());
}

/// How a game ended, or how far it is.
pub(super) fn result(view: &View, state: &State) -> String {
    match (&view.outcome, state) {
        (Some(outcome), _) => match outcome.winner() {
            Some(seat) => format!("{}: {}", label(view, seat), outcome.reason()),
            None => format!("draw: {}", outcome.reason()),
        },
        (None, State::Failed(reason)) => format!("failed: {reason}"),
        (None, State::Aborted) => "aborted".to_owned(),
        (None, _) => format!("turn {}", view.turn),
    }
}

fn label(view: &View, seat: Seat) -> &str {
    &view.seats[seat.index()].label
}
