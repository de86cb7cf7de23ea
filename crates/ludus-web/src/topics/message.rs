//! What pages get that follow a topic.

use serde::Serialize;

use crate::groups::GroupNews;
use crate::jobs::JobNews;
use crate::runs::RunNews;
use crate::versioned::Versioned;

/// A message about a topic.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(crate) enum TopicMessage {
    /// How a group of matches stands, and the boards that have changed.
    Group(GroupNews),
    /// How a job stands.
    Job(JobNews),
    /// How a run of training stands.
    Run(RunNews),
}

impl TopicMessage {
    /// The message with its version.
    pub(crate) const fn versioned(self) -> Versioned<Self> {
        Versioned::new(self)
    }
}
