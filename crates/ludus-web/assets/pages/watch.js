// Matches of bots in a grid: how many, how fast, paused, stepped; and what they have come to so far.

import { post } from "../lib/api.js";
import { CLOCK_EVERY, clockField, showClock } from "../lib/clocks.js";
import { field, fill, h, note, reason, select } from "../lib/dom.js";
import { duration, number, percent } from "../lib/format.js";
import { games, pageOf } from "../lib/games.js";
import { LineUp } from "../lib/lineup.js";

/** @typedef {import("../lib/types.js").GameInfo} GameInfo */
/** @typedef {import("../lib/types.js").GamePage} GamePage */
/** @typedef {import("../lib/socket.js").Message} Message */
/** @typedef {{number: number, turn: number, state: string, seats: {label: string, action: string|null}[], data: any, text?: string, outcome: import("../lib/types.js").Outcome|null, clocks?: import("../lib/clocks.js").Clocks}} BoardNews */

/** Milliseconds from turn to turn. */
const SPEEDS = [["0", "as fast as possible"], ["50", "very fast"], ["200", "fast"], ["500", "normal"], ["1500", "slow"]];

/** Clocks for bots: seconds for the match, and seconds that an action adds. @type {[string, string][]} */
const CLOCKS = [["", "no clock"], ["1+0.01", "1 s + 10 ms"], ["5+0.05", "5 s + 50 ms"], ["10+0.1", "10 s + 0.1 s"], ["60+0.5", "1 min + 0.5 s"]];

/** @param {import("../app.js").Context} context */
export async function show({ main, query, socket }) {
  const list = await games();
  const first = list.find((game) => game.name === query.get("game")) ?? list[0];
  const setup = h("section", { class: "panel", "aria-label": "Matches" });
  const stage = h("section", { class: "watch", "aria-label": "Matches", "data-test": "watch" });
  /** @type {Group|null} */
  let group = null;
  const begin = async (/** @type {object} */ wanted, /** @type {GameInfo} */ game) => {
    const [answer, page] = await Promise.all([post("/groups", wanted), pageOf(game)]);
    group?.close();
    group = new Group(answer.group, page, socket, stage);
  };
  drawSetup(setup, list, first, begin);
  main.append(h("h1", null, "Watch"), h("div", { class: "columns side" }, setup, stage));
  fill(stage, h("p", { class: "empty" }, "Choose the bots and start."));
  return () => group?.close();
}

/**
 * @param {HTMLElement} place
 * @param {GameInfo[]} list
 * @param {GameInfo} game
 * @param {(wanted: object, game: GameInfo) => Promise<void>} begin
 */
function drawSetup(place, list, game, begin) {
  const which = select(list.map((g) => ({ value: g.name, text: g.title })), game.name, {
    "data-test": "game",
    onchange: () => drawSetup(place, list, list.find((g) => g.name === which.value) ?? game, begin),
  });
  const bots = new LineUp(game, [...game.demo]);
  const count = h("input", { type: "number", min: 1, max: 10000, value: 20, "data-test": "games" });
  const boards = select(["1", "2", "4", "6", "9", "12", "16"].map((n) => ({ value: n, text: n })), "4", { "data-test": "boards" });
  const speed = select(SPEEDS.map(([value, text]) => ({ value, text })), usualSpeed(game), { "data-test": "speed" });
  /** @type {string|null} */
  let clock = null;
  const clocks = clockField(CLOCKS, "", false, (chosen) => { clock = chosen || null; });
  const start = h("button", { type: "submit", class: "main", "data-test": "start" }, "Start");
  const submit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    start.disabled = true;
    const wanted = { game: game.name, bots: bots.bots, games: Number(count.value), boards: Number(boards.value), delay_ms: Number(speed.value), clock };
    await begin(wanted, game).catch((error) => note(reason(error), "error"));
    start.disabled = false;
  };
  fill(place, h("form", { class: "stack", onsubmit: submit },
    field("Game", which, game.summary),
    bots.element,
    h("div", { class: "row" }, field("Matches", count), field("Boards", boards)),
    field("Speed", speed),
    clocks,
    start,
  ));
}

/**
 * The speed at which people can follow a game: the slowest that is not slower than the game asks for.
 * @param {GameInfo} game
 */
function usualSpeed(game) {
  const fit = SPEEDS.filter(([value]) => Number(value) <= game.turn_ms);
  return fit[fit.length - 1][0];
}

/** A group of matches on the page. */
class Group {
  /**
   * @param {string} id
   * @param {GamePage} page
   * @param {import("../lib/socket.js").Socket} socket
   * @param {HTMLElement} place
   */
  constructor(id, page, socket, place) {
    this.id = id;
    this.page = page;
    this.controls = h("div", { class: "row middle", role: "group", "aria-label": "Control" });
    this.stats = h("div", { "data-test": "stats" });
    this.grid = h("div", { class: `grid ${page.shape ?? "wide"}`, "data-test": "grid" });
    /** The number of the match on each board. @type {Map<number, Cell>} */
    this.cells = new Map();
    fill(place, h("div", { class: "panel tight" }, this.controls, this.stats), this.grid);
    this.paused = false;
    this.drawControls();
    const topic = `group/${id}`;
    this.ends = [
      socket.on("group", (message) => message.group === id && this.hear(message)),
      socket.greet({ type: "follow", topic }),
      () => socket.send({ type: "unfollow", topic }),
    ];
  }

  close() {
    for (const end of this.ends) end();
    for (const cell of this.cells.values()) cell.close();
    this.order({ do: "abort" }).catch(() => {});
  }

  /** @param {object} what */
  order(what) {
    return post(`/groups/${this.id}`, what);
  }

