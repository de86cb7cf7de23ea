//! The decisions of a debug log, re-run or copied.

use std::io::{BufRead, Write};

use ludus_core::{Answer, BotSpec, GameKit, LogError, Logged, Seed};

use super::ask::{Moment, Players, Rerun, players, recorded_players, start_all};
use super::{RerunPlan, RerunReport, RerunWatch, Selection};
use crate::error::ArenaError;
use crate::lines::LineReader;

/// Re-runs the decisions of a debug log, by the bot of the plan, or by those that the log names; `bot` decides where it
/// names none. A line that cannot be used is reported and left out.
///
/// Every decision is taken by itself, as if its match had just begun: what is selected makes no difference to
/// it.
///
/// # Errors
/// If the log cannot be read, the bot cannot be made, or what was found cannot be written.
pub fn log<K: GameKit, R: BufRead>(
    kit: &K,
    other: Option<&K>,
    bot: &BotSpec,
    input: R,
    plan: &RerunPlan,
    watch: &mut dyn RerunWatch,
) -> Result<RerunReport, ArenaError> {
    let mut deciding = Deciding::new(kit, other, bot, plan)?;
    let mut rerun = Rerun::new::<K::Game>(plan, other.is_some(), watch)?;
    let mut lines = LineReader::new(input);
    while let Some(line) = lines.advance().map_err(ArenaError::Read)? {
        let logged = match read(kit, line.text) {
            Ok(logged) => logged,
            Err(reason) => {
                rerun.broken(line.number, &reason.to_string())?;
                continue;
            }
        };
        if !selects(&plan.selection, &logged) {
            continue;
        }
        let players = match deciding.players(logged.bot.as_deref()) {
            Ok(players) => players,
            Err(reason) => {
                rerun.broken(line.number, &reason.to_string())?;
                continue;
            }
        };
        start_all(players, &logged.game, logged.seat);
        let moment = Moment {
            game: &logged.game,
            seat: logged.seat,
            turn: logged.turn,
            line: line.number,
            id: &logged.id,
            bot: logged.bot.as_deref().unwrap_or_default(),
            recorded: &Answer::Play(logged.action),
            budget: logged.budget,
            bot_seed: Seed::new(0),
        };
        let after = |action: Option<_>| {
            (logged.after)(&logged.game, logged.seat, action.unwrap_or(logged.action))
        };
        rerun.decide(players, &moment, after)?;
        if rerun.stopped() {
            break;
        }
    }
    Ok(rerun.finish())
}

/// How many bots that a log names are kept. A log has few; one from another person may name many.
const MOST_BOTS: usize = 16;

/// The bots that decide: the one that the plan names, else the one that each line names, else the usual one.
struct Deciding<'a, K: GameKit> {
    kit: &'a K,
    other: Option<&'a K>,
    plan: &'a RerunPlan,
    usual: Players<K::Game>,
    named: Vec<(String, Players<K::Game>)>,
}

impl<'a, K: GameKit> Deciding<'a, K> {
    fn new(
        kit: &'a K,
        other: Option<&'a K>,
        bot: &BotSpec,
        plan: &'a RerunPlan,
    ) -> Result<Self, ArenaError> {
        let usual = players(kit, other, plan.bot.as_ref().unwrap_or(bot), plan)?;
        Ok(Self { kit, other, plan, usual, named: Vec::new() })
    }

    /// The bots for a line that names this one. An error says why there are none, in words.
    fn players(&mut self, named: Option<&str>) -> Result<&mut Players<K::Game>, LogError> {
        let Some(name) = named.filter(|_| self.plan.bot.is_none()) else {
            return Ok(&mut self.usual);
        };
        let place = match self.named.iter().position(|(known, _)| known == name) {
            Some(place) => place,
            None => {
                let made = recorded_players(self.kit, self.other, name, self.plan);
                let made = made.map_err(|error| {
                    LogError::new(format!("its bot cannot decide again: {error}"))
                })?;
                if self.named.len() == MOST_BOTS {
                    self.named.remove(0);
                }
                self.named.push((name.to_owned(), made));
                self.named.len() - 1
            }
        };
        Ok(&mut self.named[place].1)
    }
}

/// How many lines of a log were copied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extracted {
    /// Those that were copied.
    pub lines: u64,
    /// Those that could be used.
    pub of: u64,
    /// Those that could not.
    pub broken: u64,
}

/// Copies the selected lines of a log as they stand there.
///
/// # Errors
/// If the log cannot be read or the copy cannot be written.
pub fn extract<K: GameKit, R: BufRead>(
    kit: &K,
    input: R,
    selection: &Selection,
    out: &mut dyn Write,
    watch: &mut dyn RerunWatch,
) -> Result<Extracted, ArenaError> {
    let mut counts = Extracted { lines: 0, of: 0, broken: 0 };
    let mut lines = LineReader::new(input);
    while let Some(line) = lines.advance().map_err(ArenaError::Read)? {
        match read(kit, line.text) {
            Err(reason) => {
                counts.broken += 1;
                watch.broken(line.number, &reason.to_string()).map_err(ArenaError::Tell)?;
            }
            Ok(logged) => {
                counts.of += 1;
                if let (true, Ok(text)) = (selects(selection, &logged), line.text) {
                    counts.lines += 1;
                    writeln!(out, "{text}").map_err(ArenaError::Tell)?;
                }
            }
        }
    }
    Ok(counts)
}

fn read<K: GameKit>(kit: &K, text: Result<&str, &str>) -> Result<Logged<K::Game>, LogError> {
    kit.logged(text.map_err(LogError::new)?)
}

fn selects<G: ludus_core::Game>(selection: &Selection, logged: &Logged<G>) -> bool {
    selection.has_turn(logged.turn) && selection.has_id(&logged.id)
}
