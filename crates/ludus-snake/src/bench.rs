//! What `ludus bench snake` measures.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use ludus_core::bench::BenchRun;
use ludus_core::{Bench, Bot, Budget, Context, Seat};

use crate::bitboard::Bitboard11;
use crate::board::{MAX_SNAKES, SnakeBoard};
use crate::bots::SearchBot;
use crate::eval::BoardEvaluator;
use crate::game::Snake;
use crate::geometry::Direction;
use crate::rules::SnakeRules;
use crate::search::{PositionTable, SearchRoot, safe};
use crate::settings::SnakeSettings;
use crate::terrain::Terrain;

/// Drawn duels of all stages, separated by empty lines.
const DUELS: &str = include_str!("../data/duels.txt");

/// The default time of a decision in a game with a timeout of 500 ms.
const DECISION: Duration = Duration::from_millis(350);

/// A fixed set of duels of all stages, to measure the depth of a search.
#[must_use]
pub fn duels() -> Vec<Snake> {
    let read = |text| Snake::from_drawing(&SnakeRules::default(), text).ok();
    DUELS.split("\n\n").filter_map(read).collect()
}

/// The median depth, in turns, that the hard bot finishes with this much time for each of [`duels`].
#[must_use]
pub fn median_depth(settings: &SnakeSettings, time: Duration, threads: usize) -> f64 {
    let stop = AtomicBool::new(false);
    let depth_of = |game: &Snake| {
        let deadline = Some(Instant::now() + time);
        let budget = Budget::of_time(time);
        let ctx = Context { budget, deadline, threads, ..Context::new(&stop) };
        let mut bot = SearchBot::new(settings.clone(), settings.depth_cap);
        let first = Seat::first(1).next()?;
        bot.decide(game, first, &ctx).ok().map(|decision| decision.insight.depth)
    };
    let mut depths: Vec<u32> = duels().iter().filter_map(depth_of).collect();
    depths.sort_unstable();
    let middle = depths.len() / 2;
    match depths.len() {
        0 => 0.0,
        odd if odd % 2 == 1 => depths[middle].into(),
        _ => f64::from(depths[middle - 1] + depths[middle]) / 2.0,
    }
}

/// Four snakes of middling length.
const FOUR: &str = "
    . . . . . . . . . . .
    . > > A . . . v < < .
    . ^ . . . . . B . . .
    . . . . * . . . . . .
    . . . . . . . . . . .
    . . . . . * . . . . .
    . . . . . . . . * . .
    . . . . . . . . . . .
    . C . . . . . . D . .
    . ^ < < . . > > ^ . .
    . . . . . . . . . . .
";

/// All figures.
pub(crate) fn benches(settings: &SnakeSettings) -> Vec<Bench> {
    let four = Snake::from_drawing(&SnakeRules::default(), FOUR);
    let four = four.ok().and_then(|game| game.small());
    let duels: Vec<_> = duels().iter().filter_map(Snake::small).collect();
    let mut out = Vec::new();
    if let Some((terrain, board)) = four {
        out.push(Bench {
            name: "turns_per_second",
            unit: "turns/s",
            run: BenchRun::Rate(Box::new(move || turns(&terrain, &board))),
        });
    }
    let (pair, evaluated) = (duels.clone(), settings.clone());
    out.push(Bench {
        name: "evaluations_per_second",
        unit: "evaluations/s",
        run: BenchRun::Rate(Box::new(move || evaluations(&pair, &evaluated))),
    });
    let searched = settings.clone();
    out.push(Bench {
        name: "nodes_per_second",
        unit: "nodes/s",
        run: BenchRun::Rate(Box::new(move || nodes(&duels, &searched))),
    });
    let timed = settings.clone();
    out.push(Bench {
        name: "median_depth",
        unit: "turns in 350 ms",
        run: BenchRun::Timed(Box::new(move || median_depth(&timed, DECISION, 1))),
    });
    out
}

/// Plays random safe moves with four snakes, and starts again when one dies.
fn turns(terrain: &Terrain<Bitboard11>, start: &SnakeBoard<Bitboard11>) -> u64 {
    const TURNS: u64 = 50_000;
    let mut random = 1_u64;
    let mut board = *start;
    for _ in 0..TURNS {
        let blocked = board.blocked();
        let mut moves = [Direction::Up; MAX_SNAKES];
        for seat in board.living() {
            // A linear congruential step is random enough to go anywhere.
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let few = safe(terrain, &board, seat, blocked);
            let few = few.as_slice();
            moves[seat] = match few.len() {
                0 => board.straight(seat),
                n => few[(random >> 33) as usize % n],
            };
        }
        board.play(terrain, &moves);
        if board.alive.count_ones() < 4 {
            board = *start;
        }
    }
    TURNS
}

fn evaluations(
    duels: &[(Terrain<Bitboard11>, SnakeBoard<Bitboard11>)],
    settings: &SnakeSettings,
) -> u64 {
    const EACH: u64 = 5_000;
    let mut sum = 0_i64;
    for (terrain, board) in duels {
        let eval = BoardEvaluator::new(settings, terrain, 2);
        for _ in 0..EACH {
            sum += i64::from(eval.value(std::hint::black_box(board), 0));
        }
    }
    std::hint::black_box(sum);
    EACH * duels.len() as u64
}

fn nodes(duels: &[(Terrain<Bitboard11>, SnakeBoard<Bitboard11>)], settings: &SnakeSettings) -> u64 {
    let stop = AtomicBool::new(false);
    let ctx = Context { budget: Budget::of_nodes(20_000), ..Context::new(&stop) };
    let mut table = PositionTable::new(settings.table_bits);
    let mut search = |(terrain, board): &(Terrain<Bitboard11>, SnakeBoard<Bitboard11>)| {
        let question = SearchRoot { terrain, board, me: 0, settings, depth: settings.depth_cap };
        table.forget();
        question.answer(&table, &ctx).1.nodes
    };
    duels.iter().map(&mut search).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_positions_for_measuring_are_duels_of_all_stages() {
        let duels = duels();
        assert_eq!(duels.len(), DUELS.split("\n\n").count(), "every drawing is read");
        assert!(duels.len() >= 15);
        assert!(duels.iter().all(|game| game.living().count() == 2));
    }

    #[test]
    fn every_figure_has_work_to_do() {
        for bench in benches(&SnakeSettings::default()) {
            match bench.run {
                BenchRun::Rate(mut work) => assert!(work() > 0, "{}", bench.name),
                BenchRun::Timed(_) => assert_eq!(bench.name, "median_depth"),
                BenchRun::Count(_) => panic!("{} depends on the machine", bench.name),
            }
        }
    }

    #[test]
    fn the_median_depth_is_at_least_that_of_the_first_iteration() {
        // Less than a duel's first iteration needs on any machine would be no measurement at all.
        let settings = SnakeSettings { depth_cap: 3, ..SnakeSettings::default() };
        assert_eq!(median_depth(&settings, Duration::from_secs(60), 1), 3.0);
    }
}
