//! The driver that plays one match turn by turn: it asks every seat that is to act, waits for all,
//! and applies the turn.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use ludus_core::{
    Answer, Bot, BotLog, Budget, Figures, Forfeit, Game, Insight, LogKind, MatchInfo, Outcome,
    PastAction, RulesError, Seat, SeatSet, Seed, SeededChance, TimeControl, keys,
};
use serde_json::Value;

use crate::arbiter::{Arbiter, ArbiterPlan};
use crate::ask::{Asker, BotAnswer, begin, for_all, guarded};
use crate::clocks::SharedClocks;
use crate::failure::{Failed, Failure};
use crate::pulse::Pulse;
use crate::recent::Recent;

/// What a match is played with, beside its bots.
#[derive(Clone, Debug)]
pub struct Table<R> {
    /// The identity of the match to external bots: no two matches have the same, and it says nothing about the match.
    pub id: String,
    /// What the bots are called, by seat; external bots tell it to their servers.
    pub labels: Vec<String>,
    /// The rules.
    pub rules: R,
    /// Where the chance of the match comes from: the pieces, the food.
    pub seed: Seed,
    /// Where the bots' own randomness comes from.
    pub bot_seed: Seed,
    /// What a decision may spend.
    pub budget: Budget,
    /// The clock of each seat. Where there is one, it takes the place of the budget.
    pub clock: Option<TimeControl>,
    /// How much later than the budget's time, or after the clock ran out, an answer may come.
    pub margin: Duration,
    /// How many threads a bot may use.
    pub threads: usize,
    /// Whether the insight of the decisions is wanted.
    pub insight: bool,
    /// When a match of two seats is ended before its end.
    pub arbiter: ArbiterPlan,
    /// Set from outside to abandon the match.
    pub stop: Arc<AtomicBool>,
    /// Where the thread that plays notes what it is doing.
    pub pulse: Arc<Pulse>,
    /// Where everything goes that is said to and by external bots, by seat; empty where nothing is logged.
    pub logs: Vec<Option<Arc<dyn BotLog>>>,
}

impl<R> Table<R> {
    /// The log of a seat, if it has one.
    fn log(&self, seat: Seat) -> Option<&Arc<dyn BotLog>> {
        self.logs.get(seat.index())?.as_ref()
    }
}

/// How many failures of a seat keep their program's standard error.
const WITH_STDERR: usize = 3;

/// The answers of one turn, as they are applied.
pub(crate) type TurnAnswers<G> = Vec<(Seat, Answer<<G as Game>::Action>)>;

/// What one seat did in a turn.
#[derive(Clone, Debug)]
pub struct Played<A> {
    /// The seat.
    pub seat: Seat,
    /// What was applied.
    pub answer: Answer<A>,
    /// Why the bot's own answer did not count, where the game's rules gave the seat another action.
    pub failure: Option<Forfeit>,
    /// What the bot thought.
    pub insight: Insight,
    /// How long it thought.
    pub took: Duration,
    /// What the bot's program wrote to standard error meanwhile.
    pub stderr: Vec<String>,
    /// What the seat's clock had left afterwards, in a match with clocks.
    pub left: Option<Duration>,
}

/// A match that is being played.
pub struct Turns<G: Game> {
    table: Table<G::Rules>,
    game: G,
    chance: SeededChance,
    bots: Vec<Box<dyn Bot<G>>>,
    /// Seats whose bot did not start: they forfeit when they are first asked.
    unstarted: Vec<Option<Failed>>,
    efforts: Vec<Effort>,
    recent: Recent,
    clocks: Option<SharedClocks>,
    arbiter: Arbiter,
    /// How the arbiter, or the seats among themselves, ended the match, if so.
    ended: Option<Outcome>,
    /// Whether the seats agreed on that end.
    agreed: bool,
    played: Vec<Played<G::Action>>,
    turn: TurnAnswers<G>,
    began: Instant,
}

/// What a seat's decisions cost, added up.
#[derive(Clone, Debug, Default)]
struct Effort {
    decisions: u64,
    depth: u64,
    nodes: u64,
    failures: Vec<Failure>,
    forfeit: Option<Failure>,
}

