//! One game of a series on its host: set up by the plan, and written down at its end.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use ludus_core::{Bot, BotLog, Game, GameKit, Seat, Transcript};

use crate::bot_logs::LogFolder;
use crate::error::ArenaError;
use crate::host::{Finished, Keep, MatchHost, Occupant};
use crate::pulse::Pulse;
use crate::replay::Recorder;
use crate::series::{GameRecord, SeriesPlan};

/// The bots of a match, seat by seat.
type Bots<K> = Vec<Box<dyn Bot<<K as GameKit>::Game>>>;

/// A game of a series while it is played.
pub(crate) struct SeriesMatch<K: GameKit> {
    /// The match.
    pub(crate) host: MatchHost<K::Game>,
    number: u64,
    /// Who sits in each seat, as an index into the line-up.
    pub(crate) entrants: Vec<usize>,
}

/// The logs of the seats whose bots wait for a program or a server.
fn open_logs<G: Game>(
    folder: &LogFolder,
    number: u64,
    labels: &[String],
    occupants: &[Occupant<G>],
) -> Result<Vec<Option<Arc<dyn BotLog>>>, ArenaError> {
    let seats = Seat::first(occupants.len()).zip(labels).zip(occupants);
    let open = |((seat, label), occupant): ((Seat, &String), &Occupant<G>)| match occupant {
        Occupant::Bot(bot) if bot.waits() => folder.open(number, seat, label).map(Some),
        Occupant::Bot(_) | Occupant::Person => Ok(None),
    };
    seats.map(open).collect()
}

/// How a game is set up, beside its plan.
pub(crate) struct SetUp<'a> {
    /// The number of the game.
    pub(crate) number: u64,
    /// What is kept of it.
    pub(crate) keep: Keep,
    /// Whether the insight of the decisions is wanted although nothing is recorded.
    pub(crate) insight: bool,
    /// Set from outside to abandon it.
    pub(crate) stop: &'a Arc<AtomicBool>,
    /// Where the thread that plays notes what it is doing.
    pub(crate) pulse: &'a Arc<Pulse>,
}

impl<K: GameKit> SeriesMatch<K> {
    /// Sets a game up; `occupant` says who plays which bot of the line-up.
    pub(crate) fn open(
        plan: &SeriesPlan,
        set_up: &SetUp<'_>,
        occupant: impl FnMut(usize) -> Result<Occupant<K::Game>, ArenaError>,
    ) -> Result<Self, ArenaError> {
        let number = set_up.number;
        let rules = plan.start(number).of::<K::Game>()?.clone();
        let mut table = plan.table::<K::Game>(number, rules, set_up.stop, set_up.pulse);
        table.insight |= set_up.insight;
        let entrants = plan.line_up.seating(plan.seed, number);
        let occupants = entrants.iter().copied().map(occupant).collect::<Result<Vec<_>, _>>()?;
        if let Some(folder) = &plan.logs {
            table.logs = open_logs(folder, number, &table.labels, &occupants)?;
        }
        let mut host = MatchHost::new(table, occupants, set_up.keep)?;
        if let Some(folder) = &plan.record {
            let recorder = Recorder::start(folder, plan, number, host.table(), host.game())?;
            host.record(recorder);
        }
        Ok(Self { host, number, entrants })
    }

    /// Ends the game: its record, if it is over, and its bots for the next one, seat by seat.
    pub(crate) fn finish(
        self,
        kit: &K,
        plan: &SeriesPlan,
    ) -> Result<(Option<GameRecord>, Bots<K>), ArenaError> {
        let table = self.host.table();
        let (seed, bot_seed, labels) = (table.seed, table.bot_seed, table.labels.clone());
        let position =
            (plan.positions || self.host.keeps().position).then(|| self.host.game().snapshot());
        let last = plan.transcripts.then(|| self.host.game().clone());
        let Finished { result, bots, actions, thoughts, .. } = self.host.finish()?;
        let Some(result) = result else { return Ok((None, bots)) };
        let transcript = last.and_then(|last| {
            let labels: Vec<&str> = labels.iter().map(String::as_str).collect();
            kit.transcript(&Transcript {
                game: &last,
                outcome: &result.outcome,
                labels: &labels,
                number: self.number + 1,
                clock: plan.clock,
                thoughts: &thoughts,
            })
        });
        let record = GameRecord {
            number: self.number,
            seed,
            bot_seed,
            seats: self.entrants,
            result,
            position,
            actions,
            transcript,
        };
        Ok((Some(record), bots))
    }
}
