//! Checks that every bot must pass: it starts, plays legal actions in all phases of the game, in time, match after match.
//!
//! | module | what lives there |
//! |---|---|
//! | this one | [`CheckPlan`], and the checks |
//! | `clock` | whether it keeps its clock |
//! | `positions` | positions from all phases of the game |

mod clock;
mod positions;

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use ludus_core::{
    Bot, BotSpec, Budget, Check, CheckFailure, CheckPosition, Clock, Forfeit, Game, GameKit,
    MatchInfo, Seed,
};

use crate::ask::{Asker, BotAnswer, begin, guarded};
use crate::clocks::SharedClocks;
use crate::error::ArenaError;
use crate::failure::Failed;
use crate::rules::AnyRules;

/// After this many answers that do not count, no more positions are asked about: each may have taken all its time.
const MOST_FAILURES: usize = 3;

/// How many positions are asked about a second time.
const REPEATED: usize = 20;

/// What to check, and how.
#[derive(Debug)]
pub struct CheckPlan {
    /// The bot.
    pub bot: BotSpec,
    /// The rules of the matches that the positions are from.
    pub rules: AnyRules,
    /// How many positions the bot is asked about.
    pub positions: usize,
    /// The time for each answer.
    pub time: Duration,
    /// How much later an answer still counts.
    pub margin: Duration,
    /// Where the positions and the bot's randomness come from.
    pub seed: Seed,
}

/// Checks one bot.
pub(crate) struct Checker<'a, K: GameKit> {
    kit: &'a K,
    plan: &'a CheckPlan,
    bot: Box<dyn Bot<K::Game>>,
    /// The positions, match by match.
    matches: Vec<Vec<CheckPosition<K::Game>>>,
}

/// What the answers to all positions were like.
struct Answers<A> {
    /// What was played, by position; `None` where nothing was that counts.
    actions: Vec<Option<A>>,
    /// Answers that do not count, each with its position for the author of the bot.
    failures: Vec<(String, Failed)>,
    /// How long each answer took.
    took: Vec<Duration>,
}

impl<'a, K: GameKit> Checker<'a, K> {
    /// Makes the bot and the positions.
    pub(crate) fn new(kit: &'a K, plan: &'a CheckPlan) -> Result<Self, ArenaError> {
        let bot = kit.make_bot(&plan.bot)?;
        let matches = positions::from_all_phases(kit, plan)?;
        Ok(Self { kit, plan, bot, matches })
    }

    /// Runs all checks.
    pub(crate) fn run(mut self, report: &mut dyn FnMut(Check)) -> Result<(), ArenaError> {
        if let Err(failed) = guarded(|| self.bot.check()) {
            let advice =
                "run the program by hand, or ask the server with curl, to see what it says";
            report(Check::failed("starts", failure("", &failed, advice)));
            return Ok(());
        }
        report(Check::passed("starts", ""));
        let positions = self.matches.concat();
        self.kit.check_protocol(&self.plan.bot, &positions, report);
        let answers = self.ask_all(&self.matches.clone(), Budget::of_time(self.plan.time));
        report(self.legal(positions.len(), &answers));
        report(self.in_time(&answers));
        report(self.clock_kept());
        if answers.failures.is_empty() {
            let alone: Vec<_> =
                positions.into_iter().take(REPEATED).map(|position| vec![position]).collect();
            self.again(&alone, report);
        }
        Ok(())
    }

    /// Asks the bot about these positions, match by match.
    fn ask_all(
        &mut self,
        matches: &[Vec<CheckPosition<K::Game>>],
        budget: Budget,
    ) -> Answers<<K::Game as Game>::Action> {
        let mut answers = Answers { actions: Vec::new(), failures: Vec::new(), took: Vec::new() };
        for (number, positions) in matches.iter().enumerate() {
            let Some(first) = positions.first() else { continue };
            let mut started = self.start(number, first, None);
            for position in positions {
                let BotAnswer { result, took, .. } = match &started {
                    Ok(()) => self.ask(number, position, budget),
                    Err(failed) => BotAnswer::at_once(Err(failed.clone())),
                };
                answers.took.push(took);
                answers.actions.push(result.as_ref().ok().map(|decision| decision.action));
                if let Err(failed) = result {
                    answers.failures.push((describe(position), failed));
                    // A program that has ended plays no more in this match.
                    self.end(first);
                    started = self.start(number, position, None);
                }
                if answers.failures.len() >= MOST_FAILURES {
                    return answers;
                }
            }
            self.end(first);
        }
        answers
    }

    /// Begins a match with this position, and with this clock.
    fn start(
        &mut self,
        number: usize,
        position: &CheckPosition<K::Game>,
        clock: Option<&Clock>,
    ) -> Result<(), Failed> {
        let CheckPosition { game, seat } = position;
        let labels: Vec<String> = (0..game.seats()).map(|seat| format!("seat {seat}")).collect();
        let id = format!("check-{number}");
        let info = MatchInfo { id: &id, labels: &labels, rules: self.plan.rules.tree(), clock };
        begin(self.bot.as_mut(), &info, game, *seat)
    }

    /// Ends a match. It is abandoned, which a bot must bear.
    fn end(&mut self, position: &CheckPosition<K::Game>) {
        // A bot that panics here shows it in the next match.
        let _ = guarded(|| {
            self.bot.end(&position.game, position.seat, None);
            Ok(())
        });
    }

    /// Asks the bot about one position.
    fn ask(
        &mut self,
        number: usize,
        position: &CheckPosition<K::Game>,
        budget: Budget,
    ) -> BotAnswer<<K::Game as Game>::Action> {
        self.put(number, position, budget, None)
    }

