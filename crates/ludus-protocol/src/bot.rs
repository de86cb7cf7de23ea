//! A program as a bot of any game.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use ludus_core::text::shown;
use ludus_core::{
    Bot, BotError, BotErrorKind, BotInfo, BotKey, BotLog, BotParam, BotSpec, Clock, Context,
    Decision, Exchange, Game, MatchInfo, Origin, Outcome, ParamKind, Seat, SpecError,
};
use ludus_process::{KEYS as PROGRAM_KEYS, Launch, Process, ProcessError};
use serde::{Serialize, Serializer};
use serde_json::Value;

use crate::conversation::{Conversation, TurnReply, TurnTime};
use crate::message::{End, Start, StartClock, Turn};
use crate::param::{self, Param};
use crate::transport::Transport;

/// How much longer the first answer of a match may take. This time is not charged: a program may have to load something.
const FIRST_TURN: Duration = Duration::from_secs(1);
/// How long an answer may take if no time limits it.
const UNLIMITED: Duration = Duration::from_secs(60);
/// The longest margin that is waited for. Where answers are never late, the margin is endless.
const MAX_MARGIN: Duration = Duration::from_secs(60);

/// The prefix of the keys that set a program's parameters.
const PARAM: &str = "param.";

/// How many keys there are.
const KEY_COUNT: usize = 2 + PROGRAM_KEYS.len();

/// The keys of a program.
const KEYS: [BotKey; KEY_COUNT] = BotKey::followed_by(
    &[
        BotKey::required("cmd", "the program and its arguments, with quotes as in a shell"),
        BotKey::optional("param.NAME", "a parameter that the program offers: param.holes=-7"),
    ],
    PROGRAM_KEYS,
);

/// The entry in the list of bots of every game.
pub const INFO: BotInfo =
    BotInfo::new("proc", "your program, in any language: docs/BOT-PROTOCOL.md", &KEYS)
        .made_of(Origin::Program);

/// Starts the program, or reaches it in another way.
type OpenTransport<T> = Box<dyn FnMut() -> Result<T, ProcessError> + Send>;

/// A program as a bot. The program is started with the first match and plays all further ones. After an error, or if it
/// still owes an answer, it is started again for the next match.
pub struct ProtocolBot<G: Game, T: Transport = Process> {
    open: OpenTransport<T>,
    params: Vec<(String, f64)>,
    conversation: Option<Conversation<T>>,
    /// What is known about the match that is about to begin.
    introduction: Option<Introduction>,
    /// The identity of the match.
    id: String,
    /// Whether the program has not been asked in this match.
    is_first_turn: bool,
    exchange: Option<Exchange>,
    /// The legal actions of the last question.
    legal: Vec<G::Action>,
    /// Where everything goes that is said, if it is wanted.
    log: Option<Arc<dyn BotLog>>,
}

impl<G: Game, T: Transport> fmt::Debug for ProtocolBot<G, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ProtocolBot").field("params", &self.params).field("id", &self.id).finish()
    }
}

/// A match as the program gets to know it.
struct Introduction {
    id: String,
    labels: Vec<String>,
    rules: Value,
    clock: Option<Clock>,
}

impl Introduction {
    /// For a match that was not introduced, because a recorded decision is re-run.
    fn unknown() -> Self {
        static COUNT: AtomicU64 = AtomicU64::new(1);
        let id = format!("x{}", COUNT.fetch_add(1, Ordering::Relaxed));
        Self { id, labels: Vec::new(), rules: Value::Null, clock: None }
    }
}

impl<G: Game> ProtocolBot<G> {
    /// The bot that a spec describes.
    ///
    /// # Errors
    /// If the program does not exist, or a setting has a wrong value.
    pub fn from_spec(spec: &BotSpec) -> Result<Self, SpecError> {
        let launch = Launch::of_bot(spec)?;
        let mut params = Vec::new();
        for (name, value) in spec.family(PARAM) {
            let number = value.parse::<f64>().ok().filter(|number| number.is_finite());
            let bad = || spec.bad_value(&format!("{PARAM}{name}"), "a number");
            params.push((name.to_owned(), number.ok_or_else(bad)?));
        }
        Ok(Self::new(Box::new(move || launch.start()), params))
    }
}

impl<G: Game, T: Transport> ProtocolBot<G, T> {
    /// A bot that reaches its program with `open`, and sets these parameters.
    #[must_use]
    pub fn new(open: OpenTransport<T>, params: Vec<(String, f64)>) -> Self {
        Self {
            open,
            params,
            conversation: None,
            introduction: None,
            id: String::new(),
            is_first_turn: true,
            exchange: None,
            legal: Vec::new(),
            log: None,
        }
    }

