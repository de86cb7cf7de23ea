//! The transposition table: what was found about positions, shared by all threads without locks.
//!
//! A slot is two words: the data, and the position's key XORed with the data. When two threads write a slot at
//! the same time, the words do not fit together, no key matches, and the slot is ignored (the lockless hashing
//! of Hyatt and Mann).

use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};

use bytemuck::allocation::try_zeroed_slice_box;
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

/// The words of a slot: the key XORed with the data, then the data.
const SLOT_WORDS: usize = 2;
/// The slots that one position can be in: together one cache line.
const BUCKET_SLOTS: usize = 4;
/// The words of a bucket.
const BUCKET_WORDS: usize = BUCKET_SLOTS * SLOT_WORDS;
/// The bytes of a bucket and of a cache line.
const BUCKET_BYTES: usize = BUCKET_WORDS * size_of::<u64>();

/// How many buckets are cleared together.
const PAGE: usize = 64;

/// A slot of the table.
#[derive(Clone, Copy)]
struct TtSlot<'a> {
    /// The key XORed with the data.
    check: &'a AtomicU64,
    data: &'a AtomicU64,
}

impl TtSlot<'_> {
    fn data(self) -> u64 {
        self.data.load(Ordering::Relaxed)
    }

    /// Whether this data, which was read from the slot, was stored with this key.
    fn belongs_to(self, key: u64, data: u64) -> bool {
        self.check.load(Ordering::Relaxed) ^ data == key
    }

    fn write(self, key: u64, data: u64) {
        self.check.store(key ^ data, Ordering::Relaxed);
        self.data.store(data, Ordering::Relaxed);
    }
}

/// The transposition table.
#[derive(Debug)]
pub(super) struct TranspositionTable {
    /// The slots one after another. The operating system gives out memory that is zero, page by page when it is first
    /// used, so that even a table of gigabytes is made at once.
    words: Box<[AtomicU64]>,
    /// The index of the first word that begins a cache line, where the first bucket is.
    first: usize,
    buckets: usize,
    /// The pages that were written. A game of small searches writes few of them, and a new game clears only
    /// those.
    written: Vec<AtomicBool>,
    age: AtomicU8,
}

impl TranspositionTable {
    /// An empty table of about this many mebibytes, or of half as many as often as there is no memory for it.
    pub(super) fn new(mebibytes: usize) -> Self {
        let mut buckets = ((mebibytes << 20) / BUCKET_BYTES).max(1);
        let words: Box<[AtomicU64]> = loop {
            // One bucket more than is used leaves room for the first one to begin a cache line.
            match try_zeroed_slice_box((buckets + 1) * BUCKET_WORDS) {
                Ok(words) => break words,
                Err(()) => buckets = (buckets / 2).max(1),
            }
        };
        let address = words.as_ptr().addr();
        let first = (address.next_multiple_of(BUCKET_BYTES) - address) / size_of::<u64>();
        Self {
            words,
            first,
            buckets,
            written: (0..buckets.div_ceil(PAGE)).map(|_| AtomicBool::new(false)).collect(),
            age: AtomicU8::new(0),
        }
    }

    /// Its size in mebibytes.
    pub(super) fn mebibytes(&self) -> usize {
        (self.buckets * BUCKET_BYTES) >> 20
    }

    /// Removes all entries.
    pub(super) fn clear(&mut self) {
        let pages = self.words[self.first..].chunks_mut(PAGE * BUCKET_WORDS);
        for (page, written) in pages.zip(&mut self.written) {
            if std::mem::take(written.get_mut()) {
                page.iter_mut().for_each(|word| *word.get_mut() = 0);
            }
        }
        *self.age.get_mut() = 0;
    }

    /// Begins a new search: entries of earlier searches are now the first to be replaced.
    pub(super) fn next_search(&self) {
        self.age.store((self.age.load(Ordering::Relaxed) + 1) & AGE_MASK, Ordering::Relaxed);
    }

    /// Starts to load the bucket of this key into the cache, because the search will probe it soon.
    pub(super) fn prefetch(&self, key: u64) {
        prefetch_index(&self.words, self.first + self.index(key) * BUCKET_WORDS);
    }

    /// The entry of the position with this key, which is `ply` plies from the root.
    pub(super) fn probe(&self, key: u64, ply: usize) -> Option<TtEntry> {
        self.bucket(self.index(key)).find_map(|slot| {
            let data = slot.data();
            let found = slot.belongs_to(key, data) && data != 0;
            found.then(|| unpack(data, ply)).flatten()
        })
    }

    /// Stores an entry. A much deeper entry of the same position and search stays.
    pub(super) fn store(&self, key: u64, ply: usize, entry: TtEntry) {
        let age = self.age.load(Ordering::Relaxed);
        let mut worst: Option<(i32, TtSlot<'_>)> = None;
        let bucket = self.index(key);
        self.written[bucket / PAGE].store(true, Ordering::Relaxed);
        for slot in self.bucket(bucket) {
            let data = slot.data();
            if slot.belongs_to(key, data) {
                if let Some(data) = merge(data, entry, age, ply) {
                    slot.write(key, data);
                }
                return;
            }
            let searches_ago = i32::from(age.wrapping_sub(age_of(data)) & AGE_MASK);
            let worth =
                if data == 0 { i32::MIN } else { depth_of(data) - DEPTH_PER_AGE * searches_ago };
            if worst.is_none_or(|(least, _)| worth < least) {
                worst = Some((worth, slot));
            }
        }
        if let Some((_, slot)) = worst {
            slot.write(key, pack(entry, age, ply));
        }
    }

    /// How full the table is with entries of this search, in thousandths, estimated from a sample.
    pub(super) fn hashfull(&self) -> usize {
        let age = self.age.load(Ordering::Relaxed);
        let sample = self.buckets.min(HASHFULL_SAMPLE);
        let used = |slot: &TtSlot<'_>| slot.data() != 0 && age_of(slot.data()) == age;
        (0..sample).flat_map(|bucket| self.bucket(bucket)).filter(used).count() * 1000
            / (sample * BUCKET_SLOTS)
    }

    /// The slots of a bucket.
    fn bucket(&self, bucket: usize) -> impl Iterator<Item = TtSlot<'_>> {
        let begin = self.first + bucket * BUCKET_WORDS;
        let words = &self.words[begin..begin + BUCKET_WORDS];
        words.chunks_exact(SLOT_WORDS).map(|slot| TtSlot { check: &slot[0], data: &slot[1] })
    }

    /// Maps a key to a bucket without a division.
    fn index(&self, key: u64) -> usize {
        ((u128::from(key) * self.buckets as u128) >> 64) as usize
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
    fn a_bucket_is_one_cache_line() {
        for mebibytes in [0, 1, 3, 64] {
            let tt = TranspositionTable::new(mebibytes);
            assert_eq!(tt.words[tt.first..].as_ptr().addr() % BUCKET_BYTES, 0);
            assert_eq!(tt.mebibytes(), mebibytes);
            tt.store(u64::MAX, 0, entry(7, 3));
            assert_eq!(tt.probe(u64::MAX, 0), Some(entry(7, 3)), "the last bucket");
        }
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
