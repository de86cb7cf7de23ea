//! Hunting the leader: which seats send their garbage to the highest score, as all players can see.

use ludus_core::{Seat, SeatSet};

use crate::field::Field;

/// A seat hunts if it aims at the leader at least this many times as often as elsewhere: three of four pieces.
const HUNTING_SHARE: u32 = 3;

/// What was seen of a seat's targets while one of its opponents led.
///
/// Targets and scores are public, so the match keeps this count. Bots then decide by the position alone, and make the
/// same decisions when a replay starts in the middle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hunt {
    /// The target of the last piece.
    last: Option<Seat>,
    /// Pieces placed with the leader as target.
    at_leader: u32,
    /// Pieces placed with another target.
    elsewhere: u32,
    /// How often it switched from a living target to the leader.
    turned: u32,
}

impl Hunt {
    /// Records the target of a piece, and which of the seat's living opponents led when it was placed.
    pub(crate) fn note(&mut self, target: Option<Seat>, leader: Option<Seat>, living: SeatSet) {
        let left = self.last.filter(|last| living.has(*last) && target != Some(*last));
        self.last = target;
        match leader {
            None => {}
            Some(_) if target == leader => {
                self.at_leader += 1;
                self.turned += u32::from(left.is_some());
            }
            Some(_) => self.elsewhere += 1,
        }
    }

    /// Whether the seat hunts the leader: it has switched to one, and at least three of four of its pieces were aimed
    /// at the leader. One extra piece aimed elsewhere is added, so that chance does not look like intent.
    ///
    /// A seat that never changes its target does not hunt, even if its target leads.
    #[must_use]
    pub const fn is_seen(&self) -> bool {
        self.turned > 0 && self.at_leader >= HUNTING_SHARE * (self.elsewhere + 1)
    }
}

/// The living opponent of a seat with the highest score; `None` if several share it, or if there is only one
/// opponent.
pub(crate) fn leader_against(fields: &[Field], seat: Seat) -> Option<Seat> {
    let opponents = || {
        let seats = Seat::first(fields.len()).zip(fields);
        seats.filter(move |(other, field)| *other != seat && field.is_alive())
    };
    let highest = opponents().map(|(_, field)| field.score).max()?;
    let mut leaders = opponents().filter(|(_, field)| field.score == highest);
    let (leader, _) = leaders.next()?;
    (leaders.next().is_none() && opponents().count() > 1).then_some(leader)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::field::{Elimination, EliminationCause};

    impl Hunt {
        /// That of a seat that was seen to hunt the leader.
        pub(crate) const fn seen() -> Self {
            Self { last: None, at_leader: 3, elsewhere: 0, turned: 1 }
        }
    }

    fn seat(n: usize) -> Seat {
        Seat::new(n).unwrap()
    }

    /// The hunt of a seat with these targets while these seats led.
    fn hunt(pieces: &[(usize, usize)]) -> Hunt {
        let mut hunt = Hunt::default();
        hunt.note(Some(seat(1)), None, SeatSet::first(4));
        for &(target, leader) in pieces {
            hunt.note(Some(seat(target)), Some(seat(leader)), SeatSet::first(4));
        }
        hunt
    }

    #[test]
    fn a_seat_that_turns_to_every_leader_hunts() {
        assert!(hunt(&[(2, 2), (2, 2), (3, 3)]).is_seen());
        assert!(!hunt(&[(2, 2), (2, 2)]).is_seen(), "two pieces may be chance");
        assert!(hunt(&[(2, 2), (2, 2), (2, 3), (3, 3), (3, 3), (3, 3), (3, 3)]).is_seen());
    }

    #[test]
    fn a_seat_that_keeps_its_target_does_not_hunt_though_its_target_leads() {
        assert!(!hunt(&[(1, 1); 50]).is_seen());
    }

    #[test]
    fn a_seat_that_aims_at_anyone_does_not_hunt() {
        let around: Vec<_> = (0..60).map(|piece| (1 + piece % 3, 2)).collect();
        assert!((1..60).all(|pieces| !hunt(&around[..pieces]).is_seen()));
    }

    #[test]
    fn a_target_that_died_was_not_left_on_purpose() {
        let mut hunt = hunt(&[(1, 1); 9]);
        let living = [0, 2, 3].map(seat).into_iter().collect();
        for _ in 0..9 {
            hunt.note(Some(seat(2)), Some(seat(2)), living);
        }
        assert!(!hunt.is_seen());
    }

    #[test]
    fn the_leader_is_the_one_living_opponent_with_the_highest_score() {
        let leader = |scores: &[u64], dead: Option<usize>| {
            let mut fields = vec![Field::new(Board::new(10, 20).unwrap(), None); scores.len()];
            for (field, score) in fields.iter_mut().zip(scores) {
                field.score = *score;
            }
            if let Some(n) = dead {
                fields[n].out = Some(Elimination { turn: 1, cause: EliminationCause::ToppedOut });
            }
            leader_against(&fields, seat(0)).map(Seat::index)
        };
        assert_eq!(leader(&[900, 100, 300, 200], None), Some(2));
        assert_eq!(leader(&[900, 100, 300, 200], Some(2)), Some(3));
        assert_eq!(leader(&[0, 300, 300, 200], None), None, "two share the lead");
        assert_eq!(leader(&[0, 0, 0], None), None);
        assert_eq!(leader(&[0, 100], None), None, "there is no choice");
        assert_eq!(leader(&[0, 100, 300], Some(1)), None);
    }
}
