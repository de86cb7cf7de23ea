// Battlesnake: a board with snakes, food and hazards.

/** @typedef {import("./types.js").SnakeData} SnakeData */
/** @typedef {import("./types.js").SnakeSeat} SnakeSeat */
/** @typedef {import("./types.js").Point} Point */
/** @typedef {import("/assets/boards/theme.js").BoardTheme} BoardTheme */

/** Hazards are transparent, so that one colour does for light and dark. */
const HAZARD = "rgba(180, 75, 95, 0.22)";

/**
 * The shape of the picture, in cells.
 * @param {SnakeData} data
 * @returns {[number, number]}
 */
export function shape(data) {
  return [data.board.width, data.board.height];
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {number} width
 * @param {SnakeData} data
 * @param {string[]} _labels
 * @param {BoardTheme} theme
 */
export function draw(context, width, data, _labels, theme) {
  const { board } = data;
  const cell = width / board.width;
  // Row 0 is the lowest.
  const middle = (/** @type {Point} */ p) => ({ x: (p.x + 0.5) * cell, y: (board.height - p.y - 0.5) * cell });
  for (let x = 0; x < board.width; x++) {
    for (let y = 0; y < board.height; y++) {
      context.fillStyle = (x + y) % 2 ? theme.back : theme.grid;
      context.fillRect(x * cell, y * cell, cell + 0.5, cell + 0.5);
    }
  }
  context.fillStyle = HAZARD;
  for (const point of board.hazards) {
    const at = middle(point);
    context.fillRect(at.x - cell / 2, at.y - cell / 2, cell, cell);
  }
  for (const point of board.food) {
    const at = middle(point);
    context.fillStyle = theme.danger;
    context.beginPath();
    context.arc(at.x, at.y, cell * 0.24, 0, Math.PI * 2);
    context.fill();
  }
  // The dead lie below the living.
  const order = data.seats.map((_, i) => i).sort((a, b) => Number(data.seats[a].alive) - Number(data.seats[b].alive));
  for (const i of order) {
    context.globalAlpha = data.seats[i].alive ? 1 : 0.25;
    snake(context, cell, data.seats[i], theme.seats[i % theme.seats.length], middle);
  }
  context.globalAlpha = 1;
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {number} cell
 * @param {SnakeSeat} seat
 * @param {string} colour
 * @param {(point: Point) => {x: number, y: number}} middle
 */
function snake(context, cell, seat, colour, middle) {
  const [head, neck] = seat.body;
  if (!head) return;
  context.strokeStyle = colour;
  context.lineWidth = cell * 0.72;
  context.lineCap = "round";
  context.lineJoin = "round";
  context.beginPath();
  seat.body.forEach((point, i) => {
    const at = middle(point);
    const before = seat.body[i - 1];
    // On a wrapped board the body continues at the other side.
    const joined = before && Math.abs(before.x - point.x) + Math.abs(before.y - point.y) <= 1;
    if (joined) context.lineTo(at.x, at.y);
    else {
      context.moveTo(at.x, at.y);
      context.lineTo(at.x, at.y);
    }
  });
  context.stroke();
  const at = middle(head);
  // A snake that has not moved yet is all in one cell, and no line at all.
  context.fillStyle = colour;
  context.beginPath();
  context.arc(at.x, at.y, cell * 0.36, 0, Math.PI * 2);
  context.fill();
  const [dx, dy] = neck ? [Math.sign(head.x - neck.x), Math.sign(neck.y - head.y)] : [0, -1];
  for (const side of [-1, 1]) {
    const [x, y] = [at.x + dx * cell * 0.12 - dy * side * cell * 0.16, at.y + dy * cell * 0.12 + dx * side * cell * 0.16];
    const eye = dx || dy ? [x, y] : [at.x + side * cell * 0.16, at.y];
    context.fillStyle = "#fff";
    context.beginPath();
    context.arc(eye[0], eye[1], cell * 0.11, 0, Math.PI * 2);
    context.fill();
    context.fillStyle = "#111";
    context.beginPath();
    context.arc(eye[0] + dx * cell * 0.03, eye[1] + dy * cell * 0.03, cell * 0.055, 0, Math.PI * 2);
    context.fill();
  }
}

/**
 * The position in words, for screen readers.
 * @param {SnakeData} data
 * @param {string[]} labels
 */
export function describe(data, labels) {
  const seat = (/** @type {SnakeSeat} */ s, /** @type {number} */ i) => {
    const name = labels[i] ?? `seat ${i + 1}`;
    const head = s.body[0];
    return s.alive ? `${name}: length ${s.length}, health ${s.health}, head at ${head?.x}, ${head?.y}` : `${name}: dead`;
  };
  return `Battlesnake, turn ${data.turn}. ${data.seats.map(seat).join("; ")}.`;
}
