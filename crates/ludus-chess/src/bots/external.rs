//! Another program as a bot: any engine that speaks UCI.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use cozy_chess::{Board, Move};
use ludus_core::{Bot, BotError, BotSpec, Context, Decision, Insight, Seat, SpecError};
use ludus_process::{ProcessError, Reason, Wait};

use super::{DEFAULT_NODES, LONGEST};
use crate::game::Chess;
use crate::notation::{self, san_line};
use crate::text::shortened;
use crate::uci::{Client, Info, find_program};

/// How long an engine may take to start and to get ready.
const PATIENCE: Duration = Duration::from_secs(10);
/// What an engine is given on top of its time before it counts as hanging.
const GRACE: Duration = Duration::from_secs(2);
/// How long an engine may take to answer after `stop`.
const TO_STOP: Duration = Duration::from_millis(500);

/// Another program as a bot. It is started for the first match, hears of every new one, and is started
/// again after it failed.
#[derive(Debug)]
pub struct External {
    program: PathBuf,
    arguments: Vec<String>,
    options: Vec<(String, String)>,
    nodes: Option<u64>,
    depth: Option<u32>,
    time: Option<Duration>,
    /// Whether every match gets a process of its own.
    restart: bool,
    client: Option<Client>,
}

impl External {
    /// The bot that these settings name.
    ///
    /// # Errors
    /// If the program does not exist or a setting has a value that it cannot have.
    pub fn from_spec(spec: &BotSpec) -> Result<Self, SpecError> {
        let mut words = spec.get("cmd").unwrap_or_default().split_whitespace();
        let name = words.next().ok_or_else(|| spec.bad_value("cmd", "a program"))?;
        let program = find_program(name)
            .map_err(|reason| SpecError::Source { bot: spec.name().to_owned(), reason })?;
        let mut options = Vec::new();
        if let Some(elo) = spec.value::<u32>("elo", "a number like 1500")? {
            options.push(("UCI_LimitStrength".to_owned(), "true".to_owned()));
            options.push(("UCI_Elo".to_owned(), elo.to_string()));
        }
        let named = spec.settings().filter_map(|(key, value)| {
            key.strip_prefix("option.").map(|name| (name.to_owned(), value.to_owned()))
        });
        options.extend(named);
        Ok(Self {
            program,
            arguments: words.map(str::to_owned).collect(),
            options,
            nodes: spec.value("nodes", "a number of positions")?,
            depth: spec.value("depth", "a number of moves")?,
            time: spec.value("time", "milliseconds")?.map(Duration::from_millis),
            restart: spec.value("restart", "true or false")?.unwrap_or(false),
            client: None,
        })
    }

    /// A client that is ready for a new game: the running one, or a new one.
    fn prepare(&mut self) -> Result<Client, ProcessError> {
        if let Some(client) = self.client.take().filter(|_| !self.restart) {
            // One that ended between two games is started again.
            if let Ok(client) = renew(client) {
                return Ok(client);
            }
        }
        renew(self.launch()?)
    }

    fn launch(&self) -> Result<Client, ProcessError> {
        let mut client = Client::start(&self.program, &self.arguments, PATIENCE)?;
        // A book would hide what the engine can do.
        if client.has_option("OwnBook") {
            client.say("setoption name OwnBook value false")?;
        }
        for (name, value) in &self.options {
            client.say(&format!("setoption name {name} value {value}"))?;
        }
        Ok(client)
    }

    /// The `go` command for a budget, and how long an answer may take.
    fn go(&self, ctx: &Context<'_>) -> (String, Duration) {
        let left = ctx.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
        let time = self.time.or(left).or(ctx.budget.time);
        let depth = self.depth.or(ctx.budget.depth);
        let nodes = self.nodes.or(ctx.budget.nodes);
        let mut go = "go".to_owned();
        if let Some(depth) = depth {
            let _ = write!(go, " depth {depth}");
        }
        if let Some(nodes) = nodes.or((depth.is_none() && time.is_none()).then_some(DEFAULT_NODES))
        {
            let _ = write!(go, " nodes {nodes}");
        }
        if let Some(time) = time {
            let _ = write!(go, " movetime {}", time.as_millis().max(1));
        }
        (go, time.unwrap_or(LONGEST) + GRACE)
    }

