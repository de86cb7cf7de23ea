//! Who sits in a room.

use std::time::{Duration, Instant};

use ludus_arena::Entrant;
use ludus_arena::session::PERSON;
use ludus_core::BotSpec;

use super::protocol::{SeatInfo, SeatKind};
use super::token::Token;
use crate::addresses::Counted;

/// Who sits in a seat of a room, from one match to the next.
pub(super) struct Sitter {
    /// A number that no other sitter of the room has or had.
    pub(super) key: u64,
    /// What the player is called, different from all others.
    pub(super) label: String,
    pub(super) who: Who,
}

/// A person or a bot.
pub(super) enum Who {
    /// A person.
    Person {
        /// A page that shows it is that person.
        token: Token,
        /// Since when no page has been connected with it.
        gone: Option<Instant>,
        /// Counts among the seats of an address.
        _counted: Counted,
    },
    /// A bot.
    Bot {
        /// The name that it was chosen by.
        name: String,
        /// The bot.
        spec: BotSpec,
    },
}

impl Sitter {
    /// Whether a person sits there.
    pub(super) fn is_person(&self) -> bool {
        matches!(self.who, Who::Person { .. })
    }

    /// Whether a person sits there who has been gone for longer than this.
    pub(super) fn is_gone(&self, now: Instant, patience: Duration) -> bool {
        let long = |gone: &Option<Instant>| gone.is_some_and(|at| now - at >= patience);
        matches!(&self.who, Who::Person { gone, .. } if long(gone))
    }

    /// Notes since when no page has been connected, or that one is.
    pub(super) fn set_gone(&mut self, since: Option<Instant>) {
        if let Who::Person { gone, .. } = &mut self.who {
            *gone = since;
        }
    }

    /// The seat as the arena has it.
    pub(super) fn entrant(&self) -> Option<Entrant> {
        let spec = match &self.who {
            Who::Person { .. } => PERSON.parse().ok()?,
            Who::Bot { spec, .. } => spec.clone(),
        };
        Some(Entrant { label: self.label.clone(), spec })
    }

    /// The seat as pages see it.
    pub(super) fn info(&self) -> SeatInfo {
        let label = self.label.clone();
        match &self.who {
            Who::Person { gone, .. } => SeatInfo {
                label,
                kind: SeatKind::Person,
                connected: Some(gone.is_none()),
                bot: None,
            },
            Who::Bot { name, .. } => {
                SeatInfo { label, kind: SeatKind::Bot, connected: None, bot: Some(name.clone()) }
            }
        }
    }
}

/// Who sits in a seat of a match, as long as anybody asks about that match.
#[derive(Clone, Debug)]
pub(super) struct Seated {
    /// The sitter's number.
    pub(super) key: u64,
    /// What pages see.
    pub(super) info: SeatInfo,
}

impl Seated {
    /// Whether it is a person's seat.
    pub(super) fn is_person(&self) -> bool {
        self.info.kind == SeatKind::Person
    }
}

impl From<&Sitter> for Seated {
    fn from(sitter: &Sitter) -> Self {
        // Whether people are connected does not matter to a match that is over.
        Self { key: sitter.key, info: SeatInfo { connected: None, ..sitter.info() } }
    }
}

/// A label that is not taken: the name itself, or with a number.
pub(super) fn free_label(sitters: &[Sitter], name: &str) -> String {
    let taken = |label: &str| sitters.iter().any(|sitter| sitter.label == label);
    let numbered = (2..).map(|n| format!("{name} #{n}"));
    std::iter::once(name.to_owned())
        .chain(numbered)
        .find(|label| !taken(label))
        .unwrap_or_else(|| name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_name_again_gets_a_number() {
        let bot = |label: String| Sitter {
            key: 0,
            label,
            who: Who::Bot { name: "hard".into(), spec: "hard".parse().unwrap() },
        };
        let mut sitters = Vec::new();
        for expected in ["hard", "hard #2", "hard #3"] {
            let label = free_label(&sitters, "hard");
            assert_eq!(label, expected);
            sitters.push(bot(label));
        }
        sitters.remove(1);
        assert_eq!(free_label(&sitters, "hard"), "hard #2");
    }
}
