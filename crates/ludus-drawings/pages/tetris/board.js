// Tetris, in turns and live: every seat's board with what comes next, its figures and the garbage that waits.

import { number } from "/assets/lib/format.js";

/** @typedef {import("./types.js").TetrisData} TetrisData */
/** @typedef {import("./types.js").TetrisSeat} TetrisSeat */
/** @typedef {import("/assets/boards/theme.js").BoardTheme} BoardTheme */

/** One colour per piece. @type {Record<string, string>} */
const COLOURS = { I: "#29b6d1", O: "#e8b923", T: "#a55bcf", S: "#4caf50", Z: "#e05252", J: "#4a77d6", L: "#e88a33" };

/** The cells of each piece as it comes: column, row from the top. */
const SHAPES = /** @type {Record<string, [number, number][]>} */ ({
  I: [[0, 0], [1, 0], [2, 0], [3, 0]],
  O: [[0, 0], [1, 0], [0, 1], [1, 1]],
  T: [[1, 0], [0, 1], [1, 1], [2, 1]],
  S: [[1, 0], [2, 0], [0, 1], [1, 1]],
  Z: [[0, 0], [1, 0], [1, 1], [2, 1]],
  J: [[0, 0], [0, 1], [1, 1], [2, 1]],
  L: [[2, 0], [0, 1], [1, 1], [2, 1]],
});

/** Everything is measured in cells of the board: the head above it, the foot below, the bar beside it. */
const HEAD = 3;
const FOOT = 1.4;
const BAR = 0.7;
const GAP = 0.8;

/**
 * The shape of the picture, in cells.
 * @param {TetrisData} data
 * @returns {[number, number]}
 */
export function shape(data) {
  return [data.seats.length * (data.width + BAR + GAP) - GAP + 0.2, HEAD + data.height + FOOT];
}

/**
 * The shape of the picture of one seat, in cells.
 * @param {TetrisData} data
 * @returns {[number, number]}
 */
export function seatShape(data) {
  return [data.width + BAR + 0.2, HEAD + data.height + FOOT];
}

/**
 * Draws all seats beside each other.
 * @param {CanvasRenderingContext2D} context
 * @param {number} width
 * @param {TetrisData} data
 * @param {string[]} labels
 * @param {BoardTheme} theme
 */
export function draw(context, width, data, labels, theme) {
  const cell = width / shape(data)[0];
  data.seats.forEach((seat, index) => {
    const left = index * (data.width + BAR + GAP) * cell;
    drawSeat(context, left, 0, cell, data, index, labels[index] ?? "", theme);
  });
}

/**
 * Draws one seat with its top left corner here; a cell is this large.
 * @param {CanvasRenderingContext2D} context
 * @param {number} left
 * @param {number} top
 * @param {number} cell
 * @param {TetrisData} data
 * @param {number} index
 * @param {string} label
 * @param {BoardTheme} theme
 */
export function drawSeat(context, left, top, cell, data, index, label, theme) {
  const seat = data.seats[index];
  context.save();
  context.translate(left, top);
  head(context, cell, data, seat, index, label, theme);
  context.translate(BAR * cell, HEAD * cell);
  well(context, cell, data, theme);
  context.globalAlpha = seat.alive ? 1 : 0.4;
  cells(context, cell, data, seat, theme);
  context.globalAlpha = 1;
  garbage(context, cell, data, seat, theme);
  if (!seat.alive) out(context, cell, data, seat, theme);
  figures(context, cell, data, seat, theme);
  context.restore();
}

/**
 * The name of the seat and the pieces that come.
 * @param {CanvasRenderingContext2D} context
 * @param {number} cell
 * @param {TetrisData} data
 * @param {TetrisSeat} seat
 * @param {number} index
 * @param {string} label
 * @param {BoardTheme} theme
 */
