//! `ludus check`: a list of checks of a bot.

use std::io::Write;
use std::time::Duration;

use anyhow::bail;
use ludus_arena::CheckPlan;
use ludus_core::{BotSpec, Check, CheckFailure, CheckResult, Origin, Seed};
use serde::Serialize;

use crate::cli::CheckArgs;
use crate::commands::{setup, write_json};
use crate::settings::Settings;

pub(super) fn run(
    args: &CheckArgs,
    settings: &Settings,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let game = settings.game(&args.game)?;
    let bot: BotSpec = args.bot.parse()?;
    let info = bot.info_in(game.name(), game.bots())?;
    let rules = setup::rules(args.rules.as_deref(), settings, game.as_ref())?;
    let plan = CheckPlan {
        rules: game.rules(&rules)?,
        positions: args.positions as usize,
        time: Duration::from_millis(args.time),
        margin: Duration::from_millis(settings.matches()?.margin_ms),
        seed: Seed::new(args.seed),
        bot,
    };
    if !args.json {
        writeln!(out, "{} in {}", args.bot, game.name())?;
        if info.origin == Origin::BuiltIn {
            writeln!(out, "It is built in: there is no protocol to check.")?;
        }
        out.flush()?;
    }
    let mut checks: Vec<Check> = Vec::new();
    let mut written = Ok(());
    game.check(&plan, &mut |check| {
        if !args.json && written.is_ok() {
            written = write_check(&check, out);
        }
        checks.push(check);
    })?;
    written?;
    let failed = checks.iter().filter(|check| check.is_failed()).count();
    if args.json {
        let checks: Vec<_> = checks.iter().map(CheckLine::of).collect();
        write_json(out, &CheckDocument { game: game.name(), bot: &args.bot, failed, checks })?;
        out.flush()?;
    }
    match failed {
        0 => Ok(()),
        1 => bail!("a check failed"),
        _ => bail!("{failed} checks failed"),
    }
}

/// How many characters of a long text are shown.
const MOST_SHOWN: usize = 600;

/// Writes a check as soon as it is done.
fn write_check(check: &Check, out: &mut dyn Write) -> std::io::Result<()> {
    let (mark, note) = match &check.result {
        CheckResult::Passed(note) => ("✓", note.as_str()),
        CheckResult::Noted(note) => ("–", note.as_str()),
        CheckResult::Failed(_) => ("✗", ""),
    };
    writeln!(out, "{}", format!("  {mark} {:<40} {note}", check.name).trim_end())?;
    if let CheckResult::Failed(CheckFailure { sent, received, advice }) = &check.result {
        for (what, text) in [("sent", sent), ("came back", received), ("to do", advice)] {
            let mut lines = text.lines();
            let Some(first) = lines.next() else { continue };
            writeln!(out, "      {what:<10} {}", shortened(first))?;
            for line in lines {
                writeln!(out, "      {:<10} {}", "", shortened(line))?;
            }
        }
    }
    out.flush()
}

fn shortened(text: &str) -> String {
    match text.char_indices().nth(MOST_SHOWN) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// The document of `--json`.
#[derive(Serialize)]
struct CheckDocument<'a> {
    game: &'a str,
    bot: &'a str,
    /// How many checks failed.
    failed: usize,
    checks: Vec<CheckLine<'a>>,
}

/// A check in the document.
#[derive(Serialize)]
struct CheckLine<'a> {
    name: &'a str,
    /// `passed`, `noted` or `failed`.
    result: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sent: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    received: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    advice: Option<&'a str>,
}

impl<'a> CheckLine<'a> {
    fn of(check: &'a Check) -> Self {
        let given = |text: &'a String| Some(text.as_str()).filter(|text| !text.is_empty());
        let (result, note, failure) = match &check.result {
            CheckResult::Passed(note) => ("passed", given(note), None),
            CheckResult::Noted(note) => ("noted", given(note), None),
            CheckResult::Failed(failure) => ("failed", None, Some(failure)),
        };
        Self {
            name: &check.name,
            result,
            note,
            sent: failure.and_then(|failure| given(&failure.sent)),
            received: failure.and_then(|failure| given(&failure.received)),
            advice: failure.and_then(|failure| given(&failure.advice)),
        }
    }
}
