// There is nothing at this address.

import { h } from "../lib/dom.js";

/** @param {import("../app.js").Context} context */
export function show({ main }) {
  main.append(
    h("section", { class: "panel", "data-test": "missing" },
      h("h1", null, "Page not found"),
      h("p", null, `There is no page at ${location.pathname}.`),
      h("p", null, h("a", { href: "/" }, "Back to the arena")),
    ),
  );
}
