// A move before the server has played it.

/** @typedef {import("./types.js").ChessData} ChessData */

/**
 * The board after a move in UCI notation, as far as it is shown until the server answers.
 * @param {ChessData} data
 * @param {string} move
 * @returns {ChessData}
 */
export function predict(data, move) {
  if (!/^([a-h][1-8]){2}[nbrq]?$/.test(move)) return data;
  const rows = data.board.map((row) => [...row]);
  const place = (/** @type {string} */ square) => /** @type {[number, number]} */ ([8 - Number(square[1]), square.charCodeAt(0) - 97]);
  const [from, to] = [place(move.slice(0, 2)), place(move.slice(2, 4))];
  const piece = rows[from[0]][from[1]];
  rows[from[0]][from[1]] = ".";
  const promoted = move[4] ? (piece === "P" ? move[4].toUpperCase() : move[4]) : piece;
  rows[to[0]][to[1]] = promoted;
  // The rook of a castling.
  if (piece.toLowerCase() === "k" && Math.abs(from[1] - to[1]) === 2) {
    const [corner, beside] = to[1] === 6 ? [7, 5] : [0, 3];
    rows[to[0]][beside] = rows[to[0]][corner];
    rows[to[0]][corner] = ".";
  }
  return { ...data, board: rows.map((row) => row.join("")), last: move, check: false };
}
