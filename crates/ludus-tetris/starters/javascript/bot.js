// A Tetris bot for Ludus: it tries every placement of the piece and takes the best board.

// Change these first: what one of each is worth.
const LINES = 0.0; // a line cleared
const HOLES = -4.0; // an empty cell with a filled one above it
const HEIGHT = -1.0; // a row of a column's height
const BUMPS = 0.0; // a row of difference between two columns side by side

/**
 * What a board is worth, part by part: the score is their sum. Add parts of your own here.
 * `rows` go from bottom to top, with true for a filled cell; `lines` have just been cleared.
 */
function judge(rows, lines) {
  const columns = rows[0].map((_, x) => rows.map((row) => row[x]));
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
  const me = turn.state.seats[seat];
  let best = { action: "", insight: { score: -Infinity } };
  for (const action of turn.legal) {
    if (action.includes(">")) continue; // "r1x4>2" also aims the garbage at seat 2
    const { rows, lines } = drop(me.board, me.current, action);
    const terms = judge(rows, lines);
    const score = sum(Object.values(terms));
    if (score > best.insight.score) best = { action, insight: { score, depth: 1, terms } };
  }
  return best;
}

// The cells of each piece as [column, row], row 0 at the bottom.
const PIECES = {
  I: [[0, 0], [1, 0], [2, 0], [3, 0]],
  O: [[0, 0], [1, 0], [0, 1], [1, 1]],
  T: [[0, 0], [1, 0], [2, 0], [1, 1]],
  S: [[0, 0], [1, 0], [1, 1], [2, 1]],
  Z: [[1, 0], [2, 0], [0, 1], [1, 1]],
  J: [[0, 0], [1, 0], [2, 0], [0, 1]],
  L: [[0, 0], [1, 0], [2, 0], [2, 1]],
};

/** The rows after a placement such as "r1x4" (turned once, leftmost cell in column 4), and the lines it clears. */
function drop(board, piece, action) {
  const [turns, left] = action.slice(1).split("x").map(Number);
  let cells = PIECES[piece];
  for (let i = 0; i < turns; i++) cells = cells.map(([x, y]) => [y, -x]); // a quarter turn clockwise
  const dx = left - Math.min(...cells.map(([x]) => x));
  const dy = -Math.min(...cells.map(([, y]) => y));
  cells = cells.map(([x, y]) => [x + dx, y + dy]);

  const rows = [...board].reverse().map((row) => [...row].map((cell) => cell === "#"));
  for (let i = 0; i < 4; i++) rows.push(rows[0].map(() => false)); // a piece may stick out at the top
  let y = board.length;
  while (cells.every(([x, r]) => r + y > 0 && !rows[r + y - 1][x])) y--;
  for (const [x, r] of cells) rows[r + y][x] = true;
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
