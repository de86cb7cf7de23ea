//! What is kept of a match while it is played.

use ludus_core::{Game, SeatSet, Thought};

use crate::replay::{acted, action_text, turn_text};
use crate::turns::{Played, TurnAnswers};

/// What of a match is kept beside its result.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Keep {
    /// The actions as text, turn by turn.
    pub(crate) actions: bool,
    /// What the bots thought, decision by decision.
    pub(crate) thoughts: bool,
    /// Every turn as it was played, so that turns can be taken back.
    pub(crate) turns: bool,
    /// The newest position, to be shared with viewers and with bots on other threads.
    pub(crate) position: bool,
}

impl Keep {
    /// Whether turns are noted as text.
    pub(super) const fn notes(self) -> bool {
        self.actions || self.thoughts || self.turns
    }
}

/// What is kept of a match.
pub(crate) struct Notes<G: Game> {
    keep: Keep,
    /// The actions as text, see [`GameRecord::actions`](crate::GameRecord::actions).
    pub(super) actions: Vec<String>,
    /// What the bots thought.
    pub(super) thoughts: Vec<Thought>,
    /// Every turn as it was played.
    pub(super) turns: Vec<TurnAnswers<G>>,
    /// What the seats did in the last turn, as text.
    pub(super) texts: Vec<String>,
    /// The seats that did something in the last turn.
    pub(super) acted: SeatSet,
}

impl<G: Game> Notes<G> {
    pub(super) const fn new(keep: Keep) -> Self {
        Self {
            keep,
            actions: Vec::new(),
            thoughts: Vec::new(),
            turns: Vec::new(),
            texts: Vec::new(),
            acted: SeatSet::EMPTY,
        }
    }

    pub(super) const fn keep(&self) -> Keep {
        self.keep
    }

    /// Notes a turn, in the words of the position in which it was played.
    pub(super) fn add(&mut self, before: &G, played: &[Played<G::Action>]) {
        self.texts = played.iter().map(|p| action_text(before, p)).collect();
        let did = |p: &&Played<_>| !G::TICKS || acted(before, p);
        self.acted = played.iter().filter(did).map(|p| p.seat).collect();
        if self.keep.turns {
            self.turns.push(played.iter().map(|p| (p.seat, p.answer.clone())).collect());
        }
        if self.keep.actions {
            self.actions.extend(turn_text(before, played, &self.texts));
        }
        if self.keep.thoughts {
            self.thoughts.extend(played.iter().map(|p| Thought {
                seat: p.seat,
                insight: p.insight.clone(),
                took: p.took,
                left: p.left,
            }));
        }
    }

    /// Forgets all turns but the first of them.
    pub(super) fn truncate(&mut self, turns: usize) {
        let undone: usize = self.turns[turns..].iter().map(Vec::len).sum();
        self.turns.truncate(turns);
        self.actions.truncate(turns);
        self.thoughts.truncate(self.thoughts.len().saturating_sub(undone));
        self.texts.clear();
        self.acted = SeatSet::EMPTY;
    }
}
