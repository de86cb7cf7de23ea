//! How much of the clock a move may take.

use std::time::Duration;

use cozy_chess::Color;

use super::command::Go;

/// The two times of a move: no iteration begins after `soft`, the search stops after `hard`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Allotment {
    pub(super) soft: Duration,
    pub(super) hard: Duration,
}

/// How many moves a game is expected to go on when nobody says.
const EXPECTED_MOVES: u32 = 24;

/// The time for one move; `None` if the clock does not limit it.
///
/// `overhead` is what passes between the engine's answer and the stop of its clock.
pub(super) fn allot(go: &Go, color: Color, overhead: Duration) -> Option<Allotment> {
    if let Some(time) = go.move_time {
        let time = time.saturating_sub(overhead.min(time / 2)).max(Duration::from_micros(500));
        return Some(Allotment { soft: time, hard: time });
    }
    // A client that tells one clock only means ours, whatever it calls it.
    let side = if go.time[color as usize].is_some() { color } else { !color };
    let left = go.time[side as usize]?;
    let increment = go.increment[side as usize];
    // With next to nothing on the clock the overhead cannot be kept back in full.
    let usable = left.saturating_sub(overhead).max(left / 4);
    let moves = go.moves_to_go.unwrap_or(EXPECTED_MOVES).clamp(1, 50);
    let share = usable / moves + increment * 3 / 4;
    // Whatever happens on this machine meanwhile, more than half of the clock is left.
    let most = if moves == 1 { usable * 9 / 10 } else { usable * 4 / 10 };
    Some(Allotment { soft: (share * 7 / 10).min(most), hard: (share * 3).min(most) })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn go(left: u64, increment: u64, moves: Option<u32>) -> Go {
        let ms = Duration::from_millis;
        Go {
            time: [Some(ms(left)); 2],
            increment: [ms(increment); 2],
            moves_to_go: moves,
            ..Go::default()
        }
    }

    #[test]
    fn a_move_never_takes_more_than_the_clock_has() {
        let overhead = Duration::from_millis(10);
        for left in [0, 1, 5, 10, 50, 1000, 60_000, 3_600_000] {
            for increment in [0, 10, 1000, 100_000] {
                for moves in [None, Some(1), Some(2), Some(40)] {
                    let allotment =
                        allot(&go(left, increment, moves), Color::White, overhead).unwrap();
                    assert!(
                        allotment.hard <= Duration::from_millis(left),
                        "{left} {increment} {moves:?}"
                    );
                    assert!(allotment.soft <= allotment.hard);
                    let kept = Duration::from_millis(left).saturating_sub(allotment.hard);
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
            let now = Go { time: [Some(left); 2], ..Go::default() };
            let used = allot(&now, Color::White, overhead).unwrap().hard;
            assert!(used <= left, "move {number}");
            left -= used;
        }
    }

    #[test]
    fn without_a_clock_there_is_no_allotment() {
        assert_eq!(allot(&Go::default(), Color::Black, Duration::ZERO), None);
    }
}