impl<G: Game> Turns<G> {
    /// Sets up a match: one bot per seat, in the order of the seats.
    ///
    /// # Errors
    /// If the rules cannot be played with this number of seats.
    pub fn new(table: Table<G::Rules>, mut bots: Vec<Box<dyn Bot<G>>>) -> Result<Self, RulesError> {
        let mut chance = SeededChance::new(table.seed);
        let game = G::new(&table.rules, bots.len(), &mut chance)?;
        // Only bots that wait for a program or a server are introduced.
        let introduced = bots.iter().any(Bot::waits);
        let rules = if introduced { keys::to_tree(&table.rules) } else { Value::Null };
        let clocks =
            table.clock.map(|control| SharedClocks::new(control, bots.len(), G::ACTIONS_TO_GO));
        let clock = clocks.as_ref().map(|clocks| clocks.view(Seat::FIRST));
        let clock = clock.as_ref();
        let info = MatchInfo { id: &table.id, labels: &table.labels, rules: &rules, clock };
        let started = for_all(&mut bots, |bot, seat| {
            let label = table.labels.get(seat.index()).filter(|_| bot.waits());
            let _waiting = label.map(|label| table.pulse.wait(label, 0));
            if bot.waits() {
                bot.log_to(table.log(seat).cloned());
            }
            begin(bot, &info, &game, seat).err()
        });
        let unstarted = started.into_iter().map(Option::flatten).collect();
        let efforts = vec![Effort::default(); bots.len()];
        let recent = Recent::new(&bots);
        let arbiter = Arbiter::new(table.arbiter);
        Ok(Self {
            table,
            game,
            chance,
            bots,
            unstarted,
            efforts,
            recent,
            clocks,
            arbiter,
            ended: None,
            agreed: false,
            played: Vec::new(),
            turn: Vec::new(),
            began: Instant::now(),
        })
    }

    /// The position.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// What the match is played with.
    pub(crate) fn table(&self) -> &Table<G::Rules> {
        &self.table
    }

    /// The clocks, in a match with clocks.
    pub(crate) fn clocks(&self) -> Option<&SharedClocks> {
        self.clocks.as_ref()
    }

    /// Whether the match has its outcome.
    pub fn is_over(&self) -> bool {
        self.ended.is_some() || self.game.to_act().is_empty()
    }

    /// The outcome, once there is one.
    pub fn outcome(&self) -> Option<Outcome> {
        self.ended.clone().or_else(|| self.game.outcome())
    }

    /// What each seat did in the last turn.
    pub(crate) fn played(&self) -> &[Played<G::Action>] {
        &self.played
    }

    /// Takes all bots out, seat by seat, each with the reason if it did not start. `stand_in` takes their places.
    pub(crate) fn take_bots(
        &mut self,
        stand_in: impl Fn() -> Box<dyn Bot<G>>,
    ) -> Vec<(Box<dyn Bot<G>>, Option<Forfeit>)> {
        let failed = self.unstarted.iter_mut().map(|failed| Some(failed.take()?.forfeit));
        let bots = self.bots.iter_mut().map(|bot| std::mem::replace(bot, stand_in()));
        bots.zip(failed).collect()
    }

    /// Takes out what the seats did since this one was last asked: it is asked now, elsewhere.
    pub(crate) fn take_recent(&mut self, seat: Seat) -> Vec<PastAction> {
        self.recent.take(seat)
    }

    /// Gives a seat its bot back.
    pub(crate) fn put_back(&mut self, seat: Seat, bot: Box<dyn Bot<G>>) {
        self.bots[seat.index()] = bot;
    }

    /// Goes back to where only these turns had been played. The bots do not learn of it: what they know of
    /// the turns that are taken back is worth no more than any other thought.
    pub(crate) fn rewind(&mut self, turns: &[TurnAnswers<G>]) -> Result<(), RulesError> {
        self.chance = SeededChance::new(self.table.seed);
        self.game = G::new(&self.table.rules, self.bots.len(), &mut self.chance)?;
        for turn in turns {
            self.game.apply(turn, &mut self.chance);
        }
        self.recent.clear();
        self.arbiter = Arbiter::new(self.table.arbiter);
        self.ended = None;
        self.agreed = false;
        Ok(())
    }

    /// Plays one turn and tells what each seat did; `None` when the match is over or was stopped.
    pub fn play_turn(&mut self) -> Option<&[Played<G::Action>]> {
        let seats = self.game.to_act();
        if self.is_over() || self.table.stop.load(Ordering::Relaxed) {
            return None;
        }
        self.ask_all(seats);
        // A stopped bot may answer with anything: what it said then is not played.
        if self.table.stop.load(Ordering::Relaxed) {
            return None;
        }
        self.apply();
        self.arbitrate();
        self.table.pulse.turn();
        Some(&self.played)
    }

