//! Matches with people, played in real time while bots think elsewhere.
//!
//! | module | what lives there |
//! |---|---|
//! | `by_the_clock` | [`AnyLive`]: one match without its types; it waits for no bot, no person and no disk |
//! | `question` | [`BotQuestion`]: a bot with a position, to be asked on whatever thread has time |
//!
//! The owner of a match holds the clock and the threads: it submits what people do, lets questions be asked
//! somewhere, and calls [`AnyLive::play`] when a turn is due. A bot that has not answered by then does what
//! the rules say of a seat that does nothing, like a person.

mod by_the_clock;
mod question;

use std::path::PathBuf;
use std::time::Instant;

use ludus_core::{
    Budget, Controls, Figures, Forfeit, LegalAction, Outcome, Seat, SeatSet, Seed, Snapshot,
    TimeControl,
};

pub(crate) use by_the_clock::LiveMatch;
pub use question::BotQuestion;

use crate::clocks::ClockFaces;
use crate::error::ArenaError;
use crate::host::SubmitError;
use crate::line_up::Entrant;
use crate::replay::Unwritten;
use crate::rules::AnyRules;
use crate::turns::MatchResult;

/// What is played.
#[derive(Clone, Debug)]
pub struct LivePlan {
    /// The identity of the match to external bots: no two matches have the same.
    pub id: String,
    /// Who sits where; a bot named `human` is a person.
    pub seats: Vec<Entrant>,
    /// The rules.
    pub rules: AnyRules,
    /// Where everything random comes from.
    pub seed: Seed,
    /// What a decision may spend, for the record; each question says it again.
    pub budget: Budget,
    /// The clock of each seat, in a game that waits for its seats.
    pub clock: Option<TimeControl>,
    /// The file of the replay, if one is wanted.
    pub record: Option<PathBuf>,
}

/// What a match came to.
#[derive(Clone, Debug)]
pub struct LiveResult {
    /// The result.
    pub result: MatchResult,
    /// The replay, if one was recorded.
    pub replay: Option<PathBuf>,
}

/// A match with people while it is played.
pub trait AnyLive: Send {
    /// How many turns were played.
    fn turn(&self) -> u32;

    /// The seats that are to act; none when the match is over.
    fn to_act(&self) -> SeatSet;

    /// Whether turns are ticks, [`TICKS_PER_SECOND`](ludus_core::TICKS_PER_SECOND).
    fn ticks(&self) -> bool;

    /// Whether the rules say for every seat what becomes of it when it does nothing: turns then come by the
    /// clock, and otherwise when all seats have answered.
    fn clocked(&self) -> bool;

    /// How the match ended, if it has.
    fn outcome(&self) -> Option<Outcome>;

    /// What all may see.
    fn snapshot(&self) -> Snapshot;

    /// What was played so far, turn by turn; empty in a game of ticks.
    fn actions(&self) -> &[String];

    /// How people play their seats.
    fn controls(&self) -> Controls;

    /// The legal actions of a seat as people see them.
    fn legal(&self, seat: Seat) -> Vec<LegalAction>;

    /// What the game reports about a seat.
    fn figures(&self, seat: Seat) -> Figures;

    /// Takes a person's action, as text in the game's notation; the next turn plays it.
    ///
    /// # Errors
    /// If a bot plays the seat, it is not to act, or the text means no action that is legal now.
    fn submit(&mut self, seat: Seat, text: &str) -> Result<(), SubmitError>;

    /// The seat is lost with the next turn, for this reason.
    fn lose(&mut self, seat: Seat, why: Forfeit);

    /// Ends the match as a draw that the seats have agreed on.
    fn agree_draw(&mut self);

    /// What the bots that are to act and do not think already are to be asked now. With clocks, the time of the budget is
    /// only the longest that a decision may take. `wake` is called on the
    /// thread that asked, when the answer is there.
    fn questions(&mut self, budget: Budget, wake: &dyn Fn() -> Wake) -> Vec<BotQuestion>;

    /// Lets the clocks of the people run who are to act, from now on. Those of bots run while they think.
    fn run_clocks(&mut self, now: Instant);

    /// The clocks, in a match with clocks.
    fn clocks(&self, now: Instant) -> Option<ClockFaces>;

    /// When the next clock runs out that runs: the match should be looked at then, whatever comes in before.
    fn next_flag(&self) -> Option<Instant>;

    /// Whether the next turn has all answers that it needs. A seat whose clock has run out need not answer.
    fn is_ready(&self) -> bool;

    /// Plays the next turn with what is there. It never waits for a disk, see [`AnyLive::unwritten`].
    ///
    /// # Errors
    /// If the game failed while a bot was asked.
    fn play(&mut self) -> Result<(), ArenaError>;

    /// Lines of the replay that another thread should write now, if enough of them wait. They are written in the
    /// order in which they are handed out, and before [`AnyLive::finish`]. If they are not, the replay is given up
    /// once it takes too much memory.
    fn unwritten(&mut self) -> Option<Unwritten>;

    /// Ends the match and writes the rest of its replay: what it came to, if it is over. It tells the bots, which may
    /// take its time.
    ///
    /// # Errors
    /// If a replay is recorded and cannot be written.
    fn finish(self: Box<Self>) -> Result<Option<LiveResult>, ArenaError>;
}

/// What is done when an answer is there.
pub type Wake = Box<dyn FnOnce() + Send>;
