// Runs of training: start one, and those of the runs folder.

import { get, post } from "../lib/api.js";
import { field, h, note, reason, select } from "../lib/dom.js";
import { number, short } from "../lib/format.js";
import { rememberKey } from "../lib/jobs.js";

const METHODS = [["evolution", "evolution: selection, crossover, mutation"], ["cma-es", "CMA-ES: adapts its covariance"], ["cross-entropy", "noisy cross-entropy"]];

/** @param {import("../app.js").Context} context */
export async function show({ main, go }) {
  const { runs, kinds } = await get("/training");
  main.append(
    h("h1", null, "Training"),
    h("div", { class: "columns side" },
      h("section", { class: "panel", "aria-label": "New run" }, setup(kinds, go)),
      h("section", { class: "panel", "aria-label": "Runs", "data-test": "runs" }, h("h2", null, "Runs"), list(runs)),
    ),
  );
}

/**
 * @param {{game: string, mode: string, summary: string}[]} kinds
 * @param {(path: string) => void} go
 */
function setup(kinds, go) {
  const kind = select(kinds.map((k, i) => ({ value: String(i), text: `${k.game} ${k.mode}: ${k.summary}` })), "0", { "data-test": "kind" });
  const method = select(METHODS.map(([value, text]) => ({ value, text })), "evolution", { "data-test": "optimizer" });
  const input = (/** @type {string} */ name, /** @type {number} */ least, /** @type {number} */ most, /** @type {number} */ value) => h("input", { type: "number", min: least, max: most, value, "data-test": name });
  const [population, generations, games] = [input("population", 4, 500, 20), input("generations", 1, 2000, 30), input("games", 1, 200, 4)];
  const start = h("button", { type: "submit", class: "main", "data-test": "start" }, "Start run");
  const submit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    start.disabled = true;
    const { game, mode } = kinds[Number(kind.value)];
    try {
      const started = await post("/training", { game, mode, optimizer: method.value, population: Number(population.value), generations: Number(generations.value), games: Number(games.value) });
      rememberKey(started);
      go(`/training/${encodeURIComponent(started.run)}`);
    } catch (error) {
      note(reason(error), "error");
    }
    start.disabled = false;
  };
  return h("form", { class: "stack", onsubmit: submit },
    h("h2", null, "New run"),
    field("What to train", kind),
    field("Optimizer", method),
    h("div", { class: "row" }, field("Population", population), field("Generations", generations), field("Games per genome", games)),
    start,
  );
}

/** @param {any[]} runs */
function list(runs) {
  if (!runs.length) return h("p", { class: "empty" }, "No runs yet. Runs of the command ", h("code", null, "train"), " are shown here too.");
  const heads = ["Run", "What", "Optimizer", "Generations", "Best", ""];
  const state = (/** @type {any} */ run) => (run.job ? h("span", { class: "badge" }, "running") : run.finished ? "finished" : h("span", { class: "badge warn" }, "not finished"));
  return h("div", { class: "scroll" }, h("table", null,
    h("thead", null, h("tr", null, heads.map((text) => h("th", { scope: "col" }, text)))),
    h("tbody", null, runs.map((run) => h("tr", { "data-test": "run" },
      h("td", null, h("a", { href: `/training/${encodeURIComponent(run.run)}` }, run.run)),
      h("td", null, `${run.game} ${run.mode}`),
      h("td", null, run.optimizer),
      h("td", { class: "number" }, `${number(run.done)} of ${number(run.generations)}`),
      h("td", { class: "number" }, run.best ? `${short(run.best.fitness)} ± ${short(run.best.error)}` : ""),
      h("td", null, state(run)),
    ))),
  ));
}
