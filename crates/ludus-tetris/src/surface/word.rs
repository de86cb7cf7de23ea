//! Rows of sixteen columns side by side: a lane of a vector for each column, a bit of the lane for each row.

use wide::{i32x16, u32x16};

/// How many columns a vector holds.
pub(super) const LANES: usize = 16;

/// The highest board that fits: one row less than a lane has bits.
pub(super) const MOST_ROWS: usize = u32::BITS as usize - 1;

/// These rows in every lane, moved up by a number of rows of its own.
#[inline(always)]
pub(super) fn moved_up(rows: u32, by: i32x16) -> u32x16 {
    u32x16::splat(rows).unbounded_shl(by.cast_unsigned())
}

/// All rows from one on, counted from 0.
#[inline(always)]
pub(super) fn rows_from(row: i32x16) -> u32x16 {
    moved_up(u32::MAX, row)
}

/// How many rows there are in each lane. Where the processor can count bits in vectors, the compiler makes one instruction
/// of this.
#[inline(always)]
pub(super) fn ones(rows: u32x16) -> i32x16 {
    let pairs = rows - (rows >> 1_u32 & u32x16::splat(0x5555_5555));
    let fours = u32x16::splat(0x3333_3333);
    let fours = (pairs & fours) + (pairs >> 2_u32 & fours);
    let bytes = (fours + (fours >> 4_u32)) & u32x16::splat(0x0f0f_0f0f);
    ((bytes * u32x16::splat(0x0101_0101)) >> 24_u32).cast_signed()
}

/// The sum of the row numbers in each lane, counted from 0: every binary digit of the numbers is added up for all rows.
#[inline(always)]
pub(super) fn row_sums(rows: u32x16) -> i32x16 {
    let digit = |mask| ones(rows & u32x16::splat(mask));
    let twos = |sum: i32x16| sum + sum;
    let sum = twos(digit(0xffff_0000)) + digit(0xff00_ff00);
    let sum = twos(sum) + digit(0xf0f0_f0f0);
    let sum = twos(sum) + digit(0xcccc_cccc);
    twos(sum) + digit(0xaaaa_aaaa)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_counted_and_their_numbers_added_up() {
        let mut random = ludus_core::Seed::new(1).rng();
        for _ in 0..1_000 {
            let rows: [u32; LANES] = std::array::from_fn(|_| random.next_u64() as u32);
            let counted = rows.map(|rows| rows.count_ones() as i32);
            assert_eq!(ones(u32x16::new(rows)).to_array(), counted);
            let sum = |rows: u32| (0..32).filter(|row| rows >> row & 1 == 1).sum::<i32>();
            assert_eq!(row_sums(u32x16::new(rows)).to_array(), rows.map(sum));
        }
    }

    #[test]
    fn rows_above_a_lane_are_gone() {
        let by = i32x16::new(std::array::from_fn(|lane| 5 * lane as i32));
        let moved = moved_up(3, by).to_array();
        assert_eq!(moved[..8], [3, 3 << 5, 3 << 10, 3 << 15, 3 << 20, 3 << 25, 3 << 30, 0]);
        assert_eq!(rows_from(by).to_array()[6..8], [3 << 30, 0]);
    }
}
