// Charts as SVG: lines over time, bars with signs, intervals.

import { svg } from "./dom.js";
import { short } from "./format.js";

/** @typedef {{name: string, kind: string, points: [number, number][]}} Series */

/** A chart of half the width has letters of twice the size on a phone. */
const WIDTH = matchMedia("(max-width: 600px)").matches ? 360 : 640;
const HEIGHT = 260; // as long as nothing else is asked for
const BOX = { left: 56, right: 12, top: 12, bottom: 34 };

/**
 * Lines over a common axis. `mark` draws a line across; `pick` is called with the value where it is clicked.
 * @param {{series: Series[], x: string, y: string, label: string, height?: number, pick?: (x: number) => void}} chart
 * @returns {SVGSVGElement & {mark: (x: number) => void}}
 */
export function lineChart({ series, x, y, label, height = HEIGHT, pick }) {
  const points = series.flatMap((s) => s.points);
  const [xs, ys] = [extent(points.map((p) => p[0])), extent(points.map((p) => p[1]))];
  const left = (/** @type {number} */ v) => BOX.left + ((v - xs[0]) / (xs[1] - xs[0])) * (WIDTH - BOX.left - BOX.right);
  const top = (/** @type {number} */ v) => height - BOX.bottom - ((v - ys[0]) / (ys[1] - ys[0])) * (height - BOX.top - BOX.bottom);
  const root = svg("svg", { class: "chart", viewBox: `0 0 ${WIDTH} ${height}`, role: "img", "aria-label": label });
  for (const tick of ticks(...ys)) {
    root.append(
      svg("line", { class: "grid", x1: BOX.left, x2: WIDTH - BOX.right, y1: top(tick), y2: top(tick) }),
      svg("text", { class: "tick", x: BOX.left - 6, y: top(tick) + 4, "text-anchor": "end" }, short(tick)),
    );
  }
  for (const tick of ticks(...xs)) {
    root.append(svg("text", { class: "tick", x: left(tick), y: height - BOX.bottom + 15, "text-anchor": "middle" }, short(tick)));
  }
  for (const s of series) {
    const path = s.points.map((p, i) => `${i ? "L" : "M"}${left(p[0]).toFixed(1)} ${top(p[1]).toFixed(1)}`).join("");
    root.append(svg("path", { class: `line ${s.kind}`, d: path }, svg("title", null, s.name)));
    const last = s.points[s.points.length - 1];
    if (last) root.append(svg("circle", { class: `dot ${s.kind}`, cx: left(last[0]), cy: top(last[1]), r: 3 }));
  }
  root.append(
    svg("text", { class: "axis", x: (WIDTH + BOX.left) / 2, y: height - 4, "text-anchor": "middle" }, x),
    svg("text", { class: "axis", x: BOX.left, y: 10 }, y),
  );
  const line = svg("line", { class: "mark", y1: BOX.top, y2: height - BOX.bottom, visibility: "hidden" });
  root.append(line);
  if (pick) {
    root.classList.add("picks");
    root.addEventListener("click", (event) => {
      const box = root.getBoundingClientRect();
      const at = ((event.clientX - box.left) / box.width) * WIDTH;
      const share = (at - BOX.left) / (WIDTH - BOX.left - BOX.right);
      pick(xs[0] + Math.min(1, Math.max(0, share)) * (xs[1] - xs[0]));
    });
  }
  const mark = (/** @type {number} */ value) => {
    line.setAttribute("visibility", "visible");
    line.setAttribute("x1", String(left(value)));
    line.setAttribute("x2", String(left(value)));
  };
  return Object.assign(root, { mark });
}

/**
 * Values with their signs as bars from a middle line, the longest as long as there is room.
 * @param {{name: string, value: number}[]} items
 * @param {string} label
 * @returns {SVGSVGElement}
 */
