// Live tetris and live versus tetris: the own board large and at once, the opponents' beside it.

import { CanvasBoard } from "/assets/boards/canvas.js";
import { boardTheme } from "/assets/boards/theme.js";
import { fill, h } from "/assets/lib/dom.js";
import { Keyboard } from "/assets/play/keys.js";
import { describe, drawSeat, seatShape } from "./board.js";
import { Well, cells, find } from "./falling.js";
import { scene } from "./scene.js";

/** @typedef {import("/assets/lib/types.js").RoomLink} RoomLink */
/** @typedef {import("/assets/lib/types.js").Position} Position */
/** @typedef {import("./types.js").TetrisData} TetrisData */
/** @typedef {import("./types.js").VersusData} VersusData */
/** @typedef {import("./falling.js").Falling} Falling */
/**
 * The own piece and what is known of the pieces that hold brings.
 * @typedef {{well: Well, falling: Falling, locked: boolean, hold: string|null, queue: string[], canHold: boolean}} Hand
 */

export class TetrisView {
  /**
   * @param {RoomLink} link
   * @param {import("/assets/lib/types.js").GameInfo} game
   * @param {import("/assets/lib/types.js").Controls} controls
   */
  constructor(link, game, controls) {
    this.link = link;
    /** @type {TetrisData|VersusData|null} */
    this.data = null;
    /** @type {{n: number, action: string, pieces: number, rotation: number}[]} What was sent and not played yet. */
    this.sent = [];
    this.rotation = 0;
    this.pieces = -1;
    this.own = new CanvasBoard((context, width) => this.paint(context, width, this.seat ?? 0));
    this.own.canvas.classList.add("own");
    this.own.canvas.setAttribute("data-test", "own-board");
    this.others = h("div", { class: "opponents", "data-test": "opponents" });
    /** @type {CanvasBoard[]} */
    this.boards = [];
    const plays = this.seat !== null && controls.kind === "keys";
    this.aims = plays && controls.keys.some((key) => key.action === "target");
    this.keyboard = plays ? new Keyboard(game.name, controls.keys, (action) => this.press(action)) : null;
    this.element = h("div", { class: "tetris-live" }, this.seat === null ? null : this.own.canvas, this.keyboard?.buttons(), this.others);
    this.side = this.keyboard?.panel() ?? null;
  }

  get seat() {
    return this.link.info?.you.played ?? null;
  }

  /** @param {Position} position */
  show(position) {
    this.data = position.data;
    const { seat, data } = this;
    if (this.boards.length === 0 && data) this.makeBoards(data);
    if (seat !== null && data) {
      const acked = position.acks[seat] ?? 0;
      const mine = data.seats[seat];
      if (mine.pieces !== this.pieces) {
        this.pieces = mine.pieces;
        this.rotation = 0;
      }
      for (const one of this.sent) {
        if (one.n <= acked && one.pieces === mine.pieces) this.rotation = one.rotation;
      }
      this.sent = this.sent.filter((one) => one.n > acked && one.pieces >= mine.pieces);
      if (this.keyboard) this.keyboard.active = mine.alive && this.link.info?.phase === "playing";
    }
    this.repaint();
  }

  /** @param {TetrisData|VersusData} data */
  makeBoards(data) {
    const rest = data.seats.map((_, i) => i).filter((i) => i !== this.seat);
    this.boards = rest.map((i) => {
      const board = new CanvasBoard((context, width) => this.paint(context, width, i));
      board.canvas.setAttribute("data-test", `board-${i}`);
      if (this.aims) {
        board.canvas.addEventListener("click", () => this.aim(i));
        board.canvas.classList.add("aim");
        board.canvas.title = "Click to target this player";
      }
      return board;
    });
    fill(this.others, this.boards.map((board) => board.canvas));
    this.others.hidden = rest.length === 0;
    this.others.dataset.count = String(rest.length);
  }

