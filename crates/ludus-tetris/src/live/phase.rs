//! The phases of a bot's live play: waiting, thinking, executing.
//!
//! ```text
//! waiting ── the match begins ──► thinking ── its time is over: plan ──► executing ─┐ next key
//!                                  ▲    ▲                                │   │  ▲───┘
//!                                  │    └── all keys pressed ────────────┘   │
//!                                  └─────── a new piece before that ─────────┘
//! any phase ── out, or the match is over ──► over
//! ```
//!
//! The phases are a pure function of ticks and of what the bot sees. The caller supplies the clock, the plan and the
//! delays.

use std::collections::VecDeque;

use crate::live::keys::{LiveKey, LiveKeys};

/// The phase of a bot's play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BotPhase {
    /// The match has not started.
    Waiting,
    /// It thinks about a piece until this tick.
    Thinking {
        /// The number of the piece.
        piece: u32,
        /// The tick at which it stops thinking.
        until: u32,
    },
    /// It presses the keys of its plan, one after the other.
    Executing {
        /// The number of the piece that the plan is for.
        piece: u32,
        /// The keys still to be pressed.
        keys: VecDeque<LiveKey>,
        /// The tick of the next key.
        at: u32,
    },
    /// It is out, or the match is over.
    Over,
}

/// What a bot sees in one tick.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BotView {
    /// The tick.
    pub tick: u32,
    /// The number of the bot's piece; `None` if it is out or the match is over.
    pub piece: Option<u32>,
}

/// What the phases need from the bot.
pub trait KeyPlanner {
    /// How many ticks it thinks about this piece.
    fn delay(&mut self, piece: u32) -> u32;

    /// The keys for the current piece; empty if the bot has no plan.
    fn plan(&mut self) -> Vec<LiveKey>;
}

/// The phases of one bot in one match.
#[derive(Clone, Debug)]
pub struct BotPhases {
    phase: BotPhase,
    key_ticks: u32,
}

impl BotPhases {
    /// The phases before the match, for a bot with this many ticks between keys.
    #[must_use]
    pub const fn new(key_ticks: u32) -> Self {
        Self { phase: BotPhase::Waiting, key_ticks }
    }

    /// The current phase.
    #[must_use]
    pub const fn phase(&self) -> &BotPhase {
        &self.phase
    }

    /// Advances by one tick. Returns what the bot presses: a key, or a soft drop that it holds.
    pub fn step(&mut self, sight: BotView, mind: &mut dyn KeyPlanner) -> LiveKeys {
        let Some(seen) = sight.piece else {
            self.phase = BotPhase::Over;
            return LiveKeys::NONE;
        };
        match &self.phase {
            BotPhase::Over => return LiveKeys::NONE,
            BotPhase::Waiting => self.think(seen, sight.tick, mind),
            BotPhase::Thinking { piece, .. } | BotPhase::Executing { piece, .. }
                if *piece != seen =>
            {
                self.think(seen, sight.tick, mind);
            }
            BotPhase::Thinking { .. } | BotPhase::Executing { .. } => {}
        }
        if let BotPhase::Thinking { piece, until } = self.phase
            && sight.tick >= until
        {
            let keys = mind.plan().into();
            self.phase = BotPhase::Executing { piece, keys, at: sight.tick };
        }
        self.execute(sight.tick, mind)
    }

    fn think(&mut self, piece: u32, tick: u32, mind: &mut dyn KeyPlanner) {
        self.phase = BotPhase::Thinking { piece, until: tick + mind.delay(piece) };
    }

    /// Presses the next key if it is time. After the last key the bot thinks about the next piece.
    fn execute(&mut self, tick: u32, mind: &mut dyn KeyPlanner) -> LiveKeys {
        let key_ticks = self.key_ticks;
        let BotPhase::Executing { piece, keys, at } = &mut self.phase else {
            return LiveKeys::NONE;
        };
        if tick < *at {
            return LiveKeys::NONE;
        }
        let key = pressed(keys);
        *at = tick + key_ticks;
        if keys.is_empty() {
            let next = *piece + 1;
            self.think(next, tick, mind);
        }
        key
    }
}

