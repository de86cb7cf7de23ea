//! `http:url=…`: any Battlesnake server as a bot, asked with the official requests.

mod check;
mod latency;
mod servers;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use ludus_core::{
    Bot, BotError, BotErrorKind, BotLog, BotSpec, Context, Decision, Game, LogKind, MatchInfo,
    Outcome, Seat, SpecError,
};
use ureq::Agent;

pub(crate) use self::check::check;
use self::latency::Latency;
pub(crate) use self::servers::RemoteMatches;
use self::servers::{MatchServers, MoveReply};
use crate::api::{Customizations, GameRequest, MAX_SHOUT, MoveResponse, SnakeIdentity, SnakeInfo};
use crate::game::Snake;
use crate::geometry::Direction;

/// The size limit of an answer, in bytes.
const MAX_ANSWER: u64 = 1 << 16;

/// The timeout of the info request. No match is running yet.
const INFO_TIME: Duration = Duration::from_secs(2);

/// A Battlesnake server as a bot.
#[derive(Debug)]
pub struct RemoteSnake {
    url: String,
    agent: Agent,
    /// Its own time for an answer, if the bot's name gives it one.
    time: Option<Duration>,
    /// The server's answer to the info request.
    info: Option<SnakeInfo>,
    /// All current matches with servers, so that each server gets the shouts of the others.
    matches: Arc<RemoteMatches>,
    /// The servers of this bot's match.
    servers: Arc<MatchServers>,
    /// The id of the match. To the server every match is a new game.
    game_id: String,
    /// The names of the snakes, by seat.
    names: Vec<String>,
    /// How fast the server answers.
    latency: Latency,
    /// Where requests and answers go, if they are wanted.
    log: Option<Arc<dyn BotLog>>,
}

impl RemoteSnake {
    /// The bot with these settings. `matches` are all current matches with servers.
    ///
    /// # Errors
    /// If the address is not valid.
    pub(crate) fn from_spec(
        spec: &BotSpec,
        matches: &Arc<RemoteMatches>,
    ) -> Result<Self, SpecError> {
        let url = spec.get("url").unwrap_or_default().trim_end_matches('/');
        let rest = url.strip_prefix("http://").or_else(|| url.strip_prefix("https://"));
        let host = rest.and_then(|rest| rest.split('/').next());
        if host.is_none_or(|host| host.is_empty() || host.contains(char::is_whitespace)) {
            return Err(spec.bad_value("url", "an address like http://127.0.0.1:8000"));
        }
        let allowed = "a number of milliseconds from 1 on";
        let time = spec.value::<u32>("time", allowed)?;
        if time == Some(0) {
            return Err(spec.bad_value("time", allowed));
        }
        // Redirects and proxies would cost time that a snake does not have.
        let config = Agent::config_builder().proxy(None).max_redirects(0).no_delay(true).build();
        Ok(Self {
            url: url.to_owned(),
            time: time.map(|ms| Duration::from_millis(ms.into())),
            agent: Agent::new_with_config(config),
            info: None,
            matches: Arc::clone(matches),
            servers: Arc::default(),
            game_id: String::new(),
            names: Vec::new(),
            latency: Latency::default(),
            log: None,
        })
    }

    /// Sends the official info request, `GET /`, unless the answer is already known.
    fn ask_info(&mut self) -> Result<&SnakeInfo, BotError> {
        if self.info.is_none() {
            let url = format!("{}/", self.url);
            let get = || {
                let call = self.agent.get(&url).config().timeout_global(Some(INFO_TIME)).build();
                call.call()?.body_mut().with_config().limit(MAX_ANSWER).read_to_string()
            };
            self.record(LogKind::Sent, || "GET /".to_owned());
            let text = self.answered(&url, INFO_TIME, get())?;
            let info: SnakeInfo = serde_json::from_str(&text).map_err(|error| {
                BotError::new(format!("{url} does not answer as a Battlesnake: {error}"))
            })?;
            if info.apiversion != "1" {
                let version = &info.apiversion;
                let text = format!("{url} speaks version {version:?} of the API, not \"1\"");
                return Err(BotError::new(text));
            }
            self.info = Some(info);
        }
        self.info
            .as_ref()
            .ok_or_else(|| BotError::new("the server has not answered the info request"))
    }

