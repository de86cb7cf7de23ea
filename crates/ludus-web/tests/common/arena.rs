//! The games, and pages that are connected to rooms.

#![allow(dead_code, reason = "each test file uses the part it needs")]

use std::io::ErrorKind;
use std::net::TcpStream;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use ludus_arena::{AnyGame, Offer};
use ludus_chess::ChessKit;
use ludus_core::{Budget, GameKit};
use ludus_snake::SnakeKit;
use ludus_tetris::TetrisKit;
use ludus_tetris::live::LiveKit;
use ludus_web::{LiveFiles, Options};
use serde_json::{Value, json};
use tungstenite::client::IntoClientRequest;
use tungstenite::protocol::WebSocketConfig;
use tungstenite::{Message, WebSocket, client};

use super::Server;

fn offer<K: GameKit>(live: Option<Offer>) -> Offer {
    let game: Arc<dyn AnyGame> = Arc::new(K::new(K::Settings::default()));
    let rules = game.default_rules();
    Offer {
        people_rules: game.people_rules(&rules).unwrap(),
        budget: Budget { nodes: Some(200), ..game.default_budget() },
        live: live.map(Box::new),
        ..Offer::new(game, rules)
    }
}

/// Every game, with bots that do not think for long.
pub(crate) fn offers() -> Vec<Offer> {
    let live = offer::<LiveKit>(None);
    vec![offer::<TetrisKit>(Some(live)), offer::<ChessKit>(None), offer::<SnakeKit>(None)]
}

/// A server with all games, that records live matches in this folder.
pub(crate) fn options(folder: &Path) -> Options {
    let (store, replays) = (folder.join("results.sqlite"), folder.join("live"));
    let live = Some(LiveFiles::new(store, replays));
    Options { offers: offers(), live, ..Options::default() }
}

/// A page that is connected.
pub(crate) struct Page {
    socket: WebSocket<TcpStream>,
    /// What it has heard and no test has asked for yet.
    heard: Vec<Value>,
}

/// How long a test waits for something that must come.
const PATIENCE: Duration = Duration::from_secs(20);

impl Page {
    /// Connects to the server.
    pub(crate) fn open(server: &Server) -> Self {
        Self::try_open(server, None).unwrap()
    }

    /// Subscribes to something that is no room.
    pub(crate) fn follow(&mut self, topic: &str) {
        self.send_text(&json!({ "v": 1, "type": "follow", "topic": topic }).to_string());
    }

    /// Connects as a page of this site would; the status of the refusal otherwise.
    pub(crate) fn try_open(server: &Server, origin: Option<&str>) -> Result<Self, u16> {
        let stream = TcpStream::connect(server.address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        let mut request =
            format!("ws://{}/api/v1/socket", server.address).into_client_request().unwrap();
        if let Some(origin) = origin {
            request.headers_mut().insert("origin", origin.parse().unwrap());
        }
        let config = WebSocketConfig::default();
        match client::client_with_config(request, stream, Some(config)) {
            Ok((socket, _)) => Ok(Self { socket, heard: Vec::new() }),
            Err(tungstenite::HandshakeError::Failure(tungstenite::Error::Http(response))) => {
                Err(response.status().as_u16())
            }
            Err(error) => panic!("{error}"),
        }
    }

    pub(crate) fn send_text(&mut self, text: &str) {
        self.socket.send(Message::text(text)).unwrap();
    }

    /// Sends as long as the server listens; whether it still does.
    pub(crate) fn try_send(&mut self, text: &str) -> bool {
        self.socket.send(Message::text(text)).is_ok()
    }

    /// Says something in a room.
    pub(crate) fn say(&mut self, room: &str, kind: &str, content: Value) {
        let mut message = content;
        message["v"] = json!(1);
        message["type"] = json!(kind);
        message["room"] = json!(room);
        self.send_text(&message.to_string());
    }

    /// The next message; `None` when the connection has ended.
    pub(crate) fn next(&mut self) -> Option<Value> {
        if !self.heard.is_empty() {
            return Some(self.heard.remove(0));
        }
        loop {
            match self.socket.read() {
                Ok(Message::Text(text)) => return Some(serde_json::from_str(&text).unwrap()),
                Ok(Message::Close(_)) => return None,
                Ok(_) => {}
                // The server does not read to its end what is too large.
                Err(tungstenite::Error::Io(error))
                    if matches!(
                        error.kind(),
                        ErrorKind::ConnectionReset | ErrorKind::BrokenPipe
                    ) =>
                {
                    return None;
                }
                Err(tungstenite::Error::Io(error)) => panic!("nothing was heard: {error}"),
                Err(_) => return None,
            }
        }
    }

    /// The next message that fits; others are passed over.
    pub(crate) fn until(&mut self, what: &str, fits: impl Fn(&Value) -> bool) -> Value {
        let start = Instant::now();
        let mut last = Value::Null;
        while start.elapsed() < PATIENCE {
            let Some(message) = self.next() else { panic!("the connection ended before {what}") };
            if fits(&message) {
                return message;
            }
            last = message;
        }
        panic!("{what} did not come; last heard: {last}");
    }

    /// The next message of a type.
    pub(crate) fn hear(&mut self, kind: &str) -> Value {
        self.until(kind, |message| message["type"] == kind)
    }

    /// The next message about the room that says it is in this phase.
    pub(crate) fn phase(&mut self, phase: &str) -> Value {
        self.until(phase, |message| message["type"] == "room" && message["phase"] == phase)
    }

    /// What is said when something is refused.
    pub(crate) fn refused(&mut self) -> String {
        self.hear("error")["message"].as_str().unwrap().to_owned()
    }

    /// Joins a room.
    pub(crate) fn join(&mut self, room: &str, content: Value) -> Value {
        self.say(room, "join", content);
        self.until("an answer", |m| {
            m["room"] == room && (m["type"] == "room" || m["type"] == "error")
        })
    }

    /// Takes a seat; its token.
    pub(crate) fn sit(&mut self, room: &str, nickname: &str) -> String {
        self.say(room, "sit", json!({ "nickname": nickname }));
        self.hear("seated")["token"].as_str().unwrap().to_owned()
    }

    pub(crate) fn add_bots(&mut self, room: &str, bots: &[&str]) {
        for bot in bots {
            self.say(room, "add_bot", json!({ "bot": bot }));
        }
    }
}

/// Makes a room; its name and the token of its host.
pub(crate) fn create(server: &Server, game: &str) -> (String, String) {
    let (status, answer) = server.ask("/api/v1/rooms", &json!({ "game": game }));
    assert_eq!(status, 200, "{answer}");
    let text = |key: &str| answer[key].as_str().unwrap().to_owned();
    (text("room"), text("host"))
}

/// A page of the host of a new room.
pub(crate) fn host(server: &Server, game: &str) -> (Page, String) {
    let (room, token) = create(server, game);
    let mut page = Page::open(server);
    let joined = page.join(&room, json!({ "host": token }));
    assert_eq!(joined["you"], json!({ "seat": null, "host": true, "played": null }), "{joined}");
    (page, room)
}
