//! Writing a replay while the match is played.

use std::fs;
use std::path::PathBuf;

use ludus_core::{Answer, Game, Seat, Seed};

use crate::error::ArenaError;
use crate::replay::format::{
    ActionLine, FailureLine, Header, ReplayLine, ResultLine, SeatLine, TickLine, TurnLine, VERSION,
    figure_map,
};
use crate::replay::output::{Deferred, ReplayFile, Unwritten};
use crate::series::SeriesPlan;
use crate::turns::{MatchResult, Played, Table};

/// How many ticks of live play lie between one recorded board and the next.
const BOARD_EVERY: u32 = 600;

/// Where the replays of a series go, a file for each game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordFolder {
    /// The folder, which is made if it is not there.
    pub path: PathBuf,
    /// Whether replays that are there already are replaced.
    pub overwrite: bool,
}

impl RecordFolder {
    /// The file of game `number` of a series, counted from 0.
    #[must_use]
    pub fn file(&self, game: &str, seed: Seed, number: u64) -> PathBuf {
        self.path.join(format!("{game}-{seed}-{:06}.jsonl", number + 1))
    }

    /// The first file that a series of this many games would replace, if any of its replays are there already.
    #[must_use]
    pub fn first_taken(&self, game: &str, seed: Seed, games: u64) -> Option<PathBuf> {
        let start = format!("{game}-{seed}-");
        let number = |name: &str| -> Option<u64> {
            let number = name.strip_prefix(&start)?.strip_suffix(".jsonl")?.parse().ok()?;
            (1..=games).contains(&number).then_some(number - 1)
        };
        let files = fs::read_dir(&self.path).into_iter().flatten().flatten();
        let numbers = files.filter_map(|file| number(file.file_name().to_str()?));
        numbers.min().map(|number| self.file(game, seed, number))
    }
}

/// Writes the replay of one match. The file gets its name when the match is over, so that no half of
/// one is ever found under it.
pub struct Recorder {
    out: Output,
    turns: u32,
}

/// Where the lines of a replay go.
enum Output {
    /// Into the file, by the thread that plays.
    File(ReplayFile),
    /// Into memory, until another thread writes them.
    Memory(Deferred),
}

impl Recorder {
    /// Begins the replay of game `number` of a series in this folder.
    ///
    /// # Errors
    /// If the folder or file cannot be made.
    pub fn start<G: Game>(
        folder: &RecordFolder,
        plan: &SeriesPlan,
        number: u64,
        table: &Table<G::Rules>,
        game: &G,
    ) -> Result<Self, ArenaError> {
        let made = fs::create_dir_all(&folder.path);
        made.map_err(ArenaError::file("make the folder", &folder.path))?;
        let path = folder.file(G::NAME, plan.seed, number);
        let seats = plan
            .line_up
            .seating(plan.seed, number)
            .into_iter()
            .map(|entrant| &plan.line_up.entrants()[entrant])
            .map(|who| SeatLine { label: who.label.clone(), spec: who.spec.to_string() })
            .collect();
        let file = Self::begin(path, folder.overwrite, seats, table, game)?;
        Ok(Self { out: Output::File(file), turns: 0 })
    }

    /// Begins the replay of a match in this file, which must not exist yet.
    ///
    /// # Errors
    /// If the file cannot be made.
    pub fn create<G: Game>(
        path: PathBuf,
        seats: Vec<SeatLine>,
        table: &Table<G::Rules>,
        game: &G,
    ) -> Result<Self, ArenaError> {
        let file = Self::begin(path, false, seats, table, game)?;
        Ok(Self { out: Output::File(file), turns: 0 })
    }

    /// The same for a match whose turns must not wait for a disk. Its lines stay in memory until another thread
    /// writes what [`Recorder::unwritten`] gives out; [`Recorder::finish`] writes the rest.
    ///
    /// # Errors
    /// If the file cannot be made.
    pub(crate) fn create_deferred<G: Game>(
        path: PathBuf,
        seats: Vec<SeatLine>,
        table: &Table<G::Rules>,
        game: &G,
    ) -> Result<Self, ArenaError> {
        let file = Self::begin(path, false, seats, table, game)?;
        Ok(Self { out: Output::Memory(Deferred::new(file)), turns: 0 })
    }

    /// Lines that another thread should write now, if enough of them wait. Only a deferred recorder has any.
    pub(crate) fn unwritten(&mut self) -> Option<Unwritten> {
        match &mut self.out {
            Output::File(_) => None,
            Output::Memory(deferred) => deferred.take(),
        }
    }

    fn begin<G: Game>(
        path: PathBuf,
        overwrite: bool,
        seats: Vec<SeatLine>,
        table: &Table<G::Rules>,
        game: &G,
    ) -> Result<ReplayFile, ArenaError> {
        let mut file = ReplayFile::new(path, overwrite)?;
        file.write_line(&ReplayLine::Header(Box::new(Header {
            format: VERSION,
            program: env!("CARGO_PKG_VERSION").to_owned(),
            game: G::NAME.to_owned(),
            rules: ludus_core::keys::to_tree(&table.rules),
            seed: table.seed,
            bot_seed: table.bot_seed,
            budget: table.budget,
            clock: table.clock,
            arbiter: table.arbiter,
            seats,
            board: game.snapshot().data,
        })))?;
        Ok(file)
    }

