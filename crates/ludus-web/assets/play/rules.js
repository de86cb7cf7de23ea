// The rules of a room, as its host sets them and the others see them.

import { field, h, select } from "../lib/dom.js";

/** @typedef {import("../lib/room.js").RoomInfo} RoomInfo */
/** @typedef {import("../lib/room.js").RoomLink} RoomLink */

/** The rules that people change, by game: key, words, and the values or the bounds; text without either. */
const RULES = /** @type {Record<string, {key: string, text: string, values?: (string|[string, string])[], from?: number, to?: number}[]>} */ ({
  tetris: [
    { key: "height", text: "Rows", from: 4, to: 38 },
    { key: "width", text: "Columns", from: 4, to: 20 },
    { key: "pieces", text: "Pieces", values: [["bag7", "7-bag"], ["uniform", "uniform random"], ["bank", "shared supply"]] },
  ],
  chess: [
    { key: "opening", text: "Opening", values: [["none", "starting position"], ["book", "from the opening book"]] },
    { key: "fen", text: "Start position (FEN)" },
  ],
  snake: [
    { key: "ruleset", text: "Rules", values: ["standard", "royale", "constrictor", "wrapped", "solo"] },
    { key: "width", text: "Columns", from: 7, to: 25 },
    { key: "height", text: "Rows", from: 7, to: 25 },
  ],
});

/** Clocks that people know. */
const CLOCKS = [["", "no clock"], ["60+0", "1 min"], ["180+2", "3 min + 2 s"], ["300+3", "5 min + 3 s"], ["600+5", "10 min + 5 s"], ["1800+20", "30 min + 20 s"]];

/**
 * @param {RoomInfo} info
 * @param {RoomLink} link
 */
export function rulesPanel(info, link) {
  const host = info.you.host && info.phase === "waiting";
  const off = !host;
  const controls = (RULES[info.game] ?? []).map(({ key, text, values, from, to }) => {
    const now = String(info.rules[key]);
    const tell = (/** @type {string|number} */ value) => link.say("rules", { rules: { [key]: value } });
    if (values) {
      const options = values.map((value) => (typeof value === "string" ? { value, text: value } : { value: value[0], text: value[1] }));
      if (!options.some((option) => option.value === now)) options.push({ value: now, text: now });
      const control = select(options, now, { disabled: off, "data-test": `rule-${key}`, onchange: () => tell(control.value) });
      return field(text, control);
    }
    if (from === undefined) {
      const control = h("input", { type: "text", maxlength: 100, value: now, disabled: off, "data-test": `rule-${key}`, onchange: () => tell(control.value) });
      return field(text, control);
    }
    const control = h("input", { type: "number", min: from, max: to, value: now, disabled: off, "data-test": `rule-${key}`, onchange: () => tell(Number(control.value)) });
    return field(text, control);
  });
  if (info.game === "snake") {
    const control = h("input", { type: "number", min: 100, max: 5000, step: 50, value: String(info.turn_ms), disabled: off, "data-test": "turn-ms", onchange: () => link.say("rules", { turn_ms: Number(control.value) }) });
    controls.push(field("Time per turn (ms)", control));
  }
  if (info.game === "chess") {
    const now = info.clock ? `${info.clock.base_s}+${info.clock.increment_s}` : "";
    const options = CLOCKS.map(([value, text]) => ({ value, text }));
    if (!options.some((option) => option.value === now)) options.push({ value: now, text: now });
    const control = select(options, now, { disabled: off, "data-test": "clock", onchange: () => {
      const [base, increment] = control.value.split("+").map(Number);
      link.say("rules", { clock: control.value ? { base_s: base, increment_s: increment } : null });
    } });
    controls.push(field("Clock", control));
  }
  return h("section", { class: "panel", "aria-label": "Rules", "data-test": "rules" },
    h("h2", null, "Rules"),
    h("div", { class: "row" }, controls),
    host ? null : h("p", { class: "faint" }, "Set by the host."),
  );
}