    /// Plays one turn with answers that were got elsewhere. The seats in
    /// `lost` are lost whatever the rules say of seats that do nothing, and whether or not they are to act;
    /// all others that are to act must be among those `asked`, unless the match ends without them.
    pub(crate) fn play_asked(
        &mut self,
        asked: Vec<(Seat, BotAnswer<G::Action>)>,
        lost: Vec<(Seat, Forfeit)>,
    ) {
        self.played.clear();
        let turn = self.game.turn() + 1;
        for (seat, answer) in asked {
            let played = self.judge(seat, answer, turn);
            self.played.push(played);
        }
        for (seat, forfeit) in lost {
            self.efforts[seat.index()].lose(turn, Duration::ZERO, forfeit.clone().into());
            let answer = Answer::Forfeit(forfeit);
            self.played.push(Played {
                seat,
                answer,
                failure: None,
                insight: Insight::default(),
                took: Duration::ZERO,
                stderr: Vec::new(),
                left: None,
            });
        }
        self.played.sort_by_key(|played| played.seat);
        self.apply();
    }

    /// Ends the match, if it is not over, as the seats have agreed.
    pub(crate) fn agree(&mut self, outcome: Outcome) {
        if !self.is_over() {
            self.ended = Some(outcome);
            self.agreed = true;
        }
    }

    /// Applies what the seats did.
    fn apply(&mut self) {
        self.recent.add(&self.game, &self.played);
        self.turn.clear();
        self.turn.extend(self.played.iter().map(|p| (p.seat, p.answer.clone())));
        self.game.apply(&self.turn, &mut self.chance);
    }

    /// Lets the arbiter look at the turn, unless the game itself is over.
    fn arbitrate(&mut self) {
        if self.table.arbiter.is_none() || self.game.seats() != 2 {
            return;
        }
        let scores = self.played.iter().map(|p| (p.seat, p.insight.score));
        let ended = self.arbiter.turn(scores, self.game.turn());
        if !self.game.to_act().is_empty() {
            self.ended = ended;
        }
    }

    /// Tells the bots that the match is over. Returns the result, if there is one, and the bots for the next match.
    pub fn finish(mut self) -> (Option<MatchResult>, Vec<Box<dyn Bot<G>>>) {
        let time = self.began.elapsed();
        let (arbitrated, agreed) = (self.ended.is_some(), self.agreed);
        let outcome = self.outcome();
        let (game, table) = (&self.game, &self.table);
        let ended = for_all(&mut self.bots, |bot, seat| {
            let farewell = || {
                bot.end(game, seat, outcome.as_ref());
                if bot.waits() {
                    bot.log_to(None);
                }
                Ok(())
            };
            let failed = guarded(farewell).err();
            if let Some(log) = table.log(seat) {
                log.record(LogKind::Note, &end_text(outcome.as_ref(), seat));
            }
            failed
        });
        let Some(outcome) = outcome else {
            return (None, self.bots);
        };
        let turn = self.game.turn();
        for (effort, failed) in self.efforts.iter_mut().zip(ended) {
            if let Some(failed) = failed.flatten() {
                effort.fail(turn, Duration::ZERO, failed);
            }
        }
        let seats = Seat::first(self.bots.len())
            .zip(self.efforts)
            .zip(&self.bots)
            .map(|((seat, effort), bot)| SeatResult {
                remark: bot.remark(),
                ..effort.into_result(&self.game, seat)
            })
            .collect();
        let turns = self.game.turn();
        let result = MatchResult { outcome, arbitrated, agreed, turns, time, seats };
        (Some(result), self.bots)
    }

    /// Asks all these seats and decides what is applied for them.
    fn ask_all(&mut self, seats: SeatSet) {
        let mut to_ask = seats;
        let mut unstarted = SeatSet::EMPTY;
        let mut asked: Vec<(Seat, BotAnswer<G::Action>)> = Vec::with_capacity(seats.len());
        for seat in seats.iter() {
            if let Some(failed) = self.unstarted[seat.index()].take() {
                to_ask.remove(seat);
                unstarted.insert(seat);
                asked.push((seat, BotAnswer::at_once(Err(failed))));
            }
        }
        let asker = Asker {
            recent: Some(&self.recent),
            clocks: self.clocks.as_ref(),
            ..Asker::at(&self.table, &self.game)
        };
        asker.ask_all(&mut self.bots, to_ask, &mut asked);
        self.recent.asked(seats);
        asked.sort_by_key(|(seat, _)| *seat);
        self.played.clear();
        let turn = self.game.turn() + 1;
        for (seat, answer) in asked {
            let turn = if unstarted.has(seat) { 0 } else { turn };
            let played = self.judge(seat, answer, turn);
            self.played.push(played);
        }
    }

