//! Another engine as a bot: any program that speaks UCI.

use std::fmt::Write as _;
use std::sync::Arc;
use std::time::{Duration, Instant};

use cozy_chess::{Board, Move};
use ludus_core::{
    Bot, BotError, BotLog, BotParam, BotSpec, Clock, Context, Decision, Exchange, Insight,
    ParamKind, Seat, SpecError,
};
use ludus_process::{Launch, ProcessError, Reason, Wait};

use super::{DEFAULT_NODES, MAX_MOVE_TIME};
use crate::game::Chess;
use crate::notation::{self, san_line};
use crate::position::{ChessVariant, to_fen};
use crate::search::Score;
use crate::text::shortened;
use crate::uci::{UciClient, UciInfo, UciOption};

/// How long an engine may take to start, and to get ready.
const START_TIMEOUT: Duration = Duration::from_secs(10);
/// How long an engine may exceed its time before it counts as hanging.
const GRACE: Duration = Duration::from_secs(2);
/// How long an engine may take to answer after `stop`.
const STOP_TIMEOUT: Duration = Duration::from_millis(500);

/// The option that an engine needs for games of Chess960.
const CHESS960_OPTION: &str = "UCI_Chess960";
/// How much of an illegal move an error quotes, in characters.
const MAX_SHOWN: usize = 20;

/// Options that are not about how an engine plays, but about the machine it plays on: they are not listed for tuning. The
/// first ones are those of the UCI protocol, like all that begin with `UCI_`; the others are those of Stockfish.
const MACHINE_OPTIONS: [&str; 10] = [
    "Hash",
    "NalimovCache",
    "MultiPV",
    "Threads",
    "Move Overhead",
    "Minimum Thinking Time",
    "Slow Mover",
    "nodestime",
    "SyzygyProbeDepth",
    "SyzygyProbeLimit",
];

/// Another engine as a bot. Its process starts with the first match, serves all further matches, and is restarted
/// after a failure.
#[derive(Debug)]
pub struct ExternalEngine {
    launch: Launch,
    options: Vec<(String, String)>,
    nodes: Option<u64>,
    depth: Option<u32>,
    time: Option<Duration>,
    /// Whether every match gets a new process.
    restart: bool,
    /// The kind of chess that the running process is set to.
    variant: ChessVariant,
    client: Option<UciClient>,
    /// Where everything goes that is said to and by the engine, if it is wanted.
    log: Option<Arc<dyn BotLog>>,
    /// How the last question was answered.
    exchange: Option<Exchange>,
}

impl ExternalEngine {
    /// The bot that a spec describes.
    ///
    /// # Errors
    /// If the program does not exist or a setting has a wrong value.
    pub fn from_spec(spec: &BotSpec) -> Result<Self, SpecError> {
        let launch = Launch::of_bot(spec)?;
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
            launch,
            options,
            nodes: spec.value("nodes", "a number of nodes")?,
            depth: spec.value("depth", "a number of plies")?,
            time: spec.value("time", "milliseconds")?.map(Duration::from_millis),
            restart: spec.value("restart", "true or false")?.unwrap_or(false),
            variant: ChessVariant::Standard,
            client: None,
            log: None,
            exchange: None,
        })
    }

    /// A client that is ready for a new game: the running one, or a new one.
    fn prepare(&mut self, game: &Chess) -> Result<UciClient, ProcessError> {
        if let Some(client) = self.client.take().filter(|_| !self.restart) {
            // An engine that exited between two games is started again.
            if let Ok(client) = self.start_game(client, game) {
                return Ok(client);
            }
        }
        let client = self.launch()?;
        self.variant = ChessVariant::Standard;
        self.start_game(client, game)
    }

    /// Prepares a client for a new game.
    fn start_game(
        &mut self,
        mut client: UciClient,
        game: &Chess,
    ) -> Result<UciClient, ProcessError> {
        if self.variant != game.variant() {
            if !client.has_option(CHESS960_OPTION) {
                let what = format!("does not play Chess960: it has no option {CHESS960_OPTION}");
                return Err(client.protocol_error(what));
            }
            self.variant = game.variant();
            let is_on = self.variant == ChessVariant::Chess960;
            client.send(&format!("setoption name {CHESS960_OPTION} value {is_on}"))?;
        }
        client.send("ucinewgame")?;
        client.wait_until_ready(START_TIMEOUT)?;
        Ok(client)
    }

    fn launch(&self) -> Result<UciClient, ProcessError> {
        let mut client = UciClient::start(&self.launch, self.log.clone(), START_TIMEOUT)?;
        // With an opening book, the engine would not play its own moves.
        if client.has_option("OwnBook") {
            client.send("setoption name OwnBook value false")?;
        }
        for (name, value) in &self.options {
            client.send(&format!("setoption name {name} value {value}"))?;
        }
        Ok(client)
    }

    /// The `go` command for a budget, and how long to wait for the answer.
    fn go(&self, seat: Seat, ctx: &Context<'_>) -> (String, Duration) {
        if let Some(clock) = ctx.clock.filter(|_| self.time.is_none()) {
            return self.go_by_clock(clock, seat, ctx.margin);
        }
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
        (go, time.unwrap_or(MAX_MOVE_TIME) + GRACE)
    }

    /// The `go` command for a clock, and how long to wait for the answer.
    fn go_by_clock(&self, clock: &Clock, seat: Seat, margin: Duration) -> (String, Duration) {
        let left = |seat: Seat| clock.left.get(seat.index()).copied().unwrap_or_default();
        let (white, black) = (left(Seat::FIRST).as_millis(), left(Seat::SECOND).as_millis());
        let increment = clock.increment.as_millis();
        let mut go = format!("go wtime {white} btime {black} winc {increment} binc {increment}");
        let flags = [
            ("movestogo", clock.moves_to_go.map(u64::from)),
            ("depth", self.depth.map(u64::from)),
            ("nodes", self.nodes),
        ];
        for (name, value) in flags {
            if let Some(value) = value {
                let _ = write!(go, " {name} {value}");
            }
        }
        (go, left(seat) + margin.min(GRACE))
    }

    fn search(
        client: &mut UciClient,
        game: &Chess,
        go: &str,
        wait: Wait<'_>,
    ) -> Result<Decision<Move>, ProcessError> {
        client.send(&position(game))?;
        client.send(go)?;
        let mut answer = EngineAnswer::default();
        client.wait_for(wait, |line| answer.update(line)).or_else(|error| match error.reason {
            Reason::Stopped(_) => {
                client.send("stop")?;
                client.wait_for(Wait::new("bestmove", STOP_TIMEOUT), |line| answer.update(line))
            }
            _ => Err(error),
        })?;
        let EngineAnswer { best_move, info } = answer;
        let played = notation::parse(game.board(), &best_move).ok();
        match played.filter(|&mv| game.board().is_legal(mv)) {
            Some(action) => Ok(Decision { action, insight: insight(game.board(), &info) }),
            None => {
                let shown = shortened(&best_move, MAX_SHOWN);
                Err(client.protocol_error(format!("played {shown:?}, which is not legal")))
            }
        }
    }
}

