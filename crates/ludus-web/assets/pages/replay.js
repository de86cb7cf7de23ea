// A recorded match: timeline, boards, and at each turn what every bot thought.

import { boardFor } from "../boards/index.js";
import { games, get, post } from "../lib/api.js";
import { lineChart } from "../lib/charts.js";
import { field, fill, h, reason, select } from "../lib/dom.js";
import { number } from "../lib/format.js";
import { thought } from "../lib/insight.js";
import { Player } from "../lib/player.js";
import { save } from "../lib/save.js";
import { dropButton, takeDrops } from "./replays.js";

/** @typedef {import("../lib/insight.js").Action} Action */
/** @typedef {{turn: number, data: any, actions?: Action[], outcome?: import("../lib/types.js").Outcome}} Frame */
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

/** Seconds from turn to turn at normal speed. */
const PACE = /** @type {Record<string, number>} */ ({ tetris: 0.25, chess: 1, snake: 0.25, "tetris-live": 1 / 60 });

const SPEEDS = [0.25, 0.5, 1, 2, 4, 8, 16];

/** @param {import("../app.js").Context} context */
export async function show({ main, params, go, title, query }) {
  const [id] = params;
  const [film, list] = await Promise.all([/** @type {Promise<Film>} */ (get(`/replays/${encodeURIComponent(id)}`)), games()]);
  const labels = film.seats.map((seat) => seat.label);
  title(`${labels.join(" – ")}, ${film.game}`);
  const viewer = new Viewer(film, labels);
  const info = list.find((game) => game.name === film.game);
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
        info ? advice(viewer, info) : null,
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
   */
  constructor(film, labels) {
    this.film = film;
    this.labels = labels;
    this.board = boardFor(film.game);
    const pace = PACE[film.game] ?? 0.5;
    this.player = new Player(film.frames.map((frame) => frame.turn * pace), (place) => this.draw(place), (playing) => this.state(playing));
    const square = film.game === "chess" || film.game === "snake";
    this.stage = h("div", { class: square ? "stage square" : "stage", "data-test": "board" }, this.board.element);
    this.head = h("div", { class: "bar-head", "data-test": "turn" });
    this.moves = h("div", { class: "moves", role: "group", "aria-label": "Moves", hidden: film.game !== "chess" });
    this.thoughts = h("div", { "data-test": "thoughts" });
    /** @type {(() => void)[]} */
    this.watchers = [];
    this.flip = false;
    this.slider = h("input", { type: "range", min: 0, max: film.frames.length - 1, value: 0, "aria-label": "Turn", "data-test": "timeline", oninput: () => { this.player.pause(); this.player.goTo(Number(this.slider.value)); } });
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
      this.slider,
      this.film.game === "chess" ? step("⇅", "Flip board", () => { this.flip = !this.flip; this.draw(player.place); }) : null,
    );
  }

  /** The scores of the seats over the match, where bots told any. */
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
    this.board.show(frame.data, this.labels, { flip: this.flip });
    this.slider.value = String(place);
    this.slider.setAttribute("aria-valuetext", `turn ${frame.turn} of ${film.frames[film.frames.length - 1].turn}`);
    this.chart?.mark(place);
    fill(this.head,
      h("h2", null, film.game === "tetris-live" ? `Second ${(frame.turn / 60).toFixed(1)}` : `Turn ${number(frame.turn)}`),
      frame.outcome ? h("span", { class: "badge", "data-test": "outcome" }, outcome(frame.outcome, this.labels)) : null,
    );
    if (film.game === "chess") this.drawMoves(frame);
    const actions = frame.actions ?? [];
    fill(this.thoughts, actions.length
      ? actions.map((action) => thought(action, this.labels))
      : h("p", { class: "faint" }, place === 0 ? "Start of the match. Use the arrow keys to step, space to play." : "No actions in this turn."));
    for (const watcher of this.watchers) watcher();
  }

  /** @param {Frame} frame */
  drawMoves(frame) {
    const all = /** @type {import("../lib/types.js").ChessData} */ (this.film.frames[this.film.frames.length - 1].data);
    const shown = frame.data.san.length;
    fill(this.moves, all.san.map((san, i) => [
      i % 2 === 0 ? h("b", null, `${i / 2 + 1}.`) : null,
      h("button", { type: "button", "aria-current": i + 1 === shown ? "true" : null, onclick: () => { this.player.pause(); this.player.goTo(i + 1 - all.opening_plies); } }, san),
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
 * Asking any bot what it would play here.
 * @param {Viewer} viewer
 * @param {import("../lib/types.js").GameInfo} info
 */
function advice(viewer, info) {
  const bot = select(info.bots.map((b) => ({ value: b.name, text: b.name, title: b.summary })), "hard", { "data-test": "advice-bot" });
  const seat = select(viewer.labels.map((label, i) => ({ value: String(i), text: label })), "0", { "data-test": "advice-seat" });
  const answer = h("div", { "data-test": "advice", "aria-live": "polite" });
  const button = h("button", { type: "button", "data-test": "ask", onclick: () => ask() }, "Ask");
  const chess = info.name === "chess";
  const ask = async () => {
    const { frame, film } = viewer;
    const place = viewer.player.place;
    button.disabled = true;
    viewer.player.pause();
    try {
      const told = await post(`/replays/${encodeURIComponent(film.id)}/advice`, { turn: frame.turn, seat: Number(seat.value), bot: bot.value });
      const who = `${told.bot} for ${viewer.labels[Number(seat.value)]}`;
      fill(answer, thought({ seat: Number(seat.value), action: told.action, insight: told.insight }, viewer.labels, who));
      const move = chess ? /^[a-h][1-8][a-h][1-8]/.exec(told.action)?.[0] : null;
      if (move && viewer.player.place === place) viewer.board.show(frame.data, viewer.labels, { flip: viewer.flip, arrows: [[move.slice(0, 2), move.slice(2, 4)]] });
    } catch (error) {
      fill(answer, h("p", { role: "alert" }, reason(error)));
    }
    button.disabled = false;
  };
  viewer.watchers.push(() => {
    fill(answer);
    // In chess only one seat is to act.
    if (chess) seat.value = viewer.frame.data.to_move === "white" ? "0" : "1";
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
  const fen = film.game === "chess"
    ? h("button", { type: "button", "data-test": "fen", onclick: () => save(`${film.id}-${viewer.frame.turn}.fen`, `${viewer.frame.data.fen}\n`) }, "FEN of this position")
    : null;
  return h("section", { class: "panel", "aria-label": "About" },
    h("h2", null, "About this match"),
    h("div", { class: "facts" }, h("span", null, "game ", h("b", null, film.game)), h("span", null, "seed ", h("b", null, film.seed)), h("span", null, "program ", h("b", null, film.program))),
    h("div", { class: "row", "data-test": "downloads" },
      film.downloads.map(({ label, address }) => h("a", { class: "button", href: address, download: true }, label)),
      fen,
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
