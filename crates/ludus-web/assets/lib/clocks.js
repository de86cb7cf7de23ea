// Clocks: what is left of them, running on the page between two messages; and the field to choose one.

import { field, h, select } from "./dom.js";

/**
 * The clocks of a match: what each seat has left, and the seats whose clocks run.
 * @typedef {{left_ms: number[], running: number[]}} Clocks
 */

/** Below this a clock is shown as low, with tenths of seconds. */
const LOW_MS = 20_000;

/** How often clocks are shown anew, in milliseconds. */
export const CLOCK_EVERY = 100;

/** The choice that lets one type a time control. */
const OTHER = "other";

/**
 * Shows the clock of a seat as it is now.
 * @param {HTMLElement} element
 * @param {Clocks|undefined} clocks as they came
 * @param {number} seat
 * @param {number} since when they came, as performance.now() has it
 * @param {boolean} playing whether the match is being played
 */
export function showClock(element, clocks, seat, since, playing) {
  element.hidden = !clocks;
  if (!clocks) return;
  const running = playing && clocks.running.includes(seat);
  const left = Math.max(0, clocks.left_ms[seat] - (running ? performance.now() - since : 0));
  element.textContent = clockText(left);
  element.classList.toggle("running", running);
  element.classList.toggle("low", left < LOW_MS);
}

/** @param {number} ms */
function clockText(ms) {
  const seconds = ms / 1000;
  if (ms < LOW_MS) return seconds.toFixed(1);
  return `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;
}

/**
 * A field to choose a time control: one of those that people know, or any that is typed.
 * @param {[string, string][]} known time controls, and how they are shown
 * @param {string} now the current one; empty for none
 * @param {boolean} disabled
 * @param {(control: string) => void} choose
 */
export function clockField(known, now, disabled, choose) {
  const options = known.map(([value, text]) => ({ value, text }));
  if (!known.some(([value]) => value === now)) options.push({ value: now, text: now });
  options.push({ value: OTHER, text: "other…" });
  const typed = h("input", { type: "text", hidden: true, maxlength: 40, placeholder: "seconds: 180+2, 40/60+0.5", value: now, "aria-label": "Seconds + seconds for each action", "data-test": "clock-typed", onchange: () => choose(typed.value.trim()) });
  const control = select(options, now, { disabled, "data-test": "clock", onchange: () => {
    typed.hidden = control.value !== OTHER;
    if (typed.hidden) choose(control.value);
    else typed.focus();
  } });
  return field("Clock", h("div", { class: "row tight" }, control, typed));
}
