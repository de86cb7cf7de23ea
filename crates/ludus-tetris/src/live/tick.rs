//! One tick of a live match: keys move pieces, pieces lock, garbage is sent and rises.

use ludus_core::{Chance, Seat};

use crate::action::Column;
use crate::field::EliminationCause;
use crate::hunt::leader_against;
use crate::live::active_piece::{ActivePiece, FallPace, LockState};
use crate::live::falling::FallingPiece;
use crate::live::game::LiveTetris;
use crate::live::keys::LiveKey;
use crate::live::play::LivePlay;
use crate::live::{LOCK_TICKS, QUEUE, gravity};
use crate::piece::Piece;
use crate::rules::Pieces;
use crate::turn::{HOLES, garbage_rows, hole_event, living_from};

impl LiveTetris {
    /// Draws the next piece of a seat's stream.
    fn draw(&mut self, seat: Seat, chance: &mut dyn Chance) -> Piece {
        let shared = self.rules.pieces == Pieces::Bank;
        let stream = &mut self.streams[if shared { 0 } else { seat.index() }];
        let mut piece = Piece::I;
        stream.deal(std::iter::once(&mut piece), chance);
        piece
    }

    /// Spawns a seat's next piece. It spawns in the hidden rows and falls one row at once if it can, so that it is
    /// visible. Without room for it the seat is out.
    pub(super) fn next_piece(&mut self, seat: Seat, chance: &mut dyn Chance) {
        let last = self.draw(seat, chance);
        let (field, queue) = (&mut self.fields[seat.index()], &mut self.queues[seat.index()]);
        let spawned = FallingPiece::spawn(queue[0], &field.board);
        queue.rotate_left(1);
        queue[QUEUE - 1] = last;
        field.current = spawned.piece;
        field.next = queue[0];
        let mut active = ActivePiece::spawned(spawned, &field.board);
        active.fall(&field.board);
        self.active[seat.index()] = active;
        if !spawned.fits(&field.board) {
            self.lose(seat, EliminationCause::ToppedOut);
        }
    }

    /// Presses a key for a seat.
    pub(super) fn press_key(&mut self, seat: Seat, key: LiveKey, chance: &mut dyn Chance) {
        let field = &mut self.fields[seat.index()];
        if let LiveKey::Target(target) = key {
            field.target = Some(target);
        }
        if self.active[seat.index()].press(key, &field.board) == LockState::Locks {
            self.lock(seat, chance);
        }
    }

    /// Gravity and lock delay of a seat's piece.
    pub(super) fn pass_time(&mut self, seat: Seat, chance: &mut dyn Chance) {
        let field = &self.fields[seat.index()];
        let pace = FallPace { gravity: gravity(field.level()), lock: LOCK_TICKS };
        if self.active[seat.index()].tick(&field.board, pace) == LockState::Locks {
            self.lock(seat, chance);
        }
    }

    /// Locks a seat's piece: full rows clear, garbage is sent, pending garbage rises, the next piece spawns.
    fn lock(&mut self, seat: Seat, chance: &mut dyn Chance) {
        let living = self.living();
        let visible = self.rules.height as i8;
        let leader = leader_against(&self.fields, seat);
        let (field, active) = (&mut self.fields[seat.index()], &self.active[seat.index()]);
        let Some(landing) = active.falling.lock(&field.board) else { return };
        field.hunt.note(field.target, leader, living);
        field.board = landing.board;
        field.count_piece(landing.lines);
        if active.falling.row() >= visible {
            return self.lose(seat, EliminationCause::ToppedOut);
        }
        let rows = garbage_rows(landing.lines);
        if let Some(target) = field.target.and_then(|target| living_from(target, seat, living)) {
            field.sent += rows;
            self.incoming[target.index()] += rows;
        }
        self.raise(seat, chance);
        if self.field(seat).is_alive() {
            self.next_piece(seat, chance);
        }
    }

    /// Raises the pending garbage.
    fn raise(&mut self, seat: Seat, chance: &mut dyn Chance) {
        let width = self.rules.width as u32;
        let field = &mut self.fields[seat.index()];
        for _ in 0..std::mem::take(&mut field.pending) {
            let hole = chance.draw(HOLES, hole_event(seat, field.received), width) as usize;
            field.received += 1;
            if field.board.rise(Column::new(hole).unwrap_or(Column::FIRST)) {
                return self.lose(seat, EliminationCause::Buried);
            }
        }
    }

