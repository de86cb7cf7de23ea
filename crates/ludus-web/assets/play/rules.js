// The rules of a room, as its host sets them and the others see them.

import { clockField } from "../lib/clocks.js";
import { field, h, select } from "../lib/dom.js";

/** @typedef {import("../lib/room.js").RoomInfo} RoomInfo */
/** @typedef {import("../lib/types.js").RoomLink} RoomLink */
/** @typedef {import("../lib/types.js").GameInfo} GameInfo */
/** @typedef {import("../lib/types.js").EditableRule} EditableRule */

/** Clocks that people know: seconds for the match, and seconds that an action adds. @type {[string, string][]} */
const CLOCKS = [["", "no clock"], ["60", "1 min"], ["180+2", "3 min + 2 s"], ["300+3", "5 min + 3 s"], ["600+5", "10 min + 5 s"], ["1800+20", "30 min + 20 s"]];

/**
 * @param {RoomInfo} info
 * @param {RoomLink} link
 * @param {GameInfo|undefined} game
 */
export function rulesPanel(info, link, game) {
  const host = info.you.host && info.phase === "waiting";
  const off = !host;
  const controls = (game?.people.rules ?? []).map((rule) => ruleField(rule, info, link, off));
  if (game?.people.pace === "clocked") controls.push(turnField(info, link, off));
  if (game?.people.pace === "waits") controls.push(clockField(CLOCKS, info.clock ?? "", off, (clock) => link.say("rules", { clock: clock || null })));
  return h("section", { class: "panel", "aria-label": "Rules", "data-test": "rules" },
    h("h2", null, "Rules"),
    h("div", { class: "row" }, controls),
    host ? null : h("p", { class: "faint" }, "Set by the host."),
  );
}

/**
 * @param {EditableRule} rule
 * @param {RoomInfo} info
 * @param {RoomLink} link
 * @param {boolean} disabled
 */
function ruleField(rule, info, link, disabled) {
  const { key, label } = rule;
  const value = String(info.rules[key]);
  const common = { value, disabled, "data-test": `rule-${key}` };
  const set = (/** @type {string|number} */ chosen) => link.say("rules", { rules: { [key]: chosen } });
  if (rule.kind === "one_of") {
    const options = withCurrent(rule.options.map((option) => ({ value: option.value, text: option.label })), value);
    const control = select(options, value, { disabled, "data-test": common["data-test"], onchange: () => set(control.value) });
    return field(label, control);
  }
  if (rule.kind === "number") {
    const control = h("input", { ...common, type: "number", min: rule.low, max: rule.high, onchange: () => set(Number(control.value)) });
    return field(label, control);
  }
  const control = h("input", { ...common, type: "text", maxlength: rule.most, onchange: () => set(control.value) });
  return field(label, control);
}

/**
 * @param {RoomInfo} info
 * @param {RoomLink} link
 * @param {boolean} disabled
 */
function turnField(info, link, disabled) {
  const control = h("input", { type: "number", min: 100, max: 5000, step: 50, value: String(info.turn_ms), disabled, "data-test": "turn-ms", onchange: () => link.say("rules", { turn_ms: Number(control.value) }) });
  return field("Time per turn (ms)", control);
}

/**
 * The options, and the value as it is if it is none of them.
 * @param {{value: string, text: string}[]} options
 * @param {string} value
 */
function withCurrent(options, value) {
  return options.some((option) => option.value === value) ? options : [...options, { value, text: value }];
}
