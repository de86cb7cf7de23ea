// Who plays, with their clocks: one line for every seat.

import { h } from "../lib/dom.js";

/** @typedef {import("../lib/types.js").RoomLink} RoomLink */

/** Below this a clock is shown as low, with tenths of seconds. */
const LOW_MS = 20_000;

/** How often clocks are shown anew, in milliseconds. */
const EVERY = 200;

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
    this.timer = setInterval(() => this.show(), EVERY);
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
    const clocks = position?.clocks;
    this.lines.forEach(({ element, clock }, seat) => {
      const playing = info?.phase === "playing";
      element.classList.toggle("to-act", Boolean(playing && position?.to_act.includes(seat)));
      clock.hidden = !clocks;
      if (!clocks || !position) return;
      const running = clocks.running === seat;
      const gone = running && playing ? performance.now() - position.at : 0;
      const left = Math.max(0, clocks.left_ms[seat] - gone);
      clock.textContent = time(left);
      clock.classList.toggle("running", running);
      clock.classList.toggle("low", left < LOW_MS);
    });
  }

  close() {
    clearInterval(this.timer);
  }
}

/** @param {number} ms */
function time(ms) {
  const seconds = ms / 1000;
  if (ms < LOW_MS) return seconds.toFixed(1);
  return `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;
}
