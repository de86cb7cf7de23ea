// One run of training: best, mean and worst of every generation, who the opponents were, and the best weights.

import { post } from "../lib/api.js";
import { bars, lineChart } from "../lib/charts.js";
import { fill, h, note, reason } from "../lib/dom.js";
import { number, short } from "../lib/format.js";
import { isOurs, rememberKey, stopJob } from "../lib/jobs.js";

/** @param {import("../app.js").Context} context */
export function show({ main, params, socket, title }) {
  const [name] = params;
  title(name);
  const head = h("div", { class: "bar-head" }, h("h1", null, name));
  const facts = h("div", { class: "facts", "data-test": "facts" });
  const progress = h("progress", { max: 1, value: 0, "aria-label": "Generations finished" });
  const chart = h("section", { class: "panel", "aria-label": "Fitness", "data-test": "chart" }, h("p", { class: "empty" }, "The first generation is running."));
  const weights = h("section", { class: "panel", "aria-label": "Weights", "data-test": "weights", hidden: true });
  main.append(head, facts, progress, h("div", { class: "columns two" }, chart, weights));
  const topic = `run/${name}`;
  const hear = (/** @type {any} */ run) => {
    drawHead(head, run);
    drawFacts(facts, run);
    progress.value = run.done / run.generations;
    if (run.rows?.length) drawChart(chart, run);
    if (run.weights) drawWeights(weights, run);
  };
  const ends = [
    socket.on("run", (message) => message.run === name && hear(message)),
    socket.on("error", (message) => /topic/.test(message.message) && fill(chart, h("p", { role: "alert" }, message.message))),
    socket.greet({ type: "follow", topic }),
    () => socket.send({ type: "unfollow", topic }),
  ];
  return () => ends.forEach((end) => end());
}

/**
 * @param {HTMLElement} head
 * @param {any} run
 */
function drawHead(head, run) {
  const act = (/** @type {() => Promise<any>} */ what) => () => what().catch((error) => note(reason(error), "error"));
  const resume = async () => rememberKey(await post(`/training/${encodeURIComponent(run.run)}/resume`, {}));
  const button = run.job
    ? isOurs(run.job) ? h("button", { type: "button", class: "danger", "data-test": "stop", onclick: act(() => stopJob(run.job)) }, "Stop") : null
    : run.finished ? h("a", { class: "button", href: `/api/v1/training/${encodeURIComponent(run.run)}/weights`, download: true }, "Download weights")
    : h("button", { type: "button", "data-test": "resume", onclick: act(resume) }, "Resume");
  const state = run.job ? "running" : run.finished ? "finished" : "stopped";
  fill(head, h("h1", null, run.run), h("div", { class: "row middle" }, h("span", { class: "badge", "data-test": "state" }, state), button));
}

/**
 * @param {HTMLElement} facts
 * @param {any} run
 */
function drawFacts(facts, run) {
  const fact = (/** @type {string} */ text, /** @type {any} */ value) => h("span", null, `${text} `, h("b", null, value));
  const last = run.rows?.[run.rows.length - 1];
  fill(facts,
    fact("generation", `${number(run.done)} of ${number(run.generations)}`),
    run.progress ? fact("matches of this generation", `${number(run.progress.done ?? 0)} of ${number(run.progress.of ?? 0)}`) : null,
    fact("population", number(run.population)), fact("games per genome", number(run.games)), fact("optimizer", run.optimizer),
    run.adapts && last ? fact("opponents", last.opponents) : null,
    run.best ? fact("winner of the final race", `${short(run.best.fitness)} ± ${short(run.best.error)} in ${number(run.best.games)} games`) : null,
  );
}

/**
 * @param {HTMLElement} place
 * @param {any} run
 */
function drawChart(place, run) {
  const points = (/** @type {string} */ key) => run.rows.map((/** @type {any} */ row, /** @type {number} */ i) => [i + 1, row[key]]);
  const series = ["best", "mean", "worst"].map((kind) => ({ name: kind, kind, points: points(kind) }));
  fill(place, h("h2", null, "Fitness by generation"),
    lineChart({ series, x: "generation", y: "fitness", label: `Fitness over ${run.rows.length} generations` }),
    h("div", { class: "legend" }, series.map((s) => h("span", { class: s.kind }, s.name))),
    run.adapts ? modes(run.rows) : null,
  );
}

/**
 * Who the opponents were, generation by generation.
 * @param {any[]} rows
 */
function modes(rows) {
  /** @type {{name: string, from: number, to: number}[]} */
  const spans = [];
  rows.forEach((row, i) => {
    const last = spans[spans.length - 1];
    if (last?.name === row.opponents) last.to = i + 1;
    else spans.push({ name: row.opponents, from: i + 1, to: i + 1 });
  });
  return h("p", { class: "facts", "data-test": "modes" }, "opponents: ", spans.map((span) => h("span", null, h("b", null, span.name), ` ${span.from}–${span.to}`)));
}

/**
 * @param {HTMLElement} place
 * @param {any} run
 */
function drawWeights(place, run) {
  place.hidden = false;
  const items = (/** @type {Record<string, number>} */ weights) => Object.entries(weights).map(([name, value]) => ({ name, value }));
  fill(place, h("h2", null, run.best ? "The winner's weights" : "The best weights of the last generation"), bars(items(run.weights), "Weights"),
    h("details", null, h("summary", null, "The shipped weights"), bars(items(run.shipped), "Shipped weights")));
}
