//! Budgets: what a decision may spend.

use std::time::Duration;

use serde::{Deserialize, Serialize};

/// What one decision may spend. Each limit is optional. Without any, the bot decides for itself when it is done.
///
/// A decision with a node or depth limit and no time limit is exactly repeatable.
///
/// ```
/// use std::time::Duration;
/// use ludus_core::Budget;
/// let budget = Budget { depth: Some(6), ..Budget::of_nodes(20_000) };
/// assert!(budget.is_exact());
/// assert!(!Budget::of_time(Duration::from_millis(50)).is_exact());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Budget {
    /// Time on the clock.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time: Option<Duration>,
    /// Positions searched.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// How many actions to look ahead.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
}

impl Budget {
    /// No limit.
    pub const NONE: Self = Self { time: None, nodes: None, depth: None };

    /// Only a time limit.
    #[must_use]
    pub const fn of_time(time: Duration) -> Self {
        Self { time: Some(time), ..Self::NONE }
    }

    /// Only a node limit.
    #[must_use]
    pub const fn of_nodes(nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..Self::NONE }
    }

    /// Only a depth limit.
    #[must_use]
    pub const fn of_depth(depth: u32) -> Self {
        Self { depth: Some(depth), ..Self::NONE }
    }

    /// Whether decisions under this budget repeat exactly. They do unless time limits them.
    #[must_use]
    pub const fn is_exact(&self) -> bool {
        self.time.is_none()
    }
}
