//! The transposition table: what was found about positions, shared by all threads without locks.
//!
//! A slot is two words: the data, and the position's key XORed with the data. When two threads write a slot at
//! the same time, the words do not fit together, no key matches, and the slot is ignored (the lockless hashing
//! of Hyatt and Mann).

use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};

use cozy_chess::{Move, Piece, Square};
use prefetch_index::prefetch_index;

use super::score::{MATE_IN_MAX_PLY, is_mate};

/// What a stored score says about the true score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    /// The true score is at least the stored one: the node failed high.
    Lower = 1,
    /// The true score is at most the stored one: the node failed low.
    Upper = 2,
    /// The stored score is the true one.
    Exact = 3,
}

/// What is stored about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TtEntry {
    pub(super) best_move: Option<Move>,
    pub(super) score: i32,
    /// The static evaluation without correction, if it was computed.
    pub(super) static_eval: Option<i32>,
    pub(super) depth: i32,
    pub(super) bound: Bound,
}

impl TtEntry {
    /// The score of a node with this window, if the bound decides it.
    pub(super) fn cutoff(&self, alpha: i32, beta: i32) -> Option<i32> {
        let decides = match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.score >= beta,
            Bound::Upper => self.score <= alpha,
        };
        decides.then_some(self.score)
    }

    /// A better estimate than the static evaluation: the stored score where its bound allows it. Mates are left
    /// out, because an evaluation is compared with margins.
    pub(super) fn refine(&self, static_eval: i32) -> i32 {
        let better = match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.score > static_eval,
            Bound::Upper => self.score < static_eval,
        };
        if better && !is_mate(self.score) { self.score } else { static_eval }
    }
}

/// Stands for a missing static evaluation: no evaluation is this low.
const NO_EVAL: i16 = i16::MIN;
/// Ages wrap around after this many searches: six bits hold an age.
const AGE_MASK: u8 = 63;
/// An entry counts as this many plies shallower for each search since it was stored.
const DEPTH_PER_AGE: i32 = 4;
/// An entry of the same position stays if it is deeper than the new one by more plies than this.
const KEEP_DEEPER_BY: i32 = 3;
/// How many buckets [`TranspositionTable::hashfull`] looks at.
const HASHFULL_SAMPLE: usize = 250;

#[derive(Debug, Default)]
struct TtSlot {
    /// The key XORed with the data.
    check: AtomicU64,
    data: AtomicU64,
}

/// The slots that one position can be in: together one cache line.
const BUCKET_SLOTS: usize = 4;

#[derive(Debug, Default)]
#[repr(align(64))]
struct TtBucket([TtSlot; BUCKET_SLOTS]);

/// How many buckets are cleared together.
const PAGE: usize = 64;

/// The transposition table.
#[derive(Debug)]
pub(super) struct TranspositionTable {
    buckets: Vec<TtBucket>,
    /// The pages that were written. A game of small searches writes few of them, and a new game clears only
    /// those.
    written: Vec<AtomicBool>,
    age: AtomicU8,
}

impl TranspositionTable {
    /// An empty table of about this many mebibytes.
    pub(super) fn new(mebibytes: usize) -> Self {
        let buckets = ((mebibytes << 20) / size_of::<TtBucket>()).max(1);
        Self {
            buckets: (0..buckets).map(|_| TtBucket::default()).collect(),
            written: (0..buckets.div_ceil(PAGE)).map(|_| AtomicBool::new(false)).collect(),
            age: AtomicU8::new(0),
        }
    }

    /// Removes all entries.
    pub(super) fn clear(&mut self) {
        let pages = self.buckets.chunks_mut(PAGE).zip(&mut self.written);
        for (page, written) in pages.filter(|(_, written)| written.load(Ordering::Relaxed)) {
            page.fill_with(TtBucket::default);
            *written.get_mut() = false;
        }
        *self.age.get_mut() = 0;
    }

    /// Begins a new search: entries of earlier searches are now the first to be replaced.
    pub(super) fn next_search(&self) {
        self.age.store((self.age.load(Ordering::Relaxed) + 1) & AGE_MASK, Ordering::Relaxed);
    }

    /// Starts to load the bucket of this key into the cache, because the search will probe it soon.
    pub(super) fn prefetch(&self, key: u64) {
        prefetch_index(&self.buckets, self.index(key));
    }

    /// The entry of the position with this key, which is `ply` plies from the root.
    pub(super) fn probe(&self, key: u64, ply: usize) -> Option<TtEntry> {
        self.buckets[self.index(key)].0.iter().find_map(|slot| {
            let data = slot.data.load(Ordering::Relaxed);
            let found = slot.check.load(Ordering::Relaxed) ^ data == key && data != 0;
            found.then(|| unpack(data, ply)).flatten()
        })
    }

    /// Stores an entry. A much deeper entry of the same position and search stays.
    pub(super) fn store(&self, key: u64, ply: usize, entry: TtEntry) {
        let age = self.age.load(Ordering::Relaxed);
        let mut worst = (i32::MAX, 0);
        let bucket = self.index(key);
        let slots = &self.buckets[bucket].0;
        self.written[bucket / PAGE].store(true, Ordering::Relaxed);
        for (index, slot) in slots.iter().enumerate() {
            let data = slot.data.load(Ordering::Relaxed);
            if slot.check.load(Ordering::Relaxed) ^ data == key {
                return write(slot, key, merge(data, entry, age, ply));
            }
            let searches_ago = i32::from(age.wrapping_sub(age_of(data)) & AGE_MASK);
            let worth =
                if data == 0 { i32::MIN } else { depth_of(data) - DEPTH_PER_AGE * searches_ago };
            worst = worst.min((worth, index));
        }
        write(&slots[worst.1], key, Some(pack(entry, age, ply)));
    }

