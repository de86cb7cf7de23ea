//! The bots that are served, and answers in time.

mod served;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use ludus_core::{Decision, Seed, SpecError};
use ludus_snake::api::GameRequest;
use ludus_snake::api::position::RequestPosition;
use ludus_snake::log::MoveLogEntry;
use ludus_snake::{Direction, SnakeSettings};
use tokio::sync::oneshot;

pub(crate) use self::served::{ServedSnake, ServedSnakes};
use crate::call::Call;
use crate::move_log::MoveLog;
use crate::pool::{SearchJob, SearchPool, SnakeKey};

/// The bot that answers where no search does: it looks at the next step only.
const FALLBACK: &str = "easy";

/// The bots that are served, the threads they search on, and the log of their moves.
pub(crate) struct Snakes {
    list: ServedSnakes,
    settings: SnakeSettings,
    pool: SearchPool,
    move_log: Option<MoveLog>,
    /// How many moves were asked for: where the randomness of a bot comes from.
    asked: AtomicU64,
}

impl Snakes {
    /// These bots, on this pool.
    pub(crate) fn new(
        list: ServedSnakes,
        settings: SnakeSettings,
        pool: SearchPool,
        move_log: Option<MoveLog>,
    ) -> Self {
        Self { list, settings, pool, move_log, asked: AtomicU64::new(0) }
    }

    /// The bot that answers at the root.
    pub(crate) fn default_bot(&self) -> &ServedSnake {
        self.list.root()
    }

    /// The bot of this name.
    pub(crate) fn find(&self, name: &str) -> Result<ServedSnake, SpecError> {
        self.list.find(name)
    }

    /// The move of a bot in the position that the request is about. It comes in time whatever happens: if no search
    /// answers, with a look at the next step only.
    pub(crate) async fn play(
        &self,
        bot: &ServedSnake,
        call: Call,
        position: RequestPosition,
    ) -> Direction {
        let Call { request, arrived } = call;
        let deadline = arrived + self.settings.time_for(request.game.timeout);
        let number = self.asked.fetch_add(1, Ordering::Relaxed);
        let seed = Seed::new(0).derive("serve", number);
        let (reply, answer) = oneshot::channel();
        let job = SearchJob {
            key: key(bot, &request),
            spec: Arc::clone(bot.spec()),
            position: position.clone(),
            deadline,
            seed,
            insight: self.move_log.is_some(),
            reply,
        };
        // Half of what is set aside for the network is left for it.
        let latest = deadline + Duration::from_millis(u64::from(self.settings.network_ms) / 2);
        let found = match self.pool.search(job) {
            Ok(()) => {
                tokio::time::timeout_at(latest.into(), answer).await.ok().and_then(Result::ok)
            }
            Err(_) => None,
        };
        let searched = found.is_some();
        let decision = match found {
            Some(decision) => decision,
            None => self.pool.one_step(position, seed).await,
        };
        let millis = arrived.elapsed().as_millis() as u64;
        let (turn, depth) = (request.turn, decision.insight.depth);
        let action = decision.action;
        if searched {
            tracing::debug!(bot = %bot.name(), game = request.game.id, turn, %action, depth, millis, "move");
        } else {
            tracing::warn!(bot = %bot.name(), game = request.game.id, turn, %action, millis, "no search in time");
        }
        let answered = if searched { bot.spec().to_string() } else { FALLBACK.to_owned() };
        self.note(request, decision, answered);
        action
    }

    /// The game is over for the snake that asks.
    pub(crate) fn end(&self, bot: &ServedSnake, request: &GameRequest) {
        self.pool.forget(&key(bot, request));
    }

    fn note(&self, request: GameRequest, decision: Decision<Direction>, bot: String) {
        let Some(move_log) = &self.move_log else { return };
        move_log.note(&MoveLogEntry {
            turn: request.turn,
            chosen_move: decision.action,
            board: request.board,
            timestamp: jiff::Timestamp::now().to_string(),
            you: Some(request.you),
            game: Some(request.game),
            bot: Some(bot),
            insight: Some(decision.insight),
        });
    }
}

fn key(bot: &ServedSnake, request: &GameRequest) -> SnakeKey {
    SnakeKey {
        bot: Arc::clone(bot.name()),
        game: request.game.id.clone(),
        you: request.you.id.clone(),
    }
}
