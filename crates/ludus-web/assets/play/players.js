// Who plays, with their clocks: one line for every seat.

import { CLOCK_EVERY, showClock } from "../lib/clocks.js";
import { h } from "../lib/dom.js";

/** @typedef {import("../lib/types.js").RoomLink} RoomLink */

export class Players {
  /**
   * @param {RoomLink} link
   * @param {import("../lib/types.js").GameInfo} game
   */
  constructor(link, game) {
    this.link = link;
    this.lines = link.labels.map((label, seat) => {
      const clock = h("div", { class: "clock", hidden: true, "data-test": `clock-${seat}` });
      const role = game.seat_names[seat];
      const element = h("div", { class: "player", "data-test": `player-${seat}` },
        h("span", { class: "name" }, role ? h("span", { class: "faint" }, `${role} `) : null, label), clock);
      return { element, clock };
    });
    this.timer = setInterval(() => this.show(), CLOCK_EVERY);
  }

  /**
   * The line of a seat.
   * @param {number} seat
   */
  line(seat) {
    return this.lines[seat]?.element ?? null;
  }

  show() {
    const { position, info } = this.link;
    this.lines.forEach(({ element, clock }, seat) => {
      const playing = info?.phase === "playing";
      element.classList.toggle("to-act", Boolean(playing && position?.to_act.includes(seat)));
      showClock(clock, position?.clocks, seat, position?.at ?? 0, playing);
    });
  }

  close() {
    clearInterval(this.timer);
  }
}