    /// A conversation that is ready for a match: the one there is, or a new one.
    fn connect(&mut self) -> Result<&mut Conversation<T>, BotError> {
        let kept = self.conversation.take().and_then(Conversation::into_usable);
        let conversation = match kept {
            Some(conversation) => conversation,
            None => {
                let mut transport = (self.open)().map_err(start_error)?;
                transport.log_to(self.log.clone());
                let mut conversation = Conversation::open(transport, G::NAME)?;
                param::set(&mut conversation.ready_mut().params, &self.params)
                    .map_err(|error| BotError::new(format!("the program {error}")))?;
                conversation
            }
        };
        Ok(self.conversation.insert(conversation))
    }
}

/// A program that does not start.
fn start_error(error: ProcessError) -> BotError {
    BotError::new(error.to_string()).with_stderr(error.stderr)
}

impl<G: Game, T: Transport> Bot<G> for ProtocolBot<G, T> {
    fn check(&mut self) -> Result<(), BotError> {
        self.connect().map(drop)
    }

    fn log_to(&mut self, log: Option<Arc<dyn BotLog>>) {
        if let Some(conversation) = &mut self.conversation {
            conversation.log_to(log.clone());
        }
        self.log = log;
    }

    fn params(&mut self) -> Result<Vec<BotParam>, BotError> {
        let listed = |param: &Param| BotParam {
            name: param.name.clone(),
            key: format!("{PARAM}{}", param.name),
            bounds: Some((param.min, param.max)),
            value: Some(param.value),
            kind: ParamKind::Real,
        };
        Ok(self.connect()?.ready().params.iter().map(listed).collect())
    }

    fn introduce(&mut self, info: &MatchInfo<'_>) {
        self.introduction = Some(Introduction {
            id: info.id.to_owned(),
            labels: info.labels.to_vec(),
            rules: info.rules.clone(),
            clock: info.clock.cloned(),
        });
    }

    fn start(&mut self, game: &G, seat: Seat) -> Result<(), BotError> {
        let about = self.introduction.take().unwrap_or_else(Introduction::unknown);
        self.is_first_turn = true;
        self.exchange = None;
        self.id.clone_from(&about.id);
        let conversation = self.connect()?;
        let params = conversation.ready().params.clone();
        conversation.start(&Start {
            id: &about.id,
            seat,
            seats: game.seats(),
            labels: &about.labels,
            rules: &about.rules,
            clock: about.clock.as_ref().and_then(|clock| StartClock::of(clock, seat)),
            params: &params,
        })
    }

    fn decide(
        &mut self,
        game: &G,
        seat: Seat,
        ctx: &Context<'_>,
    ) -> Result<Decision<G::Action>, BotError> {
        let Some(conversation) = &mut self.conversation else {
            // Why it does not run was reported when the match began.
            return Err(BotError::new("the program does not run").repeated());
        };
        game.legal(seat, &mut self.legal);
        let grace = if self.is_first_turn { FIRST_TURN } else { Duration::ZERO };
        self.is_first_turn = false;
        let turn = Turn {
            id: &self.id,
            turn: game.turn() + 1,
            seed: ctx.seed,
            state: game.view(seat),
            last: ctx.last,
            legal: LegalTexts { game, seat, actions: &self.legal },
            budget: ctx.budget,
            left_ms: ctx.clock.map(|clock| clock.left.as_slice()),
        };
        let time = TurnTime { patience: patience(seat, ctx) + grace, stop: ctx.stop };
        let TurnReply { act, took, stderr } = conversation.turn(&turn, time);
        self.exchange = Some(Exchange { took: took.saturating_sub(grace), stderr });
        let act = act?;
        match game.parse(seat, &act.action) {
            Ok(action) => Ok(Decision { action, insight: act.insight }),
            Err(_) => Err(BotError::of_kind(BotErrorKind::Illegal, shown(&act.action))),
        }
    }

    fn end(&mut self, _game: &G, _seat: Seat, outcome: Option<&Outcome>) {
        if let Some(conversation) = &mut self.conversation {
            conversation.end(&End {
                id: &self.id,
                ranks: outcome.map(Outcome::ranks),
                reason: outcome.map_or("the match was abandoned", Outcome::reason),
            });
        }
    }

    fn waits(&self) -> bool {
        true
    }

    fn follows(&self) -> bool {
        true
    }

    fn take_exchange(&mut self) -> Option<Exchange> {
        self.exchange.take()
    }
}

/// How long to wait for an answer, without what the first turn has in addition.
fn patience(seat: Seat, ctx: &Context<'_>) -> Duration {
    let on_clock = || ctx.clock.and_then(|clock| clock.left.get(seat.index()).copied());
    let time = ctx.budget.time.or_else(on_clock).unwrap_or(UNLIMITED);
    time + ctx.margin.min(MAX_MARGIN)
}

/// Legal actions, which become text while they are written.
pub(crate) struct LegalTexts<'a, G: Game> {
    pub(crate) game: &'a G,
    pub(crate) seat: Seat,
    pub(crate) actions: &'a [G::Action],
}

impl<G: Game> Serialize for LegalTexts<'_, G> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.actions.iter().map(|&action| self.game.show(self.seat, action)))
    }
}
