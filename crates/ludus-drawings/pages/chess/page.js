// Chess in the browser: people click or drag, as the common view of rooms has it.

import { stylesheet } from "/assets/lib/dom.js";
import { board, emptyBoard, drawPiece, nameOf } from "./board.js";
import { predict } from "./moves.js";
import { LETTERS } from "./pieces.js";

/** @typedef {import("./types.js").ChessData} ChessData */

await stylesheet(new URL("style.css", import.meta.url));

/** @type {import("/assets/lib/types.js").GamePage} */
export default {
  board,
  shape: "square",
  turns: true,
  predict,
  cell: nameOf,

  moves: (/** @type {ChessData} */ data) => data.san.map((text, ply) => ({ text, turn: ply + 1 - data.opening_plies })),

  choice(name, seat) {
    const letter = LETTERS[name] ?? "q";
    const picture = emptyBoard("0 0 45 45");
    picture.setAttribute("aria-hidden", "true");
    picture.append(drawPiece(seat === 0 ? letter.toUpperCase() : letter));
    return picture;
  },

  downloads: ({ id, turn, data }) => [{ label: "FEN of this position", file: `${id}-${turn}.fen`, text: `${data.fen}\n` }],
};
