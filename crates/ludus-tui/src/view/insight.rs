//! What the seats did, and what their bots thought.

use ludus_core::Insight;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

use super::{block, pair};
use crate::app::App;
use crate::theme::Theme;

/// What there is to say about one seat.
pub(super) struct Said<'a> {
    pub(super) label: &'a str,
    /// What it did last.
    pub(super) did: Option<&'a str>,
    /// Why its own answer did not count.
    pub(super) failure: Option<&'a str>,
    pub(super) insight: Option<&'a Insight>,
    pub(super) facts: Vec<(&'static str, String)>,
}

/// Draws all seats one below the other; where there is no room for all, with fewer lines each.
pub(super) fn draw(app: &App, seats: &[Said<'_>], area: Rect, frame: &mut Frame<'_>) {
    let framed = block(app, "seats");
    let inner = framed.inner(area);
    frame.render_widget(framed, area);
    let each = usize::from(inner.height) / seats.len().max(1);
    let mut lines = Vec::new();
    for (n, seat) in seats.iter().enumerate() {
        let mut own = about(&app.theme, n, seat, usize::from(inner.width));
        own.truncate(each.max(1));
        lines.extend(own);
    }
    frame.render_widget(Paragraph::new(lines), inner);
}

/// The lines about one seat, the most important first.
fn about<'a>(theme: &Theme, n: usize, seat: &Said<'_>, width: usize) -> Vec<Line<'a>> {
    let mut head =
        vec![Span::styled(format!("{n} {}", seat.label), theme.seat(n).patch(theme.strong()))];
    if let Some(did) = seat.did {
        head.push(Span::raw(format!("  {did}")));
    }
    let mut lines = vec![Line::from(head)];
    lines.extend(wrapped(&seat.facts, width));
    if let Some(failure) = seat.failure {
        lines.push(Line::styled(failure.to_owned(), theme.bad()));
    }
    let Some(insight) = seat.insight else { return lines };
    if let Some(score) = insight.score {
        let text = format!("{score:+.2} {}", bar(theme, score, 12));
        lines.push(pair("score", text, theme.strong()));
    }
    if insight.nodes > 0 {
        lines.push(Line::raw(format!("depth {}  nodes {}", insight.depth, insight.nodes)));
    }
    if !insight.line.is_empty() {
        lines.push(Line::raw(format!("line {}", insight.line.join(" "))));
    }
    let greatest = insight.terms.iter().map(|term| term.value.abs()).fold(0.0, f64::max);
    let mut terms: Vec<_> = insight.terms.iter().filter(|term| term.value != 0.0).collect();
    terms.sort_by(|a, b| b.value.abs().total_cmp(&a.value.abs()));
    for term in terms {
        let share = if greatest > 0.0 { term.value / greatest * 4.0 } else { 0.0 };
        let text = format!("{:>9.2} {}", term.value, bar(theme, share, 8));
        let name: String = term.name.chars().take(18).collect();
        lines.push(Line::styled(format!("  {name:<18}{text}"), theme.dim()));
    }
    lines
}

/// Names and values on as few lines as they fit.
fn wrapped<'a>(facts: &[(&'static str, String)], width: usize) -> Vec<Line<'a>> {
    let mut lines: Vec<String> = Vec::new();
    for (name, value) in facts {
        let part = format!("{name} {value}");
        match lines.last_mut() {
            Some(line) if line.chars().count() + 2 + part.chars().count() <= width => {
                line.push_str("  ");
                line.push_str(&part);
            }
            _ => lines.push(part),
        }
    }
    lines.into_iter().map(Line::from).collect()
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
}