    /// What is applied for a seat, given what came of asking it in this turn, or of starting it in turn 0.
    fn judge(&mut self, seat: Seat, asked: BotAnswer<G::Action>, turn: u32) -> Played<G::Action> {
        let effort = &mut self.efforts[seat.index()];
        let (took, stderr) = (asked.took, asked.stderr);
        let left = self.clocks.as_ref().map(|clocks| match asked.flag_fell {
            true => clocks.empty(seat),
            false => clocks.charge(seat, took),
        });
        let failed = match asked.result {
            Ok(decision) => {
                effort.decisions += 1;
                effort.depth += u64::from(decision.insight.depth);
                effort.nodes += decision.insight.nodes;
                let (answer, insight) = (Answer::Play(decision.action), decision.insight);
                return Played { seat, answer, failure: None, insight, took, stderr, left };
            }
            Err(failed) => failed,
        };
        if let Some(log) = self.table.log(seat).filter(|_| !failed.is_repeated) {
            log.record(LogKind::Note, &format!("turn {turn}: {failed}"));
        }
        let insight = Insight::default();
        let forfeit = failed.forfeit.clone();
        let stderr = if stderr.is_empty() { failed.stderr.clone() } else { stderr };
        if let Some(action) = self.game.fallback(seat).filter(|_| !asked.flag_fell) {
            effort.fail(turn, took, failed);
            let answer = Answer::Play(action);
            return Played { seat, answer, failure: Some(forfeit), insight, took, stderr, left };
        }
        effort.lose(turn, took, failed);
        let answer = Answer::Forfeit(forfeit);
        Played { seat, answer, failure: None, insight, took, stderr, left }
    }
}

/// How a match ended for a seat, for its log.
fn end_text(outcome: Option<&Outcome>, seat: Seat) -> String {
    match outcome {
        None => "the match was abandoned".to_owned(),
        Some(outcome) => {
            format!("the match is over: {}; rank {}", outcome.reason(), outcome.rank(seat))
        }
    }
}

impl Effort {
    /// Notes an answer that did not count. A program that has ended failed once, not in every turn from then on.
    fn fail(&mut self, turn: u32, took: Duration, failed: Failed) {
        if failed.is_repeated {
            return;
        }
        let keeps = self.failures.len() < WITH_STDERR;
        let stderr = if keeps { failed.stderr } else { Vec::new() };
        self.failures.push(Failure { turn, forfeit: failed.forfeit, took, stderr });
    }

    /// Notes that the seat is lost.
    fn lose(&mut self, turn: u32, took: Duration, failed: Failed) {
        let Failed { forfeit, stderr, .. } = failed;
        self.forfeit = Some(Failure { turn, forfeit, took, stderr });
    }

    fn into_result<G: Game>(self, game: &G, seat: Seat) -> SeatResult {
        let mut figures = Figures::default();
        game.figures(seat, &mut figures);
        let per_decision = |sum: u64| sum as f64 / self.decisions.max(1) as f64;
        SeatResult {
            figures,
            depth: per_decision(self.depth),
            nodes: per_decision(self.nodes),
            failures: self.failures,
            forfeit: self.forfeit,
            remark: None,
        }
    }
}

/// How a match went.
#[derive(Clone, Debug)]
pub struct MatchResult {
    /// The ranks and the reason.
    pub outcome: Outcome,
    /// Whether it was ended before the game's own end, by the arbiter or by agreement.
    pub arbitrated: bool,
    /// Whether the seats agreed on its end.
    pub agreed: bool,
    /// How many turns were played.
    pub turns: u32,
    /// How long it took.
    pub time: Duration,
    /// What there is to say about each seat.
    pub seats: Vec<SeatResult>,
}

impl MatchResult {
    /// The first failure of a bot, and its seat; of those in the same turn that of the first seat.
    #[must_use]
    pub fn first_failure(&self) -> Option<(Seat, &Failure)> {
        let seats = Seat::first(self.seats.len()).zip(&self.seats);
        let all = seats.flat_map(|(seat, result)| {
            result.failures.iter().chain(&result.forfeit).map(move |failure| (seat, failure))
        });
        all.filter(|(_, failure)| failure.is_a_bots())
            .min_by_key(|(seat, failure)| (failure.turn, *seat))
    }
}

/// What there is to say about one seat of a finished match.
#[derive(Clone, Debug)]
pub struct SeatResult {
    /// What the game reports about it.
    pub figures: Figures,
    /// How deep its bot looked, on average.
    pub depth: f64,
    /// How many positions its bot looked at for a decision, on average.
    pub nodes: f64,
    /// Answers that did not count, where the game gave the seat another action.
    pub failures: Vec<Failure>,
    /// Why the seat was lost without a move on the board, if it was.
    pub forfeit: Option<Failure>,
    /// What the bot remarks about how it answers.
    pub remark: Option<String>,
}

impl SeatResult {
    /// Whether the seat's bot panicked: it may be half-changed, and must not play again.
    #[must_use]
    pub fn panicked(&self) -> bool {
        let panic = |failure: &Failure| matches!(failure.forfeit, Forfeit::Panic(_));
        self.forfeit.as_ref().is_some_and(panic) || self.failures.iter().any(panic)
    }
}
