//! What pages follow over their connection: `group/NAME`, `job/NAME`, `run/NAME`. Whoever follows is told how it
//! stands, and then what is new.

use axum::extract::ws::Utf8Bytes;
use tokio::sync::mpsc;
use tokio::task::AbortHandle;

use crate::routes::Shared;

/// Tells somebody about a topic, until it is over, nobody listens or the handle ends it.
pub(crate) fn follow(
    shared: &Shared,
    topic: &str,
    out: mpsc::Sender<Utf8Bytes>,
) -> Result<AbortHandle, String> {
    let unknown = || format!("there is no topic {topic:?}; it may be over");
    let (kind, name) = topic.split_once('/').ok_or_else(unknown)?;
    let task = match kind {
        "group" => tokio::spawn(shared.groups.find(name).ok_or_else(unknown)?.follow(out)),
        "job" => tokio::spawn(shared.jobs.find(name).ok_or_else(unknown)?.follow(out)),
        "run" => tokio::spawn(shared.runs.clone().follow(name.to_owned(), out)),
        _ => return Err(unknown()),
    };
    Ok(task.abort_handle())
}
