// A recorded match: timeline, boards, and at each turn what every bot thought.

import { get, post } from "../lib/api.js";
import { lineChart } from "../lib/charts.js";
import { field, fill, h, reason, select } from "../lib/dom.js";
import { number } from "../lib/format.js";
import { gameNamed, games, pageOf, paceOf } from "../lib/games.js";
import { thought } from "../lib/insight.js";
import { Player } from "../lib/player.js";
import { save } from "../lib/save.js";
import { dropButton, takeDrops } from "./replays.js";
import { why } from "./why.js";

/** @typedef {import("../lib/insight.js").Action} Action */
/** @typedef {{turn: number, data: any, text?: string, actions?: Action[], outcome?: import("../lib/types.js").Outcome}} Frame */
/**
 * @typedef {object} Film
 * @property {string} id
 * @property {string} game
 * @property {{label: string, spec: string}[]} seats
 * @property {any} rules
 * @property {number} seed
 * @property {string} program
 * @property {string|null} notation
 * @property {{ label: string, address: string }[]} downloads
 * @property {Frame[]} frames
 */

/** @typedef {import("../lib/types.js").GameInfo} GameInfo */
/** @typedef {import("../lib/types.js").GamePage} GamePage */

const SPEEDS = [0.25, 0.5, 1, 2, 4, 8, 16];

/** @param {import("../app.js").Context} context */
export async function show({ main, params, go, title, query }) {
  const [id] = params;
  const [film, list] = await Promise.all([/** @type {Promise<Film>} */ (get(`/replays/${encodeURIComponent(id)}`)), games()]);
  const labels = film.seats.map((seat) => seat.label);
  const game = gameNamed(list, film.game);
  const viewer = new Viewer(film, labels, game, await pageOf(game));
  title(`${labels.join(" – ")}, ${game?.title ?? film.game}`);
  main.classList.add("viewer");
  main.append(
    h("div", { class: "bar-head" },
      h("h1", null, labels.map((label, i) => [i ? " – " : null, h("span", { class: `seat-name seat-${i % 8}` }, label)]).flat()),
      dropButton(go),
    ),
    h("div", { class: "columns two" },
      h("section", { class: "panel", "aria-label": "Board" }, viewer.stage, viewer.transport, viewer.curve),
      h("div", { class: "columns" },
        h("section", { class: "panel", "aria-label": "Moves" }, viewer.head, viewer.moves, viewer.thoughts),
        game?.name === film.game ? why(viewer) : null,
        game?.name === film.game ? advice(viewer, game) : null,
        about(film, viewer),
      ),
    ),
  );
  viewer.player.goTo(Number(query.get("at") ?? 0) || 0);
  const forget = takeDrops(go);
  document.addEventListener("keydown", viewer.keys);
  return () => {
    forget();
    main.classList.remove("viewer");
    document.removeEventListener("keydown", viewer.keys);
    viewer.close();
  };
}

class Viewer {
  /**
   * @param {Film} film
   * @param {string[]} labels
   * @param {GameInfo|undefined} game
   * @param {GamePage} page
   */
  constructor(film, labels, game, page) {
    this.film = film;
    this.labels = labels;
    this.title = game?.title ?? film.game;
    this.page = page;
    this.board = page.board();
    const { pace, turn_ms } = paceOf(game, film.game);
    this.ticks = pace === "ticks";
    this.seconds = turn_ms / 1000;
    this.player = new Player(film.frames.map((frame) => frame.turn * this.seconds), (place) => this.draw(place), (playing) => this.state(playing));
    this.stage = h("div", { class: page.shape === "square" ? "stage square" : "stage", "data-test": "board" }, this.board.element);
    this.head = h("div", { class: "bar-head", "data-test": "turn" });
    this.moves = h("div", { class: "moves", role: "group", "aria-label": "Moves", "data-test": "moves" });
    this.all = page.moves ? page.moves(film.frames[film.frames.length - 1].data) : textMoves(film);
    this.moves.hidden = !this.all.length;
    this.thoughts = h("div", { "data-test": "thoughts" });
    /** @type {(() => void)[]} */
    this.watchers = [];
    this.turned = false;
    this.slider = h("input", { type: "range", min: 0, max: film.frames.length - 1, value: 0, "aria-label": "Turn", "data-test": "timeline", oninput: () => { this.player.pause(); this.player.goTo(Number(this.slider.value)); } });
    this.marks = h("div", { class: "turning-points", role: "group", "aria-label": "Turning points" });
    this.playButton = h("button", { type: "button", class: "main", "data-test": "play", onclick: () => this.player.toggle() }, "▶ Play");
    this.transport = this.makeTransport();
    this.curve = this.makeCurve();
    this.keys = (/** @type {KeyboardEvent} */ event) => this.key(event);
  }