/// What an engine sends after `go`.
#[derive(Default)]
struct EngineAnswer {
    best_move: String,
    info: UciInfo,
}

impl EngineAnswer {
    /// Takes a line. Returns whether it is the last one.
    fn update(&mut self, line: &str) -> bool {
        self.info.update(line);
        let mut words = line.split_whitespace();
        let is_last = words.next() == Some("bestmove");
        if is_last {
            self.best_move = words.next().unwrap_or_default().to_owned();
        }
        is_last
    }
}

impl Bot<Chess> for ExternalEngine {
    fn log_to(&mut self, log: Option<Arc<dyn BotLog>>) {
        if let Some(client) = &mut self.client {
            client.log_to(log.clone());
        }
        self.log = log;
    }

    fn start(&mut self, game: &Chess, _seat: Seat) -> Result<(), BotError> {
        self.client = Some(self.prepare(game)?);
        Ok(())
    }

    fn decide(
        &mut self,
        game: &Chess,
        seat: Seat,
        ctx: &Context<'_>,
    ) -> Result<Decision<Move>, BotError> {
        let (go, timeout) = self.go(seat, ctx);
        // If anything below fails, the client is dropped, which ends the process.
        let mut client = match self.client.take() {
            Some(client) => client,
            None => self.prepare(game)?,
        };
        let wait = Wait::new("bestmove", timeout).or_stop(ctx.stop);
        let asked_at = Instant::now();
        let decision = Self::search(&mut client, game, &go, wait)?;
        let took = asked_at.elapsed();
        self.exchange = Some(Exchange { took, stderr: client.take_stderr().lines });
        self.client = Some(client);
        Ok(decision)
    }

    fn take_exchange(&mut self) -> Option<Exchange> {
        self.exchange.take()
    }

    fn waits(&self) -> bool {
        true
    }

    fn params(&mut self) -> Result<Vec<BotParam>, BotError> {
        let client = self.launch()?;
        let set = |name: &str| {
            let (_, value) = self.options.iter().find(|(known, _)| known == name)?;
            value.parse::<f64>().ok()
        };
        let param = |option: &UciOption| {
            let spin = option.spin.filter(|_| is_about_play(&option.name))?;
            Some(BotParam {
                name: option.name.clone(),
                key: format!("option.{}", option.name),
                bounds: Some((spin.min as f64, spin.max as f64)),
                value: Some(set(&option.name).unwrap_or(spin.default as f64)),
                kind: ParamKind::Integer,
            })
        };
        Ok(client.options().iter().filter_map(param).collect())
    }
}

/// Whether an option of this name changes how an engine plays.
fn is_about_play(name: &str) -> bool {
    let of_machine = MACHINE_OPTIONS.iter().any(|known| known.eq_ignore_ascii_case(name));
    !of_machine && !name.starts_with("UCI_")
}

fn insight(board: &Board, info: &UciInfo) -> Insight {
    let mut after = board.clone();
    let mut moves = Vec::new();
    for text in &info.pv {
        let Ok(mv) = notation::parse(&after, text) else { break };
        if after.try_play(mv).is_err() {
            break;
        }
        moves.push(mv);
    }
    Insight {
        score: info.score.map(Score::pawns),
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
        format!("position fen {}", to_fen(start))
    };
    let mut board = start.clone();
    for (index, &mv) in game.moves().iter().enumerate() {
        let head = if index == 0 { " moves" } else { "" };
        let _ = write!(text, "{head} {}", notation::uci_in(game.variant(), &board, mv));
        board.play_unchecked(mv);
    }
    text
}
