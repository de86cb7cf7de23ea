// A versus Tetris bot for Ludus: it tries every placement and takes the best board.

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

/** The action to play, and why. The turn has the state of the game and every legal action as text. */
function choose(turn, seat) {
  const rows = turn.state.seats[seat].board.map((row) => [...row].map((cell) => cell !== "."));
  let best = { action: "", insight: { score: -Infinity } };
  for (const action of turn.legal) {
    // "T.south.x4.y1.full", or "hold.I.east.x9.y2" for the piece that hold brings
    const [piece, side, x, y] = action.replace("hold.", "").split(".");
    const terms = judge(place(rows, cells(piece, side, Number(x.slice(1)), Number(y.slice(1)))));
    const score = sum(Object.values(terms));
    if (score > best.insight.score) best = { action, insight: { score, depth: 1, terms } };
  }
  return best;
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
  if (message.type === "hello") {
    say({ type: "ready", protocol: 1, name: "mine", version: "1", features: ["insight"] });
  } else if (message.type === "start") {
    seat = message.seat;
  } else if (message.type === "turn") {
    const { action, insight } = choose(message, seat);
    say({ type: "act", match: message.match, turn: message.turn, action, insight });
  } else if (message.type === "quit") {
    process.exit();
  }
});

let seat = 0;

function say(message) {
  process.stdout.write(JSON.stringify(message) + "\n");
}
