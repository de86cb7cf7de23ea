//! The thread that thinks about a position until it is asked.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{Scope, ScopedJoinHandle};
use std::time::{Duration, Instant};

use ludus_core::{Bot, Budget, Context, Decision, Game, Seat, Seed};

use crate::action::VersusAction;
use crate::game::Versus;

/// How long a bot thinks at the most if it is never asked.
const MAX_TIME: Duration = Duration::from_secs(3600);
/// How many nodes a bot searches at the most if it is never asked: they take 292 MiB (measured with `master`).
const MAX_NODES: u64 = 4_000_000;

/// What came of thinking.
#[derive(Clone, Debug)]
pub(super) struct TbpThought {
    /// The decision; `None` if there is none.
    pub(super) decision: Option<Decision<VersusAction>>,
    /// How long it took.
    pub(super) took: Duration,
}

/// A position to think about.
struct TbpQuestion {
    game: Versus,
    stop: Arc<AtomicBool>,
}

/// The bot on a thread of its own.
pub(super) struct Thinker<'scope> {
    questions: Sender<TbpQuestion>,
    thoughts: Receiver<TbpThought>,
    /// Set to end the thinking that is under way.
    running: Option<Arc<AtomicBool>>,
    /// What came of the last question.
    last: Option<TbpThought>,
    /// Whether thinking has a limit of nodes, and is never cut short.
    exact: bool,
    _thread: ScopedJoinHandle<'scope, ()>,
}

impl<'scope> Thinker<'scope> {
    /// Starts the thread. With a number of nodes every position is searched exactly that long.
    pub(super) fn new<'env>(
        scope: &'scope Scope<'scope, 'env>,
        mut bot: Box<dyn Bot<Versus> + 'env>,
        nodes: Option<u64>,
    ) -> Self {
        let (questions, asked) = channel::<TbpQuestion>();
        let (answer, thoughts) = channel();
        let thread = scope.spawn(move || {
            for question in asked {
                let thought = think(bot.as_mut(), &question, nodes);
                if answer.send(thought).is_err() {
                    return;
                }
            }
        });
        let exact = nodes.is_some();
        Self { questions, thoughts, running: None, last: None, exact, _thread: thread }
    }

    /// Thinks about this position from now on, and no longer about the last one.
    pub(super) fn think_about(&mut self, game: Versus) {
        self.stop();
        let stop = Arc::new(AtomicBool::new(false));
        if self.questions.send(TbpQuestion { game, stop: Arc::clone(&stop) }).is_ok() {
            self.running = Some(stop);
        }
    }

    /// Stops thinking, and forgets what came of it.
    pub(super) fn stop(&mut self) {
        if let Some(stop) = self.running.take() {
            stop.store(true, Ordering::Relaxed);
            // The bot answers soon with the best that it has.
            let _ = self.thoughts.recv();
        }
        self.last = None;
    }

    /// The best that was found: at once, or when all nodes were searched. `None` if nothing was asked, or the bot failed.
    pub(super) fn thought(&mut self) -> Option<&TbpThought> {
        if let Some(stop) = self.running.take() {
            if !self.exact {
                stop.store(true, Ordering::Relaxed);
            }
            self.last = self.thoughts.recv().ok();
        }
        self.last.as_ref()
    }
}

impl Drop for Thinker<'_> {
    fn drop(&mut self) {
        // The thread ends when there are no more questions.
        if let Some(stop) = &self.running {
            stop.store(true, Ordering::Relaxed);
        }
    }
}

fn think(bot: &mut dyn Bot<Versus>, question: &TbpQuestion, nodes: Option<u64>) -> TbpThought {
    let TbpQuestion { game, stop } = question;
    let budget = match nodes {
        Some(nodes) => Budget::of_nodes(nodes),
        None => Budget { nodes: Some(MAX_NODES), ..Budget::of_time(MAX_TIME) },
    };
    let ctx = Context { budget, seed: seed(game), ..Context::new(stop) };
    let began = Instant::now();
    let decision = match bot.start(game, Seat::FIRST) {
        Ok(()) => bot.decide(game, Seat::FIRST, &ctx).ok(),
        Err(_) => None,
    };
    let decision = decision.filter(|decision| game.is_legal(Seat::FIRST, decision.action));
    TbpThought { decision, took: began.elapsed() }
}

/// A seed that depends on the position alone, so that a bot which plays at random now and then repeats itself.
fn seed(game: &Versus) -> Seed {
    let field = game.field(Seat::FIRST);
    let mut seed = Seed::new(0);
    for column in field.board.columns() {
        seed = seed.derive("column", *column);
    }
    let pieces = std::iter::once(&field.current).chain(&field.queue).chain(&field.hold);
    pieces.fold(seed, |seed, piece| seed.derive("piece", piece.index() as u64))
}
