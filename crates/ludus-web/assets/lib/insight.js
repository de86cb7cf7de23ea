// What a bot did and thought: the action, the score, its terms as bars, depth, and the line it expects.

import { bars } from "./charts.js";
import { h } from "./dom.js";
import { duration, number, short } from "./format.js";

/**
 * @typedef {object} Action
 * @property {number} seat
 * @property {string} [action]
 * @property {string} [forfeit]
 * @property {string} [failure]
 * @property {import("./types.js").Insight} insight
 * @property {number} [ms]
 * @property {number} [left_ms] what the seat's clock had left afterwards
 * @property {string[]} [stderr] what the bot's program wrote to standard error
 */

/**
 * @param {Action} action
 * @param {string[]} labels
 * @param {string} [who] where it is not the seat's own bot
 */
export function thought(action, labels, who) {
  const { insight } = action;
  const fact = (/** @type {string} */ name, /** @type {string} */ value) => h("span", null, `${name} `, h("b", null, value));
  return h("div", { class: "thought", "data-test": `thought-${action.seat}` },
    h("div", { class: "bar-head" },
      h("span", { class: `seat-name seat-${action.seat % 8}` }, who ?? labels[action.seat]),
      h("code", null, action.action ?? `lost: ${action.forfeit ?? ""}`),
    ),
    action.failure ? h("p", { class: "badge bad" }, action.failure) : null,
    h("div", { class: "facts" },
      insight.score === undefined ? null : fact("score", insight.score_text ?? short(insight.score)),
      insight.depth ? fact("depth", String(insight.depth)) : null,
      insight.nodes ? fact("nodes", number(insight.nodes)) : null,
      action.ms ? fact("time", duration(action.ms / 1000)) : null,
      action.left_ms === undefined ? null : fact("clock", duration(action.left_ms / 1000)),
    ),
    insight.terms?.length ? bars(insight.terms, "Terms of the score") : null,
    insight.line?.length ? h("p", { class: "facts" }, "expects ", h("code", null, insight.line.join(" "))) : null,
    action.stderr?.length ? standardError(action.seat, action.stderr) : null,
  );
}

/** Lines of standard error that are shown of a turn: the last. */
const MOST_LINES = 200;

/** Whether the pane is open: it stays so from turn to turn. */
let open = false;

/**
 * What the bot's program wrote to standard error in a turn, in a pane that opens.
 * @param {number} seat
 * @param {string[]} lines
 */
function standardError(seat, lines) {
  const text = lines.slice(-MOST_LINES).map((line) => line.slice(0, 1000)).join("\n");
  const pane = h("details", { class: "stderr", "data-test": `stderr-${seat}`, ontoggle: () => { open = pane.open; } },
    h("summary", null, lines.length === 1 ? "Standard error: 1 line" : `Standard error: ${lines.length} lines`),
    h("pre", null, text),
  );
  pane.open = open;
  return pane;
}
