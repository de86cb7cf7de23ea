// Live tetris: the own board large and at once, the opponents' beside it.

import { CanvasBoard } from "../boards/canvas.js";
import { describe, drawSeat, seatShape } from "../boards/tetris.js";
import { boardTheme } from "../boards/theme.js";
import { fill, h } from "../lib/dom.js";
import { Well, cells, find } from "./falling.js";
import { Hands } from "./keys.js";

/** @typedef {import("../lib/room.js").RoomLink} RoomLink */
/** @typedef {import("../lib/room.js").Position} Position */
/** @typedef {import("../lib/types.js").TetrisData} TetrisData */

export class TetrisView {
  /** @param {RoomLink} link */
  constructor(link) {
    this.link = link;
    /** @type {TetrisData|null} */
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
    this.hands = this.seat === null ? null : new Hands((action) => this.press(action));
    this.element = h("div", { class: "tetris-live" }, this.seat === null ? null : this.own.canvas, this.hands?.buttons(), this.others);
    this.side = this.hands?.panel() ?? null;
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
      if (this.hands) this.hands.active = mine.alive && this.link.info?.phase === "playing";
    }
    this.repaint();
  }

  /** @param {TetrisData} data */
  makeBoards(data) {
    const rest = data.seats.map((_, i) => i).filter((i) => i !== this.seat);
    this.boards = rest.map((i) => {
      const board = new CanvasBoard((context, width) => this.paint(context, width, i));
      board.canvas.setAttribute("data-test", `board-${i}`);
      if (this.seat !== null) {
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
    const text = describe(data, this.link.labels);
    for (const board of this.seat === null ? this.boards : [this.own, ...this.boards]) {
      board.setShape(...shape);
      board.canvas.setAttribute("aria-label", text);
      board.repaint();
    }
    const target = this.seat === null ? null : data.seats[this.seat].target;
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
    const cell = width / seatShape(this.data)[0];
    const data = index === this.seat ? this.predicted(this.data, index) : this.data;
    drawSeat(context, 0, 0, cell, data, index, this.link.labels[index] ?? "", boardTheme());
  }

  /** The own piece where it is as far as the server has told.
   * @param {TetrisData} data
   * @param {number} seat
   */
  confirmed(data, seat) {
    const mine = data.seats[seat];
    if (!mine.alive || !mine.cells) return null;
    const well = new Well([...(mine.hidden ?? []), ...mine.board]);
    const falling = find(mine.current, mine.cells, this.rotation);
    return falling && { well, falling };
  }

  /** The own piece with the keys that the server has not played yet.
   * @param {TetrisData} data
   * @param {number} seat
   */
  ahead(data, seat) {
    const known = this.confirmed(data, seat);
    if (!known) return null;
    let { falling } = known;
    let locked = false;
    for (const { action } of this.sent) {
      if (locked) break;
      falling = known.well.pressed(falling, action);
      locked = action === "hard_drop";
    }
    return { well: known.well, falling, locked };
  }

  /**
   * The position with the own piece where it will be.
   * @param {TetrisData} data
   * @param {number} seat
   * @returns {TetrisData}
   */
  predicted(data, seat) {
    const ahead = this.sent.length ? this.ahead(data, seat) : null;
    if (!ahead) return data;
    const mine = { ...data.seats[seat], cells: cells(ahead.falling), ghost: cells(ahead.well.dropped(ahead.falling)) };
    return { ...data, seats: data.seats.map((other, i) => (i === seat ? mine : other)) };
  }

  /** @param {string} action */
  press(action) {
    const { data, seat } = this;
    if (!data || seat === null || !data.seats[seat].alive) return;
    const { position } = this.link;
    if (position && performance.now() < position.begins) return;
    if (action === "target") return this.nextTarget(data, seat);
    const ahead = this.ahead(data, seat);
    if (!ahead) return;
    const mine = data.seats[seat];
    if (ahead.locked) {
      // The next piece is not here yet: the server knows it first.
      this.sent.push({ n: this.link.act(action), action, pieces: mine.pieces + 1, rotation: 0 });
      return;
    }
    const next = ahead.well.pressed(ahead.falling, action);
    // What can do nothing is not said.
    if (next === ahead.falling && action !== "hard_drop") return;
    this.sent.push({ n: this.link.act(action), action, pieces: mine.pieces, rotation: next.rotation });
    this.own.repaint();
  }

  /**
   * @param {TetrisData} data
   * @param {number} seat
   */
  nextTarget(data, seat) {
    const { length } = data.seats;
    const from = data.seats[seat].target ?? seat;
    for (let step = 1; step < length; step++) {
      const at = (from + step) % length;
      if (at !== seat && data.seats[at].alive) return this.aim(at);
    }
  }

  /** @param {number} at */
  aim(at) {
    if (this.seat !== null && this.data?.seats[this.seat].alive) this.link.act(`target_${at}`);
  }

  close() {
    this.hands?.close();
    this.own.close();
    for (const board of this.boards) board.close();
  }
}
