// The chess board: an SVG of 8 by 8 squares of 45, with the last move, check, and what a player selects.

import { svg } from "/assets/lib/dom.js";
import { NAMES, PIECES } from "./pieces.js";

/** @typedef {import("./types.js").ChessData} ChessData */
/** @typedef {import("/assets/lib/types.js").Cell} Cell */
/** @typedef {import("/assets/lib/types.js").BoardOptions} BoardOptions */

/** The side of a square in the picture. */
const SIDE = 45;

/** The squares of a side of the board. */
const SQUARES = 8;

/** @type {Cell[]} Columns from the left and rows from the top, as White sees the board. */
const CELLS = Array.from({ length: SQUARES * SQUARES }, (_, i) => ({ column: i % SQUARES, row: Math.floor(i / SQUARES) }));

/** @returns {import("/assets/lib/types.js").Board} */
export function board() {
  const element = emptyBoard(`0 0 ${SQUARES * SIDE} ${SQUARES * SIDE}`);
  return { element, marks: true, show: (data, _, options) => draw(element, data, options), close() {} };
}

/**
 * A picture in the style of the board.
 * @param {string} viewBox
 */
export function emptyBoard(viewBox) {
  return svg("svg", { class: "board chess", viewBox, role: "img" });
}

/**
 * Draws a position.
 * @param {SVGSVGElement} root
 * @param {ChessData} data
 * @param {BoardOptions} [options]
 */
function draw(root, data, { turned = false, selected, targets = [], held, hints = [] } = {}) {
  const place = (/** @type {Cell} */ cell) => corner(cell, turned);
  const last = data.last ? [squareCell(data.last.slice(0, 2)), squareCell(data.last.slice(2, 4))] : [];
  const king = data.to_move === "white" ? "K" : "k";
  root.replaceChildren();
  for (const cell of CELLS) {
    const [x, y] = place(cell);
    const marks = [(cell.column + cell.row) % 2 ? "dark" : "light"];
    if (last.some((one) => same(one, cell))) marks.push("last");
    if (selected && same(selected, cell)) marks.push("selected");
    if (data.check && at(data, cell) === king) marks.push("check");
    root.append(svg("rect", { x, y, width: SIDE, height: SIDE, class: marks.join(" ") }));
  }
  letters(root, turned);
  for (const cell of CELLS) {
    const piece = at(data, cell);
    if (piece !== "." && !(held && same(held.cell, cell))) root.append(drawPiece(piece, ...place(cell)));
  }
  for (const cell of targets) {
    const [x, y] = place(cell);
    const taken = at(data, cell) !== ".";
    root.append(svg("circle", { cx: x + SIDE / 2, cy: y + SIDE / 2, r: taken ? 19 : 7, class: taken ? "ring" : "dot" }));
  }
  for (const hint of hints) {
    if (hint.kind === "move") root.append(arrow(place(hint.from), place(hint.to)));
  }
  if (held && at(data, held.cell) !== ".") {
    const middle = (/** @type {number} */ share) => share * SQUARES * SIDE - SIDE / 2;
    root.append(drawPiece(at(data, held.cell), middle(held.x), middle(held.y)));
  }
  root.setAttribute("aria-label", describe(data));
}

/**
 * A piece of this letter with its top left corner here.
 * @param {string} letter
 * @param {number} [x]
 * @param {number} [y]
 */
export function drawPiece(letter, x = 0, y = 0) {
  const shape = PIECES[letter.toLowerCase()];
  const side = letter === letter.toUpperCase() ? "white" : "black";
  return svg("g", { class: `piece ${side}`, transform: `translate(${x} ${y})` },
    svg("path", { d: shape.body, class: "body" }),
    shape.detail ? svg("path", { d: shape.detail, class: "detail" }) : null,
  );
}

const FILES = "abcdefgh";

/**
 * The letter of the piece on a square, `.` if there is none.
 * @param {ChessData} data
 * @param {Cell} cell
 */
function at(data, cell) {
  return data.board[cell.row][cell.column];
}

/**
 * @param {Cell} a
 * @param {Cell} b
 */
function same(a, b) {
  return a.column === b.column && a.row === b.row;
}

/**
 * The cell of a square: e2.
 * @param {string} square
 * @returns {Cell}
 */
function squareCell(square) {
  return { column: FILES.indexOf(square[0]), row: SQUARES - Number(square[1]) };
}

/** @param {Cell} cell */
function squareName(cell) {
  return `${FILES[cell.column]}${SQUARES - cell.row}`;
}

/**
 * A square and what is on it, in words.
 * @param {ChessData} data
 * @param {Cell} cell
 */
export function nameOf(data, cell) {
  const piece = at(data, cell);
  if (piece === ".") return squareName(cell);
  return `${squareName(cell)}, ${piece === piece.toUpperCase() ? "white" : "black"} ${NAMES[piece.toLowerCase()]}`;
}

/**
 * @param {Cell} cell
 * @param {boolean} turned
 * @returns {[number, number]}
 */
function corner({ column, row }, turned) {
  const end = SQUARES - 1;
  return turned ? [(end - column) * SIDE, (end - row) * SIDE] : [column * SIDE, row * SIDE];
}

/**
 * @param {SVGSVGElement} root
 * @param {boolean} turned
 */
function letters(root, turned) {
  for (let i = 0; i < SQUARES; i++) {
    const file = FILES[turned ? 7 - i : i];
    const rank = turned ? i + 1 : 8 - i;
    root.append(svg("text", { x: i * SIDE + SIDE - 3, y: 8 * SIDE - 3, "text-anchor": "end", class: `coordinate ${i % 2 ? "on-light" : "on-dark"}` }, file));
    root.append(svg("text", { x: 3, y: i * SIDE + 11, class: `coordinate ${i % 2 ? "on-dark" : "on-light"}` }, rank));
  }
}

/**
 * @param {[number, number]} from
 * @param {[number, number]} to
 */
function arrow(from, to) {
  const half = SIDE / 2;
  const [x1, y1, x2, y2] = [from[0] + half, from[1] + half, to[0] + half, to[1] + half];
  const length = Math.hypot(x2 - x1, y2 - y1) || 1;
  const [ux, uy] = [(x2 - x1) / length, (y2 - y1) / length];
  const [bx, by] = [x2 - ux * 14, y2 - uy * 14];
  const tip = `M${x2} ${y2}L${bx - uy * 8} ${by + ux * 8}L${bx + uy * 8} ${by - ux * 8}z`;
  return svg("g", { class: "arrow" }, svg("line", { x1, y1, x2: bx, y2: by }), svg("path", { d: tip }));
}

/**
 * The position in words, for screen readers.
 * @param {ChessData} data
 */
function describe(data) {
  const pieces = (/** @type {boolean} */ white) =>
    CELLS.filter((cell) => at(data, cell) !== "." && (at(data, cell) === at(data, cell).toUpperCase()) === white)
      .map((cell) => `${NAMES[at(data, cell).toLowerCase()]} ${squareName(cell)}`)
      .join(", ");
  const last = data.san.length ? ` Last move ${data.san[data.san.length - 1]}.` : "";
  return `Chess, ${data.to_move} to move${data.check ? ", in check" : ""}.${last} White: ${pieces(true)}. Black: ${pieces(false)}.`;
}
