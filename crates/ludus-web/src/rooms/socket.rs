//! The connection of a page: what it says goes to rooms, what rooms say goes to it.
//!
//! A page that says too much, too large or too often what cannot be understood gets an error, and at last it is
//! disconnected. So is one that says nothing at all.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, close_code};
use tokio::sync::mpsc;
use tokio::task::AbortHandle;
use tokio::time::{Instant, interval};

use super::protocol::{self, ClientMessage, Parsed, ServerMessage};
use super::room::{Caller, Room};
use crate::routes::Shared;
use crate::topics;

/// The largest message of a page.
pub(super) const MOST_BYTES: usize = 4096;

/// How many messages a page may send in a second, for a long time and at once.
const RATE: f64 = 100.0;
const BURST: f64 = 200.0;

/// The same for messages that change the room, which everyone in it hears of: all but actions in a match.
const SLOW_RATE: f64 = 10.0;
const SLOW_BURST: f64 = 60.0;

/// How many messages that cannot be heard end the connection.
const MOST_BAD: u32 = 50;

/// How many rooms a page may be in.
const MOST_ROOMS: usize = 8;

/// How many topics a page may follow beside them.
const MOST_TOPICS: usize = 8;

/// How many messages may wait to be sent to a page; then it misses some.
const AHEAD: usize = 64;

/// How often a page is asked whether it is still there,
const BEAT: Duration = Duration::from_secs(15);

/// and after how long without a message it is not; a page in no room has as long to enter one.
const SILENCE: Duration = Duration::from_secs(45);

/// How long a page may take to take in what is sent.
const PATIENCE: Duration = Duration::from_secs(10);

/// Serves a page until it goes.
pub(super) async fn serve(socket: WebSocket, shared: &Shared, from: IpAddr) {
    let (out, outgoing) = mpsc::channel(AHEAD);
    let id = shared.rooms.callers.fetch_add(1, Ordering::Relaxed);
    let mut page = Page {
        shared,
        caller: Caller { id, out, from },
        rooms: HashMap::new(),
        topics: HashMap::new(),
        allowance: Allowance::new(RATE, BURST, Instant::now()),
        changes: Allowance::new(SLOW_RATE, SLOW_BURST, Instant::now()),
        bad: 0,
        heard: Instant::now(),
    };
    let code = page.run(socket, outgoing).await;
    tracing::debug!(page = id, code, "a page is gone");
    for room in page.rooms.values() {
        room.gone(id);
    }
    for task in page.topics.values() {
        task.abort();
    }
}

struct Page<'a> {
    shared: &'a Shared,
    caller: Caller,
    rooms: HashMap<String, Arc<Room>>,
    /// What it follows beside rooms.
    topics: HashMap<String, AbortHandle>,
    allowance: Allowance,
    changes: Allowance,
    /// How many messages could not be heard.
    bad: u32,
    heard: Instant,
}

