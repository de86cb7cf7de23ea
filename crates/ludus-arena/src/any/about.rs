//! What front ends read about a game.

use ludus_core::{BotInfo, Budget, Game, GameInfo, GameKit, Snapshot, Starter, Workshop};

/// What front ends know of a game before a match, and how they show it. Every [`GameKit`] does.
pub trait AboutGame: Send + Sync {
    /// What is known of it before a match.
    fn info(&self) -> GameInfo;

    /// Its name.
    fn name(&self) -> &'static str {
        self.info().name
    }

    /// Its bots.
    fn bots(&self) -> &[BotInfo];

    /// The bots that people can begin with.
    fn starters(&self) -> &'static [Starter];

    /// What a decision may spend when nothing is set.
    fn default_budget(&self) -> Budget;

    /// A score of this game's bots as people read it: points, pawns, "mate in 3".
    fn score_text(&self, score: f64) -> String;

    /// A position of this game drawn in characters, see [`Game::drawing`].
    fn drawing(&self, snapshot: &Snapshot) -> String;

    /// The bot whose weights people set by hand, if there is one.
    fn workshop(&self) -> Option<Workshop>;
}

impl<K: GameKit> AboutGame for K {
    fn info(&self) -> GameInfo {
        GameInfo::of::<K>()
    }

    fn name(&self) -> &'static str {
        K::Game::NAME
    }

    fn bots(&self) -> &[BotInfo] {
        GameKit::bots(self)
    }

    fn starters(&self) -> &'static [Starter] {
        K::STARTERS
    }

    fn default_budget(&self) -> Budget {
        GameKit::default_budget(self)
    }

    fn score_text(&self, score: f64) -> String {
        GameKit::score_text(self, score)
    }

    fn drawing(&self, snapshot: &Snapshot) -> String {
        K::Game::drawing(snapshot)
    }

    fn workshop(&self) -> Option<Workshop> {
        GameKit::workshop(self)
    }
}
