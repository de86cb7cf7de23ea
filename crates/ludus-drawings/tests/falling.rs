//! The falling piece of the pages obeys keys exactly as that of the server does.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use ludus_core::{Seed, SeedRng};
use ludus_tetris::live::kicks::{QuarterTurn, turn};
use ludus_tetris::live::{FallingPiece, HIDDEN_ROWS};
use ludus_tetris::{Board, Piece};
use serde_json::{Value, json};

const GAMES: u64 = 400;
const KEYS: usize = 60;

/// Plays the keys of every case with the pages' script, and prints the first piece that is not where it is to be.
const SCRIPT: &str = r#"
import { readFileSync } from "node:fs";
const source = readFileSync(process.argv[1], "utf8");
const { Well, cells, find } = await import("data:text/javascript," + encodeURIComponent(source));
const sorted = (list) => JSON.stringify(list.map(([x, y]) => x * 100 + y).sort((a, b) => a - b));
for (const { piece, rows, cells: from, steps } of JSON.parse(readFileSync(0, "utf8"))) {
  const well = new Well(rows);
  let falling = find(piece, from, 0);
  for (const { key, cells: to } of steps) {
    falling = well.pressed(falling, key);
    if (sorted(cells(falling)) !== sorted(to)) {
      console.log(JSON.stringify({ piece, rows, key, is: cells(falling), to }));
      process.exit(1);
    }
  }
}
"#;

/// A board with hidden rows that is filled at random up to some height, so that most turns need kicks.
fn rough_rows(rng: &mut SeedRng) -> Vec<String> {
    let height = 20 + HIDDEN_ROWS;
    let filled = 6 + rng.below(11) as usize;
    let row = |row: usize, rng: &mut SeedRng| {
        (0..10).map(|_| if row < height - filled || rng.chance(0.7) { '.' } else { '#' }).collect()
    };
    (0..height).map(|number| row(number, rng)).collect()
}

fn pressed(piece: FallingPiece, board: &Board, key: &str) -> FallingPiece {
    let moved = match key {
        "move_left" => piece.moved_on(board, -1, 0),
        "move_right" => piece.moved_on(board, 1, 0),
        "soft_drop" => piece.moved_on(board, 0, -1),
        "rotate" => turn(piece, board, QuarterTurn::Right),
        "rotate_back" => turn(piece, board, QuarterTurn::Left),
        _ => Some(piece.dropped(board)),
    };
    moved.unwrap_or(piece)
}

/// A piece on a rough board, the keys that are pressed, and where the server has it after each.
fn case(number: u64) -> Value {
    let mut rng = Seed::new(number).rng();
    let rows = rough_rows(&mut rng);
    let board = Board::from_rows(&rows).unwrap();
    let piece = *rng.pick(&Piece::ALL).unwrap();
    let start = FallingPiece::spawn(piece, &board);
    let mut falling = start;
    let steps: Vec<_> = (0..KEYS)
        .map(|_| {
            let often = ["soft_drop", "soft_drop", "rotate", "rotate", "rotate_back"];
            let seldom = ["move_left", "move_right", "rotate_back", "hard_drop"];
            let keys = if rng.chance(0.7) { &often[..] } else { &seldom[..] };
            let key = *rng.pick(keys).unwrap();
            falling = pressed(falling, &board, key);
            json!({ "key": key, "cells": falling.cells().collect::<Vec<_>>() })
        })
        .collect();
    let cells: Vec<_> = start.cells().collect();
    json!({ "piece": piece.to_string(), "rows": rows, "cells": cells, "steps": steps })
}

#[test]
fn the_pages_piece_moves_and_turns_like_the_servers() {
    let cases = Value::Array((0..GAMES).map(case).collect());
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("pages/tetris/falling.js");
    let mut node = Command::new("node")
        .args(["--input-type=module", "--eval", SCRIPT, "--"])
        .arg(script)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    node.stdin.take().unwrap().write_all(cases.to_string().as_bytes()).unwrap();
    let output = node.wait_with_output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
}