function head(context, cell, data, seat, index, label, theme) {
  const size = Math.max(9, cell * 0.95);
  context.font = `600 ${size}px system-ui, sans-serif`;
  context.textBaseline = "top";
  context.fillStyle = theme.seats[index % theme.seats.length];
  context.fillText(label, BAR * cell, cell * 0.1, cell * (data.width - 0.2));
  if (!seat.alive) return;
  // In turns the current piece has no place yet: it waits above the board with the next one.
  const coming = seat.cells ? (seat.queue ?? [seat.next]).slice(0, 3) : [seat.current, seat.next];
  let left = BAR * cell;
  const small = cell * 0.62;
  coming.forEach((piece, place) => {
    context.globalAlpha = place === 0 ? 1 : 0.55;
    for (const [x, y] of SHAPES[piece] ?? []) {
      block(context, left + x * small, cell * 1.5 + y * small, small, COLOURS[piece]);
    }
    left += small * 4.4;
  });
  context.globalAlpha = 1;
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {number} cell
 * @param {TetrisData} data
 * @param {BoardTheme} theme
 */
function well(context, cell, data, theme) {
  const [width, height] = [data.width * cell, data.height * cell];
  context.fillStyle = theme.back;
  context.fillRect(0, 0, width, height);
  context.strokeStyle = theme.grid;
  context.lineWidth = 1;
  context.beginPath();
  for (let x = 1; x < data.width; x++) {
    context.moveTo(x * cell, 0);
    context.lineTo(x * cell, height);
  }
  for (let y = 1; y < data.height; y++) {
    context.moveTo(0, y * cell);
    context.lineTo(width, y * cell);
  }
  context.stroke();
  context.strokeStyle = theme.faint;
  context.strokeRect(0, 0, width, height);
}

/**
 * The board, where the piece would land, and the piece.
 * @param {CanvasRenderingContext2D} context
 * @param {number} cell
 * @param {TetrisData} data
 * @param {TetrisSeat} seat
 * @param {BoardTheme} theme
 */
function cells(context, cell, data, seat, theme) {
  seat.board.forEach((row, y) => {
    for (let x = 0; x < row.length; x++) {
      if (row[x] !== ".") block(context, x * cell, y * cell, cell, theme.block);
    }
  });
  const colour = COLOURS[seat.current] ?? theme.text;
  const seen = (/** @type {[number, number]} */ [, row]) => row < data.height;
  for (const [x, row] of (seat.ghost ?? []).filter(seen)) {
    context.strokeStyle = colour;
    context.lineWidth = Math.max(1, cell * 0.08);
    context.strokeRect((x + 0.1) * cell, (data.height - 1 - row + 0.1) * cell, cell * 0.8, cell * 0.8);
  }
  for (const [x, row] of (seat.cells ?? []).filter(seen)) {
    block(context, x * cell, (data.height - 1 - row) * cell, cell, colour);
  }
}

/**
 * The rows that will rise, as a bar.
 * @param {CanvasRenderingContext2D} context
 * @param {number} cell
 * @param {TetrisData} data
 * @param {TetrisSeat} seat
 * @param {BoardTheme} theme
 */
function garbage(context, cell, data, seat, theme) {
  const height = Math.min(seat.pending, data.height) * cell;
  context.fillStyle = theme.grid;
  context.fillRect(-BAR * cell, 0, cell * 0.45, data.height * cell);
  context.fillStyle = theme.danger;
  context.fillRect(-BAR * cell, data.height * cell - height, cell * 0.45, height);
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {number} cell
 * @param {TetrisData} data
 * @param {TetrisSeat} seat
 * @param {BoardTheme} theme
 */
function out(context, cell, data, seat, theme) {
  context.font = `700 ${cell * 1.6}px system-ui, sans-serif`;
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.fillStyle = theme.text;
  context.fillText("out", (data.width * cell) / 2, data.height * cell * 0.4);
  if (seat.reason) {
    context.font = `${Math.max(8, cell * 0.7)}px system-ui, sans-serif`;
    context.fillText(seat.reason, (data.width * cell) / 2, data.height * cell * 0.4 + cell * 1.6, (data.width - 0.5) * cell);
  }
  context.textAlign = "start";
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {number} cell
 * @param {TetrisData} data
 * @param {TetrisSeat} seat
 * @param {BoardTheme} theme
 */
function figures(context, cell, data, seat, theme) {
  context.font = `${Math.max(8, cell * 0.8)}px system-ui, sans-serif`;
  context.textBaseline = "top";
  context.fillStyle = theme.faint;
  const target = seat.target === null || !seat.alive ? "" : ` → ${seat.target + 1}`;
  const text = `${number(seat.score)} · level ${seat.level} · ${number(seat.lines)} lines · sent ${number(seat.sent)}${target}`;
  context.fillText(text, 0, (data.height + 0.35) * cell, data.width * cell);
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {string} colour
 */
function block(context, x, y, size, colour) {
  const edge = Math.max(0.5, size * 0.04);
  context.fillStyle = colour;
  context.fillRect(x + edge, y + edge, size - 2 * edge, size - 2 * edge);
  context.fillStyle = "rgba(255, 255, 255, 0.22)";
  context.fillRect(x + edge, y + edge, size - 2 * edge, size * 0.14);
  context.fillStyle = "rgba(0, 0, 0, 0.16)";
  context.fillRect(x + edge, y + size * 0.86 - edge, size - 2 * edge, size * 0.14);
}

/**
 * The position in words, for screen readers.
 * @param {TetrisData} data
 * @param {string[]} labels
 */
export function describe(data, labels) {
  const seat = (/** @type {TetrisSeat} */ s, /** @type {number} */ i) => {
    const rows = s.board.filter((row) => row.includes("#")).length;
    return `${labels[i] ?? `seat ${i + 1}`}: ${s.alive ? `${rows} rows high` : "out"}, score ${s.score}, ${s.lines} lines`;
  };
  return `Tetris, turn ${data.turn}. ${data.seats.map(seat).join("; ")}.`;
}