    /// The time for an answer: that of the rules, or the bot's own or what the clock leaves if that is shorter. The budget
    /// of the other bots does not matter: a server plays with the timeout that its rules promise.
    fn timeout(&self, game: &Snake, clock: Option<Duration>) -> Duration {
        let most = rules_timeout(game);
        let time = self.time.map_or(most, |time| time.min(most));
        clock.map_or(time, |left| left.min(time)).max(Duration::from_millis(1))
    }

    /// The official request for this position.
    fn request(&self, game: &Snake, seat: Seat, timeout: Duration) -> GameRequest {
        let identities = self.servers.identities(&self.names, game.seats(), game.turn());
        let mut request = GameRequest::of(game, seat, &self.game_id, &identities);
        request.game.timeout = timeout.as_millis().try_into().unwrap_or(u32::MAX);
        request
    }

    /// Sends a request and reads the answer, all within the timeout.
    fn post(
        &self,
        what: &str,
        request: &GameRequest,
        timeout: Duration,
    ) -> Result<String, BotError> {
        let url = format!("{}/{what}", self.url);
        let send = || {
            let call = self.agent.post(&url).config().timeout_global(Some(timeout)).build();
            call.send_json(request)?.body_mut().with_config().limit(MAX_ANSWER).read_to_string()
        };
        self.record(LogKind::Sent, || {
            format!("POST /{what} {}", serde_json::to_string(request).unwrap_or_default())
        });
        self.answered(&url, timeout, send())
    }

    /// The text of an answer, or why there is none; the log gets either.
    fn answered(
        &self,
        url: &str,
        timeout: Duration,
        answer: Result<String, ureq::Error>,
    ) -> Result<String, BotError> {
        let answer = answer.map_err(|error| failed(url, timeout, error));
        match &answer {
            Ok(text) => self.record(LogKind::Received, || text.clone()),
            Err(error) => self.record(LogKind::Note, || error.to_string()),
        }
        answer
    }

    /// Records something, if there is a log that takes it.
    fn record(&self, kind: LogKind, text: impl FnOnce() -> String) {
        if let Some(log) = self.log.as_ref().filter(|log| !log.is_full()) {
            log.record(kind, &text());
        }
    }

    fn ask(
        &self,
        request: &GameRequest,
        timeout: Duration,
    ) -> Result<(Direction, String), BotError> {
        let text = self.post("move", request, timeout)?;
        let answer: MoveResponse = serde_json::from_str(&text)
            .map_err(|error| BotError::new(format!("{}/move: {error}", self.url)))?;
        let unknown = || format!("{}/move: there is no move {:?}", self.url, answer.direction);
        let direction = answer.direction.parse().map_err(|_| BotError::new(unknown()))?;
        Ok((direction, answer.shout.unwrap_or_default().chars().take(MAX_SHOUT).collect()))
    }
}

/// The error of a failed call.
fn failed(url: &str, timeout: Duration, error: ureq::Error) -> BotError {
    match error {
        ureq::Error::Timeout(_) => {
            let within = timeout.as_millis();
            let text = format!("{url} did not answer within {within} ms");
            BotError::of_kind(BotErrorKind::Time, text)
        }
        error => BotError::new(format!("{url}: {error}")),
    }
}

/// The timeout of the rules.
fn rules_timeout(game: &Snake) -> Duration {
    Duration::from_millis(game.rules().timeout.max(1).into())
}

/// An id that no other match of this process has.
fn fresh_id() -> String {
    static MATCHES: AtomicU64 = AtomicU64::new(1);
    let number = MATCHES.fetch_add(1, Ordering::Relaxed);
    format!("ludus-{}-{number}", std::process::id())
}

impl Bot<Snake> for RemoteSnake {
    fn check(&mut self) -> Result<(), BotError> {
        self.ask_info().map(drop)
    }

