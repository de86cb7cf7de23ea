// A versus Tetris bot for Ludus: it lists all placements that simply fall, the best board first.

// Change these first: what one of each is worth.
const LINES = 0.8; // a line cleared
const HOLES = -4.0; // an empty cell with a filled one above it
const HEIGHT = -0.5; // a row of a column's height
const BUMPS = -0.2; // a row of difference between two columns side by side

/**
 * What a board is worth, part by part: the score is their sum. Add parts of your own here.
 * `rows` go from bottom to top, with true for a filled cell; `lines` have just been cleared.
 */
function judge({ rows, lines }) {
  const columns = Array.from({ length: 10 }, (_, x) => rows.map((row) => row[x]));
  const heights = columns.map((column) => column.lastIndexOf(true) + 1);
  const filled = columns.map((column) => column.filter(Boolean).length);
  const bumps = heights.slice(1).map((height, x) => Math.abs(height - heights[x]));
  return {
    lines: LINES * lines,
    holes: HOLES * (sum(heights) - sum(filled)),
    height: HEIGHT * sum(heights),
    bumps: BUMPS * sum(bumps),
  };
}

/** All placements of these pieces, the best first. The first one that can be played counts. */
function choose(rows, pieces) {
  const found = [];
  for (const piece of pieces) {
    for (const orientation of SIDES) {
      for (let x = 0; x < 10; x++) {
        const y = drop(rows, piece, orientation, x);
        if (y === null) continue;
        const score = sum(Object.values(judge(place(rows, cells(piece, orientation, x, y)))));
        found.push({ score, move: { location: { type: piece, orientation, x, y }, spin: "none" } });
      }
    }
  }
  return found.sort((a, b) => b.score - a.score).map(({ move }) => move);
}

/** The row in which a piece comes to rest that falls in this column; null if it is not inside the board. */
function drop(rows, piece, side, x) {
  const shape = cells(piece, side, x, 0);
  if (shape.some(([column]) => column < 0 || column > 9)) return null;
  const isFree = (column, row) => row >= 0 && !(row < rows.length && rows[row][column]);
  let y = rows.length + 2;
  while (shape.every(([column, row]) => isFree(column, row + y - 1))) y--;
  return y;
}

// The cells of each piece around its centre as [column, row], rows going up, and the sides in the order of quarter turns.
const PIECES = {
  I: [[-1, 0], [0, 0], [1, 0], [2, 0]],
  O: [[0, 0], [1, 0], [0, 1], [1, 1]],
  T: [[-1, 0], [0, 0], [1, 0], [0, 1]],
  S: [[-1, 0], [0, 0], [0, 1], [1, 1]],
  Z: [[-1, 1], [0, 1], [0, 0], [1, 0]],
  J: [[-1, 0], [0, 0], [1, 0], [-1, 1]],
  L: [[-1, 0], [0, 0], [1, 0], [1, 1]],
};
const SIDES = ["north", "east", "south", "west"];

/** The four cells of a piece with its centre at x, y. */
function cells(piece, side, x, y) {
  let shape = PIECES[piece];
  for (let i = SIDES.indexOf(side); i > 0; i--) shape = shape.map(([dx, dy]) => [dy, -dx]); // a quarter turn clockwise
  return shape.map(([dx, dy]) => [x + dx, y + dy]);
}

/** The rows after these cells are filled, and the lines that this clears. */
function place(before, placed) {
  const rows = before.map((row) => [...row]);
  for (const [x, y] of placed) {
    while (rows.length <= y) rows.push(Array(10).fill(false));
    rows[y][x] = true;
  }
  const kept = rows.filter((row) => !row.every(Boolean));
  return { rows: kept, lines: rows.length - kept.length };
}

function sum(numbers) {
  return numbers.reduce((a, b) => a + b, 0);
}

// The protocol: one JSON object per line. There is nothing to change below.

require("readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const message = JSON.parse(line);
  if (message.type === "rules") {
    say({ type: "ready" });
  } else if (message.type === "start") {
    rows = message.board.map((row) => row.map((cell) => cell !== null));
    while (rows.length > 0 && !rows[rows.length - 1].includes(true)) rows.pop();
    ({ hold, queue } = message);
  } else if (message.type === "suggest") {
    const other = hold ?? queue[1] ?? queue[0]; // what hold would bring
    say({ type: "suggestion", moves: choose(rows, new Set([queue[0], other])) });
  } else if (message.type === "play") {
    const { type, orientation, x, y } = message.move.location;
    ({ rows } = place(rows, cells(type, orientation, x, y)));
    const current = queue.shift();
    if (type !== current) { // the current piece was held
      if (hold === null) queue.shift();
      hold = current;
    }
  } else if (message.type === "new_piece") {
    queue.push(message.piece);
  } else if (message.type === "quit") {
    process.exit();
  }
});

let [rows, hold, queue] = [[], null, []];
say({ type: "info", name: "mine", version: "1", author: "me", features: [] });

function say(message) {
  process.stdout.write(JSON.stringify(message) + "\n");
}
