//! The statistics of a session, live while it runs.

use ludus_arena::GameRecord;
use ludus_arena::session::GroupStatus;
use ludus_core::Seat;
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::Line;
use ratatui::widgets::Paragraph;

use super::block;
use super::fit::{TableColumn, filled, shortened, table, wrapped};
use crate::app::App;
use crate::session::SessionScreen;

/// Draws counts by bot and by seat, lengths, and the single results.
pub(super) fn draw(app: &App, session: &SessionScreen, area: Rect, frame: &mut Frame<'_>) {
    let status = session.group.status();
    let width = usize::from(area.width.saturating_sub(2));
    let mut lines: Vec<Line<'_>> = summary(&status, width).into_iter().map(Line::from).collect();
    lines.push(Line::default());
    for (n, row) in counts(app, &status, width).into_iter().enumerate() {
        let style = n.checked_sub(1).map_or(app.theme.strong(), |bot| app.theme.seat(bot));
        lines.push(Line::styled(row, style));
    }
    if let Some(failure) = &status.failure {
        let failure = wrapped(failure, width);
        lines.extend(failure.into_iter().map(|line| Line::styled(line, app.theme.bad())));
    }
    let height = (lines.len() as u16 + 2).min(area.height);
    let [upper, lower] =
        Layout::vertical([Constraint::Length(height), Constraint::Min(0)]).areas(area);
    let title = if status.over { "statistics" } else { "statistics so far" };
    frame.render_widget(Paragraph::new(lines).block(block(app, title)), upper);
    results(app, session, lower, frame);
}

fn percent(share: Option<f64>) -> String {
    share.map_or("-".to_owned(), |share| format!("{:.1} %", share * 100.0))
}

/// What all games came to, in as many lines as it takes.
fn summary(status: &GroupStatus, width: usize) -> Vec<String> {
    let stats = &status.stats;
    let one = |number: Option<f64>| number.map_or("-".to_owned(), |n| format!("{n:.1}"));
    let length = |turns: Option<u32>, number: Option<u64>| match (turns, number) {
        (Some(turns), Some(number)) => format!("{turns} (game {})", number + 1),
        _ => "-".to_owned(),
    };
    let shortest = stats.shortest.as_ref();
    let longest = stats.longest.as_ref();
    let games = [
        format!("games {} of {}", stats.games, status.games),
        format!("running {}", status.under_way),
        format!("draws {} ({})", stats.draws, percent(stats.draw_rate())),
        format!("wins by seat {}", numbers(&stats.wins_by_seat)),
    ];
    let turns = [
        format!("turns {} on average", one(stats.mean_turns())),
        format!("shortest {}", length(shortest.map(|g| g.turns), shortest.map(|g| g.number))),
        format!("longest {}", length(longest.map(|g| g.turns), longest.map(|g| g.number))),
    ];
    let seconds = [format!("seconds {} on average", one(stats.mean_seconds()))];
    [&games[..], &turns, &seconds].into_iter().flat_map(|parts| filled(parts, width)).collect()
}

/// The counts by bot, as a table that fits.
fn counts(app: &App, status: &GroupStatus, width: usize) -> Vec<String> {
    let stats = &status.stats;
    let bots = || stats.bots.iter();
    let columns = vec![
        TableColumn::names("bot", bots().map(|bot| bot.label.clone()).collect()),
        TableColumn::numbers("wins", bots().map(|bot| bot.wins.to_string()).collect(), 1),
        TableColumn::numbers("draws", bots().map(|bot| bot.draws.to_string()).collect(), 3),
        TableColumn::numbers("losses", bots().map(|bot| bot.losses.to_string()).collect(), 4),
        TableColumn::numbers(
            "won",
            (0..stats.bots.len()).map(|bot| percent(stats.win_rate(bot))).collect(),
            2,
        ),
        TableColumn::numbers(
            "wins by seat",
            bots().map(|bot| numbers(&bot.wins_by_seat)).collect(),
            5,
        ),
    ];
    table(columns, width, app.theme.pick('…', '~'))
}

fn numbers(numbers: &[u64]) -> String {
    numbers.iter().map(u64::to_string).collect::<Vec<_>>().join(" ")
}

/// The newest results.
fn results(app: &App, session: &SessionScreen, area: Rect, frame: &mut Frame<'_>) {
    if area.height < 3 {
        return;
    }
    let framed = block(app, "results, newest first");
    let inner = framed.inner(area);
    frame.render_widget(framed, area);
    let over = session.group.over();
    let width = usize::from(inner.width);
    let mut lines: Vec<Line<'_>> = Vec::new();
    for played in over.iter().rev() {
        if lines.len() >= usize::from(inner.height) {
            break;
        }
        match played.record() {
            Some(record) => {
                lines.extend(result(app, session, &record, width).into_iter().map(Line::from));
            }
            None => {
                let text = format!("{:>6}  no result", played.view().number + 1);
                lines.push(Line::styled(text, app.theme.dim()));
            }
        }
    }
    frame.render_widget(Paragraph::new(lines), inner);
}

/// One result: number, winner and its seat, turns, and the reason on as many lines as it takes.
fn result(app: &App, session: &SessionScreen, record: &GameRecord, width: usize) -> Vec<String> {
    /// The columns of a winner's name, where there is room for more than that.
    const NAME: usize = 20;
    let outcome = &record.result.outcome;
    let entrants = session.group.plan().line_up.entrants();
    let name = |seat: Seat| &entrants[record.seats[seat.index()]].label;
    let winner = match outcome.winner() {
        Some(seat) => {
            let seat_text = format!(" ({})", session.game.seat_name(seat));
            let room = NAME - seat_text.len().min(NAME);
            shortened(name(seat), room, app.theme.pick('…', '~')) + &seat_text
        }
        None => "draw".to_owned(),
    };
    let head =
        format!("{:>6}  {winner:<NAME$} {:>5} turns  ", record.number + 1, record.result.turns);
    let indent = head.chars().count();
    let reason = wrapped(outcome.reason(), width.saturating_sub(indent).max(10));
    let before = |n: usize| if n == 0 { head.clone() } else { " ".repeat(indent) };
    reason.iter().enumerate().map(|(n, line)| before(n) + line).collect()
}
