//! The positions of a recorded match, one after the other.
//!
//! Boards take up many times the bytes that a file has for them. So a film shows one at a time, and a match of any
//! length takes up no more memory than a short one.

use std::borrow::BorrowMut;
use std::io::BufRead;
use std::marker::PhantomData;

use ludus_core::{ActionMark, Game, Seat};

use super::format::{ActionLine, ReplayLine};
use super::read::{ReplayError, ReplayReader};
use super::verify::{Again, Shown, differs};

/// How many ticks of live play lie between one frame and the next where no seat does anything.
const FRAME_TICKS: u32 = 6;

/// All positions of a recorded match, the first one included, each with what led to it. They are verified on the way,
/// and so is the result: what is no longer true is an error, and the last thing that is shown. Of live play there are
/// ten frames a second, and one for every tick in which a seat did something.
pub struct Film<G: Game, R, T, M> {
    reader: T,
    again: Again<G>,
    /// Where an action is on the board, see [`GameKit::mark`](ludus_core::GameKit::mark).
    mark: M,
    /// A line that was read and waits for the ticks before it, in which no seat did anything.
    line: Option<ReplayLine>,
    /// The next frame to show. It is held back until it is known whether it is the last one, which has the outcome.
    held: Option<Shown>,
    over: bool,
    input: PhantomData<fn() -> R>,
}

impl<G: Game, R: BufRead, T: BorrowMut<ReplayReader<R>>, M> Film<G, R, T, M>
where
    M: Fn(&G, Seat, G::Action) -> ActionMark,
{
    /// The film of a replay of which nothing but the header was read.
    ///
    /// # Errors
    /// If it is of another game, or does not hold from the start.
    pub fn new(reader: T, mark: M) -> Result<Self, ReplayError> {
        let again = Again::start(reader.borrow())?;
        let held = Some(again.shown(Vec::new()));
        Ok(Self { reader, again, mark, line: None, held, over: false, input: PhantomData })
    }

    /// Where these actions of the turn that comes next are on the board.
    fn marks(&self, actions: &[ActionLine]) -> Vec<ActionMark> {
        let game = &self.again.game;
        let mark = |line: &ActionLine| {
            let action = game.parse(line.seat, line.action.as_deref()?).ok()?;
            Some((self.mark)(game, line.seat, action))
        };
        actions.iter().filter_map(mark).collect()
    }

    /// The frame after the one that is held back; `None` after the last one.
    fn advance(&mut self) -> Result<Option<Shown>, ReplayError> {
        let line = match self.line.take() {
            Some(line) => Some(line),
            None => self.reader.borrow_mut().next_line()?,
        };
        match line {
            Some(ReplayLine::Turn(turn)) => {
                let marks = self.marks(&turn.actions);
                self.again.turn(&turn)?;
                Ok(Some(Shown { marks, ..self.again.shown(turn.actions) }))
            }
            Some(ReplayLine::Tick(tick)) => {
                self.again.live = true;
                let before = tick.turn.saturating_sub(1);
                if self.again.turns() < before {
                    self.line = Some(ReplayLine::Tick(tick));
                    return self.idle(before).map(Some);
                }
                let marks = self.marks(&tick.actions);
                self.again.tick(&tick)?;
                Ok(Some(Shown { marks, ..self.again.shown(tick.actions) }))
            }
            Some(ReplayLine::Result(result)) => {
                if self.again.live && self.again.turns() < result.turns {
                    let turns = result.turns;
                    self.line = Some(ReplayLine::Result(result));
                    return self.idle(turns).map(Some);
                }
                self.again.result(&result)?;
                if self.reader.borrow_mut().next_line()?.is_some() {
                    return Err(differs("after the result", "the file continues"));
                }
                // Seats that agree end a match without a turn.
                if let Some(last) = &mut self.held {
                    last.outcome.get_or_insert(result.outcome);
                }
                Ok(None)
            }
            _ => Err(ReplayError::Truncated { turns: self.again.turns() }),
        }
    }

    /// The next frame of ticks in which no seat does anything, at the latest after this many turns.
    fn idle(&mut self, until: u32) -> Result<Shown, ReplayError> {
        let next = (self.again.turns() + 1).next_multiple_of(FRAME_TICKS).min(until);
        self.again.idle_until(next)?;
        Ok(self.again.shown(Vec::new()))
    }
}

impl<G: Game, R: BufRead, T: BorrowMut<ReplayReader<R>>, M> Iterator for Film<G, R, T, M>
where
    M: Fn(&G, Seat, G::Action) -> ActionMark,
{
    type Item = Result<Shown, ReplayError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.over {
            return self.held.take().map(Ok);
        }
        match self.advance() {
            Ok(Some(frame)) => self.held.replace(frame).map(Ok),
            Ok(None) => {
                self.over = true;
                self.held.take().map(Ok)
            }
            Err(error) => {
                (self.over, self.held) = (true, None);
                Some(Err(error))
            }
        }
    }
}

/// All positions of a [`Film`] at once, which takes much memory where a match is long.
///
/// # Errors
/// If the match does not hold.
pub fn frames<G: Game, R: BufRead>(
    reader: &mut ReplayReader<R>,
    mark: impl Fn(&G, Seat, G::Action) -> ActionMark,
) -> Result<Vec<Shown>, ReplayError> {
    Film::<G, R, _, _>::new(reader, mark)?.collect()
}

/// Walks through the positions of a recorded match in turns, which are verified on the way.
pub struct Walk<G: Game, R, T> {
    reader: T,
    again: Again<G>,
    begun: bool,
    input: PhantomData<fn() -> R>,
}

impl<G: Game, R: BufRead, T: BorrowMut<ReplayReader<R>>> Walk<G, R, T> {
    /// A walk through a replay of which nothing but the header was read.
    ///
    /// # Errors
    /// If it is of another game, or does not hold from the start.
    pub fn new(reader: T) -> Result<Self, ReplayError> {
        let again = Again::start(reader.borrow())?;
        Ok(Self { reader, again, begun: false, input: PhantomData })
    }

    /// The next position, first that at the start; `None` after the last one.
    ///
    /// # Errors
    /// If the match does not hold.
    pub fn advance(&mut self) -> Result<Option<&G>, ReplayError> {
        if std::mem::replace(&mut self.begun, true) {
            match self.reader.borrow_mut().next_line()? {
                Some(ReplayLine::Turn(turn)) => self.again.turn(&turn)?,
                Some(_) => return Ok(None),
                None => return Err(ReplayError::Truncated { turns: self.again.turns() }),
            }
        }
        Ok(Some(&self.again.game))
    }
}
