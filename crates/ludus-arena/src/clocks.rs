//! The clocks of a match: every seat that is asked runs its own.

use std::time::Duration;

use ludus_core::{Clock, Seat, TimeControl};

/// The clocks of a match.
#[derive(Clone, Debug)]
pub(crate) struct MatchClocks {
    control: TimeControl,
    /// What each seat has left.
    left: Vec<Duration>,
    /// How many actions each seat has played.
    actions: Vec<u32>,
}

impl MatchClocks {
    /// All clocks at the start.
    pub(crate) fn new(control: TimeControl, seats: usize) -> Self {
        Self { control, left: vec![control.base; seats], actions: vec![0; seats] }
    }

    /// The clock as this seat sees it.
    pub(crate) fn view(&self, seat: Seat) -> Clock {
        let played = self.actions[seat.index()];
        Clock {
            left: self.left.clone(),
            increment: self.control.increment,
            moves_to_go: self.control.moves.map(|moves| moves - played % moves),
        }
    }

    /// Takes what a seat thought off its clock, and adds what it gets for an action. Returns what is left.
    pub(crate) fn charge(&mut self, seat: Seat, took: Duration) -> Duration {
        let (left, actions) = (&mut self.left[seat.index()], &mut self.actions[seat.index()]);
        *actions = actions.wrapping_add(1);
        *left = left.saturating_sub(took) + self.control.increment;
        if self.control.moves.is_some_and(|moves| actions.is_multiple_of(moves)) {
            *left += self.control.base;
        }
        *left
    }
}

/// Why a seat loses whose clock ran out.
pub(crate) fn flag_text(took: Duration, left: Duration) -> String {
    let seconds = |time: Duration| format!("{:.3} s", time.as_secs_f64());
    format!("its clock ran out: it thought {} and had {} left", seconds(took), seconds(left))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_is_taken_off_and_added_again() {
        let ms = Duration::from_millis;
        let mut clocks = MatchClocks::new("2/10+0.1".parse().unwrap(), 2);
        assert_eq!(clocks.view(Seat::FIRST).moves_to_go, Some(2));
        assert_eq!(clocks.charge(Seat::FIRST, ms(1000)), ms(9100));
        assert_eq!(clocks.view(Seat::FIRST).moves_to_go, Some(1));
        assert_eq!(clocks.view(Seat::FIRST).left, [ms(9100), ms(10_000)]);
        assert_eq!(clocks.charge(Seat::FIRST, ms(100)), ms(9100 + 10_000));
        assert_eq!(clocks.view(Seat::SECOND).moves_to_go, Some(2));
    }
}
