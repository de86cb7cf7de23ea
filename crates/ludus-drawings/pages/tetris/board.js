// Tetris and versus tetris, in turns and live: every seat's board with what comes next, its figures and the garbage that
// waits.

import { describe, scene } from "./scene.js";

export { describe };

/** @typedef {import("./types.js").TetrisData} TetrisData */
/** @typedef {import("./types.js").VersusData} VersusData */
/** @typedef {import("./types.js").Scene} Scene */
/** @typedef {import("./types.js").SceneSeat} SceneSeat */
/** @typedef {import("/assets/boards/theme.js").BoardTheme} BoardTheme */

/** One colour per piece, those of the guideline. @type {Record<string, string>} */
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

/** Everything is measured in cells of the board: the head above it, the foot below, the bar beside it, and a column at
 * either side for hold and for the pieces that come. */
const HEAD = 3;
const FOOT = 1.4;
const BAR = 0.7;
const SIDE = 3.6;
const GAP = 0.8;

/** How large the pieces beside the board are, in cells. */
const SMALL = 0.72;

/**
 * The columns at the left and at the right of the board.
 * @param {Scene} drawn
 */
function sides({ seats }) {
  return { left: seats[0]?.hold ? SIDE : 0, right: seats[0]?.beside ? SIDE : 0 };
}

/**
 * The width of one seat.
 * @param {Scene} drawn
 */
function seatWidth(drawn) {
  const { left, right } = sides(drawn);
  return left + BAR + drawn.width + right;
}

/**
 * The shape of the picture, in cells.
 * @param {TetrisData|VersusData} data
 * @returns {[number, number]}
 */
export function shape(data) {
  const drawn = scene(data);
  return [drawn.seats.length * (seatWidth(drawn) + GAP) - GAP + 0.2, HEAD + drawn.height + FOOT];
}

/**
 * The shape of the picture of one seat, in cells.
 * @param {TetrisData|VersusData} data
 * @returns {[number, number]}
 */
export function seatShape(data) {
  const drawn = scene(data);
  return [seatWidth(drawn) + 0.2, HEAD + drawn.height + FOOT];
}

/**
 * Draws all seats beside each other.
 * @param {CanvasRenderingContext2D} context
 * @param {number} width
 * @param {TetrisData|VersusData} data
 * @param {string[]} labels
 * @param {BoardTheme} theme
 */
export function draw(context, width, data, labels, theme) {
  const drawn = scene(data);
  const cell = width / shape(data)[0];
  drawn.seats.forEach((_, index) => {
    context.save();
    context.translate(index * (seatWidth(drawn) + GAP) * cell, 0);
    new SeatPainter(context, cell, drawn, theme).paint(index, labels[index] ?? "");
    context.restore();
  });
}

/**
 * Draws one seat over the whole picture.
 * @param {CanvasRenderingContext2D} context
 * @param {number} width
 * @param {TetrisData|VersusData} data
 * @param {number} index
 * @param {string} label
 * @param {BoardTheme} theme
 */
export function drawSeat(context, width, data, index, label, theme) {
  const drawn = scene(data);
  const cell = width / seatShape(data)[0];
  context.save();
  new SeatPainter(context, cell, drawn, theme).paint(index, label);
  context.restore();
}

/** Draws a seat with its top left corner at the origin. */
class SeatPainter {
  /**
   * @param {CanvasRenderingContext2D} context
   * @param {number} cell
   * @param {Scene} drawn
   * @param {BoardTheme} theme
   */
  constructor(context, cell, drawn, theme) {
    this.context = context;
    this.cell = cell;
    this.drawn = drawn;
    this.theme = theme;
  }

  /**
   * @param {number} index
   * @param {string} label
   */
  paint(index, label) {
    const { context, cell, drawn, theme } = this;
    const seat = drawn.seats[index];
    context.translate((sides(drawn).left + BAR) * cell, HEAD * cell);
    this.head(seat, theme.seats[index % theme.seats.length], label);
    this.well();
    context.globalAlpha = seat.alive ? 1 : 0.4;
    this.cells(seat);
    context.globalAlpha = 1;
    this.garbage(seat);
    if (seat.hold) this.held(seat.hold, seat);
    if (seat.beside) this.beside(seat.beside, seat.alive);
    if (!seat.alive) this.out(seat);
    this.figures(seat);
  }

