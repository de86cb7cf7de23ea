// Pointing at cells: a grid of buttons over a board, for mouse, finger and keyboard. It knows the legal actions by their
// marks, and calls back with those that the cells leave.

import { h } from "../lib/dom.js";

/** @typedef {import("../lib/types.js").Cell} Cell */
/** @typedef {import("../lib/types.js").CellControls} CellControls */
/** @typedef {import("../lib/types.js").LegalAction} LegalAction */

/** How far a pointer moves until it drags, in CSS pixels. */
const DRAG = 6;

/** @type {Record<string, [number, number]>} */
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class CellGrid {
  /**
   * @param {CellControls} controls
   * @param {{chosen: (actions: LegalAction[]) => void, changed: () => void}} tell
   */
  constructor(controls, tell) {
    this.controls = controls;
    this.tell = tell;
    /** @type {LegalAction[]} */
    this.actions = [];
    /** @type {Cell|null} */
    this.selected = null;
    /** @type {{cell: Cell, x: number, y: number}|null} What is being dragged. */
    this.held = null;
    this.turned = false;
    const { columns, rows } = controls;
    /** @type {HTMLButtonElement[]} In the order in which they are seen. */
    this.buttons = Array.from({ length: columns * rows }, (_, place) => h("button", {
      type: "button",
      tabindex: place === 0 ? 0 : -1,
      "data-test": `cell-${place % columns}-${Math.floor(place / columns)}`,
      onclick: (/** @type {MouseEvent} */ event) => {
        // Clicks of a pointer are its pressing and releasing, which have been heard.
        if (event.detail === 0) this.point(this.cellOf(place));
      },
    }));
    this.element = h("div", { class: "cells", role: "group", "aria-label": "Cells of the board", "data-test": "cells" }, this.buttons);
    this.element.style.gridTemplateColumns = `repeat(${columns}, 1fr)`;
    this.element.addEventListener("pointerdown", (event) => this.down(event));
    this.element.addEventListener("keydown", (event) => this.key(event));
  }

  /**
   * Lies over this board from now on, wherever it is in their common parent.
   * @param {Element} board
   */
  cover(board) {
    const lay = () => {
      const outer = this.element.parentElement?.getBoundingClientRect();
      const inner = board.getBoundingClientRect();
      if (!outer) return;
      const { style } = this.element;
      [style.left, style.top] = [`${inner.left - outer.left}px`, `${inner.top - outer.top}px`];
      [style.width, style.height] = [`${inner.width}px`, `${inner.height}px`];
    };
    this.observer = new ResizeObserver(lay);
    this.observer.observe(board);
    if (this.element.parentElement) this.observer.observe(this.element.parentElement);
  }

  close() {
    this.observer?.disconnect();
  }

  /** Whether there is anything to point at. */
  get active() {
    return this.actions.length > 0;
  }

  /** @param {LegalAction[]} actions those that can be played now */
  allow(actions) {
    this.actions = actions;
    if (!this.selected || !this.from(this.selected).length) this.selected = this.held = null;
    this.draw(null);
  }

  /** @param {number} place */
  cellOf(place) {
    const { columns } = this.controls;
    const seen = this.turned ? this.buttons.length - 1 - place : place;
    return { column: seen % columns, row: Math.floor(seen / columns) };
  }

  /** Where a piece that stands on the selected cell can go; where an action can be played, if cells are pointed at alone. */
  get targets() {
    const { selected, actions } = this;
    const alone = this.controls.pointing !== "from_to";
    const cells = (alone ? actions : selected ? this.from(selected) : []).flatMap(({ mark }) => (mark.kind === "cells" ? mark.cells : mark.kind === "move" ? [mark.to] : []));
    // Actions that only their choice tells apart go to the same cell.
    return cells.filter((cell, i) => cells.findIndex((other) => same(other, cell)) === i);
  }

  /** @param {Cell} cell */
  from(cell) {
    return this.actions.filter(({ mark }) => mark.kind === "move" && same(mark.from, cell));
  }

  /**
   * The actions that pointing at this cell plays.
   * @param {Cell} cell
   */
  playedAt(cell) {
    const { pointing } = this.controls;
    if (pointing === "from_to") return this.selected ? this.from(this.selected).filter(({ mark }) => mark.kind === "move" && same(mark.to, cell)) : [];
    const here = (/** @type {Cell} */ other) => (pointing === "column" ? other.column === cell.column : same(other, cell));
    return this.actions.filter(({ mark }) => mark.kind === "cells" && mark.cells.some(here));
  }

  /**
   * Points at a cell; whether that selected it just now.
   * @param {Cell} cell
   */
  point(cell) {
    const played = this.playedAt(cell);
    if (played.length) {
      this.tell.chosen(played);
      return false;
    }
    const was = this.selected;
    this.selected = this.from(cell).length ? cell : null;
    this.tell.changed();
    return this.selected !== null && !(was && same(was, cell));
  }

  clear() {
    this.selected = this.held = null;
    this.tell.changed();
  }

  /**
   * The cell under a pointer, and where the pointer is over the board, 0 to 1.
   * @param {PointerEvent} event
   */
  under(event) {
    const box = this.element.getBoundingClientRect();
    const [x, y] = [(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height];
    const { columns, rows } = this.controls;
    const inside = x >= 0 && x < 1 && y >= 0 && y < 1;
    const place = Math.floor(y * rows) * columns + Math.floor(x * columns);
    return { cell: inside ? this.cellOf(place) : null, x, y };
  }

  /** @param {PointerEvent} start */
  down(start) {
    const { cell } = this.under(start);
    if (!cell || !this.active || start.button > 0) return;
    const selected = this.point(cell);
    if (!this.selected) return;
    let moving = false;
    const follow = (/** @type {PointerEvent} */ event) => {
      if (!moving && Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) < DRAG) return;
      moving = true;
      const { x, y } = this.under(event);
      this.held = { cell, x, y };
      this.tell.changed();
    };
    const drop = (/** @type {PointerEvent} */ event) => {
      removeEventListener("pointermove", follow);
      removeEventListener("pointerup", drop);
      removeEventListener("pointercancel", drop);
      this.held = null;
      const to = this.under(event).cell;
      const played = moving && to && this.selected ? this.playedAt(to) : [];
      if (played.length) return this.tell.chosen(played);
      // A second click on the same cell takes the first one back.
      if (!moving && !selected) this.selected = null;
      this.tell.changed();
    };
    addEventListener("pointermove", follow);
    addEventListener("pointerup", drop);
    addEventListener("pointercancel", drop);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const at = this.buttons.indexOf(/** @type {HTMLButtonElement} */ (event.target));
    if (event.key === "Escape") this.clear();
    const step = STEPS[event.key];
    if (at < 0 || !step || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const { columns, rows } = this.controls;
    const [column, row] = [(at % columns) + step[0], Math.floor(at / columns) + step[1]];
    if (column < 0 || column >= columns || row < 0 || row >= rows) return;
    const next = this.buttons[row * columns + column];
    this.buttons[at].tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
  }

  /**
   * Says what every cell is, and shows what can be done.
   * @param {((cell: Cell) => string)|null} name
   * @param {boolean} [marks] whether selection and targets are drawn here
   */
  draw(name, marks = false) {
    const { targets, selected, controls } = this;
    const aimed = (/** @type {Cell} */ cell) => targets.some((one) => (controls.pointing === "column" ? one.column === cell.column : same(one, cell)));
    this.element.classList.toggle("active", this.active);
    this.element.classList.toggle("marks", marks);
    this.buttons.forEach((button, place) => {
      const cell = this.cellOf(place);
      const target = aimed(cell);
      const chosen = selected !== null && same(selected, cell);
      button.classList.toggle("target", target);
      button.classList.toggle("selected", chosen);
      button.setAttribute("aria-pressed", String(chosen));
      if (name) button.setAttribute("aria-label", `${name(cell)}${target ? ", can be chosen" : ""}`);
    });
  }
}

/**
 * @param {Cell} a
 * @param {Cell} b
 */
function same(a, b) {
  return a.column === b.column && a.row === b.row;
}
