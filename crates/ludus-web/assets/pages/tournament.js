// One tournament: live standings and cross table, and its matches.

import { get, post } from "../lib/api.js";
import { fill, h, note, reason } from "../lib/dom.js";
import { duration, number } from "../lib/format.js";
import { followJob, isOurs, isOver, rememberKey, stopJob } from "../lib/jobs.js";
import { standings } from "../lib/standings.js";

/** @param {import("../app.js").Context} context */
export async function show({ main, params, socket, go, title }) {
  const view = new View(main, socket, go, title);
  const [name] = params;
  if (name.startsWith("job-")) view.follow(name.slice(4));
  else await view.load(name);
  return () => view.close();
}

class View {
  /**
   * @param {HTMLElement} main
   * @param {import("../lib/socket.js").Socket} socket
   * @param {(path: string) => void} go
   * @param {(title: string) => void} title
   */
  constructor(main, socket, go, title) {
    this.socket = socket;
    this.go = go;
    this.title = title;
    this.head = h("div", { class: "bar-head" }, h("h1", null, "Tournament"));
    this.facts = h("div", { class: "facts", "data-test": "progress" });
    this.bar = h("progress", { max: 1, value: 0, "aria-label": "Games played" });
    this.table = h("section", { class: "panel", "aria-label": "Standings" }, h("p", { class: "empty" }, "No finished games yet."));
    this.matches = h("section", { class: "panel", "aria-label": "Matches", hidden: true });
    /** @type {() => void} */
    this.end = () => {};
    main.append(this.head, this.facts, this.bar, this.table, this.matches);
  }

  /** @param {string} id of the store */
  async load(id) {
    const report = await get(`/tournaments/${id}`);
    this.draw(report);
    if (report.job) {
      this.follow(report.job);
      return;
    }
    const over = report.played >= report.games;
    this.buttons(report, over ? "finished" : "stopped", over ? null : h("button", { type: "button", "data-test": "resume", onclick: () => this.resume(id) }, "Resume"));
    await this.list(id);
  }

  /** @param {string} id */
  async resume(id) {
    try {
      const started = await post(`/tournaments/${id}/resume`, {});
      rememberKey(started);
      this.go(`/tournament/job-${started.job}`);
    } catch (error) {
      note(reason(error), "error");
    }
  }

  /** @param {string} job */
  follow(job) {
    this.end = followJob(this.socket, job, (report) => {
      const stop = isOurs(job) && !isOver(report) ? h("button", { type: "button", class: "danger", "data-test": "stop", onclick: () => stopJob(job).catch((error) => note(reason(error), "error")) }, "Stop") : null;
      this.buttons(report.result ?? { plan: report.about.plan }, report.error ?? (report.state === "done" ? "finished" : report.state), stop);
      if (!report.result) return;
      this.draw(report.result);
      if (!isOver(report)) return;
      // From here on it is the store's, and its address lasts.
      history.replaceState(null, "", `/tournament/${report.result.tournament}`);
      this.end();
      this.load(String(report.result.tournament)).catch((error) => note(reason(error), "error"));
    });
  }

  /**
   * @param {any} report
   * @param {string} state
   * @param {HTMLElement|null} button
   */
  buttons(report, state, button) {
    const name = report.tournament ? `Tournament #${report.tournament}` : "Tournament";
    this.title(name);
    fill(this.head, h("h1", null, name, " ", h("small", null, `${report.plan.game}, ${report.plan.format}`)), h("div", { class: "row middle" }, h("span", { class: "badge", "data-test": "state" }, state), button));
  }

  /** @param {any} report */
  draw(report) {
    const fact = (/** @type {string} */ text, /** @type {any} */ value) => h("span", null, `${text} `, h("b", null, value));
    fill(this.facts, fact("played", `${number(report.played)} of ${number(report.games)}`), fact("seats per match", report.plan.seats), fact("games per line-up", report.plan.games), fact("seed", report.plan.seed));
    this.bar.value = report.games ? report.played / report.games : 0;
    if (report.table && report.played) fill(this.table, h("h2", null, "Standings"), standings(report.table));
  }

  /** @param {string} id */
  async list(id) {
    const answer = await get(`/tournaments/${id}/matches`);
    const heads = ["", "Who", "Ended", "Turns", "Time"];
    const row = (/** @type {any} */ game) => {
      const seats = [...game.seats].sort((a, b) => a.rank - b.rank);
      const look = h("button", { type: "button", class: "quiet", "data-test": "look", onclick: async () => {
        look.disabled = true;
        try {
          const kept = await post(`/tournaments/${id}/replay`, { fixture: game.fixture, number: game.number });
          this.go(`/replay/${encodeURIComponent(kept.id)}`);
        } catch (error) {
          note(reason(error), "error");
        }
        look.disabled = false;
      } }, "▶ Look at it");
      return h("tr", null, h("td", null, look), h("td", null, seats.map((seat, i) => [i ? ", " : null, h(seat.rank === 1 ? "strong" : "span", null, seat.label)]).flat()), h("td", null, game.reason), h("td", { class: "number" }, number(game.turns)), h("td", { class: "number" }, duration(game.seconds)));
    };
    this.matches.hidden = false;
    fill(this.matches, h("h2", null, "Matches"), answer.all > answer.matches.length ? h("p", { class: "faint" }, `The first ${answer.matches.length} of ${number(answer.all)}; the command results lists all.`) : null,
      h("div", { class: "scroll" }, h("table", { "data-test": "matches" }, h("thead", null, h("tr", null, heads.map((text) => h("th", { scope: "col" }, text)))), h("tbody", null, answer.matches.map(row)))));
  }

  close() {
    this.end();
  }
}
