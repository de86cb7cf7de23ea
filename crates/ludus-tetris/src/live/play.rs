//! What all games with falling pieces and keys share: the order of a tick, and what bots need to play them.

use ludus_core::{Answer, Chance, Forfeit, Game, Seat, SeatSet};

use crate::field::{Elimination, EliminationCause};
use crate::live::keys::{LiveKey, LiveKeys};

/// A game in real time whose seats move falling pieces with keys.
pub trait LivePlay: Game<Action = LiveKeys> {
    /// The same game in turns: what bots decide in.
    type Turns: Game;

    /// The position as a match in turns, for bots that place pieces and know nothing about ticks.
    fn as_turns(&self) -> Self::Turns;

    /// How many pieces the seat has placed; `None` if it is out or the match is over.
    fn placed(&self, seat: Seat) -> Option<u32>;

    /// The keys that play an action of the game in turns.
    fn key_plan(&self, seat: Seat, action: <Self::Turns as Game>::Action) -> KeyPlan;

    /// Whether the seat can press this key at all.
    fn has_key(&self, seat: Seat, key: LiveKey) -> bool;

    /// A seat presses a key.
    fn press(&mut self, seat: Seat, key: LiveKey, chance: &mut dyn Chance);

    /// A seat's piece falls or locks as time passes.
    fn pass(&mut self, seat: Seat, chance: &mut dyn Chance);

    /// Eliminates a seat.
    fn lose(&mut self, seat: Seat, cause: EliminationCause);

    /// Whether a seat is not out.
    fn lives(&self, seat: Seat) -> bool;
}

/// The keys that play an action.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KeyPlan {
    /// A key that is pressed together with the first one: it takes no time.
    pub at_once: Option<LiveKey>,
    /// The keys, one after the other.
    pub keys: Vec<LiveKey>,
}

/// Plays the answers of a tick: each seat's keys in order, then time passes for it. No answer means no keys.
pub fn play_answers<G: LivePlay>(
    game: &mut G,
    acting: SeatSet,
    turn: &[(Seat, Answer<LiveKeys>)],
    chance: &mut dyn Chance,
) {
    for seat in acting.iter() {
        let answer = turn.iter().find(|(s, _)| *s == seat).map(|(_, answer)| answer);
        let keys = match answer {
            Some(Answer::Forfeit(forfeit)) => {
                game.lose(seat, EliminationCause::Forfeit(forfeit.clone()));
                continue;
            }
            Some(Answer::Play(keys)) => *keys,
            None => LiveKeys::NONE,
        };
        if !has_keys(game, seat, keys) {
            game.lose(seat, EliminationCause::Forfeit(Forfeit::Illegal(keys.to_string())));
        }
        for key in keys.iter() {
            if game.lives(seat) {
                game.press(seat, key, chance);
            }
        }
        if game.lives(seat) {
            game.pass(seat, chance);
        }
    }
}

/// Whether a seat can press all of these keys.
pub fn has_keys<G: LivePlay>(game: &G, seat: Seat, keys: LiveKeys) -> bool {
    keys.iter().all(|key| game.has_key(seat, key))
}

/// The keys of two answers for the same tick, in order.
#[must_use]
pub fn merged_keys(earlier: LiveKeys, later: LiveKeys) -> LiveKeys {
    earlier.iter().chain(later.iter()).collect()
}

/// Whether a match is over: at most one of several seats lives, a single seat is out, or the ticks are up.
#[must_use]
pub fn has_ended(seats: usize, living: SeatSet, tick: u32, most: Option<u32>) -> bool {
    let needed = if seats > 1 { 2 } else { 1 };
    most.is_some_and(|most| most > 0 && tick >= most) || living.len() < needed
}

/// Why a match is over, in words. `out` is why the only seat of a solo match is out.
#[must_use]
pub fn end_reason(seats: usize, living: SeatSet, out: Option<&Elimination>) -> String {
    match (living.len(), seats, out) {
        (0, 1, Some(out)) => out.cause.to_string(),
        (0, ..) => "all out in the same tick".to_owned(),
        (1, 2.., _) => "last one standing".to_owned(),
        _ => "time is up".to_owned(),
    }
}
