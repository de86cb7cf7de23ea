//! What `ludus bench chess` measures.

use std::sync::atomic::AtomicBool;

use cozy_chess::Board;
use ludus_core::bench::BenchRun;
use ludus_core::{Answer, Bench, Bot, Context, Game, Seat, Seed, SeededChance};

use crate::bots::RandomMoveBot;
use crate::game::Chess;
use crate::perft::perft;
use crate::position::parse_fen;
use crate::rules::{ChessRules, NO_OPENING};
use crate::search::{Engine, Level, SearchLimits, SearchRequest, StopCondition, TimeManager};

/// The positions of the signature and of the speed of the search: openings, middlegames, tactics, endgames.
const POSITIONS: &[&str] = &[
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 9",
    "2rq1rk1/pb1n1ppN/4p3/1pb5/3P1Pn1/P1N5/1PQ1B1PP/R1B2RK1 b - - 0 16",
    "r2qk2r/ppp1bppp/2n5/3p1b2/3P1Bn1/1QN1P3/PP3P1P/R3KBNR w KQkq - 0 1",
    "8/8/1p1r1k2/p1pPN1p1/P3KnP1/1P6/8/3R4 b - - 0 1",
    "8/5k2/3p4/1p1Pp2p/pP2Pp1P/P4P1K/8/8 b - - 99 50",
    "4rrk1/pp1n3p/3q2pQ/2p1pb2/2PP4/2P3N1/P2B2PP/4RRK1 b - - 7 19",
];

/// The depth of the searches of the signature, in plies.
const SIGNATURE_DEPTH: u32 = 10;
/// The nodes of one search of the speed measurement.
const SPEED_NODES: u64 = 200_000;
/// The transposition table of the measurements, in mebibytes.
const HASH: usize = 16;
/// The depth of the perft measurement, in plies.
const PERFT_DEPTH: u32 = 5;
/// How many random games are one step of the measurement.
const GAMES_PER_STEP: u64 = 20;

/// The figures of chess.
pub(crate) fn all() -> Vec<Bench> {
    let rate = |name, unit, run: Box<dyn FnMut() -> u64 + Send>| Bench {
        name,
        unit,
        run: BenchRun::Rate(run),
    };
    let mut engine = Engine::new(Level::MASTER, HASH);
    let mut next = 0;
    let mut games = 0;
    vec![
        Bench { name: "signature_nodes", unit: "nodes", run: BenchRun::Count(Box::new(signature)) },
        rate(
            "nodes_per_second",
            "nodes/s",
            Box::new(move || {
                next = (next + 1) % POSITIONS.len();
                let limits = SearchLimits { nodes: Some(SPEED_NODES), ..SearchLimits::default() };
                engine.new_game();
                nodes(&mut engine, POSITIONS[next], &limits)
            }),
        ),
        rate(
            "perft_nodes_per_second",
            "nodes/s",
            Box::new(|| perft(&Board::default(), PERFT_DEPTH)),
        ),
        rate(
            "random_games_per_second",
            "games/s",
            Box::new(move || {
                for _ in 0..GAMES_PER_STEP {
                    games += 1;
                    random_game(Seed::new(games));
                }
                GAMES_PER_STEP
            }),
        ),
    ]
}

/// The nodes of searches of all positions to a fixed depth. The number changes only if the search does.
fn signature() -> u64 {
    let mut engine = Engine::new(Level::MASTER, HASH);
    let limits = SearchLimits { depth: Some(SIGNATURE_DEPTH), ..SearchLimits::default() };
    POSITIONS
        .iter()
        .map(|fen| {
            engine.new_game();
            nodes(&mut engine, fen, &limits)
        })
        .sum()
}

/// The nodes of one search.
fn nodes(engine: &mut Engine, fen: &str, limits: &SearchLimits) -> u64 {
    let Ok(board) = parse_fen(fen) else { return 0 };
    let (stop, time) = (AtomicBool::new(false), TimeManager::unlimited());
    let request = SearchRequest { board: &board, past: &[], seed: Seed::new(0), threads: 1 };
    let result = engine.search(request, limits, &StopCondition::new(&stop, &time), &mut |_| {});
    result.map_or(0, |result| result.report.nodes)
}

/// Plays one game of random moves. Returns its length in plies.
fn random_game(seed: Seed) -> u32 {
    let rules = ChessRules { opening: NO_OPENING.to_owned(), ..ChessRules::default() };
    let mut chance = SeededChance::new(seed);
    let Ok(mut game) = Chess::new(&rules, 2, &mut chance) else { return 0 };
    let stop = AtomicBool::new(false);
    while let Some(seat) = game.to_act().iter().next() {
        let ctx =
            Context { seed: seed.derive("turn", u64::from(game.turn())), ..Context::new(&stop) };
        let Ok(decision) = RandomMoveBot.decide(&game, seat, &ctx) else { break };
        let turn: [(Seat, Answer<_>); 1] = [(seat, Answer::Play(decision.action))];
        game.apply(&turn, &mut chance);
    }
    game.turn()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The search is the same on every machine. A change that is meant changes this number, too.
    #[test]
    fn the_search_has_its_signature() {
        assert_eq!(signature(), 304_702);
    }
}
