// A match in a room, for any game: its board, and the controls that the game's kit asks for.

import { fill, h } from "../lib/dom.js";
import { CellGrid } from "./cells.js";
import { Chooser } from "./chooser.js";
import { Steering } from "./directions.js";
import { Keyboard } from "./keys.js";
import { Players } from "./players.js";
import { moveList, seatTable } from "./tables.js";

/** @typedef {import("../lib/types.js").RoomLink} RoomLink */
/** @typedef {import("../lib/types.js").Position} Position */
/** @typedef {import("../lib/types.js").GameInfo} GameInfo */
/** @typedef {import("../lib/types.js").GamePage} GamePage */
/** @typedef {import("../lib/types.js").Controls} Controls */
/** @typedef {import("../lib/types.js").LegalAction} LegalAction */

export class CommonView {
  /**
   * @param {RoomLink} link
   * @param {GameInfo} game
   * @param {GamePage} page
   * @param {Controls} controls
   */
  constructor(link, game, page, controls) {
    this.link = link;
    this.page = page;
    this.controls = controls;
    /** @type {Position|null} */
    this.position = null;
    /** @type {LegalAction[]} */
    this.actions = [];
    /** @type {string|null} An own action that was sent and not played yet. */
    this.sent = null;
    this.seat = link.info?.you.played ?? null;
    this.turned = Boolean(page.turns) && this.seat === 1;
    this.board = page.board();
    this.players = game.people.pace === "waits" ? new Players(link, game) : null;
    // Where a page has no list of its own, what was played is listed as text.
    const listed = Boolean(page.moves) || game.people.pace === "waits";
    this.moves = listed ? h("ol", { class: "moves texts", "data-test": "moves", "aria-label": "Moves" }) : null;
    this.table = page.figures ? h("div", { class: "scroll", "data-test": "figures" }) : null;
    this.holder = h("div", { class: "holder" }, this.board.element);
    this.make(game);
    this.top = h("div");
    this.bottom = h("div");
    const square = page.shape === "square";
    this.element = h("div", { class: square ? "square" : "common" }, this.top, this.holder, this.bottom, this.keyboard?.buttons(), this.steering?.buttons());
    const side = [this.table, this.moves, this.form, this.page.turns ? this.turnButton() : null, this.help()];
    const beside = side.some(Boolean) ? h("section", { class: "panel tight", "aria-label": "Match" }, side) : null;
    const panel = this.keyboard?.panel() ?? null;
    this.side = beside && panel ? h("div", { class: "columns" }, beside, panel) : (beside ?? panel);
    this.seatLines();
  }

  /** @param {GameInfo} game */
  make(game) {
    const { controls, seat, page } = this;
    /** @type {CellGrid|null} */
    this.grid = null;
    /** @type {Steering|null} */
    this.steering = null;
    /** @type {Keyboard|null} */
    this.keyboard = null;
    this.form = null;
    if (seat === null) return;
    if (controls.kind === "directions") {
      this.steering = new Steering((direction) => this.act(direction));
      this.steering.swipes(this.holder);
    } else if (controls.kind === "keys") {
      this.keyboard = new Keyboard(game.name, controls.keys, (action) => this.act(action));
    } else {
      this.form = this.textForm();
    }
    if (controls.kind !== "cells") return;
    const grid = new CellGrid(controls, { chosen: (actions) => this.choose(actions), changed: () => this.draw() });
    const picture = page.choice;
    this.grid = grid;
    this.chooser = new Chooser(picture ? (choice) => picture(choice, seat) : null, (action) => this.play(action.text), () => grid.clear());
    this.holder.append(grid.element, this.chooser.element);
    grid.cover(this.board.element);
  }

  /** An action that is typed; the legal ones are proposed. */
  textForm() {
    this.proposals = h("datalist", { id: "legal-actions" });
    const text = h("input", { type: "text", list: "legal-actions", "aria-label": "Your action", "data-test": "action-text", autocomplete: "off", maxlength: 200 });
    const send = (/** @type {Event} */ event) => {
      event.preventDefault();
      if (text.value.trim() && this.isToAct) this.play(text.value.trim());
      text.value = "";
    };
    this.text = text;
    return h("form", { class: "row", onsubmit: send }, text, this.proposals, h("button", { type: "submit" }, "Play"));
  }

