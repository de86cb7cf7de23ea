//! Bots: what decides actions.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use serde::Serialize;
use serde_json::Value;
use thiserror::Error;

use crate::bot_log::BotLog;
use crate::budget::Budget;
use crate::clock::Clock;
use crate::decision::Decision;
use crate::game::Game;
use crate::outcome::Outcome;
use crate::params::BotParam;
use crate::seat::Seat;
use crate::seed::Seed;

/// Something that decides actions: built in, loaded weights, or an external program.
///
/// [`Bot::decide`] is all that a bot needs. Here is one for the game in the example of [`Game`]:
///
/// ```
/// # use ludus_core::{
/// #     Answer, Chance, Figures, Game, Outcome, RulesError, Seat, SeatSet, SeededChance, Seed, Snapshot,
/// # };
/// # use serde::{Deserialize, Serialize};
/// #
/// # /// Players take one, two or three sticks in turn. The one who takes the last stick wins.
/// # #[derive(Clone)]
/// # struct Sticks {
/// #     left: u32,
/// #     turn: u32,
/// #     outcome: Option<Outcome>,
/// # }
/// #
/// # #[derive(Clone, Debug, Serialize, Deserialize)]
/// # struct SticksRules {
/// #     sticks: u32,
/// # }
/// #
/// # impl Default for SticksRules {
/// #     fn default() -> Self {
/// #         Self { sticks: 21 }
/// #     }
/// # }
/// #
/// # impl Game for Sticks {
/// #     type Action = u32;
/// #     type Rules = SticksRules;
/// #     const NAME: &'static str = "sticks";
/// #     const SEATS: std::ops::RangeInclusive<usize> = 2..=2;
/// #
/// #     fn new(rules: &SticksRules, seats: usize, _: &mut dyn Chance) -> Result<Self, RulesError> {
/// #         Self::check_seats(seats)?;
/// #         RulesError::check_range("sticks", rules.sticks, 1..=1000)?;
/// #         Ok(Self { left: rules.sticks, turn: 0, outcome: None })
/// #     }
/// #
/// #     fn turn(&self) -> u32 {
/// #         self.turn
/// #     }
/// #
/// #     fn to_act(&self) -> SeatSet {
/// #         match self.outcome {
/// #             Some(_) => SeatSet::EMPTY,
/// #             None => SeatSet::only(Seat::in_turn(self.turn, 2)),
/// #         }
/// #     }
/// #
/// #     fn legal(&self, seat: Seat, out: &mut Vec<u32>) {
/// #         out.clear();
/// #         if self.to_act().has(seat) {
/// #             out.extend(1..=3.min(self.left));
/// #         }
/// #     }
/// #
/// #     fn apply(&mut self, turn: &[(Seat, Answer<u32>)], _: &mut dyn Chance) {
/// #         for (seat, answer) in turn {
/// #             match answer {
/// #                 Answer::Play(sticks) => self.left -= sticks,
/// #                 Answer::Forfeit(why) => self.outcome = Some(Outcome::loss(*seat, 2, why.kind())),
/// #             }
/// #             if self.left == 0 {
/// #                 self.outcome = Some(Outcome::win(*seat, 2, "no stick is left"));
/// #             }
/// #         }
/// #         self.turn += 1;
/// #     }
/// #
/// #     fn outcome(&self) -> Option<Outcome> {
/// #         self.outcome.clone()
/// #     }
/// #
/// #     fn figures(&self, _: Seat, out: &mut Figures) {
/// #         out.push("left", self.left.into());
/// #     }
/// #
/// #     fn show(&self, _: Seat, sticks: u32) -> String {
/// #         sticks.to_string()
/// #     }
/// #
/// #     fn snapshot(&self) -> Snapshot {
/// #         Snapshot::new(format!("{} sticks", self.left), &self.left)
/// #     }
/// # }
/// use std::sync::atomic::AtomicBool;
/// use ludus_core::{Bot, BotError, Context, Decision, Insight, Term};
///
/// /// Leaves a multiple of four if it can: then every reply can be answered.
/// struct MultiplesOfFour;
///
/// impl Bot<Sticks> for MultiplesOfFour {
///     fn decide(&mut self, game: &Sticks, seat: Seat, ctx: &Context<'_>) -> Result<Decision<u32>, BotError> {
///         let mut legal = Vec::new();
///         game.legal(seat, &mut legal);
///         let good = legal.iter().find(|sticks| (game.left - **sticks) % 4 == 0);
///         // Without a good action any other is as bad. The seed of the turn decides, so that matches repeat.
///         let action = good.or_else(|| ctx.seed.rng().pick(&legal)).copied();
///         let action = action.ok_or_else(|| BotError::new("no stick is left"))?;
///         let score = if good.is_some() { 1.0 } else { -1.0 };
///         let terms = vec![Term::new("multiple of four", score)];
///         Ok(Decision { action, insight: Insight { score: Some(score), depth: 1, terms, ..Insight::default() } })
///     }
/// }
///
/// let game = Sticks::new(&SticksRules { sticks: 7 }, 2, &mut SeededChance::new(Seed::new(1)))?;
/// let stop = AtomicBool::new(false);
/// let ctx = Context { seed: Seed::new(5), ..Context::new(&stop) };
/// let decision = MultiplesOfFour.decide(&game, Seat::FIRST, &ctx)?;
/// assert_eq!(decision.action, 3);
/// assert_eq!(decision.insight.score, Some(1.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// A bot that plays in matches must repeat itself: same position, seat, budget and seed, same decision. It takes all
/// randomness from [`Context::seed`], forgets everything in [`Bot::start`], and counts nodes, not time, unless
/// [`Budget::time`] limits it. `examples/own-bot` in the repository is a whole program with a bot of its own.
pub trait Bot<G: Game>: Send {
    /// Checks before a match that the bot can play, for example that an external server is running.
    ///
    /// # Errors
    /// If it cannot play.
    fn check(&mut self) -> Result<(), BotError> {
        Ok(())
    }

