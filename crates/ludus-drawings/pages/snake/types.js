// The snapshot of Battlesnake.

/**
 * Row 0 is the lowest.
 * @typedef {{x: number, y: number}} Point
 * @typedef {object} SnakeSeat
 * @property {boolean} alive
 * @property {number} health
 * @property {number} length
 * @property {number} food
 * @property {Point[]} body
 * @property {{turn: number, cause: string, by: number|null}|null} death
 */
/**
 * @typedef {object} SnakeData
 * @property {number} turn
 * @property {string} ruleset
 * @property {{width: number, height: number, food: Point[], hazards: Point[]}} board
 * @property {SnakeSeat[]} seats
 */

export {};
