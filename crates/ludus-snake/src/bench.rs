//! What `ludus bench snake` measures.

use ludus_core::kit::BenchRun;
use ludus_core::{Bench, Budget, Context, Seed};
use std::sync::atomic::AtomicBool;

use crate::bits::Small;
use crate::board::{Board, MAX_SNAKES};
use crate::eval::Evaluator;
use crate::game::Snake;
use crate::rules::Rules;
use crate::search::{Question, Table, safe};
use crate::settings::Settings;
use crate::terrain::Terrain;

/// Duels of all stages, for measuring how deep a search gets.
pub const DUELS: [&str; 3] = [
    "
    . . . . . . . . . . .
    . . . . . . . . . B .
    . . . . . . . . * . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . * . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . * . . . . . . . . .
    . A . . . . . . . . .
    . . . . . . . . . . .
    A length 3 health 100
    B length 3 health 100
    ",
    "
    . . . . . . . . . . .
    . . > > > v . . . . .
    . . ^ . . v . . . . .
    . . ^ . . > A . . . .
    . . . . . . . . . * .
    . . . . * . . . . . .
    . . . . . . . B . . .
    . . . . . . . ^ < . .
    . * . . . . . . ^ . .
    . . . . . . . . ^ < <
    . . . . . . . . . . .
    A length 9 health 80
    B length 8 health 70
    ",
    "
    . . > > > > > v . . .
    . . ^ . . . . v . . .
    . . ^ < . . . v . . .
    . . . ^ . . . > A . .
    . . . ^ < < . . . . .
    . . . . . ^ . . . . .
    . . B < . . . . . . .
    . . . ^ . . . * . . .
    . . . ^ < < < < < . .
    . . . . . . . . ^ < .
    . * . . . . . . . ^ .
    A length 18 health 60
    B length 13 health 90
    ",
];

/// The positions of [`DUELS`] as games.
#[must_use]
pub fn duels() -> Vec<Snake> {
    DUELS.iter().filter_map(|text| Snake::from_drawing(&Rules::default(), text).ok()).collect()
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
pub(crate) fn benches(settings: &Settings) -> Vec<Bench> {
    let four = Snake::from_drawing(&Rules::default(), FOUR);
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
    out
}

/// Plays some thousand turns of four snakes that go anywhere safe, again from the start when only one
/// is left.
fn turns(terrain: &Terrain<Small>, start: &Board<Small>) -> u64 {
    const TURNS: u64 = 50_000;
    let mut random = 1_u64;
    let mut board = *start;
    for _ in 0..TURNS {
        let blocked = board.blocked();
        let mut moves = [crate::geometry::Direction::Up; MAX_SNAKES];
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

fn evaluations(duels: &[(Terrain<Small>, Board<Small>)], settings: &Settings) -> u64 {
    const EACH: u64 = 5_000;
    let mut sum = 0_i64;
    for (terrain, board) in duels {
        let eval = Evaluator::new(settings, terrain, 2);
        for _ in 0..EACH {
            sum += i64::from(eval.value(std::hint::black_box(board), 0));
        }
    }
    std::hint::black_box(sum);
    EACH * duels.len() as u64
}

fn nodes(duels: &[(Terrain<Small>, Board<Small>)], settings: &Settings) -> u64 {
    let stop = AtomicBool::new(false);
    let ctx = Context {
        budget: Budget::of_nodes(20_000),
        deadline: None,
        stop: &stop,
        seed: Seed::new(0),
        threads: 1,
        insight: false,
    };
    let mut table = Table::new(settings.table_bits);
    let mut search = |(terrain, board): &(Terrain<Small>, Board<Small>)| {
        let question = Question { terrain, board, me: 0, settings, depth: settings.depth_cap };
        question.answer(&mut table, &ctx).1.nodes
    };
    duels.iter().map(&mut search).sum()
}
