//! A recorded match that is played back.

use std::time::Duration;

use ludus_arena::replay::{Header, Shown};
use ludus_core::{GameInfo, Pacing};

use crate::speed::{Speed, TICK};

/// How far back to look for what a seat did last, in positions.
const RECENT: usize = 200;

/// A recorded match, and the place in it that is shown.
pub struct Playback {
    /// The game.
    pub game: GameInfo,
    /// Who played, by seat.
    pub labels: Vec<String>,
    /// All positions.
    pub frames: Vec<Shown>,
    /// The one that is shown.
    pub at: usize,
    /// Whether it runs.
    pub playing: bool,
    /// How fast.
    pub speed: Speed,
    one_by_one: bool,
    /// When the next position is due, on the program's clock.
    due: Duration,
}

impl Playback {
    /// The match of this game with this header and these positions, at its beginning.
    #[must_use]
    pub fn new(game: GameInfo, header: &Header, frames: Vec<Shown>) -> Self {
        let labels: Vec<String> = header.seats.iter().map(|seat| seat.label.clone()).collect();
        let one_by_one = frames.get(1).is_some_and(|frame| frame.actions.len() < labels.len())
            && game.pace != Pacing::Ticks;
        Self {
            game,
            labels,
            frames,
            at: 0,
            playing: false,
            speed: Speed::Normal,
            one_by_one,
            due: Duration::ZERO,
        }
    }

    /// The position that is shown.
    #[must_use]
    pub fn frame(&self) -> &Shown {
        &self.frames[self.at.min(self.frames.len() - 1)]
    }

    /// Moves by this many positions, or back.
    pub fn seek(&mut self, by: isize) {
        self.at = self.at.saturating_add_signed(by).min(self.frames.len() - 1);
        if by < 0 || self.at + 1 == self.frames.len() {
            self.playing = false;
        }
    }

    /// Runs, or stops; at the end it begins again.
    pub fn toggle(&mut self, now: Duration) {
        if !self.playing && self.at + 1 == self.frames.len() {
            self.at = 0;
        }
        self.playing = !self.playing;
        self.due = now + self.delay();
    }

    /// What a moment changes: it moves by as many positions as are due. Whether it has moved.
    pub fn tick(&mut self, now: Duration) -> bool {
        let from = self.at;
        while self.playing && now >= self.due {
            self.seek(1);
            self.due += self.delay();
        }
        self.at != from
    }

    /// The time from the position that is shown to the next one.
    fn delay(&self) -> Duration {
        if self.game.pace == Pacing::Ticks {
            // Live play has its own time, which the speeds stretch or shorten.
            let next = self.frames.get(self.at + 1).map_or(0, |next| next.turn);
            let time = TICK * next.saturating_sub(self.frame().turn).max(1);
            return match self.speed {
                Speed::Instant => time / 8,
                Speed::Fast => time / 2,
                Speed::Normal => time,
                Speed::Slow => time * 2,
            };
        }
        self.speed.delay(self.one_by_one).max(Duration::from_millis(10))
    }

    /// What each seat did last at the place that is shown, with what it thought.
    #[must_use]
    pub fn last(&self, seat: usize) -> Option<&ludus_arena::replay::ActionLine> {
        let shown = &self.frames[..=self.at.min(self.frames.len() - 1)];
        let of_seat = |frame: &'_ Shown| frame.actions.iter().position(|a| a.seat.index() == seat);
        let recent = shown.iter().rev().take(RECENT);
        recent.into_iter().find_map(|frame| of_seat(frame).map(|place| &frame.actions[place]))
    }

    /// The last turns up to the place that is shown, at most this many lines: the number of the turn, and what
    /// each seat did.
    #[must_use]
    pub fn history(&self, most: usize) -> Vec<String> {
        let did = |frame: &Shown, seat: usize| {
            let action = frame.actions.iter().find(|action| action.seat.index() == seat)?;
            action.action.clone().or_else(|| action.forfeit.clone())
        };
        let line = |frame: &Shown| {
            let seats = 0..self.labels.len();
            let texts: Vec<String> =
                seats.map(|seat| did(frame, seat).unwrap_or_else(|| "-".to_owned())).collect();
            format!("{:>4} {}", frame.turn, texts.join(" "))
        };
        let shown = self.frames[..=self.at].iter().rev();
        let turns = shown.filter(|frame| !frame.actions.is_empty()).take(most);
        let mut lines: Vec<String> = turns.map(line).collect();
        lines.reverse();
        lines
    }
}
