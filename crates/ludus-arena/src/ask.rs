//! Asking one bot, and what becomes of errors, panics, illegal actions and late answers.

use std::panic;
use std::sync::atomic::AtomicBool;
use std::thread;
use std::time::{Duration, Instant};

use ludus_core::{
    Bot, BotError, Budget, Clock, Context, Decision, Exchange, Forfeit, Game, MatchInfo,
    PastAction, Seat, SeatSet, Seed,
};

use crate::clocks::{SharedClocks, flag_text};
use crate::contain::{InternalError, contain};
use crate::failure::{Failed, last_lines};
use crate::pulse::{Pulse, Waiting};
use crate::recent::Recent;
use crate::turns::Table;

/// What came of asking a bot.
pub(crate) struct BotAnswer<A> {
    /// Its decision, or why it has none that counts.
    pub(crate) result: Result<Decision<A>, Failed>,
    /// How long it took.
    pub(crate) took: Duration,
    /// What its program wrote to standard error meanwhile.
    pub(crate) stderr: Vec<String>,
    /// Whether its clock ran out: the seat is lost then, whatever the rules say of seats that do nothing.
    pub(crate) flag_fell: bool,
}

impl<A> BotAnswer<A> {
    /// An answer that did not have to be asked for.
    pub(crate) const fn at_once(result: Result<Decision<A>, Failed>) -> Self {
        Self { result, took: Duration::ZERO, stderr: Vec::new(), flag_fell: false }
    }

    /// No answer before the clock ran out: the seat thought this long and had this much left.
    pub(crate) fn flag_fell(took: Duration, left: Duration) -> Self {
        let result = Err(Forfeit::Time(flag_text(took, left)).into());
        Self { result, took, stderr: Vec::new(), flag_fell: true }
    }
}

/// Asks bots about one position.
pub(crate) struct Asker<'a, G: Game> {
    /// The position.
    pub(crate) game: &'a G,
    /// What a decision may spend.
    pub(crate) budget: Budget,
    /// How much later than the budget's time an answer may come.
    pub(crate) margin: Duration,
    /// Where the bots' randomness comes from.
    pub(crate) bot_seed: Seed,
    /// How many threads a bot may use.
    pub(crate) threads: usize,
    /// Whether the insight of the decisions is wanted.
    pub(crate) insight: bool,
    /// Set from outside when no answer is wanted any more.
    pub(crate) stop: &'a AtomicBool,
    /// Where it is noted which bots are waited for, and what they are called by seat.
    pub(crate) noted: Option<(&'a Pulse, &'a [String])>,
    /// What the seats did since each bot was last asked, for bots that follow the match.
    pub(crate) recent: Option<&'a Recent>,
    /// The clocks of the match, if it is played with clocks.
    pub(crate) clocks: Option<&'a SharedClocks>,
    /// The longest time for a decision by the clock.
    pub(crate) longest: Option<Duration>,
}

impl<'a, G: Game> Asker<'a, G> {
    /// Asks as the table of a match says.
    pub(crate) fn at(table: &'a Table<G::Rules>, game: &'a G) -> Self {
        Self {
            game,
            budget: table.budget,
            margin: table.margin,
            bot_seed: table.bot_seed,
            threads: table.threads,
            insight: table.insight,
            stop: &table.stop,
            noted: Some((&table.pulse, &table.labels)),
            recent: None,
            clocks: None,
            longest: None,
        }
    }

    /// Asks all these seats. Those whose bots wait for others are asked at the same time, the others
    /// one after the other, meanwhile. Before that, all bots that wait learn what has happened: no seat's time begins
    /// while another one has not heard of the turn.
    pub(crate) fn ask_all(
        &self,
        bots: &mut [Box<dyn Bot<G>>],
        seats: SeatSet,
        out: &mut Vec<(Seat, BotAnswer<G::Action>)>,
    ) {
        let asked = Seat::first(bots.len()).zip(bots.iter_mut()).filter(|(s, _)| seats.has(*s));
        if seats.len() < 2 {
            out.extend(asked.map(|(seat, bot)| (seat, self.ask(bot.as_mut(), seat))));
            return;
        }
        let (mut waiting, here): (Vec<_>, Vec<_>) = asked.partition(|(_, bot)| bot.waits());
        if waiting.is_empty() {
            out.extend(here.into_iter().map(|(seat, bot)| (seat, self.ask(bot.as_mut(), seat))));
            return;
        }
        waiting.retain_mut(|(seat, bot)| match guarded(|| bot.update(self.game, *seat)) {
            Ok(()) => true,
            Err(failed) => {
                out.push((*seat, BotAnswer::at_once(Err(failed))));
                false
            }
        });
        thread::scope(|scope| {
            let ask =
                |(seat, bot): (Seat, &mut Box<dyn Bot<G>>)| (seat, self.ask(bot.as_mut(), seat));
            let threads: Vec<_> = waiting
                .into_iter()
                .map(|asked| scope.spawn(move || contain(G::NAME, || ask(asked))))
                .collect();
            out.extend(here.into_iter().map(ask));
            out.extend(threads.into_iter().map(|thread| pass_on(thread.join())));
        });
    }

    /// Asks one seat.
    pub(crate) fn ask(&self, bot: &mut dyn Bot<G>, seat: Seat) -> BotAnswer<G::Action> {
        self.ask_after(self.recent.map_or(&[], |recent| recent.of(seat)), bot, seat)
    }

