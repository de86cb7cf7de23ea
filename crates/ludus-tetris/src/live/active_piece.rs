//! The piece that a seat controls, with its gravity and its lock delay.

use crate::live::LOCK_RESETS;
use crate::live::keys::LiveKey;
use crate::live::kicks::QuarterTurn;
use crate::live::well::PieceWell;

/// The piece that a seat controls, and its timers.
#[derive(Clone, Debug)]
pub struct ActivePiece<P> {
    /// The piece.
    pub falling: P,
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

/// How fast pieces fall and lock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FallPace {
    /// Ticks that a piece takes to fall one row.
    pub gravity: u32,
    /// Ticks that a piece lies on the ground before it locks.
    pub lock: u32,
}

impl<P: Copy> ActivePiece<P> {
    /// A piece that has just spawned.
    #[must_use]
    pub fn spawned<W: PieceWell<Piece = P>>(falling: P, well: &W) -> Self {
        Self { falling, fallen: 0, lain: 0, resets: 0, lowest: well.row(falling) }
    }

    /// Presses a key. A move that is not possible does nothing, and neither does a key that moves no piece.
    pub fn press<W: PieceWell<Piece = P>>(&mut self, key: LiveKey, well: &W) -> LockState {
        let piece = self.falling;
        match key {
            LiveKey::MoveLeft => self.shift(well.moved(piece, -1, 0)),
            LiveKey::MoveRight => self.shift(well.moved(piece, 1, 0)),
            LiveKey::Rotate => self.shift(well.turned(piece, QuarterTurn::Right)),
            LiveKey::RotateBack => self.shift(well.turned(piece, QuarterTurn::Left)),
            LiveKey::HalfTurn => self.shift(well.half_turned(piece)),
            LiveKey::SoftDrop => self.fall(well),
            LiveKey::HardDrop => {
                self.falling = well.dropped(piece);
                return LockState::Locks;
            }
            LiveKey::Hold | LiveKey::Target(_) => {}
        }
        LockState::Falls
    }

    /// Lets one tick pass.
    pub fn tick<W: PieceWell<Piece = P>>(&mut self, well: &W, pace: FallPace) -> LockState {
        if self.lies(well) {
            self.fallen = 0;
            self.lain += 1;
            return if self.lain >= pace.lock { LockState::Locks } else { LockState::Falls };
        }
        self.fallen += 1;
        if self.fallen >= pace.gravity {
            self.fall(well);
        }
        LockState::Falls
    }

    /// Whether the piece is on the ground.
    fn lies<W: PieceWell<Piece = P>>(&self, well: &W) -> bool {
        well.moved(self.falling, 0, -1).is_none()
    }

    /// Moves the piece down one row if possible. A row lower than all before resets the lock delay; a row that it was
    /// kicked up from does not.
    pub fn fall<W: PieceWell<Piece = P>>(&mut self, well: &W) {
        let Some(lower) = well.moved(self.falling, 0, -1) else { return };
        self.falling = lower;
        self.fallen = 0;
        if well.row(lower) < self.lowest {
            self.lowest = well.row(lower);
            self.lain = 0;
        }
    }

    /// Moves the piece. If it was on the ground, its lock delay is reset, a limited number of times.
    fn shift(&mut self, moved: Option<P>) {
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
    use crate::board::Board;
    use crate::live::LOCK_TICKS;
    use crate::live::falling::FallingPiece;
    use crate::piece::Piece;

    const PACE: FallPace = FallPace { gravity: 48, lock: LOCK_TICKS };

    fn on(board: &Board, piece: Piece) -> ActivePiece<FallingPiece> {
        ActivePiece::spawned(FallingPiece::spawn(piece, board), board)
    }

    fn active(piece: Piece) -> (ActivePiece<FallingPiece>, Board) {
        let board = Board::new(10, 22).unwrap();
        (on(&board, piece), board)
    }

    /// How many ticks pass until the piece locks, with `each` called before every tick.
    fn ticks_to_lock(
        active: &mut ActivePiece<FallingPiece>,
        board: &Board,
        mut each: impl FnMut(&mut ActivePiece<FallingPiece>, u32),
    ) -> u32 {
        for tick in 1..10_000 {
            each(active, tick);
            if active.tick(board, PACE) == LockState::Locks {
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
            active.tick(&board, PACE);
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
        let moved = |active: &mut ActivePiece<FallingPiece>, tick: u32| {
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
        let moved = |active: &mut ActivePiece<FallingPiece>, _| {
            active.press(LiveKey::MoveLeft, &board);
        };
        assert_eq!(ticks_to_lock(&mut active, &board, moved), 30);
    }

    #[test]
    fn a_piece_that_moves_off_its_support_falls_on_with_the_whole_delay() {
        let mut rows = [".........."; 22];
        rows[21] = "....##....";
        let board = Board::from_rows(&rows).unwrap();
        let mut active = on(&board, Piece::O);
        active.falling = active.falling.dropped(&board);
        active.lowest = 1;
        let slide = |active: &mut ActivePiece<FallingPiece>, tick| {
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
        let spin = |active: &mut ActivePiece<FallingPiece>, _| {
            active.press(LiveKey::Rotate, &board);
        };
        let ticks = ticks_to_lock(&mut active, &board, spin);
        assert!(ticks < 60 * 60, "{ticks} ticks");
    }
}
