//! The falling pieces of the pages obey keys exactly as those of the server do.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use ludus_core::{Seed, SeedRng};
use ludus_tetris::live::{ActivePiece, FallingPiece, HIDDEN_ROWS, LiveKey, PieceWell};
use ludus_tetris::{Board, Piece};
use ludus_versus::board::BitBoard;
use ludus_versus::kicks::{KickTable, TurnRules};
use ludus_versus::live::{SpunPiece, VersusWell};
use ludus_versus::movegen::{MoveRules, spawn};
use serde_json::{Value, json};

const GAMES: u64 = 400;
const KEYS: usize = 60;

/// Plays the keys of every case with the pages' script, and prints the first piece that is not where it is to be.
const SCRIPT: &str = r#"
import { readFileSync } from "node:fs";
const source = readFileSync(process.argv[1], "utf8");
const { Well, cells, find } = await import("data:text/javascript," + encodeURIComponent(source));
const sorted = (list) => JSON.stringify(list.map(([x, y]) => x * 100 + y).sort((a, b) => a - b));
for (const { piece, rows, kicks, cells: from, steps } of JSON.parse(readFileSync(0, "utf8"))) {
  const well = new Well(rows, kicks ?? "srs");
  let falling = find(piece, from, 0);
  if (kicks && sorted(cells(well.spawned(piece))) !== sorted(from)) throw new Error(`${piece} spawns elsewhere`);
  for (const { key, cells: to } of steps) {
    falling = well.pressed(falling, key);
    if (sorted(cells(falling)) !== sorted(to)) {
      console.log(JSON.stringify({ piece, rows, key, is: cells(falling), to }));
      process.exit(1);
    }
  }
}
"#;

/// Rows from the top that are filled at random up to some height, so that most turns need kicks.
fn rough_rows(height: usize, rng: &mut SeedRng) -> Vec<String> {
    let filled = 6 + rng.below(11) as usize;
    let row = |row: usize, rng: &mut SeedRng| {
        (0..10).map(|_| if row < height - filled || rng.chance(0.7) { '.' } else { '#' }).collect()
    };
    (0..height).map(|number| row(number, rng)).collect()
}

/// Any keys, most of them turns and soft drops.
fn keys(rng: &mut SeedRng, half_turns: bool) -> Vec<LiveKey> {
    use LiveKey::{HalfTurn, HardDrop, MoveLeft, MoveRight, Rotate, RotateBack, SoftDrop};
    let often = [SoftDrop, SoftDrop, Rotate, Rotate, RotateBack, HalfTurn];
    let often = if half_turns { &often[..] } else { &often[..5] };
    let seldom = [MoveLeft, MoveRight, RotateBack, HardDrop];
    let key = |rng: &mut SeedRng| {
        let among = if rng.chance(0.7) { often } else { &seldom[..] };
        *rng.pick(among).unwrap()
    };
    (0..KEYS).map(|_| key(rng)).collect()
}

/// Where the server has a piece after each of these keys.
fn steps<W: PieceWell>(
    well: &W,
    start: W::Piece,
    keys: &[LiveKey],
    cells: impl Fn(W::Piece) -> Value,
) -> Value {
    let mut active = ActivePiece::spawned(start, well);
    let step = |key: &LiveKey| {
        active.press(*key, well);
        json!({ "key": key.name(), "cells": cells(active.falling) })
    };
    keys.iter().map(step).collect()
}

/// A piece of live Tetris on a rough board, the keys that are pressed, and where the server has it after each.
fn tetris_case(number: u64) -> Value {
    let mut rng = Seed::new(number).rng();
    let rows = rough_rows(20 + HIDDEN_ROWS, &mut rng);
    let board = Board::from_rows(&rows).unwrap();
    let piece = *rng.pick(&Piece::ALL).unwrap();
    let start = FallingPiece::spawn(piece, &board);
    let cells = |piece: FallingPiece| json!(piece.cells().collect::<Vec<_>>());
    let steps = steps(&board, start, &keys(&mut rng, false), cells);
    json!({ "piece": piece.to_string(), "rows": rows, "cells": cells(start), "steps": steps })
}

/// The same of live versus Tetris, with half turns and both tables of kicks.
fn versus_case(number: u64) -> Value {
    let mut rng = Seed::new(number).rng();
    let rows = rough_rows(44, &mut rng);
    let from_below: Vec<&String> = rows.iter().rev().take(40).collect();
    let board = BitBoard::from_rows(&from_below).unwrap();
    let plus = rng.chance(0.5);
    let kicks = if plus { KickTable::SrsPlus } else { KickTable::Srs };
    let rules = MoveRules { turns: TurnRules { kicks, half_turns: true }, all_spin: false };
    let piece = *rng.pick(&Piece::ALL).unwrap();
    let start = SpunPiece::new(piece, spawn(&board, piece).unwrap().place());
    let cells = |piece: SpunPiece| json!(piece.cells());
    let well = VersusWell { board: &board, rules };
    let steps = steps(&well, start, &keys(&mut rng, true), cells);
    json!({ "piece": piece.to_string(), "rows": rows, "kicks": kicks, "cells": cells(start), "steps": steps })
}

#[test]
fn the_pieces_of_the_pages_move_and_turn_like_the_servers() {
    let cases = (0..GAMES).flat_map(|number| [tetris_case(number), versus_case(number)]).collect();
    let cases = Value::Array(cases);
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
