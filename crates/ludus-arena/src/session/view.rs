//! Views: the newest position of a session and what led to it, readable while the match is played.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use ludus_core::{
    ActionMark, BotSpec, Budget, Context, Controls, Figures, Game, GameKit, Insight, LegalAction,
    Outcome, Seat, SeatSet, Seed, Snapshot,
};

use crate::ask::{guarded, start};
use crate::contain::contain;
use crate::error::ArenaError;

/// One position of a session. It never changes; the session has a new one after every turn.
pub struct View {
    /// The number of the game in its series, from 0.
    pub number: u64,
    /// How many turns were played.
    pub turn: u32,
    /// The seats, in their order.
    pub seats: Vec<SeatView>,
    /// The seats that did something in the last turn.
    pub acted: SeatSet,
    /// The seats that are to act now; empty when the match is over.
    pub to_act: SeatSet,
    /// Whether turns come by the clock: people who do nothing are not waited for, because the rules say
    /// what becomes of them.
    pub clocked: bool,
    /// How the match ended, if it has.
    pub outcome: Option<Outcome>,
    pub(super) position: Arc<dyn Position>,
    pub(super) snapshot: OnceLock<Snapshot>,
}

/// One seat of a view.
#[derive(Clone, Debug)]
pub struct SeatView {
    /// What its bot is called.
    pub label: String,
    /// Which bot of the line-up it is.
    pub entrant: usize,
    /// Whether a person plays it.
    pub person: bool,
    /// What it did when it last acted.
    pub last: Option<Arc<Deed>>,
}

/// What a seat did in a turn, and why.
#[derive(Clone, Debug)]
pub struct Deed {
    /// The number of the turn, from 1.
    pub turn: u32,
    /// The action as text, or why the seat was lost.
    pub text: String,
    /// Why the bot's own answer did not count, where the rules gave the seat this action.
    pub failure: Option<String>,
    /// Where the action is on the board.
    pub mark: ActionMark,
    /// Whether the seat was lost.
    pub forfeit: bool,
    /// What the bot thought.
    pub insight: Insight,
    /// How long it thought.
    pub took: Duration,
}

/// What a bot would do in a person's place.
#[derive(Clone, Debug)]
pub struct Advice {
    /// The action as text.
    pub action: String,
    /// Where it is on the board.
    pub mark: ActionMark,
    /// Why.
    pub insight: Insight,
}

impl View {
    /// What all may see. It is made when it is first asked for, and only then.
    #[must_use]
    pub fn snapshot(&self) -> &Snapshot {
        self.snapshot.get_or_init(|| {
            // The same thread draws other matches, too.
            contain("a snapshot", || self.position.snapshot()).unwrap_or_else(|error| Snapshot {
                text: error.to_string(),
                data: serde_json::Value::Null,
            })
        })
    }

    /// The legal actions of a seat as people see them, in an order that is always the same.
    #[must_use]
    pub fn legal(&self, seat: Seat) -> Vec<LegalAction> {
        contain("legal actions", || self.position.legal(seat)).unwrap_or_default()
    }

    /// How people play their seats.
    #[must_use]
    pub fn controls(&self) -> Controls {
        contain("controls", || self.position.controls()).unwrap_or(Controls::Text)
    }

    /// Where an action is on the board, if the text is an action of this seat.
    #[must_use]
    pub fn mark(&self, seat: Seat, text: &str) -> ActionMark {
        contain("a mark", || self.position.mark(seat, text)).unwrap_or_default()
    }

    /// What the game reports about a seat.
    #[must_use]
    pub fn figures(&self, seat: Seat) -> Figures {
        contain("figures", || self.position.figures(seat)).unwrap_or_default()
    }

    /// What this bot would do for the seat. It takes as long as the bot thinks, so it does not belong
    /// on the thread that draws; setting `stop` ends it early.
    ///
    /// # Errors
    /// If the bot cannot be made or has no answer.
    pub fn advise(
        &self,
        seat: Seat,
        spec: &BotSpec,
        budget: Budget,
        stop: &AtomicBool,
    ) -> Result<Advice, ArenaError> {
        contain("advice", || self.position.advise(seat, spec, budget, stop))?
    }
}

