//! Spins: which places a piece reaches by a turn, and what the turn counts.

use ludus_tetris::{Piece, Rotation};

use super::MoveRules;
use super::reach::ReachedCentres;
use super::sets::{CentreSet, FilledSeen};
use crate::kicks::{FIFTH_KICK, TurnRules, turns};

/// The places where a piece can land, by the spin it lands with.
pub(super) struct Spins<S> {
    pub(super) none: [S; 4],
    pub(super) mini: [S; 4],
    pub(super) full: [S; 4],
}

/// The places of one rotation where a turn counts.
#[derive(Clone, Copy)]
struct JudgedTurns<S> {
    /// A turn counts at all.
    counts: S,
    /// A turn is full, whichever kick it used.
    full: S,
}

impl<S: CentreSet> Spins<S> {
    /// The landing places by spin; `None` if no turn counts anywhere.
    pub(super) fn new<B: FilledSeen<Set = S>>(
        cells: &B,
        piece: Piece,
        reach: &ReachedCentres<S>,
        rules: MoveRules,
    ) -> Option<Self> {
        if piece != Piece::T && (!rules.all_spin || piece == Piece::O) {
            return None;
        }
        let landed = reach.landed();
        let judged = judge(cells, piece, reach, &landed, rules.all_spin);
        if judged.iter().all(|judged| judged.counts.is_empty()) {
            return None;
        }
        let mut spins = Self { none: landed, mini: [S::EMPTY; 4], full: [S::EMPTY; 4] };
        for rotation in 0..4 {
            // Where turns count, a piece without a spin has to come by a move, or spawn there.
            let mut by_move = reach.reached[rotation].steps().and(reach.free[rotation]);
            if let Some(start) = reach.start.filter(|_| rotation == 0) {
                by_move = by_move.or(start.centre());
            }
            let turned_only = judged[rotation].counts.minus(by_move);
            spins.none[rotation] = spins.none[rotation].minus(turned_only);
        }
        spins.add_turns(piece, reach, &judged, rules.turns);
        Some(spins)
    }

    fn add_turns(
        &mut self,
        piece: Piece,
        reach: &ReachedCentres<S>,
        judged: &[JudgedTurns<S>; 4],
        rules: TurnRules,
    ) {
        for from in 0..4 {
            for turn in turns(piece, Rotation::ALL[from], rules) {
                let to = turn.to.index();
                if judged[to].counts.is_empty() {
                    continue;
                }
                let mut rest = reach.reached[from];
                for (test, &offset) in turn.tests().iter().enumerate() {
                    let hit = rest.moved(offset).and(reach.free[to]);
                    let spun = hit.and(judged[to].counts);
                    let all = piece == Piece::T && test == FIFTH_KICK;
                    let full = if all { spun } else { spun.and(judged[to].full) };
                    self.full[to] = self.full[to].or(full);
                    self.mini[to] = self.mini[to].or(spun.minus(full));
                    rest = rest.minus(hit.moved((-offset.0, -offset.1)));
                }
            }
        }
    }
}

/// Where turns count and where they are full, by rotation.
fn judge<B: FilledSeen>(
    cells: &B,
    piece: Piece,
    reach: &ReachedCentres<B::Set>,
    landed: &[B::Set; 4],
    all_spin: bool,
) -> [JudgedTurns<B::Set>; 4] {
    let mut judged = [JudgedTurns { counts: B::Set::EMPTY, full: B::Set::EMPTY }; 4];
    if piece == Piece::T {
        // Clockwise from the upper left. The front corners of a rotation are its own and the next one.
        let corners = [(-1, 1), (1, 1), (1, -1), (-1, -1)].map(|corner| cells.filled(corner));
        for rotation in 0..4 {
            let corner = |n: usize| corners[(rotation + n) % 4];
            let (front, back) = (corner(0).and(corner(1)), corner(2).and(corner(3)));
            let (any_front, any_back) = (corner(0).or(corner(1)), corner(2).or(corner(3)));
            let three = front.and(any_back).or(back.and(any_front));
            judged[rotation] = JudgedTurns { counts: three.and(landed[rotation]), full: front };
        }
    }
    if all_spin {
        for rotation in 0..4 {
            let free = reach.free[rotation];
            // The free centres from which a piece cannot move left, right, up or down.
            let stuck = free.minus(free.steps().or(free.up()));
            let JudgedTurns { counts, full } = &mut judged[rotation];
            *counts = counts.or(stuck.and(landed[rotation]));
            *full = full.or(stuck);
        }
    }
    judged
}
