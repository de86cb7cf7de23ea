// Chess: an SVG of 8 by 8 squares of 45, with the last move, check, and what a player selects.

import { svg } from "../lib/dom.js";
import { NAMES, PIECES } from "./pieces.js";

/** @typedef {import("../lib/types.js").ChessData} ChessData */

/**
 * @typedef {object} ChessOptions
 * @property {boolean} [flip] black at the bottom
 * @property {string|null} [selected] a square: e2
 * @property {string[]} [dots] squares where something can go
 * @property {string|null} [hidden] a square whose piece is being dragged
 * @property {[string, string][]} [arrows] from square to square
 */

const SIDE = 45;

/** An empty board to draw on. */
export function board() {
  return svg("svg", { class: "board chess", viewBox: `0 0 ${8 * SIDE} ${8 * SIDE}`, role: "img" });
}

/**
 * Draws a position.
 * @param {SVGSVGElement} root
 * @param {ChessData} data
 * @param {ChessOptions} [options]
 */
export function draw(root, data, options = {}) {
  const flip = options.flip ?? false;
  const place = (/** @type {string} */ square) => corner(square, flip);
  const from = data.last?.slice(0, 2);
  const to = data.last?.slice(2, 4);
  const king = data.to_move === "white" ? "K" : "k";
  root.replaceChildren();
  for (const square of SQUARES) {
    const [x, y] = place(square);
    const piece = at(data, square);
    const dark = (FILES.indexOf(square[0]) + Number(square[1])) % 2 === 1;
    const marks = [dark ? "dark" : "light"];
    if (square === from || square === to) marks.push("last");
    if (square === options.selected) marks.push("selected");
    if (data.check && piece === king) marks.push("check");
    root.append(svg("rect", { x, y, width: SIDE, height: SIDE, class: marks.join(" "), "data-square": square }));
  }
  letters(root, flip);
  for (const square of SQUARES) {
    const piece = at(data, square);
    if (piece !== "." && square !== options.hidden) root.append(drawPiece(piece, ...place(square)));
  }
  for (const square of options.dots ?? []) {
    const [x, y] = place(square);
    const taken = at(data, square) !== ".";
    root.append(svg("circle", { cx: x + SIDE / 2, cy: y + SIDE / 2, r: taken ? 19 : 7, class: taken ? "ring" : "dot" }));
  }
  for (const [start, end] of options.arrows ?? []) root.append(arrow(place(start), place(end)));
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

/**
 * The square under a point of the window, if there is one.
 * @param {SVGSVGElement} root
 * @param {number} clientX
 * @param {number} clientY
 * @param {boolean} flip
 * @returns {string|null}
 */
export function squareAt(root, clientX, clientY, flip) {
  const box = root.getBoundingClientRect();
  const column = Math.floor(((clientX - box.left) / box.width) * 8);
  const row = Math.floor(((clientY - box.top) / box.height) * 8);
  if (column < 0 || column > 7 || row < 0 || row > 7) return null;
  return flip ? `${FILES[7 - column]}${row + 1}` : `${FILES[column]}${8 - row}`;
}

const FILES = "abcdefgh";
const SQUARES = [...FILES].flatMap((file) => [1, 2, 3, 4, 5, 6, 7, 8].map((rank) => `${file}${rank}`));

/**
 * The letter of the piece on a square, `.` if there is none.
 * @param {ChessData} data
 * @param {string} square
 */
export function at(data, square) {
  return data.board[8 - Number(square[1])][FILES.indexOf(square[0])];
}

/**
 * @param {string} square
 * @param {boolean} flip
 * @returns {[number, number]}
 */
function corner(square, flip) {
  const [file, rank] = [FILES.indexOf(square[0]), Number(square[1]) - 1];
  return flip ? [(7 - file) * SIDE, rank * SIDE] : [file * SIDE, (7 - rank) * SIDE];
}

/**
 * @param {SVGSVGElement} root
 * @param {boolean} flip
 */
function letters(root, flip) {
  for (let i = 0; i < 8; i++) {
    const file = FILES[flip ? 7 - i : i];
    const rank = flip ? i + 1 : 8 - i;
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
 * The position in words, for those who cannot see it.
 * @param {ChessData} data
 */
export function describe(data) {
  const pieces = (/** @type {boolean} */ white) =>
    SQUARES.filter((square) => at(data, square) !== "." && (at(data, square) === at(data, square).toUpperCase()) === white)
      .map((square) => `${NAMES[at(data, square).toLowerCase()]} ${square}`)
      .join(", ");
  const last = data.san.length ? ` Last move ${data.san[data.san.length - 1]}.` : "";
  return `Chess, ${data.to_move} to move${data.check ? ", in check" : ""}.${last} White: ${pieces(true)}. Black: ${pieces(false)}.`;
}
