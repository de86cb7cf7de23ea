//! Another program as a bot: any that speaks TBP.

use std::sync::Arc;
use std::time::{Duration, Instant};

use ludus_core::text::shown;
use ludus_core::{
    Bot, BotError, BotErrorKind, BotInfo, BotKey, BotLog, BotSpec, Context, Decision, Exchange,
    Insight, Origin, Outcome, Seat, SpecError,
};
use ludus_process::{KEYS as PROGRAM_KEYS, Launch, ProcessError, Wait};
use ludus_tetris::Piece;
use serde_json::value::RawValue;

use super::client::TbpClient;
use super::error::UnplayableSuggestion;
use super::message::{TbpFromBot, TbpMoveInfo, TbpSuggestion, TbpToBot};
use super::position::{self, PlayedMove};
use crate::action::VersusAction;
use crate::board::BitBoard;
use crate::game::Versus;

/// How long a bot may take to start, and to accept the rules.
const START_TIMEOUT: Duration = Duration::from_secs(10);
/// The longest margin that is waited for. Where answers are never late, the margin is endless.
const MAX_MARGIN: Duration = Duration::from_secs(60);
/// The longest time that a bot can be given with a key, in milliseconds.
const MAX_MS: u64 = 3_600_000;
/// The key of the time for a decision.
const TIME_KEY: &str = "ms";

/// How many keys there are.
const KEY_COUNT: usize = 3 + PROGRAM_KEYS.len();

/// The keys of a program.
const KEYS: [BotKey; KEY_COUNT] = BotKey::followed_by(
    &[
        BotKey::required("cmd", "the program and its arguments, with quotes as in a shell"),
        BotKey::optional(
            TIME_KEY,
            "milliseconds that it thinks before it is asked, if --time gives no less",
        ),
        BotKey::optional(
            "late",
            "how many milliseconds its answer may take then [default: match.margin_ms]",
        ),
    ],
    PROGRAM_KEYS,
);

/// The entry in the list of bots.
pub const TBP: BotInfo =
    BotInfo::new("tbp", "another program that speaks the Tetris Bot Protocol", &KEYS)
        .made_of(Origin::Program)
        .timed_by(TIME_KEY);

/// Another program as a bot. Its process starts with the first match, serves all further matches, and is restarted
/// after a failure.
#[derive(Debug)]
pub struct TbpBot {
    launch: Launch,
    time: Option<Duration>,
    late: Option<Duration>,
    client: Option<TbpClient>,
    /// The position that the program knows.
    known: Option<KnownPosition>,
    /// The move that it suggested and that was played, until the next turn.
    played: Option<PlayedMove>,
    waited: WaitedTime,
    log: Option<Arc<dyn BotLog>>,
    exchange: Option<Exchange>,
}

/// What tells positions of a match apart.
#[derive(Debug, PartialEq, Eq)]
struct KnownPosition {
    turn: u32,
    board: BitBoard,
    current: Piece,
    hold: Option<Piece>,
}

impl KnownPosition {
    fn of(game: &Versus, seat: Seat) -> Self {
        let field = game.field(seat);
        let (board, current, hold) = (field.board, field.current, field.hold);
        Self { turn: game.turn, board, current, hold }
    }
}

/// How long a bot waited for other seats: a program may think meanwhile.
#[derive(Debug, Default)]
struct WaitedTime {
    /// When it last answered.
    since: Option<Instant>,
    time: Duration,
    turns: u32,
}

impl TbpBot {
    /// The bot that a spec describes.
    ///
    /// # Errors
    /// If the program does not exist or a setting has a wrong value.
    pub fn from_spec(spec: &BotSpec) -> Result<Self, SpecError> {
        let time = |key: &str| {
            const ALLOWED: &str = "milliseconds, 0 to 3600000";
            match spec.value::<u64>(key, ALLOWED)? {
                Some(ms) if ms > MAX_MS => Err(spec.bad_value(key, ALLOWED)),
                ms => Ok(ms.map(Duration::from_millis)),
            }
        };
        Ok(Self {
            launch: Launch::of_bot(spec)?,
            time: time(TIME_KEY)?,
            late: time("late")?,
            client: None,
            known: None,
            played: None,
            waited: WaitedTime::default(),
            log: None,
            exchange: None,
        })
    }

    /// A client that is ready for a new match: the running one, or a new one.
    fn connect(&mut self) -> Result<&mut TbpClient, ProcessError> {
        // A bot that exited between two matches is started again.
        let kept = self.client.take().and_then(TbpClient::into_usable);
        let client = match kept {
            Some(client) => client,
            None => TbpClient::start(&self.launch, self.log.clone(), START_TIMEOUT)?,
        };
        Ok(self.client.insert(client))
    }

    /// How long the program thinks before it is asked.
    fn thinking_time(&self, seat: Seat, ctx: &Context<'_>) -> Result<Duration, BotError> {
        let on_clock = ctx.clock.map(|clock| clock.thinking_time(seat));
        let given = ctx.budget.time.or(on_clock);
        let time = match (self.time, given) {
            (Some(own), Some(given)) => Some(own.min(given)),
            (own, given) => own.or(given),
        };
        time.ok_or_else(|| {
            BotError::new("it thinks until it is asked: give it a time with --time or ms=")
        })
    }