  /** @param {object} what */
  async say(what) {
    await this.order(what).catch((error) => note(reason(error), "error"));
  }

  drawControls() {
    const speed = select(SPEEDS.map(([value, text]) => ({ value, text })), "200", { "aria-label": "Speed", "data-test": "live-speed", onchange: () => this.say({ do: "speed", delay_ms: Number(speed.value) }) });
    this.speed = speed;
    this.pause = h("button", { type: "button", "data-test": "pause", onclick: () => this.say({ do: this.paused ? "resume" : "pause" }) }, "❚❚ Pause");
    fill(this.controls, this.pause,
      h("button", { type: "button", "data-test": "step", onclick: () => this.say({ do: "step" }) }, "Step"),
      speed,
      h("button", { type: "button", class: "danger", "data-test": "abort", onclick: () => this.say({ do: "abort" }) }, "End"),
    );
  }

  /** @param {Message} message */
  hear(message) {
    const { status, boards, under_way: underWay } = message;
    if (status.paused !== this.paused && this.pause) {
      this.paused = status.paused;
      fill(this.pause, this.paused ? "▶ Resume" : "❚❚ Pause");
    }
    if (this.speed && document.activeElement !== this.speed) this.speed.value = String(status.delay_ms);
    for (const news of boards) this.cell(news, underWay).show(news);
    this.drawStats(status);
  }

  /**
   * The board of a match: its own, one whose match is over, or a new one.
   * @param {BoardNews} news
   * @param {number[]} underWay
   */
  cell(news, underWay) {
    const known = this.cells.get(news.number);
    if (known) return known;
    const free = [...this.cells.keys()].find((shown) => !underWay.includes(shown));
    const cell = (free !== undefined && this.cells.get(free)) || new Cell(this.page, this.grid);
    if (free !== undefined) this.cells.delete(free);
    this.cells.set(news.number, cell);
    return cell;
  }

  /** @param {any} status */
  drawStats(status) {
    const fact = (/** @type {string} */ name, /** @type {any} */ value) => h("span", null, `${name} `, h("b", null, value));
    const state = status.failure ? h("span", { class: "badge bad" }, status.failure) : status.over ? h("span", { class: "badge", "data-test": "over" }, status.aborted ? "ended" : "finished") : status.paused ? h("span", { class: "badge warn" }, "paused") : null;
    const row = (/** @type {any} */ bot) => h("tr", null,
      h("td", null, bot.label),
      h("td", { class: "number" }, number(bot.wins)),
      h("td", { class: "number" }, number(bot.draws)),
      h("td", { class: "number" }, number(bot.losses)),
      h("td", { class: "number" }, status.finished ? percent(bot.wins / status.finished) : "–"),
      h("td", { class: "share" }, meter(status.finished ? bot.wins / status.finished : 0, `${bot.label} won`)),
    );
    fill(this.stats,
      h("div", { class: "facts" },
        fact("finished", `${number(status.finished)} of ${number(status.games)}`),
        fact("draws", number(status.draws)),
        status.mean_turns ? fact("mean turns", number(status.mean_turns, 1)) : null,
        status.mean_seconds ? fact("mean time", duration(status.mean_seconds)) : null,
        status.shortest ? fact("shortest", number(status.shortest.turns)) : null,
        status.longest ? fact("longest", number(status.longest.turns)) : null,
        state,
      ),
      h("div", { class: "scroll" }, h("table", null,
        h("thead", null, h("tr", null, ["Bot", "Won", "Drawn", "Lost", "Won %", ""].map((text, i) => h("th", { scope: "col", class: i > 0 && i < 5 ? "number" : null }, text)))),
        h("tbody", null, status.bots.map(row)),
      )),
    );
  }
}

/** One board of the grid. */
class Cell {
  /**
   * @param {GamePage} page
   * @param {HTMLElement} grid
   */
  constructor(page, grid) {
    this.board = page.board();
    /** @type {BoardNews|null} */
    this.news = null;
    this.at = 0;
    /** @type {HTMLElement[]} */
    this.clocks = [];
    this.timer = setInterval(() => this.showClocks(), CLOCK_EVERY);
    this.head = h("div", { class: "bar-head" });
    this.foot = h("div", { class: "facts" });
    grid.append(h("article", { class: "panel tight cell", "data-test": "cell" }, this.head, this.board.element, this.foot));
  }

  /** @param {BoardNews} news */
  show(news) {
    const labels = news.seats.map((seat) => seat.label);
    this.board.show(news.data, labels, { text: news.text });
    this.news = news;
    this.at = performance.now();
    if (this.clocks.length !== labels.length) this.clocks = labels.map((_, i) => h("span", { class: "clock small", hidden: true, "data-test": `clock-${i}` }));
    this.showClocks();
    fill(this.head,
      h("span", null, labels.map((label, i) => [i ? " – " : null, h("span", { class: `seat-name seat-${i % 8}` }, label), " ", this.clocks[i]]).flat()),
      h("small", null, `#${news.number + 1}, turn ${number(news.turn)}`),
    );
    const winner = news.outcome && labels.filter((_, i) => news.outcome?.ranks[i] === 1);
    fill(this.foot, winner ? h("span", null, h("b", null, winner.length === 1 ? `${winner[0]} wins` : "draw"), `: ${news.outcome?.reason ?? ""}`) : h("span", null, " "));
  }

  showClocks() {
    const { news } = this;
    this.clocks.forEach((clock, seat) => showClock(clock, news?.clocks, seat, this.at, news?.state === "running"));
  }

  close() {
    clearInterval(this.timer);
    this.board.close();
  }
}

/**
 * A share as a bar.
 * @param {number} share
 * @param {string} label
 */
function meter(share, label) {
  return h("meter", { min: 0, max: 1, value: share, "aria-label": label });
}
