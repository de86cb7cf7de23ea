//! When the screen is drawn anew: when there is something new on it, and not more often than anybody can see.

use std::time::Duration;

use crate::app::{App, Screen};
use crate::speed::TICK;

/// The time from one picture to the next while games go on by themselves.
const WATCHED: Duration = Duration::from_millis(33);

/// The same for a person who plays: sixty pictures a second, as many as live play has ticks.
const PLAYED: Duration = TICK;

/// How long the program waits for a key where nothing changes by itself. It is not forever, because signals and
/// a terminal that is gone are looked for between two waits.
const STILL: Duration = Duration::from_millis(250);

/// Decides when to draw.
#[derive(Debug, Default)]
pub struct Frames {
    /// When the last picture was drawn, on the program's clock; none before the first one.
    drawn: Option<Duration>,
    /// Whether something has changed since.
    changed: bool,
    /// Whether what has changed is to be seen at once: a key was pressed.
    at_once: bool,
}

impl Frames {
    /// Something has changed by itself.
    pub fn note_change(&mut self) {
        self.changed = true;
    }

    /// A person did something, and wants to see it.
    pub fn note_input(&mut self) {
        self.changed = true;
        self.at_once = true;
    }

    /// Whether a picture is due now. If so, it counts as drawn.
    pub fn take(&mut self, app: &App, now: Duration) -> bool {
        let due = self.drawn.is_none_or(|drawn| now >= drawn + gap(app));
        let draws = self.drawn.is_none() || self.changed && (due || self.at_once);
        if draws {
            *self = Self { drawn: Some(now), ..Self::default() };
        }
        draws
    }

    /// How long to wait for a key before the program looks again for what has changed.
    #[must_use]
    pub fn patience(&self, app: &App, now: Duration) -> Duration {
        match self.drawn {
            Some(drawn) if self.changed => (drawn + gap(app)).saturating_sub(now),
            _ if app.moves() => gap(app),
            _ => STILL,
        }
    }
}

fn gap(app: &App) -> Duration {
    match &app.screen {
        Screen::Session(session) if session.people > 0 => PLAYED,
        _ => WATCHED,
    }
}