    /// Asks the bot about one position by these clocks.
    fn ask_by(
        &mut self,
        clocks: &SharedClocks,
        number: usize,
        position: &CheckPosition<K::Game>,
    ) -> BotAnswer<<K::Game as Game>::Action> {
        self.put(number, position, Budget::NONE, Some(clocks))
    }

    fn put(
        &mut self,
        number: usize,
        position: &CheckPosition<K::Game>,
        budget: Budget,
        clocks: Option<&SharedClocks>,
    ) -> BotAnswer<<K::Game as Game>::Action> {
        let stop = AtomicBool::new(false);
        let asker = Asker {
            game: &position.game,
            budget,
            margin: self.plan.margin,
            bot_seed: self.plan.seed.derive("check", number as u64),
            threads: 1,
            insight: true,
            stop: &stop,
            noted: None,
            recent: None,
            clocks,
            longest: None,
        };
        asker.ask(self.bot.as_mut(), position.seat)
    }

    /// Whether every answer was a legal action.
    fn legal(&self, count: usize, answers: &Answers<<K::Game as Game>::Action>) -> Check {
        let name = format!("legal in {count} positions from all phases");
        let wrong = answers.failures.iter().find(|(_, failed)| !is_late(failed));
        let Some((position, failed)) = wrong else { return Check::passed(name, "") };
        let advice = match &failed.forfeit {
            Forfeit::Illegal(_) => "answer with one of the actions in `legal`",
            Forfeit::Crash(_) => "the last lines of its standard error say where it failed",
            Forfeit::Protocol(_) => "docs/BOT-PROTOCOL.md has every message with an example",
            _ => "find out what is special about this position",
        };
        Check::failed(name, failure(position, failed, advice))
    }

    /// Whether no answer was late.
    fn in_time(&self, answers: &Answers<<K::Game as Game>::Action>) -> Check {
        let name = within(self.plan.time, self.plan.margin);
        if answers.actions.iter().all(Option::is_none)
            && !answers.failures.iter().any(|(_, f)| is_late(f))
        {
            return Check::noted(name, "not measured: no answer counts");
        }
        let slowest = answers.took.iter().max().copied().unwrap_or_default();
        let mean = answers.took.iter().sum::<Duration>().checked_div(answers.took.len() as u32);
        let note = format!(
            "slowest {:.1} ms, mean {:.1} ms",
            slowest.as_secs_f64() * 1000.0,
            mean.unwrap_or_default().as_secs_f64() * 1000.0,
        );
        match answers.failures.iter().find(|(_, failed)| is_late(failed)) {
            None => Check::passed(name, note),
            Some((position, failed)) => {
                let advice = "read `budget.ms` of the turn, and answer with the best action so far";
                let mut failure = failure(position, failed, advice);
                failure.received = format!("{} ({note})", failure.received);
                Check::failed(name, failure)
            }
        }
    }

    /// Plays many short matches twice: whether the bot bears that, and whether the same position and seed give the same
    /// action. It need not do that, but its matches then cannot be repeated.
    fn again(&mut self, alone: &[Vec<CheckPosition<K::Game>>], report: &mut dyn FnMut(Check)) {
        let spec = &self.plan.bot;
        let info = self.kit.bots().iter().find(|info| info.name == spec.name());
        let timed = info.and_then(|info| info.time_key).is_some_and(|key| spec.get(key).is_none());
        // Only time limits some bots. Those need not repeat.
        let budget = match timed {
            true => Budget::of_time(self.plan.time),
            false => self.kit.default_budget(),
        };
        let (first, second) = (self.ask_all(alone, budget), self.ask_all(alone, budget));
        let name = format!("{} matches in a row", 2 * alone.len());
        if let Some((position, failed)) = first.failures.iter().chain(&second.failures).next() {
            let advice = "forget everything about earlier matches when a match begins";
            return report(Check::failed(name, failure(position, failed, advice)));
        }
        report(Check::passed(name, ""));
        let name = "same position and seed, same action";
        let differ = first.actions.iter().zip(&second.actions).filter(|(a, b)| a != b).count();
        report(match differ {
            0 => Check::passed(name, ""),
            _ => Check::noted(
                name,
                format!(
                    "no, {differ} of {} differ: take randomness from `seed` if matches are to repeat",
                    alone.len()
                ),
            ),
        });
    }
}

/// A position for the author of a bot: where it is from, and what it looks like.
fn describe<G: Game>(position: &CheckPosition<G>) -> String {
    let CheckPosition { game, seat } = position;
    format!("turn {} for seat {seat} in\n{}", game.turn() + 1, G::drawing(&game.snapshot()))
}

/// How late an answer may be: the limit that the bot is given, and what is allowed on top of it.
fn within(limit: Duration, allowance: Duration) -> String {
    let (limit, allowance) = (limit.as_millis(), allowance.as_millis());
    match allowance {
        0 => format!("within {limit} ms"),
        _ => format!("within {limit} ms and an allowance of {allowance} ms"),
    }
}

fn is_late(failed: &Failed) -> bool {
    matches!(failed.forfeit, Forfeit::Late | Forfeit::Time(_))
}

/// What failed, with the last lines of the program's standard error.
fn failure(sent: &str, failed: &Failed, advice: &str) -> CheckFailure {
    let stderr: String = failed.stderr.iter().map(|line| format!("\n{line}")).collect();
    CheckFailure::new(sent, format!("{}{stderr}", failed.forfeit), advice)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_limit_is_named_with_what_is_allowed_on_top_of_it() {
        let named = |limit, allowance| {
            within(Duration::from_millis(limit), Duration::from_millis(allowance))
        };
        assert_eq!(named(500, 50), "within 500 ms and an allowance of 50 ms");
        assert_eq!(named(500, 0), "within 500 ms");
    }
}
