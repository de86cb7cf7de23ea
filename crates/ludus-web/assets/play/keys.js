// The keys of a game in real time: which does what, how a key that is held repeats, and the panel where both are set.

import { field, fill, h } from "../lib/dom.js";
import { recall, remember } from "../lib/store.js";

/** @typedef {import("../lib/types.js").ControlKey} ControlKey */
/**
 * What a person has set: the delay before a held key repeats, the delay between repeats, the same of keys that repeat
 * steadily, and keys by action.
 * @typedef {{das: number, arr: number, sdf: number, keys: Record<string, string|string[]>}} KeySettings
 */

/** Delayed auto shift, auto repeat rate and the time of one row of a soft drop, in milliseconds. */
const DELAYS = { das: 133, arr: 10, sdf: 30 };

/** A key that repeats steadily takes twice as long for the first repeat, so that a short press is one step. */
const FIRST_STEP = 2;

/** Browsers move the focus with these: they are not taken from people who have no mouse. */
const RESERVED = ["Tab"];

/** Listens to keys and buttons, and calls back with what is to be done now. */
export class Keyboard {
  /**
   * @param {string} game what is set is remembered for each game
   * @param {ControlKey[]} controls
   * @param {(action: string) => void} press
   */
  constructor(game, controls, press) {
    this.store = `${game}.keys`;
    this.controls = controls;
    this.press = press;
    this.settings = this.load();
    /** @type {Map<string, ReturnType<typeof setTimeout>>} */
    this.held = new Map();
    this.active = true;
    this.down = (/** @type {KeyboardEvent} */ event) => this.keyDown(event);
    this.up = (/** @type {KeyboardEvent} */ event) => this.release(this.controlOf(event.code)?.action ?? "");
    this.blur = () => this.releaseAll();
    addEventListener("keydown", this.down);
    addEventListener("keyup", this.up);
    addEventListener("blur", this.blur);
  }

  /** @returns {KeySettings} */
  load() {
    const stored = recall(this.store);
    return { ...DELAYS, ...stored, keys: { ...stored?.keys } };
  }

  /**
   * The keys of an action: those that the person chose, or the usual ones.
   * @param {ControlKey} control
   */
  keysOf(control) {
    const chosen = this.settings.keys[control.action] ?? control.keys;
    return (typeof chosen === "string" ? [chosen] : chosen).filter((key) => !RESERVED.includes(key));
  }

  /** @param {string} code */
  controlOf(code) {
    return this.controls.find((control) => this.keysOf(control).includes(code));
  }

  /** @param {KeyboardEvent} event */
  keyDown(event) {
    const typing = event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement;
    if (!this.active || typing || event.ctrlKey || event.metaKey || event.altKey) return;
    const control = this.controlOf(event.code);
    if (!control) return;
    event.preventDefault();
    if (!event.repeat) this.start(control);
  }

  /** @param {ControlKey} control */
  start(control) {
    const { action, repeats } = control;
    if (!this.active || this.held.has(action)) return;
    if (repeats === "after_delay") {
      // Of two directions that are held, the later one counts.
      for (const other of this.controls) if (other.repeats === repeats) this.release(other.action);
    }
    this.press(action);
    if (repeats === "never") return;
    const { das, arr, sdf } = this.settings;
    const [first, next] = repeats === "steady" ? [sdf * FIRST_STEP, sdf] : [das, arr];
    const again = () => {
      this.press(action);
      this.held.set(action, setTimeout(again, Math.max(next, 1)));
    };
    this.held.set(action, setTimeout(again, first));
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
    const button = (/** @type {ControlKey} */ control) =>
      h("button", {
        type: "button",
        "aria-label": control.label,
        title: control.label,
        "data-test": `touch-${control.action}`,
        onpointerdown: (/** @type {Event} */ event) => { event.preventDefault(); this.start(control); },
        onpointerup: () => this.release(control.action),
        onpointerleave: () => this.release(control.action),
        onpointercancel: () => this.release(control.action),
      }, control.symbol);
    return h("div", { class: "touch", "data-test": "touch", role: "group", "aria-label": "Touch controls" }, this.controls.map(button));
  }

  /** The panel where keys and their repetition are set. */
  panel() {
    const table = h("div", { class: "keys" });
    const draw = () => fill(table, this.controls.map((control) => {
      const keys = this.keysOf(control).map(shown).join(" ");
      return h("label", { class: "key" }, h("span", null, capitalised(control.label)), h("button", {
        type: "button",
        "data-test": `key-${control.action}`,
        "aria-label": `Key for ${control.label}: ${keys}. Press to change.`,
        onclick: (/** @type {Event} */ event) => this.choose(/** @type {HTMLElement} */ (event.currentTarget), control, draw),
      }, keys));
    }));
    const slider = (/** @type {"das"|"arr"|"sdf"} */ name, /** @type {number} */ most, /** @type {string} */ text) => {
      const output = h("output", null, `${this.settings[name]} ms`);
      const input = h("input", { type: "range", min: 0, max: most, step: 1, value: String(this.settings[name]), "data-test": name, oninput: () => {
        this.settings[name] = Number(input.value);
        output.textContent = `${input.value} ms`;
        this.save();
      } });
      return field(text, h("span", { class: "row middle" }, input, output));
    };
    const repeating = this.controls.some((control) => control.repeats === "after_delay");
    const steady = this.controls.find((control) => control.repeats === "steady");
    draw();
    return h("details", { class: "panel tight", "data-test": "key-settings" },
      h("summary", null, "Keys"),
      table,
      repeating ? slider("das", 300, "Delay until a held key repeats (DAS)") : null,
      repeating ? slider("arr", 100, "Delay between repeats (ARR)") : null,
      steady ? slider("sdf", 100, `Delay between steps of ${steady.label} (SDF)`) : null,
      h("button", { type: "button", onclick: () => { remember(this.store, null); this.settings = this.load(); draw(); } }, "Reset to defaults"),
    );
  }

  /**
   * Waits for the key that is to do this.
   * @param {HTMLElement} button
   * @param {ControlKey} control
   * @param {() => void} done
   */
  choose(button, control, done) {
    this.active = false;
    fill(button, "press a key…");
    const take = (/** @type {KeyboardEvent} */ event) => {
      event.preventDefault();
      event.stopPropagation();
      if (event.code !== "Escape" && !RESERVED.includes(event.code)) this.bind(control, event.code);
      removeEventListener("keydown", take, true);
      this.active = true;
      done();
    };
    addEventListener("keydown", take, true);
  }

  /**
   * Lets a key do this; if it did something else, that gets the keys of this.
   * @param {ControlKey} control
   * @param {string} code
   */
  bind(control, code) {
    const { keys } = this.settings;
    const other = this.controlOf(code);
    if (other && other !== control) keys[other.action] = this.keysOf(control);
    keys[control.action] = [code];
    this.save();
  }

  save() {
    remember(this.store, this.settings);
  }
}

/** @param {string} code */
function shown(code) {
  /** @type {Record<string, string>} */
  const signs = { ArrowLeft: "←", ArrowRight: "→", ArrowDown: "↓", ArrowUp: "↑", Space: "space", ShiftLeft: "shift" };
  return signs[code] ?? code.replace(/^(Key|Digit)/, "");
}

/** @param {string} text */
function capitalised(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
