// The keys of live tetris: which does what, how a key that is held repeats, and the panel where both are set.

import { field, fill, h } from "../lib/dom.js";
import { recall, remember } from "../lib/store.js";

/**
 * @typedef {{das: number, arr: number, keys: Record<string, string>}} Settings
 */

/** What can be done, by the names of the protocol; `target` goes round the opponents. */
export const ACTIONS = /** @type {const} */ ([
  ["move_left", "Left"],
  ["move_right", "Right"],
  ["soft_drop", "Down"],
  ["hard_drop", "Drop"],
  ["rotate", "Rotate clockwise"],
  ["rotate_back", "Rotate counter-clockwise"],
  ["target", "Next target"],
]);

/** @type {Settings} */
const DEFAULTS = {
  das: 133,
  arr: 10,
  keys: {
    move_left: "ArrowLeft",
    move_right: "ArrowRight",
    soft_drop: "ArrowDown",
    hard_drop: "Space",
    rotate: "ArrowUp",
    rotate_back: "KeyZ",
    target: "KeyT",
  },
};

/** The settings that the reader has chosen.
 * @returns {Settings}
 */
export function settings() {
  const stored = recall("tetris.keys");
  return { ...DEFAULTS, ...stored, keys: { ...DEFAULTS.keys, ...stored?.keys } };
}

/** These repeat while they are held. */
const REPEATING = new Set(["move_left", "move_right", "soft_drop"]);

/** Listens to keys and buttons, and calls back with what is to be done now. */
export class Hands {
  /** @param {(action: string) => void} press */
  constructor(press) {
    this.press = press;
    this.settings = settings();
    /** @type {Map<string, ReturnType<typeof setTimeout>>} */
    this.held = new Map();
    this.active = true;
    this.down = (/** @type {KeyboardEvent} */ event) => this.keyDown(event);
    this.up = (/** @type {KeyboardEvent} */ event) => this.release(this.actionOf(event.code));
    this.blur = () => this.releaseAll();
    addEventListener("keydown", this.down);
    addEventListener("keyup", this.up);
    addEventListener("blur", this.blur);
  }

  /** @param {string} code */
  actionOf(code) {
    return Object.entries(this.settings.keys).find(([, key]) => key === code)?.[0] ?? "";
  }

  /** @param {KeyboardEvent} event */
  keyDown(event) {
    const typing = event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement;
    if (!this.active || typing || event.ctrlKey || event.metaKey || event.altKey) return;
    const action = this.actionOf(event.code);
    if (!action) return;
    event.preventDefault();
    if (!event.repeat) this.start(action);
  }

  /** @param {string} action */
  start(action) {
    if (!this.active || this.held.has(action)) return;
    if (action === "move_left") this.release("move_right");
    if (action === "move_right") this.release("move_left");
    this.press(action);
    if (!REPEATING.has(action)) return;
    const { das, arr } = this.settings;
    const soft = action === "soft_drop";
    const again = () => {
      this.press(action);
      this.held.set(action, setTimeout(again, soft ? Math.max(arr, 30) : Math.max(arr, 1)));
    };
    this.held.set(action, setTimeout(again, soft ? 60 : das));
  }

  /** @param {string} action */
  release(action) {
    clearTimeout(this.held.get(action));
    this.held.delete(action);
  }

  releaseAll() {
    for (const action of [...this.held.keys()]) this.release(action);
  }

  close() {
    this.releaseAll();
    removeEventListener("keydown", this.down);
    removeEventListener("keyup", this.up);
    removeEventListener("blur", this.blur);
  }

  /** Buttons for fingers. */
  buttons() {
    const names = { move_left: "◀", move_right: "▶", soft_drop: "▼", hard_drop: "⤓", rotate: "↻", rotate_back: "↺", target: "◎" };
    const button = (/** @type {string} */ action, /** @type {string} */ text) =>
      h("button", {
        type: "button",
        "aria-label": text,
        title: text,
        "data-test": `touch-${action}`,
        onpointerdown: (/** @type {Event} */ event) => { event.preventDefault(); this.start(action); },
        onpointerup: () => this.release(action),
        onpointerleave: () => this.release(action),
        onpointercancel: () => this.release(action),
      }, names[/** @type {keyof typeof names} */ (action)]);
    return h("div", { class: "touch", "data-test": "touch", role: "group", "aria-label": "Touch controls" }, ACTIONS.map(([action, text]) => button(action, text)));
  }

  /** The panel where keys and their repetition are set. */
  panel() {
    const table = h("div", { class: "keys" });
    const draw = () => fill(table, ACTIONS.map(([action, text]) => {
      const key = this.settings.keys[action];
      return h("label", { class: "key" }, h("span", null, text), h("button", {
        type: "button",
        "data-test": `key-${action}`,
        "aria-label": `Key for ${text}: ${shown(key)}. Press to change.`,
        onclick: (/** @type {Event} */ event) => this.choose(/** @type {HTMLElement} */ (event.currentTarget), action, draw),
      }, shown(key)));
    }));
    const slider = (/** @type {"das"|"arr"} */ name, /** @type {number} */ most, /** @type {string} */ text) => {
      const told = h("output", null, `${this.settings[name]} ms`);
      const input = h("input", { type: "range", min: 0, max: most, step: 1, value: String(this.settings[name]), "data-test": name, oninput: () => {
        this.settings[name] = Number(input.value);
        told.textContent = `${input.value} ms`;
        this.save();
      } });
      return field(text, h("span", { class: "row middle" }, input, told));
    };
    draw();
    return h("details", { class: "panel tight", "data-test": "key-settings" },
      h("summary", null, "Keys"),
      table,
      slider("das", 300, "Delay until a held key repeats (DAS)"),
      slider("arr", 100, "Delay between repeats (ARR)"),
      h("button", { type: "button", onclick: () => { remember("tetris.keys", null); this.settings = settings(); draw(); } }, "Reset to defaults"),
    );
  }

  /**
   * Waits for the key that is to do this.
   * @param {HTMLElement} button
   * @param {string} action
   * @param {() => void} done
   */
  choose(button, action, done) {
    this.active = false;
    fill(button, "press a key…");
    const take = (/** @type {KeyboardEvent} */ event) => {
      event.preventDefault();
      event.stopPropagation();
      if (event.code !== "Escape") {
        const { keys } = this.settings;
        // The key that did something else now does this, and the other way round.
        const other = this.actionOf(event.code);
        if (other) keys[other] = keys[action];
        keys[action] = event.code;
        this.save();
      }
      removeEventListener("keydown", take, true);
      this.active = true;
      done();
    };
    addEventListener("keydown", take, true);
  }

  save() {
    remember("tetris.keys", this.settings);
  }
}

/** @param {string} code */
function shown(code) {
  /** @type {Record<string, string>} */
  const arrows = { ArrowLeft: "←", ArrowRight: "→", ArrowDown: "↓", ArrowUp: "↑", Space: "space" };
  return arrows[code] ?? code.replace(/^(Key|Digit)/, "");
}
