// Live chess: a board to click and drag on, clocks, the moves, and how to end it.

import * as chess from "../boards/chess.js";
import { fill, h } from "../lib/dom.js";
import { NAMES } from "../boards/pieces.js";

/** @typedef {import("../lib/room.js").RoomLink} RoomLink */
/** @typedef {import("../lib/room.js").Position} Position */
/** @typedef {import("../lib/types.js").ChessData} ChessData */

export class ChessView {
  /** @param {RoomLink} link */
  constructor(link) {
    this.link = link;
    this.flip = link.info?.you.played === 1;
    this.flipped = false;
    /** @type {ChessData|null} */
    this.data = null;
    /** @type {Position|null} */
    this.position = null;
    /** @type {string|null} */
    this.selected = null;
    /** @type {string|null} A move that was sent and not played yet. */
    this.sent = null;
    this.resigning = false;
    this.board = chess.board();
    this.board.setAttribute("data-test", "chess-board");
    this.board.addEventListener("pointerdown", (event) => this.down(event));
    this.choice = h("div", { class: "promotion", hidden: true, role: "dialog", "aria-label": "Promote to" });
    this.clocks = [h("div", { class: "clock", "data-test": "clock-0" }), h("div", { class: "clock", "data-test": "clock-1" })];
    this.top = h("div", { class: "player" });
    this.bottom = h("div", { class: "player" });
    this.moves = h("ol", { class: "moves san", "data-test": "moves", "aria-label": "Moves" });
    this.text = h("input", { type: "text", placeholder: "e4, Nf3, e2e4", "aria-label": "Your move", "data-test": "move-text", autocomplete: "off", maxlength: 10 });
    this.buttons = h("div", { class: "row" });
    this.element = h("div", { class: "square" }, this.top, h("div", { class: "holder" }, this.board, this.choice), this.bottom);
    this.side = h("section", { class: "panel tight", "aria-label": "Moves" }, this.moves,
      link.info?.you.seat === null ? null : h("form", { class: "row", onsubmit: (/** @type {Event} */ event) => this.typed(event) }, this.text, h("button", { type: "submit" }, "Move")),
      this.buttons);
    this.timer = setInterval(() => this.showClocks(), 200);
  }

  get seat() {
    return this.link.info?.you.played ?? null;
  }

  get mine() {
    const { data, seat } = this;
    return data !== null && seat !== null && this.link.info?.phase === "playing" && data.to_move === (seat === 0 ? "white" : "black");
  }

  /** @param {Position} position */
  show(position) {
    this.position = position;
    if (this.data?.plies !== position.data.plies) this.sent = null;
    this.data = position.data;
    if (!this.flipped) this.flip = this.seat === 1;
    if (!this.mine) this.selected = null;
    this.draw();
    this.showMoves();
    this.showClocks();
    this.showButtons();
  }

  /** @param {string|null} [hidden] a square whose piece is in the hand */
  draw(hidden = null) {
    if (!this.data) return;
    const data = this.sent ? moved(this.data, this.sent) : this.data;
    const dots = this.selected ? this.targets(this.selected) : [];
    chess.draw(this.board, data, { flip: this.flip, selected: this.selected, dots, hidden });
    this.board.classList.toggle("mine", this.mine);
  }

  /** @param {string} from */
  targets(from) {
    const all = (this.data?.legal ?? []).filter((move) => move.startsWith(from)).map((move) => move.slice(2, 4));
    return [...new Set(all)];
  }

  /** @param {PointerEvent} event */
  down(event) {
    const square = chess.squareAt(this.board, event.clientX, event.clientY, this.flip);
    if (!square || !this.data || !this.mine || this.sent || event.button > 0) return;
    event.preventDefault();
    if (this.selected && this.targets(this.selected).includes(square)) return this.move(this.selected, square);
    const again = this.selected === square;
    this.selected = this.targets(square).length ? square : null;
    this.draw();
    if (this.selected) this.drag(event, square, again);
  }

