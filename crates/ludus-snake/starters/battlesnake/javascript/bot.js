// A Battlesnake as a web server: it stays where there is room and food.

// Change these first: what one of each is worth.
const ROOM = 1.0; // a cell that the snake can reach
const FIRST = 0.0; // a cell that the snake can reach before any rival
const FOOD = -0.5; // a step of distance to the nearest food
const FEAR = 0.0; // a rival at least as long as this snake that can move to the same cell

const MOVES = { up: [0, 1], down: [0, -1], left: [-1, 0], right: [1, 0] };

/** What it is worth to move to a cell, part by part: the score is their sum. Add parts of your own here. */
function judge(board, me, cell) {
  const rivals = board.snakes.filter((snake) => snake.id !== me.id).map((snake) => snake.body);
  const stronger = rivals.filter((body) => body.length >= me.body.length);
  const food = board.food.map((food) => distance(food, cell));
  return {
    room: ROOM * Math.min(reach(board, cell, []), 2 * me.body.length),
    first: FIRST * reach(board, cell, rivals.map((body) => body[0])),
    food: FOOD * (food.length > 0 ? Math.min(...food) : 0),
    fear: FEAR * stronger.filter((body) => distance(body[0], cell) === 1).length,
  };
}

/** The direction to move, and why. */
function chooseMove(board, me) {
  const taken = blocked(board);
  let best = { action: "up", insight: { score: -Infinity } };
  for (const [action, [dx, dy]] of Object.entries(MOVES)) {
    const cell = { x: me.body[0].x + dx, y: me.body[0].y + dy };
    if (!inside(board, cell) || taken.has(key(cell))) continue;
    const terms = judge(board, me, cell);
    const score = Object.values(terms).reduce((a, b) => a + b, 0);
    if (score > best.insight.score) best = { action, insight: { score, depth: 1, terms } };
  }
  return best.insight.terms ? best : { action: "up", insight: {} };
}

/** How many cells can be reached from a cell before any rival is there, the cell itself included. */
function reach(board, cell, rivals) {
  let mine = 0;
  const seen = new Set([...blocked(board), ...[cell, ...rivals].map(key)]);
  const open = [...rivals.map((head) => ({ ...head, count: 0 })), { ...cell, count: 1 }];
  for (const { x, y, count } of open) { // the nearest cells come first
    mine += count;
    for (const [dx, dy] of Object.values(MOVES)) {
      const near = { x: x + dx, y: y + dy, count };
      if (!inside(board, near) || seen.has(key(near))) continue;
      seen.add(key(near));
      open.push(near);
    }
  }
  return mine;
}

/** The cells of all snakes. Tails move away, so they do not count. */
function blocked(board) {
  return new Set(board.snakes.flatMap((snake) => snake.body.slice(0, -1).map(key)));
}

function inside(board, { x, y }) {
  return x >= 0 && x < board.width && y >= 0 && y < board.height;
}

function distance(a, b) {
  return Math.abs(a.x - b.x) + Math.abs(a.y - b.y);
}

function key({ x, y }) {
  return x * 1000 + y;
}

// The Battlesnake API: a small web server. There is nothing to change below.

require("http")
  .createServer((request, response) => {
    let body = "";
    request.on("data", (part) => (body += part));
    request.on("end", () => answer(request, body, response));
  })
  .listen(Number(process.argv[2] ?? 9000), "127.0.0.1");

function answer(request, body, response) {
  let reply = {};
  try {
    if (request.method === "GET") {
      reply = { apiversion: "1", author: "", color: "#2a9d8f", version: "1" };
    } else if (request.url === "/move") {
      const { board, you } = JSON.parse(body);
      reply = { move: chooseMove(board, you).action };
    }
  } catch (error) {
    response.statusCode = 400;
    reply = { error: String(error) };
  }
  response.setHeader("Content-Type", "application/json");
  response.end(JSON.stringify(reply));
}
