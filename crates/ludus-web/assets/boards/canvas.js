// A canvas that is as sharp as the screen and repaints when it is resized or the colours change.

import { h } from "../lib/dom.js";
import { onTheme } from "../lib/theme.js";
import { boardTheme } from "./theme.js";

/**
 * A board on a canvas.
 * @param {{
 *   shape: (data: any) => [number, number],
 *   draw: (context: CanvasRenderingContext2D, width: number, data: any, labels: string[], theme: import("./theme.js").BoardTheme) => void,
 *   describe: (data: any, labels: string[]) => string,
 * }} game its shape for a position, how it is drawn at a width in CSS pixels, and the position in words
 * @returns {import("../lib/types.js").Board}
 */
export function canvasBoard({ shape, draw, describe }) {
  /** @type {any} */
  let shown = null;
  /** @type {string[]} */
  let names = [];
  const view = new CanvasBoard((context, width) => {
    if (shown) draw(context, width, shown, names, boardTheme());
  });
  return {
    element: view.canvas,
    show(data, labels) {
      [shown, names] = [data, labels];
      view.setShape(...shape(data));
      view.canvas.setAttribute("aria-label", describe(data, labels));
      view.repaint();
    },
    close: () => view.close(),
  };
}

export class CanvasBoard {
  /** @param {(context: CanvasRenderingContext2D, width: number, height: number) => void} paint in CSS pixels */
  constructor(paint) {
    this.canvas = h("canvas", { class: "board", role: "img" });
    this.paint = paint;
    this.shape = 0;
    this.observer = new ResizeObserver(() => this.repaint());
    this.observer.observe(this.canvas);
    this.forget = onTheme(() => this.repaint());
  }

  /**
   * How wide it is for its height.
   * @param {number} width
   * @param {number} height
   */
  setShape(width, height) {
    const shape = width / height;
    if (shape === this.shape) return;
    this.shape = shape;
    this.canvas.style.aspectRatio = `${width} / ${height}`;
    // As wide as there is room, but no higher than the page allows.
    this.canvas.style.maxWidth = `calc(var(--board-height) * ${shape})`;
  }

  repaint() {
    const { canvas } = this;
    const scale = devicePixelRatio || 1;
    const [width, height] = [canvas.clientWidth, canvas.clientHeight];
    const context = canvas.getContext("2d");
    if (!context || !width || !height) return;
    const [w, h] = [Math.round(width * scale), Math.round(height * scale)];
    if (canvas.width !== w) canvas.width = w;
    if (canvas.height !== h) canvas.height = h;
    context.setTransform(scale, 0, 0, scale, 0, 0);
    context.clearRect(0, 0, width, height);
    this.paint(context, width, height);
  }

  close() {
    this.observer.disconnect();
    this.forget();
  }
}
