//! MaxN: every snake maximises its own score.

use super::moves::{nearby_opponents, safe_or_straight, usual_move};
use super::thread::{BudgetSpent, INFINITY, SnakeThread, delay_bonus, unproven};
use crate::bitboard::Bitboard;
use crate::board::{MAX_SNAKES, SnakeBoard};
use crate::eval::SeatScores;
use crate::geometry::Direction;
use crate::turn::JointMove;

/// The seats that choose in a turn, ours first, and the moves so far.
struct MaxnTurn {
    seats: [usize; MAX_SNAKES],
    count: usize,
    moves: JointMove,
}

impl<B: Bitboard> SnakeThread<'_, B> {
    /// The scores of a position for all seats, searched `depth` turns deep.
    pub(crate) fn maxn(
        &mut self,
        board: &SnakeBoard<B>,
        depth: u32,
        ply: u32,
    ) -> Result<SeatScores, BudgetSpent> {
        let over =
            !board.lives(self.me) || (board.alive.count_ones() == 1 && self.eval.started > 1);
        if over || depth == 0 {
            return Ok(self.final_values(board, ply));
        }
        let mut turn = self.turn(board, depth);
        if turn.count <= 2 {
            return self.duel_values(board, &turn, depth, ply);
        }
        self.choose(board, &mut turn, 0, depth, ply)
    }

    /// The scores of a position with at most one opponent nearby. The two play against each other, so alpha-beta finds the
    /// same and looks deeper.
    fn duel_values(
        &mut self,
        board: &SnakeBoard<B>,
        turn: &MaxnTurn,
        depth: u32,
        ply: u32,
    ) -> Result<SeatScores, BudgetSpent> {
        let score = self.paranoid(board, depth, ply, (-INFINITY, INFINITY))?;
        let mut values = self.eval.values(board);
        values[self.me] = score;
        for seat in &turn.seats[1..turn.count] {
            values[*seat] = score.saturating_neg();
        }
        Ok(values)
    }

    /// The scores after one of our moves.
    pub(crate) fn maxn_reply(
        &mut self,
        board: &SnakeBoard<B>,
        direction: Direction,
        depth: u32,
        ply: u32,
    ) -> Result<SeatScores, BudgetSpent> {
        let mut turn = self.turn(board, depth);
        turn.moves[self.me] = direction;
        self.choose(board, &mut turn, 1, depth, ply)
    }

    /// The seats that choose, and the moves of the others.
    fn turn(&self, board: &SnakeBoard<B>, depth: u32) -> MaxnTurn {
        let (terrain, settings) = (self.eval.terrain, self.eval.settings);
        let blocked = board.blocked();
        let mut moves = [Direction::Up; MAX_SNAKES];
        for seat in board.living() {
            moves[seat] = usual_move(terrain, board, seat, blocked);
        }
        let (near, count) = nearby_opponents(terrain, board, self.me, depth, settings);
        let mut seats = [self.me; MAX_SNAKES];
        seats[1..].copy_from_slice(&near[..MAX_SNAKES - 1]);
        MaxnTurn { seats, count: count + 1, moves }
    }

    /// The scores if the seats from this one on choose one after the other, each its own best.
    fn choose(
        &mut self,
        board: &SnakeBoard<B>,
        turn: &mut MaxnTurn,
        at: usize,
        depth: u32,
        ply: u32,
    ) -> Result<SeatScores, BudgetSpent> {
        if at == turn.count {
            let next = self.after(board, &turn.moves)?;
            let mut values = self.maxn(&next, depth - 1, ply + 1)?;
            // Opponents that play for themselves prove nothing.
            values[self.me] = unproven(&self.eval.settings.scores, values[self.me]);
            return Ok(values);
        }
        let seat = turn.seats[at];
        let moves = safe_or_straight(self.eval.terrain, board, seat, board.blocked());
        let mut best: Option<SeatScores> = None;
        for direction in moves.as_slice() {
            turn.moves[seat] = *direction;
            let values = self.choose(board, turn, at + 1, depth, ply)?;
            if best.is_none_or(|best| self.prefers(seat, &values, &best)) {
                best = Some(values);
            }
        }
        Ok(best.unwrap_or([0; MAX_SNAKES]))
    }

    /// Whether the seat prefers these scores. If its scores are equal, it prefers those that are worse for us.
    fn prefers(&self, seat: usize, values: &SeatScores, than: &SeatScores) -> bool {
        (values[seat], than[self.me]) > (than[seat], values[self.me])
    }

    fn final_values(&self, board: &SnakeBoard<B>, ply: u32) -> SeatScores {
        let scores = &self.eval.settings.scores;
        let dead = scores.dead.saturating_add(delay_bonus(scores, ply));
        let mut values =
            if board.alive == 0 { [dead / 2; MAX_SNAKES] } else { self.eval.values(board) };
        for (seat, value) in values.iter_mut().enumerate() {
            if board.alive != 0 && !board.lives(seat) {
                *value = dead;
            }
            if board.alive == 1 << seat && self.eval.started > 1 {
                *value = dead.saturating_neg();
            }
        }
        values
    }
}
