//! What pages follow over their connection: `group/NAME`, `job/NAME`, `run/NAME`. A page that follows gets how it
//! stands, and then what is new.

mod message;

use axum::extract::ws::Utf8Bytes;
use thiserror::Error;
use tokio::sync::mpsc;
use tokio::task::AbortHandle;

pub(crate) use message::TopicMessage;

use crate::routes::Shared;

/// A topic that there is not, or not any more.
#[derive(Debug, Error)]
#[error("there is no topic {0:?}; it may be over")]
pub(crate) struct UnknownTopic(String);

/// Sends what is new about a topic, until it is over, the page is gone or the handle ends it.
pub(crate) fn follow(
    shared: &Shared,
    topic: &str,
    out: mpsc::Sender<Utf8Bytes>,
) -> Result<AbortHandle, UnknownTopic> {
    let unknown = || UnknownTopic(topic.to_owned());
    let (kind, name) = topic.split_once('/').ok_or_else(unknown)?;
    let task = match kind {
        "group" => tokio::spawn(shared.groups.find(name).ok_or_else(unknown)?.follow(out)),
        "job" => tokio::spawn(shared.jobs.find(name).ok_or_else(unknown)?.follow(out)),
        "run" => tokio::spawn(shared.runs.clone().follow(name.to_owned(), out)),
        _ => return Err(unknown()),
    };
    Ok(task.abort_handle())
}
