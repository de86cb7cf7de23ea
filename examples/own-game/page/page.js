// Connect Four in the browser: a board drawn with SVG. Everything else, from the clicks to the clocks, is the page's own.

const SVG = "http://www.w3.org/2000/svg";
const COLOURS = { x: "#d64545", o: "#e0b000", ".": "var(--panel, #fff)" };

/** A board of cells, each one unit wide. */
function board() {
  const element = document.createElementNS(SVG, "svg");
  element.setAttribute("role", "img");
  return {
    element,
    show(data, labels) {
      const [rows, columns] = [data.board.length, data.board[0].length];
      element.setAttribute("viewBox", `0 0 ${columns} ${rows}`);
      element.setAttribute("aria-label", `${labels.join(" against ")}: ${data.board.join(" / ")}`);
      element.replaceChildren(rectangle(columns, rows), ...data.board.flatMap((row, y) => [...row].map((letter, x) => disc(letter, x, y))));
    },
    close() {},
  };
}

function rectangle(width, height) {
  const shape = document.createElementNS(SVG, "rect");
  shape.setAttribute("width", width);
  shape.setAttribute("height", height);
  shape.setAttribute("rx", 0.2);
  shape.setAttribute("fill", "#2f5fa8");
  return shape;
}

function disc(letter, x, y) {
  const shape = document.createElementNS(SVG, "circle");
  shape.setAttribute("cx", x + 0.5);
  shape.setAttribute("cy", y + 0.5);
  shape.setAttribute("r", 0.4);
  shape.setAttribute("fill", COLOURS[letter]);
  return shape;
}

export default { board, shape: "square" };
