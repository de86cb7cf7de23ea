// The snapshot of tetris, in turns and live.

/**
 * @typedef {object} TetrisSeat
 * @property {string[]} board rows top to bottom, `#` filled
 * @property {string} current
 * @property {string} next
 * @property {number} score
 * @property {number} lines
 * @property {number} level
 * @property {number} pieces
 * @property {number} sent
 * @property {number} received
 * @property {number} pending
 * @property {number|null} target
 * @property {boolean} alive
 * @property {string|null} reason
 * @property {[number, number][]|null} [cells] the falling piece: column, row from the bottom
 * @property {[number, number][]|null} [ghost]
 * @property {string[]} [queue]
 * @property {string[]} [hidden] the rows above the board
 */
/** @typedef {{turn: number, width: number, height: number, seats: TetrisSeat[]}} TetrisData */

export {};
