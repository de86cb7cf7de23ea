//! How games end, their rules, and their text formats.

#![allow(clippy::unwrap_used, reason = "a failed unwrap fails the test")]

use ludus_chess::{Chess, ChessRules};
use ludus_core::{Answer, Forfeit, Game, Seat, SeatSet, Seed, SeededChance};
use proptest::prelude::*;
use serde_json::json;

fn new_game(rules: &ChessRules) -> Result<Chess, ludus_core::RulesError> {
    Chess::new(rules, 2, &mut SeededChance::new(Seed::new(1)))
}

fn from(fen: &str) -> Chess {
    new_game(&ChessRules::from_fen(fen)).unwrap()
}

fn play(game: &mut Chess, moves: &str) {
    let mut chance = SeededChance::new(Seed::new(1));
    for text in moves.split_whitespace() {
        let seat = game.to_act().iter().next().unwrap_or_else(|| panic!("{text} after the end"));
        let mv = game.parse(seat, text).unwrap();
        assert!(game.is_legal(seat, mv), "{text}");
        game.apply(&[(seat, Answer::Play(mv))], &mut chance);
    }
}

fn seat(index: usize) -> Seat {
    Seat::new(index).unwrap()
}

#[track_caller]
fn assert_end(game: &Chess, winner: Option<usize>, reason: &str) {
    let outcome = game.outcome().expect("the game is over");
    assert_eq!(outcome.reason(), reason);
    assert_eq!(outcome.winner().map(Seat::index), winner);
    assert_eq!(game.to_act(), SeatSet::EMPTY);
    let mut legal = vec![cozy_chess_move()];
    game.legal(seat(0), &mut legal);
    assert!(legal.is_empty());
}

fn cozy_chess_move() -> <Chess as Game>::Action {
    "e2e4".parse().unwrap()
}

#[test]
fn checkmate_wins() {
    let mut game = from("startpos");
    play(&mut game, "f3 e5 g4 Qh4");
    assert_end(&game, Some(1), "checkmate");
}

#[test]
fn a_player_sees_the_moves_since_the_last_one_that_cannot_be_taken_back() {
    let view = |game: &Chess| serde_json::to_value(game.view(seat(0))).unwrap();
    let mut game = from("startpos");
    let first = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    assert_eq!(view(&game), json!({ "fen": first, "start": first, "moves": [] }));
    play(&mut game, "Nf3 e5 Nxe5 Nf6 Rg1");
    assert_eq!(
        view(&game),
        json!({
            "fen": "rnbqkb1r/pppp1ppp/5n2/4N3/8/8/PPPPPPPP/RNBQKBR1 b Qkq - 2 3",
            "start": "rnbqkbnr/pppp1ppp/8/4N3/8/8/PPPPPPPP/RNBQKB1R b KQkq - 0 2",
            "moves": ["g8f6", "h1g1"],
        })
    );
}

#[test]
fn stalemate_draws() {
    let mut game = from("7k/5K2/8/6Q1/8/8/8/8 w - - 0 1");
    play(&mut game, "Qg6");
    assert_end(&game, None, "stalemate");
}

#[test]
fn threefold_repetition_draws() {
    let mut game = from("startpos");
    play(&mut game, "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1");
    assert!(game.outcome().is_none());
    play(&mut game, "Ng8");
    assert_end(&game, None, "threefold repetition");
}

#[test]
fn a_position_with_a_possible_en_passant_capture_is_a_different_one() {
    // After a2-a4 Black can capture en passant once: that position does not occur again.
    let mut game = from("4k3/8/8/8/1p6/8/P7/4K3 w - - 0 1");
    play(&mut game, "a4 Ke7 Ke2 Ke8 Ke1 Ke7 Ke2 Ke8 Ke1");
    assert!(game.outcome().is_none(), "twice without the chance, once with it");
    play(&mut game, "Ke7");
    assert_end(&game, None, "threefold repetition");
    // Without a pawn that can capture, the double step makes no difference.
    let mut game = from("4k3/8/8/8/7p/8/P7/4K3 w - - 0 1");
    play(&mut game, "a4 Ke7 Ke2 Ke8 Ke1 Ke7 Ke2 Ke8 Ke1");
    assert_end(&game, None, "threefold repetition");
}