  repaint() {
    const { data } = this;
    if (!data) return;
    const shape = seatShape(data);
    // The stylesheet makes the boards as large as the window allows.
    this.element.style.setProperty("--shape", String(shape[0] / shape[1]));
    const text = describe(data, this.link.labels);
    for (const board of this.seat === null ? this.boards : [this.own, ...this.boards]) {
      board.setShape(...shape);
      board.canvas.setAttribute("aria-label", text);
      board.repaint();
    }
    const mine = this.seat === null ? null : data.seats[this.seat];
    const target = mine && "target" in mine ? mine.target : null;
    this.boards.forEach((board, at) => {
      const index = at >= (this.seat ?? Infinity) ? at + 1 : at;
      board.canvas.classList.toggle("target", index === target);
    });
  }

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {number} width
   * @param {number} index
   */
  paint(context, width, index) {
    if (!this.data) return;
    const data = index === this.seat ? this.predicted(this.data, index) : this.data;
    drawSeat(context, width, data, index, this.link.labels[index] ?? "", boardTheme());
  }

  /** The own piece where it is as far as the server has said.
   * @param {TetrisData|VersusData} data
   * @param {number} seat
   * @returns {Hand|null}
   */
  confirmed(data, seat) {
    const mine = data.seats[seat];
    if (!mine.alive || !mine.cells) return null;
    const { hidden, rows } = scene(data).seats[seat];
    const well = new Well([...hidden, ...rows], "kicks" in data ? data.kicks : "srs");
    const falling = find(mine.current, mine.cells, this.rotation);
    const held = "hold" in mine ? { hold: mine.hold, canHold: mine.can_hold ?? false } : { hold: null, canHold: false };
    return falling && { well, falling, locked: false, queue: mine.queue ?? [], ...held };
  }

  /** The own piece with the keys that the server has not played yet.
   * @param {TetrisData|VersusData} data
   * @param {number} seat
   */
  ahead(data, seat) {
    const known = this.confirmed(data, seat);
    return known && this.sent.reduce((hand, { action }) => pressed(hand, action), known);
  }

  /**
   * The position with the own piece where it will be.
   * @template {TetrisData|VersusData} Data
   * @param {Data} data
   * @param {number} seat
   * @returns {Data}
   */
  predicted(data, seat) {
    const ahead = this.sent.length ? this.ahead(data, seat) : null;
    if (!ahead) return data;
    const { falling, well, hold, queue, canHold } = ahead;
    const piece = { current: falling.piece, cells: cells(falling), ghost: cells(well.dropped(falling)) };
    const held = "hold" in data.seats[seat] ? { hold, queue, can_hold: canHold } : {};
    const mine = { ...data.seats[seat], ...piece, ...held };
    return /** @type {Data} */ ({ ...data, seats: data.seats.map((other, i) => (i === seat ? mine : other)) });
  }

  /** @param {string} action */
  press(action) {
    const { data, seat } = this;
    if (!data || seat === null || !data.seats[seat].alive) return;
    const { position } = this.link;
    if (position && performance.now() < position.begins) return;
    if (action === "target") return void this.link.act(action);
    const ahead = this.ahead(data, seat);
    if (!ahead) return;
    const mine = data.seats[seat];
    if (ahead.locked) {
      // The next piece is not here yet: the server knows it first.
      this.sent.push({ n: this.link.act(action), action, pieces: mine.pieces + 1, rotation: 0 });
      return;
    }
    const next = pressed(ahead, action);
    // A key without any effect is not sent.
    if (next === ahead) return;
    this.sent.push({ n: this.link.act(action), action, pieces: mine.pieces, rotation: next.falling.rotation });
    this.own.repaint();
  }

  /** @param {number} at */
  aim(at) {
    if (this.seat !== null && this.data?.seats[this.seat].alive) this.link.act(`target_${at}`);
  }

  close() {
    this.keyboard?.close();
    this.own.close();
    for (const board of this.boards) board.close();
  }
}

/**
 * What a key does; the same hand if it does nothing. After a drop the server knows the next piece first.
 * @param {Hand} hand
 * @param {string} action
 * @returns {Hand}
 */
function pressed(hand, action) {
  if (hand.locked) return hand;
  if (action === "hold") return exchanged(hand);
  const falling = hand.well.pressed(hand.falling, action);
  if (action === "hard_drop") return { ...hand, falling, locked: true };
  return falling === hand.falling ? hand : { ...hand, falling };
}

/**
 * Hold brings the held piece, or the next one if none is held.
 * @param {Hand} hand
 * @returns {Hand}
 */
function exchanged(hand) {
  const { well, falling, hold, queue, canHold } = hand;
  const falls = canHold ? well.spawned(hold ?? queue[0]) : null;
  if (!falls) return hand;
  return { ...hand, falling: falls, hold: falling.piece, queue: hold ? queue : queue.slice(1), canHold: false };
}
