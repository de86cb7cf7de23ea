//! What pages say to rooms and rooms to pages, as `docs/API.md` describes it.

use axum::extract::ws::Utf8Bytes;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

/// The version of the messages.
const VERSION: u64 = 1;

/// What a page can say. Every message names its room, apart from `ping`, `follow` and `unfollow`.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum Said {
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
        clock: Option<Option<ClockPlan>>,
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
    /// Wants to be told about something that is no room: `group/NAME`, `job/NAME`, `run/NAME`.
    Follow {
        /// What about.
        topic: String,
    },
    /// Wants to be told no more.
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

/// The clocks of the players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ClockPlan {
    /// Seconds for the whole match.
    pub(crate) base_s: u64,
    /// Seconds that every move adds.
    pub(crate) increment_s: u64,
}

/// The room that a message is for, and what it says.
#[derive(Debug, PartialEq)]
pub(crate) struct Parsed {
    pub(crate) room: Option<String>,
    pub(crate) said: Said,
}

/// Reads a message of a page.
pub(crate) fn parse(text: &str) -> Result<Parsed, String> {
    let mut message: Map<String, Value> = serde_json::from_str(text)
        .map_err(|error| format!("the message is no JSON object: {error}"))?;
    match message.shift_remove("v") {
        Some(version) if version == VERSION => {}
        Some(other) => return Err(format!("v is {other}; this server speaks version {VERSION}")),
        None => return Err(format!("v is missing; this server speaks version {VERSION}")),
    }
    let room = match message.shift_remove("room") {
        Some(Value::String(room)) => Some(room),
        Some(other) => return Err(format!("room is {other}; expected its name as text")),
        None => None,
    };
    let said = serde_json::from_value(Value::Object(message)).map_err(|error| error.to_string())?;
    Ok(Parsed { room, said })
}

/// Whether a text is a message of a page.
pub(crate) fn understands(text: &str) -> bool {
    parse(text).is_ok()
}

/// What something may not be done for, in one line for the person who wanted to.
pub(crate) fn error(room: Option<&str>, reason: &str) -> Utf8Bytes {
    text(json!({ "v": VERSION, "type": "error", "room": room, "message": reason }))
}

/// The answer to a ping.
pub(crate) fn pong(t: f64) -> Utf8Bytes {
    text(json!({ "v": VERSION, "type": "pong", "t": t }))
}

/// The types of the messages about a room.
const ABOUT: [&str; 6] = ["room", "state", "change", "seated", "host", "closed"];

/// A message about a room: its type and what it says.
pub(super) fn about(room: &str, kind: &'static str, mut content: Value) -> Utf8Bytes {
    debug_assert!(ABOUT.contains(&kind), "{kind} is not documented");
    content["v"] = VERSION.into();
    content["type"] = kind.into();
    content["room"] = room.into();
    text(content)
}

fn text(message: Value) -> Utf8Bytes {
    message.to_string().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_read() {
        let parsed = parse(r#"{"v":1,"type":"act","room":"abc","action":"rotate","n":3}"#).unwrap();
        let said = Said::Act { action: "rotate".into(), n: 3 };
        assert_eq!(parsed, Parsed { room: Some("abc".into()), said });
        let clock = |text: &str| match parse(text).unwrap().said {
            Said::Rules { clock, .. } => clock,
            other => panic!("{other:?}"),
        };
        assert_eq!(clock(r#"{"v":1,"type":"rules"}"#), None);
        assert_eq!(clock(r#"{"v":1,"type":"rules","clock":null}"#), Some(None));
        let plan = ClockPlan { base_s: 60, increment_s: 1 };
        let text = r#"{"v":1,"type":"rules","clock":{"base_s":60,"increment_s":1}}"#;
        assert_eq!(clock(text), Some(Some(plan)));
    }

    #[test]
    fn every_type_and_address_is_documented() {
        let docs = include_str!("../../../../docs/API.md");
        // The list of all types is in what is said about one that does not exist.
        let error = parse(r#"{"v":1,"type":"?"}"#).unwrap_err();
        let said: Vec<&str> = error.split('`').skip(3).step_by(2).collect();
        assert!(said.len() == 17 && said.contains(&"add_bot"), "{error}");
        for kind in said.into_iter().chain(ABOUT).chain(["error", "pong"]) {
            assert!(
                docs.contains(&format!("| `{kind}` |")),
                "docs/API.md does not describe {kind}"
            );
        }
        for address in
            ["GET /api/v1/rooms", "POST /api/v1/rooms", "GET /api/v1/live", "GET /api/v1/socket"]
        {
            assert!(docs.contains(address), "docs/API.md does not describe {address}");
        }
    }

    #[test]
    fn what_is_wrong_with_a_message_is_told() {
        for (text, told) in [
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
            (r#"{"v":1,"type":"rules","clock":{"base_s":1,"increment_s":1,"x":1}}"#, "x"),
        ] {
            let error = parse(text).unwrap_err();
            assert!(error.contains(told), "{text}: {error}");
        }
    }
}
