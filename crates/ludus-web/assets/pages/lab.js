// The laboratory: sliders for every weight of a bot; see it play at once, and match it against others.

import { get, post } from "../lib/api.js";
import { intervals } from "../lib/charts.js";
import { field, fill, h, note, reason, select } from "../lib/dom.js";
import { number, percent, short } from "../lib/format.js";
import { gameNamed, games, pageOf } from "../lib/games.js";
import { followJob, isOver, rememberKey, stopJob } from "../lib/jobs.js";
import { LineUp } from "../lib/lineup.js";
import { save } from "../lib/save.js";

/** @typedef {{name: string, summary: string, low: number, high: number}} Knob */
/** @typedef {{name: string, summary: string, values: string[]}} Choice */
/** @typedef {{name: string, summary: string, weights: number[], choices: string[]}} Preset */
/** @typedef {{bot: string, knobs: Knob[], choices: Choice[], presets: Preset[]}} Workshop */

/** @param {import("../app.js").Context} context */
export async function show({ main, query, socket }) {
  const [list, answer] = await Promise.all([games(), get("/lab")]);
  /** @type {{game: string, workshop: Workshop}[]} */
  const shops = answer.games;
  const wanted = shops.find((shop) => shop.game === query.get("game")) ?? shops[0];
  const place = h("div", { class: "columns" });
  /** @type {Lab|null} */
  let lab = null;
  const which = select(shops.map((shop) => ({ value: shop.game, text: gameNamed(list, shop.game)?.title ?? shop.game })), wanted.game, { "aria-label": "Game", "data-test": "game", onchange: () => open(which.value) });
  const open = (/** @type {string} */ name) => {
    lab?.close();
    const shop = shops.find((s) => s.game === name);
    const game = list.find((g) => g.name === name);
    if (shop && game) lab = new Lab(game, shop.workshop, socket, place);
  };
  main.append(h("div", { class: "bar-head" }, h("h1", null, "Lab"), which), place);
  open(wanted.game);
  return () => lab?.close();
}

class Lab {
  /**
   * @param {import("../lib/types.js").GameInfo} game
   * @param {Workshop} shop
   * @param {import("../lib/socket.js").Socket} socket
   * @param {HTMLElement} place
   */
  constructor(game, shop, socket, place) {
    this.game = game;
    this.shop = shop;
    this.socket = socket;
    this.weights = [...shop.presets[0].weights];
    this.choices = [...shop.presets[0].choices];
    /** @type {(() => void)[]} */
    this.ends = [];
    /** @type {string|null} */
    this.group = null;
    this.sliders = h("div", { class: "sliders", "data-test": "sliders" });
    this.label = h("input", { type: "text", value: "mine", maxlength: 24, pattern: "[A-Za-z0-9 ._\\-]+", "data-test": "label" });
    this.stage = h("div", { class: "stage", "data-test": "play" }, h("p", { class: "empty" }, "Press Play to see these weights in action."));
    this.table = h("div", { "data-test": "results" });
    fill(place, h("div", { class: "columns two" },
      h("section", { class: "panel", "aria-label": "Weights" }, this.head(), this.sliders),
      h("div", { class: "columns" },
        h("section", { class: "panel", "aria-label": "Play" }, this.playHead(), this.stage),
        h("section", { class: "panel", "aria-label": "Match" }, this.matchForm(), this.table),
      ),
    ));
    this.draw();
  }

  /** What the server takes for this bot. @returns {import("../lib/lineup.js").BotWanted} */
  bot() {
    const weights = Object.fromEntries(this.shop.knobs.map((knob, i) => [knob.name, this.weights[i]]).filter(([, weight]) => weight !== 0));
    const choices = Object.fromEntries(this.shop.choices.map((choice, i) => [choice.name, this.choices[i]]));
    return { label: this.label.value.trim() || "mine", weights, choices };
  }

  head() {
    const { presets, choices } = this.shop;
    const preset = select(presets.map((p) => ({ value: p.name, text: `${p.name}: ${p.summary}` })), presets[0].name, { "data-test": "preset" });
    preset.addEventListener("change", () => {
      const chosen = presets.find((p) => p.name === preset.value);
      if (!chosen) return;
      this.weights = [...chosen.weights];
      this.choices = [...chosen.choices];
      this.draw();
      fill(menus, this.menus(choices));
    });
    const menus = h("div", { class: "row" }, this.menus(choices));
    return h("div", { class: "stack" },
      h("div", { class: "row" }, field("Preset", preset), field("Name", this.label),
        h("button", { type: "button", "data-test": "download", onclick: () => this.download() }, "Download weights")),
      menus,
    );
  }

