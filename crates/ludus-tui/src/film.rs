//! A recorded match that is played back.

use std::time::Duration;

use ludus_arena::replay::{Header, Shown};

use crate::speed::Speed;

/// A recorded match, and the place in it that is shown.
pub struct Film {
    /// The game's name.
    pub game: String,
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

impl Film {
    /// The match with this header and these positions, at its beginning.
    #[must_use]
    pub fn new(header: &Header, frames: Vec<Shown>) -> Self {
        let labels: Vec<String> = header.seats.iter().map(|seat| seat.label.clone()).collect();
        let one_by_one = frames.get(1).is_some_and(|frame| frame.actions.len() < labels.len())
            && header.game != "tetris-live";
        Self {
            game: header.game.clone(),
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

    /// Goes on by this many positions, or back.
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

    /// What a moment changes.
    pub fn tick(&mut self, now: Duration) {
        if self.playing && now >= self.due {
            self.seek(1);
            self.due = now + self.delay();
        }
    }

    fn delay(&self) -> Duration {
        if self.game == "tetris-live" {
            // The frames are the time between them; the speeds double or halve it.
            let tenth = Duration::from_millis(100);
            return match self.speed {
                Speed::Instant => tenth / 8,
                Speed::Fast => tenth / 2,
                Speed::Normal => tenth,
                Speed::Slow => tenth * 2,
            };
        }
        self.speed.delay(self.one_by_one).max(Duration::from_millis(10))
    }

    /// What each seat did last at the place that is shown, with what it thought.
    #[must_use]
    pub fn last(&self, seat: usize) -> Option<&ludus_arena::replay::ActionLine> {
        let shown = &self.frames[..=self.at.min(self.frames.len() - 1)];
        let of_seat = |frame: &'_ Shown| frame.actions.iter().position(|a| a.seat.index() == seat);
        // Further back than this nobody looks for what a seat did last.
        let recent = shown.iter().rev().take(200);
        recent.into_iter().find_map(|frame| of_seat(frame).map(|place| &frame.actions[place]))
    }

    /// The actions up to the place that is shown, one text per position.
    #[must_use]
    pub fn history(&self) -> Vec<String> {
        let text = |frame: &Shown| {
            let actions = frame.actions.iter();
            let texts: Vec<&str> = actions
                .filter_map(|action| action.action.as_deref().or(action.forfeit.as_deref()))
                .collect();
            texts.join(" ")
        };
        let shown = &self.frames[..=self.at];
        shown.iter().filter(|frame| !frame.actions.is_empty()).map(text).collect()
    }
}
