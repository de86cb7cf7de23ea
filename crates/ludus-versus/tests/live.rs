//! Live play as a whole: keys reach every placement, bots play with them, and whatever is pressed the rules hold.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::sync::atomic::AtomicBool;

use ludus_core::{
    Answer, Bot, BotSpec, Budget, Context, Game, GameKit, Seat, Seed, SeededChance,
    TICKS_PER_SECOND,
};
use ludus_tetris::Piece;
use ludus_tetris::live::{ActivePiece, BotPaces, LiveKey, LiveKeys, LivePlay, LockState};
use ludus_versus::board::BitBoard;
use ludus_versus::kicks::{KickTable, TurnRules};
use ludus_versus::live::key_path::key_path;
use ludus_versus::live::{LiveVersus, LiveVersusKit, LiveVersusRules, SpunPiece, VersusWell};
use ludus_versus::movegen::{MoveRules, moves, spawn};
use proptest::prelude::*;

fn seat(n: usize) -> Seat {
    Seat::new(n).unwrap()
}

/// Boards of a few rows with many holes and overhangs.
fn boards() -> impl Strategy<Value = BitBoard> {
    let row = (0_u32..1024, 0_u32..1024, any::<bool>()).prop_map(|(a, b, dense)| {
        let bits = if dense { a | b } else { a };
        (0..10).map(|x| if bits >> x & 1 == 1 { '#' } else { '.' }).collect::<String>()
    });
    prop::collection::vec(row, 0..12).prop_map(|rows| BitBoard::from_rows(&rows).unwrap())
}

fn rules() -> impl Strategy<Value = MoveRules> {
    (any::<bool>(), any::<bool>(), any::<bool>()).prop_map(|(plus, half_turns, all_spin)| {
        let kicks = if plus { KickTable::SrsPlus } else { KickTable::Srs };
        MoveRules { turns: TurnRules { kicks, half_turns }, all_spin }
    })
}

fn any_keys() -> impl Strategy<Value = LiveKeys> {
    let key = prop::sample::select(vec![
        LiveKey::MoveLeft,
        LiveKey::MoveLeft,
        LiveKey::MoveRight,
        LiveKey::MoveRight,
        LiveKey::Rotate,
        LiveKey::RotateBack,
        LiveKey::HalfTurn,
        LiveKey::SoftDrop,
        LiveKey::SoftDrop,
        LiveKey::HardDrop,
        LiveKey::Hold,
    ]);
    prop::collection::vec(key, 0..4).prop_map(|keys| keys.into_iter().collect())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn keys_reach_every_placement_with_its_spin(
        board in boards(),
        piece in prop::sample::select(Piece::ALL.to_vec()),
        rules in rules(),
    ) {
        let well = VersusWell { board: &board, rules };
        let start = spawn(&board, piece).unwrap();
        let spawned = SpunPiece::new(piece, start.place());
        for target in moves(&board, piece, start, rules) {
            let keys = key_path(&well, spawned, target).unwrap();
            let mut active = ActivePiece::spawned(spawned, &well);
            let locks = keys.iter().map(|key| active.press(*key, &well)).collect::<Vec<_>>();
            prop_assert_eq!(locks.iter().position(|lock| *lock == LockState::Locks), Some(keys.len() - 1));
            prop_assert_eq!(active.falling.as_move(), target);
        }
    }

    #[test]
    fn whatever_is_pressed_pieces_stay_in_free_cells_and_no_cell_is_lost(
        seed in any::<u64>(),
        pressed in prop::collection::vec((any_keys(), any_keys()), 1..600),
    ) {
        let rules = LiveVersusRules { half_turns: true, ..LiveVersusRules::default() };
        let mut chance = SeededChance::new(Seed::new(seed));
        let mut game = LiveVersus::new(&rules, 2, &mut chance).unwrap();
        for (first, second) in pressed {
            let turn: Vec<_> = [first, second].into_iter().enumerate()
                .map(|(n, keys)| (seat(n), Answer::Play(keys)))
                .filter(|(seat, _)| game.to_act().has(*seat))
                .collect();
            game.apply(&turn, &mut chance);
            for n in 0..2 {
                let (field, falling) = (game.field(seat(n)), game.falling(seat(n)));
                if field.is_alive() {
                    prop_assert!(field.board.fits(falling.piece, falling.place));
                    prop_assert_eq!(field.current, falling.piece);
                    let filled: u32 = field.board.columns().iter().map(|c| c.count_ones()).sum();
                    let tally = field.tally;
                    let expected = tally.pieces * 4 + field.holes.rows() * 9 - tally.lines * 10;
                    prop_assert_eq!(filled, expected);
                }
            }
        }
    }
}

/// Bots that play a live match through their keys.
struct Match {
    game: LiveVersus,
    chance: SeededChance,
    bots: Vec<Box<dyn Bot<LiveVersus>>>,
    seed: Seed,
}

impl Match {
    fn new(rules: LiveVersusRules, bots: &[&str], seed: u64) -> Self {
        let mut chance = SeededChance::new(Seed::new(seed));
        let game = LiveVersus::new(&rules, bots.len(), &mut chance).unwrap();
        let kit = LiveVersusKit::new(BotPaces::default());
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
            let seed = self.seed.derive("decide", number);
            let ctx = Context { seed, budget: Budget::of_nodes(2_000), ..Context::new(&stop) };
            let decision = self.bots[seat.index()].decide(&self.game, seat, &ctx).unwrap();
            turn.push((seat, Answer::Play(decision.action)));
        }
        self.game.apply(&turn, &mut self.chance);
        turn
    }
}

fn seconds(seconds: u32) -> LiveVersusRules {
    LiveVersusRules { max_ticks: Some(seconds * TICKS_PER_SECOND), ..LiveVersusRules::default() }
}

#[test]
fn a_master_attacks_in_live_play_as_it_does_in_turns() {
    let mut play = Match::new(seconds(60), &["master"], 3);
    while !play.game.is_over() {
        play.tick();
    }
    assert_eq!(play.game.outcome().unwrap().reason(), "time is up");
    let tally = play.game.field(seat(0)).tally;
    assert!(tally.pieces > 90, "more than a piece and a half a second: {tally:?}");
    // A bot whose pieces do not land where it wants them makes holes, and attacks little.
    assert!(f64::from(tally.attack) > 0.4 * f64::from(tally.pieces), "{tally:?}");
    assert!(tally.spin_attack > 0 && play.game.field(seat(0)).hold.is_some(), "{tally:?}");
}

#[test]
fn a_battle_of_bots_ends_and_repeats_exactly() {
    let play = || {
        let mut play = Match::new(LiveVersusRules::default(), &["hard", "random"], 5);
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

#[test]
fn a_plan_begins_with_hold_where_the_action_has_it() {
    let rules =
        ludus_core::keys::with_pairs(&LiveVersusRules::default(), "start.pieces=TI").unwrap();
    let mut chance = SeededChance::new(Seed::new(1));
    let game = LiveVersus::new(&rules, 1, &mut chance).unwrap();
    let action = game.as_turns().parse(seat(0), "hold.I.north.x4.y0").unwrap();
    let keys: Vec<_> = game.key_plan(seat(0), action).keys.into_iter().map(LiveKey::name).collect();
    assert_eq!(keys, ["hold", "hard_drop"]);
}