  get frame() {
    return this.film.frames[this.player.place];
  }

  makeTransport() {
    const step = (/** @type {string} */ text, /** @type {string} */ label, /** @type {() => void} */ action) => h("button", { type: "button", "aria-label": label, title: label, onclick: action }, text);
    const speed = select(SPEEDS.map((s) => ({ value: String(s), text: `${s}×` })), "1", { "aria-label": "Speed", "data-test": "speed", onchange: () => (this.player.speed = Number(speed.value)) });
    this.speed = speed;
    const { player } = this;
    return h("div", { class: "transport", role: "group", "aria-label": "Playback" },
      step("|◀", "First turn", () => { player.pause(); player.goTo(0); }),
      step("◀", "Previous turn", () => player.step(-1)),
      this.playButton,
      step("▶", "Next turn", () => player.step(1)),
      step("▶|", "Last turn", () => { player.pause(); player.goTo(player.end); }),
      speed,
      h("div", { class: "timeline" }, this.slider, this.marks),
      this.page.turns ? step("⇅", "Turn the board", () => { this.turned = !this.turned; this.draw(player.place); }) : null,
    );
  }

  /** The scores of the seats over the match, where bots gave any. */
  makeCurve() {
    const { frames } = this.film;
    const series = this.labels.map((name, seat) => ({
      name,
      kind: `seat-${seat % 8}`,
      points: frames.flatMap((frame, place) => {
        const score = frame.actions?.find((action) => action.seat === seat)?.insight.score;
        return score === undefined ? [] : [/** @type {[number, number]} */ ([place, squash(score)])];
      }),
    })).filter((s) => s.points.length > 1);
    if (!series.length) return null;
    this.chart = lineChart({ series, x: "turn", y: "score", label: "The bots' scores over the match", height: 140, pick: (x) => { this.player.pause(); this.player.goTo(x); } });
    const legend = h("div", { class: "legend" }, series.map((s) => h("span", { class: s.kind }, s.name)));
    return h("div", null, this.chart, legend);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const typing = event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement;
    if (event.ctrlKey || event.metaKey || event.altKey || (typing && event.target !== this.slider)) return;
    /** @type {Record<string, () => void>} */
    const actions = {
      ArrowLeft: () => this.player.step(-1),
      ArrowRight: () => this.player.step(1),
      Home: () => { this.player.pause(); this.player.goTo(0); },
      End: () => { this.player.pause(); this.player.goTo(this.player.end); },
      " ": () => this.player.toggle(),
      "+": () => this.faster(1),
      "-": () => this.faster(-1),
    };
    const action = actions[event.key];
    if (!action || (event.key === " " && event.target instanceof HTMLButtonElement)) return;
    event.preventDefault();
    action();
  }

  /** @param {number} by */
  faster(by) {
    const place = SPEEDS.indexOf(this.player.speed) + by;
    this.player.speed = SPEEDS[Math.max(0, Math.min(SPEEDS.length - 1, place))];
    if (this.speed) this.speed.value = String(this.player.speed);
  }

  /** @param {boolean} playing */
  state(playing) {
    fill(this.playButton, playing ? "❚❚ Pause" : "▶ Play");
  }

  /** @param {number} place */
  draw(place) {
    const { frame, film } = this;
    this.showBoard([]);
    this.slider.value = String(place);
    this.slider.setAttribute("aria-valuetext", `turn ${frame.turn} of ${film.frames[film.frames.length - 1].turn}`);
    this.chart?.mark(place);
    fill(this.head,
      h("h2", null, this.ticks ? `Second ${(frame.turn * this.seconds).toFixed(1)}` : `Turn ${number(frame.turn)}`),
      frame.outcome ? h("span", { class: "badge", "data-test": "outcome" }, outcome(frame.outcome, this.labels)) : null,
    );
    this.drawMoves(frame);
    const actions = frame.actions ?? [];
    fill(this.thoughts, actions.length
      ? actions.map((action) => thought(action, this.labels))
      : h("p", { class: "faint" }, place === 0 ? "Start of the match. Use the arrow keys to step, space to play." : "No actions in this turn."));
    for (const watcher of this.watchers) watcher();
  }

  /** @param {import("../lib/types.js").ActionMark[]} hints */
  showBoard(hints) {
    this.board.show(this.frame.data, this.labels, { text: this.frame.text, turned: this.turned, hints });
  }

