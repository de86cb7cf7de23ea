//! What `ludus bench` measures for Tetris. Everything runs on one thread.

mod plain;

use std::sync::atomic::AtomicBool;

use ludus_core::bench::BenchRun;
use ludus_core::{Answer, Bench, Bot, BotSpec, Context, Game, Seat, Seed, SeededChance};

use self::plain::{DellacherieWords, PlainSimulator};
use crate::action::Action;
use crate::battle::Threat;
use crate::board::Board;
use crate::bots::settings::TetrisSettings;
use crate::bots::{make, preset_weights};
use crate::game::Tetris;
use crate::metric;
use crate::piece::Piece;
use crate::rules::{Spawn, TetrisRules};
use crate::surface::Surface;
use crate::weights::{PlacementEvaluator, TetrisWeights};

/// How many positions placements are tried on. They come from a game of `hard`.
const POSITIONS: u32 = 500;

/// The figures, each with its work.
#[must_use]
pub fn benches() -> Vec<Bench> {
    vec![
        placements(),
        pieces("pieces_per_second", "hard", "", 1_000),
        pieces("one_step_pieces_per_second", "hard:lookahead=none", "", 10_000),
        pieces("battle_pieces_per_second", "battle", "", 3_000),
        pieces("dt10_pieces_per_second", "dt10", "height=10,spawn=free", 10_000),
        plain_dt10(),
        pieces("dellacherie_pieces_per_second", "dellacherie", "spawn=free", 10_000),
        plain_dellacherie(),
        pieces("master_pieces_per_second", "master", "height=10,spawn=free", 10_000),
    ]
}

/// Placements as a search tries them: drop, lock, clear, measure eight metrics, score.
fn placements() -> Bench {
    let positions = positions();
    let evaluator = PlacementEvaluator::from(TetrisWeights {
        board: [0.51, 0.36, 0.18, 0.76, 0.1, 0.2, 0.3, 0.4],
        battle: None,
    });
    let threat = Threat::none(20);
    let work = move || {
        let mut count = 0;
        for _ in 0..20 {
            for (board, piece) in &positions {
                let mut best = f64::NEG_INFINITY;
                let surface = Surface::new::<{ metric::TRAINED }>(board);
                let by = (&evaluator, &threat);
                surface.score_all::<{ metric::TRAINED }>(*piece, Spawn::Top, by, |_, scored| {
                    count += 1;
                    best = if scored.score > best { scored.score } else { best };
                });
                std::hint::black_box(best);
            }
        }
        count
    };
    Bench {
        name: "placements_per_second",
        unit: "placements/s",
        run: BenchRun::Rate(Box::new(work)),
    }
}

/// Boards and pieces of a game.
fn positions() -> Vec<(Board, Piece)> {
    let mut play = BenchGame::new("hard", "");
    let position = |play: &mut BenchGame| {
        play.piece();
        let field = play.game.field(SEAT);
        (field.board, field.current)
    };
    (0..POSITIONS).map(|_| position(&mut play)).collect()
}

/// Whole pieces: decide, place, draw the next.
fn pieces(name: &'static str, bot: &'static str, rules: &'static str, count: u64) -> Bench {
    let mut play = BenchGame::new(bot, rules);
    repeated(name, count, move || play.piece())
}

/// The pieces of `dt10` on 10 rows by the plain simulator.
fn plain_dt10() -> Bench {
    // A test checks that the bot and the board exist.
    let dt10 = preset_weights(&"dt10".parse().expect("a name")).expect("a bot with weights");
    let mut plain = PlainSimulator::new(dt10, Board::new(10, 10).expect("a board"));
    repeated("plain_dt10_pieces_per_second", 5_000, move || plain.piece())
}

/// The pieces of `dellacherie` by the plain simulator with columns as words.
fn plain_dellacherie() -> Bench {
    let mut words = DellacherieWords::new();
    repeated("plain_dellacherie_pieces_per_second", 5_000, move || words.piece())
}

/// Pieces that are placed one after the other, this many at a time.
fn repeated(name: &'static str, count: u64, mut piece: impl FnMut() + Send + 'static) -> Bench {
    let work = move || {
        (0..count).for_each(|_| piece());
        count
    };
    Bench { name, unit: "pieces/s", run: BenchRun::Rate(Box::new(work)) }
}

const SEAT: Seat = match Seat::new(0) {
    Some(seat) => seat,
    None => panic!("every match has a first seat"),
};

/// A bot that plays one game after another.
struct BenchGame {
    bot: Box<dyn Bot<Tetris>>,
    rules: TetrisRules,
    chance: SeededChance,
    game: Tetris,
    games: u64,
}

impl BenchGame {
    /// The names and rules are the constants above; a test checks that they are valid.
    fn new(bot: &str, rules: &str) -> Self {
        let spec: BotSpec = bot.parse().expect("the name of a bot");
        let rules = ludus_core::keys::with_pairs(&TetrisRules::default(), rules).expect("rules");
        let mut chance = SeededChance::new(Seed::new(0));
        let game = Tetris::new(&rules, 1, &mut chance).expect("rules that can be played");
        let bot = make(&spec, &TetrisSettings::default()).expect("a bot");
        Self { bot, rules, chance, game, games: 0 }
    }

    fn piece(&mut self) {
        if self.game.is_over() {
            self.games += 1;
            self.chance = SeededChance::new(Seed::new(self.games));
            if let Ok(game) = Tetris::new(&self.rules, 1, &mut self.chance) {
                self.game = game;
            }
        }
        let stop = AtomicBool::new(false);
        let ctx = Context::new(&stop);
        if let Ok(decision) = self.bot.decide(&self.game, SEAT, &ctx) {
            let answer: Answer<Action> = Answer::Play(decision.action);
            self.game.apply(&[(SEAT, answer)], &mut self.chance);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_figure_can_be_measured() {
        for bench in benches() {
            let BenchRun::Rate(mut work) = bench.run else { panic!("all are rates") };
            assert!(work() > 0, "{}", bench.name);
        }
    }
}
