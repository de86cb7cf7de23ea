//! Asking bots about a recorded position, and comparing what they say.

use std::collections::BTreeSet;
use std::sync::atomic::Ordering;
use std::time::Duration;

use ludus_core::{Answer, Bot, Budget, Game, GameKit, Seat, Seed};

use super::{Expectation, Redecision, RerunChoice, RerunPlan, RerunReport, RerunWatch, Validation};
use crate::ask::{Asker, BotAnswer, start};
use crate::error::ArenaError;
use crate::failure::Failed;

/// Nothing waits for these answers: no answer is late.
const MARGIN: Duration = Duration::from_secs(3600);

/// A recorded decision.
pub(super) struct Moment<'a, G: Game> {
    pub(super) game: &'a G,
    pub(super) seat: Seat,
    pub(super) turn: u32,
    pub(super) line: usize,
    pub(super) id: &'a str,
    pub(super) bot: &'a str,
    pub(super) recorded: &'a Answer<G::Action>,
    /// What it could spend.
    pub(super) budget: Budget,
    pub(super) bot_seed: Seed,
}

/// A bot with the settings of one kit.
pub(super) struct Player<G: Game> {
    bot: Box<dyn Bot<G>>,
    budget: Option<Budget>,
    /// Why it did not start.
    unstarted: Option<Failed>,
}

/// The bots that decide again: one, or two that are compared.
pub(super) type Players<G> = Vec<Player<G>>;

/// Makes the bots that decide again.
pub(super) fn players<K: GameKit>(
    kit: &K,
    other: Option<&K>,
    spec: &ludus_core::BotSpec,
    plan: &RerunPlan,
) -> Result<Players<K::Game>, ArenaError> {
    let kits = [Some((kit, plan.budget)), other.map(|kit| (kit, plan.other_budget))];
    kits.into_iter()
        .flatten()
        .map(|(kit, budget)| Ok(Player { bot: kit.make_bot(spec)?, budget, unstarted: None }))
        .collect()
}

/// Makes the bots that decide again, from what a file says.
///
/// # Errors
/// If they cannot be made, or run a program or call an address: a file from another person must not start
/// anything.
pub(super) fn recorded_players<K: GameKit>(
    kit: &K,
    other: Option<&K>,
    text: &str,
    plan: &RerunPlan,
) -> Result<Players<K::Game>, ArenaError> {
    let players = players(kit, other, &text.parse()?, plan)?;
    match players.iter().any(|player| player.bot.waits()) {
        false => Ok(players),
        true => Err(ArenaError::Asked(format!(
            "{text} is a program or a server, which is not started because a file names it; name it yourself \
             with --bot"
        ))),
    }
}

/// Tells the bots that a match begins.
pub(super) fn start_all<G: Game>(players: &mut Players<G>, game: &G, seat: Seat) {
    for player in players {
        player.unstarted = start(player.bot.as_mut(), game, seat).err();
    }
}

/// The place of an expectation in the report, and the actions that are right.
type Expected<G> = (usize, Vec<<G as Game>::Action>);

impl<G: Game> Player<G> {
    fn ask(&mut self, moment: &Moment<'_, G>, plan: &RerunPlan) -> BotAnswer<G::Action> {
        if let Some(failed) = &self.unstarted {
            return BotAnswer::at_once(Err(failed.clone()));
        }
        let budget = self.budget.unwrap_or(moment.budget);
        let asker = Asker {
            game: moment.game,
            budget,
            margin: MARGIN,
            bot_seed: moment.bot_seed,
            threads: if budget.is_exact() { 1 } else { plan.threads },
            insight: true,
            stop: &plan.stop,
            noted: None,
            recent: None,
            clocks: None,
            longest: None,
        };
        asker.ask(self.bot.as_mut(), moment.seat)
    }
}

/// Counts and tells decisions while they are taken.
pub(super) struct Rerun<'a> {
    pub(super) plan: &'a RerunPlan,
    pub(super) watch: &'a mut dyn RerunWatch,
    pub(super) report: RerunReport,
    seen: BTreeSet<u32>,
}

impl<'a> Rerun<'a> {
    pub(super) fn new<G: Game>(
        plan: &'a RerunPlan,
        compares: bool,
        watch: &'a mut dyn RerunWatch,
    ) -> Result<Self, ArenaError> {
        plan.expected.iter().try_for_each(Expectation::check::<G>)?;
        let validations = plan.expected.iter().map(Validation::of).collect();
        let report = RerunReport::new(compares, validations);
        Ok(Self { plan, watch, report, seen: BTreeSet::new() })
    }