  /**
   * The name of the seat and the pieces that wait above the board.
   * @param {SceneSeat} seat
   * @param {string} colour
   * @param {string} label
   */
  head(seat, colour, label) {
    const { context, cell, drawn } = this;
    const size = Math.max(9, cell * 0.95);
    context.font = `600 ${size}px system-ui, sans-serif`;
    context.textBaseline = "top";
    context.fillStyle = colour;
    context.fillText(label, 0, (0.1 - HEAD) * cell, cell * (drawn.width - 0.2));
    if (!seat.alive) return;
    const small = cell * 0.62;
    seat.above.forEach((piece, place) => {
      context.globalAlpha = place === 0 ? 1 : 0.55;
      this.piece(piece, place * small * 4.4, (1.5 - HEAD) * cell, small);
    });
    context.globalAlpha = 1;
  }

  well() {
    const { context, cell, drawn, theme } = this;
    const [width, height] = [drawn.width * cell, drawn.height * cell];
    context.fillStyle = theme.back;
    context.fillRect(0, 0, width, height);
    context.strokeStyle = theme.grid;
    context.lineWidth = 1;
    context.beginPath();
    for (let x = 1; x < drawn.width; x++) {
      context.moveTo(x * cell, 0);
      context.lineTo(x * cell, height);
    }
    for (let y = 1; y < drawn.height; y++) {
      context.moveTo(0, y * cell);
      context.lineTo(width, y * cell);
    }
    context.stroke();
    context.strokeStyle = theme.faint;
    context.strokeRect(0, 0, width, height);
  }

  /**
   * The board, where the piece would land, and the piece. Rows that are hidden but drawn stand above the board.
   * @param {SceneSeat} seat
   */
  cells(seat) {
    const { context, cell, drawn, theme } = this;
    const rows = [...seat.hidden.slice(seat.hidden.length - seat.seen), ...seat.rows];
    rows.forEach((row, y) => {
      for (let x = 0; x < row.length; x++) {
        if (row[x] !== ".") this.block(x * cell, (y + drawn.height - rows.length) * cell, cell, COLOURS[row[x]] ?? theme.block);
      }
    });
    const colour = COLOURS[seat.current] ?? theme.text;
    const seen = (/** @type {[number, number]} */ [, row]) => row < drawn.height + seat.seen;
    for (const [x, row] of (seat.ghost ?? []).filter(seen)) {
      context.strokeStyle = colour;
      context.lineWidth = Math.max(1, cell * 0.08);
      context.strokeRect((x + 0.1) * cell, (drawn.height - 1 - row + 0.1) * cell, cell * 0.8, cell * 0.8);
    }
    for (const [x, row] of (seat.cells ?? []).filter(seen)) {
      this.block(x * cell, (drawn.height - 1 - row) * cell, cell, colour);
    }
  }

  /**
   * The rows that will rise, as a bar: the oldest attack at the bottom, each with its number of rows.
   * @param {SceneSeat} seat
   */
  garbage({ garbage }) {
    const { context, cell, drawn, theme } = this;
    const width = cell * 0.5;
    const left = -BAR * cell;
    context.fillStyle = theme.grid;
    context.fillRect(left, 0, width, drawn.height * cell);
    let bottom = drawn.height;
    for (const { rows, due } of garbage) {
      const top = Math.max(0, bottom - rows);
      if (top >= bottom) break;
      context.globalAlpha = due > 1 ? 0.55 : 1;
      context.fillStyle = theme.danger;
      context.fillRect(left, top * cell + 1, width, (bottom - top) * cell - 2);
      context.globalAlpha = 1;
      if (cell >= 12) {
        context.font = `700 ${cell * 0.52}px system-ui, sans-serif`;
        context.textAlign = "center";
        context.textBaseline = "middle";
        context.fillStyle = "#ffffff";
        context.fillText(String(rows), left + width / 2, ((top + bottom) / 2) * cell, width * 0.96);
        context.textAlign = "start";
      }
      bottom = top;
    }
  }

