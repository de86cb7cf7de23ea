//! Turning points as people read them, and the documents of `--json`.

use std::io::{self, Write};
use std::path::Path;

use ludus_arena::AnyGame;
use ludus_arena::why::{
    Lessons, MistakeGroup, SeatWhy, SwingUnit, TurningPoint, Valued, WhyReport, WorstPosition,
};
use ludus_core::Budget;
use serde::Serialize;

use crate::tables::{number, table};

/// The JSON document of one match.
#[derive(Serialize)]
pub(super) struct WhyDocument<'a> {
    pub(super) file: &'a Path,
    #[serde(flatten)]
    pub(super) report: &'a WhyReport,
}

/// Shows one match.
pub(super) fn report(
    out: &mut dyn Write,
    game: &dyn AnyGame,
    file: &Path,
    report: &WhyReport,
) -> anyhow::Result<()> {
    let (file, name, reason) = (file.display(), report.game, report.outcome.reason());
    writeln!(out, "{file}: {name}, {} turns, {reason}", number(f64::from(report.turns)))?;
    writeln!(out, "judge: {}", judge(&report.judge, report.budget))?;
    for seat in &report.seats {
        writeln!(out)?;
        write_seat(out, game, report.unit, seat)?;
    }
    if report.interrupted {
        writeln!(out, "interrupted: some turns were not judged")?;
    }
    Ok(())
}

/// The judge and what it could spend on a position.
pub(super) fn judge(name: &str, budget: Budget) -> String {
    let parts = [
        budget.nodes.map(|nodes| format!("{} nodes", number(nodes as f64))),
        budget.depth.map(|depth| format!("depth {depth}")),
        budget.time.map(|time| format!("{} ms", time.as_millis())),
    ];
    let spent: Vec<String> = parts.into_iter().flatten().collect();
    match spent.is_empty() {
        true => name.to_owned(),
        false => format!("{name}, {} for a position", spent.join(", ")),
    }
}

fn write_seat(
    out: &mut dyn Write,
    game: &dyn AnyGame,
    unit: SwingUnit,
    seat: &SeatWhy,
) -> io::Result<()> {
    let name = game.info().seat_name(seat.seat);
    let end = if seat.lost { "lost" } else { "did not lose" };
    writeln!(out, "{} ({name}, seat {}) {end}, rank {}", seat.label, seat.seat, seat.rank)?;
    if let Some(forfeit) = &seat.forfeit {
        writeln!(out, "it lost without playing: {forfeit}")?;
    }
    if seat.points.is_empty() {
        return writeln!(out, "no turn cost it much: {} turns judged", seat.judged);
    }
    for point in &seat.points {
        writeln!(out)?;
        write_point(out, unit, point)?;
    }
    Ok(())
}

fn write_point(out: &mut dyn Write, unit: SwingUnit, point: &TurningPoint) -> io::Result<()> {
    let (turn, phase) = (point.turn, point.phase.name());
    let last = if point.last_chance { ", the last chance" } else { "" };
    let kind = point.tag.map_or_else(String::new, |tag| format!(", {tag}"));
    let swing = swing(unit, point.swing);
    writeln!(out, "Turn {turn} ({phase}){last}: {swing}{kind}")?;
    writeln!(out, "{}", point.board.trim_end())?;
    writeln!(out, "  played  {}", valued(&point.played))?;
    writeln!(out, "  better  {}", valued(&point.better))
}

/// `Nf3: +0.31, 53 % of the match`.
fn valued(valued: &Valued) -> String {
    let share = valued.expectation.map(|share| format!(", {:.0} % of the match", share * 100.0));
    format!("{}: {}{}", valued.action, valued.text, share.unwrap_or_default())
}

/// How much a swing is, in words.
fn swing(unit: SwingUnit, swing: f64) -> String {
    match unit {
        SwingUnit::Expectation => format!("the match turned by {:.0} %", swing * 100.0),
        SwingUnit::Score => format!("the match turned by {swing:.2} points of the score"),
        SwingUnit::Spread => format!("it cost {swing:.1} times the usual change of the score"),
    }
}

/// Shows what many matches have in common.
pub(super) fn lessons(out: &mut dyn Write, lessons: &Lessons) -> io::Result<()> {
    let unit = lessons.unit.unwrap_or(SwingUnit::Spread);
    write_groups(out, "kind of mistake", unit, &lessons.by_tag, lessons.cost)?;
    let more = [
        ("part of the match", &lessons.by_phase),
        ("size", &lessons.by_size),
        ("end of the match", &lessons.by_end),
    ];
    // All mistakes in one group say nothing.
    for (heading, groups) in more.into_iter().filter(|(_, groups)| groups.len() > 1) {
        write_groups(out, heading, unit, groups, lessons.cost)?;
    }
    write_worst(out, unit, &lessons.worst)
}

/// The worst positions as a list: actions and paths may be too long for a table.
fn write_worst(out: &mut dyn Write, unit: SwingUnit, worst: &[WorstPosition]) -> io::Result<()> {
    if worst.is_empty() {
        return Ok(());
    }
    writeln!(out, "worst positions, each with its swing:")?;
    for (number, position) in (1..).zip(worst) {
        let WorstPosition { replay, seat, turn, played, better, swing } = position;
        let (replay, swing) = (replay.display(), short_swing(unit, *swing));
        writeln!(out, "{number:3}. {swing:>5}  {replay}, turn {turn}, seat {seat}")?;
        let (played_text, better_text) = (&played.text, &better.text);
        writeln!(out, "            played  {}: {played_text}", played.action)?;
        writeln!(out, "            better  {}: {better_text}", better.action)?;
    }
    Ok(())
}

fn write_groups(
    out: &mut dyn Write,
    heading: &str,
    unit: SwingUnit,
    groups: &[MistakeGroup],
    cost: f64,
) -> io::Result<()> {
    if groups.is_empty() {
        return Ok(());
    }
    let mut rows = table(&[heading, "mistakes", "mean swing", "share of the cost"]);
    for group in groups {
        rows.add_row(vec![
            group.name.clone(),
            group.mistakes.to_string(),
            short_swing(unit, group.cost / group.mistakes.max(1) as f64),
            format!("{:.0} %", 100.0 * group.cost / cost.max(f64::MIN_POSITIVE)),
        ]);
    }
    writeln!(out, "{rows}")
}

fn short_swing(unit: SwingUnit, swing: f64) -> String {
    match unit {
        SwingUnit::Expectation => format!("{:.0} %", swing * 100.0),
        SwingUnit::Score => format!("{swing:.2}"),
        SwingUnit::Spread => format!("{swing:.1}"),
    }
}
