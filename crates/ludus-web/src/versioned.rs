//! The version that every message and every answer carries.

use axum::extract::ws::Utf8Bytes;
use serde::Serialize;

/// The version of the messages and answers.
pub(crate) const VERSION: u32 = 1;

/// A message or an answer with its version, as pages get it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Versioned<T> {
    v: u32,
    #[serde(flatten)]
    content: T,
}

impl<T> Versioned<T> {
    /// This content in the current version.
    pub(crate) const fn new(content: T) -> Self {
        Self { v: VERSION, content }
    }
}

impl<T: Serialize> Versioned<T> {
    /// The message as it is sent over a WebSocket.
    pub(crate) fn encode(&self) -> Utf8Bytes {
        match serde_json::to_string(self) {
            Ok(text) => text.into(),
            Err(error) => {
                tracing::error!(%error, "a message cannot be written");
                Utf8Bytes::default()
            }
        }
    }
}