    /// Adds the garbage of this tick and of sudden death to what is pending, and gives every living seat a living
    /// target.
    pub(super) fn settle(&mut self) {
        let living = self.living();
        let incoming = std::mem::take(&mut self.incoming);
        let battle = self.fields.len() > 1;
        let rows = if battle { self.rules.sudden_death.rows(self.tick) } else { 0 };
        for seat in living.iter() {
            let field = &mut self.fields[seat.index()];
            field.pending += incoming[seat.index()] + rows;
            field.target = field.target.and_then(|t| living_from(t, seat, living)).or(field.target);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::live::testing::{TO_THE_WELL, WELL, game, set, tick};
    use ludus_core::Game;

    #[test]
    fn all_seats_get_the_same_pieces_at_their_own_time() {
        let (mut game, mut chance) = game("", 2);
        let queue = |game: &LiveTetris, n: usize| game.queues[n];
        assert_eq!(queue(&game, 0), queue(&game, 1));
        let second = queue(&game, 0)[0];
        tick(&mut game, &mut chance, &["hard_drop", "-"]);
        assert_eq!(game.fields[0].current, second);
        assert_ne!(queue(&game, 0), queue(&game, 1));
        tick(&mut game, &mut chance, &["-", "hard_drop"]);
        assert_eq!(queue(&game, 0), queue(&game, 1));
    }

    #[test]
    fn four_lines_send_three_rows_that_rise_when_the_target_locks() {
        let (mut game, mut chance) = game("", 3);
        set(&mut game, 0, &WELL, Piece::I);
        tick(&mut game, &mut chance, &[TO_THE_WELL, "-", "-"]);
        assert_eq!((game.fields[0].lines, game.fields[0].sent), (4, 3));
        assert_eq!(game.fields[0].score, 800);
        assert_eq!((game.fields[1].pending, game.fields[2].pending), (3, 0));
        for _ in 0..20 {
            tick(&mut game, &mut chance, &["-", "-", "-"]);
        }
        assert_eq!((game.fields[1].pending, game.fields[1].board.max_height()), (3, 0));
        tick(&mut game, &mut chance, &["-", "hard_drop", "-"]);
        assert_eq!((game.fields[1].pending, game.fields[1].received), (0, 3));
        let lowest: Vec<String> = game.fields[1].board.rows().rev().take(3).collect();
        assert!(lowest.iter().all(|row| row.matches('.').count() == 1), "{lowest:?}");
    }

    #[test]
    fn rows_sent_in_the_tick_in_which_the_target_locks_wait_for_its_next_piece() {
        for (first, second) in [(0, 1), (1, 0)] {
            let (mut game, mut chance) = game("", 2);
            set(&mut game, first, &WELL, Piece::I);
            let mut keys = [""; 2];
            (keys[first], keys[second]) = (TO_THE_WELL, "hard_drop");
            tick(&mut game, &mut chance, &keys);
            assert_eq!((game.fields[second].pending, game.fields[second].received), (3, 0));
        }
    }

    #[test]
    fn a_piece_that_locks_wholly_in_the_hidden_rows_ends_the_game() {
        let (mut game, mut chance) = game("", 1);
        set(&mut game, 0, &["..########"; 20], Piece::O);
        tick(&mut game, &mut chance, &["hard_drop"]);
        assert_eq!(game.outcome().unwrap().reason(), "topped out");
    }

    #[test]
    fn a_piece_that_only_sticks_out_does_not() {
        let (mut game, mut chance) = game("", 1);
        set(&mut game, 0, &["..########"; 18], Piece::O);
        game.active[0].falling = game.active[0].falling.moved(4, 0);
        tick(&mut game, &mut chance, &["hard_drop"]);
        assert!(game.outcome().is_none());
        assert_eq!(game.fields[0].board.max_height(), 20);
        // The next one locks with its lower half in the top row.
        set(&mut game, 0, &["..########"; 19], Piece::O);
        game.active[0].falling = game.active[0].falling.moved(4, 0);
        tick(&mut game, &mut chance, &["hard_drop"]);
        assert!(game.outcome().is_none());
        assert_eq!(game.fields[0].board.max_height(), 21);
    }

    #[test]
    fn garbage_that_pushes_cells_above_the_hidden_rows_buries() {
        let (mut game, mut chance) = game("", 1);
        set(&mut game, 0, &["..########"; 19], Piece::O);
        game.active[0].falling = game.active[0].falling.moved(4, 0);
        game.fields[0].pending = 4;
        tick(&mut game, &mut chance, &["hard_drop"]);
        assert_eq!(game.outcome().unwrap().reason(), "buried by garbage");
    }

    #[test]
    fn sudden_death_comes_by_the_clock_and_not_to_solo_play() {
        let rules = "sudden_death.turn=5,sudden_death.every=2,sudden_death.grow=4";
        let (mut pair, mut chance) = game(rules, 2);
        let mut pending = Vec::new();
        for _ in 1..=9 {
            tick(&mut pair, &mut chance, &["-", "-"]);
            pending.push(pair.fields[0].pending);
        }
        assert_eq!(pending, [0, 0, 0, 0, 1, 1, 2, 2, 4]);
        let (mut alone, mut chance) = game(rules, 1);
        (0..9).for_each(|_| tick(&mut alone, &mut chance, &["-"]));
        assert_eq!(alone.fields[0].pending, 0);
    }

    #[test]
    fn keys_after_a_hard_drop_move_the_next_piece() {
        let (mut game, mut chance) = game("", 1);
        let next = FallingPiece::spawn(game.queues[0][0], &game.fields[0].board).column();
        tick(&mut game, &mut chance, &["hard_drop+move_left"]);
        assert_eq!(game.active[0].falling.column(), next - 1);
    }
}
