//! The rules of live play, one test each: keys in, boards and garbage out.

use ludus_core::keys::with_pairs;
use ludus_core::{Answer, Forfeit, Game, Seat, Seed, SeededChance};
use ludus_tetris::Piece;
use ludus_tetris::live::LiveKeys;

use crate::live::{LiveVersus, LiveVersusRules};
use crate::movegen::Spin;

/// A T-spin double at T.south.x2.y1, and a T to begin with.
const SLOT: &str = "start.board=##.#######/#...######/##........,start.pieces=T";

/// The way of the T into the slot; each text is the keys of one tick.
const T_SPIN: [&str; 4] = [
    "rotate+move_left+move_left",
    "soft_drop+soft_drop+soft_drop+soft_drop+soft_drop+soft_drop+soft_drop+soft_drop+soft_drop",
    "soft_drop+soft_drop+soft_drop+soft_drop+soft_drop+soft_drop+soft_drop+soft_drop+soft_drop",
    "rotate+hard_drop",
];

fn seat(n: usize) -> Seat {
    Seat::new(n).unwrap()
}

fn game(pairs: &str, seats: usize) -> (LiveVersus, SeededChance) {
    let rules = with_pairs(&LiveVersusRules::default(), pairs).unwrap();
    let mut chance = SeededChance::new(Seed::new(1));
    (LiveVersus::new(&rules, seats, &mut chance).unwrap(), chance)
}

/// Plays one tick with these keys by seat; `!` is a forfeit.
fn tick(game: &mut LiveVersus, chance: &mut SeededChance, keys: &[&str]) {
    let answer = |(n, text): (usize, &&str)| match *text {
        "!" => (seat(n), Answer::Forfeit(Forfeit::Late)),
        text => (seat(n), Answer::Play(LiveKeys::parse(text).unwrap())),
    };
    let turn: Vec<_> = keys.iter().enumerate().map(answer).collect();
    game.apply(&turn, chance);
}

/// A seat plays these keys, tick by tick; the others do nothing.
fn play(game: &mut LiveVersus, chance: &mut SeededChance, n: usize, ticks: &[&str]) {
    for text in ticks {
        let mut keys = vec!["-"; game.seats()];
        keys[n] = text;
        tick(game, chance, &keys);
    }
}

/// The rows of garbage on their way to a seat, attack by attack.
fn pending(game: &LiveVersus, n: usize) -> Vec<u32> {
    game.field(seat(n)).garbage.attacks().iter().map(|attack| attack.rows).collect()
}

fn sent(game: &LiveVersus, n: usize) -> (u32, u32) {
    let tally = game.field(seat(n)).tally;
    (tally.attack, tally.sent)
}

#[test]
fn a_t_that_is_turned_into_its_slot_is_a_spin_that_sends_four_rows() {
    let (mut game, mut chance) = game(SLOT, 2);
    play(&mut game, &mut chance, 0, &T_SPIN);
    let field = game.field(seat(0));
    let last = field.last.unwrap();
    assert_eq!((last.clear.lines, last.clear.spin, last.attack.total()), (2, Spin::Full, 4));
    assert!(field.streak.back_to_back);
    assert_eq!(field.cells.text().collect::<Vec<_>>(), ["GG........"]);
    assert_eq!(pending(&game, 1), [4]);
}

#[test]
fn a_move_or_a_fall_after_the_turn_ends_the_spin() {
    for (keys, expected) in
        [("-", Spin::Full), ("move_left", Spin::None), ("soft_drop", Spin::None)]
    {
        let (mut game, mut chance) = game("start.pieces=T", 1);
        game.active[0].falling.spin = Spin::Full;
        play(&mut game, &mut chance, 0, &[keys]);
        assert_eq!(game.falling(seat(0)).spin, expected, "{keys}");
    }
    // A drop that falls is a fall, and so is gravity.
    let (mut game, mut chance) = game("start.pieces=T,start.board=###...####", 1);
    game.active[0].falling.spin = Spin::Full;
    play(&mut game, &mut chance, 0, &["hard_drop"]);
    assert_eq!(game.field(seat(0)).last.unwrap().clear.spin, Spin::None);
    let (mut game, mut chance) = self::game("start.pieces=T", 1);
    game.active[0].falling.spin = Spin::Full;
    play(&mut game, &mut chance, 0, &["-"; 48]);
    assert_eq!(game.falling(seat(0)).spin, Spin::None);
}

