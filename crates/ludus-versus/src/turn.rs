//! One turn: all living seats place a piece at the same time, attacks cancel garbage, garbage rises, and what is left of
//! the attacks enters the queues.

use ludus_core::{Answer, Chance, Forfeit, Game, Seat};
use ludus_tetris::field::{Elimination, EliminationCause};

use crate::action::VersusAction;
use crate::game::Versus;
use crate::movegen::spawn;

/// The actions of this turn, by seat.
type Actions = [Option<VersusAction>; Seat::MAX];

impl Versus {
    pub(crate) fn play_turn(
        &mut self,
        turn: &[(Seat, Answer<VersusAction>)],
        chance: &mut dyn Chance,
    ) {
        let acting = self.to_act();
        if acting.is_empty() {
            return;
        }
        // All answers are checked against the position that they were given for.
        let mut actions = Actions::default();
        let mut forfeits = Vec::new();
        for seat in acting.iter() {
            let answer = turn.iter().find(|(s, _)| *s == seat).map(|(_, answer)| answer);
            match self.checked(seat, answer) {
                Ok(action) => actions[seat.index()] = Some(action),
                Err(forfeit) => forfeits.push((seat, forfeit)),
            }
        }
        self.turn += 1;
        for (seat, forfeit) in forfeits {
            self.lose(seat, EliminationCause::Forfeit(forfeit));
        }
        let mut sent = Vec::with_capacity(acting.len());
        for seat in acting.iter() {
            if let Some(action) = actions[seat.index()] {
                sent.push((seat, self.place(seat, action, chance)));
            }
        }
        self.deliver(&sent);
        self.end_slowly(chance);
        self.deal(&actions, chance);
    }

    /// The action of an answer, if there is one and it is legal.
    fn checked(
        &self,
        seat: Seat,
        answer: Option<&Answer<VersusAction>>,
    ) -> Result<VersusAction, Forfeit> {
        match answer {
            Some(Answer::Play(action)) if self.is_legal(seat, *action) => Ok(*action),
            Some(Answer::Play(action)) => Err(Forfeit::Illegal(self.show(seat, *action))),
            Some(Answer::Forfeit(forfeit)) => Err(forfeit.clone()),
            None => Err(Forfeit::Late),
        }
    }

    /// Places the seat's piece, cancels garbage with its attack, and raises the garbage that has waited long enough.
    /// Returns what is left of the attack.
    pub(crate) fn place(
        &mut self,
        seat: Seat,
        action: VersusAction,
        chance: &mut dyn Chance,
    ) -> u32 {
        let rules = self.rules;
        let field = &mut self.fields[seat.index()];
        let placed = field.place(action, &rules);
        if rules.lock_out && placed.above {
            self.lose(seat, EliminationCause::ToppedOut);
            return 0;
        }
        let left = field.garbage.cancel(placed.rows);
        for first in field.garbage.placed(&rules, placed.cleared) {
            let hole = field.holes.next(first, rules.messiness, seat, chance);
            field.rise(hole);
        }
        left
    }

    /// Puts attacks into the queues of their targets, in the order of the senders. A seat that is out sends nothing.
    pub(crate) fn deliver(&mut self, sent: &[(Seat, u32)]) {
        let living = self.living();
        for &(seat, rows) in sent.iter().filter(|(seat, rows)| *rows > 0 && living.has(*seat)) {
            if let Some(target) = self.target(seat) {
                self.fields[seat.index()].tally.sent += rows;
                self.fields[target.index()].garbage.push(rows);
            }
        }
    }

    /// Sudden death: rows rise at once for all living seats if a match lasts too long.
    fn end_slowly(&mut self, chance: &mut dyn Chance) {
        if self.fields.len() == 1 {
            return;
        }
        let rows = self.rules.sudden_death.rows(self.turn);
        for seat in self.living().iter() {
            self.raise(seat, rows, chance);
        }
    }

    /// Raises rows that nothing cancels.
    pub(crate) fn raise(&mut self, seat: Seat, rows: u32, chance: &mut dyn Chance) {
        let field = &mut self.fields[seat.index()];
        for row in 0..rows.min(crate::board::HEIGHT as u32) {
            let hole = field.holes.next(row == 0, self.rules.messiness, seat, chance);
            field.rise(hole);
        }
    }

    /// Brings the next pieces.
    fn deal(&mut self, actions: &Actions, chance: &mut dyn Chance) {
        for seat in self.living().iter() {
            if let Some(action) = actions[seat.index()] {
                self.next_piece(seat, action, chance);
            }
        }
    }

    /// Brings the piece after this action. A seat without room for it is out.
    pub(crate) fn next_piece(&mut self, seat: Seat, action: VersusAction, chance: &mut dyn Chance) {
        let field = &mut self.fields[seat.index()];
        field.advance(action, &self.rules, chance);
        if spawn(&field.board, field.current).is_none() {
            self.lose(seat, EliminationCause::ToppedOut);
        }
    }

    pub(crate) fn lose(&mut self, seat: Seat, cause: EliminationCause) {
        self.fields[seat.index()].out = Some(Elimination { turn: self.turn, cause });
    }
}

#[cfg(test)]
mod tests;