    /// Lets the program think, asks it, and returns its decision with what it wrote.
    fn ask(
        client: &mut TbpClient,
        (game, seat): (&Versus, Seat),
        think: Wait<'_>,
        late: Duration,
    ) -> Result<(Decision<VersusAction>, Box<RawValue>), BotError> {
        client.think(think)?;
        client.send(&TbpToBot::Suggest)?;
        let TbpSuggestion { moves, move_info } =
            match client.receive(&mut Wait::new("suggest", late))? {
                TbpFromBot::Suggestion(suggestion) => suggestion,
                other => return Err(client.unexpected(&other, "a suggestion").into()),
            };
        match choose(game, seat, moves) {
            Ok((action, words)) => {
                Ok((Decision { action, insight: insight(move_info.as_ref()) }, words))
            }
            Err(error) => Err(BotError::of_kind(BotErrorKind::Illegal, error.to_string())),
        }
    }
}

/// The first of the suggested moves that can be played.
pub(super) fn choose(
    game: &Versus,
    seat: Seat,
    moves: Vec<Box<RawValue>>,
) -> Result<(VersusAction, Box<RawValue>), UnplayableSuggestion> {
    let field = game.field(seat);
    let count = moves.len();
    let Some(first) = moves.first() else {
        return Err(UnplayableSuggestion::Empty);
    };
    let first = match position::action(field.current, first) {
        Some(action) => action.to_string(),
        None => shown(first.get()),
    };
    let playable = |words: Box<RawValue>| {
        let action = position::action(field.current, &words)?;
        field.accepts(action, game.rules()).then_some((action, words))
    };
    moves.into_iter().find_map(playable).ok_or(match count {
        1 => UnplayableSuggestion::One(first),
        _ => UnplayableSuggestion::Several { first, count },
    })
}

fn insight(info: Option<&TbpMoveInfo>) -> Insight {
    let info = info.cloned().unwrap_or_default();
    Insight {
        depth: info.depth.unwrap_or(0).try_into().unwrap_or(u32::MAX),
        nodes: info.nodes.unwrap_or(0),
        ..Insight::default()
    }
}

impl Bot<Versus> for TbpBot {
    fn check(&mut self) -> Result<(), BotError> {
        self.connect()?;
        Ok(())
    }

    fn log_to(&mut self, log: Option<Arc<dyn BotLog>>) {
        if let Some(client) = &mut self.client {
            client.log_to(log.clone());
        }
        self.log = log;
    }

    fn start(&mut self, _game: &Versus, _seat: Seat) -> Result<(), BotError> {
        (self.known, self.played, self.exchange) = (None, None, None);
        self.waited = WaitedTime::default();
        self.connect()?;
        Ok(())
    }

    fn update(&mut self, game: &Versus, seat: Seat) -> Result<(), BotError> {
        let known = KnownPosition::of(game, seat);
        if self.known.as_ref() == Some(&known) {
            return Ok(());
        }
        let field = game.field(seat);
        let played = self.played.take();
        let messages = played.and_then(|played| played.leads_to(game, field));
        let messages = messages.unwrap_or_else(|| vec![position::start(field)]);
        // If anything fails, the client is dropped, which ends the process.
        let Some(mut client) = self.client.take() else {
            return Err(BotError::new("the program does not run"));
        };
        for message in messages {
            client.send(&message)?;
        }
        if let Some(since) = self.waited.since.take() {
            self.waited.time += since.elapsed();
            self.waited.turns += 1;
        }
        self.client = Some(client);
        self.known = Some(known);
        Ok(())
    }

    fn decide(
        &mut self,
        game: &Versus,
        seat: Seat,
        ctx: &Context<'_>,
    ) -> Result<Decision<VersusAction>, BotError> {
        let time = self.thinking_time(seat, ctx)?;
        self.update(game, seat)?;
        let Some(mut client) = self.client.take() else {
            return Err(BotError::new("the program does not run"));
        };
        let began = Instant::now();
        let think = Wait::new("thinking", time).unreported().or_stop(ctx.stop);
        let late = self.late.unwrap_or(ctx.margin).min(MAX_MARGIN);
        let answer = Self::ask(&mut client, (game, seat), think, late);
        let took = began.elapsed();
        let stderr = client.take_stderr().lines;
        let (decision, words) = match answer {
            Ok(answer) => answer,
            Err(error) => {
                // A bot whose moves cannot be played still speaks the protocol: it can play the next match.
                self.client = Some(client).filter(|_| error.kind() == BotErrorKind::Illegal);
                return Err(error);
            }
        };
        // An answer that is not late by the bot's own key is not late for the match either.
        let took = if ctx.clock.is_some() { took } else { took.min(time + ctx.margin) };
        self.exchange = Some(Exchange { took, stderr });
        self.client = Some(client);
        self.waited.since = Some(Instant::now());
        let before = game.field(seat).clone();
        self.played = Some(PlayedMove { turn: game.turn, before, action: decision.action, words });
        Ok(decision)
    }

    fn end(&mut self, _game: &Versus, _seat: Seat, _outcome: Option<&Outcome>) {
        (self.known, self.played) = (None, None);
        // A bot that has exited is started again for the next match.
        if let Some(client) = &mut self.client
            && client.send(&TbpToBot::Stop).is_err()
        {
            self.client = None;
        }
    }

    fn waits(&self) -> bool {
        true
    }

    fn take_exchange(&mut self) -> Option<Exchange> {
        self.exchange.take()
    }

    fn remark(&self) -> Option<String> {
        let mut text = "TBP shows it neither its opponent nor garbage on its way".to_owned();
        if let Some(mean) = self.waited.time.checked_div(self.waited.turns) {
            let ms = mean.as_secs_f64() * 1000.0;
            text.push_str(&format!(
                "; while it waited for others it could think {ms:.1} ms more a turn in its last match"
            ));
        }
        Some(text)
    }
}
