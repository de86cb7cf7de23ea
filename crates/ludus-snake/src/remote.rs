//! `http:url=…`: any Battlesnake server as a bot, asked with the official requests.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use ludus_core::{Bot, BotError, BotSpec, Context, Decision, Game, Outcome, Seat, SpecError};
use ureq::Agent;

use crate::api::{Identity, MAX_SHOUT, MoveResponse, Request};
use crate::game::Snake;
use crate::geometry::Direction;

/// The largest answer that is read, in bytes.
const MAX_ANSWER: u64 = 1 << 16;

/// A Battlesnake server as a bot.
#[derive(Debug)]
pub struct Remote {
    url: String,
    agent: Agent,
    /// The identity of the match: every match is another game to the server.
    game_id: String,
    /// What the server last did, as it is told with the next request.
    latency: Duration,
    shout: String,
}

impl Remote {
    /// The bot that these settings name.
    ///
    /// # Errors
    /// If the address is none.
    pub fn from_spec(spec: &BotSpec) -> Result<Self, SpecError> {
        let url = spec.get("url").unwrap_or_default().trim_end_matches('/');
        let rest = url.strip_prefix("http://").or_else(|| url.strip_prefix("https://"));
        let host = rest.and_then(|rest| rest.split('/').next());
        if host.is_none_or(|host| host.is_empty() || host.contains(char::is_whitespace)) {
            return Err(spec.bad_value("url", "an address like http://127.0.0.1:8000"));
        }
        // Redirects and proxies would only cost time that the snake does not have.
        let config = Agent::config_builder().proxy(None).max_redirects(0).build();
        Ok(Self {
            url: url.to_owned(),
            agent: Agent::new_with_config(config),
            game_id: String::new(),
            latency: Duration::ZERO,
            shout: String::new(),
        })
    }

    /// The official request about this position.
    fn request(&self, game: &Snake, seat: Seat, timeout: Duration) -> Request {
        let mut identities = Identity::by_seat(game.seats());
        if let Some(own) = identities.get_mut(seat.index()) {
            own.latency = self.latency.as_millis().try_into().unwrap_or(u32::MAX);
            own.shout.clone_from(&self.shout);
        }
        let mut request = Request::of(game, seat, &self.game_id, &identities);
        request.game.timeout = timeout.as_millis().try_into().unwrap_or(u32::MAX);
        request
    }

    /// Sends a request and reads the answer, all within the timeout.
    fn post(&self, what: &str, request: &Request, timeout: Duration) -> Result<String, BotError> {
        let url = format!("{}/{what}", self.url);
        let send = || {
            let call = self.agent.post(&url).config().timeout_global(Some(timeout)).build();
            call.send_json(request)?.body_mut().with_config().limit(MAX_ANSWER).read_to_string()
        };
        send().map_err(|error| match error {
            ureq::Error::Timeout(_) => BotError::new(format!(
                "timeout: {url} has not answered within {} ms",
                timeout.as_millis()
            )),
            error => BotError::new(format!("{url}: {error}")),
        })
    }

    fn ask(&mut self, request: &Request, timeout: Duration) -> Result<Direction, BotError> {
        let text = self.post("move", request, timeout)?;
        let answer: MoveResponse = serde_json::from_str(&text)
            .map_err(|error| BotError::new(format!("{}/move: {error}", self.url)))?;
        self.shout = answer.shout.unwrap_or_default().chars().take(MAX_SHOUT).collect();
        let unknown = || format!("{}/move: there is no move {:?}", self.url, answer.direction);
        answer.direction.parse().map_err(|_| BotError::new(unknown()))
    }
}

/// The time that a server has: that of the rules, or less if the match allows less.
fn timeout(game: &Snake, budget: Option<Duration>) -> Duration {
    let rules = Duration::from_millis(game.rules().timeout.into());
    budget.map_or(rules, |time| time.min(rules)).max(Duration::from_millis(1))
}

/// An identity that no other match of this program has, and hardly one of another.
fn fresh_id() -> String {
    static MATCHES: AtomicU64 = AtomicU64::new(1);
    let number = MATCHES.fetch_add(1, Ordering::Relaxed);
    format!("ludus-{}-{number}", std::process::id())
}

impl Bot<Snake> for Remote {
    fn start(&mut self, game: &Snake, seat: Seat) -> Result<(), BotError> {
        self.game_id = fresh_id();
        self.latency = Duration::ZERO;
        self.shout.clear();
        let timeout = timeout(game, None);
        self.post("start", &self.request(game, seat, timeout), timeout).map(drop)
    }

    fn decide(
        &mut self,
        game: &Snake,
        seat: Seat,
        ctx: &Context<'_>,
    ) -> Result<Decision<Direction>, BotError> {
        let timeout = timeout(game, ctx.budget.time);
        let request = self.request(game, seat, timeout);
        let asked_at = Instant::now();
        let answer = self.ask(&request, timeout);
        // The API tells a snake about its timeouts with a latency of 0.
        self.latency = if answer.is_ok() { asked_at.elapsed() } else { Duration::ZERO };
        answer.map(Decision::bare)
    }

    fn end(&mut self, game: &Snake, seat: Seat, _: &Outcome) {
        let timeout = timeout(game, None);
        // The match is over: nobody is helped by an error now.
        let _ = self.post("end", &self.request(game, seat, timeout), timeout);
    }

    fn waits(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn remote(text: &str) -> Result<Remote, SpecError> {
        Remote::from_spec(&text.parse().unwrap())
    }

    #[test]
    fn an_address_is_http_with_a_host() {
        assert_eq!(remote("http:url=http://127.0.0.1:8000/").unwrap().url, "http://127.0.0.1:8000");
        let nested = remote("mine=http:url=https://example.org/snakes/a=b,c").unwrap();
        assert_eq!(nested.url, "https://example.org/snakes/a=b,c");
        for bad in ["http:url=127.0.0.1:8000", "http:url=ftp://a", "http:url=http://", "http:url="]
        {
            assert!(matches!(remote(bad), Err(SpecError::Value { .. })), "{bad}");
        }
    }

    #[test]
    fn every_match_is_another_game() {
        assert_ne!(fresh_id(), fresh_id());
    }
}
