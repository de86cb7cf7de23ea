//! One board, large, with everything about it.

use ludus_arena::Session;
use ludus_arena::session::View;
use ludus_core::Seat;
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

use super::history::{self, RecentMoves};
use super::insight::{self, SeatReport};
use super::{block, too_small, typed};
use crate::app::App;
use crate::session::SessionScreen;
use crate::widgets::{BoardWidget, CellMark, Look, MarkKind};

/// The columns that the panes beside a board need.
const PANES: u16 = 26;

/// The board at the left, the panes about it at the right: their areas. The board gets what it can fill, and a
/// frame.
pub(super) fn split(area: Rect, board: &dyn BoardWidget) -> (Rect, Rect) {
    let room = (area.width.saturating_sub(PANES + 2), area.height.saturating_sub(2));
    let size = board.size_in(room);
    let width = (size.0 + 2).min(area.width.saturating_sub(PANES)).max(10);
    let [left, right] =
        Layout::horizontal([Constraint::Length(width), Constraint::Min(0)]).areas(area);
    (left, right)
}

/// Draws the focused match.
pub(super) fn draw(app: &App, screen: &SessionScreen, area: Rect, frame: &mut Frame<'_>) {
    let Some(session) = screen.session() else {
        let text = if screen.focus < screen.group.status().begun {
            "this game is over, and its board is no longer kept"
        } else {
            "this game has not begun"
        };
        return frame.render_widget(Line::raw(text), area);
    };
    let view = session.view();
    let board = app.lobby.widgets.read(screen.game.name, view.snapshot());
    let least = board.least_size();
    if area.width < least.0 + 2 || area.height < least.1 + 2 {
        let needed = (least.0 + 2, least.1 + 5);
        return too_small(app, needed, &format!("a board of {}", screen.game.name), area, frame);
    }
    let wide = area.width >= least.0 + 2 + PANES;
    let (left, right) = if wide { split(area, &*board) } else { (area, Rect::default()) };
    let labels: Vec<String> = view.seats.iter().map(|seat| seat.label.clone()).collect();
    let framed = block(app, &format!("turn {}", view.turn));
    let inner = framed.inner(left);
    frame.render_widget(framed, left);
    let marks = marks(screen, &view);
    let look = Look { theme: &app.theme, labels: &labels, marks: &marks };
    board.draw(&look, inner, frame.buffer_mut());
    if !wide {
        return;
    }
    let [upper, lower] =
        Layout::vertical([Constraint::Min(4), Constraint::Length(history_rows(right))])
            .areas(right);
    insight::draw(app, &screen.game, &reports(screen, &view, &*board), upper, frame);
    let moves = match board.moves() {
        Some(moves) => RecentMoves::Notation(moves),
        None => RecentMoves::Turns(recent(screen, &session, usize::from(lower.height))),
    };
    history::draw(app, moves, lower, frame);
    if screen.takes_text() && screen.is_played() {
        entry(app, screen, area, frame);
    }
}

/// What there is to say about the seats.
fn reports<'a>(
    screen: &SessionScreen,
    view: &'a View,
    board: &dyn BoardWidget,
) -> Vec<SeatReport<'a>> {
    let clocks = screen.clocks();
    let report = |seat: Seat| {
        let seat_view = &view.seats[seat.index()];
        let deed = seat_view.last.as_deref();
        let clock = clocks.get(seat.index()).map(|left| ("clock", left.clone()));
        let keys = screen.keys_of(seat).map(|keys| ("keys", keys));
        SeatReport {
            label: &seat_view.label,
            did: deed.map(|deed| deed.text.as_str()),
            failure: deed.and_then(|deed| deed.failure.as_deref()),
            insight: deed.map(|deed| &deed.insight),
            facts: clock.into_iter().chain(keys).chain(board.facts(seat.index())).collect(),
        }
    };
    Seat::first(view.seats.len()).map(report).collect()
}

/// What was done last, at most this many lines. Those of live play have their number already.
fn recent(screen: &SessionScreen, session: &Session, most: usize) -> Vec<String> {
    let (before, texts) = session.recent(most);
    if screen.is_live() {
        return texts;
    }
    (before + 1..).zip(texts).map(|(turn, text)| format!("{turn:>4} {text}")).collect()
}

/// How many rows the history gets.
pub(super) fn history_rows(area: Rect) -> u16 {
    (area.height / 3).clamp(3, 14)
}

/// The cells to point out: the last actions, a hint, and what a person points at.
fn marks(screen: &SessionScreen, view: &View) -> Vec<CellMark> {
    let mut marks = last_actions(view);
    let hint = screen.hint.as_ref().filter(|hint| hint.turn == view.turn);
    if let Some(hint) = hint.and_then(|hint| hint.answer.get()) {
        marks.extend(CellMark::of_action(&hint.mark, MarkKind::Hint));
    }
    if let Some(pointer) = screen.pointer.as_ref().filter(|_| screen.is_played()) {
        marks.extend(pointer.marks());
    }
    marks
}

/// The cells of what was done in the last turn.
pub(super) fn last_actions(view: &View) -> Vec<CellMark> {
    let acted = view.seats.iter().zip(Seat::first(view.seats.len()));
    let acted = acted.filter(|(_, seat)| view.acted.has(*seat));
    let deeds = acted.filter_map(|(seat_view, _)| seat_view.last.as_deref());
    deeds.flat_map(|deed| CellMark::of_action(&deed.mark, MarkKind::LastAction)).collect()
}

/// The line in which a person types.
fn entry(app: &App, screen: &SessionScreen, area: Rect, frame: &mut Frame<'_>) {
    let line = Rect { y: area.y + area.height - 1, height: 1, ..area };
    let seat = screen.person().filter(|_| screen.people > 1);
    let prompt = seat.map_or("your move: ".to_owned(), |seat| {
        format!("{} to move: ", screen.game.seat_name(seat))
    });
    let mut text = vec![Span::styled(prompt, app.theme.strong())];
    text.extend(typed(app, &screen.entry));
    frame.render_widget(ratatui::widgets::Clear, line);
    frame.render_widget(Paragraph::new(Line::from(text)), line);
}
