//! What the seats did since each bot was last asked, for bots that follow the match.

use ludus_core::{Answer, Bot, Game, PastAction, Seat, SeatSet};

use crate::turns::Played;

/// How many actions are kept for a bot. A seat that is out of the match is never asked again, and its list must not grow
/// without end.
const MOST: usize = 256;

/// What the seats did since each bot was last asked.
#[derive(Debug, Default)]
pub(crate) struct Recent {
    /// The seats whose bots follow the match.
    followers: SeatSet,
    /// The actions by seat, oldest first.
    actions: Vec<Vec<PastAction>>,
}

impl Recent {
    /// Nothing has happened yet.
    pub(crate) fn new<G: Game>(bots: &[Box<dyn Bot<G>>]) -> Self {
        let seats = Seat::first(bots.len()).zip(bots);
        let followers = seats.filter(|(_, bot)| bot.follows()).map(|(seat, _)| seat).collect();
        Self { followers, actions: bots.iter().map(|_| Vec::new()).collect() }
    }

    /// Adds a turn, in the words of the position in which it was played.
    pub(crate) fn add<G: Game>(&mut self, before: &G, played: &[Played<G::Action>]) {
        if self.followers.is_empty() {
            return;
        }
        for p in played {
            let action = match &p.answer {
                Answer::Play(action) => Some(before.show(p.seat, *action)),
                Answer::Forfeit(_) => None,
            };
            for follower in self.followers.iter() {
                let list = &mut self.actions[follower.index()];
                if list.len() == MOST {
                    list.remove(0);
                }
                list.push(PastAction { seat: p.seat, action: action.clone() });
            }
        }
    }

    /// What the seats did since this one was last asked.
    pub(crate) fn of(&self, seat: Seat) -> &[PastAction] {
        self.actions.get(seat.index()).map_or(&[], Vec::as_slice)
    }

    /// The same, taken out: the seat is asked now.
    pub(crate) fn take(&mut self, seat: Seat) -> Vec<PastAction> {
        self.actions.get_mut(seat.index()).map(std::mem::take).unwrap_or_default()
    }

    /// These seats have been asked.
    pub(crate) fn asked(&mut self, seats: SeatSet) {
        seats.iter().filter(|seat| self.followers.has(*seat)).for_each(|seat| {
            self.actions[seat.index()].clear();
        });
    }

    /// Turns were taken back.
    pub(crate) fn clear(&mut self) {
        self.actions.iter_mut().for_each(Vec::clear);
    }
}
