// Steering: arrow keys, W A S D, buttons for fingers, and swipes over the board.

import { h } from "../lib/dom.js";

/** @type {Record<string, string>} */
const KEYS = {
  ArrowUp: "up", ArrowDown: "down", ArrowLeft: "left", ArrowRight: "right",
  KeyW: "up", KeyS: "down", KeyA: "left", KeyD: "right",
};

const SIGNS = { left: "◀", up: "▲", down: "▼", right: "▶" };

/** How far a finger moves until it is a swipe, in CSS pixels. */
const SWIPE = 24;

export class Steering {
  /** @param {(direction: string) => void} steer */
  constructor(steer) {
    this.steer = steer;
    this.active = false;
    this.help = "Steer with the arrow keys, W A S D or swipes.";
    this.press = (/** @type {KeyboardEvent} */ event) => this.keyDown(event);
    addEventListener("keydown", this.press);
  }

  /** @param {KeyboardEvent} event */
  keyDown(event) {
    const typing = event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement;
    const direction = KEYS[event.code];
    if (!direction || typing || event.ctrlKey || event.metaKey || event.altKey || !this.active) return;
    event.preventDefault();
    if (!event.repeat) this.steer(direction);
  }

  /** Buttons for fingers. */
  buttons() {
    return h("div", { class: "touch four", role: "group", "aria-label": "Steer" }, Object.entries(SIGNS).map(([direction, sign]) =>
      h("button", {
        type: "button",
        "aria-label": direction,
        "data-test": `touch-${direction}`,
        onpointerdown: (/** @type {Event} */ event) => { event.preventDefault(); if (this.active) this.steer(direction); },
      }, sign)));
  }

  /**
   * Swipes over this element steer.
   * @param {HTMLElement} element
   */
  swipes(element) {
    element.classList.add("swipes");
    /** @type {{x: number, y: number}|null} */
    let from = null;
    element.addEventListener("pointerdown", (event) => (from = { x: event.clientX, y: event.clientY }));
    element.addEventListener("pointermove", (event) => {
      if (!from || !this.active) return;
      const [dx, dy] = [event.clientX - from.x, event.clientY - from.y];
      if (Math.max(Math.abs(dx), Math.abs(dy)) < SWIPE) return;
      from = { x: event.clientX, y: event.clientY };
      this.steer(Math.abs(dx) > Math.abs(dy) ? (dx > 0 ? "right" : "left") : dy > 0 ? "down" : "up");
    });
    for (const end of ["pointerup", "pointercancel", "pointerleave"]) element.addEventListener(end, () => (from = null));
  }

  close() {
    removeEventListener("keydown", this.press);
  }
}
