//! Live play as a whole: what holds for any keys, and how bots play with them.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::sync::atomic::AtomicBool;

use ludus_core::{Answer, Bot, BotSpec, Context, Figures, Game, GameKit, Seat, Seed, SeededChance};
use ludus_tetris::live::{
    BotPaces, LiveKey, LiveKeys, LiveKit, LiveRules, LiveTetris, TICKS_PER_SECOND,
};
use proptest::prelude::*;

fn seat(n: usize) -> Seat {
    Seat::new(n).unwrap()
}

fn start(rules: LiveRules, seats: usize, seed: u64) -> (LiveTetris, SeededChance) {
    let mut chance = SeededChance::new(Seed::new(seed));
    (LiveTetris::new(&rules, seats, &mut chance).unwrap(), chance)
}

/// Bots that play a live match through their keys.
struct Match {
    game: LiveTetris,
    chance: SeededChance,
    bots: Vec<Box<dyn Bot<LiveTetris>>>,
    seed: Seed,
}

impl Match {
    fn new(rules: LiveRules, bots: &[&str], seed: u64) -> Self {
        let (game, chance) = start(rules, bots.len(), seed);
        let kit = LiveKit::new(BotPaces::default());
        let make = |name: &&str| kit.make_bot(&name.parse::<BotSpec>().unwrap()).unwrap();
        let mut bots: Vec<_> = bots.iter().map(make).collect();
        for (n, bot) in bots.iter_mut().enumerate() {
            bot.start(&game, seat(n)).unwrap();
        }
        Self { game, chance, bots, seed: Seed::new(seed).derive("bots", 0) }
    }

    /// Plays one tick; the keys by seat.
    fn tick(&mut self) -> Vec<(Seat, Answer<LiveKeys>)> {
        let stop = AtomicBool::new(false);
        let mut turn = Vec::new();
        for seat in self.game.to_act().iter() {
            let number = (seat.index() as u64) << 32 | u64::from(self.game.turn());
            let ctx = Context { seed: self.seed.derive("decide", number), ..Context::new(&stop) };
            let decision = self.bots[seat.index()].decide(&self.game, seat, &ctx).unwrap();
            turn.push((seat, Answer::Play(decision.action)));
        }
        self.game.apply(&turn, &mut self.chance);
        turn
    }

    fn figure(&self, seat: Seat, name: &str) -> f64 {
        let mut figures = Figures::default();
        self.game.figures(seat, &mut figures);
        figures.get(name).unwrap()
    }
}

/// The ticks from spawn to lock of this many pieces of a bot that plays alone.
fn ticks_per_piece(bot: &str, pieces: usize) -> Vec<u32> {
    let mut play = Match::new(LiveRules::default(), &[bot], 7);
    let mut ticks = Vec::new();
    let mut since = 0;
    while ticks.len() < pieces {
        let before = play.game.field(seat(0)).pieces;
        play.tick();
        since += 1;
        if play.game.field(seat(0)).pieces > before {
            ticks.push(since);
            since = 0;
        }
    }
    ticks
}

#[test]
fn a_hard_bots_piece_takes_about_a_quarter_of_a_second_from_spawn_to_lock() {
    let ticks = ticks_per_piece("hard", 200);
    let mean = ticks.iter().sum::<u32>() as f64 / ticks.len() as f64;
    let milliseconds = mean * 1000.0 / f64::from(TICKS_PER_SECOND);
    assert!((200.0..=350.0).contains(&milliseconds), "{milliseconds} ms");
    // 50 ms of thought and one key, at the least; 100 ms, two turns, five moves and a drop at the most.
    assert!(ticks.iter().all(|ticks| (3..=6 + 7 * 3 + 1).contains(ticks)), "{ticks:?}");
}

#[test]
fn slower_bots_take_their_time() {
    let mean = |bot| {
        let ticks = ticks_per_piece(bot, 20);
        ticks.iter().sum::<u32>() / ticks.len() as u32
    };
    let (easy, medium, hard) = (mean("easy"), mean("medium"), mean("hard"));
    assert!(easy > 2 * medium && medium > 2 * hard, "{easy} {medium} {hard}");
}

