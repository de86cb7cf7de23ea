// Connect Four in the browser: a board drawn with SVG. Everything else, from the clicks to the clocks, is the page's own.

import { fill, svg } from "/assets/lib/dom.js";

const COLOURS = { x: "#d64545", o: "#e0b000", ".": "var(--panel, #fff)" };

/** A board of cells, each one unit wide. */
function board() {
  const element = svg("svg", { role: "img" });
  return {
    element,
    show(data, labels) {
      const [height, width] = [data.board.length, data.board[0].length];
      const disc = (letter, x, y) => svg("circle", { cx: x + 0.5, cy: y + 0.5, r: 0.4, fill: COLOURS[letter] });
      const discs = data.board.flatMap((row, y) => [...row].map((letter, x) => disc(letter, x, y)));
      fill(element, svg("rect", { width, height, rx: 0.2, fill: "#2f5fa8" }), discs);
      element.setAttribute("viewBox", `0 0 ${width} ${height}`);
      element.setAttribute("aria-label", `${labels.join(" against ")}: ${data.board.join(" / ")}`);
    },
    close() {},
  };
}

export default { board, shape: "square" };
