//! The transposition table: what was found about positions, shared by all threads without locks.
//!
//! An entry is two words. The first is the position's key mixed with the second, so that an entry
//! that two threads wrote at the same time does not fit any key and is not believed.

use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};

use cozy_chess::{Move, Piece, Square};
use prefetch_index::prefetch_index;

use super::values::{MATE_BOUND, is_mate};

/// What a remembered score says about the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    /// It is at least this.
    Lower = 1,
    /// It is at most this.
    Upper = 2,
    /// It is this.
    Exact = 3,
}

/// What is remembered about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) best: Option<Move>,
    pub(super) score: i32,
    /// The static evaluation, if it was made.
    pub(super) eval: Option<i32>,
    pub(super) depth: i32,
    pub(super) bound: Bound,
}

/// The value that stands for no evaluation: no evaluation reaches it.
const NO_EVAL: i16 = i16::MIN;

#[derive(Debug, Default)]
struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

/// The slots that one position can be in: one cache line.
const WAYS: usize = 4;

#[derive(Debug, Default)]
#[repr(align(64))]
struct Bucket([Slot; WAYS]);

/// Buckets of one page: what is written and forgotten together.
const PAGE: usize = 64;

/// The transposition table.
#[derive(Debug)]
pub(super) struct Table {
    buckets: Vec<Bucket>,
    /// The pages that were written to. A game of small searches touches few, and a new game need not
    /// clear the others.
    written: Vec<AtomicBool>,
    age: AtomicU8,
}

impl Table {
    /// An empty table of about this many mebibytes.
    pub(super) fn new(mebibytes: usize) -> Self {
        let buckets = ((mebibytes << 20) / size_of::<Bucket>()).max(1);
        Self {
            buckets: (0..buckets).map(|_| Bucket::default()).collect(),
            written: (0..buckets.div_ceil(PAGE)).map(|_| AtomicBool::new(false)).collect(),
            age: AtomicU8::new(0),
        }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        let pages = self.buckets.chunks_mut(PAGE).zip(&mut self.written);
        for (page, written) in pages.filter(|(_, written)| written.load(Ordering::Relaxed)) {
            page.fill_with(Bucket::default);
            *written.get_mut() = false;
        }
        *self.age.get_mut() = 0;
    }

    /// A new search begins: what older ones left behind gives way first.
    pub(super) fn next_search(&self) {
        self.age.store((self.age.load(Ordering::Relaxed) + 1) & 63, Ordering::Relaxed);
    }

    /// Begins to fetch what may be remembered about the position with this key. It is asked for soon,
    /// and memory is slow: the search goes on meanwhile.
    pub(super) fn touch(&self, key: u64) {
        prefetch_index(&self.buckets, self.index(key));
    }

    /// What is remembered about the position with this key, `ply` moves from the root.
    pub(super) fn get(&self, key: u64, ply: usize) -> Option<Entry> {
        self.bucket(key).0.iter().find_map(|slot| {
            let data = slot.data.load(Ordering::Relaxed);
            let found = slot.check.load(Ordering::Relaxed) ^ data == key && data != 0;
            found.then(|| unpack(data, ply)).flatten()
        })
    }

    /// Remembers an entry. A deeper one of the same position and search is kept.
    pub(super) fn put(&self, key: u64, ply: usize, entry: Entry) {
        let age = self.age.load(Ordering::Relaxed);
        let mut worst = (i32::MAX, 0);
        let bucket = self.index(key);
        let slots = &self.buckets[bucket].0;
        self.written[bucket / PAGE].store(true, Ordering::Relaxed);
        for (index, slot) in slots.iter().enumerate() {
            let data = slot.data.load(Ordering::Relaxed);
            if slot.check.load(Ordering::Relaxed) ^ data == key {
                return store(slot, key, merge(data, entry, age, ply));
            }
            let stale = i32::from(age.wrapping_sub(age_of(data)) & 63);
            let worth = if data == 0 { i32::MIN } else { depth_of(data) - 4 * stale };
            worst = worst.min((worth, index));
        }
        store(&slots[worst.1], key, Some(pack(entry, age, ply)));
    }