    /// Asks one seat after these actions of all seats. An answer that took longer than the budget's time and the margin
    /// is late; an action that is not legal does not count; a panic is caught.
    pub(crate) fn ask_after(
        &self,
        last: &[PastAction],
        bot: &mut dyn Bot<G>,
        seat: Seat,
    ) -> BotAnswer<G::Action> {
        let game = self.game;
        let number = (seat.index() as u64) << 32 | u64::from(game.turn());
        let clock = self.clocks.map(|clocks| Clock { longest: self.longest, ..clocks.view(seat) });
        let budget = match &clock {
            None => self.budget,
            // A program manages its time itself.
            Some(_) if bot.waits() => Budget::NONE,
            Some(clock) => Budget::of_time(clock.thinking_time(seat)),
        };
        let asked_at = Instant::now();
        if let Some(clocks) = self.clocks {
            clocks.ask(seat, asked_at);
        }
        let ctx = Context {
            budget,
            deadline: budget.time.map(|time| asked_at + time),
            stop: self.stop,
            seed: self.bot_seed.derive("decide", number),
            threads: self.threads,
            insight: self.insight,
            margin: self.margin,
            clock: clock.as_ref(),
            last,
        };
        let waiting = self.wait(bot, seat);
        let mut exchange = None;
        let answer = guarded(|| {
            let decision = bot.decide(game, seat, &ctx);
            exchange = bot.take_exchange();
            decision
        });
        drop(waiting);
        // A bot that asks a program knows better how long that took. The clock of a person ran before the question.
        let elapsed = || match self.clocks {
            Some(clocks) => clocks.spent(seat, Instant::now()),
            None => asked_at.elapsed(),
        };
        let Exchange { took, stderr } =
            exchange.unwrap_or_else(|| Exchange { took: elapsed(), stderr: Vec::new() });
        let left = clock.and_then(|clock| clock.left.get(seat.index()).copied());
        let out_of_time =
            |failed: &Failed| matches!(failed.forfeit, Forfeit::Time(_) | Forfeit::Timeout(_));
        let flag = left.filter(|left| match &answer {
            Err(failed) if out_of_time(failed) => took >= *left,
            _ => took > *left + self.margin,
        });
        let limit = self.budget.time.filter(|_| left.is_none());
        let limit = limit.map(|time| bot.time_for(game, time));
        let late = limit.is_some_and(|time| took > time + self.margin);
        let result = match answer {
            _ if flag.is_some() => {
                Err(Forfeit::Time(flag_text(took, flag.unwrap_or_default())).into())
            }
            Ok(_) if late => Err(Forfeit::Late.into()),
            Ok(decision) if !game.is_legal(seat, decision.action) => {
                Err(Forfeit::Illegal(game.show(seat, decision.action)).into())
            }
            other => other,
        };
        BotAnswer { result, took, stderr: last_lines(&stderr), flag_fell: flag.is_some() }
    }

    /// Notes that this bot is waited for, if it waits for a program or a server itself.
    fn wait(&self, bot: &dyn Bot<G>, seat: Seat) -> Option<Waiting<'a>> {
        let (pulse, labels) = self.noted.filter(|_| bot.waits())?;
        Some(pulse.wait(labels.get(seat.index())?, self.game.turn() + 1))
    }
}

/// Tells a bot that a match begins.
pub(crate) fn start<G: Game>(bot: &mut dyn Bot<G>, game: &G, seat: Seat) -> Result<(), Failed> {
    guarded(|| bot.start(game, seat))
}

/// Tells a bot that a match begins, and a bot that waits for a program or a server who takes part.
pub(crate) fn begin<G: Game>(
    bot: &mut dyn Bot<G>,
    info: &MatchInfo<'_>,
    game: &G,
    seat: Seat,
) -> Result<(), Failed> {
    guarded(|| {
        if bot.waits() {
            bot.introduce(info);
        }
        bot.start(game, seat)
    })
}

/// Does something with the bot of every seat: at the same time with those that wait for a program, a server or
/// a person, one after the other with the others. If only one waits, it needs no thread of its own.
pub(crate) fn for_all<G: Game, T: Send>(
    bots: &mut [Box<dyn Bot<G>>],
    work: impl Fn(&mut dyn Bot<G>, Seat) -> T + Sync,
) -> Vec<Option<T>> {
    let mut results: Vec<Option<T>> = bots.iter().map(|_| None).collect();
    let seated = Seat::first(bots.len()).zip(bots.iter_mut()).zip(&mut results);
    let (mut waiting, mut here): (Vec<_>, Vec<_>) = seated.partition(|((_, bot), _)| bot.waits());
    if waiting.len() < 2 {
        here.append(&mut waiting);
    }
    let work = &work;
    thread::scope(|scope| {
        let threads: Vec<_> = waiting
            .into_iter()
            .map(|((seat, bot), result)| {
                let one = move || *result = Some(work(bot.as_mut(), seat));
                scope.spawn(move || contain(G::NAME, one))
            })
            .collect();
        for ((seat, bot), result) in here {
            *result = Some(work(bot.as_mut(), seat));
        }
        threads.into_iter().for_each(|thread| pass_on(thread.join()));
    });
    results
}

/// What a thread brought back. A bot's panic is a forfeit by then: one that is left is the game's own, and ends the
/// match on the thread that plays it.
fn pass_on<T>(joined: thread::Result<Result<T, InternalError>>) -> T {
    match joined {
        Ok(Ok(value)) => value,
        Ok(Err(error)) => panic::resume_unwind(Box::new(error.message)),
        Err(payload) => panic::resume_unwind(payload),
    }
}

/// Runs code of a bot and turns errors and panics into failures.
pub(crate) fn guarded<T>(code: impl FnOnce() -> Result<T, BotError>) -> Result<T, Failed> {
    match contain("a bot", code) {
        Ok(answer) => answer.map_err(Failed::from),
        Err(error) => Err(Forfeit::Panic(error.message).into()),
    }
}
