//! Scored positions as the fit needs them: the inputs that are on, and the expected result.

use std::error::Error;
use std::fs::File;
use std::io::{BufRead, BufReader};

use cozy_chess::{Board, Color, Piece};
use ludus_chess::network::{SCALE, View, output_of};

/// The most pieces on a board.
const PIECES: usize = 32;

/// A position.
#[derive(Clone)]
pub(crate) struct Position {
    /// The inputs that are on, as the side to move and as the other sees the board.
    inputs: [[u16; PIECES]; 2],
    pieces: u8,
    /// Which output layer scores it.
    pub(crate) output: u8,
    /// The expected result for the side to move, 0 to 1.
    pub(crate) expected: f32,
}

impl Position {
    /// A position with its score in centipawns for the side to move.
    fn new(board: &Board, score: i32) -> Self {
        let us = board.side_to_move();
        let views = [us, !us].map(|side| View::of(board, side));
        let mut inputs = [[0; PIECES]; 2];
        let mut pieces = 0;
        for &color in &Color::ALL {
            for &piece in &Piece::ALL {
                for square in board.colored_pieces(color, piece) {
                    for (view, list) in views.iter().zip(&mut inputs) {
                        list[pieces] = view.input(color, piece, square) as u16;
                    }
                    pieces += 1;
                }
            }
        }
        let logit = f64::from(score) / f64::from(SCALE);
        let expected = (1.0 / (1.0 + libm::exp(-logit))) as f32;
        Self { inputs, pieces: pieces as u8, output: output_of(board) as u8, expected }
    }

    /// The inputs that are on in one of the two views.
    pub(crate) fn inputs(&self, view: usize) -> &[u16] {
        &self.inputs[view][..usize::from(self.pieces)]
    }
}

/// All positions of these files, and apart from them the last hundredth of every file: games that the
/// others, but for one that is cut, say nothing about. Positions of one game are much alike.
pub(crate) fn load(files: &[String]) -> Result<[Vec<Position>; 2], Box<dyn Error>> {
    let (mut all, mut held) = (Vec::new(), Vec::new());
    for file in files {
        let mut positions = Vec::new();
        for (index, line) in BufReader::new(File::open(file)?).lines().enumerate() {
            let line = line?;
            let read = || -> Option<Position> {
                let (fen, score) = line.split_once(';')?;
                let board = format!("{fen} 0 1").parse().ok()?;
                Some(Position::new(&board, score.parse().ok()?))
            };
            match read() {
                Some(position) => positions.push(position),
                // The last line of a file that is still being written.
                None => eprintln!("{file}:{}: skipped", index + 1),
            }
        }
        held.extend(positions.split_off(positions.len() - positions.len() / 100));
        all.extend(positions);
    }
    Ok([all, held])
}
