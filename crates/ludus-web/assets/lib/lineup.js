// Choosing bots: a list of those chosen, and a menu to add one.

import { fill, h, select } from "./dom.js";

/** @typedef {import("./types.js").GameInfo} GameInfo */
/** What the server takes for a bot: its name, or weights of one's own. */
/** @typedef {string|{label: string, weights: Record<string, number>, choices: Record<string, string>}} BotWanted */

export class LineUp {
  /**
   * @param {GameInfo} game
   * @param {BotWanted[]} bots
   * @param {{least?: number, most?: number, legend?: string, test?: string, changed?: () => void}} [options]
   */
  constructor(game, bots, options = {}) {
    this.game = game;
    this.least = options.least ?? game.seats[0];
    this.bots = known(game, bots, this.least);
    this.most = options.most ?? game.seats[1];
    this.changed = options.changed ?? (() => {});
    this.list = h("div", { class: "chips", role: "list" });
    this.menu = select(game.bots.map((bot) => ({ value: bot.name, text: `${bot.name}: ${bot.summary}`, title: bot.summary })), "hard", { "aria-label": "Bot to add" });
    this.button = h("button", { type: "button", "data-test": "add-bot", onclick: () => this.add(this.menu.value) }, "Add");
    this.element = h("fieldset", { "data-test": options.test ?? "line-up" },
      h("legend", null, options.legend ?? "Bots"),
      this.list,
      h("div", { class: "row line-up-add" }, this.menu, this.button),
    );
    this.draw();
  }

  /** @param {BotWanted} bot */
  add(bot) {
    if (this.bots.length >= this.most) return;
    this.bots.push(bot);
    this.draw();
    this.changed();
  }

  /** @param {number} place */
  remove(place) {
    this.bots.splice(place, 1);
    this.draw();
    this.changed();
  }

  draw() {
    const removable = this.bots.length > this.least;
    fill(this.list, this.bots.map((bot, place) => {
      const name = typeof bot === "string" ? bot : bot.label;
      return h("span", { class: "chip", role: "listitem" }, name,
        h("button", { type: "button", "aria-label": `Remove ${name}`, disabled: !removable, onclick: () => this.remove(place) }, "×"));
    }));
    this.button.disabled = this.bots.length >= this.most;
  }
}

/**
 * Those of these bots that the game has. If they are too few, the bots of its demonstration match take their place.
 * @param {GameInfo} game
 * @param {BotWanted[]} bots
 * @param {number} least
 */
function known(game, bots, least) {
  const has = (/** @type {BotWanted} */ bot) => typeof bot !== "string" || game.bots.some((one) => one.name === bot);
  const found = bots.filter(has);
  return found.length < least ? [...game.demo] : found;
}
