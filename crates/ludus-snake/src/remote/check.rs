//! What `ludus check` asks of a Battlesnake server.

use std::thread;
use std::time::Duration;

use ludus_core::{BotSpec, Check, CheckFailure, CheckPosition};
use serde_json::{Value, json};
use ureq::Agent;

use super::MAX_ANSWER;
use crate::api::{GameRequest, MoveResponse, SnakeIdentity};
use crate::game::Snake;
use crate::geometry::Direction;

/// How long an answer may take. Whether it is fast enough for a match is another check.
const PATIENCE: Duration = Duration::from_secs(2);
/// How many games are played at the same time.
const GAMES: usize = 4;
/// How many moves each of them has.
const MOVES: usize = 5;

/// Checks the server that a bot names.
pub(crate) fn check(
    spec: &BotSpec,
    positions: &[CheckPosition<Snake>],
    report: &mut dyn FnMut(Check),
) {
    let url = spec.get("url").unwrap_or_default().trim_end_matches('/').to_owned();
    let config = Agent::config_builder()
        .proxy(None)
        .max_redirects(0)
        .http_status_as_error(false)
        .timeout_global(Some(PATIENCE))
        .build();
    let server = ServerCheck { url, agent: Agent::new_with_config(config) };
    let Some(position) = positions.first() else { return };
    let request = request(position, "check");
    report(server.calls(&request));
    report(server.moves("ignores unknown fields", &with_unknown(request.clone())));
    report(server.moves("bears missing optional fields", &without_optional(request.clone())));
    report(server.many_games(positions));
    report(server.bad_requests(&request));
}

/// A server while it is checked.
struct ServerCheck {
    url: String,
    agent: Agent,
}

impl ServerCheck {
    /// `start`, `move` and `end` of one game.
    fn calls(&self, request: &Value) -> Check {
        let name = "start, move, end";
        for what in ["start", "move", "end"] {
            match self.post(what, &request.to_string()) {
                Ok((200, body)) if what != "move" || is_move(&body) => {}
                answer => {
                    return Check::failed(name, self.failure(what, &request.to_string(), answer));
                }
            }
        }
        Check::passed(name, "")
    }

    /// One `move` with this request.
    fn moves(&self, name: &str, request: &Value) -> Check {
        match self.post("move", &request.to_string()) {
            Ok((200, body)) if is_move(&body) => Check::passed(name, ""),
            answer => Check::failed(name, self.failure("move", &request.to_string(), answer)),
        }
    }

    /// Several games at the same time, as a public server plays them.
    fn many_games(&self, positions: &[CheckPosition<Snake>]) -> Check {
        let name = format!("{GAMES} games at once");
        let play = |game: usize| {
            positions.iter().take(MOVES).find_map(|position| {
                let request = request(position, &format!("check-{game}"));
                let check = self.moves("", &request);
                check.is_failed().then_some(check.result)
            })
        };
        let failed = thread::scope(|scope| {
            let play = &play;
            let games: Vec<_> = (0..GAMES).map(|game| scope.spawn(move || play(game))).collect();
            games.into_iter().find_map(|game| game.join().ok().flatten())
        });
        match failed {
            None => Check::passed(name, ""),
            Some(result) => Check { name, result },
        }
    }

    /// Requests that make no sense, and then one that does.
    fn bad_requests(&self, request: &Value) -> Check {
        let name = "survives bad requests";
        for (what, body) in [("move", "this is not JSON"), ("move", "{}"), ("nothing-here", "{}")] {
            // Whatever it answers: it must still be there.
            let _ = self.post(what, body);
        }
        match self.post("move", &request.to_string()) {
            Ok((200, body)) if is_move(&body) => Check::passed(name, ""),
            answer => Check::failed(name, self.failure("move after bad requests", "", answer)),
        }
    }

    fn post(&self, what: &str, body: &str) -> Result<(u16, String), String> {
        let url = format!("{}/{what}", self.url);
        let send = || {
            let call = self.agent.post(&url).header("Content-Type", "application/json");
            let mut answer = call.send(body)?;
            let text = answer.body_mut().with_config().limit(MAX_ANSWER).read_to_string()?;
            Ok((answer.status().as_u16(), text))
        };
        send().map_err(|error: ureq::Error| error.to_string())
    }

    fn failure(
        &self,
        what: &str,
        body: &str,
        answer: Result<(u16, String), String>,
    ) -> CheckFailure {
        let received = match answer {
            Ok((status, text)) => format!("status {status}: {text}"),
            Err(error) => error,
        };
        let advice = match what {
            "start" | "end" => "answer with status 200; the body does not matter",
            _ => "answer with status 200 and {\"move\":\"up\"}, one of up, down, left, right",
        };
        CheckFailure::new(format!("POST {}/{what} {body}", self.url), received, advice)
    }
}

fn is_move(body: &str) -> bool {
    let answer: Result<MoveResponse, _> = serde_json::from_str(body);
    answer.is_ok_and(|answer| answer.direction.parse::<Direction>().is_ok())
}

/// The official request for a position.
fn request(position: &CheckPosition<Snake>, id: &str) -> Value {
    let CheckPosition { game, seat } = position;
    let identities = SnakeIdentity::by_seat(ludus_core::Game::seats(game));
    serde_json::to_value(GameRequest::of(game, *seat, id, &identities)).unwrap_or_default()
}

/// The request with fields that no version of the API has.
fn with_unknown(mut request: Value) -> Value {
    request["x-check"] = json!({ "a": [1, null, "é"] });
    request["board"]["x-check"] = json!(true);
    request["you"]["x-check"] = json!(1.5);
    request
}

/// The request without what older servers leave out.
fn without_optional(mut request: Value) -> Value {
    if let Some(game) = request["game"].as_object_mut() {
        game.remove("map");
        game.remove("source");
    }
    if let Some(you) = request["you"].as_object_mut() {
        for field in ["customizations", "squad", "shout", "latency"] {
            you.remove(field);
        }
    }
    request
}