    fn think(
        client: &mut Client,
        game: &Chess,
        go: &str,
        wait: Wait<'_>,
    ) -> Result<Decision<Move>, ProcessError> {
        client.say(&position(game))?;
        client.say(go)?;
        let mut answer = Answer::default();
        client.wait_for(wait, |line| answer.read(line)).or_else(|error| match error.reason {
            Reason::Stopped(_) => {
                client.say("stop")?;
                client.wait_for(Wait::new("bestmove", TO_STOP), |line| answer.read(line))
            }
            _ => Err(error),
        })?;
        let Answer { best, info } = answer;
        let played = notation::parse(game.board(), &best).ok();
        match played.filter(|&mv| game.board().is_legal(mv)) {
            Some(action) => Ok(Decision { action, insight: insight(game.board(), &info) }),
            None => {
                let shown = shortened(&best, 20);
                Err(client.refuse(format!("played {shown:?}, which is not legal")))
            }
        }
    }
}

/// Gets a client ready for a new game.
fn renew(mut client: Client) -> Result<Client, ProcessError> {
    client.say("ucinewgame")?;
    client.ready(PATIENCE)?;
    Ok(client)
}

/// What an engine says after `go`.
#[derive(Default)]
struct Answer {
    best: String,
    info: Info,
}

impl Answer {
    /// Takes a line; whether it is the last one.
    fn read(&mut self, line: &str) -> bool {
        self.info.read(line);
        let mut words = line.split_whitespace();
        let answered = words.next() == Some("bestmove");
        if answered {
            self.best = words.next().unwrap_or_default().to_owned();
        }
        answered
    }
}

/// The error for a report: the reason in one line, and the engine's last words.
fn bot_error(error: ProcessError) -> BotError {
    let text = error.to_string();
    let reason = if error.is_timeout() { BotError::timeout(text) } else { BotError::new(text) };
    reason.with_stderr(error.stderr)
}

impl Bot<Chess> for External {
    fn start(&mut self, _game: &Chess, _seat: Seat) -> Result<(), BotError> {
        self.client = Some(self.prepare().map_err(bot_error)?);
        Ok(())
    }

    fn decide(
        &mut self,
        game: &Chess,
        _seat: Seat,
        ctx: &Context<'_>,
    ) -> Result<Decision<Move>, BotError> {
        let (go, patience) = self.go(ctx);
        // Taken out: whatever goes wrong below, the client is dropped and the process ended.
        let mut client = match self.client.take() {
            Some(client) => client,
            None => self.prepare().map_err(bot_error)?,
        };
        let wait = Wait::new("bestmove", patience).or_stop(ctx.stop);
        let decision = Self::think(&mut client, game, &go, wait).map_err(bot_error)?;
        self.client = Some(client);
        Ok(decision)
    }

    fn waits(&self) -> bool {
        true
    }
}

fn insight(board: &Board, info: &Info) -> Insight {
    let mut after = board.clone();
    let mut moves = Vec::new();
    for text in &info.line {
        let Ok(mv) = notation::parse(&after, text) else { break };
        if after.try_play(mv).is_err() {
            break;
        }
        moves.push(mv);
    }
    Insight {
        score: info.value.map(crate::search::Value::pawns),
        depth: info.depth,
        nodes: info.nodes,
        terms: Vec::new(),
        line: san_line(board, &moves),
    }
}

/// The `position` command for a game.
fn position(game: &Chess) -> String {
    let start = game.start();
    let mut text = if *start == Board::default() {
        "position startpos".to_owned()
    } else {
        format!("position fen {start}")
    };
    let mut board = start.clone();
    for (index, &mv) in game.moves().iter().enumerate() {
        let head = if index == 0 { " moves" } else { "" };
        let _ = write!(text, "{head} {}", notation::uci(&board, mv));
        board.play_unchecked(mv);
    }
    text
}
