//! What chance decides: start points, the first food, the food of every turn, the shrinking side.

use ludus_core::{Chance, ChanceKind};

use crate::bitboard::{Bitboard, Bitboard25};
use crate::board::SnakeBoard;
use crate::geometry::{Direction, Point};
use crate::rules::{FULL_HEALTH, START_LENGTH, SnakeRules};
use crate::terrain::Terrain;

/// Where the snakes start.
pub(crate) const START: ChanceKind = ChanceKind(0);
/// Where food appears. Event `turn × 256 + n` is the n-th food of a turn.
pub(crate) const FOOD_PLACE: ChanceKind = ChanceKind(1);
/// Whether food appears. The event number is the turn.
pub(crate) const FOOD_CHANCE: ChanceKind = ChanceKind(2);
/// royale: which side shrinks. The event number counts the shrinks.
pub(crate) const SHRINK: ChanceKind = ChanceKind(3);

/// The events of [`START`]: shuffling the corners, shuffling the middles of the sides, which of the two comes first, and
/// from the last on one start point for each seat.
const SHUFFLE_CORNERS: u64 = 0;
const SHUFFLE_SIDES: u64 = 3;
const CORNERS_FIRST: u64 = 6;
const DRAWN_START: u64 = 7;

/// How many events of [`FOOD_PLACE`] each turn has.
const FOOD_PER_TURN: u64 = 256;

/// Boards with fewer cells are small: with more than four snakes they get no food beside the heads (official rules).
const SMALL_BOARD: i32 = 11 * 11;

/// The first board of a match: snakes on their start points, and the first food.
pub(crate) fn first_board(
    rules: &SnakeRules,
    terrain: &Terrain<Bitboard25>,
    seats: usize,
    chance: &mut dyn Chance,
) -> SnakeBoard<Bitboard25> {
    let square = rules.width == rules.height;
    let starts = if square {
        fixed_starts(terrain, seats, chance)
    } else {
        drawn_starts(terrain, seats, chance)
    };
    let mut board = SnakeBoard::empty();
    for (seat, start) in starts.into_iter().enumerate() {
        let placed = board.place(terrain, seat, &[start; START_LENGTH], FULL_HEALTH);
        debug_assert!(placed.is_ok(), "start points are free and on the board");
    }
    if rules.ruleset.grows() {
        return board;
    }
    let mut drawer = FoodDrawer { turn: 0, drawn: 0, chance };
    if square {
        first_food(terrain, &mut board, seats, &mut drawer);
    } else {
        (0..seats).for_each(|_| drawer.place_anywhere(terrain, &mut board));
    }
    board
}

/// Start points on square boards: the corners and the middles of the sides, one cell from the edge. Chance decides
/// the order of each group, and which group comes first.
fn fixed_starts(
    terrain: &Terrain<Bitboard25>,
    seats: usize,
    chance: &mut dyn Chance,
) -> Vec<Point> {
    let (near, middle, far) = (1, (terrain.width - 1) / 2, terrain.width - 2);
    let points = |list: [(i32, i32); 4]| list.map(|(x, y)| Point::new(x, y));
    let mut corners = points([(near, near), (near, far), (far, near), (far, far)]);
    let mut sides = points([(near, middle), (middle, near), (middle, far), (far, middle)]);
    shuffle(&mut corners, SHUFFLE_CORNERS, chance);
    shuffle(&mut sides, SHUFFLE_SIDES, chance);
    let (first, second) =
        if chance.draw(START, CORNERS_FIRST, 2) == 0 { (corners, sides) } else { (sides, corners) };
    first.into_iter().chain(second).take(seats).collect()
}

/// Shuffles four points, with events `first..first + 3`.
fn shuffle(points: &mut [Point; 4], first: u64, chance: &mut dyn Chance) {
    for (event, last) in (1..4).rev().enumerate() {
        let pick = chance.draw(START, first + event as u64, last as u32 + 1);
        points.swap(last, pick as usize);
    }
}

/// Start points on other boards: random cells with x + y even, except the centre. Equal parity means that any two
/// heads can meet.
fn drawn_starts(
    terrain: &Terrain<Bitboard25>,
    seats: usize,
    chance: &mut dyn Chance,
) -> Vec<Point> {
    let mut free: Vec<Point> = terrain
        .all
        .cells()
        .map(Terrain::<Bitboard25>::point_of)
        .filter(|point| (point.x + point.y) % 2 == 0 && *point != centre(terrain))
        .collect();
    let event = |seat: usize| DRAWN_START + seat as u64;
    (0..seats)
        .map(|seat| free.swap_remove(chance.draw(START, event(seat), free.len() as u32) as usize))
        .collect()
}