    fn log_to(&mut self, log: Option<Arc<dyn BotLog>>) {
        self.log = log;
    }

    fn introduce(&mut self, info: &MatchInfo<'_>) {
        info.id.clone_into(&mut self.game_id);
        info.labels.clone_into(&mut self.names);
    }

    fn start(&mut self, game: &Snake, seat: Seat) -> Result<(), BotError> {
        // Without an introduction, the match gets its own id.
        if self.names.is_empty() {
            self.game_id = fresh_id();
        }
        self.servers = self.matches.join(&self.game_id);
        let looks = self.ask_info().map(|info| SnakeIdentity {
            author: info.author.clone(),
            customizations: Customizations {
                color: info.color.clone(),
                head: info.head.clone(),
                tail: info.tail.clone(),
            },
            ..SnakeIdentity::default()
        });
        // A server that does not answer the info request can still play.
        self.servers.seat(seat, looks.unwrap_or_default());
        let timeout = rules_timeout(game);
        self.post("start", &self.request(game, seat, timeout), timeout).map(drop)
    }

    fn decide(
        &mut self,
        game: &Snake,
        seat: Seat,
        ctx: &Context<'_>,
    ) -> Result<Decision<Direction>, BotError> {
        let left = ctx.clock.and_then(|clock| clock.left.get(seat.index()).copied());
        // The API knows no clocks: a server gets its share of the clock as timeout, and has all of it before it is late.
        let share = ctx.clock.map(|clock| clock.thinking_time(seat));
        let request = self.request(game, seat, self.timeout(game, share));
        let asked_at = Instant::now();
        let answer = self.ask(&request, self.timeout(game, left));
        // In the API, a latency of 0 means a timeout.
        let (latency, shout) = match &answer {
            Ok((_, shout)) => {
                let took = asked_at.elapsed();
                self.latency.add(took);
                (took, shout.clone())
            }
            Err(_) => (Duration::ZERO, String::new()),
        };
        let latency = latency.as_millis().try_into().unwrap_or(u32::MAX);
        self.servers.said(seat, MoveReply { turn: game.turn(), latency, shout });
        answer.map(|(direction, _)| Decision::bare(direction))
    }

    fn end(&mut self, game: &Snake, seat: Seat, _: Option<&Outcome>) {
        let timeout = rules_timeout(game);
        // The match is over, so an error no longer matters.
        let _ = self.post("end", &self.request(game, seat, timeout), timeout);
        self.names.clear();
    }

    fn waits(&self) -> bool {
        true
    }

    fn time_for(&self, game: &Snake, _budget: Duration) -> Duration {
        self.timeout(game, None)
    }

    fn remark(&self) -> Option<String> {
        self.latency.remark().map(str::to_owned)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::SnakeRules;

    fn remote(text: &str) -> Result<RemoteSnake, SpecError> {
        RemoteSnake::from_spec(&text.parse().unwrap(), &Arc::default())
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
    fn a_server_has_the_timeout_of_the_rules_or_its_own_time() {
        let game = Snake::from_drawing(&SnakeRules::default(), ". A .\n. ^ .\n. . .").unwrap();
        let (ms, url) = (Duration::from_millis, "http:url=http://a");
        let budget = ms(50);
        assert_eq!(remote(url).unwrap().time_for(&game, budget), ms(500));
        let own = remote(&format!("{url},time=80")).unwrap();
        assert_eq!(own.time_for(&game, budget), ms(80));
        assert_eq!(own.timeout(&game, Some(ms(20))), ms(20), "what its clock leaves");
        let long = remote(&format!("{url},time=9000")).unwrap();
        assert_eq!(long.time_for(&game, budget), ms(500));
        for bad in ["time=0", "time=x"] {
            assert!(
                matches!(remote(&format!("{url},{bad}")), Err(SpecError::Value { .. })),
                "{bad}"
            );
        }
    }

    #[test]
    fn every_match_is_another_game() {
        assert_ne!(fresh_id(), fresh_id());
    }
}