    /// Adds a turn or a tick, as the game has it: what was done from the position before it, and the position
    /// afterwards.
    pub(crate) fn add<G: Game>(
        &mut self,
        before: &G,
        played: &[Played<G::Action>],
        after: &G,
    ) -> Result<(), ArenaError> {
        if G::TICKS {
            return self.tick(before, played, after);
        }
        self.turn(action_lines(before, played), after)
    }

    /// Adds a turn: what was done, and the position afterwards.
    fn turn<G: Game>(&mut self, actions: Vec<ActionLine>, after: &G) -> Result<(), ArenaError> {
        self.turns += 1;
        let line = TurnLine { turn: self.turns, actions, board: after.snapshot().data };
        self.write(&ReplayLine::Turn(line))
    }

    /// Adds a tick of live play: what was done from the position before it, and now and then the
    /// position afterwards. Nothing is written about a tick in which no seat did anything.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn tick<G: Game>(
        &mut self,
        before: &G,
        played: &[Played<G::Action>],
        after: &G,
    ) -> Result<(), ArenaError> {
        self.turns += 1;
        let acted: Vec<_> = played.iter().filter(|p| acted(before, p)).collect();
        // The first tick has a line in any case: it tells that this is a record of ticks.
        let board = self.turns == 1 || self.turns.is_multiple_of(BOARD_EVERY);
        let board = board.then(|| after.snapshot().data);
        if acted.is_empty() && board.is_none() {
            return Ok(());
        }
        let actions = action_lines(before, acted);
        self.write(&ReplayLine::Tick(TickLine { turn: self.turns, actions, board }))
    }

    /// Adds the result and gives the file its name, which is returned.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn finish(mut self, result: &MatchResult) -> Result<PathBuf, ArenaError> {
        let figures = result.seats.iter().map(|seat| figure_map(&seat.figures)).collect();
        self.write(&ReplayLine::Result(ResultLine {
            outcome: result.outcome.clone(),
            // Every line is a turn here, also the one in which a seat was lost and the game stood still.
            turns: self.turns,
            figures,
            agreed: result.agreed,
            failures: Seat::first(result.seats.len())
                .zip(&result.seats)
                .filter_map(|(seat, result)| FailureLine::of(seat, result))
                .collect(),
        }))?;
        match self.out {
            Output::File(file) => file.keep(),
            Output::Memory(deferred) => deferred.finish(),
        }
    }

    fn write(&mut self, line: &ReplayLine) -> Result<(), ArenaError> {
        match &mut self.out {
            Output::File(file) => file.write_line(line),
            Output::Memory(deferred) => {
                deferred.add(line);
                Ok(())
            }
        }
    }
}

/// Whether a seat did anything in a tick of live play but what the rules say of seats that do nothing.
pub(crate) fn acted<G: Game>(before: &G, played: &Played<G::Action>) -> bool {
    match &played.answer {
        Answer::Play(action) => {
            before.fallback(played.seat) != Some(*action) || played.failure.is_some()
        }
        Answer::Forfeit(_) => true,
    }
}

/// What is kept of a turn as text, given what the seats did as text: their actions. Of live play only ticks in
/// which a seat did something are kept, or an hour of it would be 216,000 lines; each begins with its number.
pub(crate) fn turn_text<G: Game>(
    before: &G,
    played: &[Played<G::Action>],
    texts: &[String],
) -> Option<String> {
    let text = texts.join(" ");
    if !G::TICKS {
        return Some(text);
    }
    let any = played.iter().any(|p| acted(before, p));
    any.then(|| format!("{} {text}", before.turn() + 1))
}

/// What a seat did, as text.
pub(crate) fn action_text<G: Game>(before: &G, played: &Played<G::Action>) -> String {
    match &played.answer {
        Answer::Play(action) => before.show(played.seat, *action),
        Answer::Forfeit(forfeit) => forfeit.to_string(),
    }
}

/// What the seats did from this position, as lines of a replay.
pub(crate) fn action_lines<'a, G: Game>(
    before: &G,
    played: impl IntoIterator<Item = &'a Played<G::Action>>,
) -> Vec<ActionLine> {
    let line = |played: &Played<G::Action>| {
        let text = action_text(before, played);
        let (action, forfeit) = match played.answer {
            Answer::Play(_) => (Some(text), None),
            Answer::Forfeit(_) => (None, Some(text)),
        };
        ActionLine {
            seat: played.seat,
            action,
            forfeit,
            failure: played.failure.as_ref().map(ToString::to_string),
            insight: played.insight.clone(),
            ms: played.took.as_secs_f64() * 1000.0,
            left_ms: played.left.map(|left| left.as_secs_f64() * 1000.0),
            stderr: played.stderr.clone(),
        }
    };
    played.into_iter().map(line).collect()
}
