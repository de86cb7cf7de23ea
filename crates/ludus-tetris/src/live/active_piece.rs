//! The piece that a seat controls, with its gravity and its lock delay.

use crate::board::Board;
use crate::live::falling::FallingPiece;
use crate::live::keys::LiveKey;
use crate::live::kicks::{QuarterTurn, turn};
use crate::live::{LOCK_RESETS, LOCK_TICKS, QUEUE};
use crate::piece::Piece;

/// The piece that a seat controls, its timers, and the pieces to come.
#[derive(Clone, Debug)]
pub struct ActivePiece {
    /// The piece.
    pub falling: FallingPiece,
    /// The pieces to come, the next one first.
    pub queue: [Piece; QUEUE],
    /// Ticks since the piece last fell a row.
    fallen: u32,
    /// Ticks that the piece has been on the ground.
    lain: u32,
    /// How often its lock delay was reset.
    resets: u32,
    /// The lowest row it has been in.
    lowest: i8,
}

/// Whether the piece locks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LockState {
    /// It is still falling.
    Falls,
    /// It locks where it is.
    Locks,
}

impl ActivePiece {
    /// Spawns the first piece of the queue. The caller refills the queue.
    pub(crate) fn new(queue: [Piece; QUEUE], board: &Board) -> Self {
        let falling = FallingPiece::spawn(queue[0], board);
        Self { falling, queue, fallen: 0, lain: 0, resets: 0, lowest: falling.row() }
    }

    /// Spawns the next piece and adds `last` to the queue. The piece spawns in the hidden rows and falls one row at
    /// once if it can, so that it is visible. Returns whether it has room.
    pub(crate) fn take(&mut self, last: Piece, board: &Board) -> bool {
        let mut next = Self::new(self.queue, board);
        next.queue.rotate_left(1);
        next.queue[QUEUE - 1] = last;
        let room = next.falling.fits(board);
        *self = next;
        self.fall(board);
        room
    }

    /// Presses a key. A move that is not possible does nothing.
    pub(crate) fn press(&mut self, key: LiveKey, board: &Board) -> LockState {
        match key {
            LiveKey::MoveLeft => self.shift(self.falling.moved_on(board, -1, 0)),
            LiveKey::MoveRight => self.shift(self.falling.moved_on(board, 1, 0)),
            LiveKey::Rotate => self.shift(turn(self.falling, board, QuarterTurn::Right)),
            LiveKey::RotateBack => self.shift(turn(self.falling, board, QuarterTurn::Left)),
            LiveKey::SoftDrop => self.fall(board),
            LiveKey::HardDrop => {
                self.falling = self.falling.dropped(board);
                return LockState::Locks;
            }
            LiveKey::Target(_) => {}
        }
        LockState::Falls
    }

    /// Lets one tick pass. `gravity` is the number of ticks per row.
    pub(crate) fn tick(&mut self, board: &Board, gravity: u32) -> LockState {
        if self.lies(board) {
            self.fallen = 0;
            self.lain += 1;
            return if self.lain >= LOCK_TICKS { LockState::Locks } else { LockState::Falls };
        }
        self.fallen += 1;
        if self.fallen >= gravity {
            self.fall(board);
        }
        LockState::Falls
    }

    /// Whether the piece is on the ground.
    fn lies(&self, board: &Board) -> bool {
        self.falling.moved_on(board, 0, -1).is_none()
    }

    /// Moves the piece down one row if possible. A row lower than all before resets the lock delay; a row that it was
    /// kicked up from does not.
    fn fall(&mut self, board: &Board) {
        let Some(lower) = self.falling.moved_on(board, 0, -1) else { return };
        self.falling = lower;
        self.fallen = 0;
        if lower.row() < self.lowest {
            self.lowest = lower.row();
            self.lain = 0;
        }
    }

