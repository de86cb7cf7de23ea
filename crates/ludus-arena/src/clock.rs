//! The driver of live play: turns that do not wait. At each tick it applies what has arrived, and for
//! seats from which nothing has, what the game's rules say.
//!
//! It holds no clock itself: whoever owns it calls [`Clock::tick`] when it is time, sixty times a second
//! or as fast as possible. Bots are asked in every tick; people put their actions in whenever they come.

use ludus_core::{Bot, Game, RulesError, Seat};

use crate::session::{Mailbox, Person};
use crate::turns::{MatchResult, Played, Table, Turns};

/// Who sits in a seat of live play.
pub enum Player<G: Game> {
    /// A bot, asked in every tick.
    Bot(Box<dyn Bot<G>>),
    /// Somebody whose actions arrive from outside.
    Person,
}

/// A live match that is being played.
pub struct Clock<G: Game> {
    turns: Turns<G>,
    /// What has arrived from people and was not applied yet, by seat.
    mailboxes: Vec<Option<Mailbox<G::Action>>>,
}

impl<G: Game> Clock<G> {
    /// Sets up a match: one player per seat, in the order of the seats.
    ///
    /// # Errors
    /// If the rules cannot be played with this number of seats.
    pub fn new(table: Table<G::Rules>, players: Vec<Player<G>>) -> Result<Self, RulesError> {
        let mut bots: Vec<Box<dyn Bot<G>>> = Vec::with_capacity(players.len());
        let mut mailboxes = Vec::with_capacity(players.len());
        for player in players {
            match player {
                Player::Bot(bot) => {
                    bots.push(bot);
                    mailboxes.push(None);
                }
                Player::Person => {
                    let mailbox = Mailbox::default();
                    bots.push(Box::new(Person(mailbox.clone())));
                    mailboxes.push(Some(mailbox));
                }
            }
        }
        Ok(Self { turns: Turns::new(table, bots)?, mailboxes })
    }

    /// The position.
    pub fn game(&self) -> &G {
        self.turns.game()
    }

    /// Takes an action that has arrived from a person; the next tick applies it, together with others of
    /// the same seat as far as the game merges them. Answers whether it was taken: a bot's seat, a seat
    /// that is not to act and an action that is not legal are refused.
    pub fn put(&mut self, seat: Seat, action: G::Action) -> bool {
        let game = self.turns.game();
        let Some(Some(mailbox)) = self.mailboxes.get(seat.index()) else { return false };
        if !game.is_legal(seat, action) {
            return false;
        }
        let earlier = mailbox.take();
        mailbox.put(earlier.map_or(action, |earlier| game.merge(earlier, action)));
        true
    }

    /// Plays one tick and tells what each seat did; `None` when the match is over or was stopped.
    pub fn tick(&mut self) -> Option<&[Played<G::Action>]> {
        self.turns.play_turn()
    }

    /// The result, if the match is over.
    pub fn finish(self) -> Option<MatchResult> {
        self.turns.finish().0
    }
}