    /// The match that is about to begin, for bots that pass this on to an external program: only bots that
    /// [wait](Bot::waits) are introduced. The bot's decisions must not depend on the identity of the match.
    fn introduce(&mut self, _info: &MatchInfo<'_>) {}

    /// Copies everything that is said to and by the program or server behind the bot to this log, or no longer to any.
    /// Only bots that [wait](Bot::waits) are given one, before they are introduced to a match.
    fn log_to(&mut self, _log: Option<Arc<dyn BotLog>>) {}

    /// A match begins. The bot forgets everything about earlier matches: it must play the same whether it is new or
    /// has played a thousand matches.
    ///
    /// # Errors
    /// If it cannot play, for example because an external program does not start. The seat is then forfeit.
    fn start(&mut self, _game: &G, _seat: Seat) -> Result<(), BotError> {
        Ok(())
    }

    /// A turn begins in which this seat acts. A bot that [waits](Bot::waits) tells its program what has happened; the time
    /// for the answers of all seats begins when all bots know it. Where a single seat is asked, this is not called:
    /// [`Bot::decide`] then does it.
    ///
    /// # Errors
    /// If the program cannot be reached. The seat is then not asked.
    fn update(&mut self, _game: &G, _seat: Seat) -> Result<(), BotError> {
        Ok(())
    }

    /// Decides what the seat does now.
    ///
    /// With the same game, seat, budget and seed the decision is the same, unless time limits it.
    ///
    /// # Errors
    /// If it has no answer. The seat is then forfeit, or plays the game's fallback action.
    fn decide(
        &mut self,
        game: &G,
        seat: Seat,
        ctx: &Context<'_>,
    ) -> Result<Decision<G::Action>, BotError>;

    /// The match is over. Without an outcome it was abandoned.
    fn end(&mut self, _game: &G, _seat: Seat, _outcome: Option<&Outcome>) {}

    /// Whether deciding means waiting for an external program or a person. All such seats of a turn are asked at the
    /// same time.
    fn waits(&self) -> bool {
        false
    }

    /// The time that the bot has for a decision where the budget gives every bot this much. A server whose protocol names a
    /// longer time has that.
    fn time_for(&self, _game: &G, budget: Duration) -> Duration {
        budget
    }

    /// Whether the bot wants to know what the seats did since it was last asked: [`Context::last`]. For other bots
    /// nothing is written down.
    fn follows(&self) -> bool {
        false
    }

    /// How the program or server behind the bot answered the last question. Taking it leaves nothing behind. A bot that
    /// decides by itself has nothing to report.
    fn take_exchange(&mut self) -> Option<Exchange> {
        None
    }

    /// What to say beside the results of its matches, if anything: for example that its server answers more slowly than
    /// necessary.
    fn remark(&self) -> Option<String> {
        None
    }

    /// The parameters that the bot lists for tuning. A bot that is an external program asks the program.
    ///
    /// # Errors
    /// If the program does not start or does not answer.
    fn params(&mut self) -> Result<Vec<BotParam>, BotError> {
        Ok(Vec::new())
    }
}

impl<G: Game, B: Bot<G> + ?Sized> Bot<G> for Box<B> {
    fn check(&mut self) -> Result<(), BotError> {
        (**self).check()
    }

