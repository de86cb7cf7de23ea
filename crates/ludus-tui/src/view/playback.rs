//! A recorded match.

use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::Line;

use super::history::{self, RecentMoves};
use super::insight::{self, SeatReport};
use super::single::{history_rows, split};
use super::{block, too_small};
use crate::app::App;
use crate::playback::Playback;
use crate::widgets::{CellMark, Look, MarkKind};

/// Draws the position that is shown, what led to it, and where in the match it is.
pub(super) fn draw(app: &App, playback: &Playback, area: Rect, frame: &mut Frame<'_>) {
    let shown = playback.frame();
    let snapshot = &shown.snapshot;
    let board = app.lobby.widgets.read(playback.game.name, snapshot);
    let least = board.least_size();
    if area.width < least.0 + 28 || area.height < least.1 + 3 {
        let needed = (least.0 + 28, least.1 + 6);
        return too_small(app, needed, &format!("a board of {}", playback.game.name), area, frame);
    }
    let [area, timeline] =
        Layout::vertical([Constraint::Min(1), Constraint::Length(1)]).areas(area);
    let (left, right) = split(area, &*board);
    let framed = block(app, &format!("turn {}", shown.turn));
    let inner = framed.inner(left);
    frame.render_widget(framed, left);
    let marks = shown.marks.iter();
    let marks: Vec<CellMark> =
        marks.flat_map(|mark| CellMark::of_action(mark, MarkKind::LastAction)).collect();
    let look = Look { theme: &app.theme, labels: &playback.labels, marks: &marks };
    board.draw(&look, inner, frame.buffer_mut());
    let seats: Vec<SeatReport<'_>> = playback
        .labels
        .iter()
        .enumerate()
        .map(|(n, label)| {
            let last = playback.last(n);
            SeatReport {
                label,
                did: last.and_then(|line| line.action.as_deref().or(line.forfeit.as_deref())),
                failure: last.and_then(|line| line.failure.as_deref()),
                insight: last.map(|line| &line.insight),
                facts: board.facts(n),
            }
        })
        .collect();
    let [upper, lower] =
        Layout::vertical([Constraint::Min(4), Constraint::Length(history_rows(right))])
            .areas(right);
    insight::draw(app, &playback.game, &seats, upper, frame);
    let moves = match board.moves() {
        Some(moves) => RecentMoves::Notation(moves),
        None => RecentMoves::Turns(playback.history(usize::from(lower.height))),
    };
    history::draw(app, moves, lower, frame);
    frame.render_widget(
        Line::styled(bar(app, playback, timeline.width), app.theme.strong()),
        timeline,
    );
}

/// Where in the match the position is.
fn bar(app: &App, playback: &Playback, width: u16) -> String {
    let width = usize::from(width).saturating_sub(2).max(1);
    let last = playback.frames.len().saturating_sub(1).max(1);
    let place = playback.at * (width - 1) / last;
    let (before, here, after) =
        (app.theme.pick("━", "="), app.theme.pick("●", "O"), app.theme.pick("─", "-"));
    format!(" {}{here}{}", before.repeat(place), after.repeat(width - 1 - place))
}