  /** @param {Choice[]} choices */
  menus(choices) {
    return choices.map((choice, i) => {
      const values = choice.values.includes(this.choices[i]) ? choice.values : [...choice.values, this.choices[i]];
      const menu = select(values.map((v) => ({ value: v, text: v })), this.choices[i], { "data-test": `choice-${choice.name}`, onchange: () => (this.choices[i] = menu.value) });
      return field(choice.name, menu, choice.summary);
    });
  }

  draw() {
    // Where all weights have the same bounds, only their proportions count: the sliders go a little beyond the largest.
    const alike = this.shop.knobs.every((knob) => knob.high === this.shop.knobs[0].high);
    const most = alike ? Math.max(...this.weights.map(Math.abs), 1e-3) * 1.5 : Infinity;
    fill(this.sliders, this.shop.knobs.map((knob, i) => this.slider(knob, i, most)));
  }

  /**
   * @param {Knob} knob
   * @param {number} i
   * @param {number} most
   */
  slider(knob, i, most) {
    const [low, high] = [Math.max(knob.low, -most), Math.min(knob.high, most)];
    const step = (high - low) / 400;
    const range = h("input", { type: "range", min: low, max: high, step: "any", value: this.weights[i], "aria-label": knob.name, "data-test": `weight-${knob.name}` });
    const exact = h("input", { type: "number", step: "any", value: round(this.weights[i]), "aria-label": `${knob.name}, exactly`, "data-test": `exact-${knob.name}` });
    range.addEventListener("input", () => {
      const value = Number(range.value);
      this.weights[i] = Math.abs(value) < step / 2 ? 0 : round(value);
      exact.value = String(this.weights[i]);
    });
    exact.addEventListener("change", () => {
      const value = Number(exact.value);
      if (Number.isFinite(value)) this.weights[i] = value;
      range.value = exact.value;
    });
    return h("div", { class: "slider", title: knob.summary },
      h("span", null, knob.name.replaceAll("_", " ")), range, exact, h("small", null, knob.summary));
  }

  playHead() {
    const bots = this.game.bots.map((bot) => ({ value: bot.name, text: bot.name }));
    const other = select([{ value: "", text: "alone" }, ...bots], this.game.solo ? "" : "hard", { "aria-label": "Against", "data-test": "play-against" });
    const speed = select([["0", "as fast as possible"], ["50", "very fast"], ["200", "fast"], ["500", "normal"]].map(([value, text]) => ({ value, text })), "50", { "aria-label": "Speed" });
    const play = h("button", { type: "button", class: "main", "data-test": "play-now", onclick: () => this.play(other.value, Number(speed.value)) }, "▶ Play");
    speed.addEventListener("change", () => this.group && post(`/groups/${this.group}`, { do: "speed", delay_ms: Number(speed.value) }).catch(() => {}));
    return h("div", { class: "row" }, field("Against", other), field("Speed", speed), play);
  }

  /**
   * @param {string} other
   * @param {number} delay
   */
  async play(other, delay) {
    this.endPlay();
    const bots = other ? [this.bot(), other] : [this.bot()];
    try {
      const wanted = { game: this.game.name, bots, games: 100, boards: 1, delay_ms: delay };
      const [answer, page] = await Promise.all([post("/groups", wanted), pageOf(this.game)]);
      this.group = answer.group;
      this.follow(answer.group, page);
    } catch (error) {
      note(reason(error), "error");
    }
  }

  /**
   * @param {string} group
   * @param {import("../lib/types.js").GamePage} page
   */
  follow(group, page) {
    const board = page.board();
    const summary = h("div", { class: "facts" });
    this.stage.classList.toggle("square", page.shape === "square");
    fill(this.stage, board.element, summary);
    const topic = `group/${group}`;
    this.ends.push(
      this.socket.on("group", (message) => {
        if (message.group !== group) return;
        const news = message.boards[message.boards.length - 1];
        if (!news) return;
        board.show(news.data, news.seats.map((/** @type {any} */ seat) => seat.label), { text: news.text });
        const figures = Object.entries(news.figures[0] ?? {}).slice(0, 5);
        fill(summary, h("span", null, "match ", h("b", null, news.number + 1)), h("span", null, "turn ", h("b", null, number(news.turn))),
          figures.map(([name, value]) => h("span", null, `${name} `, h("b", null, short(/** @type {number} */ (value))))));
      }),
      this.socket.greet({ type: "follow", topic }),
      () => board.close(),
    );
  }

  endPlay() {
    for (const end of this.ends.splice(0)) end();
    if (!this.group) return;
    this.socket.send({ type: "unfollow", topic: `group/${this.group}` });
    post(`/groups/${this.group}`, { do: "abort" }).catch(() => {});
    this.group = null;
  }

