//! What the seats did, and what their bots thought.

use ludus_arena::AnyGame;
use ludus_core::{GameInfo, Insight, Seat};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

use super::fit::{filled, first_that_fit, shortened, wrapped};
use super::terms::TermRows;
use super::{block, pair};
use crate::app::App;
use crate::theme::Theme;

/// What there is to say about one seat.
pub(super) struct SeatReport<'a> {
    pub(super) label: &'a str,
    /// What it did last.
    pub(super) did: Option<&'a str>,
    /// Why its own answer did not count.
    pub(super) failure: Option<&'a str>,
    pub(super) insight: Option<&'a Insight>,
    pub(super) facts: Vec<(&'static str, String)>,
}

/// Draws all seats one below the other; where there is no room for all, with fewer lines each.
pub(super) fn draw(
    app: &App,
    game: &GameInfo,
    seats: &[SeatReport<'_>],
    area: Rect,
    frame: &mut Frame<'_>,
) {
    let framed = block(app, "seats");
    let inner = framed.inner(area);
    frame.render_widget(framed, area);
    let names = Seat::first(seats.len()).map(|seat| game.seat_name(seat));
    let game = app.lobby.game(game.name).map(AsRef::as_ref);
    let width = usize::from(inner.width);
    let panes: Vec<SeatPane<'_>> = seats
        .iter()
        .zip(names)
        .enumerate()
        .map(|(n, (seat, name))| SeatPane { theme: &app.theme, game, n, name, seat, width })
        .collect();
    let wanted: Vec<usize> = panes.iter().map(|pane| pane.lines(usize::MAX).len()).collect();
    let rows = shares(&wanted, usize::from(inner.height));
    let lines: Vec<Line<'_>> =
        panes.iter().zip(rows).flat_map(|(pane, rows)| pane.lines(rows)).collect();
    frame.render_widget(Paragraph::new(lines), inner);
}

/// How many rows each gets of those there are: what one does not need the others may have.
fn shares(wanted: &[usize], rows: usize) -> Vec<usize> {
    let mut given = vec![0; wanted.len()];
    for _ in 0..rows {
        let needy = (0..wanted.len()).filter(|&n| given[n] < wanted[n]).min_by_key(|&n| given[n]);
        let Some(n) = needy else { break };
        given[n] += 1;
    }
    given
}

/// One seat in a pane.
struct SeatPane<'a> {
    theme: &'a Theme,
    /// The game, if it is one of this program's: it knows how a score reads.
    game: Option<&'a dyn AnyGame>,
    n: usize,
    /// What the seat is called.
    name: String,
    seat: &'a SeatReport<'a>,
    width: usize,
}

impl SeatPane<'_> {
    /// At most this many lines, the most important first.
    fn lines(&self, rows: usize) -> Vec<Line<'static>> {
        let mut lines = vec![self.head()];
        let facts = self.seat.facts.iter();
        let facts: Vec<String> = facts.map(|(name, value)| format!("{name} {value}")).collect();
        lines.extend(filled(&facts, self.width).into_iter().map(Line::from));
        if let Some(failure) = self.seat.failure {
            let failure = wrapped(failure, self.width);
            lines.extend(failure.into_iter().map(|line| Line::styled(line, self.theme.bad())));
        }
        if let Some(insight) = self.seat.insight {
            self.thought(insight, rows, &mut lines);
        }
        lines.truncate(rows);
        lines
    }

    fn head(&self) -> Line<'static> {
        let did = self.seat.did.map(|did| format!("  {did}")).unwrap_or_default();
        let room = self.width.saturating_sub(did.chars().count());
        let name = format!("{} {}", self.name, self.seat.label);
        let name = shortened(&name, room.max(8), self.theme.pick('…', '~'));
        let style = self.theme.seat(self.n).patch(self.theme.strong());
        Line::from(vec![Span::styled(name, style), Span::raw(did)])
    }

    fn thought(&self, insight: &Insight, rows: usize, lines: &mut Vec<Line<'static>>) {
        let score = insight.score.map(|score| match self.game {
            Some(game) => game.score_text(score),
            None => format!("{score:+.2}"),
        });
        if let (Some(text), Some(score)) = (&score, insight.score) {
            let bar = format!(" {}", bar(self.theme, score, 12));
            let fits = 6 + text.chars().count() + bar.chars().count() <= self.width;
            let text = if fits { format!("{text}{bar}") } else { text.clone() };
            lines.push(pair("score", text, self.theme.strong()));
        }
        if insight.nodes > 0 {
            let parts = [format!("depth {}", insight.depth), format!("nodes {}", insight.nodes)];
            lines.extend(filled(&parts, self.width).into_iter().map(Line::from));
        }
        if !insight.line.is_empty() {
            let mark = self.theme.pick('…', '~');
            let expected = first_that_fit(&insight.line, self.width.saturating_sub(5), mark);
            lines.push(Line::raw(format!("line {expected}")));
        }
        let left = rows.saturating_sub(lines.len());
        self.terms(&TermRows::new(score.as_deref(), &insight.terms, left), lines);
    }

    fn terms(&self, terms: &TermRows, lines: &mut Vec<Line<'static>>) {
        /// The columns of a bar, and the blank before it.
        const BAR: usize = 10;
        let numbers = terms.rows().map(|(_, value, _)| value.chars().count()).max().unwrap_or(0);
        // An indent of two, and a blank before the number.
        let room = self.width.saturating_sub(numbers + 3);
        let longest = terms.rows().map(|(name, ..)| name.chars().count()).max().unwrap_or(0);
        let names = longest.min(room);
        let with_bars = names + BAR <= room;
        for (name, value, share) in terms.rows() {
            let name = shortened(name, names, self.theme.pick('…', '~'));
            let bar = if with_bars { bar(self.theme, share * 4.0, BAR - 2) } else { String::new() };
            let text = format!("  {name:<names$} {value:>numbers$} {bar}");
            lines.push(Line::styled(text.trim_end().to_owned(), self.theme.dim()));
        }
    }
}

/// A bar to the left or right of a middle: full at ±4 and beyond.
fn bar(theme: &Theme, value: f64, width: usize) -> String {
    let half = width / 2;
    let share = (value.abs() / 4.0).min(1.0);
    let filled = if share.is_finite() { (share * half as f64).round() as usize } else { half };
    let (full, none, middle) = (theme.pick("█", "#"), theme.pick("·", "."), theme.pick("│", "|"));
    let (left, right) = if value < 0.0 { (filled, 0) } else { (0, filled) };
    [
        none.repeat(half - left),
        full.repeat(left),
        middle.to_owned(),
        full.repeat(right),
        none.repeat(half - right),
    ]
    .concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bar_shows_who_is_ahead_and_never_overflows() {
        let theme = Theme { colour: false, unicode: false, light: false };
        let bar = |value| bar(&theme, value, 8);
        assert_eq!(bar(0.0), "....|....");
        assert_eq!(bar(2.0), "....|##..");
        assert_eq!(bar(-4.0), "####|....");
        assert_eq!(bar(1e12), "....|####");
        assert_eq!(bar(f64::NEG_INFINITY), "####|....");
    }

    #[test]
    fn rows_that_one_seat_does_not_need_are_for_the_others() {
        assert_eq!(shares(&[2, 20], 12), [2, 10]);
        assert_eq!(shares(&[20, 20], 9), [5, 4]);
        assert_eq!(shares(&[3, 3], 20), [3, 3]);
        assert_eq!(shares(&[5, 5, 5], 2), [1, 1, 0]);
    }
}