    /// Moves the piece. If it was on the ground, its lock delay is reset, a limited number of times.
    fn shift(&mut self, moved: Option<FallingPiece>) {
        let Some(moved) = moved else { return };
        self.falling = moved;
        if self.lain > 0 && self.resets < LOCK_RESETS {
            self.resets += 1;
            self.lain = 0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn active(piece: Piece) -> (ActivePiece, Board) {
        let board = Board::new(10, 22).unwrap();
        (ActivePiece::new([piece; QUEUE], &board), board)
    }

    /// How many ticks pass until the piece locks, with `each` called before every tick.
    fn ticks_to_lock(
        active: &mut ActivePiece,
        board: &Board,
        mut each: impl FnMut(&mut ActivePiece, u32),
    ) -> u32 {
        for tick in 1..10_000 {
            each(active, tick);
            if active.tick(board, 48) == LockState::Locks {
                return tick;
            }
        }
        panic!("the piece does not lock");
    }

    #[test]
    fn a_piece_falls_a_row_every_gravity_ticks_and_locks_half_a_second_after_it_lies() {
        let (mut active, board) = active(Piece::O);
        for tick in 1..=48 {
            assert_eq!(active.falling.row(), 20, "tick {tick}");
            active.tick(&board, 48);
        }
        assert_eq!(active.falling.row(), 19);
        let (mut active, board) = self::active(Piece::O);
        assert_eq!(ticks_to_lock(&mut active, &board, |_, _| {}), 20 * 48 + 30);
        assert_eq!(active.falling.row(), 0);
    }

    #[test]
    fn moving_a_piece_that_lies_delays_its_lock_at_most_fifteen_times() {
        let (mut active, board) = active(Piece::O);
        active.falling = active.falling.dropped(&board);
        active.lowest = 0;
        // A move every 20 ticks; without resets it would lock after 30.
        let moved = |active: &mut ActivePiece, tick: u32| {
            if tick.is_multiple_of(20) {
                let key =
                    if tick.is_multiple_of(40) { LiveKey::MoveLeft } else { LiveKey::MoveRight };
                active.press(key, &board);
            }
        };
        assert_eq!(ticks_to_lock(&mut active, &board, moved), 15 * 20 + 29);
    }

    #[test]
    fn a_key_that_does_nothing_does_not_delay_the_lock() {
        let (mut active, board) = active(Piece::O);
        active.falling = active.falling.moved(-4, 0).dropped(&board);
        active.lowest = 0;
        let moved = |active: &mut ActivePiece, _| {
            active.press(LiveKey::MoveLeft, &board);
        };
        assert_eq!(ticks_to_lock(&mut active, &board, moved), 30);
    }

    #[test]
    fn a_piece_that_moves_off_its_support_falls_on_with_the_whole_delay() {
        let mut rows = [".........."; 22];
        rows[21] = "....##....";
        let board = Board::from_rows(&rows).unwrap();
        let mut active = ActivePiece::new([Piece::O; QUEUE], &board);
        active.falling = active.falling.dropped(&board);
        active.lowest = 1;
        let slide = |active: &mut ActivePiece, tick| {
            if tick == 30 {
                active.press(LiveKey::MoveLeft, &board);
                active.press(LiveKey::MoveLeft, &board);
            }
        };
        // 29 ticks lying, 48 falling, 30 lying again.
        assert_eq!(ticks_to_lock(&mut active, &board, slide), 29 + 48 + 30);
    }

    #[test]
    fn a_soft_drop_is_one_row_and_does_not_lock() {
        let (mut active, board) = active(Piece::O);
        for row in (0..20).rev() {
            assert_eq!(active.press(LiveKey::SoftDrop, &board), LockState::Falls);
            assert_eq!(active.falling.row(), row);
        }
        assert_eq!(active.press(LiveKey::SoftDrop, &board), LockState::Falls);
        assert_eq!(active.falling.row(), 0);
    }

    #[test]
    fn a_piece_spun_for_ever_locks() {
        let (mut active, board) = active(Piece::T);
        active.falling = active.falling.dropped(&board);
        active.lowest = 0;
        let spin = |active: &mut ActivePiece, _| {
            active.press(LiveKey::Rotate, &board);
        };
        let ticks = ticks_to_lock(&mut active, &board, spin);
        assert!(ticks < 60 * 60, "{ticks} ticks");
    }
}
