//! The bots of the games under way: what one found out in a turn helps it in the next.
//!
//! Clients may ask about any number of games and never end one. So there is a limit to how many bots are
//! kept and to how long, and a bot that is not there is made anew: keeping one saves work, no more.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Which bot plays which snake in which game.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct SnakeKey {
    /// The bot's name.
    pub(crate) bot: Arc<str>,
    /// The game's id.
    pub(crate) game: String,
    /// The snake's id.
    pub(crate) you: String,
}

/// How much is kept.
#[derive(Clone, Copy, Debug)]
pub(crate) struct KeepLimit {
    /// How many bots at most.
    pub(crate) count: usize,
    /// For how long after its last move.
    pub(crate) age: Duration,
}

/// Bots that wait for the next turn of their games.
pub(super) struct KeptBots<T> {
    limit: KeepLimit,
    bots: HashMap<SnakeKey, (Instant, T)>,
}

impl<T> KeptBots<T> {
    pub(super) fn new(limit: KeepLimit) -> Self {
        Self { limit, bots: HashMap::new() }
    }

    /// The bot, for a move. While it searches it is not here: a second move of the same game at the same
    /// time gets none.
    pub(super) fn take(&mut self, key: &SnakeKey) -> Option<T> {
        self.bots.remove(key).map(|(_, bot)| bot)
    }

    /// Keeps a bot after its move. Those that waited too long go, and then the one that waited longest if
    /// there are too many.
    pub(super) fn put(&mut self, key: SnakeKey, bot: T, now: Instant) {
        self.bots.insert(key, (now, bot));
        let age = self.limit.age;
        self.bots.retain(|_, (used, _)| now.saturating_duration_since(*used) <= age);
        while self.bots.len() > self.limit.count {
            let oldest = self.bots.iter().min_by_key(|(_, (used, _))| *used);
            let Some(oldest) = oldest.map(|(key, _)| key.clone()) else { return };
            self.bots.remove(&oldest);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(game: u32) -> SnakeKey {
        SnakeKey { bot: "hard".into(), game: game.to_string(), you: "me".to_owned() }
    }

    fn kept(count: usize, age: u64) -> (KeptBots<u32>, Instant) {
        (KeptBots::new(KeepLimit { count, age: Duration::from_secs(age) }), Instant::now())
    }

    #[test]
    fn a_bot_is_kept_for_its_own_snake_and_game() {
        let (mut kept, now) = kept(10, 60);
        kept.put(key(1), 1, now);
        kept.put(key(2), 2, now);
        let other = SnakeKey { you: "another".to_owned(), ..key(1) };
        assert_eq!(kept.take(&other), None);
        assert_eq!(kept.take(&SnakeKey { bot: "medium".into(), ..key(1) }), None);
        assert_eq!(kept.take(&key(1)), Some(1));
        assert_eq!(kept.take(&key(1)), None, "it searches");
    }

    #[test]
    fn ten_thousand_games_leave_the_last_few() {
        let (mut kept, mut now) = kept(64, 3600);
        for game in 0..10_000 {
            now += Duration::from_millis(1);
            kept.put(key(game), game, now);
            assert!(kept.bots.len() <= 64);
        }
        assert_eq!(kept.take(&key(9_935)), None);
        assert!((9_936..10_000).all(|game| kept.take(&key(game)) == Some(game)));
    }

    #[test]
    fn a_bot_that_waited_too_long_goes() {
        let (mut kept, now) = kept(10, 60);
        kept.put(key(1), 1, now);
        kept.put(key(2), 2, now + Duration::from_secs(30));
        kept.put(key(3), 3, now + Duration::from_secs(61));
        assert_eq!(kept.take(&key(1)), None);
        assert_eq!(kept.take(&key(2)), Some(2));
    }

    #[test]
    fn nothing_is_kept_if_nothing_may_be() {
        let (mut kept, now) = kept(0, 60);
        kept.put(key(1), 1, now);
        assert_eq!(kept.take(&key(1)), None);
    }
}
