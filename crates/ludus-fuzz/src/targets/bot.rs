//! Messages of programs that play as bots.

use ludus_protocol::message::FromBot;

use super::{Target, owned};

pub(super) fn targets() -> Vec<Target> {
    vec![Target { name: "bot", examples: messages, parse: message }]
}

/// One message of each kind.
fn messages() -> anyhow::Result<Vec<String>> {
    owned(&[
        r#"{"type":"ready","protocol":1,"name":"mine","features":["insight"],"params":[{"name":"p","min":-20,"max":0,"value":-7.5}]}"#,
        r#"{"type":"act","match":"m1","turn":17,"action":"r0x3","insight":{"score":-3.2,"depth":2,"nodes":900,"terms":{"holes":-2},"line":["r0x3"]}}"#,
        r#"{"type":"error","reason":"no book"}"#,
    ])
}

/// Reads a message as a conversation does.
fn message(text: &str) -> bool {
    serde_json::from_str::<FromBot>(text).is_ok()
}
