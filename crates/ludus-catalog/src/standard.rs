//! The games of this project.

use ludus_chess::ChessKit;
use ludus_drawings::pages::page;
use ludus_drawings::terminal;
use ludus_snake::SnakeKit;
use ludus_tetris::TetrisKit;
use ludus_tetris::live::LiveKit;
use ludus_versus::VersusKit;
use ludus_versus::live::LiveVersusKit;

use crate::entry::{AnyEntry, Drawing, GameEntry};

/// The games of this project with their live forms, in the order in which they are listed.
#[must_use]
pub fn standard() -> Vec<Box<dyn AnyEntry>> {
    vec![
        Box::new(GameEntry::<TetrisKit>::game(Drawing {
            widget: terminal::TETRIS,
            page: page("tetris"),
        })),
        Box::new(GameEntry::<ChessKit>::game(Drawing {
            widget: terminal::CHESS,
            page: page("chess"),
        })),
        Box::new(GameEntry::<SnakeKit>::game(Drawing {
            widget: terminal::SNAKE,
            page: page("snake"),
        })),
        Box::new(GameEntry::<VersusKit>::game(Drawing {
            widget: terminal::VERSUS,
            page: page("tetris"),
        })),
        Box::new(GameEntry::<LiveKit>::live_form_of::<TetrisKit>(Drawing {
            widget: terminal::TETRIS,
            page: Vec::new(),
        })),
        Box::new(GameEntry::<LiveVersusKit>::live_form_of::<VersusKit>(Drawing {
            widget: terminal::VERSUS,
            page: Vec::new(),
        })),
    ]
}
