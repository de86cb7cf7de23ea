// The moves of a match and the figures of its seats, as a room and a replay show them.

import { fill, h } from "../lib/dom.js";

/** @typedef {import("../lib/types.js").MoveText} MoveText */
/** @typedef {import("../lib/types.js").SeatFigures} SeatFigures */

/**
 * The moves, one row for each round of the seats.
 * @param {HTMLElement} list
 * @param {MoveText[]} moves
 * @param {number} seats
 */
export function moveList(list, moves, seats) {
  const rows = [];
  for (let i = 0; i < moves.length; i += seats) {
    rows.push(h("li", null, moves.slice(i, i + seats).map(({ text }) => [h("span", null, text), " "]).flat()));
  }
  fill(list, rows.length ? rows : h("li", { class: "faint" }, "no moves yet"));
  list.scrollTop = list.scrollHeight;
}

/**
 * @param {SeatFigures[]} figures
 * @param {string[]} labels
 */
export function seatTable(figures, labels) {
  const names = Object.keys(figures[0]?.figures ?? {});
  return h("table", null,
    h("thead", null, h("tr", null, ["Player", ...names].map((text) => h("th", { scope: "col" }, text)))),
    h("tbody", null, figures.map((seat, i) => h("tr", { class: seat.out ? "out" : null },
      h("td", null, h("span", { class: `seat-name seat-${i % 8}` }, labels[i])),
      names.map((name) => h("td", { class: "number" }, seat.figures[name])),
    ))),
  );
}
