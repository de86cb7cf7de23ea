// Live snake: the board, and keys that steer.

import { boardFor } from "../boards/index.js";
import { fill, h } from "../lib/dom.js";

/** @typedef {import("../lib/room.js").RoomLink} RoomLink */
/** @typedef {import("../lib/types.js").SnakeData} SnakeData */

/** @type {Record<string, string>} */
const KEYS = {
  ArrowUp: "up", ArrowDown: "down", ArrowLeft: "left", ArrowRight: "right",
  KeyW: "up", KeyS: "down", KeyA: "left", KeyD: "right",
};

export class SnakeView {
  /** @param {RoomLink} link */
  constructor(link) {
    this.link = link;
    this.board = boardFor("snake");
    this.table = h("tbody");
    this.alive = false;
    this.turn = 0;
    this.key = (/** @type {KeyboardEvent} */ event) => this.press(event);
    addEventListener("keydown", this.key);
    const mine = link.info?.you.played ?? null;
    this.element = h("div", { class: "square" }, this.board.element, mine === null ? null : this.buttons());
    this.side = h("section", { class: "panel tight", "aria-label": "Snakes" },
      h("div", { class: "scroll" }, h("table", { "data-test": "snakes" },
        h("thead", null, h("tr", null, ["Snake", "Health", "Length", "Food"].map((text) => h("th", { scope: "col" }, text)))),
        this.table,
      )),
      mine === null ? null : h("p", { class: "faint" }, "Steer with the arrow keys or W A S D."),
    );
  }

  buttons() {
    const names = { left: "◀", up: "▲", down: "▼", right: "▶" };
    return h("div", { class: "touch four", role: "group", "aria-label": "Steer" }, Object.entries(names).map(([way, sign]) =>
      h("button", { type: "button", "aria-label": way, "data-test": `touch-${way}`, onpointerdown: (/** @type {Event} */ event) => { event.preventDefault(); this.steer(way); } }, sign)));
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    const typing = event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement;
    const way = KEYS[event.code];
    if (!way || typing || event.ctrlKey || event.metaKey || event.altKey || !this.alive) return;
    event.preventDefault();
    if (!event.repeat) this.steer(way);
  }

  /** @param {string} way */
  steer(way) {
    const { position } = this.link;
    if (this.alive && position && performance.now() >= position.begins) this.link.act(way);
  }

  /** @param {import("../lib/room.js").Position} position */
  show(position) {
    /** @type {SnakeData} */
    const data = position.data;
    const { labels, info } = this.link;
    const seat = info?.you.played ?? null;
    this.alive = seat !== null && data.seats[seat].alive && info?.phase === "playing";
    this.board.show(data, labels);
    fill(this.table, data.seats.map((snake, i) => h("tr", { class: snake.alive ? null : "out" },
      h("td", null, h("span", { class: `seat-name seat-${i % 8}` }, labels[i])),
      h("td", { class: "number" }, snake.alive ? snake.health : (snake.death?.cause ?? "out").replaceAll("_", " ").replaceAll("-", " ")),
      h("td", { class: "number" }, snake.length),
      h("td", { class: "number" }, snake.food),
    )));
  }

  close() {
    removeEventListener("keydown", this.key);
    this.board.close();
  }
}