#[test]
fn a_position_with_other_castling_rights_is_a_different_one() {
    let mut game = from("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    play(&mut game, "Rg1 Kd8 Rh1 Ke8 Rg1 Kd8 Rh1 Ke8");
    assert!(game.outcome().is_none(), "the first position still had the right");
    play(&mut game, "Rg1");
    assert_end(&game, None, "threefold repetition");
}

#[test]
fn fifty_moves_without_progress_draw_but_mate_comes_first() {
    let mut game = from("7k/8/8/8/8/8/R7/K7 w - - 98 90");
    play(&mut game, "Ra3 Kg8");
    assert_end(&game, None, "fifty moves");
    let mut game = from("7k/R7/6K1/8/8/8/8/8 w - - 99 90");
    play(&mut game, "Ra8");
    assert_end(&game, Some(0), "checkmate");
}

#[test]
fn bare_kings_draw() {
    let mut game = from("8/8/4k3/8/8/3K4/8/n7 w - - 0 1");
    assert_end(&game, None, "insufficient material");
    game = from("8/8/4k3/8/8/8/1n6/K7 w - - 0 1");
    assert_end(&game, None, "insufficient material");
    game = from("8/8/4k3/8/8/8/1r6/K7 w - - 0 1");
    play(&mut game, "Kxb2");
    assert_end(&game, None, "insufficient material");
}

#[test]
fn a_game_that_reaches_the_length_limit_is_drawn() {
    let rules = ChessRules { max_plies: 3, opening: "e4 e5".into(), ..ChessRules::default() };
    let mut game = new_game(&rules).unwrap();
    assert_eq!((game.turn(), game.opening_plies()), (0, 2));
    play(&mut game, "d4 d5 Nf3");
    assert_end(&game, None, "max moves reached");
}

#[test]
fn a_seat_that_forfeits_loses_with_the_reason() {
    for (forfeit, reason) in [
        (Forfeit::Error("no answer".into()), "engine error: no answer"),
        (Forfeit::Late, "late"),
        (Forfeit::Illegal("e2e5".into()), "illegal action: e2e5"),
    ] {
        let mut game = from("startpos");
        game.apply(&[(seat(0), Answer::Forfeit(forfeit))], &mut SeededChance::new(Seed::new(1)));
        assert_end(&game, Some(1), reason);
    }
}

#[test]
fn wrong_rules_are_an_error_of_one_line() {
    let error = |rules: ChessRules| new_game(&rules).unwrap_err().to_string();
    let no_king = error(ChessRules::from_fen("8/8/4k3/8/8/8/8/8 w - - 0 1"));
    assert_eq!(
        no_king,
        "rule fen is \"8/8/4k3/8/8/8/8/8 w - - 0 1\"; allowed: a position; white has no king"
    );
    let illegal = error(ChessRules { opening: "e4 e4".into(), ..ChessRules::default() });
    assert!(illegal.contains("rule opening"), "{illegal}");
    assert!(error(ChessRules { max_plies: 0, ..ChessRules::default() }).contains("max_plies"));
    let seats = Chess::new(&ChessRules::default(), 3, &mut SeededChance::new(Seed::new(1)));
    assert_eq!(seats.unwrap_err().to_string(), "chess is played with 2 seats, not 3");
}

#[test]
fn an_opening_is_parsed_as_people_write_it() {
    let opening = "1. e4 e5 2.Nf3 Nc6 3 Bc4 Bc5 4. 0-0 g8f6";
    let game = new_game(&ChessRules { opening: opening.into(), ..ChessRules::default() }).unwrap();
    assert_eq!(game.san_moves().join(" "), "e4 e5 Nf3 Nc6 Bc4 Bc5 O-O Nf6");
}

#[test]
fn the_same_chance_gives_the_same_opening_and_another_one_another() {
    let start = |seed| {
        let mut chance = SeededChance::new(Seed::new(seed));
        Chess::new(&ChessRules::default(), 2, &mut chance).unwrap().board().to_string()
    };
    assert_eq!(start(7), start(7));
    let different: std::collections::HashSet<_> = (0..60).map(start).collect();
    assert!(different.len() > 25, "{} different openings of 60", different.len());
}

#[test]
fn a_snapshot_has_what_front_ends_draw() {
    let mut game = from("startpos");
    play(&mut game, "e4 d5 Bb5");
    let snapshot = game.snapshot();
    assert_eq!(snapshot.text, "rnbqkbnr/ppp1pppp/8/1B1p4/4P3/8/PPPP1PPP/RNBQK1NR b KQkq - 1 2");
    let drawing = "\
8  r n b q k b n r
7  p p p . p p p p
6  . . . . . . . .
5  . B . p . . . .
4  . . . . P . . .
3  . . . . . . . .
2  P P P P . P P P
1  R N B Q K . N R
   a b c d e f g h
Black to move, in check
rnbqkbnr/ppp1pppp/8/1B1p4/4P3/8/PPPP1PPP/RNBQK1NR b KQkq - 1 2";
    assert_eq!(Chess::drawing(&snapshot), drawing);
    let data = snapshot.data;
    assert_eq!(data["fen"], snapshot.text);
    assert_eq!(data["board"][0], "rnbqkbnr");
    assert_eq!(data["board"][3], ".B.p....");
    assert_eq!((&data["last"], &data["check"]), (&"f1b5".into(), &true.into()));
    assert_eq!(data["san"], serde_json::json!(["e4", "d5", "Bb5+"]));
    assert_eq!(data["to_move"], "black");
    assert_eq!(data["legal"].as_array().unwrap().len(), 5);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn positions_and_moves_survive_their_text(seed in any::<u64>()) {
        let mut game = from("startpos");
        let mut rng = Seed::new(seed).rng();
        let mut chance = SeededChance::new(Seed::new(seed));
        let mut legal = Vec::new();
        while let Some(seat) = game.to_act().iter().next() {
            game.legal(seat, &mut legal);
            let fen = game.board().to_string();
            prop_assert_eq!(&ludus_chess::position::parse_fen(&fen).unwrap(), game.board());
            for &mv in &legal {
                prop_assert!(game.is_legal(seat, mv));
                prop_assert_eq!(game.parse(seat, &game.show(seat, mv)).unwrap(), mv);
                let san = ludus_chess::notation::san(game.board(), mv);
                prop_assert_eq!(game.parse(seat, &san).unwrap(), mv, "{} in {}", san, fen);
            }
            let &mv = rng.pick(&legal).unwrap();
            game.apply(&[(seat, Answer::Play(mv))], &mut chance);
        }
        let text = ludus_chess::pgn::write(&game, game.outcome().as_ref(), &ludus_chess::pgn::PgnHeader::default(), &[]);
        let games = ludus_chess::pgn::read(&text).unwrap();
        prop_assert_eq!(games.len(), 1);
        prop_assert_eq!(&games[0].moves[..], game.moves());
    }

    #[test]
    fn no_text_makes_a_reader_panic(text in "\\PC{0,60}") {
        let _ = ludus_chess::position::parse_fen(&text);
        let _ = ludus_chess::pgn::read(&text);
        let _ = ludus_chess::epd::read(&text);
        let _ = ludus_chess::openings::read(&text, 8);
        let _ = from("startpos").parse(seat(0), &text);
    }
}
