// How a tournament stands: the table, the ratings with their intervals, and the cross table.

import { intervals } from "./charts.js";
import { h } from "./dom.js";
import { number, percent, short } from "./format.js";

/** @typedef {{place: number, label: string, spec: string, games: number, wins: number, draws: number, losses: number, points: number, score: number|null, rating: number|null, rating_low: number|null, rating_high: number|null, open: string|null, forfeits: number}} Standing */
/** @typedef {{games: number, wins: number, draws: number, losses: number, score: number}} Entry */
/** @typedef {{system: string, games: number, standings: Standing[], cross: (Entry|null)[][]}} Table */

/** @param {Table} table */
export function standings(table) {
  return h("div", { class: "columns" }, places(table), ratings(table), cross(table));
}

/** @param {Table} table */
function places(table) {
  const heads = ["", "Bot", "Games", "Won", "Drawn", "Lost", "Points", "Score", "Rating"];
  const cell = (/** @type {any} */ text) => h("td", { class: "number" }, text);
  const row = (/** @type {Standing} */ bot) => h("tr", { "data-test": "standing" },
    cell(bot.place), h("td", { title: bot.spec }, h("strong", null, bot.label)), cell(number(bot.games)), cell(number(bot.wins)), cell(number(bot.draws)), cell(number(bot.losses)),
    cell(number(bot.points, 1)), cell(percent(bot.score)), cell(bot.rating === null ? (bot.open ?? "–") : short(bot.rating)),
  );
  return h("div", { class: "scroll", "data-test": "standings" }, h("table", null,
    h("thead", null, h("tr", null, heads.map((text, i) => h("th", { scope: "col", class: i === 1 ? null : "number" }, text)))),
    h("tbody", null, table.standings.map(row)),
  ));
}

/** @param {Table} table */
function ratings(table) {
  const rows = table.standings.map((bot) => ({ name: bot.label, value: bot.rating, low: bot.rating_low, high: bot.rating_high }));
  if (rows.every((row) => row.value === null)) return null;
  const name = table.system === "weng-lin" ? "Ratings (Weng–Lin), 95 %" : "Ratings in Elo (Bradley–Terry), 95 %";
  return h("div", { "data-test": "ratings" }, h("h3", null, name), intervals(rows, name));
}

/** @param {Table} table */
function cross(table) {
  const labels = table.standings.map((bot) => bot.label);
  const cell = (/** @type {Entry|null} */ entry, /** @type {boolean} */ self) => {
    if (self || !entry || !entry.games) return h("td", { class: "number faint" }, self ? "·" : "");
    const kind = entry.score > 0.5 ? "good" : entry.score < 0.5 ? "poor" : "even";
    return h("td", { class: `number ${kind}`, title: `${entry.wins} won, ${entry.draws} drawn, ${entry.losses} lost` }, percent(entry.score));
  };
  return h("div", { class: "scroll", "data-test": "cross" }, h("h3", null, "Cross table"), h("table", { class: "cross" },
    h("thead", null, h("tr", null, h("th", { scope: "col" }, ""), labels.map((label) => h("th", { scope: "col", class: "number" }, label)))),
    h("tbody", null, table.cross.map((row, i) => h("tr", null, h("th", { scope: "row" }, labels[i]), row.map((entry, j) => cell(entry, i === j))))),
  ));
}
