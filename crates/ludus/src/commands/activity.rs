//! What is shown while games are played: how many turns so far, and bots that keep the others waiting.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;
use std::time::{Duration, Instant};

use indicatif::{HumanDuration, ProgressBar, ProgressState, ProgressStyle};
use ludus_arena::pulse::{AskedBot, Pulse, longest_wait, turns};

use super::say;
use crate::tables::number;

/// How long a bot may be silent before that is shown.
const PATIENCE: Duration = Duration::from_secs(2);

/// How often it is said of one bot that it is waited for, where there is no bar.
const MOST_LINES: u32 = 3;

/// Shows what the threads that play are doing.
#[derive(Default)]
pub(super) struct Activity {
    /// How often it was said that a bot is waited for.
    said: BTreeMap<String, u32>,
    /// The wait that was said last.
    last: Option<Instant>,
}

impl Activity {
    /// What belongs beside a bar: the turns so far, and which bot is waited for.
    pub(super) fn text(threads: &[Arc<Pulse>]) -> String {
        let turns = format!("{} turns", number(turns(threads) as f64));
        match longest_wait(threads, PATIENCE) {
            Some(wait) => format!("{turns}  {}", waiting(&wait)),
            None => turns,
        }
    }

    /// Says on standard error which bot is waited for, a few times for each bot.
    pub(super) fn say_waits(&mut self, threads: &[Arc<Pulse>]) {
        let Some(wait) = longest_wait(threads, PATIENCE) else { return };
        if self.last == Some(wait.since) {
            return;
        }
        self.last = Some(wait.since);
        let said = self.said.entry(wait.label.clone()).or_default();
        *said += 1;
        match *said {
            1..MOST_LINES => say(&waiting(&wait)),
            MOST_LINES => say(&format!("{} (not reported again)", waiting(&wait))),
            _ => {}
        }
    }
}

/// "waiting for mine, turn 5: 3 s so far".
fn waiting(wait: &AskedBot) -> String {
    let AskedBot { label, turn, since } = wait;
    let seconds = since.elapsed().as_secs();
    match turn {
        0 => format!("waiting for {label} to start: {seconds} s so far"),
        turn => format!("waiting for {label} in turn {turn}: {seconds} s so far"),
    }
}

/// A bar of games on standard error, which is drawn at once and only if that is a terminal. `after` is what
/// comes after the time that is left.
pub(super) fn bar(games: u64, before: u64, after: &str) -> ProgressBar {
    let bar = ProgressBar::new(games).with_position(before);
    bar.reset_eta();
    let style = format!("{{bar:30}} {{human_pos}}/{{human_len}} games  {{rate}}{{left}}{after}");
    if let Ok(style) = ProgressStyle::with_template(&style) {
        // What cannot be written is not shown; before the first game nothing is known.
        let known = move |state: &ProgressState| state.pos() > before;
        let rate = move |state: &ProgressState, out: &mut dyn fmt::Write| {
            let _ = match known(state) {
                true => write!(out, "{:.1}/s  ", state.per_sec()),
                false => Ok(()),
            };
        };
        let left = move |state: &ProgressState, out: &mut dyn fmt::Write| {
            let _ = match known(state) {
                true => write!(out, "{:#} left  ", HumanDuration(state.eta())),
                false => Ok(()),
            };
        };
        bar.set_style(style.with_key("rate", rate).with_key("left", left));
    }
    bar.tick();
    bar
}
