// What is drawn of a position, read from the snapshots of tetris and of versus tetris, in turns and live.

import { number } from "/assets/lib/format.js";

/** @typedef {import("./types.js").TetrisData} TetrisData */
/** @typedef {import("./types.js").TetrisSeat} TetrisSeat */
/** @typedef {import("./types.js").VersusData} VersusData */
/** @typedef {import("./types.js").VersusSeat} VersusSeat */
/** @typedef {import("./types.js").Scene} Scene */
/** @typedef {import("./types.js").SceneSeat} SceneSeat */

/** The board of versus tetris: columns, rows that people see, and rows in which pieces move. */
const VERSUS = { width: 10, height: 20, rows: 44 };

/** Ticks of a second. */
const SECOND = 60;

const CLEARS = ["", "single", "double", "triple", "tetris"];

/**
 * @param {TetrisData|VersusData} data
 * @returns {Scene}
 */
export function scene(data) {
  return "width" in data ? tetris(data) : versus(data);
}

/**
 * @param {TetrisData} data
 * @returns {Scene}
 */
function tetris(data) {
  const { turn, width, height } = data;
  const seat = (/** @type {TetrisSeat} */ s) => {
    const target = s.target === null || !s.alive ? "" : ` → ${s.target + 1}`;
    const rows = s.board.filter((row) => row.includes("#")).length;
    return /** @type {SceneSeat} */ ({
      ...common(s, rows),
      rows: s.board,
      hidden: s.hidden ?? [],
      seen: 0,
      // In turns the current piece has no place yet: it waits above the board with the next one.
      above: s.cells ? (s.queue ?? [s.next]).slice(0, 3) : [s.current, s.next],
      beside: null,
      hold: null,
      garbage: s.pending ? [{ rows: s.pending, due: 1 }] : [],
      words: [],
      figures: `${number(s.score)} · level ${s.level} · ${number(s.lines)} lines · sent ${number(s.sent)}${target}`,
      said: `score ${s.score}, ${s.lines} lines`,
    });
  };
  return { title: "Tetris", turn, width, height, seats: data.seats.map(seat) };
}

/**
 * @param {VersusData} data
 * @returns {Scene}
 */
function versus(data) {
  const { width, height } = VERSUS;
  const empty = ".".repeat(width);
  const live = data.kicks !== undefined;
  const seat = (/** @type {VersusSeat} */ s) => {
    const all = Array.from({ length: VERSUS.rows }, (_, y) => s.board[VERSUS.rows - 1 - y] ?? empty);
    const garbage = s.rising ? [{ rows: s.rising, due: 1 }, ...s.garbage] : s.garbage;
    return /** @type {SceneSeat} */ ({
      ...common(s, s.board.length),
      rows: all.slice(-height),
      hidden: all.slice(0, -height),
      seen: 2,
      above: live ? [] : [s.current],
      beside: s.queue,
      hold: { piece: s.hold, usable: s.can_hold ?? true },
      garbage,
      words: words(s),
      figures: figures(s, live ? data.turn : 0),
      said: said(s, garbage),
    });
  };
  return { title: "Versus Tetris", turn: data.turn, width, height, seats: data.seats.map(seat) };
}

/**
 * @param {TetrisSeat|VersusSeat} seat
 * @param {number} high
 */
function common({ current, cells, ghost, alive, reason }, high) {
  return { current, cells: cells ?? null, ghost: ghost ?? null, alive, reason, high };
}

/**
 * What the last placement cleared, as players call it; nothing if it cleared nothing.
 * @param {VersusSeat} seat
 */
export function lastClear({ last }) {
  if (!last) return "";
  if (last.perfect) return "perfect clear";
  const lines = CLEARS[last.lines] ?? `${last.lines} lines`;
  if (last.spin === "none") return lines;
  return `${last.spin === "mini" ? "mini " : ""}${last.piece}-spin ${lines}`;
}

/**
 * What stands beside the board: the last clear with its attack, and the streaks.
 * @param {VersusSeat} seat
 * @returns {SceneSeat["words"]}
 */
function words(seat) {
  const { last, combo, back_to_back } = seat;
  /** @type {SceneSeat["words"]} */
  const list = [];
  if (last) {
    for (const text of lastClear(seat).split(" ")) list.push({ text, kind: "clear" });
    list.push({ text: `+${last.attack}`, kind: "attack" });
  }
  if (back_to_back) list.push({ text: "B2B", kind: "streak" });
  if (combo > 1) list.push({ text: `combo ${combo - 1}`, kind: "streak" });
  return list;
}

/**
 * @param {VersusSeat} seat
 * @param {number} ticks how long it has played, in live play
 */
function figures(seat, ticks) {
  const total = `attack ${number(seat.attack)} · sent ${number(seat.sent)}`;
  if (!ticks || !seat.alive) return `${number(seat.pieces)} pieces · ${number(seat.lines)} lines · ${total}`;
  const seconds = ticks / SECOND;
  return `${(seat.pieces / seconds).toFixed(2)} PPS · ${((seat.attack * 60) / seconds).toFixed(0)} APM · ${total}`;
}

/**
 * @param {VersusSeat} seat
 * @param {SceneSeat["garbage"]} garbage
 */
function said(seat, garbage) {
  const parts = [
    `${seat.current} ${seat.cells ? "falls" : "to place"}`,
    `hold ${seat.hold ?? "empty"}`,
    `next ${seat.queue.join(" ")}`,
    garbage.length ? `garbage ${garbage.map((attack) => attack.rows).join(" + ")}` : "",
    seat.last ? `last ${lastClear(seat)} +${seat.last.attack}` : "",
    seat.back_to_back ? "back-to-back" : "",
    seat.combo > 1 ? `combo ${seat.combo - 1}` : "",
    `attack ${seat.attack}`,
    `sent ${seat.sent}`,
  ];
  return parts.filter(Boolean).join(", ");
}

/**
 * The position in words, for screen readers.
 * @param {TetrisData|VersusData} data
 * @param {string[]} labels
 */
export function describe(data, labels) {
  const { title, turn, seats } = scene(data);
  const seat = (/** @type {SceneSeat} */ s, /** @type {number} */ i) =>
    `${labels[i] ?? `seat ${i + 1}`}: ${s.alive ? `${s.high} rows high` : "out"}, ${s.said}`;
  return `${title}, turn ${turn}. ${seats.map(seat).join("; ")}.`;
}
