//! The order of a turn, garbage, and how matches end.

use ludus_core::keys::with_pairs;
use ludus_core::{Answer, Forfeit, Game, Seat, Seed, SeededChance};
use ludus_tetris::Piece;

use crate::board::BitBoard;
use crate::game::Versus;
use crate::rules::VersusRules;

/// Four rows that an I in the last column clears.
const WELL: [&str; 4] = ["#########."; 4];

/// A T-spin double at T.south.x2.y1.
const SLOT: [&str; 3] = ["##.#######", "#...######", "##........"];

fn seat(n: usize) -> Seat {
    Seat::new(n).unwrap()
}

fn game(pairs: &str, seats: usize) -> (Versus, SeededChance) {
    let rules = with_pairs(&VersusRules::default(), pairs).unwrap();
    let mut chance = SeededChance::new(Seed::new(1));
    (Versus::new(&rules, seats, &mut chance).unwrap(), chance)
}

/// Gives a seat this board, from the bottom, and this current piece.
fn set(game: &mut Versus, n: usize, rows: &[&str], piece: Piece) {
    game.fields[n].board = BitBoard::from_rows(rows).unwrap();
    game.fields[n].current = piece;
}

/// Plays one turn; `-` is a forfeit, and `.` puts an O at the left wall.
fn play(game: &mut Versus, chance: &mut SeededChance, actions: &[&str]) {
    let mut turn = Vec::new();
    for (n, text) in actions.iter().enumerate() {
        let answer = match *text {
            "-" => Answer::Forfeit(Forfeit::Late),
            "." => {
                game.fields[n].current = Piece::O;
                let mut legal = Vec::new();
                game.legal(seat(n), &mut legal);
                Answer::Play(legal[0])
            }
            text => Answer::Play(game.parse(seat(n), text).unwrap()),
        };
        turn.push((seat(n), answer));
    }
    game.apply(&turn, chance);
}

fn pending(game: &Versus, n: usize) -> Vec<u32> {
    game.fields[n].garbage.attacks().iter().map(|attack| attack.rows).collect()
}

fn ranks(game: &Versus) -> Vec<usize> {
    game.outcome().unwrap().ranks().iter().map(|rank| rank.number()).collect()
}

#[test]
fn an_attack_waits_one_placement_of_the_receiver_and_rises_then() {
    let (mut game, mut chance) = game("", 2);
    set(&mut game, 0, &WELL, Piece::I);
    play(&mut game, &mut chance, &["I.east.x9.y2", "."]);
    // The board is empty after it: a perfect clear.
    assert_eq!(pending(&game, 1), [10]);
    assert_eq!(game.fields[1].board.max_height(), 2, "it has not risen yet");
    play(&mut game, &mut chance, &[".", "."]);
    assert!(pending(&game, 1).is_empty());
    assert_eq!(game.fields[1].holes.rows(), 10);
    assert_eq!(game.fields[1].board.max_height(), 14);
    assert_eq!(game.fields[0].tally.sent, 10);
}

#[test]
fn garbage_rises_below_and_is_remembered_as_garbage() {
    let (mut game, mut chance) = game("garbage.messiness=0", 2);
    game.fields[0].garbage.push(3);
    play(&mut game, &mut chance, &[".", "."]);
    let rows: Vec<String> = game.fields[0].cells.text().collect();
    assert_eq!(rows.len(), 5);
    assert!(rows[..3].iter().all(|row| row == &rows[0] && row.matches('G').count() == 9));
    assert_eq!(rows[3], "OO........");
    let columns = game.fields[0].board.columns();
    for (y, row) in rows.iter().enumerate() {
        for (x, cell) in row.chars().enumerate() {
            assert_eq!(cell != '.', columns[x] >> y & 1 == 1, "bits and letters agree");
        }
    }
}

#[test]
fn an_attack_cancels_the_own_queue_first_and_the_rest_is_sent() {
    let (mut game, mut chance) = game("", 2);
    set(&mut game, 0, &SLOT, Piece::T);
    game.fields[0].garbage.push(1);
    game.fields[0].garbage.push(1);
    play(&mut game, &mut chance, &["T.south.x2.y1.full", "."]);
    assert!(pending(&game, 0).is_empty());
    assert_eq!(game.fields[0].holes.rows(), 0, "nothing is left to rise");
    assert_eq!(pending(&game, 1), [2], "a T-spin double is four rows");
    assert_eq!((game.fields[0].tally.attack, game.fields[0].tally.sent), (4, 2));
}

