//! The settings of live play.

use ludus_core::{RulesError, TICKS_PER_SECOND};
use ludus_tetris::live::{FallPace, LOCK_TICKS};
use ludus_tetris::rules::SuddenDeath;
use serde::{Deserialize, Serialize};

use crate::kicks::KickTable;
use crate::rules::{AttackPreset, AttackRules, GarbageRules, VersusRules, within};
use crate::start::VersusStart;

/// Ticks that a piece takes to fall one row unless the rules say otherwise: 0.8 seconds.
const GRAVITY: u32 = 48;

/// The most ticks that a piece can take to fall one row or to lock: a minute.
const MOST_TICKS: u32 = 60 * TICKS_PER_SECOND;

/// The settings of live play. All but the last four are those of [`VersusRules`].
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct LiveVersusRules {
    /// Which game the attacks are those of.
    pub preset: AttackPreset,
    /// How many of the next pieces are known, 1 to 14.
    pub previews: u8,
    /// Whether all seats get the same pieces.
    pub same_pieces: bool,
    /// Whether a seat is out whose piece locks wholly above row 19.
    pub lock_out: bool,
    /// Which kicks turns have.
    pub kicks: KickTable,
    /// Whether pieces can turn by 180° at once.
    pub half_turns: bool,
    /// Whether a turn of any piece but O into a place where it cannot move is a full spin.
    pub all_spin: Option<bool>,
    /// How many rows clears send.
    pub attack: AttackRules,
    /// How garbage rises; its delay is counted in placements of the receiver.
    pub garbage: GarbageRules,
    /// The board and the pieces that every seat begins with.
    pub start: VersusStart,
    /// Ticks that a piece takes to fall one row.
    pub gravity: u32,
    /// Ticks that a piece lies on the ground before it locks.
    pub lock_delay: u32,
    /// After how many ticks the match ends. `None` and 0 mean no limit.
    pub max_ticks: Option<u32>,
    /// Garbage that ends matches which last too long, counted in ticks. Its rows rise with the next piece that locks,
    /// and cannot be cancelled.
    pub sudden_death: SuddenDeath,
}

impl Default for LiveVersusRules {
    /// The rules of the match in turns, and sudden death after five minutes.
    fn default() -> Self {
        let base = VersusRules::default();
        let seconds = |seconds: u32| seconds * TICKS_PER_SECOND;
        Self {
            preset: base.preset,
            previews: base.previews,
            same_pieces: base.same_pieces,
            lock_out: base.lock_out,
            kicks: base.kicks,
            half_turns: base.half_turns,
            all_spin: base.all_spin,
            attack: base.attack,
            garbage: base.garbage,
            start: base.start,
            gravity: GRAVITY,
            lock_delay: LOCK_TICKS,
            max_ticks: None,
            sudden_death: SuddenDeath { turn: seconds(300), every: seconds(5), grow: seconds(50) },
        }
    }
}

impl LiveVersusRules {
    /// Whether the rules of time can be played; the others are checked by [`VersusRules`].
    ///
    /// # Errors
    /// If a setting has a value that is not allowed.
    pub(super) fn check(&self) -> Result<(), RulesError> {
        within("gravity", self.gravity, 1, MOST_TICKS)?;
        within("lock_delay", self.lock_delay, 1, MOST_TICKS)
    }

    /// The same rules for a match in turns, whose turns are ticks.
    #[must_use]
    pub const fn in_turns(&self) -> VersusRules {
        VersusRules {
            preset: self.preset,
            previews: self.previews,
            same_pieces: self.same_pieces,
            lock_out: self.lock_out,
            kicks: self.kicks,
            half_turns: self.half_turns,
            all_spin: self.all_spin,
            attack: self.attack,
            garbage: self.garbage,
            start: self.start,
            max_pieces: None,
            sudden_death: self.sudden_death,
        }
    }

    /// How fast pieces fall and lock.
    #[must_use]
    pub const fn pace(&self) -> FallPace {
        FallPace { gravity: self.gravity, lock: self.lock_delay }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludus_core::keys::{leaves, to_tree, with_pairs};

    #[test]
    fn every_rule_of_the_match_in_turns_is_one_of_live_play() {
        let keys = |tree| leaves(&tree).into_iter().map(|(key, _)| key).collect::<Vec<_>>();
        let live = keys(to_tree(&LiveVersusRules::default()));
        for key in keys(to_tree(&VersusRules::default())) {
            assert!(key == "max_pieces" || live.contains(&key), "{key}");
        }
    }

    #[test]
    fn rules_that_cannot_be_played_say_what_can() {
        let error = |pairs: &str| {
            let rules = with_pairs(&LiveVersusRules::default(), pairs).unwrap();
            rules.check().unwrap_err().to_string()
        };
        assert_eq!(error("gravity=0"), "rule gravity is 0; allowed: 1 to 3600");
        assert_eq!(error("lock_delay=4000"), "rule lock_delay is 4000; allowed: 1 to 3600");
    }
}
