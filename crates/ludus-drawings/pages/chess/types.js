// The snapshot of chess.

/**
 * @typedef {object} ChessData
 * @property {string} fen
 * @property {string[]} board eight rows, rank 8 first
 * @property {"white"|"black"} to_move
 * @property {string|null} last
 * @property {boolean} check
 * @property {string[]} san
 * @property {number} opening_plies
 * @property {string[]} legal
 * @property {number} plies
 */

export {};
