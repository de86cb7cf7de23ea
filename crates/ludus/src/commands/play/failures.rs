//! "Why it failed", below the tables of a series and of a tournament.

use std::io::Write;

use ludus_arena::stats::FailureReport;

/// How many failures of a bot are shown in full; the JSON document has more.
const SHOWN: usize = 3;

/// How many lines of a program's standard error are shown: the last.
const LINES: usize = 10;

/// Why one bot failed.
pub(in crate::commands) struct BotFailures<'a> {
    /// The bot.
    pub(in crate::commands) label: &'a str,
    /// The first failures that differ.
    pub(in crate::commands) failures: &'a [FailureReport],
    /// How many were like none of those.
    pub(in crate::commands) others: u64,
}

/// Writes why bots failed, if any did.
pub(in crate::commands) fn write_failures<'a>(
    out: &mut dyn Write,
    bots: impl Iterator<Item = BotFailures<'a>>,
) -> anyhow::Result<()> {
    let mut bots = bots.filter(|bot| !bot.failures.is_empty()).peekable();
    if bots.peek().is_some() {
        writeln!(out, "\nWhy it failed")?;
    }
    for bot in bots {
        for failure in bot.failures.iter().take(SHOWN) {
            write_failure(out, bot.label, failure)?;
        }
        let rest = bot.failures.iter().skip(SHOWN);
        let left = bot.others + rest.map(|failure| 1 + failure.more).sum::<u64>();
        if left > 0 {
            writeln!(out, "  {}: {left} more for other reasons (--json lists some)", bot.label)?;
        }
    }
    Ok(())
}

fn write_failure(out: &mut dyn Write, label: &str, failure: &FailureReport) -> anyhow::Result<()> {
    let FailureReport { kind, reason, stderr, more, .. } = failure;
    let place = place(failure);
    match *kind {
        "error" => writeln!(out, "  {label}, {place}: {reason}")?,
        kind => writeln!(out, "  {label}, {place}: {kind}: {reason}")?,
    }
    for line in stderr.iter().skip(stderr.len().saturating_sub(LINES)) {
        writeln!(out, "    | {line}")?;
    }
    if *more > 0 {
        writeln!(out, "    and {more} more like this")?;
    }
    if let Some(command) = &failure.show {
        writeln!(out, "    see it: {command}")?;
    }
    match (&failure.log, failure.turn) {
        (Some(log), _) => writeln!(out, "    log: {}", log.display())?,
        (None, Some(0)) => writeln!(out, "    --logs DIR keeps what was said at the start")?,
        (None, _) => {}
    }
    Ok(())
}

/// Where it happened: "match 3, turn 9".
pub(super) fn place(failure: &FailureReport) -> String {
    let FailureReport { number, fixture, turn, .. } = failure;
    let fixture = fixture.map(|fixture| format!("fixture {fixture}, ")).unwrap_or_default();
    let turn = match turn {
        None => String::new(),
        Some(0) => ", at the start".to_owned(),
        Some(turn) => format!(", turn {turn}"),
    };
    format!("{fixture}match {number}{turn}")
}

/// "1 game", "7 games".
pub(in crate::commands) fn games(count: u64) -> String {
    if count == 1 { "1 game".to_owned() } else { format!("{count} games") }
}
