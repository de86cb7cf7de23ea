//! How much of the clock a `go` command allows for a move.

use std::time::Duration;

use cozy_chess::Color;
use ludus_core::{Clock, Game, Seat};

use super::command::GoCommand;
use crate::game::Chess;
use crate::search::MoveTime;

/// The time limits of one move; `None` without a clock.
///
/// `overhead` is the time between the engine's answer and the moment when its clock stops.
pub(super) fn allocate_time(go: &GoCommand, color: Color, overhead: Duration) -> Option<MoveTime> {
    if let Some(time) = go.move_time {
        return Some(MoveTime::exactly(time.saturating_sub(overhead.min(time / 2))));
    }
    // A client that sends only one clock means ours, whatever colour it names.
    let side = if go.time[color as usize].is_some() { color } else { !color };
    let clock = Clock {
        left: vec![go.time[side as usize]?],
        increment: go.increment[side as usize],
        moves_to_go: go.moves_to_go,
        expected_actions: Some(Chess::ACTIONS_TO_GO),
        longest: None,
    };
    Some(MoveTime::by_clock(&clock, Seat::FIRST, overhead))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn go(left: u64, increment: u64, moves: Option<u32>) -> GoCommand {
        let ms = Duration::from_millis;
        GoCommand {
            time: [Some(ms(left)); 2],
            increment: [ms(increment); 2],
            moves_to_go: moves,
            ..GoCommand::default()
        }
    }

    #[test]
    fn a_move_never_takes_more_than_the_clock_has() {
        let overhead = Duration::from_millis(10);
        for left in [0, 1, 5, 10, 50, 1000, 60_000, 3_600_000] {
            for increment in [0, 10, 1000, 100_000] {
                for moves in [None, Some(1), Some(2), Some(40)] {
                    let time =
                        allocate_time(&go(left, increment, moves), Color::White, overhead).unwrap();
                    assert!(
                        time.hard <= Duration::from_millis(left),
                        "{left} {increment} {moves:?}"
                    );
                    assert!(time.soft <= time.hard);
                    let kept = Duration::from_millis(left).saturating_sub(time.hard);
                    assert!(left < 20 || kept >= overhead, "{left} {increment} {moves:?}");
                }
            }
        }
    }

    #[test]
    fn a_whole_game_fits_into_the_clock() {
        let overhead = Duration::from_millis(10);
        let mut left = Duration::from_secs(10);
        for number in 0..300 {
            let now = GoCommand { time: [Some(left); 2], ..GoCommand::default() };
            let used = allocate_time(&now, Color::White, overhead).unwrap().hard;
            assert!(used <= left, "move {number}");
            left -= used;
        }
    }

    #[test]
    fn without_a_clock_there_are_no_limits() {
        assert_eq!(allocate_time(&GoCommand::default(), Color::Black, Duration::ZERO), None);
    }
}
