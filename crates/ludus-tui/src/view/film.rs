//! A recorded match.

use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::Line;

use super::history::{self, Moves};
use super::insight::{self, Said};
use super::single::{history_rows, split};
use super::{block, too_small};
use crate::app::App;
use crate::boards::{self, Look};
use crate::film::Film;

/// Draws the position that is shown, what led to it, and where in the match it is.
pub(super) fn draw(app: &App, film: &Film, area: Rect, frame: &mut Frame<'_>) {
    let shown = film.frame();
    let snapshot = &shown.snapshot;
    let least = boards::least_size(&film.game, snapshot);
    if area.width < least.0 + 28 || area.height < least.1 + 3 {
        let needed = (least.0 + 28, least.1 + 6);
        return too_small(app, needed, &format!("a board of {}", film.game), area, frame);
    }
    let [area, timeline] =
        Layout::vertical([Constraint::Min(1), Constraint::Length(1)]).areas(area);
    let (left, right) = split(area, &film.game, snapshot);
    let framed = block(app, &format!("turn {}", shown.turn));
    let inner = framed.inner(left);
    frame.render_widget(framed, left);
    let look = Look { theme: &app.theme, labels: &film.labels, marks: &[] };
    boards::draw(&film.game, snapshot, &look, inner, frame.buffer_mut());
    let seats: Vec<Said<'_>> = film
        .labels
        .iter()
        .enumerate()
        .map(|(n, label)| {
            let last = film.last(n);
            Said {
                label,
                did: last.and_then(|line| line.action.as_deref().or(line.forfeit.as_deref())),
                failure: last.and_then(|line| line.failure.as_deref()),
                insight: last.map(|line| &line.insight),
                facts: boards::facts(&film.game, snapshot, n),
            }
        })
        .collect();
    let [upper, lower] =
        Layout::vertical([Constraint::Min(4), Constraint::Length(history_rows(right))])
            .areas(right);
    insight::draw(app, &film.game, &seats, upper, frame);
    let moves = match boards::moves(&film.game, snapshot) {
        Some(moves) => Moves::Notation(moves),
        None => Moves::Turns(film.history(usize::from(lower.height))),
    };
    history::draw(app, moves, lower, frame);
    frame.render_widget(Line::styled(bar(app, film, timeline.width), app.theme.strong()), timeline);
}

/// Where in the match the position is.
fn bar(app: &App, film: &Film, width: u16) -> String {
    let width = usize::from(width).saturating_sub(2).max(1);
    let last = film.frames.len().saturating_sub(1).max(1);
    let place = film.at * (width - 1) / last;
    let (before, here, after) =
        (app.theme.pick("━", "="), app.theme.pick("●", "O"), app.theme.pick("─", "-"));
    format!(" {}{here}{}", before.repeat(place), after.repeat(width - 1 - place))
}
