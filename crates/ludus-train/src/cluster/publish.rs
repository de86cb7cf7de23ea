//! Sends messages until the server has stored them.

use std::sync::atomic::{AtomicBool, Ordering};

use async_nats::jetstream::context::{PublishError, PublishErrorKind};
use async_nats::jetstream::message::PublishMessage;
use futures_util::future::join_all;
use tokio::time::sleep;

use super::connection::{Connection, RETRY_PAUSE};

/// How many messages are sent before the server's receipts are awaited.
const BATCH: usize = 256;
/// The user is notified after this many refusals in a row.
const REFUSALS: u32 = 3;

/// A message that the server is to store.
pub(super) struct OutgoingMessage {
    pub(super) subject: String,
    /// The server stores one of several messages with the same ID.
    pub(super) id: String,
    pub(super) payload: Vec<u8>,
}

impl Connection {
    /// Sends messages and retries until the server has stored all of them: it may be restarting, or its disk may be
    /// full. `false` if `stop` was set before.
    pub(super) async fn send(&self, messages: &[OutgoingMessage], stop: &AtomicBool) -> bool {
        for batch in messages.chunks(BATCH) {
            let mut left: Vec<&OutgoingMessage> = batch.iter().collect();
            let mut refusals = 0;
            while let Some((kind, reason)) = self.try_send(&mut left).await {
                if stop.load(Ordering::Relaxed) {
                    return false;
                }
                refusals += 1;
                if refusals == REFUSALS {
                    (self.notify)(&format!("the cluster does not take messages: {reason}"));
                }
                if kind == PublishErrorKind::StreamNotFound && refusals >= REFUSALS {
                    // The server has lost its store. If the streams cannot be created, the next attempt fails, too.
                    let _ = self.create_streams().await;
                }
                sleep(RETRY_PAUSE).await;
            }
        }
        true
    }

    /// Sends what is left, and keeps in `left` what the server did not store. Returns the last refusal.
    async fn try_send(
        &self,
        left: &mut Vec<&OutgoingMessage>,
    ) -> Option<(PublishErrorKind, String)> {
        let mut reconnects = self.reconnects();
        let receipts = tokio::select! {
            receipts = join_all(left.iter().map(|message| self.store(message))) => receipts,
            // Receipts are lost with their connection. The server recognises what it has stored by the ID.
            _ = reconnects.changed() => {
                return Some((PublishErrorKind::BrokenPipe, "the connection was lost".to_owned()));
            }
        };
        let mut refusal = None;
        let mut receipts = receipts.into_iter();
        left.retain(|_| match receipts.next() {
            Some(Err(error)) => {
                refusal = Some((error.kind(), error.to_string()));
                true
            }
            _ => false,
        });
        refusal
    }

    /// Sends a message and waits until the server has stored it.
    async fn store(&self, message: &OutgoingMessage) -> Result<(), PublishError> {
        let payload = message.payload.clone().into();
        let publish = PublishMessage::build().message_id(&message.id).payload(payload);
        self.context.send_publish(message.subject.clone(), publish).await?.await.map(drop)
    }
}
