//! The messages of the protocol, one JSON object each. Unknown fields are ignored.

use std::time::Duration;

use ludus_core::text::{read_shown, shown};
use ludus_core::{Budget, Clock, Insight, PastAction, Rank, Seat, Seed, Term};
use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

use crate::param::{Param, write_values};

/// The most terms of an insight that are kept.
const MAX_TERMS: usize = 32;
/// The most actions of an expected line that are kept.
const MAX_LINE: usize = 64;

/// The first message to a bot.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(tag = "type", rename = "hello")]
pub struct Hello<'a> {
    /// The version of the protocol.
    pub protocol: u32,
    /// The game's name.
    pub game: &'a str,
    /// The version of Ludus.
    pub ludus: &'a str,
}

/// A match begins.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(tag = "type", rename = "start")]
pub struct Start<'a> {
    /// The identity of the match. It says nothing about the match.
    #[serde(rename = "match")]
    pub id: &'a str,
    /// The bot's seat.
    pub seat: Seat,
    /// How many seats the match has.
    pub seats: usize,
    /// The labels of the bots, by seat.
    pub labels: &'a [String],
    /// The rules, complete; null where a recorded decision is re-run.
    pub rules: &'a Value,
    /// The bot's clock, if the match has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clock: Option<StartClock>,
    /// The values of the bot's parameters, by name.
    #[serde(serialize_with = "write_values")]
    pub params: &'a [Param],
}

/// The clock of a seat at the start of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct StartClock {
    /// The time for the match, in milliseconds.
    pub left_ms: u64,
    /// What each action adds, in milliseconds.
    pub increment_ms: u64,
    /// How many actions the time has to last for, if not for all of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves_to_go: Option<u32>,
}

impl StartClock {
    /// The clock of this seat; `None` if the clock does not have the seat.
    #[must_use]
    pub fn of(clock: &Clock, seat: Seat) -> Option<Self> {
        Some(Self {
            left_ms: milliseconds(*clock.left.get(seat.index())?),
            increment_ms: milliseconds(clock.increment),
            moves_to_go: clock.moves_to_go,
        })
    }
}

/// Asks for an action. `S` is what the game shows to the seat, `L` the legal actions as text.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(tag = "type", rename = "turn")]
pub struct Turn<'a, S, L> {
    /// The match.
    #[serde(rename = "match")]
    pub id: &'a str,
    /// The number of the turn, from 1 as in replays.
    pub turn: u32,
    /// The bot's own randomness: 14 hexadecimal digits.
    #[serde(serialize_with = "write_seed")]
    pub seed: Seed,
    /// What the seat may see.
    pub state: S,
    /// What the seats did since this one was last asked, oldest first.
    pub last: &'a [PastAction],
    /// The legal actions.
    pub legal: L,
    /// What the decision may spend.
    #[serde(serialize_with = "write_budget")]
    pub budget: Budget,
    /// What each seat has left on its clock in milliseconds, if the match has one.
    #[serde(serialize_with = "write_left", skip_serializing_if = "Option::is_none")]
    pub left_ms: Option<&'a [Duration]>,
}

/// A match is over.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(tag = "type", rename = "end")]
pub struct End<'a> {
    /// The match.
    #[serde(rename = "match")]
    pub id: &'a str,
    /// The rank of each seat, 1 for the first; null if the match was abandoned.
    pub ranks: Option<&'a [Rank]>,
    /// Why it is over, in words.
    pub reason: &'a str,
}

/// The last message, as text: the bot exits.
pub const QUIT: &str = r#"{"type":"quit"}"#;

fn milliseconds(time: Duration) -> u64 {
    time.as_millis().try_into().unwrap_or(u64::MAX)
}

fn write_seed<S: Serializer>(seed: &Seed, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(&format_args!("{:014x}", seed.number()))
}

fn write_budget<S: Serializer>(budget: &Budget, serializer: S) -> Result<S::Ok, S::Error> {
    #[derive(Serialize)]
    struct BudgetFields {
        #[serde(skip_serializing_if = "Option::is_none")]
        ms: Option<u64>,
        #[serde(skip_serializing_if = "Option::is_none")]
        nodes: Option<u64>,
        #[serde(skip_serializing_if = "Option::is_none")]
        depth: Option<u32>,
    }
    let Budget { time, nodes, depth } = *budget;
    BudgetFields { ms: time.map(milliseconds), nodes, depth }.serialize(serializer)
}

fn write_left<S: Serializer>(left: &Option<&[Duration]>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(left.unwrap_or_default().iter().map(|time| milliseconds(*time)))
}

/// A message of a bot.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum FromBot {
    /// It is ready to play.
    Ready(Ready),
    /// It plays.
    Act(Act),
    /// It cannot continue.
    Error(BotFailure),
}

/// The answer to [`Hello`]. Only the version is needed.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
pub struct Ready {
    /// The version of the protocol that the bot speaks.
    pub protocol: u32,
    /// The bot's name.
    #[serde(default, deserialize_with = "read_shown")]
    pub name: String,
    /// The bot's own version.
    #[serde(default, deserialize_with = "read_shown")]
    pub version: String,
    /// Who wrote it.
    #[serde(default, deserialize_with = "read_shown")]
    pub author: String,
    /// What it can do besides playing, such as `insight`.
    #[serde(default)]
    pub features: Vec<String>,
    /// The parameters that can be set from outside.
    #[serde(default)]
    pub params: Vec<Param>,
}