fn centre(terrain: &Terrain<Bitboard25>) -> Point {
    Point::new((terrain.width - 1) / 2, (terrain.height - 1) / 2)
}

/// The official first food of square boards: one diagonally next to each head, away from the centre and not in a
/// corner (on small boards only for up to four snakes), and one in the centre.
fn first_food(
    terrain: &Terrain<Bitboard25>,
    board: &mut SnakeBoard<Bitboard25>,
    seats: usize,
    drawer: &mut FoodDrawer<'_>,
) {
    let centre = centre(terrain);
    let small = terrain.width * terrain.height < SMALL_BOARD;
    if seats <= 4 || !small {
        for seat in 0..seats {
            let head = Terrain::<Bitboard25>::point_of(board.snakes[seat].head);
            let spots: Vec<Point> = [(-1, -1), (-1, 1), (1, -1), (1, 1)]
                .into_iter()
                .map(|(dx, dy)| Point::new(head.x + dx, head.y + dy))
                .filter(|spot| is_first_food(terrain, board, head, *spot))
                .collect();
            drawer.place(board, &spots);
        }
    }
    board.food |= Bitboard25::of(Terrain::<Bitboard25>::cell_of(centre));
}

fn is_first_food(
    terrain: &Terrain<Bitboard25>,
    board: &SnakeBoard<Bitboard25>,
    head: Point,
    spot: Point,
) -> bool {
    let centre = centre(terrain);
    let outward =
        |spot, head, centre| (spot < head && head < centre) || (centre < head && head < spot);
    let edge = |at, size| at == 0 || at == size - 1;
    let away = outward(spot.x, head.x, centre.x) || outward(spot.y, head.y, centre.y);
    let corner = edge(spot.x, terrain.width) && edge(spot.y, terrain.height);
    let free = terrain.locate(spot).is_some_and(|cell| !board.food.has(cell));
    spot != centre && away && !corner && free
}

/// Food after a turn: up to the minimum, or else one with the probability of the rules.
pub(crate) fn spawn_food(
    rules: &SnakeRules,
    terrain: &Terrain<Bitboard25>,
    board: &mut SnakeBoard<Bitboard25>,
    turn: u32,
    chance: &mut dyn Chance,
) {
    if rules.ruleset.grows() {
        return;
    }
    let missing = u32::from(rules.minimum_food).saturating_sub(board.food.count());
    let lucky = chance.draw(FOOD_CHANCE, turn.into(), 100) < rules.food_spawn_chance.into();
    let wanted = if missing == 0 { u32::from(lucky) } else { missing };
    let mut drawer = FoodDrawer { turn, drawn: 0, chance };
    (0..wanted).for_each(|_| drawer.place_anywhere(terrain, board));
}

/// royale: the side that shrinks next.
pub(crate) fn shrinking_side(shrinks: u32, chance: &mut dyn Chance) -> Direction {
    let sides = [Direction::Left, Direction::Right, Direction::Down, Direction::Up];
    sides[chance.draw(SHRINK, shrinks.into(), 4) as usize]
}

/// Draws the cells of one turn's food.
struct FoodDrawer<'a> {
    turn: u32,
    drawn: u64,
    chance: &'a mut dyn Chance,
}

impl FoodDrawer<'_> {
    /// Puts food on one of these points, if there are any.
    fn place(&mut self, board: &mut SnakeBoard<Bitboard25>, spots: &[Point]) {
        if spots.is_empty() {
            return;
        }
        let event = u64::from(self.turn) * FOOD_PER_TURN + self.drawn;
        self.drawn += 1;
        let pick = self.chance.draw(FOOD_PLACE, event, spots.len() as u32);
        board.food |= Bitboard25::of(Terrain::<Bitboard25>::cell_of(spots[pick as usize]));
    }

    /// Puts food on any cell without food and bodies that is not next to a living head.
    fn place_anywhere(
        &mut self,
        terrain: &Terrain<Bitboard25>,
        board: &mut SnakeBoard<Bitboard25>,
    ) {
        let mut taken = board.food | board.occupied();
        for seat in board.living() {
            // The official rules do not look across edges here, not even connected ones.
            let head = Terrain::<Bitboard25>::point_of(board.snakes[seat].head);
            for spot in
                Direction::ALL.map(|d| head.step(d)).into_iter().filter(|p| terrain.contains(*p))
            {
                taken |= Bitboard25::of(Terrain::<Bitboard25>::cell_of(spot));
            }
        }
        let free: Vec<Point> =
            (terrain.all & !taken).cells().map(Terrain::<Bitboard25>::point_of).collect();
        self.place(board, &free);
    }
}
