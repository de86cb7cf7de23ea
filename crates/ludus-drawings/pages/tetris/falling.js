// The falling piece of live play in the browser, so that an own key shows at once: what the server will say a
// moment later. Pieces turn as in SRS; columns count from the left, rows from the bottom.

/** @typedef {[number, number]} Cell */
/** @typedef {{piece: string, rotation: number, left: number, bottom: number}} Falling the corner of its box */

/** The cells of each piece in its box, rotation 0: column, row from the bottom. */
const SPAWN = /** @type {Record<string, {size: number, cells: Cell[]}>} */ ({
  I: { size: 4, cells: [[0, 2], [1, 2], [2, 2], [3, 2]] },
  O: { size: 2, cells: [[0, 0], [1, 0], [0, 1], [1, 1]] },
  T: { size: 3, cells: [[0, 1], [1, 1], [2, 1], [1, 2]] },
  S: { size: 3, cells: [[0, 1], [1, 1], [1, 2], [2, 2]] },
  Z: { size: 3, cells: [[0, 2], [1, 2], [1, 1], [2, 1]] },
  J: { size: 3, cells: [[0, 1], [1, 1], [2, 1], [0, 2]] },
  L: { size: 3, cells: [[0, 1], [1, 1], [2, 1], [2, 2]] },
});

/** Where a clockwise turn from each rotation is tried, for I and for the others. */
const COMMON = [
  [[0, 0], [-1, 0], [-1, 1], [0, -2], [-1, -2]],
  [[0, 0], [1, 0], [1, -1], [0, 2], [1, 2]],
  [[0, 0], [1, 0], [1, 1], [0, -2], [1, -2]],
  [[0, 0], [-1, 0], [-1, -1], [0, 2], [-1, 2]],
];
const LONG = [
  [[0, 0], [-2, 0], [1, 0], [-2, -1], [1, 2]],
  [[0, 0], [-1, 0], [2, 0], [-1, 2], [2, -1]],
  [[0, 0], [2, 0], [-1, 0], [2, 1], [-1, -2]],
  [[0, 0], [1, 0], [-2, 0], [1, -2], [-2, 1]],
];

/** The same for I in SRS+: clockwise, and counter-clockwise. */
const LONG_PLUS = [
  [[0, 0], [1, 0], [-2, 0], [-2, -1], [1, 2]],
  [[0, 0], [-1, 0], [2, 0], [-1, 2], [2, -1]],
  [[0, 0], [2, 0], [-1, 0], [2, 1], [-1, -2]],
  [[0, 0], [1, 0], [-2, 0], [1, -2], [-2, 1]],
];
const LONG_PLUS_BACK = [
  [[0, 0], [-1, 0], [2, 0], [2, -1], [-1, 2]],
  [[0, 0], [-1, 0], [2, 0], [-1, -2], [2, 1]],
  [[0, 0], [-2, 0], [1, 0], [-2, 1], [1, -2]],
  [[0, 0], [1, 0], [-2, 0], [1, 2], [-2, -1]],
];

/** Where a half turn from each rotation is tried, for I and for the others. */
const COMMON_HALF = [
  [[0, 0], [0, 1], [1, 1], [-1, 1], [1, 0], [-1, 0]],
  [[0, 0], [1, 0], [1, 2], [1, 1], [0, 2], [0, 1]],
  [[0, 0], [0, -1], [-1, -1], [1, -1], [-1, 0], [1, 0]],
  [[0, 0], [-1, 0], [-1, 2], [-1, 1], [0, 2], [0, 1]],
];
const LONG_HALF = [
  [[0, 0], [0, 1]],
  [[0, 0], [1, 0]],
  [[0, 0], [0, -1]],
  [[0, 0], [-1, 0]],
];

/**
 * The cells of a piece in its box.
 * @param {string} piece
 * @param {number} rotation
 * @returns {Cell[]}
 */
function inBox(piece, rotation) {
  const { size, cells } = SPAWN[piece];
  if (piece === "O") return cells;
  let turned = cells;
  for (let i = 0; i < rotation; i++) turned = turned.map(([x, y]) => /** @type {Cell} */ ([y, size - 1 - x]));
  return turned;
}

/**
 * Its cells on the board.
 * @param {Falling} falling
 * @returns {Cell[]}
 */
