// Why a recorded match was lost: marks on its timeline where it turned.

import { post } from "../lib/api.js";
import { fill, h, reason } from "../lib/dom.js";
import { number } from "../lib/format.js";

/** @typedef {{action: string, text: string, expectation?: number}} Valued */
/** @typedef {{turn: number, last_chance: boolean, played: Valued, better: Valued, swing: number, tag?: string}} TurningPoint */
/** @typedef {{judge: string, unit: "expectation"|"score"|"spread", interrupted: boolean, seats: {seat: number, label: string, forfeit?: string, points: TurningPoint[]}[]}} WhyReport */

/**
 * What a viewer of a match has to offer.
 * @typedef {object} Timeline
 * @property {{id: string, frames: {turn: number}[]}} film
 * @property {HTMLElement} marks
 * @property {{pause: () => void, goTo: (place: number) => void}} player
 */

/**
 * A panel that asks where the match was lost.
 * @param {Timeline} viewer
 */
export function why(viewer) {
  const answer = h("div", { "data-test": "why", "aria-live": "polite" });
  const button = h("button", { type: "button", "data-test": "ask-why", onclick: () => ask() }, "Find the turning points");
  const ask = async () => {
    button.disabled = true;
    fill(answer, h("p", { class: "faint" }, "The judge looks at every turn…"));
    try {
      /** @type {WhyReport} */
      const report = await post(`/replays/${encodeURIComponent(viewer.film.id)}/why`, {});
      fill(answer, summary(report));
      mark(viewer, report, answer);
    } catch (error) {
      fill(answer, h("p", { role: "alert" }, reason(error)));
    }
    button.disabled = false;
  };
  return h("section", { class: "panel", "aria-label": "Why it was lost" }, h("h2", null, "Why was it lost?"), button, answer);
}

/** @param {WhyReport} report */
function summary(report) {
  const points = report.seats.reduce((sum, seat) => sum + seat.points.length, 0);
  const found = !report.seats.length ? "No seat lost." : points ? `${points} turning points: the marks below the board.` : "No single turn cost much.";
  const lost = report.seats.filter((seat) => seat.forfeit).map((seat) => h("p", null, `${seat.label} lost without playing: ${seat.forfeit}`));
  return h("div", null, h("p", null, `${found} Judge: ${report.judge}.`), report.interrupted ? h("p", null, "The judge ran out of time: some turns were not judged.") : null, lost);
}

/**
 * Marks on the timeline, at the positions in which the mistakes were made.
 * @param {Timeline} viewer
 * @param {WhyReport} report
 * @param {HTMLElement} answer
 */
function mark(viewer, report, answer) {
  const { frames } = viewer.film;
  const marks = report.seats.flatMap((seat) => seat.points.map((point) => {
    const place = Math.max(0, frames.findIndex((frame) => frame.turn >= point.turn) - 1);
    const show = () => {
      viewer.player.pause();
      viewer.player.goTo(place);
      fill(answer, explain(report, seat.label, point));
    };
    const label = `${seat.label} turn ${point.turn}: turned by ${swing(report, point)}`;
    const element = h("button", { type: "button", class: `seat-${seat.seat % 8}`, title: label, "aria-label": label, "data-test": "turning-point", onclick: show });
    element.style.left = `${(100 * place) / Math.max(1, frames.length - 1)}%`;
    return element;
  }));
  fill(viewer.marks, marks);
}

/**
 * @param {WhyReport} report
 * @param {string} label
 * @param {TurningPoint} point
 */
function explain(report, label, point) {
  const worth = (/** @type {Valued} */ valued) => h("span", null, h("b", null, valued.action), ` ${valued.text}`, valued.expectation === undefined ? null : `, ${Math.round(100 * valued.expectation)} % of the match`);
  return h("div", { "data-test": "turning-point-text" },
    h("h3", null, `${label}, turn ${number(point.turn)}: the match turned by ${swing(report, point)}`),
    point.last_chance ? h("p", null, "The last chance: after it the judge sees a certain loss.") : null,
    point.tag ? h("p", null, point.tag) : null,
    h("p", null, "played ", worth(point.played)),
    h("p", null, "better ", worth(point.better)),
  );
}

/**
 * @param {WhyReport} report
 * @param {TurningPoint} point
 */
function swing(report, point) {
  switch (report.unit) {
    case "expectation": return `${Math.round(100 * point.swing)} %`;
    case "score": return `${point.swing.toFixed(2)} points of its score`;
    case "spread": return `${point.swing.toFixed(1)} times the usual change of its score`;
  }
}
