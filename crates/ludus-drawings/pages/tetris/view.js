// Live tetris: the own board large and at once, the opponents' beside it.

import { CanvasBoard } from "/assets/boards/canvas.js";
import { boardTheme } from "/assets/boards/theme.js";
import { fill, h } from "/assets/lib/dom.js";
import { Keyboard } from "/assets/play/keys.js";
import { describe, drawSeat, seatShape } from "./board.js";
import { Well, cells, find } from "./falling.js";

/** @typedef {import("/assets/lib/types.js").RoomLink} RoomLink */
/** @typedef {import("/assets/lib/types.js").Position} Position */
/** @typedef {import("./types.js").TetrisData} TetrisData */

export class TetrisView {
  /**
   * @param {RoomLink} link
   * @param {import("/assets/lib/types.js").GameInfo} game
   * @param {import("/assets/lib/types.js").Controls} controls
   */
  constructor(link, game, controls) {
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
    const plays = this.seat !== null && controls.kind === "keys";
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

  /** The own piece where it is as far as the server has said.
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
    if (action === "target") return void this.link.act(action);
    const ahead = this.ahead(data, seat);
    if (!ahead) return;
    const mine = data.seats[seat];
    if (ahead.locked) {
      // The next piece is not here yet: the server knows it first.
      this.sent.push({ n: this.link.act(action), action, pieces: mine.pieces + 1, rotation: 0 });
      return;
    }
    const next = ahead.well.pressed(ahead.falling, action);
    // A key without any effect is not sent.
    if (next === ahead.falling && action !== "hard_drop") return;
    this.sent.push({ n: this.link.act(action), action, pieces: mine.pieces, rotation: next.rotation });
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