/// The answer to [`Turn`].
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Act {
    /// The match.
    #[serde(rename = "match")]
    pub id: String,
    /// The turn.
    pub turn: u32,
    /// The action, as in the list of legal ones.
    pub action: String,
    /// Why the bot chose it.
    #[serde(default, deserialize_with = "read_insight")]
    pub insight: Insight,
}

/// The bot cannot continue.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct BotFailure {
    /// Why.
    #[serde(deserialize_with = "read_shown")]
    pub reason: String,
}

/// Reads an insight. What is more than its bounds is left out: an insight explains a decision and does not change it.
fn read_insight<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Insight, D::Error> {
    #[derive(Default, Deserialize)]
    #[serde(default)]
    struct Raw {
        score: Option<f64>,
        depth: u32,
        nodes: u64,
        terms: Terms,
        line: Vec<String>,
    }
    let Raw { score, depth, nodes, terms, line } =
        Option::deserialize(deserializer)?.unwrap_or_default();
    let line = line.iter().take(MAX_LINE).map(|action| shown(action)).collect();
    Ok(Insight { score, depth, nodes, terms: terms.0, line })
}

/// The terms of a score in the order in which the bot gives them.
#[derive(Default)]
struct Terms(Vec<Term>);

impl<'de> Deserialize<'de> for Terms {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct TermsVisitor;
        impl<'de> Visitor<'de> for TermsVisitor {
            type Value = Terms;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("an object of numbers")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Terms, A::Error> {
                let mut terms = Vec::new();
                while let Some((name, value)) = map.next_entry::<String, f64>()? {
                    if terms.len() < MAX_TERMS {
                        terms.push(Term::new(shown(&name), value));
                    }
                }
                Ok(Terms(terms))
            }
        }
        deserializer.deserialize_map(TermsVisitor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<FromBot, String> {
        serde_json::from_str(text).map_err(|error| error.to_string())
    }

    #[test]
    fn messages_of_a_bot_are_read_and_unknown_fields_ignored() {
        let ready = read(r#"{"type":"ready","protocol":1,"name":"mine","new":{"a":[1]}}"#);
        let expected = Ready { protocol: 1, name: "mine".to_owned(), ..Ready::default() };
        assert_eq!(ready, Ok(FromBot::Ready(expected)));
        let act = read(
            r#"{"turn":3,"match":"m","type":"act","action":"r0x3","name":5,
                "insight":{"score":-3.5,"terms":{"b":1,"a":-2.5},"line":["r0x3"],"depth":2}}"#,
        );
        let Ok(FromBot::Act(act)) = act else { panic!("{act:?}") };
        assert_eq!((act.id.as_str(), act.turn, act.action.as_str()), ("m", 3, "r0x3"));
        assert_eq!(act.insight.score, Some(-3.5));
        assert_eq!(act.insight.terms, [Term::new("b", 1.0), Term::new("a", -2.5)]);
        let bare = read(r#"{"type":"act","match":"m","turn":1,"action":"x","insight":null}"#);
        assert!(matches!(bare, Ok(FromBot::Act(act)) if act.insight == Insight::default()));
        assert!(read(r#"{"type":"dance"}"#).unwrap_err().contains("unknown variant `dance`"));
        assert!(read(r#"{"type":"act","turn":1}"#).unwrap_err().contains("missing field `match`"));
    }

    #[test]
    fn an_insight_is_cut_to_its_bounds() {
        let terms: Vec<String> = (0..1000).map(|n| format!("\"t{n}\":{n}")).collect();
        let line = vec![format!("\"{}\"", "x".repeat(500)); 1000].join(",");
        let terms = terms.join(",");
        let act = read(&format!(
            r#"{{"type":"act","match":"m","turn":1,"action":"x","insight":{{"terms":{{{terms}}},"line":[{line}]}}}}"#
        ));
        let Ok(FromBot::Act(Act { insight, .. })) = act else { panic!("{act:?}") };
        assert_eq!((insight.terms.len(), insight.line.len()), (MAX_TERMS, MAX_LINE));
        assert!(insight.line[0].len() < 320);
    }

    #[test]
    fn a_clock_and_a_budget_are_written_in_milliseconds() {
        let seconds = |n| Duration::from_millis(n);
        let clock = Clock {
            left: vec![seconds(10_000), seconds(8_800)],
            increment: seconds(100),
            ..Clock::default()
        };
        let start = StartClock::of(&clock, Seat::SECOND).unwrap();
        let text = serde_json::to_string(&start).unwrap();
        assert_eq!(text, r#"{"left_ms":8800,"increment_ms":100}"#);
        let turn = Turn {
            id: "m1",
            turn: 17,
            seed: Seed::new(0x9f3c),
            state: (),
            last: &[],
            legal: ["a"],
            budget: Budget { time: Some(seconds(50)), ..Budget::of_nodes(2000) },
            left_ms: Some(&clock.left),
        };
        assert_eq!(
            serde_json::to_string(&turn).unwrap(),
            r#"{"type":"turn","match":"m1","turn":17,"seed":"00000000009f3c","state":null,"last":[],"legal":["a"],"budget":{"ms":50,"nodes":2000},"left_ms":[10000,8800]}"#
        );
    }
}
