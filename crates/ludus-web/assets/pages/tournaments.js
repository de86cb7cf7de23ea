// Tournaments: start one, and those of the store.

import { get, post } from "../lib/api.js";
import { field, fill, h, note, reason, select } from "../lib/dom.js";
import { moment, number } from "../lib/format.js";
import { games } from "../lib/games.js";
import { rememberKey } from "../lib/jobs.js";
import { LineUp } from "../lib/lineup.js";

/** @typedef {import("../lib/types.js").GameInfo} GameInfo */

const FORMATS = [["round-robin", "round robin: every pair plays"], ["gauntlet", "gauntlet: the first plays against all others"], ["swiss", "Swiss: equal scores meet, no pair twice"]];

/** @param {import("../app.js").Context} context */
export async function show({ main, query, go }) {
  const [list, answer] = await Promise.all([games(), get("/tournaments")]);
  const setup = h("section", { class: "panel", "aria-label": "New tournament" });
  drawSetup(setup, list, list.find((game) => game.name === query.get("game")) ?? list[0], go);
  main.append(
    h("h1", null, "Tournaments"),
    h("div", { class: "columns side" }, setup, h("section", { class: "panel", "aria-label": "Tournaments", "data-test": "tournaments" }, underWay(answer.jobs), past(answer.tournaments))),
  );
}

/**
 * @param {HTMLElement} place
 * @param {GameInfo[]} list
 * @param {GameInfo} game
 * @param {(path: string) => void} go
 */
function drawSetup(place, list, game, go) {
  const which = select(list.map((g) => ({ value: g.name, text: g.title })), game.name, { "data-test": "game", onchange: () => drawSetup(place, list, list.find((g) => g.name === which.value) ?? game, go) });
  const bots = new LineUp(game, ["easy", "medium", "hard"], { least: 2, most: 32 });
  const format = select(FORMATS.map(([value, text]) => ({ value, text })), "round-robin", { "data-test": "format" });
  const most = Math.min(game.seats[1], 8);
  const seats = select(Array.from({ length: most - 1 }, (_, i) => ({ value: String(i + 2), text: String(i + 2) })), "2", { "data-test": "seats" });
  const count = h("input", { type: "number", min: 2, max: 1000, value: 4, "data-test": "games" });
  const start = h("button", { type: "submit", class: "main", "data-test": "start" }, "Start tournament");
  const submit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    start.disabled = true;
    try {
      const started = await post("/tournaments", { game: game.name, bots: bots.bots, format: format.value, seats: Number(seats.value), games: Number(count.value) });
      rememberKey(started);
      go(`/tournament/job-${started.job}`);
    } catch (error) {
      note(reason(error), "error");
    }
    start.disabled = false;
  };
  fill(place, h("form", { class: "stack", onsubmit: submit },
    h("h2", null, "New tournament"),
    field("Game", which),
    bots.element,
    field("Format", format),
    h("div", { class: "row" }, field("Seats per match", seats, most === 2 ? undefined : "Swiss: 2"), field("Games per line-up", count, "a multiple of the seats")),
    start,
  ));
}

/** @param {any[]} jobs */
function underWay(jobs) {
  if (!jobs.length) return null;
  return h("div", { class: "stack" }, h("h2", null, "Running"), jobs.map((job) => {
    const labels = job.about.plan.bots.map((/** @type {any} */ bot) => bot.label).join(", ");
    const played = job.result ? `${number(job.result.played)} of ${number(job.result.games)} games` : job.state;
    return h("a", { class: "card", href: `/tournament/job-${job.job}` }, h("h3", null, `${job.about.game}: ${labels}`), h("p", { class: "faint" }, played));
  }));
}

/** @param {any[]} rows */
function past(rows) {
  if (!rows.length) return h("p", { class: "empty" }, "No tournaments yet.");
  const heads = ["", "Game", "Bots", "Format", "Games", "First", "Begun"];
  const row = (/** @type {any} */ r) => h("tr", { "data-test": "tournament" },
    h("td", { class: "number" }, h("a", { href: `/tournament/${r.id}` }, `#${r.id}`)),
    h("td", null, r.game),
    h("td", { class: "wrap" }, (r.plan.bots ?? []).map((/** @type {any} */ bot) => bot.label).join(", ")),
    h("td", null, r.plan.format),
    h("td", { class: "number" }, r.ended ? number(r.games) : `${number(r.played)} of ${number(r.games)}`),
    h("td", null, r.winner ?? ""),
    h("td", null, moment(r.begun)),
  );
  return h("div", null, h("h2", null, "Played"), h("div", { class: "scroll" }, h("table", null, h("thead", null, h("tr", null, heads.map((text) => h("th", { scope: "col" }, text)))), h("tbody", null, rows.map(row)))));
}
