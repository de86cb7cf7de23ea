//! The process groups that are running, so that all of them can be killed at once.
//!
//! A group is identified by the process ID of its leader. The system may reuse the ID once the leader has been waited
//! for. So a group leaves this list before that, and an ID in the list never means another program.

use std::process::{Child, Command};
use std::sync::{Mutex, MutexGuard, PoisonError};

use rustix::process::{Pid, Signal, kill_process_group};

use crate::error::Reason;
use crate::spawner;

struct ProcessGroups {
    running: Vec<Pid>,
    /// Whether no more programs are started.
    closed: bool,
}

static GROUPS: Mutex<ProcessGroups> =
    Mutex::new(ProcessGroups { running: Vec::new(), closed: false });

fn groups() -> MutexGuard<'static, ProcessGroups> {
    GROUPS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Kills every program with all processes that it started, and starts no more. Call it when Ludus exits: every wait for
/// such a program fails at once.
pub fn end_all() {
    let mut groups = groups();
    groups.closed = true;
    for &group in &groups.running {
        kill(group);
    }
}

/// Starts a command, which leads its own group, and adds the group to the list.
pub(crate) fn start(command: Command) -> Result<Child, Reason> {
    let mut groups = groups();
    if groups.closed {
        return Err(Reason::Ending);
    }
    let child = spawner::spawn(command).map_err(Reason::Start)?;
    groups.running.push(Pid::from_child(&child));
    Ok(child)
}

/// Kills a program with all processes that it started, and waits for it. Does nothing if it has ended already.
pub(crate) fn end(child: &mut Child) {
    let group = Pid::from_child(child);
    let mut groups = groups();
    let Some(at) = groups.running.iter().position(|&running| running == group) else { return };
    kill(group);
    groups.running.swap_remove(at);
    drop(groups);
    // If this fails there is nothing left to do.
    let _ = child.wait();
}

/// Kills a group. It is not an error if the group has exited already.
fn kill(group: Pid) {
    let _ = kill_process_group(group, Signal::KILL);
}