/// Takes the next key. Soft drops in a row are one key that is held, as people do it.
fn pressed(keys: &mut VecDeque<LiveKey>) -> LiveKeys {
    let mut pressed = LiveKeys::NONE;
    while let Some(key) = keys.pop_front() {
        pressed.push(key);
        let held = key == LiveKey::SoftDrop && keys.front() == Some(&key);
        if !held || pressed.len() == LiveKeys::MOST {
            break;
        }
    }
    pressed
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAN: [LiveKey; 3] = [LiveKey::Rotate, LiveKey::MoveLeft, LiveKey::HardDrop];

    /// Thinks for five ticks and always has the same plan.
    #[derive(Default)]
    struct Simple {
        plans: u32,
        keys: Vec<LiveKey>,
    }

    impl KeyPlanner for Simple {
        fn delay(&mut self, _piece: u32) -> u32 {
            5
        }

        fn plan(&mut self) -> Vec<LiveKey> {
            self.plans += 1;
            self.keys.clone()
        }
    }

    /// A bot with three ticks between its keys, and a controlled clock.
    struct Desk {
        phases: BotPhases,
        mind: Simple,
        tick: u32,
    }

    impl Desk {
        fn new() -> Self {
            let mind = Simple { plans: 0, keys: PLAN.to_vec() };
            Self { phases: BotPhases::new(3), mind, tick: 0 }
        }

        fn keys(&mut self, piece: Option<u32>) -> LiveKeys {
            self.tick += 1;
            self.phases.step(BotView { tick: self.tick, piece }, &mut self.mind)
        }

        fn tick(&mut self, piece: Option<u32>) -> Option<LiveKey> {
            let keys = self.keys(piece);
            assert!(keys.len() <= 1, "{keys}");
            keys.iter().next()
        }

        /// Ticks with this piece until a key is pressed: the key and its tick.
        fn next_key(&mut self, piece: u32) -> (LiveKey, u32) {
            loop {
                assert!(self.tick < 1000, "no key is pressed");
                if let Some(key) = self.tick(Some(piece)) {
                    return (key, self.tick);
                }
            }
        }
    }

    #[test]
    fn a_bot_waits_before_the_match() {
        assert_eq!(Desk::new().phases.phase(), &BotPhase::Waiting);
    }

    #[test]
    fn waiting_to_thinking_when_the_match_begins() {
        let mut desk = Desk::new();
        assert_eq!(desk.tick(Some(0)), None);
        assert_eq!(desk.phases.phase(), &BotPhase::Thinking { piece: 0, until: 6 });
    }

    #[test]
    fn thinking_goes_on_while_the_same_piece_is_there() {
        let mut desk = Desk::new();
        for _ in 1..=5 {
            assert_eq!(desk.tick(Some(0)), None);
            assert_eq!(desk.phases.phase(), &BotPhase::Thinking { piece: 0, until: 6 });
        }
        assert_eq!(desk.mind.plans, 0);
    }

    #[test]
    fn thinking_starts_again_with_a_new_piece() {
        let mut desk = Desk::new();
        desk.tick(Some(0));
        desk.tick(Some(0));
        desk.tick(Some(1));
        assert_eq!(desk.phases.phase(), &BotPhase::Thinking { piece: 1, until: 8 });
    }

    #[test]
    fn thinking_to_executing_when_its_time_is_over_with_the_first_key_at_once() {
        let mut desk = Desk::new();
        assert_eq!(desk.next_key(0), (LiveKey::Rotate, 6));
        assert_eq!(desk.mind.plans, 1);
        let keys = VecDeque::from([LiveKey::MoveLeft, LiveKey::HardDrop]);
        assert_eq!(desk.phases.phase(), &BotPhase::Executing { piece: 0, keys, at: 9 });
    }

    #[test]
    fn executing_presses_one_key_per_interval() {
        let mut desk = Desk::new();
        let pressed: Vec<_> = (0..3).map(|_| desk.next_key(0)).collect();
        assert_eq!(
            pressed,
            [(LiveKey::Rotate, 6), (LiveKey::MoveLeft, 9), (LiveKey::HardDrop, 12)]
        );
        assert_eq!(desk.mind.plans, 1, "one plan for all keys");
    }

    #[test]
    fn soft_drops_in_a_row_are_one_key_that_is_held() {
        let mut desk = Desk::new();
        let mut keys = vec![LiveKey::SoftDrop; 18];
        keys.extend([LiveKey::Rotate, LiveKey::HardDrop]);
        desk.mind.keys = keys;
        let mut pressed = Vec::new();
        while pressed.len() < 4 {
            let keys = desk.keys(Some(0));
            pressed.extend((!keys.is_empty()).then_some((keys, desk.tick)));
        }
        let counts: Vec<_> = pressed.iter().map(|(keys, tick)| (keys.len(), *tick)).collect();
        assert_eq!(counts, [(16, 6), (2, 9), (1, 12), (1, 15)]);
    }

    #[test]
    fn executing_to_thinking_when_all_keys_are_pressed() {
        let mut desk = Desk::new();
        (0..3).for_each(|_| assert!(desk.next_key(0).1 <= 12));
        assert_eq!(desk.phases.phase(), &BotPhase::Thinking { piece: 1, until: 17 });
        assert_eq!(desk.next_key(1), (LiveKey::Rotate, 17), "five ticks after the last key");
    }

    #[test]
    fn executing_to_thinking_when_a_new_piece_comes_before_the_plan_is_done() {
        let mut desk = Desk::new();
        desk.next_key(0);
        assert_eq!(desk.tick(Some(1)), None, "the old plan is dropped");
        assert_eq!(desk.phases.phase(), &BotPhase::Thinking { piece: 1, until: 12 });
        assert_eq!(desk.next_key(1), (LiveKey::Rotate, 12));
        assert_eq!(desk.mind.plans, 2);
    }

    #[test]
    fn any_phase_to_over_when_the_bot_is_out_or_the_match_is_over() {
        let mut waiting = Desk::new();
        let mut thinking = Desk::new();
        thinking.tick(Some(0));
        let mut executing = Desk::new();
        executing.next_key(0);
        for desk in [&mut waiting, &mut thinking, &mut executing] {
            assert_eq!(desk.tick(None), None);
            assert_eq!(desk.phases.phase(), &BotPhase::Over);
            assert_eq!(desk.tick(Some(7)), None, "over is over");
            assert_eq!(desk.phases.phase(), &BotPhase::Over);
        }
    }

    #[test]
    fn a_bot_without_a_plan_thinks_again() {
        let mut desk = Desk::new();
        desk.mind.keys.clear();
        (0..20).for_each(|_| assert_eq!(desk.tick(Some(0)), None));
        assert!(desk.mind.plans >= 2);
    }
}
