//! Makes training positions for the network from games of this engine against itself: quiet positions, each with the
//! score of the search that chose the move and with the result of the game.
//!
//! ```text
//! cargo run --release -p ludus-chess --example network_games -- FOLDER SEED PARTS
//! ```
//!
//! A part is a file of a hundred thousand packed positions or a few more, `SEED-PART.positions`. The same seed
//! and part make the same file. Parts that exist are skipped, so a run that was ended goes on where it was.

use std::error::Error;
use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use cozy_chess::{Board, Color, GameStatus, Move};
use ludus_chess::network::{PackedPosition, Wdl};
use ludus_chess::position::{insufficient_material, is_capture};
use ludus_chess::search::{
    Engine, Level, Score, SearchLimits, SearchRequest, StopCondition, TimeManager,
};
use ludus_core::{Seed, SeedRng};

/// A file has at least this many positions.
const PART_POSITIONS: usize = 100_000;
/// A search begins no iteration after this many nodes, ...
const SOFT_NODES: u64 = 500;
/// ... and stops after this many.
const HARD_NODES: u64 = 4_000;
/// A random opening has at least this many plies, ...
const MIN_OPENING_PLIES: usize = 5;
/// ... and fewer than this many more.
const MORE_OPENING_PLIES: u32 = 5;
/// A game is not played if its random opening gives one side this much, in centipawns.
const LOPSIDED: i32 = 250;
/// Positions with a larger score are left out, in centipawns: all they say is that the game is won.
const MAX_SCORE: i32 = 2_000;
/// A game is decided when the score has been at least this for one side, in centipawns, ...
const DECIDED: i32 = 1_000;
/// ... for this many plies in a row.
const DECIDED_PLIES: u32 = 6;
/// A game is drawn when the score has been at most this, in centipawns, ...
const LEVEL: i32 = 6;
/// ... for this many plies in a row, ...
const LEVEL_PLIES: u32 = 12;
/// ... after this many plies.
const LEVEL_AFTER: usize = 80;
/// A game ends as a draw after this many plies.
const MAX_PLIES: usize = 400;
/// The size of the transposition table in mebibytes: a few thousand nodes fit, and clearing it is quick.
const HASH: usize = 2;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [folder, seed, parts] = arguments.as_slice() else {
        return Err("usage: network_games FOLDER SEED PARTS".into());
    };
    let (seed, parts): (u64, u64) = (seed.parse()?, parts.parse()?);
    fs::create_dir_all(folder)?;
    for part in 0..parts {
        let path = Path::new(folder).join(format!("{seed}-{part:05}.positions"));
        if path.exists() {
            continue;
        }
        let start = Instant::now();
        let (bytes, games) = play_part(Seed::new(seed).derive("part", part));
        let unfinished = path.with_extension("tmp");
        fs::write(&unfinished, &bytes)?;
        fs::rename(&unfinished, &path)?;
        let positions = bytes.len() / PackedPosition::BYTES;
        let rate = positions as f64 / start.elapsed().as_secs_f64();
        eprintln!("part {part}: {positions} positions of {games} games, {rate:.0} a second");
    }
    Ok(())
}

/// The packed positions of one file, and the number of games they come from.
fn play_part(seed: Seed) -> (Vec<u8>, u64) {
    let mut engine = Engine::new(Level::MASTER, HASH);
    let mut bytes = Vec::new();
    let mut games = 0;
    while bytes.len() < PART_POSITIONS * PackedPosition::BYTES {
        let mut rng = seed.derive("game", games).rng();
        let game = play_game(&mut engine, &mut rng);
        games += 1;
        for (board, score) in game.quiet {
            let result = match game.winner {
                None => Wdl::Draw,
                Some(winner) if winner == board.side_to_move() => Wdl::Win,
                Some(_) => Wdl::Loss,
            };
            let packed = PackedPosition::new(&board, score, result);
            bytes.extend(packed.iter().flat_map(|packed| packed.to_bytes()));
        }
    }
    (bytes, games)
}

/// A game: its quiet positions with their scores, and who won.
#[derive(Default)]
struct PlayedGame {
    quiet: Vec<(Board, i16)>,
    winner: Option<Color>,
}

/// Plays a game. One with a lopsided opening has no positions.
fn play_game(engine: &mut Engine, rng: &mut SeedRng) -> PlayedGame {
    let Some(mut board) = opening(rng) else { return PlayedGame::default() };
    let mut game = PlayedGame::default();
    let (mut past, mut decided, mut level) = (Vec::<Board>::new(), 0, 0);
    engine.new_game();
    for ply in 0..MAX_PLIES {
        match board.status() {
            GameStatus::Won => game.winner = Some(!board.side_to_move()),
            GameStatus::Ongoing => {}
            GameStatus::Drawn => break,
        }
        let repeated = past.iter().filter(|earlier| earlier.same_position(&board)).count() >= 2;
        if game.winner.is_some() || repeated || insufficient_material(&board) {
            break;
        }
        let (mv, score) = search(engine, &board, &past, rng);
        if ply == 0 && score.abs() > LOPSIDED {
            break;
        }
        decided = if score.abs() >= DECIDED { decided + 1 } else { 0 };
        level = if score.abs() <= LEVEL && ply > LEVEL_AFTER { level + 1 } else { 0 };
        if decided >= DECIDED_PLIES {
            let us = board.side_to_move();
            game.winner = Some(if score > 0 { us } else { !us });
            break;
        }
        if level >= LEVEL_PLIES {
            break;
        }
        let is_quiet = board.checkers().is_empty()
            && !is_capture(&board, mv)
            && mv.promotion.is_none()
            && score.abs() <= MAX_SCORE;
        if is_quiet {
            game.quiet.push((board.clone(), score as i16));
        }
        past.push(board.clone());
        board.play_unchecked(mv);
        if board.halfmove_clock() == 0 {
            past.clear();
        }
    }
    game
}

/// The position after a few random moves; `None` if they end the game.
fn opening(rng: &mut SeedRng) -> Option<Board> {
    let mut board = Board::default();
    for _ in 0..MIN_OPENING_PLIES + rng.below(MORE_OPENING_PLIES) as usize {
        let mut moves = Vec::new();
        board.generate_moves(|some| {
            moves.extend(some);
            false
        });
        board.play_unchecked(*rng.pick(&moves)?);
    }
    (board.status() == GameStatus::Ongoing).then_some(board)
}

/// The move that the engine plays, and its score in centipawns; a mate counts as beyond [`MAX_SCORE`].
fn search(engine: &mut Engine, board: &Board, past: &[Board], rng: &mut SeedRng) -> (Move, i32) {
    let (stop, time) = (AtomicBool::new(false), TimeManager::unlimited());
    let limits = SearchLimits {
        nodes: Some(HARD_NODES),
        soft_nodes: Some(SOFT_NODES),
        ..SearchLimits::default()
    };
    let request = SearchRequest { board, past, seed: Seed::new(rng.next_u64()), threads: 1 };
    let result = engine
        .search(request, &limits, &StopCondition::new(&stop, &time), &mut |_| {})
        .expect("the game is not over, so there is a legal move");
    let score = match result.report.score {
        Score::Centipawns(score) => score,
        Score::Mate(moves) => (MAX_SCORE + 1) * moves.signum(),
    };
    (result.best_move, score)
}
