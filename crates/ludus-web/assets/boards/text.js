// A game without a page of its own: the position as text.

import { h } from "../lib/dom.js";

/** @type {import("../lib/types.js").GamePage} */
export const textPage = {
  board() {
    const element = h("pre", { class: "board", "data-test": "text-board" });
    return { element, show: (data, _, options) => (element.textContent = options?.text ?? JSON.stringify(data, null, 1)), close() {} };
  },
};