  /**
   * @param {PointerEvent} start
   * @param {string} from
   * @param {boolean} again whether it was selected before
   */
  drag(start, from, again) {
    if (!this.data) return;
    const piece = chess.drawPiece(chess.at(this.data, from));
    let moving = false;
    const follow = (/** @type {PointerEvent} */ event) => {
      if (!moving && Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) < 6) return;
      if (!moving) {
        moving = true;
        this.draw(from);
        this.board.append(piece);
      }
      const box = this.board.getBoundingClientRect();
      const scale = 360 / box.width;
      const [x, y] = [(event.clientX - box.left) * scale - 22.5, (event.clientY - box.top) * scale - 22.5];
      piece.setAttribute("transform", `translate(${x} ${y})`);
    };
    const drop = (/** @type {PointerEvent} */ event) => {
      removeEventListener("pointermove", follow);
      removeEventListener("pointerup", drop);
      removeEventListener("pointercancel", drop);
      const to = chess.squareAt(this.board, event.clientX, event.clientY, this.flip);
      if (moving && to && to !== from && this.targets(from).includes(to)) return this.move(from, to);
      if (!moving && again) this.selected = null;
      this.draw();
    };
    addEventListener("pointermove", follow);
    addEventListener("pointerup", drop);
    addEventListener("pointercancel", drop);
  }

  /**
   * @param {string} from
   * @param {string} to
   */
  move(from, to) {
    const moves = (this.data?.legal ?? []).filter((move) => move.startsWith(from + to));
    if (moves.length > 1) return this.promote(moves);
    this.play(moves[0]);
  }

  /** @param {string} move */
  play(move) {
    this.choice.hidden = true;
    this.selected = null;
    this.sent = move;
    this.link.act(move);
    this.draw();
  }

  /** @param {string[]} moves */
  promote(moves) {
    const cancel = () => { this.choice.hidden = true; this.selected = null; this.draw(); };
    const white = this.seat === 0;
    fill(this.choice,
      ["q", "r", "b", "n"].map((letter) => {
        const move = moves.find((one) => one.endsWith(letter));
        const picture = chess.board();
        picture.setAttribute("viewBox", "0 0 45 45");
        picture.setAttribute("aria-hidden", "true");
        picture.append(chess.drawPiece(white ? letter.toUpperCase() : letter));
        return move ? h("button", { type: "button", "aria-label": NAMES[letter], "data-test": `promote-${letter}`, onclick: () => this.play(move) }, picture) : null;
      }),
      h("button", { type: "button", "aria-label": "Cancel", onclick: cancel }, "✕"),
    );
    this.choice.hidden = false;
    this.choice.querySelector("button")?.focus();
  }

  /** @param {Event} event */
  typed(event) {
    event.preventDefault();
    if (this.text.value.trim() && this.mine) this.link.act(this.text.value.trim());
    this.text.value = "";
  }

  showMoves() {
    const san = this.data?.san ?? [];
    const rows = [];
    for (let i = 0; i < san.length; i += 2) {
      rows.push(h("li", null, h("span", null, san[i]), " ", h("span", null, san[i + 1] ?? "")));
    }
    fill(this.moves, rows.length ? rows : h("li", { class: "faint" }, "no moves yet"));
    this.moves.scrollTop = this.moves.scrollHeight;
  }

  showClocks() {
    const { position, link } = this;
    const [low, high] = this.flip ? [1, 0] : [0, 1];
    const running = position?.clocks?.running ?? null;
    this.clocks.forEach((clock, seat) => {
      const left = position?.clocks?.left_ms[seat];
      clock.hidden = left === undefined;
      if (left === undefined || !position) return;
      const gone = running === seat && link.info?.phase === "playing" ? performance.now() - position.at : 0;
      const now = Math.max(0, left - gone);
      clock.textContent = time(now);
      clock.classList.toggle("running", running === seat);
      clock.classList.toggle("low", now < 20_000);
    });
    const line = (/** @type {number} */ seat) => [
      h("span", { class: "name" }, `${seat === 0 ? "○" : "●"} ${link.labels[seat] ?? ""}`),
      this.clocks[seat],
    ];
    fill(this.bottom, ...line(low));
    fill(this.top, ...line(high));
  }

  showButtons() {
    const { info } = this.link;
    const seat = this.seat;
    const turn = h("button", { type: "button", "data-test": "flip", onclick: () => { this.flip = !this.flip; this.flipped = true; this.draw(); this.showClocks(); } }, "⇅ Turn the board");
    if (seat === null || info?.phase !== "playing") return fill(this.buttons, turn);
    const people = info.seats.every((one) => one.kind === "person");
    const offered = info.offers.some((one) => one !== seat);
    const own = info.offers.includes(seat);
    const offer = people
      ? h("button", { type: "button", "data-test": "draw", "aria-pressed": String(own), onclick: () => this.link.say("draw", { offer: !own }) }, offered ? "½ Accept the draw" : own ? "½ Offered" : "½ Offer a draw")
      : null;
    const decline = offered ? h("button", { type: "button", onclick: () => this.link.say("draw", { offer: false }) }, "Decline") : null;
    fill(this.buttons, turn, offer, decline, this.resignButton());
  }

  /** Asks once more, because one click is made too easily. */
  resignButton() {
    const button = h("button", { type: "button", class: "danger", "data-test": "resign", onclick: () => {
      if (this.resigning) this.link.say("resign");
      this.resigning = !this.resigning;
      fill(button, this.resigning ? "⚑ Really resign?" : "⚑ Resign");
    } }, this.resigning ? "⚑ Really resign?" : "⚑ Resign");
    return button;
  }

  /** Something was refused: what was shown at once is taken back. */
  refused() {
    this.sent = null;
    this.draw();
  }

  /** The room has changed, not the position. */
  changed() {
    this.showButtons();
    this.showClocks();
    this.draw();
  }

  close() {
    clearInterval(this.timer);
  }
}

/**
 * The board after a move of one's own, as far as it is shown before the server has played it.
 * @param {ChessData} data
 * @param {string} move
 * @returns {ChessData}
 */
function moved(data, move) {
  const rows = data.board.map((row) => [...row]);
  const place = (/** @type {string} */ square) => /** @type {[number, number]} */ ([8 - Number(square[1]), square.charCodeAt(0) - 97]);
  const [from, to] = [place(move.slice(0, 2)), place(move.slice(2, 4))];
  const piece = rows[from[0]][from[1]];
  rows[from[0]][from[1]] = ".";
  const promoted = move[4] ? (piece === "P" ? move[4].toUpperCase() : move[4]) : piece;
  rows[to[0]][to[1]] = promoted;
  // The rook of a castling.
  if (piece.toLowerCase() === "k" && Math.abs(from[1] - to[1]) === 2) {
    const [corner, beside] = to[1] === 6 ? [7, 5] : [0, 3];
    rows[to[0]][beside] = rows[to[0]][corner];
    rows[to[0]][corner] = ".";
  }
  return { ...data, board: rows.map((row) => row.join("")), last: move, check: false };
}

/** @param {number} ms */
function time(ms) {
  const seconds = ms / 1000;
  const [minutes, rest] = [Math.floor(seconds / 60), seconds % 60];
  if (seconds < 20) return seconds.toFixed(1);
  return `${minutes}:${String(Math.floor(rest)).padStart(2, "0")}`;
}
