//! The process groups that are alive, so that all of them can be ended at once.
//!
//! A group is named by the process number of its leader. The number belongs to it until the leader is waited for,
//! so a group leaves this list before that: a number in the list never means a process of another program.

use std::process::{Child, Command};
use std::sync::{Mutex, MutexGuard, PoisonError};

use rustix::process::{Pid, Signal, kill_process_group};

use crate::error::Reason;

struct Groups {
    alive: Vec<Pid>,
    /// Whether no program is started any more.
    closed: bool,
}

static GROUPS: Mutex<Groups> = Mutex::new(Groups { alive: Vec::new(), closed: false });

fn groups() -> MutexGuard<'static, Groups> {
    GROUPS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Kills every program that was started and all that they started, and starts no more. It is for the end of Ludus
/// itself: who waits for such a program hears at once that it has ended.
pub fn end_all() {
    let mut groups = groups();
    groups.closed = true;
    for &group in &groups.alive {
        kill(group);
    }
}

/// Starts a command that leads a group of its own, and lists it.
pub(crate) fn start(command: &mut Command) -> Result<Child, Reason> {
    let mut groups = groups();
    if groups.closed {
        return Err(Reason::Ending);
    }
    let child = command.spawn().map_err(Reason::Start)?;
    groups.alive.push(Pid::from_child(&child));
    Ok(child)
}

/// Kills a program with all that it started, and waits for it. A group that is not listed any more has ended.
pub(crate) fn end(child: &mut Child) {
    let group = Pid::from_child(child);
    let mut groups = groups();
    let Some(at) = groups.alive.iter().position(|&alive| alive == group) else { return };
    kill(group);
    groups.alive.swap_remove(at);
    drop(groups);
    // Nothing is left to do about a process that cannot be waited for.
    let _ = child.wait();
}

/// A group that is gone already is no error.
fn kill(group: Pid) {
    let _ = kill_process_group(group, Signal::KILL);
}
