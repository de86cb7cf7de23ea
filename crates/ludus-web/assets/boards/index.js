// One way to show a position of any game.

import { h } from "../lib/dom.js";
import { CanvasBoard } from "./canvas.js";
import * as chess from "./chess.js";
import * as snake from "./snake.js";
import * as tetris from "./tetris.js";
import { boardTheme } from "./theme.js";

/**
 * A board that is shown.
 * @typedef {object} Board
 * @property {Element} element
 * @property {(data: any, labels: string[], options?: any) => void} show
 * @property {() => void} close
 */

/**
 * A board for positions of this game.
 * @param {string} game
 * @returns {Board}
 */
export function boardFor(game) {
  switch (game) {
    case "tetris":
    case "tetris-live":
      return canvasBoard(tetris);
    case "snake":
      return canvasBoard({ ...snake, draw: (context, width, data, _, theme) => snake.draw(context, width, data, theme) });
    case "chess":
      return chessBoard();
    default:
      return textBoard();
  }
}

/**
 * @param {{
 *   shape: (data: any) => [number, number],
 *   draw: (context: CanvasRenderingContext2D, width: number, data: any, labels: string[], theme: import("./theme.js").BoardTheme) => void,
 *   describe: (data: any, labels: string[]) => string,
 * }} game
 * @returns {Board}
 */
function canvasBoard(game) {
  /** @type {any} */
  let shown = null;
  /** @type {string[]} */
  let names = [];
  const view = new CanvasBoard((context, width) => {
    if (shown) game.draw(context, width, shown, names, boardTheme());
  });
  return {
    element: view.canvas,
    show(data, labels) {
      [shown, names] = [data, labels];
      view.setShape(...game.shape(data));
      view.canvas.setAttribute("aria-label", game.describe(data, labels));
      view.repaint();
    },
    close: () => view.close(),
  };
}

/** @returns {Board} */
function chessBoard() {
  const element = chess.board();
  return { element, show: (data, _, options) => chess.draw(element, data, options), close() {} };
}

/**
 * A game that this program's pages cannot draw: its data as text.
 * @returns {Board}
 */
function textBoard() {
  const element = h("pre", { class: "board" });
  return { element, show: (data) => (element.textContent = JSON.stringify(data, null, 1)), close() {} };
}
