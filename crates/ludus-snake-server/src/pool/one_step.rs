//! Moves without a search: the best next step by room and food.
//!
//! This takes microseconds. It has a thread of its own all the same: the threads that search are busy when it is
//! needed, and the async threads decide nothing.

use std::sync::atomic::AtomicBool;

use ludus_arena::contain;
use ludus_core::{Bot as _, Context, Decision, Game as _, Seed};
use ludus_snake::Direction;
use ludus_snake::api::position::RequestPosition;
use ludus_snake::bots::Greedy;
use tokio::sync::oneshot;

use super::assert_not_async;

/// A position that needs a move at once.
pub(super) struct StepJob {
    position: RequestPosition,
    seed: Seed,
    reply: oneshot::Sender<Decision<Direction>>,
}

impl StepJob {
    /// The job, and where its answer arrives.
    pub(super) fn new(
        position: RequestPosition,
        seed: Seed,
    ) -> (Self, oneshot::Receiver<Decision<Direction>>) {
        let (reply, answer) = oneshot::channel();
        (Self { position, seed, reply }, answer)
    }

    /// Decides, and sends the answer. There is none if the bot fails.
    pub(super) fn run(self) {
        assert_not_async();
        let stop = AtomicBool::new(false);
        let ctx = Context { seed: self.seed, ..Context::new(&stop) };
        let RequestPosition { game, you, .. } = &self.position;
        match contain("a bot", || Greedy.decide(game, *you, &ctx)) {
            // The client may be gone.
            Ok(Ok(decision)) => drop(self.reply.send(decision)),
            Ok(Err(error)) => tracing::error!(%error, "no next step"),
            Err(error) => tracing::error!(%error, at = error.location, "no next step"),
        }
    }
}

/// The move of a snake for which no bot decides: straight on.
pub(super) fn straight_on(position: &RequestPosition) -> Decision<Direction> {
    Decision::bare(position.game.fallback(position.you).unwrap_or(Direction::Up))
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludus_snake::api::GameRequest;

    /// A snake in a corner that can only go up.
    fn position() -> RequestPosition {
        let text = r#"{
            "game": {"id": "a", "timeout": 200}, "turn": 3,
            "board": {"width": 7, "height": 7, "food": [], "snakes": [
                {"id": "me", "health": 90, "body": [
                    {"x": 0, "y": 1}, {"x": 1, "y": 1}, {"x": 1, "y": 0}, {"x": 0, "y": 0}, {"x": 0, "y": 0}]}]},
            "you": {"id": "me", "health": 90, "body": [{"x": 0, "y": 1}]}
        }"#;
        serde_json::from_str::<GameRequest>(text).unwrap().position().unwrap()
    }

    #[test]
    fn the_next_step_is_safe() {
        let (job, answer) = StepJob::new(position(), Seed::new(1));
        job.run();
        assert_eq!(answer.blocking_recv().unwrap().action, Direction::Up);
    }

    #[tokio::test]
    #[should_panic(expected = "an async thread")]
    async fn no_bot_decides_on_an_async_thread() {
        let (job, _answer) = StepJob::new(position(), Seed::new(1));
        job.run();
    }
}
