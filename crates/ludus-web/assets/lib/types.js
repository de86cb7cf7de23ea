// The shapes of what the server says, as far as the pages use them. docs/API.md describes all of it.

/**
 * @typedef {{name: string, summary: string}} BotChoice
 * @typedef {{name: string, summary: string, seats: [number, number], demo: string[], bots: BotChoice[]}} GameInfo
 * @typedef {{name: string, value: number}} Term
 * @typedef {{score?: number, depth: number, nodes: number, terms?: Term[], line?: string[]}} Insight
 * @typedef {{ranks: number[], reason: string}} Outcome
 */

/**
 * A position of tetris, in turns or live.
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

/**
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
