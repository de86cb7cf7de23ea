//! The statistics of a session, live while it runs.

use ludus_arena::GameRecord;
use ludus_core::Seat;
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::Line;
use ratatui::widgets::Paragraph;

use super::block;
use crate::app::App;
use crate::play::Play;

/// Draws counts by bot and by seat, lengths, and the single results.
pub(super) fn draw(app: &App, play: &Play, area: Rect, frame: &mut Frame<'_>) {
    let status = play.group.status();
    let stats = &status.stats;
    let percent =
        |share: Option<f64>| share.map_or("-".to_owned(), |s| format!("{:.1} %", s * 100.0));
    let one = |number: Option<f64>| number.map_or("-".to_owned(), |n| format!("{n:.1}"));
    let mut lines = vec![
        Line::raw(format!(
            "games {} of {}, under way {}, draws {} ({})",
            stats.games,
            status.games,
            status.under_way,
            stats.draws,
            percent(stats.draw_rate())
        )),
        Line::raw(format!(
            "turns {} on average, {} shortest, {} longest; seconds {} on average",
            one(stats.mean_turns()),
            stats.shortest.map_or("-".to_owned(), |g| format!(
                "{} (game {})",
                g.turns,
                g.number + 1
            )),
            stats.longest.map_or("-".to_owned(), |g| format!(
                "{} (game {})",
                g.turns,
                g.number + 1
            )),
            one(stats.mean_seconds()),
        )),
        Line::raw(format!("wins by seat {}", numbers(&stats.wins_by_seat))),
        Line::default(),
    ];
    let width = stats.bots.iter().map(|bot| bot.label.chars().count()).max().unwrap_or(0).max(3);
    let head = format!(
        "{:width$} {:>7} {:>7} {:>7} {:>8}  by seat",
        "bot", "wins", "draws", "losses", "won"
    );
    lines.push(Line::styled(head, app.theme.strong()));
    for (n, bot) in stats.bots.iter().enumerate() {
        let text = format!(
            "{:width$} {:>7} {:>7} {:>7} {:>8}  {}",
            bot.label,
            bot.wins,
            bot.draws,
            bot.losses,
            percent(stats.win_rate(n)),
            numbers(&bot.wins_by_seat),
        );
        lines.push(Line::styled(text, app.theme.seat(n)));
    }
    if let Some(failure) = &status.failure {
        lines.push(Line::styled(failure.clone(), app.theme.bad()));
    }
    let height = (lines.len() as u16 + 2).min(area.height);
    let [upper, lower] =
        Layout::vertical([Constraint::Length(height), Constraint::Min(0)]).areas(area);
    let title = if status.over { "statistics" } else { "statistics so far" };
    frame.render_widget(Paragraph::new(lines).block(block(app, title)), upper);
    results(app, play, lower, frame);
}

fn numbers(numbers: &[u64]) -> String {
    numbers.iter().map(u64::to_string).collect::<Vec<_>>().join(" ")
}

/// The newest results.
fn results(app: &App, play: &Play, area: Rect, frame: &mut Frame<'_>) {
    if area.height < 3 {
        return;
    }
    let framed = block(app, "results, newest first");
    let inner = framed.inner(area);
    frame.render_widget(framed, area);
    let over = play.group.over();
    let newest = over.iter().rev().take(usize::from(inner.height));
    let lines: Vec<Line<'_>> = newest
        .map(|session| match session.record() {
            Some(record) => Line::raw(told(play, &record)),
            None => Line::styled(
                format!("{:>6}  no result", session.view().number + 1),
                app.theme.dim(),
            ),
        })
        .collect();
    frame.render_widget(Paragraph::new(lines), inner);
}

/// One result: number, winner and its seat, reason, turns.
fn told(play: &Play, record: &GameRecord) -> String {
    let outcome = &record.result.outcome;
    let entrants = play.group.plan().line_up.entrants();
    let name = |seat: Seat| &entrants[record.seats[seat.index()]].label;
    let winner = match outcome.winner() {
        Some(seat) => format!("{} (seat {seat})", name(seat)),
        None => "draw".to_owned(),
    };
    format!(
        "{:>6}  {winner:<20} {:>5} turns  {}",
        record.number + 1,
        record.result.turns,
        outcome.reason()
    )
}