#[test]
fn a_move_that_is_not_possible_keeps_the_spin() {
    let (mut game, mut chance) = game(SLOT, 1);
    play(&mut game, &mut chance, 0, &[T_SPIN[0], T_SPIN[1], T_SPIN[2]]);
    play(&mut game, &mut chance, 0, &["rotate+move_left+soft_drop"]);
    assert_eq!(game.falling(seat(0)).spin, Spin::Full);
}

#[test]
fn a_spin_waits_for_the_lock_delay_and_counts() {
    let (mut game, mut chance) = game(SLOT, 1);
    play(&mut game, &mut chance, 0, &[T_SPIN[0], T_SPIN[1], T_SPIN[2], "rotate"]);
    // 29 more ticks: the turn's own tick was the first on the ground.
    play(&mut game, &mut chance, 0, &["-"; 28]);
    assert_eq!(game.field(seat(0)).tally.pieces, 0);
    play(&mut game, &mut chance, 0, &["-"]);
    assert_eq!(game.field(seat(0)).tally.spin_attack, 4);
}

#[test]
fn gravity_and_lock_delay_are_rules() {
    let (mut game, mut chance) = game("gravity=3,lock_delay=2,start.pieces=O", 1);
    let row = |game: &LiveVersus| game.falling(seat(0)).place.y;
    assert_eq!(row(&game), 19);
    play(&mut game, &mut chance, 0, &["-"; 3]);
    assert_eq!(row(&game), 18);
    // 18 more rows, and two ticks on the ground.
    play(&mut game, &mut chance, 0, &["-"; 18 * 3 + 1]);
    assert_eq!(game.field(seat(0)).tally.pieces, 0);
    play(&mut game, &mut chance, 0, &["-"]);
    assert_eq!(game.field(seat(0)).tally.pieces, 1);
}

#[test]
fn hold_brings_the_next_piece_first_and_then_the_held_one_once_per_piece() {
    let (mut game, mut chance) = game("start.pieces=TOIL", 1);
    let pieces = |game: &LiveVersus| {
        let field = game.field(seat(0));
        (field.hold, game.falling(seat(0)).piece, field.queue[0])
    };
    play(&mut game, &mut chance, 0, &["soft_drop+rotate+hold"]);
    assert_eq!(pieces(&game), (Some(Piece::T), Piece::O, Piece::I));
    assert_eq!(game.falling(seat(0)).place.y, 19, "it comes at the top");
    assert!(!game.can_hold(seat(0)));
    play(&mut game, &mut chance, 0, &["hold"]);
    assert_eq!(pieces(&game), (Some(Piece::T), Piece::O, Piece::I), "once per piece");
    play(&mut game, &mut chance, 0, &["hard_drop", "hold"]);
    assert_eq!(pieces(&game), (Some(Piece::I), Piece::T, Piece::L));
    assert_eq!(game.field(seat(0)).queue.len(), 5);
}

#[test]
fn hold_does_nothing_if_it_brings_the_same_piece_or_one_without_room() {
    let (mut game, mut chance) = game("start.pieces=TT", 1);
    play(&mut game, &mut chance, 0, &["hold"]);
    assert_eq!(game.field(seat(0)).hold, None);
    // An O has room between two high columns, a T does not.
    let (mut game, mut chance) = self::game("start.pieces=OT", 1);
    let rows = vec!["####..####"; 22];
    game.turns.fields[0].board = crate::board::BitBoard::from_rows(&rows).unwrap();
    play(&mut game, &mut chance, 0, &["hold"]);
    assert_eq!(game.falling(seat(0)).piece, Piece::O);
}