    fn introduce(&mut self, info: &MatchInfo<'_>) {
        (**self).introduce(info);
    }

    fn log_to(&mut self, log: Option<Arc<dyn BotLog>>) {
        (**self).log_to(log);
    }

    fn start(&mut self, game: &G, seat: Seat) -> Result<(), BotError> {
        (**self).start(game, seat)
    }

    fn update(&mut self, game: &G, seat: Seat) -> Result<(), BotError> {
        (**self).update(game, seat)
    }

    fn decide(
        &mut self,
        game: &G,
        seat: Seat,
        ctx: &Context<'_>,
    ) -> Result<Decision<G::Action>, BotError> {
        (**self).decide(game, seat, ctx)
    }

    fn end(&mut self, game: &G, seat: Seat, outcome: Option<&Outcome>) {
        (**self).end(game, seat, outcome);
    }

    fn waits(&self) -> bool {
        (**self).waits()
    }

    fn time_for(&self, game: &G, budget: Duration) -> Duration {
        (**self).time_for(game, budget)
    }

    fn follows(&self) -> bool {
        (**self).follows()
    }

    fn take_exchange(&mut self) -> Option<Exchange> {
        (**self).take_exchange()
    }

    fn remark(&self) -> Option<String> {
        (**self).remark()
    }

    fn params(&mut self) -> Result<Vec<BotParam>, BotError> {
        (**self).params()
    }
}

/// What a bot is given besides the position.
///
/// A bot that searches looks at the budget, and asks now and then whether it must end:
///
/// ```
/// use std::sync::atomic::{AtomicBool, Ordering};
/// use ludus_core::{Budget, Context};
///
/// /// Looks at positions until the budget is used up; returns how many.
/// fn search(ctx: &Context<'_>) -> u64 {
///     let most = ctx.budget.nodes.unwrap_or(1_000_000);
///     let mut nodes = 0;
///     // Looking at the clock costs time, too: every 64th position is enough.
///     while nodes < most && (nodes % 64 != 0 || !ctx.expired()) {
///         nodes += 1;
///     }
///     nodes
/// }
///
/// let stop = AtomicBool::new(false);
/// assert_eq!(search(&Context { budget: Budget::of_nodes(5000), ..Context::new(&stop) }), 5000);
/// stop.store(true, Ordering::Relaxed);
/// assert_eq!(search(&Context::new(&stop)), 0);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Context<'a> {
    /// What the decision may spend.
    pub budget: Budget,
    /// When the budget's time runs out.
    pub deadline: Option<Instant>,
    /// Set when the decision is no longer needed. The bot then answers at once with the best it has.
    pub stop: &'a AtomicBool,
    /// The bot's own randomness. It differs for every match, seat and turn, and is independent of the chance of the
    /// match.
    pub seed: Seed,
    /// How many threads the bot may use.
    pub threads: usize,
    /// Whether to fill in the terms and the expected line of the decision.
    pub insight: bool,
    /// How much later than the budget's time an answer still counts.
    pub margin: Duration,
    /// The clock of the match, if it is played with one.
    pub clock: Option<&'a Clock>,
    /// What the seats did since this one was last asked, oldest first, if the bot [follows](Bot::follows) the match.
    pub last: &'a [PastAction],
}