export function cells({ piece, rotation, left, bottom }) {
  return inBox(piece, rotation).map(([x, y]) => /** @type {Cell} */ ([x + left, y + bottom]));
}

/** @param {Cell[]} list */
const key = (list) => list.map(([x, y]) => `${x},${y}`).sort().join(" ");

/**
 * The piece that covers these cells. Some look alike in two rotations: the one that is expected counts.
 * @param {string} piece
 * @param {Cell[]} covered
 * @param {number} expected
 * @returns {Falling|null}
 */
export function find(piece, covered, expected) {
  const wanted = key(covered);
  const [x0, y0] = [Math.min(...covered.map((c) => c[0])), Math.min(...covered.map((c) => c[1]))];
  for (const rotation of [expected, 0, 1, 2, 3]) {
    const box = inBox(piece, rotation);
    const left = x0 - Math.min(...box.map((c) => c[0]));
    const bottom = y0 - Math.min(...box.map((c) => c[1]));
    const falling = { piece, rotation, left, bottom };
    if (key(cells(falling)) === wanted) return falling;
  }
  return null;
}

export class Well {
  /**
   * @param {string[]} rows all rows, the hidden ones first
   * @param {"srs"|"srs+"} [kicks]
   */
  constructor(rows, kicks = "srs") {
    this.rows = rows;
    this.kicks = kicks;
    this.width = rows[0]?.length ?? 0;
    this.height = rows.length;
  }

  /** @param {Falling} falling */
  fits(falling) {
    return cells(falling).every(([x, y]) =>
      x >= 0 && x < this.width && y >= 0 && y < this.height && this.rows[this.height - 1 - y][x] === ".");
  }

  /**
   * @param {Falling} falling
   * @param {number} right
   * @param {number} up
   */
  moved(falling, right, up) {
    const moved = { ...falling, left: falling.left + right, bottom: falling.bottom + up };
    return this.fits(moved) ? moved : null;
  }

  /**
   * Where a turn is tried.
   * @param {Falling} falling
   * @param {1|2|3} quarters clockwise
   */
  tests({ piece, rotation }, quarters) {
    const long = piece === "I";
    if (quarters === 2) return (long ? LONG_HALF : COMMON_HALF)[rotation];
    if (long && this.kicks === "srs+") return (quarters === 1 ? LONG_PLUS : LONG_PLUS_BACK)[rotation];
    const table = long ? LONG : COMMON;
    // A turn back tries the mirrored places of the turn that it undoes.
    return quarters === 1 ? table[rotation] : table[(rotation + 3) % 4].map(([x, y]) => [-x, -y]);
  }

  /**
   * @param {Falling} falling
   * @param {1|2|3} quarters clockwise
   */
  turned(falling, quarters) {
    const turned = { ...falling, rotation: (falling.rotation + quarters) % 4 };
    if (falling.piece === "O") return turned;
    for (const [x, y] of this.tests(falling, quarters)) {
      const kicked = this.moved(turned, x, y);
      if (kicked) return kicked;
    }
    return null;
  }

  /**
   * The piece where it spawns in versus tetris: around column 4, in row 19, or in row 20 if that is blocked. Null
   * without room.
   * @param {string} piece
   */
  spawned(piece) {
    const [left, bottom] = piece === "O" ? [4, 19] : [3, piece === "I" ? 17 : 18];
    const falling = { piece, rotation: 0, left, bottom };
    return this.fits(falling) ? falling : this.moved(falling, 0, 1);
  }

  /** @param {Falling} falling */
  dropped(falling) {
    let lowest = falling;
    for (let next = this.moved(lowest, 0, -1); next; next = this.moved(lowest, 0, -1)) lowest = next;
    return lowest;
  }

  /**
   * The piece after a key; the same piece where the key cannot be obeyed.
   * @param {Falling} falling
   * @param {string} action
   */
  pressed(falling, action) {
    switch (action) {
      case "move_left": return this.moved(falling, -1, 0) ?? falling;
      case "move_right": return this.moved(falling, 1, 0) ?? falling;
      case "soft_drop": return this.moved(falling, 0, -1) ?? falling;
      case "rotate": return this.turned(falling, 1) ?? falling;
      case "rotate_back": return this.turned(falling, 3) ?? falling;
      case "half_turn": return this.turned(falling, 2) ?? falling;
      case "hard_drop": return this.dropped(falling);
      default: return falling;
    }
  }
}
