//! What a mistake is called, in every game of falling pieces.

use crate::board::height_of;
use crate::metrics::holes;

/// The stack of a seat after an action, as far as mistakes show in it.
#[derive(Clone, Copy, Debug)]
pub struct SeatStack<'a> {
    /// A word for each column; bit *y* belongs to row *y*, 0 at the bottom.
    pub columns: &'a [u64],
    /// The lines that the seat has cleared so far.
    pub lines: u32,
    /// Whether the seat is out.
    pub out: bool,
}

impl SeatStack<'_> {
    fn holes(&self) -> u32 {
        self.columns.iter().map(|column| holes(*column).count_ones()).sum()
    }

    fn height(&self) -> usize {
        self.columns.iter().map(|column| height_of(*column)).max().unwrap_or_default()
    }

    /// The sum of the differences between neighbouring columns.
    fn bumps(&self) -> usize {
        let heights = |pair: &[u64]| height_of(pair[0]).abs_diff(height_of(pair[1]));
        self.columns.windows(2).map(heights).sum()
    }
}

/// What is worse about the stack after what was played than about the one after what would have been better. What shortens a match most
/// comes first.
#[must_use]
pub fn name(played: SeatStack<'_>, better: SeatStack<'_>) -> Option<&'static str> {
    let worse = [
        (played.out && !better.out, "topped out"),
        (played.holes() > better.holes(), "left holes"),
        (played.lines < better.lines, "missed a line"),
        (played.height() > better.height(), "built too high"),
        (played.bumps() > better.bumps(), "left a rough surface"),
    ];
    worse.into_iter().find_map(|(holds, name)| holds.then_some(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_worst_about_a_stack_names_the_mistake() {
        let stack = |columns| SeatStack { columns, lines: 0, out: false };
        let flat = stack(&[0b1, 0b1, 0b1]);
        assert_eq!(name(SeatStack { out: true, ..flat }, flat), Some("topped out"));
        assert_eq!(name(stack(&[0b1, 0b10, 0b1]), flat), Some("left holes"));
        assert_eq!(name(flat, SeatStack { lines: 1, ..flat }), Some("missed a line"));
        assert_eq!(name(stack(&[0b11, 0b1, 0b1]), flat), Some("built too high"));
        let (rough, smooth) = (stack(&[0b11, 0b1, 0b11]), stack(&[0b11, 0b11, 0b1]));
        assert_eq!(name(rough, smooth), Some("left a rough surface"));
        assert_eq!(name(flat, flat), None);
    }
}