#[test]
fn a_hard_bot_reaches_the_places_that_it_chooses() {
    let rules = LiveRules { max_ticks: Some(120 * TICKS_PER_SECOND), ..LiveRules::default() };
    let mut play = Match::new(rules, &["hard"], 3);
    while !play.game.is_over() {
        play.tick();
    }
    let (pieces, lines) = (play.figure(seat(0), "pieces"), play.figure(seat(0), "lines"));
    assert_eq!(play.game.outcome().unwrap().reason(), "time is up");
    assert!(pieces > 300.0, "{pieces} pieces");
    // Ten cells a line, four a piece: all but what still lies there was cleared.
    assert!(lines * 10.0 > pieces * 4.0 - 100.0, "{lines} lines of {pieces} pieces");
}

#[test]
fn a_battle_of_bots_ends_with_ranks_and_repeats_exactly() {
    let play = || {
        let mut play = Match::new(LiveRules::default(), &["hard", "easy", "medium", "random"], 5);
        let mut keys = Vec::new();
        while !play.game.is_over() {
            keys.push(play.tick());
        }
        (keys, play.game.outcome().unwrap(), play.game.snapshot())
    };
    let (keys, outcome, last) = play();
    assert_eq!(outcome.winner(), Some(seat(0)), "{outcome:?}");
    assert_eq!(play(), (keys, outcome, last));
}

fn any_keys() -> impl Strategy<Value = LiveKeys> {
    let key = prop_oneof![
        3 => Just(LiveKey::MoveLeft),
        3 => Just(LiveKey::MoveRight),
        3 => Just(LiveKey::Rotate),
        2 => Just(LiveKey::RotateBack),
        2 => Just(LiveKey::SoftDrop),
        1 => Just(LiveKey::HardDrop),
        1 => (0..3_usize).prop_map(|n| LiveKey::Target(seat(n))),
    ];
    prop::collection::vec(key, 0..4).prop_map(|keys| keys.into_iter().collect())
}

/// Filled cells of a seat's board.
fn filled(game: &LiveTetris, n: usize) -> u32 {
    game.field(seat(n)).board.columns().iter().map(|column| column.count_ones()).sum()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn whatever_is_pressed_pieces_stay_in_free_cells_and_no_cell_is_lost(
        seed in any::<u64>(),
        pressed in prop::collection::vec((any_keys(), any_keys()), 1..800),
    ) {
        let rules = LiveRules { height: 12, ..LiveRules::default() };
        let (mut game, mut chance) = start(rules, 2, seed);
        for (first, second) in pressed {
            let turn: Vec<_> = [first, second].into_iter().enumerate()
                .filter(|(n, _)| game.to_act().has(seat(*n)))
                .map(|(n, keys)| (seat(n), Answer::Play(keys)))
                .filter(|(seat, answer)| match answer {
                    Answer::Play(keys) => game.is_legal(*seat, *keys),
                    Answer::Forfeit(_) => true,
                })
                .collect();
            game.apply(&turn, &mut chance);
            for n in 0..2 {
                let (field, hand) = (game.field(seat(n)), game.active_piece(seat(n)));
                if field.is_alive() {
                    prop_assert!(hand.falling.fits(&field.board));
                    prop_assert_eq!(field.current, hand.falling.piece);
                    prop_assert_eq!(field.next, game.queue(seat(n))[0]);
                    let expected = field.pieces * 4 + field.received * 9 - field.lines * 10;
                    prop_assert_eq!(filled(&game, n), expected);
                }
            }
            if game.is_over() {
                break;
            }
        }
    }

    #[test]
    fn a_match_without_keys_ends(seed in any::<u64>(), seats in 1..4_usize) {
        let rules = LiveRules { height: 6, ..LiveRules::default() };
        let (mut game, mut chance) = start(rules, seats, seed);
        for _ in 0..60 * TICKS_PER_SECOND {
            game.apply(&[], &mut chance);
        }
        prop_assert!(game.is_over());
    }
}
