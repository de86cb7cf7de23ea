//! Makes training positions for the network: quiet positions from games of this engine against itself, each with the
//! score that another UCI engine gives it.
//!
//! ```text
//! cargo run --release -p ludus-chess --example network_positions -- ENGINE SEED COUNT >> FILE
//! ```
//!
//! Each line is one position: the FEN without counters, a semicolon, centipawns for the side to move. The games are
//! shallow and have random moves in them, so that the positions vary; the scores come from the other engine.

use std::error::Error;
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::atomic::AtomicBool;

use cozy_chess::{Board, GameStatus, Move};
use ludus_chess::position::is_capture;
use ludus_chess::search::{
    Engine, Level, Score, SearchLimits, SearchRequest, StopCondition, TimeManager,
};
use ludus_core::{Seed, SeedRng};

/// The nodes of this engine's search for a move of a game.
const OWN_NODES: u64 = 60;
/// The nodes of the other engine's search for a score.
const THEIR_NODES: u64 = 30;
/// One quiet position in this many is scored, because neighbours in a game are much alike.
const SCORED_EVERY: u32 = 2;
/// One move in this many is random.
const RANDOM_EVERY: u32 = 30;
/// A game ends after this many plies.
const MAX_PLIES: usize = 240;
/// A score from which a game counts as decided, in centipawns.
const DECIDED: i32 = 800;
/// A game ends after this many decided positions in a row.
const DECIDED_PLIES: u32 = 6;
/// A random opening has at least this many plies, ...
const MIN_OPENING_PLIES: usize = 3;
/// ... and fewer than this many more.
const MORE_OPENING_PLIES: u32 = 5;
/// A game is not played if its random opening gives one side this much, in centipawns.
const LOPSIDED: i32 = 150;
/// Positions with a larger score are left out, in centipawns: all they say is that the game is won.
const MAX_SCORE: i32 = 3000;

/// The engine that scores positions, with its pipes.
struct Judge {
    child: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
    line: String,
}

impl Judge {
    fn start(program: &str) -> Result<Self, Box<dyn Error>> {
        let mut child =
            Command::new(program).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let to = child.stdin.take().ok_or("no pipe to the engine")?;
        let from = BufReader::new(child.stdout.take().ok_or("no pipe from the engine")?);
        Ok(Self { child, to, from, line: String::new() })
    }

    /// The engine's score in centipawns for the side to move; `None` for a mate.
    fn score(&mut self, fen: &str) -> Result<Option<i32>, Box<dyn Error>> {
        writeln!(self.to, "position fen {fen}\ngo nodes {THEIR_NODES}")?;
        self.to.flush()?;
        let mut score = None;
        loop {
            self.line.clear();
            if self.from.read_line(&mut self.line)? == 0 {
                return Err("the engine has exited".into());
            }
            if self.line.starts_with("bestmove") {
                return Ok(score);
            }
            let mut words = self.line.split_whitespace().skip_while(|&word| word != "score");
            if words.next().is_some() {
                score = match (words.next(), words.next()) {
                    (Some("cp"), Some(number)) => Some(number.parse()?),
                    _ => None,
                };
            }
        }
    }
}

impl Drop for Judge {
    fn drop(&mut self) {
        // The engine may have exited by itself, so errors do not matter here.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let usage = "usage: network_positions ENGINE SEED COUNT";
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [program, seed, count] = arguments.as_slice() else { return Err(usage.into()) };
    let (seed, count): (u64, u64) = (seed.parse()?, count.parse()?);
    let mut judge = Judge::start(program)?;
    let mut engine = Engine::new(Level::MASTER, 2);
    let mut out = BufWriter::new(std::io::stdout().lock());
    let mut written = 0;
    for number in 0.. {
        for board in game(&mut engine, &mut Seed::new(seed).derive("game", number).rng()) {
            let Some(score) = judge.score(&board.to_string())? else { continue };
            if score.abs() <= MAX_SCORE {
                let fen = board.to_string();
                let short: Vec<&str> = fen.split(' ').take(4).collect();
                writeln!(out, "{};{score}", short.join(" "))?;
                written += 1;
            }
        }
        if written >= count {
            break;
        }
    }
    out.flush()?;
    Ok(())
}

/// The quiet positions of one game.
fn game(engine: &mut Engine, rng: &mut SeedRng) -> Vec<Board> {
    let mut board = Board::default();
    let mut past = Vec::new();
    let mut quiet = Vec::new();
    let opening = MIN_OPENING_PLIES + rng.below(MORE_OPENING_PLIES) as usize;
    let (mut decided, mut ply) = (0, 0);
    engine.new_game();
    while board.status() == GameStatus::Ongoing && ply < MAX_PLIES && decided < DECIDED_PLIES {
        ply += 1;
        let in_check = !board.checkers().is_empty();
        let mv = if ply <= opening || ply > opening + 1 && rng.below(RANDOM_EVERY) == 0 {
            random_move(&board, rng)
        } else {
            let (mv, score) = search(engine, &board, &past, rng);
            if ply == opening + 1 && score.abs() > LOPSIDED {
                break;
            }
            decided = if score.abs() > DECIDED { decided + 1 } else { 0 };
            let is_quiet = !in_check && !is_capture(&board, mv) && mv.promotion.is_none();
            if is_quiet && rng.below(SCORED_EVERY) == 0 {
                quiet.push(board.clone());
            }
            mv
        };
        past.push(board.clone());
        board.play_unchecked(mv);
        if board.halfmove_clock() == 0 {
            past.clear();
        }
        if past.iter().filter(|earlier| earlier.same_position(&board)).count() >= 2 {
            break;
        }
    }
    quiet
}

fn random_move(board: &Board, rng: &mut SeedRng) -> Move {
    let mut moves = Vec::new();
    board.generate_moves(|some| {
        moves.extend(some);
        false
    });
    *rng.pick(&moves).expect("the game is not over, so there is a legal move")
}

fn search(engine: &mut Engine, board: &Board, past: &[Board], rng: &mut SeedRng) -> (Move, i32) {
    let (stop, time) = (AtomicBool::new(false), TimeManager::unlimited());
    let limits = SearchLimits { nodes: Some(OWN_NODES), ..SearchLimits::default() };
    let request = SearchRequest { board, past, seed: Seed::new(rng.next_u64()), threads: 1 };
    let result = engine
        .search(request, &limits, &StopCondition::new(&stop, &time), &mut |_| {})
        .expect("the game is not over, so there is a legal move");
    let score = match result.report.score {
        Score::Centipawns(score) => score,
        Score::Mate(moves) => MAX_SCORE * moves.signum(),
    };
    (result.best_move, score)
}