  /**
   * The held piece, and below it what was cleared last and the streaks.
   * @param {{piece: string|null, usable: boolean}} hold
   * @param {SceneSeat} seat
   */
  held({ piece, usable }, { words, alive }) {
    const { context, cell, theme } = this;
    const left = -(SIDE + BAR) * cell;
    this.heading("hold", left);
    context.globalAlpha = usable && alive ? 1 : 0.4;
    if (piece) this.piece(piece, left, 1.1 * cell, cell * SMALL);
    context.globalAlpha = 1;
    let top = 4.2 * cell;
    const size = Math.max(8, cell * 0.72);
    for (const { text, kind } of alive ? words : []) {
      const large = kind === "attack" ? size * 1.7 : size;
      context.font = `${kind === "streak" ? 500 : 700} ${large}px system-ui, sans-serif`;
      context.textBaseline = "top";
      context.fillStyle = kind === "attack" ? theme.danger : kind === "streak" ? theme.faint : theme.text;
      context.fillText(text, left, top, (SIDE - 0.3) * cell);
      top += large * 1.3;
    }
  }

  /**
   * The pieces that come, from the top.
   * @param {string[]} pieces
   * @param {boolean} alive
   */
  beside(pieces, alive) {
    const { context, cell, drawn } = this;
    const left = (drawn.width + 0.5) * cell;
    this.heading("next", left);
    context.globalAlpha = alive ? 1 : 0.4;
    const fit = pieces.slice(0, Math.floor((drawn.height - 1) / 2.4));
    fit.forEach((piece, place) => this.piece(piece, left, (1.1 + place * 2.4) * cell, cell * SMALL));
    context.globalAlpha = 1;
  }

  /**
   * @param {string} text
   * @param {number} left
   */
  heading(text, left) {
    const { context, cell, theme } = this;
    context.font = `${Math.max(8, cell * 0.66)}px system-ui, sans-serif`;
    context.textBaseline = "top";
    context.fillStyle = theme.faint;
    context.fillText(text, left, 0);
  }

  /** @param {SceneSeat} seat */
  out(seat) {
    const { context, cell, drawn, theme } = this;
    context.font = `700 ${cell * 1.6}px system-ui, sans-serif`;
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.fillStyle = theme.text;
    context.fillText("out", (drawn.width * cell) / 2, drawn.height * cell * 0.4);
    if (seat.reason) {
      context.font = `${Math.max(8, cell * 0.7)}px system-ui, sans-serif`;
      context.fillText(seat.reason, (drawn.width * cell) / 2, drawn.height * cell * 0.4 + cell * 1.6, (drawn.width - 0.5) * cell);
    }
    context.textAlign = "start";
  }

  /** @param {SceneSeat} seat */
  figures(seat) {
    const { context, cell, drawn, theme } = this;
    context.font = `${Math.max(8, cell * 0.8)}px system-ui, sans-serif`;
    context.textBaseline = "top";
    context.fillStyle = theme.faint;
    const { left, right } = sides(drawn);
    context.fillText(seat.figures, -left * cell, (drawn.height + 0.35) * cell, (left + drawn.width + right) * cell);
  }

  /**
   * A piece as it comes.
   * @param {string} piece
   * @param {number} left
   * @param {number} top
   * @param {number} size of a cell
   */
  piece(piece, left, top, size) {
    for (const [x, y] of SHAPES[piece] ?? []) {
      this.block(left + x * size, top + y * size, size, COLOURS[piece]);
    }
  }

  /**
   * @param {number} x
   * @param {number} y
   * @param {number} size
   * @param {string} colour
   */
  block(x, y, size, colour) {
    const { context } = this;
    const edge = Math.max(0.5, size * 0.04);
    context.fillStyle = colour;
    context.fillRect(x + edge, y + edge, size - 2 * edge, size - 2 * edge);
    context.fillStyle = "rgba(255, 255, 255, 0.22)";
    context.fillRect(x + edge, y + edge, size - 2 * edge, size * 0.14);
    context.fillStyle = "rgba(0, 0, 0, 0.16)";
    context.fillRect(x + edge, y + size * 0.86 - edge, size - 2 * edge, size * 0.14);
  }
}