#[test]
fn what_an_attack_does_not_cancel_rises_although_lines_were_cleared() {
    let (mut game, mut chance) = game("", 2);
    set(&mut game, 0, &SLOT, Piece::T);
    game.fields[0].garbage.push(7);
    play(&mut game, &mut chance, &["T.south.x2.y1.full", "."]);
    assert_eq!(game.fields[0].holes.rows(), 3);
    assert!(pending(&game, 1).is_empty());
    let (mut game, mut chance) = self::game("garbage.blocking=true", 2);
    set(&mut game, 0, &SLOT, Piece::T);
    game.fields[0].garbage.push(7);
    play(&mut game, &mut chance, &["T.south.x2.y1.full", "."]);
    assert_eq!((game.fields[0].holes.rows(), pending(&game, 0)), (0, vec![3]));
}

#[test]
fn attacks_of_the_same_turn_do_not_meet() {
    let (mut game, mut chance) = game("", 2);
    set(&mut game, 0, &SLOT, Piece::T);
    set(&mut game, 1, &SLOT, Piece::T);
    play(&mut game, &mut chance, &["T.south.x2.y1.full", "T.south.x2.y1.full"]);
    assert_eq!((pending(&game, 0), pending(&game, 1)), (vec![4], vec![4]));
}

#[test]
fn an_attack_goes_to_the_next_living_seat() {
    let (mut game, mut chance) = game("", 4);
    play(&mut game, &mut chance, &[".", "-", ".", "."]);
    set(&mut game, 0, &SLOT, Piece::T);
    play(&mut game, &mut chance, &["T.south.x2.y1.full", "-", ".", "."]);
    assert_eq!(pending(&game, 2), [4]);
    set(&mut game, 3, &SLOT, Piece::T);
    play(&mut game, &mut chance, &[".", "-", ".", "T.south.x2.y1.full"]);
    assert_eq!(pending(&game, 0), [4], "around the table");
}

#[test]
fn hold_swaps_the_current_piece_and_comes_once_per_piece() {
    let (mut game, mut chance) = game("", 1);
    game.fields[0].current = Piece::T;
    game.fields[0].queue = [Piece::I, Piece::S, Piece::Z, Piece::L, Piece::J].into();
    assert!(!game.is_legal(seat(0), game.parse(seat(0), "I.north.x1.y0").unwrap()));
    play(&mut game, &mut chance, &["hold.I.north.x1.y0"]);
    let field = &game.fields[0];
    assert_eq!((field.hold, field.current), (Some(Piece::T), Piece::S));
    assert_eq!(field.queue.len(), 5, "two pieces were used");
    play(&mut game, &mut chance, &["hold.T.north.x7.y0"]);
    let field = &game.fields[0];
    assert_eq!((field.hold, field.current), (Some(Piece::S), Piece::Z));
}

#[test]
fn without_a_held_piece_hold_is_not_assumed_if_the_next_piece_is_the_same() {
    let (mut game, _) = game("", 1);
    game.fields[0].current = Piece::T;
    game.fields[0].queue[0] = Piece::T;
    let mut legal = Vec::new();
    game.legal(seat(0), &mut legal);
    assert_eq!(legal.len(), 34);
    assert!(legal.iter().all(|action| !action.hold));
}

#[test]
fn a_seat_is_out_when_its_next_piece_cannot_spawn() {
    let (mut game, mut chance) = game("", 2);
    let rows = vec!["###.######"; 19];
    set(&mut game, 0, &rows, Piece::I);
    game.fields[0].queue[0] = Piece::O;
    play(&mut game, &mut chance, &["I.north.x4.y19", "."]);
    assert_eq!(game.fields[0].board.max_height(), 20);
    assert!(game.fields[0].is_alive(), "row 20 is free");
    game.fields[0].garbage.push(2);
    play(&mut game, &mut chance, &["O.north.x0.y19", "."]);
    assert_eq!(ranks(&game), [2, 1]);
    assert_eq!(game.outcome().unwrap().reason(), "last one standing");
}

#[test]
fn a_piece_wholly_above_row_nineteen_ends_a_seat_only_with_lock_out() {
    for (rules, alive) in [("", true), ("lock_out=true", false)] {
        let (mut game, mut chance) = game(rules, 1);
        let mut rows = vec![".#########"; 19];
        rows.push("#########.");
        set(&mut game, 0, &rows, Piece::O);
        play(&mut game, &mut chance, &["O.north.x0.y20"]);
        assert_eq!(game.fields[0].is_alive(), alive, "{rules}");
    }
}

