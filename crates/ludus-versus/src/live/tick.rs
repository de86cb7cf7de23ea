//! One tick of a live match: keys move pieces, pieces lock, attacks cancel garbage or are sent, garbage rises.

use ludus_core::{Chance, Seat};
use ludus_tetris::live::{ActivePiece, LiveKey, LockState};

use crate::action::VersusAction;
use crate::live::game::LiveVersus;
use crate::live::spun_piece::VersusWell;

impl LiveVersus {
    /// Presses a key for a seat.
    pub(super) fn press_key(&mut self, seat: Seat, key: LiveKey, chance: &mut dyn Chance) {
        if key == LiveKey::Hold {
            return self.hold(seat, chance);
        }
        let (board, rules) = (&self.turns.fields[seat.index()].board, self.turns.rules.moves);
        let well = VersusWell { board, rules };
        if self.active[seat.index()].press(key, &well) == LockState::Locks {
            self.lock(seat, chance);
        }
    }

    /// Gravity and lock delay of a seat's piece.
    pub(super) fn pass_time(&mut self, seat: Seat, chance: &mut dyn Chance) {
        let (board, rules) = (&self.turns.fields[seat.index()].board, self.turns.rules.moves);
        let well = VersusWell { board, rules };
        if self.active[seat.index()].tick(&well, self.rules.pace()) == LockState::Locks {
            self.lock(seat, chance);
        }
    }

    /// Holds the seat's piece, once per piece. The piece that it brings spawns at the top.
    fn hold(&mut self, seat: Seat, chance: &mut dyn Chance) {
        if self.can_hold(seat) {
            self.turns.fields[seat.index()].exchange(&self.turns.rules, chance);
            self.has_held[seat.index()] = true;
            self.spawn_piece(seat);
        }
    }

    /// Locks a seat's piece as a placement of the match in turns does: lines clear, the attack cancels the seat's own
    /// garbage, garbage that has waited long enough rises, and the next piece spawns. What is left of the attack is
    /// sent at the end of the tick.
    fn lock(&mut self, seat: Seat, chance: &mut dyn Chance) {
        let falling = self.falling(seat);
        let action = VersusAction { hold: false, piece: falling.piece, placed: falling.as_move() };
        let left = self.turns.place(seat, action, chance);
        if !self.field(seat).is_alive() {
            return;
        }
        self.sent.push((seat, left));
        let rows = std::mem::take(&mut self.rising[seat.index()]);
        self.turns.raise(seat, rows, chance);
        self.turns.next_piece(seat, action, chance);
        self.has_held[seat.index()] = false;
        self.spawn_piece(seat);
    }

    /// Puts the seat's current piece where it spawns.
    fn spawn_piece(&mut self, seat: Seat) {
        let field = self.field(seat);
        let spawned = ActivePiece::spawned(field.spawned(), &self.well(seat));
        self.active[seat.index()] = spawned;
    }

    /// Sends the attacks of this tick, and lets the rows of sudden death rise with the next pieces that lock.
    pub(super) fn settle(&mut self) {
        let sent = std::mem::take(&mut self.sent);
        self.turns.deliver(&sent);
        let battle = self.active.len() > 1;
        let rows = if battle { self.rules.sudden_death.rows(self.turns.turn) } else { 0 };
        for seat in self.turns.living().iter() {
            self.rising[seat.index()] += rows;
        }
    }
}

#[cfg(test)]
mod tests;
