//! How much of the clock a move may use.

use std::time::Duration;

use cozy_chess::Color;

use super::command::GoCommand;

/// The time limits of one move: no iteration begins after `soft`, and the search stops after `hard`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct MoveTime {
    pub(super) soft: Duration,
    pub(super) hard: Duration,
}

/// How many more moves a game is expected to last if `movestogo` is not given.
const EXPECTED_MOVES: u32 = 24;
/// The largest number of moves that the time is divided by, even if `movestogo` is larger.
const MAX_MOVES_TO_GO: u32 = 50;
/// The shortest time for a move.
const MIN_MOVE_TIME: Duration = Duration::from_micros(500);
/// The part of the increment that a move uses, as a fraction.
const INCREMENT_SHARE: (u32, u32) = (3, 4);
/// The soft limit as a fraction of a move's share: the last iteration usually goes beyond it.
const SOFT_SHARE: (u32, u32) = (7, 10);
/// The hard limit as a multiple of a move's share.
const HARD_FACTOR: u32 = 3;
/// The fraction of the clock that a move may use at most: more than half is left, whatever else the machine does.
const MAX_SHARE: (u32, u32) = (4, 10);
/// The same for the last move before new time is added.
const MAX_SHARE_LAST_MOVE: (u32, u32) = (9, 10);

/// A fraction of a time.
fn fraction(time: Duration, (numerator, denominator): (u32, u32)) -> Duration {
    time * numerator / denominator
}

/// The time limits of one move; `None` without a clock.
///
/// `overhead` is the time between the engine's answer and the moment when its clock stops.
pub(super) fn allocate_time(go: &GoCommand, color: Color, overhead: Duration) -> Option<MoveTime> {
    if let Some(time) = go.move_time {
        let time = time.saturating_sub(overhead.min(time / 2)).max(MIN_MOVE_TIME);
        return Some(MoveTime { soft: time, hard: time });
    }
    // A client that sends only one clock means ours, whatever colour it names.
    let side = if go.time[color as usize].is_some() { color } else { !color };
    let left = go.time[side as usize]?;
    let increment = go.increment[side as usize];
    // With almost no time left, the overhead cannot be reserved in full.
    let usable = left.saturating_sub(overhead).max(left / 4);
    let moves = go.moves_to_go.unwrap_or(EXPECTED_MOVES).clamp(1, MAX_MOVES_TO_GO);
    let share = usable / moves + fraction(increment, INCREMENT_SHARE);
    let most = fraction(usable, if moves == 1 { MAX_SHARE_LAST_MOVE } else { MAX_SHARE });
    Some(MoveTime {
        soft: fraction(share, SOFT_SHARE).min(most),
        hard: (share * HARD_FACTOR).min(most),
    })
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