#[test]
fn seats_that_go_out_in_the_same_turn_draw() {
    let (mut game, mut chance) = game("", 2);
    for n in 0..2 {
        set(&mut game, n, &["###.######"; 17], Piece::O);
        game.fields[n].garbage.push(20);
    }
    play(&mut game, &mut chance, &[".", "."]);
    assert_eq!(ranks(&game), [1, 1]);
    assert_eq!(game.outcome().unwrap().reason(), "all out in the same turn");
}

#[test]
fn sudden_death_rises_at_once_and_cannot_be_cancelled() {
    let (mut game, mut chance) =
        game("sudden_death.turn=1,sudden_death.every=1,sudden_death.grow=1", 2);
    set(&mut game, 0, &SLOT, Piece::T);
    play(&mut game, &mut chance, &["T.south.x2.y1.full", "."]);
    assert_eq!([0, 1].map(|n| game.fields[n].holes.rows()), [1, 1]);
    assert_eq!(pending(&game, 1), [4]);
    while !game.is_over() {
        play(&mut game, &mut chance, &[".", "."]);
    }
    assert!(game.turn() < 20, "every match ends");
    let (mut solo, mut chance) = self::game("sudden_death.turn=1", 1);
    play(&mut solo, &mut chance, &["."]);
    assert_eq!(solo.fields[0].holes.rows(), 0, "alone there is no hurry");
}

#[test]
fn all_seats_get_the_same_pieces_unless_the_rules_say_otherwise() {
    let queues = |pairs: &str| {
        let (game, _) = game(pairs, 2);
        [0, 1].map(|n| (game.fields[n].current, game.fields[n].queue.clone()))
    };
    let [first, second] = queues("previews=14");
    assert_eq!(first, second);
    let [first, second] = queues("previews=14,same_pieces=false");
    assert_ne!(first, second);
}

#[test]
fn the_bag_is_what_is_left_after_the_queue() {
    let (game, _) = game("previews=6", 1);
    assert_eq!(game.fields[0].bag().count(), 7, "all seven are known: a new bag comes");
    let (game, _) = self::game("previews=5", 1);
    let known = game.fields[0].queue.iter().chain([&game.fields[0].current]);
    let known: Vec<Piece> = known.copied().collect();
    let left: Vec<Piece> = game.fields[0].bag().collect();
    assert_eq!(left.len(), 1);
    assert!(!known.contains(&left[0]));
}

#[test]
fn the_piece_cap_ranks_by_attack() {
    let (mut game, mut chance) = game("max_pieces=1", 2);
    set(&mut game, 1, &SLOT, Piece::T);
    play(&mut game, &mut chance, &[".", "T.south.x2.y1.full"]);
    assert_eq!(ranks(&game), [2, 1]);
    assert_eq!(game.outcome().unwrap().reason(), "piece cap reached");
}

#[test]
fn what_is_not_legal_is_a_forfeit() {
    let (mut game, mut chance) = game("", 2);
    play(&mut game, &mut chance, &["O.north.x0.y5", "."]);
    assert_eq!(ranks(&game), [2, 1]);
    let reason = game.fields[0].out.as_ref().unwrap().cause.to_string();
    assert_eq!(reason, "illegal action: O.north.x0.y5");
}

#[test]
fn a_place_is_legal_only_with_the_spin_it_is_reached_by() {
    let (mut game, _) = game("", 1);
    set(&mut game, 0, &SLOT, Piece::T);
    let legal = |text: &str| game.is_legal(seat(0), game.parse(seat(0), text).unwrap());
    assert!(legal("T.south.x2.y1.full"));
    assert!(!legal("T.south.x2.y1") && !legal("T.south.x2.y1.mini"));
}

#[test]
fn figures_count_what_was_sent_and_for_what() {
    let (mut game, mut chance) = game("", 1);
    set(&mut game, 0, &SLOT, Piece::T);
    play(&mut game, &mut chance, &["T.south.x2.y1.full"]);
    set(&mut game, 0, &WELL, Piece::I);
    play(&mut game, &mut chance, &["I.east.x9.y2"]);
    let mut figures = ludus_core::Figures::default();
    game.figures(seat(0), &mut figures);
    let expected = [
        ("attack", 14.0),
        ("app", 7.0),
        ("lines", 6.0),
        ("pieces", 2.0),
        ("sent", 0.0),
        ("spins", 100.0 * 4.0 / 14.0),
        ("tetrises", 0.0),
        ("perfect", 100.0 * 10.0 / 14.0),
        ("combos", 0.0),
    ];
    for (name, value) in expected {
        assert_eq!(figures.get(name), Some(value), "{name}");
    }
}
