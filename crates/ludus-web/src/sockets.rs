//! WebSockets: how much of one may be in memory.

use axum::extract::WebSocketUpgrade;

/// How much of what is heard and said is read and written at a time, in bytes.
const BUFFER: usize = 4 << 10;

/// A WebSocket on which nothing larger than this is heard. What is larger is refused by its head, before it is read.
pub fn limit_messages(upgrade: WebSocketUpgrade, most_bytes: usize) -> WebSocketUpgrade {
    upgrade
        .max_message_size(most_bytes)
        .max_frame_size(most_bytes)
        .read_buffer_size(BUFFER)
        .write_buffer_size(BUFFER)
}