    /// How full the table is with entries of this search, in thousandths, estimated from a sample.
    pub(super) fn hashfull(&self) -> usize {
        let age = self.age.load(Ordering::Relaxed);
        let sample = &self.buckets[..self.buckets.len().min(HASHFULL_SAMPLE)];
        let used = |slot: &&TtSlot| {
            let data = slot.data.load(Ordering::Relaxed);
            data != 0 && age_of(data) == age
        };
        sample.iter().flat_map(|bucket| &bucket.0).filter(used).count() * 1000
            / (sample.len() * BUCKET_SLOTS)
    }

    /// Maps a key to a bucket without a division.
    fn index(&self, key: u64) -> usize {
        ((u128::from(key) * self.buckets.len() as u128) >> 64) as usize
    }
}

fn write(slot: &TtSlot, key: u64, data: Option<u64>) {
    if let Some(data) = data {
        slot.check.store(key ^ data, Ordering::Relaxed);
        slot.data.store(data, Ordering::Relaxed);
    }
}

/// The new data for a slot that holds the same position; `None` to keep the old data.
fn merge(old: u64, entry: TtEntry, age: u8, ply: usize) -> Option<u64> {
    let keep = entry.bound != Bound::Exact
        && age_of(old) == age
        && entry.depth + KEEP_DEEPER_BY < depth_of(old);
    if keep {
        return None;
    }
    let best_move = entry.best_move.or_else(|| unpack_move(old as u16));
    Some(pack(TtEntry { best_move, ..entry }, age, ply))
}

// The layout of the data word, from the lowest bit: move 16, score 16, static evaluation 16, depth 8, bound 2,
// age 6.

fn pack(entry: TtEntry, age: u8, ply: usize) -> u64 {
    // The search counts a mate from the root, the table from the position.
    let score = match entry.score {
        score if score >= MATE_IN_MAX_PLY => score + ply as i32,
        score if score <= -MATE_IN_MAX_PLY => score - ply as i32,
        score => score,
    };
    let static_eval = entry.static_eval.map_or(NO_EVAL, |eval| eval as i16);
    u64::from(pack_move(entry.best_move))
        | u64::from(score as i16 as u16) << 16
        | u64::from(static_eval as u16) << 32
        | u64::from(entry.depth.clamp(0, 255) as u8) << 48
        | (entry.bound as u64) << 56
        | u64::from(age) << 58
}

fn unpack(data: u64, ply: usize) -> Option<TtEntry> {
    let score = i32::from((data >> 16) as u16 as i16);
    let static_eval = (data >> 32) as u16 as i16;
    let bound = match (data >> 56) & 3 {
        1 => Bound::Lower,
        2 => Bound::Upper,
        3 => Bound::Exact,
        _ => return None,
    };
    Some(TtEntry {
        best_move: unpack_move(data as u16),
        score: if is_mate(score) { score - score.signum() * ply as i32 } else { score },
        static_eval: (static_eval != NO_EVAL).then_some(i32::from(static_eval)),
        depth: depth_of(data),
        bound,
    })
}

fn depth_of(data: u64) -> i32 {
    i32::from((data >> 48) as u8)
}

fn age_of(data: u64) -> u8 {
    (data >> 58) as u8
}

/// A move in 16 bits: from 6, to 6, promotion 4. No move is 0, since no piece moves from a1 to a1.
fn pack_move(mv: Option<Move>) -> u16 {
    let Some(mv) = mv else { return 0 };
    let promotion = mv.promotion.map_or(0, |piece| piece as u16);
    mv.from as u16 | (mv.to as u16) << 6 | promotion << 12
}

fn unpack_move(bits: u16) -> Option<Move> {
    if bits == 0 {
        return None;
    }
    Some(Move {
        from: Square::index(usize::from(bits & 63)),
        to: Square::index(usize::from(bits >> 6 & 63)),
        promotion: match bits >> 12 {
            0 => None,
            piece => Piece::try_index(usize::from(piece)),
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(depth: i32, score: i32) -> TtEntry {
        let best = Some("e7e8q".parse().unwrap());
        TtEntry { best_move: best, score, static_eval: Some(-17), depth, bound: Bound::Exact }
    }

    #[test]
    fn what_is_stored_is_found() {
        let tt = TranspositionTable::new(1);
        for key in [1, u64::MAX, 0x1234_5678_9ABC_DEF0] {
            tt.store(key, 0, entry(7, -250));
            assert_eq!(tt.probe(key, 0), Some(entry(7, -250)));
            assert_eq!(tt.probe(key ^ 1 << 40, 0), None);
        }
    }

    #[test]
    fn a_mate_counts_from_the_position_that_is_looked_up() {
        let tt = TranspositionTable::new(1);
        // A mate 5 plies from the root, found 2 plies from it, is 3 plies from the position.
        tt.store(9, 2, entry(3, super::super::score::MATE - 5));
        assert_eq!(tt.probe(9, 4).unwrap().score, super::super::score::MATE - 7);
    }

    #[test]
    fn old_and_shallow_entries_are_replaced_first() {
        let tt = TranspositionTable::new(1);
        for key in 0..1000 {
            tt.store(key, 0, entry(1, 0));
        }
        tt.next_search();
        tt.store(5000, 0, entry(9, 0));
        for key in 0..3 {
            tt.store(key, 0, entry(2, 0));
        }
        assert_eq!(tt.probe(5000, 0).unwrap().depth, 9);
    }

    #[test]
    fn a_cleared_table_is_empty() {
        let mut tt = TranspositionTable::new(1);
        tt.store(5, 0, entry(7, 3));
        tt.clear();
        assert_eq!(tt.probe(5, 0), None);
        assert_eq!(tt.hashfull(), 0);
    }
}
