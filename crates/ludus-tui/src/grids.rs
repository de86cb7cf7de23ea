//! Which grids of boards fit a terminal.

use ludus_arena::{ArenaError, Offer};

use crate::error::SetupError;
use crate::lobby::Lobby;
use crate::widgets::{BoardWidget, Size};

/// Rows and columns of a grid.
pub type Grid = (u16, u16);

/// Grids to choose from, as far as they fit.
const OFFERED: [Grid; 12] = [
    (1, 1),
    (1, 2),
    (1, 3),
    (1, 4),
    (2, 2),
    (2, 3),
    (2, 4),
    (3, 3),
    (3, 4),
    (4, 4),
    (4, 6),
    (5, 8),
];

/// The least columns that a board gets: there must be room for names and results.
const LEAST_COLUMNS: u16 = 14;

/// The rows of the title, the notes and the keys.
const AROUND: u16 = 3;

/// The columns and rows that a terminal needs for a grid of boards like this one, each with a line above and below
/// it.
#[must_use]
pub fn needed(board: &dyn BoardWidget, (rows, columns): Grid) -> Size {
    let (width, height) = board.least_size();
    (columns * (width + 2).max(LEAST_COLUMNS), rows * (height + 2) + AROUND)
}

/// Whether a terminal of this size has as many columns and rows as are needed.
#[must_use]
pub const fn fits(needed: Size, size: Size) -> bool {
    needed.0 <= size.0 && needed.1 <= size.1
}

/// The board of a first position.
fn first_board(
    lobby: &Lobby,
    offer: &Offer,
    seats: usize,
) -> Result<Box<dyn BoardWidget>, ArenaError> {
    let first = offer.game.first_position(&offer.rules, seats)?;
    Ok(lobby.widgets.read(offer.game.name(), &first))
}

/// The usual grids that fit a terminal of this size; one board at least.
///
/// # Errors
/// If the game cannot be played with these rules and this number of seats.
pub fn fitting(
    lobby: &Lobby,
    offer: &Offer,
    seats: usize,
    size: Size,
) -> Result<Vec<Grid>, ArenaError> {
    let board = first_board(lobby, offer, seats)?;
    let fit = |grid: &Grid| *grid == (1, 1) || fits(needed(&*board, *grid), size);
    Ok(OFFERED.into_iter().filter(fit).collect())
}

/// Makes sure that a grid fits a terminal of this size.
///
/// # Errors
/// If it does not fit, or the game cannot be played with these rules and this number of seats.
pub fn check(
    lobby: &Lobby,
    offer: &Offer,
    seats: usize,
    grid: Grid,
    size: Size,
) -> Result<(), SetupError> {
    let needed = needed(&*first_board(lobby, offer, seats)?, grid);
    if grid == (1, 1) || fits(needed, size) {
        return Ok(());
    }
    Err(SetupError::GridTooLarge { game: offer.game.name(), grid, needed, size })
}

/// The grid of a session for which none was asked for: boards side by side, as many of three as fit.
///
/// # Errors
/// If the game cannot be played with these rules and this number of seats.
pub fn usual(lobby: &Lobby, offer: &Offer, seats: usize, size: Size) -> Result<Grid, ArenaError> {
    let mut row = fitting(lobby, offer, seats, size)?;
    row.retain(|(rows, columns)| *rows == 1 && *columns <= 3);
    Ok(row.pop().unwrap_or((1, 1)))
}