  matchForm() {
    const against = new LineUp(this.game, ["medium", "hard"], { least: 0, most: 8, legend: "Opponents, one match each (none: solo)", test: "against" });
    const count = h("input", { type: "number", min: 2, max: 2000, value: 20, step: 2, "data-test": "match-games" });
    this.start = h("button", { type: "submit", class: "main", "data-test": "match" }, "Run match");
    this.stopButton = h("button", { type: "button", class: "danger", hidden: true, "data-test": "stop" }, "Stop");
    return h("form", { class: "stack", onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); this.match(against, Number(count.value)); } },
      against.element,
      h("div", { class: "row" }, field("Games per opponent", count), this.start, this.stopButton),
    );
  }

  /**
   * @param {LineUp} against
   * @param {number} count
   */
  async match(against, count) {
    this.endMatch?.();
    try {
      const started = await post("/lab/match", { game: this.game.name, bot: this.bot(), against: against.bots, games: count });
      rememberKey(started);
      if (this.stopButton) {
        this.stopButton.hidden = false;
        this.stopButton.onclick = () => stopJob(started.job).catch((error) => note(reason(error), "error"));
      }
      this.endMatch = followJob(this.socket, started.job, (job) => this.drawMatch(job));
    } catch (error) {
      note(reason(error), "error");
    }
  }

  /** @param {import("../lib/jobs.js").Job} job */
  drawMatch(job) {
    if (this.stopButton) this.stopButton.hidden = isOver(job);
    const rows = job.result?.rows ?? [];
    const state = h("span", { class: job.state === "failed" ? "badge bad" : "badge", "data-test": "match-state" }, job.error ?? job.state);
    if (!rows.length) {
      fill(this.table, state);
      return;
    }
    const alone = rows[0].bots.length === 1;
    const heads = alone ? ["Bot", "Games", "Figure", "Mean", "± error", "Best"] : ["Against", "Won", "Drawn", "Lost", "Score", "Elo, 95 %"];
    fill(this.table,
      h("div", { class: "bar-head" }, h("h3", null, job.about.bot), state),
      h("div", { class: "scroll" }, h("table", null,
        h("thead", null, h("tr", null, heads.map((text, i) => h("th", { scope: "col", class: i ? "number" : null }, text)))),
        h("tbody", null, alone ? aloneRows(rows[0].bots[0]) : rows.map(versusRow)),
      )),
      alone ? null : h("div", null, h("p", { class: "faint" }, "Elo against each opponent, with 95 % intervals"), intervals(rows.map((/** @type {any} */ row) => ({ name: row.bots[1].label, value: row.bots[0].elo, low: row.bots[0].elo_low, high: row.bots[0].elo_high })), "Elo")),
    );
  }

  download() {
    const weights = Object.fromEntries(this.shop.knobs.map((knob, i) => [knob.name, this.weights[i]]));
    save(`${this.game.name}-${this.label.value.trim() || "mine"}.json`, `${JSON.stringify({ weights }, null, 2)}\n`);
  }

  close() {
    this.endPlay();
    this.endMatch?.();
  }
}

/** @param {any} bot */
function aloneRows(bot) {
  return Object.keys(bot.means).map((name, i) => h("tr", { "data-test": "result" },
    h("td", null, i ? "" : bot.label), h("td", { class: "number" }, i ? "" : number(bot.games)), h("td", { class: "number" }, name),
    h("td", { class: "number" }, short(bot.means[name])), h("td", { class: "number" }, short(bot.mean_errors[name])), h("td", { class: "number" }, short(bot.best[name])),
  ));
}

/** @param {any} row */
function versusRow(row) {
  const [bot, other] = row.bots;
  const end = (/** @type {number|null} */ elo, /** @type {string} */ open) => (elo === null ? open : number(elo));
  // A bot that won or lost everything has an open end; a single unit has no interval.
  const estimate = end(bot.elo, bot.score >= 1 ? ">" : bot.score <= 0 ? "<" : "–");
  const range = bot.los === null ? estimate : `${estimate} (${end(bot.elo_low, "-∞")} … ${end(bot.elo_high, "+∞")})`;
  return h("tr", { "data-test": "result" },
    h("td", null, other.label), h("td", { class: "number" }, number(bot.wins)), h("td", { class: "number" }, number(bot.draws)),
    h("td", { class: "number" }, number(bot.losses)), h("td", { class: "number" }, percent(bot.score)), h("td", { class: "number" }, range),
  );
}

/** @param {number} value */
function round(value) {
  return Number(value.toPrecision(4));
}
