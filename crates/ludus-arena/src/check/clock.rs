//! The check of the clock: whether a bot plays many turns of a match on the time that its clock has.

use ludus_core::{Check, CheckFailure, CheckPosition, Game, GameKit, TimeControl};

use super::{Checker, failure};
use crate::ask::BotAnswer;
use crate::clocks::SharedClocks;

/// The clock of the check, as `--clock` takes it: about what a fast series has.
const CONTROL: &str = "2+0.02";
/// How many turns are played. Where there are fewer positions, they come again.
const TURNS: usize = 40;

impl<K: GameKit> Checker<'_, K> {
    /// Plays the positions of one match by the clock.
    pub(super) fn clock_kept(&mut self) -> Check {
        let name = format!("clock kept ({CONTROL})");
        // The constant is a time control, as the test below shows.
        let (Ok(control), Some(first)) =
            (CONTROL.parse::<TimeControl>(), self.matches.first().and_then(|m| m.first()).cloned())
        else {
            return Check::noted(name, "not measured: there are no positions");
        };
        let clocks = SharedClocks::new(control, first.game.seats(), K::Game::ACTIONS_TO_GO);
        let positions: Vec<CheckPosition<K::Game>> =
            self.matches.iter().flatten().filter(|p| p.seat == first.seat).cloned().collect();
        let advice = "use a part of what the clock has left, less when little is left";
        let played = self.play_by(&clocks, &first, &positions);
        self.end(&first);
        match played {
            Ok(()) => {
                let left = clocks.left(first.seat).as_secs_f64();
                Check::passed(name, format!("{left:.2} s left after {TURNS} turns"))
            }
            Err(problem) => {
                Check::failed(name, CheckFailure { advice: advice.to_owned(), ..problem })
            }
        }
    }

    fn play_by(
        &mut self,
        clocks: &SharedClocks,
        first: &CheckPosition<K::Game>,
        positions: &[CheckPosition<K::Game>],
    ) -> Result<(), CheckFailure> {
        let clock = clocks.view(first.seat);
        let started = self.start(usize::MAX, first, Some(&clock));
        started.map_err(|failed| failure("", &failed, ""))?;
        for (number, position) in positions.iter().cycle().take(TURNS).enumerate() {
            let BotAnswer { result, took, .. } = self.ask_by(clocks, number, position);
            clocks.charge(position.seat, took);
            if let Err(failed) = result {
                let turn = format!("turn {} of {}", number + 1, TURNS);
                return Err(failure(&turn, &failed, ""));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_clock_of_the_check_is_a_time_control() {
        assert_eq!(CONTROL.parse::<TimeControl>().unwrap().to_string(), CONTROL);
    }
}