  help() {
    return this.steering ? h("p", { class: "faint" }, this.steering.help) : null;
  }

  turnButton() {
    return h("div", { class: "row" }, h("button", { type: "button", "data-test": "flip", onclick: () => { this.turned = !this.turned; this.seatLines(); this.draw(); } }, "⇅ Turn the board"));
  }

  /** The second seat above the board and the first one below; more than two stand above it. */
  seatLines() {
    const { players } = this;
    if (!players) return;
    const seats = players.lines.map((_, seat) => seat);
    const pair = seats.length === 2;
    const below = pair ? [this.turned ? 1 : 0] : [];
    fill(this.top, seats.filter((seat) => !below.includes(seat)).map((seat) => players.line(seat)));
    fill(this.bottom, below.map((seat) => players.line(seat)));
  }

  get isToAct() {
    const { position, seat, link } = this;
    return position !== null && seat !== null && link.info?.phase === "playing" && position.to_act.includes(seat);
  }

  /** @param {Position} position */
  show(position) {
    if (position.turn !== this.position?.turn) {
      this.sent = null;
      // Those of another turn are no longer legal.
      if (this.position) this.actions = [];
    }
    this.position = position;
    if (this.steering) this.steering.active = this.isToAct;
    if (this.keyboard) this.keyboard.active = this.isToAct;
    const { data } = position;
    if (this.moves) moveList(this.moves, this.page.moves?.(data) ?? position.moves.map((text, i) => ({ text, turn: i + 1 })), this.link.labels.length);
    if (this.table && this.page.figures) fill(this.table, seatTable(this.page.figures(data), this.link.labels));
    this.allow();
    this.players?.show();
  }

  /** @param {LegalAction[]} actions */
  legal(actions) {
    this.actions = actions;
    this.allow();
  }

  /** Lets the person choose what is legal now. */
  allow() {
    const now = this.isToAct && this.sent === null ? this.actions : [];
    this.grid?.allow(now);
    if (!now.length) this.chooser?.close();
    if (this.form) this.form.hidden = this.link.info?.phase !== "playing";
    if (this.text) this.text.placeholder = now[0]?.text ?? "";
    if (this.proposals) fill(this.proposals, now.map((action) => h("option", { value: action.text })));
    this.draw();
  }

  draw() {
    const { position, grid, board, page, turned } = this;
    if (!position) return;
    const data = this.sent !== null && page.predict ? page.predict(position.data, this.sent) : position.data;
    board.show(data, this.link.labels, { text: position.text, turned, selected: grid?.selected, targets: grid?.targets, held: grid?.held });
    if (!grid) return;
    grid.turned = turned;
    grid.draw((cell) => page.cell?.(data, cell) ?? `column ${cell.column + 1}, row ${cell.row + 1}`, !board.marks);
  }

  /** @param {LegalAction[]} actions of which the person means one */
  choose(actions) {
    if (actions.length > 1) return this.chooser?.open(actions);
    this.play(actions[0].text);
  }

  /**
   * Plays an action for which the match waits.
   * @param {string} action
   */
  play(action) {
    this.sent = action;
    this.link.act(action);
    this.grid?.clear();
    this.allow();
  }

  /**
   * Plays an action that may be followed by others in the same turn.
   * @param {string} action
   */
  act(action) {
    const { position } = this.link;
    if (this.isToAct && position && performance.now() >= position.begins) this.link.act(action);
  }

  /** What was shown at once is taken back. */
  refused() {
    this.sent = null;
    this.allow();
  }

  changed() {
    this.allow();
    this.players?.show();
  }

  close() {
    this.players?.close();
    this.grid?.close();
    this.steering?.close();
    this.keyboard?.close();
    this.board.close();
  }
}
