//! What pages say.

use ludus_core::TimeControl;
use serde::Deserialize;
use serde_json::{Map, Value};
use thiserror::Error;

use crate::versioned::VERSION;

/// A message of a page. Every message names its room, apart from `ping`, `follow` and `unfollow`.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum ClientMessage {
    /// Wants to see the room, with the token of a seat or of the host if it has one.
    Join {
        /// The token of a seat.
        #[serde(default)]
        token: Option<String>,
        /// The token of the host.
        #[serde(default)]
        host: Option<String>,
    },
    /// Wants to see it no more; a seat is given up.
    Leave {},
    /// Takes a seat.
    Sit {
        /// What the person is called.
        nickname: String,
    },
    /// Gives the seat up and stays.
    Stand {},
    /// The host puts a bot into a seat.
    AddBot {
        /// The bot's name.
        bot: String,
    },
    /// The host empties a seat.
    Remove {
        /// The seat.
        seat: usize,
    },
    /// The host sets rules; keys that are not given stay as they are.
    Rules {
        /// Rules by dotted key.
        #[serde(default)]
        rules: Map<String, Value>,
        /// Milliseconds of a turn, in games whose turns come by a clock.
        #[serde(default)]
        turn_ms: Option<u64>,
        /// The players' clocks, in games that wait for them; null for none.
        #[serde(default, deserialize_with = "given")]
        clock: Option<Option<TimeControl>>,
    },
    /// The host lets the match begin.
    Start {},
    /// The host opens the room again after a match.
    Reopen {},
    /// The host lets the same people and bots play again.
    Rematch {},
    /// An action of the seat.
    Act {
        /// The action in the game's notation.
        action: String,
        /// A number that comes back with the first position that the action has led to.
        #[serde(default)]
        n: u64,
    },
    /// The seat gives up.
    Resign {},
    /// The seat offers a draw, accepts one, or takes its offer back.
    Draw {
        /// Whether it wants a draw.
        offer: bool,
    },
    /// Wants everything again, because something was missed.
    Sync {},
    /// Subscribes to something that is no room: `group/NAME`, `job/NAME`, `run/NAME`.
    Follow {
        /// What about.
        topic: String,
    },
    /// Unsubscribes.
    Unfollow {
        /// What about.
        topic: String,
    },
    /// Wants an answer, to know how long one takes.
    Ping {
        /// Comes back with the answer.
        #[serde(default)]
        t: f64,
    },
}

/// Tells a key that is null from one that is not there.
fn given<'de, D, T>(deserializer: D) -> Result<Option<T>, D::Error>
where
    D: serde::Deserializer<'de>,
    T: Deserialize<'de>,
{
    T::deserialize(deserializer).map(Some)
}

/// The room that a message is for, and what it says.
#[derive(Debug, PartialEq)]
pub(crate) struct Parsed {
    pub(crate) room: Option<String>,
    pub(crate) message: ClientMessage,
}

/// A message that cannot be read.
#[derive(Debug, Error)]
pub(crate) enum MessageError {
    /// It is no JSON, or no object.
    #[error("the message is no JSON object: {0}")]
    NoObject(serde_json::Error),
    /// It is of another version.
    #[error("v is {0}; this server speaks version {VERSION}")]
    Version(Value),
    /// It does not say its version.
    #[error("v is missing; this server speaks version {VERSION}")]
    NoVersion,
    /// The room is no name.
    #[error("room is {0}; expected its name as text")]
    Room(Value),
    /// Its type is unknown, or its content does not fit its type.
    #[error(transparent)]
    Content(serde_json::Error),
}

/// Reads a message of a page.
pub(crate) fn parse(text: &str) -> Result<Parsed, MessageError> {
    let mut content: Map<String, Value> =
        serde_json::from_str(text).map_err(MessageError::NoObject)?;
    match content.shift_remove("v") {
        Some(version) if version == VERSION => {}
        Some(other) => return Err(MessageError::Version(other)),
        None => return Err(MessageError::NoVersion),
    }
    let room = match content.shift_remove("room") {
        Some(Value::String(room)) => Some(room),
        Some(other) => return Err(MessageError::Room(other)),
        None => None,
    };
    let message = serde_json::from_value(Value::Object(content)).map_err(MessageError::Content)?;
    Ok(Parsed { room, message })
}

/// Whether a text is a message of a page.
pub(crate) fn understands(text: &str) -> bool {
    parse(text).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_read() {
        let parsed = parse(r#"{"v":1,"type":"act","room":"abc","action":"rotate","n":3}"#).unwrap();
        let message = ClientMessage::Act { action: "rotate".into(), n: 3 };
        assert_eq!(parsed, Parsed { room: Some("abc".into()), message });
        let clock = |text: &str| match parse(text).unwrap().message {
            ClientMessage::Rules { clock, .. } => clock,
            other => panic!("{other:?}"),
        };
        assert_eq!(clock(r#"{"v":1,"type":"rules"}"#), None);
        assert_eq!(clock(r#"{"v":1,"type":"rules","clock":null}"#), Some(None));
        let text = r#"{"v":1,"type":"rules","clock":"60+1"}"#;
        assert_eq!(clock(text), Some(Some("60+1".parse().unwrap())));
    }

    #[test]
    fn what_is_wrong_with_a_message_is_told() {
        for (text, reason) in [
            ("", "no JSON object"),
            ("[]", "no JSON object"),
            ("{\"v\":1,\"type\":\"sit\"", "no JSON object"),
            (r#"{"type":"start"}"#, "v is missing"),
            (r#"{"v":2,"type":"start"}"#, "version 1"),
            (r#"{"v":1}"#, "type"),
            (r#"{"v":1,"type":"fly"}"#, "fly"),
            (r#"{"v":1,"type":"start","seat":1}"#, "seat"),
            (r#"{"v":1,"type":"act","action":7}"#, "string"),
            (r#"{"v":1,"type":"act"}"#, "action"),
            (r#"{"v":1,"type":"start","room":5}"#, "room is 5"),
            (r#"{"v":1,"type":"rules","clock":"soon"}"#, "time control"),
        ] {
            let error = parse(text).unwrap_err().to_string();
            assert!(error.contains(reason), "{text}: {error}");
        }
    }
}
