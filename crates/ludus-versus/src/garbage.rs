//! Garbage on its way to a seat: the queue of attacks, and the holes of the rows that rise.

use ludus_core::{Chance, ChanceKind, Seat};

use crate::board::WIDTH;
use crate::rules::MatchRules;

/// The chance events that decide the holes of garbage rows.
pub const HOLES: ChanceKind = ChanceKind(1);

/// Into how many parts the chance of a new hole is divided.
const PARTS: u32 = 1 << 30;

/// An attack that has not risen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PendingAttack {
    /// How many rows are left of it.
    pub rows: u32,
    /// How many placements of the receiver it has waited.
    pub waited: u32,
    /// Whether some of its rows have risen.
    risen: bool,
}

/// The attacks on one seat, oldest first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GarbageQueue {
    attacks: Vec<PendingAttack>,
}

impl GarbageQueue {
    /// The attacks, oldest first.
    #[must_use]
    pub fn attacks(&self) -> &[PendingAttack] {
        &self.attacks
    }

    /// How many rows there are in all attacks.
    #[must_use]
    pub fn rows(&self) -> u32 {
        self.attacks.iter().map(|attack| attack.rows).sum()
    }

    /// Adds an attack that was sent in this turn.
    pub fn push(&mut self, rows: u32) {
        if rows > 0 {
            self.attacks.push(PendingAttack { rows, waited: 0, risen: false });
        }
    }

    /// Removes as many rows as possible for an attack of the seat itself, oldest first. Returns what is left of it.
    pub fn cancel(&mut self, mut rows: u32) -> u32 {
        for attack in &mut self.attacks {
            let cancelled = attack.rows.min(rows);
            attack.rows -= cancelled;
            rows -= cancelled;
        }
        self.attacks.retain(|attack| attack.rows > 0);
        rows
    }

    /// Counts a placement of the seat, and takes out the rows that rise now: for each, whether it is the first of its
    /// attack.
    pub fn placed(&mut self, rules: &MatchRules, cleared: bool) -> Vec<bool> {
        for attack in &mut self.attacks {
            attack.waited += 1;
        }
        let mut rising = Vec::new();
        if rules.blocking && cleared {
            return rising;
        }
        let most = rules.cap.map_or(usize::MAX, |cap| cap as usize);
        for attack in self.attacks.iter_mut().filter(|attack| attack.waited >= rules.delay) {
            while attack.rows > 0 && rising.len() < most {
                rising.push(!attack.risen);
                attack.risen = true;
                attack.rows -= 1;
            }
        }
        self.attacks.retain(|attack| attack.rows > 0);
        rising
    }
}

/// The holes of the rows that rise for one seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Holes {
    /// The column of the last hole.
    last: Option<u8>,
    /// How many rows have risen.
    rows: u32,
}

impl Holes {
    /// How many rows have risen.
    #[must_use]
    pub const fn rows(&self) -> u32 {
        self.rows
    }

    /// The hole of the next row. It changes at the first row of an attack, and otherwise as likely as the rules say.
    pub fn next(
        &mut self,
        first: bool,
        messiness: f64,
        seat: Seat,
        chance: &mut dyn Chance,
    ) -> usize {
        // Two events for each row: whether the hole changes, and where it is then.
        let event = (seat.index() as u64) << 40 | u64::from(self.rows) << 1;
        self.rows += 1;
        let changes = f64::from(chance.draw(HOLES, event, PARTS)) < messiness * f64::from(PARTS);
        let column = match self.last {
            None => chance.draw(HOLES, event + 1, WIDTH as u32) as u8,
            Some(last) if first || changes => {
                // Any column but the last one.
                let drawn = chance.draw(HOLES, event + 1, WIDTH as u32 - 1) as u8;
                drawn + u8::from(drawn >= last)
            }
            Some(last) => last,
        };
        self.last = Some(column);
        usize::from(column)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::VersusRules;
    use ludus_core::keys::with_pairs;
    use ludus_core::{Seed, SeededChance};

    fn rules(pairs: &str) -> MatchRules {
        with_pairs(&VersusRules::default(), pairs).unwrap().resolve().unwrap()
    }

    fn queue(attacks: &[u32]) -> GarbageQueue {
        let mut queue = GarbageQueue::default();
        attacks.iter().for_each(|rows| queue.push(*rows));
        queue
    }

    fn rows(queue: &GarbageQueue) -> Vec<u32> {
        queue.attacks().iter().map(|attack| attack.rows).collect()
    }

    #[test]
    fn an_attack_cancels_the_oldest_rows_first() {
        let mut garbage = queue(&[2, 3]);
        assert_eq!(garbage.cancel(3), 0);
        assert_eq!(rows(&garbage), [2]);
        assert_eq!(garbage.cancel(5), 3, "what is left goes to the opponent");
        assert!(rows(&garbage).is_empty());
    }

    #[test]
    fn garbage_waits_as_many_placements_as_the_delay_says() {
        let mut garbage = queue(&[2]);
        assert_eq!(garbage.placed(&rules("garbage.delay=2"), false), [false; 0]);
        garbage.push(1);
        assert_eq!(garbage.placed(&rules("garbage.delay=2"), false), [true, false]);
        assert_eq!(garbage.placed(&rules("garbage.delay=2"), false), [true]);
    }

    #[test]
    fn garbage_rises_although_lines_were_cleared_unless_clears_block_it() {
        let mut garbage = queue(&[2]);
        assert_eq!(garbage.placed(&rules("garbage.blocking=true"), true), [false; 0]);
        assert_eq!(garbage.rows(), 2);
        assert_eq!(garbage.placed(&rules(""), true), [true, false]);
    }

    #[test]
    fn the_cap_leaves_the_rest_of_an_attack_for_the_next_placement() {
        let mut garbage = queue(&[3, 2]);
        assert_eq!(garbage.placed(&rules("garbage.cap=2"), false), [true, false]);
        assert_eq!(rows(&garbage), [1, 2]);
        assert_eq!(garbage.placed(&rules("garbage.cap=2"), false), [false, true]);
    }

    fn holes(messiness: f64, first: impl Fn(usize) -> bool) -> Vec<usize> {
        let mut chance = SeededChance::new(Seed::new(7));
        let mut holes = Holes::default();
        let seat = Seat::FIRST;
        (0..2000).map(|n| holes.next(first(n), messiness, seat, &mut chance)).collect()
    }

    #[test]
    fn the_hole_stays_within_a_clean_attack_and_changes_with_every_new_one() {
        let holes = holes(0.0, |n| n % 4 == 0);
        for attack in holes.chunks(4) {
            assert!(attack.iter().all(|hole| *hole == attack[0]));
        }
        assert!(holes.chunks(4).zip(holes.chunks(4).skip(1)).all(|(a, b)| a[0] != b[0]));
        assert!((0..WIDTH).all(|column| holes.contains(&column)));
    }

    #[test]
    fn within_an_attack_the_hole_changes_as_often_as_the_rules_say() {
        let holes = holes(0.3, |n| n == 0);
        let changes = holes.windows(2).filter(|pair| pair[0] != pair[1]).count();
        // 30 % of 1999; five standard deviations are 102.
        assert!((498..=702).contains(&changes), "{changes}");
        let always = self::holes(1.0, |n| n == 0);
        assert!(always.windows(2).all(|pair| pair[0] != pair[1]), "never the same column again");
    }
}
