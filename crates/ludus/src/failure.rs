//! Errors as the user sees them: one line, and an exit code.

use std::fmt;
use std::io::{self, Write};
use std::process::ExitCode;

use ludus_arena::{ArenaError, BrokenGames};
use ludus_catalog::UnknownGame;
use ludus_core::{SpecError, TrainError};
use ludus_process::limiter::NotStarted;
#[cfg(feature = "cluster")]
use ludus_train::cluster::ClusterError;

use crate::program::own_name;

/// Exit code: the work failed, or a check did not hold.
const FAILED: u8 = 1;
/// Exit code: the command was used in a wrong way.
const WRONG_USAGE: u8 = 2;
/// Exit code: a sequential test was not decided, or was interrupted.
const UNDECIDED: u8 = 3;
/// Exit code: a sequential test has accepted `elo0`.
const ELO0_ACCEPTED: u8 = 4;

/// How a command ended that did not fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    /// It did what it was asked to do; a sequential test has accepted `elo1`.
    Done,
    /// A sequential test was not decided, or was interrupted.
    Undecided,
    /// A sequential test has accepted `elo0`.
    Elo0Accepted,
}

/// Marks an error as wrong usage: a name, key or value that the user gave.
#[derive(Debug)]
pub(crate) struct Usage(String);

impl fmt::Display for Usage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Usage {}

/// An error about something the user gave.
pub(crate) fn usage(text: impl fmt::Display) -> anyhow::Error {
    Usage(text.to_string()).into()
}

/// Reports that the hidden command could not become the program of a bot, to the process that waits for it.
pub(crate) fn not_started(error: &NotStarted) -> ExitCode {
    let _ = writeln!(io::stderr(), "{error}");
    ExitCode::from(NotStarted::STATUS)
}

/// Reports the error, if there is one, and gives the exit code.
pub(crate) fn exit_code(result: anyhow::Result<Ending>) -> ExitCode {
    let error = match result {
        Ok(Ending::Done) => return ExitCode::SUCCESS,
        Ok(Ending::Undecided) => return ExitCode::from(UNDECIDED),
        Ok(Ending::Elo0Accepted) => return ExitCode::from(ELO0_ACCEPTED),
        Err(error) => error,
    };
    // The reader of our output may have seen enough (`ludus bots | head -1`).
    if error.chain().any(is_broken_pipe) {
        return ExitCode::SUCCESS;
    }
    // Where standard error is closed too, the exit code has to do.
    let _ = writeln!(io::stderr(), "{}: {error:#}", own_name());
    error.chain().for_each(quote_program);
    let wrong_usage = error.chain().any(|cause| {
        cause.is::<Usage>()
            || cause.is::<UnknownGame>()
            || cause.downcast_ref::<ArenaError>().is_some_and(is_usage)
            || cause.downcast_ref::<SpecError>().is_some_and(is_given)
            || is_cluster_setting(cause)
    });
    ExitCode::from(if wrong_usage { WRONG_USAGE } else { FAILED })
}

/// Whether the settings of a cluster cannot be used.
#[cfg(feature = "cluster")]
fn is_cluster_setting(cause: &(dyn std::error::Error + 'static)) -> bool {
    matches!(cause.downcast_ref::<ClusterError>(), Some(ClusterError::Setting { .. }))
}

/// A build without clusters has no errors about one.
#[cfg(not(feature = "cluster"))]
fn is_cluster_setting(_cause: &(dyn std::error::Error + 'static)) -> bool {
    false
}

/// Shows what the program of a bot wrote to standard error before it gave up, if that is more than the line which the error
/// quotes: a stack trace says where the mistake is.
fn quote_program(cause: &(dyn std::error::Error + 'static)) {
    if let Some(ArenaError::Unready { stderr, .. }) = cause.downcast_ref::<ArenaError>()
        && stderr.len() > 1
    {
        for line in stderr {
            let _ = writeln!(io::stderr(), "    | {line}");
        }
    }
}

/// Says in one line what is wrong with the arguments; help and version are printed as they are.
pub(crate) fn wrong_arguments(error: &clap::Error) -> ExitCode {
    if !error.use_stderr() {
        // Help that cannot be written is not needed.
        let _ = error.print();
        return ExitCode::SUCCESS;
    }
    let text = error.render().to_string();
    let said: Vec<&str> = text
        .lines()
        .map(str::trim)
        .take_while(|line| !line.starts_with("Usage:") && !line.starts_with("For more"))
        .filter(|line| !line.is_empty())
        .map(|line| line.trim_start_matches("error: "))
        .collect();
    let _ = writeln!(io::stderr(), "{}: {}; --help says more", own_name(), said.join(" "));
    ExitCode::from(WRONG_USAGE)
}

fn is_broken_pipe(error: &(dyn std::error::Error + 'static)) -> bool {
    let kind = error.downcast_ref::<io::Error>().map(io::Error::kind);
    kind == Some(io::ErrorKind::BrokenPipe)
}

/// Fails if games could not be finished. What could be is reported by then.
pub(crate) fn all_finished(broken: &BrokenGames) -> anyhow::Result<()> {
    match broken.summary() {
        None => Ok(()),
        Some(summary) => Err(anyhow::anyhow!(
            "{summary} (a mistake in the program or the game, please report it)"
        )),
    }
}

fn is_usage(error: &ArenaError) -> bool {
    match error {
        ArenaError::Rules(_) | ArenaError::Key(_) | ArenaError::Asked(_) => true,
        ArenaError::Spec(spec) | ArenaError::Train(TrainError::Spec(spec)) => is_given(spec),
        ArenaError::Train(_) => true,
        ArenaError::File { .. }
        | ArenaError::Unready { .. }
        | ArenaError::OtherRules { .. }
        | ArenaError::Openings(_)
        | ArenaError::Internal(_)
        | ArenaError::Broken(_)
        | ArenaError::Pairs(_)
        | ArenaError::Thread(_)
        | ArenaError::Read(_)
        | ArenaError::Tell(_)
        | ArenaError::Advice(_)
        | ArenaError::Store(_)
        | ArenaError::Replay(_) => false,
    }
}

/// Whether the error is about what was typed, not about what stands in a file.
fn is_given(error: &SpecError) -> bool {
    !matches!(error, SpecError::Source { .. })
}
