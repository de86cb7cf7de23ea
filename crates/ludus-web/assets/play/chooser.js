// Choosing between actions that point at the same cells.

import { fill, h } from "../lib/dom.js";

/** @typedef {import("../lib/types.js").LegalAction} LegalAction */

export class Chooser {
  /**
   * @param {((choice: string) => Element)|null} picture of a choice, if the game draws one
   * @param {(action: LegalAction) => void} chosen
   * @param {() => void} cancelled
   */
  constructor(picture, chosen, cancelled) {
    this.picture = picture;
    this.chosen = chosen;
    this.cancelled = cancelled;
    this.element = h("div", { class: "chooser", hidden: true, role: "dialog", "aria-label": "Choose" });
    this.element.addEventListener("keydown", (event) => event.key === "Escape" && this.cancel());
  }

  /** @param {LegalAction[]} actions */
  open(actions) {
    fill(this.element,
      actions.map((action) => {
        const name = action.choice ?? action.text;
        return h("button", { type: "button", "aria-label": name, title: name, "data-test": `choice-${name}`, onclick: () => { this.close(); this.chosen(action); } },
          this.picture && action.choice ? this.picture(action.choice) : name);
      }),
      h("button", { type: "button", "aria-label": "Cancel", onclick: () => this.cancel() }, "✕"),
    );
    this.element.hidden = false;
    this.element.querySelector("button")?.focus();
  }

  cancel() {
    this.close();
    this.cancelled();
  }

  close() {
    this.element.hidden = true;
  }
}