#[test]
fn an_attack_waits_one_placement_of_the_receiver_and_rises_then() {
    let (mut game, mut chance) = game(SLOT, 2);
    play(&mut game, &mut chance, 0, &T_SPIN);
    assert_eq!(pending(&game, 1), [4]);
    play(&mut game, &mut chance, 1, &["-"; 100]);
    assert_eq!(game.field(seat(1)).holes.rows(), 0, "time alone does not raise it");
    play(&mut game, &mut chance, 1, &["move_right+hard_drop"]);
    assert_eq!(game.field(seat(1)).holes.rows(), 4);
    let lowest: Vec<String> = game.field(seat(1)).cells.text().take(4).collect();
    assert!(lowest.iter().all(|row| row.matches('.').count() == 1), "{lowest:?}");
    assert!(pending(&game, 1).is_empty());
}

#[test]
fn an_attack_cancels_the_own_garbage_and_only_the_rest_is_sent() {
    let (mut game, mut chance) = game(SLOT, 2);
    play(&mut game, &mut chance, 0, &T_SPIN);
    play(&mut game, &mut chance, 1, &T_SPIN);
    assert!(pending(&game, 1).is_empty(), "four rows cancel four");
    assert_eq!(game.field(seat(1)).holes.rows(), 0);
    assert_eq!(sent(&game, 1), (4, 0));
    assert!(pending(&game, 0).is_empty());
}

#[test]
fn attacks_of_the_same_tick_do_not_meet() {
    let (mut game, mut chance) = game(SLOT, 2);
    for keys in T_SPIN {
        tick(&mut game, &mut chance, &[keys, keys]);
    }
    assert_eq!((pending(&game, 0), pending(&game, 1)), (vec![4], vec![4]));
    assert_eq!((sent(&game, 0), sent(&game, 1)), ((4, 4), (4, 4)));
}

#[test]
fn garbage_waits_longer_where_the_rules_say_so() {
    let (mut game, mut chance) = game(&format!("{SLOT},garbage.delay=2"), 2);
    play(&mut game, &mut chance, 0, &T_SPIN);
    play(&mut game, &mut chance, 1, &["move_right+hard_drop"]);
    assert_eq!((pending(&game, 1), game.field(seat(1)).holes.rows()), (vec![4], 0));
    play(&mut game, &mut chance, 1, &["move_right+hard_drop"]);
    assert_eq!((pending(&game, 1), game.field(seat(1)).holes.rows()), (vec![], 4));
}

#[test]
fn back_to_back_and_combos_add_to_the_attack() {
    let rows = ["#########."; 8].join("/");
    let rules = format!("start.board={rows}/#.........,start.pieces=II,attack.combo=0 3");
    let (mut game, mut chance) = game(&rules, 2);
    let tetris = "rotate+move_right+move_right+move_right+move_right+hard_drop";
    play(&mut game, &mut chance, 0, &[tetris, tetris]);
    assert_eq!(pending(&game, 1), [4, 4 + 1 + 3]);
    let last = game.field(seat(0)).last.unwrap();
    assert_eq!((last.attack.back_to_back, last.attack.combo), (1, 3));
}

#[test]
fn an_empty_board_is_a_perfect_clear() {
    let (mut game, mut chance) = game("start.board=####..####/####..####,start.pieces=O", 2);
    play(&mut game, &mut chance, 0, &["hard_drop"]);
    assert_eq!(pending(&game, 1), [10]);
    assert_eq!(game.field(seat(0)).tally.perfect_attack, 10);
}

#[test]
fn half_turns_are_keys_only_where_the_rules_have_them() {
    let keys = LiveKeys::parse("half_turn").unwrap();
    let (game, _) = game("start.pieces=T", 1);
    assert!(!game.is_legal(seat(0), keys));
    let (mut game, mut chance) = self::game("start.pieces=T,half_turns=true", 1);
    assert!(game.is_legal(seat(0), keys));
    play(&mut game, &mut chance, 0, &["half_turn"]);
    assert_eq!(game.falling(seat(0)).place.rotation, ludus_tetris::Rotation::R2);
}

#[test]
fn all_seats_get_the_same_pieces_at_their_own_time() {
    let (mut game, mut chance) = game("", 2);
    let queue = |game: &LiveVersus, n| game.field(seat(n)).queue.clone();
    assert_eq!(queue(&game, 0), queue(&game, 1));
    play(&mut game, &mut chance, 0, &["hard_drop"]);
    assert_ne!(queue(&game, 0), queue(&game, 1));
    play(&mut game, &mut chance, 1, &["hard_drop"]);
    assert_eq!(queue(&game, 0), queue(&game, 1));
}

