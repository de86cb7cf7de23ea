//! The transposition table: positions that were already searched. All threads of a decision share it.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::board::{GOLDEN_RATIO, MAX_SNAKES};
use crate::geometry::Direction;
use crate::settings::Scores;
use crate::turn::JointMove;

/// The smallest and the largest table, as powers of two: 16 entries, and 64 million (a gibibyte).
const MIN_BITS: u32 = 4;
const MAX_BITS: u32 = 26;

/// What the score of an entry means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ScoreBound {
    /// The score is exact.
    Exact,
    /// The score is at least this.
    Lower,
    /// The score is at most this.
    Upper,
}

/// What is known about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PositionEntry {
    pub(crate) score: i32,
    pub(crate) depth: u8,
    pub(crate) bound: ScoreBound,
    /// Our best move, and the others' replies to it.
    pub(crate) moves: JointMove,
}

impl PositionEntry {
    /// The entry before any move was searched.
    pub(crate) const fn none(depth: u32) -> Self {
        let moves = [Direction::Up; MAX_SNAKES];
        Self { score: i32::MIN, depth: depth as u8, bound: ScoreBound::Upper, moves }
    }

    /// The score, if it was searched deep enough and decides this window.
    pub(crate) fn score_for(&self, depth: u32, (alpha, beta): (i32, i32)) -> Option<i32> {
        let enough = match self.bound {
            ScoreBound::Exact => true,
            ScoreBound::Lower => self.score >= beta,
            ScoreBound::Upper => self.score <= alpha,
        };
        (enough && u32::from(self.depth) >= depth).then_some(self.score)
    }

    /// The same entry with the turns to the end of the match counted from this position instead of from the root,
    /// because the position may occur again in a later turn. Negative `turns` convert back.
    pub(crate) fn shifted(self, turns: i32, scores: &Scores) -> Self {
        let each = scores.survival.saturating_mul(turns);
        let shift = match self.score.saturating_abs() {
            size if size > scores.won_or_lost() => each,
            size if size > scores.decided() => each / 2,
            _ => 0,
        };
        Self { score: self.score.saturating_add(self.score.signum() * shift), ..self }
    }
}

/// A table of fixed size. An entry is two words. The first is the hash xor the second, so an entry that two threads
/// wrote at the same time is simply not found (lockless hashing, Hyatt and Mann 2002).
pub(crate) struct PositionTable {
    slots: Vec<[AtomicU64; 2]>,
    mask: u64,
    /// Changes when the table is cleared, which makes all old entries invisible.
    salt: u64,
}

impl PositionTable {
    /// A table of two to the power of `bits` entries.
    pub(crate) fn new(bits: u32) -> Self {
        let size = 1_usize << bits.clamp(MIN_BITS, MAX_BITS);
        let slots = (0..size).map(|_| [AtomicU64::new(0), AtomicU64::new(0)]).collect();
        Self { slots, mask: size as u64 - 1, salt: 1 }
    }

    /// Clears the table.
    pub(crate) fn forget(&mut self) {
        self.salt = self.salt.wrapping_add(GOLDEN_RATIO) | 1;
    }

    /// The entry of the position with this hash.
    pub(crate) fn get(&self, hash: u64) -> Option<PositionEntry> {
        let [check, data] = &self.slots[(hash & self.mask) as usize];
        let data = data.load(Ordering::Relaxed);
        (check.load(Ordering::Relaxed) == hash ^ self.salt ^ data).then(|| unpack(data))
    }

    /// Stores the entry of the position with this hash.
    pub(crate) fn put(&self, hash: u64, entry: &PositionEntry) {
        let packed = pack(entry);
        let [check, data] = &self.slots[(hash & self.mask) as usize];
        check.store(hash ^ self.salt ^ packed, Ordering::Relaxed);
        data.store(packed, Ordering::Relaxed);
    }
}

fn pack(entry: &PositionEntry) -> u64 {
    let mut moves = 0;
    for (seat, direction) in entry.moves.iter().enumerate() {
        moves |= (direction.index() as u64) << (2 * seat);
    }
    u64::from(entry.score as u32)
        | u64::from(entry.depth) << 32
        | (entry.bound as u64) << 40
        | moves << 48
}

fn unpack(data: u64) -> PositionEntry {
    let bound = match data >> 40 & 3 {
        0 => ScoreBound::Exact,
        1 => ScoreBound::Lower,
        _ => ScoreBound::Upper,
    };
    let mut moves = [Direction::Up; MAX_SNAKES];
    for (seat, direction) in moves.iter_mut().enumerate() {
        *direction = Direction::from_index((data >> (48 + 2 * seat) & 3) as usize);
    }
    PositionEntry { score: data as u32 as i32, depth: (data >> 32) as u8, bound, moves }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_is_found_again_until_it_is_forgotten() {
        let mut table = PositionTable::new(8);
        let mut moves = [Direction::Up; MAX_SNAKES];
        moves[0] = Direction::Left;
        moves[7] = Direction::Right;
        let entry = PositionEntry { score: -12_345, depth: 9, bound: ScoreBound::Upper, moves };
        table.put(77, &entry);
        assert_eq!(table.get(77), Some(entry));
        assert_eq!(table.get(77 + 256), None);
        table.forget();
        assert_eq!(table.get(77), None);
    }

    #[test]
    fn the_end_of_a_match_is_counted_from_the_position_that_is_noted() {
        let scores = Scores::default();
        let entry = |score| PositionEntry { score, ..PositionEntry::none(3) };
        // Dead after five turns, noted after two of them, met again after one.
        let noted = entry(scores.dead + 5 * scores.survival).shifted(2, &scores);
        assert_eq!(noted.score, scores.dead + 3 * scores.survival);
        assert_eq!(noted.shifted(-1, &scores).score, scores.dead + 4 * scores.survival);
        let won = entry(-scores.dead - 5 * scores.survival).shifted(2, &scores);
        assert_eq!(won.score, -scores.dead - 3 * scores.survival);
        let drawn = entry((scores.dead + 6 * scores.survival) / 2).shifted(2, &scores);
        assert_eq!(drawn.score, (scores.dead + 4 * scores.survival) / 2);
        assert_eq!(entry(1234).shifted(2, &scores).score, 1234);
    }
}
