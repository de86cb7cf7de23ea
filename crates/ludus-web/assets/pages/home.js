// The first page: what there is.

import { games } from "../lib/api.js";
import { h } from "../lib/dom.js";

/** @param {import("../app.js").Context} context */
export async function show({ main }) {
  const list = await games();
  main.append(
    h("h1", null, "Arena"),
    h("section", { class: "cards", "aria-label": "Games", "data-test": "games" },
      list.map((game) =>
        h("article", { class: "card", "data-test": `game-${game.name}` },
          h("h2", null, game.name),
          h("p", null, game.summary),
          h("p", { class: "faint" }, `${game.bots.length} bots: ${game.bots.map((bot) => bot.name).join(", ")}`),
        ),
      ),
    ),
  );
}
