// The games: what the server says about them, and how each is drawn.

import { textPage } from "../boards/text.js";
import { get } from "./api.js";
import { h, note } from "./dom.js";

/** @typedef {import("./types.js").GameInfo} GameInfo */
/** @typedef {import("./types.js").GamePage} GamePage */

/** @type {Promise<GameInfo[]>|null} */
let known = null;

/**
 * The games and their bots; asked for once.
 * @returns {Promise<GameInfo[]>}
 */
export function games() {
  known ??= get("/games").then((answer) => answer.games);
  // The next call after a failure tries again.
  known.catch(() => (known = null));
  return known;
}

/**
 * The game of this name, which may be that of its live form.
 * @param {GameInfo[]} list
 * @param {string} name
 */
export function gameNamed(list, name) {
  return list.find((game) => game.name === name || game.people.name === name);
}

/**
 * How turns follow each other in a match of this name.
 * @param {GameInfo|undefined} game
 * @param {string} name
 * @returns {{pace: import("./types.js").Pacing, turn_ms: number}}
 */
export function paceOf(game, name) {
  if (!game) return { pace: "waits", turn_ms: 500 };
  return game.name === name ? game : game.people;
}

/** @type {Map<string, Promise<GamePage>>} */
const pages = new Map();

/**
 * How a game is drawn. A game without a page of its own is shown as text.
 * @param {GameInfo|undefined} game
 * @returns {Promise<GamePage>}
 */
export function pageOf(game) {
  if (!game?.page) return Promise.resolve(textPage);
  const loaded = pages.get(game.page) ?? load(game.page, game.title);
  pages.set(game.page, loaded);
  return loaded;
}

/**
 * @param {string} address
 * @param {string} title
 * @returns {Promise<GamePage>}
 */
async function load(address, title) {
  try {
    return guarded((await import(address)).default, title);
  } catch (error) {
    console.error(error);
    note(`${title} cannot be drawn: it is shown as text.`, "error");
    return textPage;
  }
}

/**
 * A page that a mistake of its own does not stop: from the first error on its boards show text, and what else fails is left out.
 * @param {GamePage} page
 * @param {string} title
 * @returns {GamePage}
 */
export function guarded(page, title) {
  /** @type {Record<string, (...given: any[]) => any>} What stands in for a function that fails. */
  const instead = { moves: () => [], figures: () => [], downloads: () => [], predict: (data) => data, cell: () => "", choice: (choice) => h("span", null, choice), view: () => null };
  const safe = Object.create(page);
  safe.board = () => guardedBoard(page, title);
  for (const [name, fallback] of Object.entries(instead)) {
    const own = /** @type {any} */ (page)[name];
    if (own) safe[name] = (/** @type {any[]} */ ...given) => attempt(() => own.apply(page, given), () => fallback(...given));
  }
  return safe;
}

/**
 * @template T
 * @param {() => T} action
 * @param {() => T} instead
 */
function attempt(action, instead) {
  try {
    return action();
  } catch (error) {
    console.error(error);
    return instead();
  }
}

/**
 * Keeps a drawing with a `viewBox` as wide as there is room, and no higher than the page allows.
 * @param {Element} element
 */
function fit(element) {
  if (!(element instanceof SVGSVGElement)) return;
  const { width, height } = element.viewBox.baseVal;
  if (!width || !height) return;
  element.classList.add("board");
  element.style.aspectRatio = `${width} / ${height}`;
  element.style.maxWidth = `calc(var(--board-height) * ${width / height})`;
}

/**
 * @param {GamePage} page
 * @param {string} title
 * @returns {import("./types.js").Board}
 */
function guardedBoard(page, title) {
  const asText = () => {
    note(`${title} cannot be drawn: it is shown as text.`, "error");
    return textPage.board();
  };
  let board = attempt(() => {
    const own = page.board();
    if (!(own.element instanceof Element)) throw new TypeError("board() gives no element");
    return own;
  }, asText);
  return {
    get element() {
      return board.element;
    },
    get marks() {
      return board.marks;
    },
    show(data, labels, options) {
      attempt(() => { board.show(data, labels, options); fit(board.element); }, () => {
        const failed = board.element;
        board = asText();
        failed.replaceWith(board.element);
        board.show(data, labels, options);
      });
    },
    close: () => board.close(),
  };
}