/// Why a page is not heard any more.
struct Farewell(u16, &'static str);

impl Page<'_> {
    /// Listens and tells until one of the two ends it; the code of the end.
    async fn run(&mut self, mut socket: WebSocket, mut outgoing: mpsc::Receiver<Utf8Bytes>) -> u16 {
        let mut beat = interval(BEAT);
        let farewell = loop {
            let sent = tokio::select! {
                heard = socket.recv() => match self.hear(heard) {
                    Ok(Some(answer)) => Some(Message::Text(answer)),
                    Ok(None) => None,
                    Err(farewell) => break farewell,
                },
                text = outgoing.recv() => text.map(Message::Text),
                _ = beat.tick() => {
                    if self.heard.elapsed() >= SILENCE {
                        break Farewell(close_code::AWAY, "nothing was heard");
                    }
                    Some(Message::Ping(Vec::new().into()))
                }
            };
            if let Some(message) = sent
                && send(&mut socket, message).await.is_err()
            {
                return close_code::ABNORMAL;
            }
            // Its rooms say that they are closed before the connection ends.
            let stopped = self.shared.rooms.stopped.load(Ordering::Relaxed);
            if stopped && self.rooms.values().all(|room| room.is_closed()) && outgoing.is_empty() {
                break Farewell(close_code::AWAY, "the server stops");
            }
        };
        let Farewell(code, reason) = farewell;
        let frame = CloseFrame { code, reason: reason.into() };
        // A page that is gone needs no farewell.
        let _ = send(&mut socket, Message::Close(Some(frame))).await;
        code
    }

    /// Hears one message; what is said at once, if anything is.
    fn hear(
        &mut self,
        heard: Option<Result<Message, axum::Error>>,
    ) -> Result<Option<Utf8Bytes>, Farewell> {
        let message = match heard {
            Some(Ok(message)) => message,
            Some(Err(_)) => return Err(Farewell(close_code::SIZE, "that cannot be read")),
            None => return Err(Farewell(close_code::NORMAL, "")),
        };
        let text = match message {
            Message::Text(text) => text,
            Message::Close(_) => return Err(Farewell(close_code::NORMAL, "")),
            Message::Ping(_) | Message::Pong(_) => {
                self.note_life();
                return Ok(None);
            }
            Message::Binary(_) => return self.refuse(None, "messages are text"),
        };
        if !self.allowance.spend(Instant::now()) {
            return self.refuse(None, "too many messages; slow down");
        }
        if text.len() > MOST_BYTES {
            return self.refuse(None, &format!("a message has at most {MOST_BYTES} bytes"));
        }
        match protocol::parse(&text) {
            Ok(parsed) => self.obey(parsed),
            Err(error) => self.refuse(None, &error.to_string()),
        }
    }

    /// The page is there. One that is in no room and follows nothing is not kept.
    fn note_life(&mut self) {
        if !self.rooms.is_empty() || !self.topics.is_empty() {
            self.heard = Instant::now();
        }
    }

    /// Does what a page says.
    fn obey(&mut self, parsed: Parsed) -> Result<Option<Utf8Bytes>, Farewell> {
        let Parsed { room, message } = parsed;
        self.note_life();
        if let ClientMessage::Ping { t } = message {
            return Ok(Some(ServerMessage::Pong { t }.encode()));
        }
        match message {
            ClientMessage::Follow { topic } => return self.follow(topic),
            ClientMessage::Unfollow { topic } => {
                if let Some(task) = self.topics.remove(&topic) {
                    task.abort();
                }
                return Ok(None);
            }
            _ => {}
        }
        if !matches!(message, ClientMessage::Act { .. }) && !self.changes.spend(Instant::now()) {
            return self.refuse(room.as_deref(), "too many messages; slow down");
        }
        let Some(name) = room else { return self.refuse(None, "room is missing") };
        let joins = matches!(message, ClientMessage::Join { .. });
        let leaves = matches!(message, ClientMessage::Leave {});
        let known = self.rooms.get(&name).cloned();
        if joins && known.is_none() && self.rooms.len() >= MOST_ROOMS {
            return self.refuse(Some(&name), &format!("at most {MOST_ROOMS} rooms per connection"));
        }
        let room = match known.or_else(|| self.shared.rooms.room(&name).filter(|_| joins)) {
            Some(room) => room,
            None if joins => return self.refuse(Some(&name), "there is no such room"),
            None => return self.refuse(Some(&name), "join the room first"),
        };
        match room.hear(&self.caller, message, &self.shared.roster) {
            Ok(()) => {
                self.heard = Instant::now();
                self.bad = 0;
                if joins {
                    self.rooms.insert(name, room);
                } else if leaves {
                    self.rooms.remove(&name);
                }
                Ok(None)
            }
            Err(reason) => Ok(Some(refusal(Some(&name), &reason.to_string()))),
        }
    }

    /// Tells the page about a topic from now on; one that follows it already begins anew.
    fn follow(&mut self, topic: String) -> Result<Option<Utf8Bytes>, Farewell> {
        self.topics.retain(|_, task| !task.is_finished());
        if self.topics.len() >= MOST_TOPICS && !self.topics.contains_key(&topic) {
            return self.refuse(None, &format!("at most {MOST_TOPICS} topics per connection"));
        }
        match topics::follow(self.shared, &topic, self.caller.out.clone()) {
            Ok(task) => {
                self.heard = Instant::now();
                if let Some(before) = self.topics.insert(topic, task) {
                    before.abort();
                }
                Ok(None)
            }
            Err(error) => self.refuse(None, &error.to_string()),
        }
    }

    /// Says why something is not done; a page that does not learn from that is disconnected.
    fn refuse(&mut self, room: Option<&str>, reason: &str) -> Result<Option<Utf8Bytes>, Farewell> {
        self.bad += 1;
        if self.bad > MOST_BAD {
            return Err(Farewell(close_code::POLICY, "too many messages that cannot be heard"));
        }
        Ok(Some(refusal(room, reason)))
    }
}

/// Why something is not done.
fn refusal(room: Option<&str>, message: &str) -> Utf8Bytes {
    ServerMessage::Error { room, message }.encode()
}

/// How many messages a page may send now.
struct Allowance {
    rate: f64,
    burst: f64,
    left: f64,
    at: Instant,
}

impl Allowance {
    /// This many a second in the long run, and this many at once.
    const fn new(rate: f64, burst: f64, now: Instant) -> Self {
        Self { rate, burst, left: burst, at: now }
    }

    /// Takes one, if there is one.
    fn spend(&mut self, now: Instant) -> bool {
        let passed = now.saturating_duration_since(self.at).as_secs_f64();
        self.left = (self.left + passed * self.rate).min(self.burst);
        self.at = now;
        if self.left < 1.0 {
            return false;
        }
        self.left -= 1.0;
        true
    }
}

/// Sends to a page, unless it has gone or does not listen any more.
async fn send(socket: &mut WebSocket, message: Message) -> Result<(), Gone> {
    match tokio::time::timeout(PATIENCE, socket.send(message)).await {
        Ok(Ok(())) => Ok(()),
        _ => Err(Gone),
    }
}

/// The page is gone.
struct Gone;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_allowance_is_spent_and_grows_again() {
        let start = Instant::now();
        let mut allowance = Allowance::new(RATE, BURST, start);
        let spent = (0..1000).filter(|_| allowance.spend(start)).count();
        assert_eq!(spent, 200);
        let spent =
            (0..1000).filter(|_| allowance.spend(start + Duration::from_millis(500))).count();
        assert_eq!(spent, 50);
        let spent = (0..1000).filter(|_| allowance.spend(start + Duration::from_secs(60))).count();
        assert_eq!(spent, 200, "it does not grow for ever");
    }
}