/// A position without its type.
pub(super) trait Position: Send + Sync {
    fn snapshot(&self) -> Snapshot;
    fn legal(&self, seat: Seat) -> Vec<LegalAction>;
    fn controls(&self) -> Controls;
    fn mark(&self, seat: Seat, text: &str) -> ActionMark;
    fn figures(&self, seat: Seat) -> Figures;
    fn advise(
        &self,
        seat: Seat,
        spec: &BotSpec,
        budget: Budget,
        stop: &AtomicBool,
    ) -> Result<Advice, ArenaError>;
}

/// A position, and the kit that makes bots for it.
pub(super) struct At<K: GameKit> {
    pub(super) kit: Arc<K>,
    pub(super) game: Arc<K::Game>,
}

impl<K: GameKit> Position for At<K> {
    fn snapshot(&self) -> Snapshot {
        self.game.snapshot()
    }

    fn legal(&self, seat: Seat) -> Vec<LegalAction> {
        legal_actions(&*self.kit, &self.game, seat)
    }

    fn controls(&self) -> Controls {
        self.kit.controls(&self.game)
    }

    fn mark(&self, seat: Seat, text: &str) -> ActionMark {
        let action = self.game.parse(seat, text);
        action.map(|action| self.kit.mark(&self.game, seat, action)).unwrap_or_default()
    }

    fn figures(&self, seat: Seat) -> Figures {
        let mut figures = Figures::default();
        self.game.figures(seat, &mut figures);
        figures
    }

    fn advise(
        &self,
        seat: Seat,
        spec: &BotSpec,
        budget: Budget,
        stop: &AtomicBool,
    ) -> Result<Advice, ArenaError> {
        advise(&*self.kit, &self.game, seat, spec, budget, stop)
    }
}

/// The legal actions of a seat as people see them: those that need a choice last, in the order of
/// [`GameKit::CHOICES`].
pub(crate) fn legal_actions<K: GameKit>(kit: &K, game: &K::Game, seat: Seat) -> Vec<LegalAction> {
    let mut actions = Vec::new();
    game.legal(seat, &mut actions);
    let seen = |action| LegalAction {
        text: game.show(seat, action),
        mark: kit.mark(game, seat, action),
        choice: kit.choice(game, seat, action),
    };
    let mut actions: Vec<LegalAction> = actions.into_iter().map(seen).collect();
    let place = |choice| K::CHOICES.iter().position(|known| *known == choice);
    actions.sort_by_key(|action| action.choice.map(place));
    actions
}

/// What a bot would do for a seat in a position.
pub(crate) fn advise<K: GameKit>(
    kit: &K,
    game: &K::Game,
    seat: Seat,
    spec: &BotSpec,
    budget: Budget,
    stop: &AtomicBool,
) -> Result<Advice, ArenaError> {
    if !game.to_act().has(seat) {
        return Err(ArenaError::Advice(format!("{seat} is not to act")));
    }
    let mut bot = kit.make_bot(spec)?;
    let ctx = Context {
        budget,
        deadline: budget.time.map(|time| Instant::now() + time),
        // Advice has no part in the match, so it has a seed without any relation to it.
        seed: Seed::new(0).derive("advice", u64::from(game.turn())),
        insight: true,
        ..Context::new(stop)
    };
    let decision = start(bot.as_mut(), game, seat)
        .and_then(|()| guarded(|| bot.decide(game, seat, &ctx)))
        .map_err(|forfeit| ArenaError::Advice(format!("{}: {forfeit}", spec.label())))?;
    if !game.is_legal(seat, decision.action) {
        return Err(ArenaError::Advice(format!("{} has no legal answer", spec.label())));
    }
    Ok(Advice {
        action: game.show(seat, decision.action),
        mark: kit.mark(game, seat, decision.action),
        insight: decision.insight,
    })
}
