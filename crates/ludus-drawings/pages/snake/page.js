// Battlesnake in the browser.

import { canvasBoard } from "/assets/boards/canvas.js";
import { describe, draw, shape } from "./board.js";

/** @typedef {import("./types.js").SnakeData} SnakeData */

/** @type {import("/assets/lib/types.js").GamePage} */
export default {
  board: () => canvasBoard({ shape, draw, describe }),
  shape: "square",

  figures: (/** @type {SnakeData} */ data) => data.seats.map((snake) => ({
    out: !snake.alive,
    figures: {
      Health: snake.alive ? snake.health : (snake.death?.cause ?? "out").replaceAll(/[-_]/g, " "),
      Length: snake.length,
      Food: snake.food,
    },
  })),
};