  /** @param {Frame} frame */
  drawMoves(frame) {
    const { frames } = this.film;
    const seats = this.labels.length;
    const goTo = (/** @type {number} */ turn) => { this.player.pause(); this.player.goTo(frames.findIndex((one) => one.turn >= turn)); };
    fill(this.moves, this.all.map(({ text, turn }, i) => [
      i % seats === 0 ? h("b", null, `${i / seats + 1}.`) : null,
      h("button", { type: "button", "aria-current": turn === frame.turn ? "true" : null, onclick: () => goTo(turn) }, text),
    ]).flat());
    const current = this.moves.querySelector("[aria-current]");
    if (current instanceof HTMLElement) this.moves.scrollTop = current.offsetTop - this.moves.offsetTop - 80;
  }

  close() {
    this.player.pause();
    this.board.close();
  }
}

/**
 * The moves of a match in which one seat acts at a time, for a game whose page has no list of its own.
 * @param {Film} film
 * @returns {import("../lib/types.js").MoveText[]}
 */
function textMoves({ frames }) {
  if (frames.some((frame) => (frame.actions?.length ?? 0) > 1)) return [];
  return frames.flatMap(({ actions, turn }) => (actions ?? []).map(({ action }) => ({ text: action ?? "–", turn })));
}

/**
 * Asking any bot what it would play here.
 * @param {Viewer} viewer
 * @param {GameInfo} game
 */
function advice(viewer, game) {
  const bot = select(game.bots.map((b) => ({ value: b.name, text: b.name, title: b.summary })), "hard", { "data-test": "advice-bot" });
  const seat = select(viewer.labels.map((label, i) => ({ value: String(i), text: label })), "0", { "data-test": "advice-seat" });
  const answer = h("div", { "data-test": "advice", "aria-live": "polite" });
  const button = h("button", { type: "button", "data-test": "ask", onclick: () => ask() }, "Ask");
  const ask = async () => {
    const { frame, film } = viewer;
    const place = viewer.player.place;
    button.disabled = true;
    viewer.player.pause();
    try {
      const reply = await post(`/replays/${encodeURIComponent(film.id)}/advice`, { turn: frame.turn, seat: Number(seat.value), bot: bot.value });
      const who = `${reply.bot} for ${viewer.labels[Number(seat.value)]}`;
      fill(answer, thought({ seat: Number(seat.value), action: reply.action, insight: reply.insight }, viewer.labels, who));
      if (viewer.player.place === place) viewer.showBoard([reply.mark]);
    } catch (error) {
      fill(answer, h("p", { role: "alert" }, reason(error)));
    }
    button.disabled = false;
  };
  viewer.watchers.push(() => {
    fill(answer);
    // A seat that acts next can be advised.
    const next = viewer.film.frames[viewer.player.place + 1]?.actions ?? [];
    if (next.length && !next.some((action) => String(action.seat) === seat.value)) seat.value = String(next[0].seat);
  });
  return h("section", { class: "panel", "aria-label": "Advice" },
    h("h2", null, "What would another bot play here?"),
    h("div", { class: "row" }, field("Bot", bot), field("For seat", seat), button),
    answer,
  );
}

/**
 * @param {Film} film
 * @param {Viewer} viewer
 */
function about(film, viewer) {
  const offered = () => viewer.page.downloads?.({ id: film.id, turn: viewer.frame.turn, data: viewer.frame.data }) ?? [];
  const own = offered().map((one, i) => {
    // The position may have changed since.
    const take = () => save(offered()[i].file, offered()[i].text);
    return h("button", { type: "button", "data-test": "download", onclick: take }, one.label);
  });
  return h("section", { class: "panel", "aria-label": "About" },
    h("h2", null, "About this match"),
    h("div", { class: "facts" }, h("span", null, "game ", h("b", null, viewer.title)), h("span", null, "seed ", h("b", null, film.seed)), h("span", null, "program ", h("b", null, film.program))),
    h("div", { class: "row", "data-test": "downloads" },
      film.downloads.map(({ label, address }) => h("a", { class: "button", href: address, download: true }, label)),
      own,
    ),
  );
}

/**
 * @param {import("../lib/types.js").Outcome} end
 * @param {string[]} labels
 */
function outcome(end, labels) {
  const first = labels.filter((_, i) => end.ranks[i] === 1);
  const who = first.length === 1 && labels.length > 1 ? `${first[0]} wins` : first.length > 1 ? "draw" : "over";
  return `${who}: ${end.reason}`;
}

/**
 * Scores differ by orders of magnitude: a mate is far from a pawn. Large ones are drawn nearer.
 * @param {number} score
 */
function squash(score) {
  return Math.sign(score) * Math.log10(1 + Math.abs(score));
}
