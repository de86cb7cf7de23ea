//! Facts of the rules.

use ludus_core::{Game, Seat, Seed, SeededChance};

use crate::rules::{ConnectFour, ConnectFourRules};

/// The position after these columns, counted from 1.
fn after(columns: &str) -> ConnectFour {
    let chance = &mut SeededChance::new(Seed::new(1));
    let rules = ConnectFourRules { opening: 0, ..ConnectFourRules::default() };
    let mut game = ConnectFour::new(&rules, 2, chance).unwrap();
    for digit in columns.bytes() {
        game.drop_disc(digit - b'1');
    }
    game
}

fn winner(columns: &str) -> Option<usize> {
    after(columns).outcome().and_then(|outcome| outcome.winner()).map(Seat::index)
}

#[test]
fn four_in_a_row_win_in_every_direction() {
    assert_eq!(winner("1212121"), Some(0), "a column");
    assert_eq!(winner("11223377"), None);
    assert_eq!(winner("1122334"), Some(0), "a row");
    assert_eq!(winner("12233434474"), Some(0), "a diagonal that rises");
    assert_eq!(winner("76655454414"), Some(0), "a diagonal that falls");
    assert_eq!(winner("17171727"), Some(1), "the second seat");
}

#[test]
fn a_line_does_not_continue_at_the_top_of_the_next_column() {
    let game = after("1212122131");
    assert_eq!(game.outcome(), None, "{}", game.snapshot().text);
}

#[test]
fn a_full_column_takes_no_disc_and_a_full_board_is_a_draw() {
    let game = after("121212");
    let mut legal = Vec::new();
    after("111111").legal(Seat::FIRST, &mut legal);
    assert_eq!(legal, [3, 2, 4, 1, 5, 6], "the middle first");
    assert!(game.is_legal(Seat::FIRST, 0));
    let full = after("121212212121343434434343565656656565777777");
    assert_eq!(full.outcome().unwrap().reason(), "the board is full");
}

#[test]
fn counts_of_positions_are_the_published_ones() {
    // Tromp's count of positions after n discs: https://oeis.org/A212693
    let mut level = std::collections::HashMap::from([([0, 0], after(""))]);
    for expected in [7, 49, 238, 1120, 4263, 16422, 54859] {
        let mut next = std::collections::HashMap::new();
        for game in level.values().filter(|game| game.outcome().is_none()) {
            for column in 0..7 {
                if game.landing_row(column).is_some() {
                    let mut game = game.clone();
                    game.drop_disc(column);
                    next.insert(game.discs, game);
                }
            }
        }
        assert_eq!(next.len(), expected);
        level = next;
    }
}
