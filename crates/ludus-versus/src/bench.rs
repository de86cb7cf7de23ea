//! What `ludus bench` measures for versus Tetris. Everything runs on one thread.

use std::sync::atomic::AtomicBool;

use ludus_core::bench::BenchRun;
use ludus_core::{Answer, Bench, Bot, Budget, Context, Game, Seat, Seed, SeededChance};
use ludus_tetris::Piece;

use crate::board::BitBoard;
use crate::bots::{VersusBot, VersusLevel, shipped_weights};
use crate::game::Versus;
use crate::perft::perft;
use crate::rules::VersusRules;

/// The pieces of the perft whose counts are published.
const QUEUE: [Piece; 6] = [Piece::I, Piece::O, Piece::L, Piece::J, Piece::S, Piece::Z];

/// How many nodes a decision of the measured search has.
const NODES: u64 = 20_000;

/// The figures, each with its work.
#[must_use]
pub fn benches() -> Vec<Bench> {
    vec![
        Bench {
            name: "perft_leaves_per_second",
            unit: "leaves/s",
            run: BenchRun::Rate(Box::new(|| perft(&BitBoard::default(), &QUEUE, QUEUE.len()))),
        },
        search(),
    ]
}

/// Nodes of the search in a game alone.
fn search() -> Bench {
    let mut bot = VersusBot::new(VersusLevel::MASTER, shipped_weights());
    let mut chance = SeededChance::new(Seed::new(0));
    let new = |chance: &mut SeededChance| Versus::new(&VersusRules::default(), 1, chance);
    let mut game = new(&mut chance);
    let stop = AtomicBool::new(false);
    let work = move || {
        let Ok(position) = &mut game else { return 0 };
        let ctx = Context { budget: Budget::of_nodes(NODES), ..Context::new(&stop) };
        let Ok(decision) = bot.decide(position, Seat::FIRST, &ctx) else { return 0 };
        position.apply(&[(Seat::FIRST, Answer::Play(decision.action))], &mut chance);
        if position.is_over() {
            game = new(&mut chance);
        }
        decision.insight.nodes
    };
    Bench { name: "search_nodes_per_second", unit: "nodes/s", run: BenchRun::Rate(Box::new(work)) }
}
