//! Which grids of boards fit a terminal.

use ludus_arena::{ArenaError, Offer};
use ludus_core::Snapshot;

use crate::boards;

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
pub fn needed(game: &str, snapshot: &Snapshot, (rows, columns): Grid) -> (u16, u16) {
    let (width, height) = boards::least_size(game, snapshot);
    (columns * (width + 2).max(LEAST_COLUMNS), rows * (height + 2) + AROUND)
}

/// Whether a terminal of this size has as many columns and rows as are needed.
#[must_use]
pub const fn fits(needed: (u16, u16), size: (u16, u16)) -> bool {
    needed.0 <= size.0 && needed.1 <= size.1
}

/// The usual grids that fit a terminal of this size; one board at least.
///
/// # Errors
/// If the game cannot be played with these rules and this number of seats.
pub fn fitting(offer: &Offer, seats: usize, size: (u16, u16)) -> Result<Vec<Grid>, ArenaError> {
    let first = offer.game.first_position(&offer.rules, seats)?;
    let fit = |grid: &Grid| *grid == (1, 1) || fits(needed(offer.game.name(), &first, *grid), size);
    Ok(OFFERED.into_iter().filter(fit).collect())
}

/// Makes sure that a grid fits a terminal of this size.
///
/// # Errors
/// If it does not; the text says what it needs.
pub fn check(offer: &Offer, seats: usize, grid: Grid, size: (u16, u16)) -> Result<(), String> {
    let game = offer.game.name();
    let first =
        offer.game.first_position(&offer.rules, seats).map_err(|error| error.to_string())?;
    let needed = needed(game, &first, grid);
    if grid == (1, 1) || fits(needed, size) {
        Ok(())
    } else {
        Err(too_large(game, grid, needed, size))
    }
}

/// Says that a grid does not fit, and what it needs.
#[must_use]
pub fn too_large(game: &str, grid: Grid, needed: (u16, u16), size: (u16, u16)) -> String {
    format!(
        "a {}x{} grid of {game} needs a terminal of {}x{} characters; this one has {}x{}",
        grid.0, grid.1, needed.0, needed.1, size.0, size.1
    )
}

/// The grid of a session for which none was asked for: boards side by side, as many of three as fit.
///
/// # Errors
/// If the game cannot be played with these rules and this number of seats.
pub fn usual(offer: &Offer, seats: usize, size: (u16, u16)) -> Result<Grid, ArenaError> {
    let mut row = fitting(offer, seats, size)?;
    row.retain(|(rows, columns)| *rows == 1 && *columns <= 3);
    Ok(row.pop().unwrap_or((1, 1)))
}
