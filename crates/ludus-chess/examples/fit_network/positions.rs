//! Scored positions in the form that training needs: the active inputs, and the expected result.

use std::error::Error;
use std::fs::File;
use std::io::{BufRead, BufReader};

use cozy_chess::{Board, Color, Piece};
use ludus_chess::network::{Perspective, SCALE, output_bucket};

/// The largest number of pieces on a board.
const MAX_PIECES: usize = 32;

/// A scored position.
#[derive(Clone)]
pub(crate) struct TrainingPosition {
    /// The active inputs from the perspective of the side to move, then of the other side.
    inputs: [[u16; MAX_PIECES]; 2],
    pieces: u8,
    /// The output layer that scores it.
    pub(crate) output_bucket: u8,
    /// The expected result for the side to move, 0 to 1.
    pub(crate) expected: f32,
}

impl TrainingPosition {
    /// A position with its score in centipawns for the side to move.
    fn new(board: &Board, score: i32) -> Self {
        let us = board.side_to_move();
        let perspectives = [us, !us].map(|side| Perspective::of(board, side));
        let mut inputs = [[0; MAX_PIECES]; 2];
        let mut pieces = 0;
        for &color in &Color::ALL {
            for &piece in &Piece::ALL {
                for square in board.colored_pieces(color, piece) {
                    for (perspective, list) in perspectives.iter().zip(&mut inputs) {
                        list[pieces] = perspective.input(color, piece, square) as u16;
                    }
                    pieces += 1;
                }
            }
        }
        let logit = f64::from(score) / f64::from(SCALE);
        let expected = (1.0 / (1.0 + libm::exp(-logit))) as f32;
        Self { inputs, pieces: pieces as u8, output_bucket: output_bucket(board) as u8, expected }
    }

    /// The active inputs from one of the two perspectives.
    pub(crate) fn inputs(&self, perspective: usize) -> &[u16] {
        &self.inputs[perspective][..usize::from(self.pieces)]
    }
}

/// One position in this many is held back for validation: the last ones of every file. So these are whole games,
/// except one that is cut. Random positions would not do, because positions of one game are much alike.
const HELD_BACK: usize = 100;

/// The positions of these files to train with, and those that are held back.
pub(crate) fn load(files: &[String]) -> Result<[Vec<TrainingPosition>; 2], Box<dyn Error>> {
    let (mut all, mut held) = (Vec::new(), Vec::new());
    for file in files {
        let mut positions = Vec::new();
        for (index, line) in BufReader::new(File::open(file)?).lines().enumerate() {
            let line = line?;
            let read = || -> Option<TrainingPosition> {
                let (fen, score) = line.split_once(';')?;
                let board = format!("{fen} 0 1").parse().ok()?;
                Some(TrainingPosition::new(&board, score.parse().ok()?))
            };
            match read() {
                Some(position) => positions.push(position),
                // Probably the last line of a file that is still being written.
                None => eprintln!("{file}:{}: skipped", index + 1),
            }
        }
        held.extend(positions.split_off(positions.len() - positions.len() / HELD_BACK));
        all.extend(positions);
    }
    Ok([all, held])
}