#[test]
fn a_seat_without_room_for_its_next_piece_is_out_and_the_other_wins() {
    let (mut game, mut chance) = game("", 2);
    play(&mut game, &mut chance, 0, &["hard_drop"; 40]);
    let outcome = game.outcome().unwrap();
    assert_eq!(outcome.winner(), Some(seat(1)));
    assert_eq!(outcome.reason(), "last one standing");
    assert_eq!(game.field(seat(0)).out.as_ref().unwrap().cause.to_string(), "topped out");
}

#[test]
fn sudden_death_rises_with_the_next_lock_and_cannot_be_cancelled() {
    let rules = format!("{SLOT},sudden_death.turn=2,sudden_death.every=1000");
    let (mut game, mut chance) = game(&rules, 2);
    play(&mut game, &mut chance, 0, &T_SPIN[..3]);
    assert_eq!((game.rising(seat(0)), game.field(seat(0)).holes.rows()), (1, 0));
    play(&mut game, &mut chance, 0, &T_SPIN[3..]);
    assert_eq!((game.rising(seat(0)), game.field(seat(0)).holes.rows()), (0, 1));
    assert_eq!(pending(&game, 1), [4], "the attack is sent as a whole");
    let (mut alone, mut chance) = self::game("sudden_death.turn=2", 1);
    play(&mut alone, &mut chance, 0, &["-"; 3]);
    assert_eq!(alone.rising(seat(0)), 0);
}

#[test]
fn time_can_be_limited_and_more_attack_is_better_then() {
    let (mut game, mut chance) = game(&format!("{SLOT},max_ticks=10"), 2);
    play(&mut game, &mut chance, 1, &T_SPIN);
    play(&mut game, &mut chance, 1, &["-"; 6]);
    let outcome = game.outcome().unwrap();
    assert_eq!((outcome.winner(), outcome.reason()), (Some(seat(1)), "time is up"));
}

#[test]
fn a_forfeit_and_a_key_that_the_game_does_not_have_end_a_seat() {
    let (mut game, mut chance) = game("", 3);
    tick(&mut game, &mut chance, &["-", "!", "half_turn"]);
    let cause = |n| game.field(seat(n)).out.as_ref().map(|out| out.cause.to_string());
    assert_eq!(cause(0), None);
    assert!(cause(1).is_some() && cause(2).unwrap().contains("half_turn"));
    assert!(game.parse(seat(0), "target_1").is_ok(), "it is a key of other games");
    assert!(!game.is_legal(seat(0), LiveKeys::parse("target_1").unwrap()));
}

#[test]
fn the_snapshot_shows_everything_that_players_see() {
    let (mut game, mut chance) = game(&format!("{SLOT}O"), 2);
    play(&mut game, &mut chance, 0, &T_SPIN);
    play(&mut game, &mut chance, 1, &["hold"]);
    let data = game.snapshot().data;
    let seats = &data["seats"];
    assert_eq!(data["kicks"], "srs");
    assert_eq!(seats[0]["last"]["spin"], "full");
    assert_eq!(seats[0]["last"]["attack"], 4);
    assert_eq!((&seats[0]["combo"], &seats[0]["back_to_back"]), (&1.into(), &true.into()));
    assert_eq!(seats[0]["queue"].as_array().unwrap().len(), 5);
    assert_eq!(seats[1]["garbage"][0].to_string(), r#"{"rows":4,"due":1}"#);
    assert_eq!((&seats[1]["hold"], &seats[1]["can_hold"]), (&"T".into(), &false.into()));
    assert_eq!(seats[1]["cells"].to_string(), "[[4,19],[5,19],[4,20],[5,20]]");
    assert_eq!(seats[1]["ghost"].to_string(), "[[4,2],[5,2],[4,3],[5,3]]");
    let text = game.snapshot().text;
    assert!(text.lines().next().unwrap().contains("[T] O>"), "{text}");
}
