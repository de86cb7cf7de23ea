//! Turning points as people read them, and the documents of `--json`.

use std::io::{self, Write};
use std::path::Path;

use ludus_arena::AnyGame;
use ludus_arena::why::{
    Lessons, MistakeGroup, SeatWhy, SwingUnit, TurningPoint, Valued, WhyReport,
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
    writeln!(out, "Turn {turn} ({phase}){last}: the match turned by {swing}{kind}")?;
    writeln!(out, "{}", point.board.trim_end())?;
    writeln!(out, "  played  {}", valued(&point.played))?;
    writeln!(out, "  better  {}", valued(&point.better))
}

/// `Nf3: +0.31, 53 % of the match`.
fn valued(valued: &Valued) -> String {
    let share = valued.expectation.map(|share| format!(", {:.0} % of the match", share * 100.0));
    format!("{}: {}{}", valued.action, valued.text, share.unwrap_or_default())
}

/// How much a swing is.
pub(super) fn swing(unit: SwingUnit, swing: f64) -> String {
    match unit {
        SwingUnit::Expectation => format!("{:.0} %", swing * 100.0),
        SwingUnit::Spread => format!("{swing:.1} spreads of its scores"),
    }
}

/// Shows what many matches have in common.
pub(super) fn lessons(out: &mut dyn Write, lessons: &Lessons) -> io::Result<()> {
    let unit = lessons.unit.unwrap_or(SwingUnit::Spread);
    let groups = [
        ("kind of mistake", &lessons.by_tag),
        ("part of the match", &lessons.by_phase),
        ("size", &lessons.by_size),
        ("end of the match", &lessons.by_end),
    ];
    for (heading, groups) in groups {
        write_groups(out, heading, unit, groups, lessons.cost)?;
    }
    if lessons.worst.is_empty() {
        return Ok(());
    }
    let mut rows = table(&["worst positions", "seat", "turn", "played", "better", "swing"]);
    for worst in &lessons.worst {
        rows.add_row(vec![
            worst.replay.display().to_string(),
            worst.seat.to_string(),
            worst.turn.to_string(),
            format!("{} {}", worst.played.action, worst.played.text),
            format!("{} {}", worst.better.action, worst.better.text),
            short_swing(unit, worst.swing),
        ]);
    }
    writeln!(out, "{rows}")
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
        SwingUnit::Spread => format!("{swing:.1}"),
    }
}