    /// Re-runs a decision, if only so that the bots know it.
    pub(super) fn decide<G: Game>(
        &mut self,
        players: &mut Players<G>,
        moment: &Moment<'_, G>,
        after: impl FnOnce(Option<G::Action>) -> G,
    ) -> Result<(), ArenaError> {
        let right = self.right_actions(moment)?;
        let asked: Vec<BotAnswer<G::Action>> =
            players.iter_mut().map(|player| player.ask(moment, self.plan)).collect();
        // A bot that was stopped may answer with anything.
        if self.stopped() || !self.plan.selection.has_turn(moment.turn) {
            return Ok(());
        }
        let actions: Vec<Option<G::Action>> =
            asked.iter().map(|asked| asked.result.as_ref().ok().map(|d| d.action)).collect();
        let now = actions.first().copied().flatten();
        for (place, right) in &right {
            self.report.validations[*place].decision(moment.game, moment.seat, right, now);
        }
        let recorded = match moment.recorded {
            Answer::Play(action) => Some(*action),
            Answer::Forfeit(_) => None,
        };
        let compared = actions.get(1).map_or((recorded, now), |other| (now, *other));
        let mut choices = asked.into_iter().map(|asked| choice(moment, asked));
        let Some(first) = choices.next() else { return Ok(()) };
        let boards = self.plan.boards;
        let decision = Redecision {
            line: moment.line,
            id: moment.id.to_owned(),
            turn: moment.turn,
            seat: moment.seat,
            bot: moment.bot.to_owned(),
            recorded: match moment.recorded {
                Answer::Play(action) => moment.game.show(moment.seat, *action),
                Answer::Forfeit(forfeit) => forfeit.to_string(),
            },
            now: first,
            other: choices.next(),
            same: compared.0.is_some() && compared.0 == compared.1,
            before: boards.then(|| G::drawing(&moment.game.snapshot())),
            after: boards.then(|| G::drawing(&after(now).snapshot())),
        };
        self.seen.insert(moment.turn);
        self.report.add(&decision);
        self.watch.decision(&decision).map_err(ArenaError::Tell)
    }

    /// The expectations of the decision's turn by their place in the report, each with the actions that are
    /// right: they are read before a bot is asked.
    fn right_actions<G: Game>(
        &self,
        moment: &Moment<'_, G>,
    ) -> Result<Vec<Expected<G>>, ArenaError> {
        let of_turn = self.report.validations.iter().enumerate();
        of_turn
            .filter(|(_, validation)| validation.turn == moment.turn)
            .map(|(place, validation)| Ok((place, validation.actions(moment.game, moment.seat)?)))
            .collect()
    }

    /// Whether the user wants to end it.
    pub(super) fn stopped(&self) -> bool {
        self.plan.stop.load(Ordering::Relaxed)
    }

    /// Counts a line that cannot be used.
    pub(super) fn broken(&mut self, line: usize, reason: &str) -> Result<(), ArenaError> {
        self.report.broken += 1;
        self.watch.broken(line, reason).map_err(ArenaError::Tell)
    }

    /// What came of it.
    pub(super) fn finish(mut self) -> RerunReport {
        if self.stopped() {
            self.report.interrupted = true;
            return self.report;
        }
        // A turn of which something is expected has a validation that says so.
        let expected =
            |turn: &u32| self.plan.expected.iter().any(|expected| expected.turn == *turn);
        let wanted = self.plan.selection.turns.iter().flatten();
        self.report.missing_turns =
            wanted.filter(|turn| !self.seen.contains(turn) && !expected(turn)).copied().collect();
        self.report
    }
}

fn choice<G: Game>(moment: &Moment<'_, G>, asked: BotAnswer<G::Action>) -> RerunChoice {
    let ms = asked.took.as_secs_f64() * 1000.0;
    match asked.result {
        Ok(decision) => RerunChoice {
            action: Some(moment.game.show(moment.seat, decision.action)),
            failure: None,
            insight: decision.insight,
            ms,
        },
        Err(forfeit) => RerunChoice {
            action: None,
            failure: Some(forfeit.to_string()),
            insight: ludus_core::Insight::default(),
            ms,
        },
    }
}