export function bars(items, label) {
  const [row, names, room, digits] = [22, 150, 150, 60];
  const most = Math.max(...items.map((item) => Math.abs(item.value)), 1e-12);
  const signed = items.some((item) => item.value < 0) && items.some((item) => item.value > 0);
  const width = names + (room + digits) * (signed ? 2 : 1);
  const text = items.map((item) => `${item.name} ${short(item.value)}`).join(", ");
  const root = svg("svg", { class: "chart bars", viewBox: `0 0 ${width} ${Math.max(row, items.length * row)}`, role: "img", "aria-label": `${label}: ${text}` });
  const zero = names + (signed ? room + digits : 0);
  items.forEach((item, i) => {
    const length = (Math.abs(item.value) / most) * room;
    const to = item.value < 0 && signed ? -1 : 1;
    const end = zero + to * (length + 5);
    root.append(
      svg("text", { class: "name", x: names - 8, y: i * row + 15, "text-anchor": "end" }, item.name.replaceAll("_", " ")),
      svg("rect", { class: item.value < 0 ? "bar minus" : "bar plus", x: to < 0 ? zero - length : zero, y: i * row + 4, width: Math.max(length, 0.5), height: row - 8, rx: 2 }),
      svg("text", { class: "value", x: end, y: i * row + 15, "text-anchor": to < 0 ? "end" : "start" }, short(item.value)),
    );
  });
  if (signed) root.append(svg("line", { class: "zero", x1: zero, x2: zero, y1: 0, y2: items.length * row }));
  return root;
}

/**
 * Estimates with their intervals, one row each; an end that is open has an arrow.
 * @param {{name: string, value: number|null, low: number|null, high: number|null}[]} rows
 * @param {string} label
 * @returns {SVGSVGElement}
 */
export function intervals(rows, label) {
  const [row, names, room] = [26, 130, 380];
  const known = rows.flatMap((r) => [r.value, r.low, r.high]).filter((v) => v !== null);
  const [low, high] = extent([0, ...known]);
  const at = (/** @type {number} */ v) => names + ((v - low) / (high - low)) * room;
  const height = rows.length * row + 22;
  const inWords = rows.map((r) => `${r.name} ${short(r.value)} (${short(r.low)} to ${short(r.high)})`).join(", ");
  const root = svg("svg", { class: "chart intervals", viewBox: `0 0 ${names + room + 40} ${height}`, role: "img", "aria-label": `${label}: ${inWords}` });
  for (const tick of ticks(low, high)) {
    root.append(
      svg("line", { class: tick === 0 ? "zero" : "grid", x1: at(tick), x2: at(tick), y1: 0, y2: rows.length * row }),
      svg("text", { class: "tick", x: at(tick), y: height - 5, "text-anchor": "middle" }, short(tick)),
    );
  }
  rows.forEach((r, i) => {
    const y = i * row + row / 2;
    root.append(svg("text", { class: "name", x: names - 8, y: y + 4, "text-anchor": "end" }, r.name));
    const from = r.low === null ? names : at(r.low);
    const to = r.high === null ? names + room : at(r.high);
    // Without either end there is no interval: a single unit has none.
    if (r.low !== null || r.high !== null) root.append(svg("line", { class: "range", x1: from, x2: to, y1: y, y2: y }));
    if (r.low !== null) root.append(svg("line", { class: "range", x1: from, x2: from, y1: y - 5, y2: y + 5 }));
    if (r.high !== null) root.append(svg("line", { class: "range", x1: to, x2: to, y1: y - 5, y2: y + 5 }));
    if (r.value !== null) root.append(svg("circle", { class: "estimate", cx: at(r.value), cy: y, r: 5 }));
  });
  return root;
}

/**
 * The least and the greatest of some values, never the same.
 * @param {number[]} values
 * @returns {[number, number]}
 */
function extent(values) {
  if (!values.length) return [0, 1];
  const [low, high] = [Math.min(...values), Math.max(...values)];
  return low === high ? [low - 0.5, high + 0.5] : [low, high];
}

/**
 * Round numbers between two values, about five.
 * @param {number} low
 * @param {number} high
 */
function ticks(low, high) {
  const rough = (high - low) / 5;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((n) => n * power).find((n) => n >= rough) ?? power * 10;
  const first = Math.ceil(low / step) * step;
  const all = [];
  for (let v = first; v <= high + step * 1e-9; v += step) all.push(Math.abs(v) < step * 1e-9 ? 0 : v);
  return all;
}