    /// How full the table is with this search's entries, in thousandths.
    pub(super) fn fullness(&self) -> usize {
        let age = self.age.load(Ordering::Relaxed);
        let sample = &self.buckets[..self.buckets.len().min(250)];
        let used = |slot: &&Slot| {
            let data = slot.data.load(Ordering::Relaxed);
            data != 0 && age_of(data) == age
        };
        sample.iter().flat_map(|bucket| &bucket.0).filter(used).count() * 1000
            / (sample.len() * WAYS)
    }

    fn bucket(&self, key: u64) -> &Bucket {
        &self.buckets[self.index(key)]
    }

    /// Maps the key to the buckets without a division.
    fn index(&self, key: u64) -> usize {
        ((u128::from(key) * self.buckets.len() as u128) >> 64) as usize
    }
}

fn store(slot: &Slot, key: u64, data: Option<u64>) {
    if let Some(data) = data {
        slot.check.store(key ^ data, Ordering::Relaxed);
        slot.data.store(data, Ordering::Relaxed);
    }
}

/// The new data for a slot that holds the same position: `None` to keep the old.
fn merge(old: u64, entry: Entry, age: u8, ply: usize) -> Option<u64> {
    let keep = entry.bound != Bound::Exact && age_of(old) == age && entry.depth + 3 < depth_of(old);
    if keep {
        return None;
    }
    let best = entry.best.or_else(|| unpack_move(old as u16));
    Some(pack(Entry { best, ..entry }, age, ply))
}

// The layout of the data word, from the lowest bit: move 16, score 16, evaluation 16, depth 8,
// bound 2, age 6.

fn pack(entry: Entry, age: u8, ply: usize) -> u64 {
    // Mates are counted from the position, not from the root.
    let score = match entry.score {
        score if score >= MATE_BOUND => score + ply as i32,
        score if score <= -MATE_BOUND => score - ply as i32,
        score => score,
    };
    let eval = entry.eval.map_or(NO_EVAL, |eval| eval as i16);
    u64::from(pack_move(entry.best))
        | u64::from(score as i16 as u16) << 16
        | u64::from(eval as u16) << 32
        | u64::from(entry.depth.clamp(0, 255) as u8) << 48
        | (entry.bound as u64) << 56
        | u64::from(age) << 58
}

fn unpack(data: u64, ply: usize) -> Option<Entry> {
    let score = i32::from((data >> 16) as u16 as i16);
    let eval = (data >> 32) as u16 as i16;
    let bound = match (data >> 56) & 3 {
        1 => Bound::Lower,
        2 => Bound::Upper,
        3 => Bound::Exact,
        _ => return None,
    };
    Some(Entry {
        best: unpack_move(data as u16),
        score: if is_mate(score) { score - score.signum() * ply as i32 } else { score },
        eval: (eval != NO_EVAL).then_some(i32::from(eval)),
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

/// A move in 16 bits: from, to, promotion. No move is 0: no piece goes from a1 to a1.
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

    fn entry(depth: i32, score: i32) -> Entry {
        let best = Some("e7e8q".parse().unwrap());
        Entry { best, score, eval: Some(-17), depth, bound: Bound::Exact }
    }

    #[test]
    fn what_is_put_in_comes_out() {
        let table = Table::new(1);
        for key in [1, u64::MAX, 0x1234_5678_9ABC_DEF0] {
            table.put(key, 0, entry(7, -250));
            assert_eq!(table.get(key, 0), Some(entry(7, -250)));
            assert_eq!(table.get(key ^ 1 << 40, 0), None);
        }
    }

    #[test]
    fn a_mate_is_counted_from_where_it_is_met() {
        let table = Table::new(1);
        // A mate 5 plies from the root, found 2 plies from it, is 3 plies from the position.
        table.put(9, 2, entry(3, super::super::values::MATE - 5));
        assert_eq!(table.get(9, 4).unwrap().score, super::super::values::MATE - 7);
    }

    #[test]
    fn old_and_shallow_entries_give_way() {
        let table = Table::new(1);
        for key in 0..1000 {
            table.put(key, 0, entry(1, 0));
        }
        table.next_search();
        table.put(5000, 0, entry(9, 0));
        for key in 0..3 {
            table.put(key, 0, entry(2, 0));
        }
        assert_eq!(table.get(5000, 0).unwrap().depth, 9);
    }

    #[test]
    fn a_cleared_table_knows_nothing() {
        let mut table = Table::new(1);
        table.put(5, 0, entry(7, 3));
        table.clear();
        assert_eq!(table.get(5, 0), None);
        assert_eq!(table.fullness(), 0);
    }
}
