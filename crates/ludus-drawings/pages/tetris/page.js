// Tetris in the browser, in turns and live.

import { canvasBoard } from "/assets/boards/canvas.js";
import { stylesheet } from "/assets/lib/dom.js";
import { describe, draw, shape } from "./board.js";
import { TetrisView } from "./view.js";

await stylesheet(new URL("style.css", import.meta.url));

/** @type {import("/assets/lib/types.js").GamePage} */
export default {
  board: () => canvasBoard({ shape, draw, describe }),
  shape: "wide",
  view: (link, game, controls) => new TetrisView(link, game, controls),
};
