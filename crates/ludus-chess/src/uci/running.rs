//! A search that runs beside the session: what the two share, and what the search says.

use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, ScopedJoinHandle};
use std::time::Duration;

use super::engine::{GoRequest, UciPlayer};
use super::info;
use crate::search::{MoveTime, StopCondition, TimeManager};

/// How often a search that is done looks for `stop` or `ponderhit`.
const HOLD_POLL: Duration = Duration::from_millis(1);

/// The output, which the session and the search write line by line.
pub(super) struct SharedOutput<W>(Mutex<W>);

impl<W: Write> SharedOutput<W> {
    pub(super) fn new(output: W) -> Self {
        Self(Mutex::new(output))
    }

    /// Writes a line. A reader that has gone away is not an error: the end of the input follows.
    pub(super) fn write_line(&self, line: &str) {
        let mut writer = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = writeln!(writer, "{line}").and_then(|()| writer.flush());
    }
}

/// What the session and a running search share.
pub(super) struct RunningControl {
    pub(super) stop: AtomicBool,
    /// Whether the answer has to wait for `stop` or `ponderhit`.
    pub(super) hold: AtomicBool,
    pub(super) time: TimeManager,
    pub(super) move_time: Option<MoveTime>,
    /// Whether only `stop` ends the search.
    pub(super) infinite: bool,
    /// Whether it counts leaves. Only `stop` ends that early: scripts send one `go perft` after the other, and then `quit`.
    pub(super) is_perft: bool,
}

impl RunningControl {
    /// Without limits, but not infinite: it ends by itself.
    pub(super) fn unlimited() -> Self {
        Self {
            stop: AtomicBool::new(false),
            hold: AtomicBool::new(false),
            time: TimeManager::unlimited(),
            move_time: None,
            infinite: false,
            is_perft: false,
        }
    }
}

pub(super) struct UciSearch<'scope> {
    pub(super) control: Arc<RunningControl>,
    /// Returns the player, if it has used one.
    pub(super) thread: ScopedJoinHandle<'scope, Option<UciPlayer>>,
}

/// Runs on the thread of a search: searches, waits if it has to, answers, and returns the player.
pub(super) fn search<W: Write>(
    mut player: UciPlayer,
    request: &GoRequest<'_>,
    control: &RunningControl,
    output: &SharedOutput<W>,
) -> UciPlayer {
    let board = request.game.board();
    let stop = StopCondition::new(&control.stop, &control.time);
    let mut on_report =
        |report: &_| output.write_line(&info::info_line(request.style, board, report));
    let result = player.search(request, &stop, &mut on_report);
    while control.hold.load(Ordering::Relaxed) && !control.stop.load(Ordering::Relaxed) {
        thread::sleep(HOLD_POLL);
    }
    match result {
        Some(result) => {
            output.write_line(&info::best_move_line(request.style, board, &result.report.pv));
        }
        None => {
            let is_mated = !board.checkers().is_empty();
            output.write_line(if is_mated {
                "info depth 0 score mate 0"
            } else {
                "info depth 0 score cp 0"
            });
            output.write_line("bestmove 0000");
        }
    }
    player
}
