//! Flood fill and area control: which snake can reach which cell first, with bit operations.
//!
//! All flood fills advance turn by turn on the same board, while the tails move away. A cell that is occupied now may
//! be free when a head arrives.

use crate::bitboard::{Bitboard, CellIndex};
use crate::board::{MAX_SNAKES, SnakeBoard};
use crate::terrain::Terrain;

/// No food is reachable.
pub(crate) const NO_FOOD: u16 = u16::MAX;

/// The result of the flood fills for one snake.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reach<B> {
    /// The cells that it reaches before all others, or at the same time as shorter snakes only.
    pub(crate) territory: B,
    /// How many cells it can use if the other heads do not move. Counting stops when it is enough.
    pub(crate) space: u32,
    /// The distance to the nearest food that it reaches first; [`NO_FOOD`] if there is none.
    pub(crate) own_food: u16,
    /// The distance to the nearest food that it reaches at all; [`NO_FOOD`] if there is none.
    pub(crate) any_food: u16,
}

/// A tail that moves towards the head.
#[derive(Clone, Copy)]
struct RecedingTail {
    tail: CellIndex,
    stack: u16,
    left: u16,
}

/// Flood fills the board from the heads of these `N` living snakes. The results are in the same order. A snake's own
/// space is counted until it is `enough`.
pub(crate) fn flood<B: Bitboard, const N: usize>(
    terrain: &Terrain<B>,
    board: &SnakeBoard<B>,
    seats: [usize; N],
    enough: impl Fn(u16) -> u32,
) -> [Reach<B>; N] {
    let heads = seats.map(|seat| B::of(board.snakes[seat].head));
    let lengths = seats.map(|seat| board.snakes[seat].length);
    let mut taken = B::EMPTY;
    for (i, seat) in seats.iter().enumerate() {
        taken |= board.bodies[*seat] | heads[i];
    }
    let mut leaving = seats.map(|seat| {
        let snake = &board.snakes[seat];
        RecedingTail { tail: snake.tail, stack: snake.stack, left: snake.length }
    });
    let mut territory = heads;
    let mut reached = heads;
    let enough = lengths.map(|length| enough(length) + 1);
    let mut spaces = [1; N];
    let mut claimed = heads.iter().fold(B::EMPTY, |all, head| all | *head);
    let mut own_food = [NO_FOOD; N];
    let mut any_food = [NO_FOOD; N];
    for turn in 1_u16.. {
        for i in 0..N {
            taken &= !release(terrain, board, seats[i], &mut leaving[i]);
        }
        let mut moved = B::EMPTY;
        for i in 0..N {
            if spaces[i] >= enough[i] {
                continue;
            }
            let fresh = terrain.spread(reached[i]) & !taken & !reached[i];
            reached[i] |= fresh;
            moved |= fresh;
            spaces[i] = reached[i].count();
            if any_food[i] == NO_FOOD && !(fresh & board.food).is_empty() {
                any_food[i] = turn;
            }
        }
        let open = !taken & !claimed;
        let mut fresh = [B::EMPTY; N];
        for i in 0..N {
            fresh[i] = terrain.spread(territory[i]) & open;
            claimed |= fresh[i];
        }
        for i in 0..N {
            let mut lost = B::EMPTY;
            for j in 0..N {
                if j != i && lengths[j] >= lengths[i] {
                    lost |= fresh[j];
                }
            }
            let won = fresh[i] & !lost;
            territory[i] |= won;
            moved |= won;
            if own_food[i] == NO_FOOD && !(won & board.food).is_empty() {
                own_food[i] = turn;
            }
        }
        if moved.is_empty() && is_settled(turn, &spaces, &enough, &leaving) {
            break;
        }
    }
    std::array::from_fn(|i| Reach {
        // A snake cannot move to the cell of its own head.
        territory: territory[i] & !heads[i],
        space: usable(terrain, reached[i], heads[i]),
        own_food: own_food[i],
        any_food: any_food[i],
    })
}

/// How many of the cells that a head reaches it can enter, one after the other: the colours of the cells alternate on the
/// way, so the rarer colour limits it.
fn usable<B: Bitboard>(terrain: &Terrain<B>, reached: B, head: B) -> u32 {
    let all = (reached & !head).count();
    if terrain.wraps {
        return all;
    }
    let dark = (reached & !head & terrain.dark).count();
    let own = if (head & terrain.dark).is_empty() { all - dark } else { dark };
    // The first step leads to the other colour.
    all.min(2 * own + 1).min(2 * (all - own))
}

/// Removes the last segment of a body. Returns the cell that becomes free.
#[inline]
fn release<B: Bitboard>(
    terrain: &Terrain<B>,
    board: &SnakeBoard<B>,
    seat: usize,
    rest: &mut RecedingTail,
) -> B {
    if rest.left == 0 {
        return B::EMPTY;
    }
    rest.left -= 1;
    if rest.stack > 1 {
        rest.stack -= 1;
        return B::EMPTY;
    }
    let free = B::of(rest.tail);
    if rest.tail != board.snakes[seat].head {
        rest.tail = terrain.next(rest.tail, board.way(rest.tail));
    }
    free
}

/// Whether more turns cannot change anything: all bodies are gone, or every snake has enough space or too little to
/// wait for the next free cell.
fn is_settled(turn: u16, spaces: &[u32], enough: &[u32], leaving: &[RecedingTail]) -> bool {
    let gone = leaving.iter().all(|rest| rest.left == 0);
    let idle = |(space, enough): (&u32, &u32)| space >= enough || *space <= u32::from(turn);
    gone || spaces.iter().zip(enough).all(idle)
}

/// The flood fills of all living snakes by seat; `None` for dead snakes.
pub(crate) fn flood_all<B: Bitboard>(
    terrain: &Terrain<B>,
    board: &SnakeBoard<B>,
    enough: impl Fn(u16) -> u32,
) -> [Option<Reach<B>>; MAX_SNAKES] {
    let mut seats = [0; MAX_SNAKES];
    let mut count = 0;
    for seat in board.living() {
        seats[count] = seat;
        count += 1;
    }
    match count {
        0 => [None; MAX_SNAKES],
        1 => flood_first::<B, 1>(terrain, board, &seats, enough),
        2 => flood_first::<B, 2>(terrain, board, &seats, enough),
        3 => flood_first::<B, 3>(terrain, board, &seats, enough),
        4 => flood_first::<B, 4>(terrain, board, &seats, enough),
        5 => flood_first::<B, 5>(terrain, board, &seats, enough),
        6 => flood_first::<B, 6>(terrain, board, &seats, enough),
        7 => flood_first::<B, 7>(terrain, board, &seats, enough),
        _ => flood_first::<B, 8>(terrain, board, &seats, enough),
    }
}

fn flood_first<B: Bitboard, const N: usize>(
    terrain: &Terrain<B>,
    board: &SnakeBoard<B>,
    seats: &[usize; MAX_SNAKES],
    enough: impl Fn(u16) -> u32,
) -> [Option<Reach<B>>; MAX_SNAKES] {
    let seats: [usize; N] = std::array::from_fn(|i| seats[i]);
    let reaches = flood(terrain, board, seats, enough);
    let mut out = [None; MAX_SNAKES];
    for (seat, reach) in seats.into_iter().zip(reaches) {
        out[seat] = Some(reach);
    }
    out
}