impl<'a> Context<'a> {
    /// A context without any limit: one thread, no insight, no clock, and a seed of 0. Change what differs:
    /// `Context { budget, ..Context::new(&stop) }`.
    #[must_use]
    pub const fn new(stop: &'a AtomicBool) -> Self {
        Self {
            budget: Budget::NONE,
            deadline: None,
            stop,
            seed: Seed::new(0),
            threads: 1,
            insight: false,
            margin: Duration::ZERO,
            clock: None,
            last: &[],
        }
    }

    /// Whether the decision must end now: it was stopped, or its time ran out.
    #[must_use]
    pub fn expired(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
            || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}

/// What a seat did in an earlier turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PastAction {
    /// The seat.
    pub seat: Seat,
    /// The action as text; `None` if the seat lost without playing.
    pub action: Option<String>,
}

/// A match as external programs get to know it. It contains no seed: with the seed of a match, a program would know the
/// future.
#[derive(Clone, Copy, Debug)]
pub struct MatchInfo<'a> {
    /// The identity of the match. Every match has a new one, and it says nothing about the match.
    pub id: &'a str,
    /// The labels of the bots, by seat.
    pub labels: &'a [String],
    /// The rules, complete.
    pub rules: &'a Value,
    /// The clock at the start, if the match is played with one.
    pub clock: Option<&'a Clock>,
}

/// How the program or server behind a bot answered one question.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Exchange {
    /// How long it took, from the first byte sent to the answer, without the time that is not charged.
    pub took: Duration,
    /// What it wrote to standard error meanwhile, and its lines for debugging. The bot bounds how much it keeps.
    pub stderr: Vec<String>,
}

/// Why a bot has no answer: a reason in one line, and what its program wrote to standard error.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{text}")]
pub struct BotError {
    kind: BotErrorKind,
    text: String,
    stderr: Vec<String>,
    is_repeated: bool,
}

/// What kind of error a bot reports. Reports count each kind for itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BotErrorKind {
    /// The bot cannot play, for a reason of its own.
    Error,
    /// Its program ended, or closed its output or its input.
    Crash,
    /// Its program or server said something that the protocol does not allow.
    Protocol,
    /// Its program or server did not answer in time.
    Time,
    /// Its answer is not an action that it may play. The text of the error is that answer.
    Illegal,
}

impl BotError {
    /// An error with this text.
    pub fn new(text: impl Into<String>) -> Self {
        Self::of_kind(BotErrorKind::Error, text)
    }

    /// An error of this kind.
    pub fn of_kind(kind: BotErrorKind, text: impl Into<String>) -> Self {
        Self { kind, text: text.into(), stderr: Vec::new(), is_repeated: false }
    }

    /// The error with the last lines that the bot's program wrote to its standard error. They are not part of the
    /// text, which stays one line; a report shows them below it.
    #[must_use]
    pub fn with_stderr(self, lines: Vec<String>) -> Self {
        Self { stderr: lines, ..self }
    }

    /// The same error in a later turn: the program behind the bot ended in an earlier turn of the match and cannot answer.
    /// Where the game continues without the bot's answers, the failure is counted once and not in every turn.
    #[must_use]
    pub fn repeated(self) -> Self {
        Self { is_repeated: true, ..self }
    }

    /// Whether the error was reported in an earlier turn of the match.
    #[must_use]
    pub const fn is_repeated(&self) -> bool {
        self.is_repeated
    }

    /// The kind of error.
    #[must_use]
    pub const fn kind(&self) -> BotErrorKind {
        self.kind
    }

    /// The last lines of the program's standard error, oldest first; empty for bots that are not programs.
    #[must_use]
    pub fn stderr(&self) -> &[String] {
        &self.stderr
    }
}
