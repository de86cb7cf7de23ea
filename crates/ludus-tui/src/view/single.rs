//! One board, large, with everything about it.

use ludus_arena::Session;
use ludus_core::{Seat, Snapshot};
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

use super::history::{self, Moves};
use super::insight::{self, Said};
use super::{block, too_small, typed};
use crate::app::App;
use crate::boards::{self, Look, Mark};
use crate::play::Play;

/// The columns that the panes beside a board need.
const PANES: u16 = 26;

/// The board at the left, the panes about it at the right: their areas. The board gets what it can fill, and a
/// frame.
pub(super) fn split(area: Rect, game: &str, snapshot: &Snapshot) -> (Rect, Rect) {
    let room = (area.width.saturating_sub(PANES + 2), area.height.saturating_sub(2));
    let board = boards::most_size(game, snapshot, room);
    let width = (board.0 + 2).min(area.width.saturating_sub(PANES)).max(10);
    let [left, right] =
        Layout::horizontal([Constraint::Length(width), Constraint::Min(0)]).areas(area);
    (left, right)
}

/// Draws the focused game.
pub(super) fn draw(app: &App, play: &Play, area: Rect, frame: &mut Frame<'_>) {
    let Some(session) = play.session() else {
        let text = if play.focus < play.group.status().begun {
            "this game is over, and its board is no longer kept"
        } else {
            "this game has not begun"
        };
        return frame.render_widget(Line::raw(text), area);
    };
    let view = session.view();
    let snapshot = view.snapshot();
    let least = boards::least_size(play.game, snapshot);
    if area.width < least.0 + 2 || area.height < least.1 + 2 {
        let needed = (least.0 + 2, least.1 + 5);
        return too_small(app, needed, &format!("a board of {}", play.game), area, frame);
    }
    let wide = area.width >= least.0 + 2 + PANES;
    let (left, right) =
        if wide { split(area, play.game, snapshot) } else { (area, Rect::default()) };
    let labels: Vec<String> = view.seats.iter().map(|seat| seat.label.clone()).collect();
    let framed = block(app, &format!("turn {}", view.turn));
    let inner = framed.inner(left);
    frame.render_widget(framed, left);
    let marks = marks(play);
    let look = Look { theme: &app.theme, labels: &labels, marks: &marks };
    boards::draw(play.game, snapshot, &look, inner, frame.buffer_mut());
    if !wide {
        return;
    }
    let seats: Vec<Said<'_>> = (0..view.seats.len())
        .map(|n| {
            let deed = view.seats[n].last.as_deref();
            Said {
                label: &view.seats[n].label,
                did: deed.map(|deed| deed.text.as_str()),
                failure: deed.and_then(|deed| deed.failure.as_deref()),
                insight: deed.map(|deed| &deed.insight),
                facts: keys_of(play, n)
                    .into_iter()
                    .chain(boards::facts(play.game, snapshot, n))
                    .collect(),
            }
        })
        .collect();
    let [upper, lower] =
        Layout::vertical([Constraint::Min(4), Constraint::Length(history_rows(right))])
            .areas(right);
    insight::draw(app, play.game, &seats, upper, frame);
    let moves = match boards::moves(play.game, snapshot) {
        Some(moves) => Moves::Notation(moves),
        None => Moves::Turns(recent(play, &session, usize::from(lower.height))),
    };
    history::draw(app, moves, lower, frame);
    if play.one_by_one && play.is_played() {
        entry(app, play, area, frame);
    }
}

/// The keys of a seat, where two people share the keyboard.
fn keys_of(play: &Play, seat: usize) -> Option<(&'static str, String)> {
    let seat = Seat::first(seat + 1).last()?;
    play.keys_of(seat).map(|keys| ("keys", keys.to_owned()))
}

/// What was done last, at most this many lines. Those of live play have their number already.
fn recent(play: &Play, session: &Session, most: usize) -> Vec<String> {
    let (before, texts) = session.recent(most);
    if play.is_live() {
        return texts;
    }
    (before + 1..).zip(texts).map(|(turn, text)| format!("{turn:>4} {text}")).collect()
}

/// How many rows the history gets.
pub(super) fn history_rows(area: Rect) -> u16 {
    (area.height / 3).clamp(3, 14)
}

/// The cursor of a person, and the square chosen before.
fn marks(play: &Play) -> Vec<Mark> {
    if !play.one_by_one || !play.is_played() {
        return Vec::new();
    }
    let mark = |(column, row): (u16, u16)| Mark { column, row };
    [Some(play.cursor), play.from].into_iter().flatten().map(mark).collect()
}

/// The line in which a person types.
fn entry(app: &App, play: &Play, area: Rect, frame: &mut Frame<'_>) {
    let line = Rect { y: area.y + area.height - 1, height: 1, ..area };
    let person = play.person().filter(|_| play.people > 1);
    let label = person.and_then(|seat| {
        play.session().map(|session| session.view().seats[seat.index()].label.clone())
    });
    let prompt = label.map_or("your move: ".to_owned(), |label| format!("move of {label}: "));
    let mut text = vec![Span::styled(prompt, app.theme.strong())];
    text.extend(typed(app, &play.entry));
    frame.render_widget(ratatui::widgets::Clear, line);
    frame.render_widget(Paragraph::new(Line::from(text)), line);
}
