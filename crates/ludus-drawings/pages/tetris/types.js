// The snapshots of tetris and of versus tetris, in turns and live, and what is drawn of them.

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

/**
 * @typedef {object} VersusSeat
 * @property {string[]} board rows from the bottom, without the empty ones at the top: letters of pieces, `G` for garbage
 * @property {string} current
 * @property {string|null} hold
 * @property {string[]} queue
 * @property {number} combo how many clears came directly before
 * @property {boolean} back_to_back
 * @property {{rows: number, due: number}[]} garbage attacks on their way, oldest first; due after how many placements
 * @property {{piece: string, lines: number, spin: "none"|"mini"|"full", perfect: boolean, combo: number, attack: number}|null} last
 * @property {number} pieces
 * @property {number} lines
 * @property {number} attack
 * @property {number} sent
 * @property {number} received
 * @property {boolean} alive
 * @property {string|null} reason
 * @property {[number, number][]|null} [cells] the falling piece of live play
 * @property {[number, number][]|null} [ghost]
 * @property {boolean} [can_hold]
 * @property {number} [rising] rows of sudden death that rise with the next piece
 */
/** @typedef {{turn: number, kicks?: "srs"|"srs+", seats: VersusSeat[]}} VersusData */

/**
 * @typedef {object} SceneSeat
 * @property {string[]} rows what is seen of the board, from the top: `.` is empty, letters are pieces
 * @property {string[]} hidden the rows above them
 * @property {number} seen how many of the hidden rows are drawn
 * @property {number} high how many rows have filled cells
 * @property {string} current
 * @property {string[]} above pieces that wait above the board, the first one being the next
 * @property {string[]|null} beside pieces that come, beside the board; null if the game has no such place
 * @property {{piece: string|null, usable: boolean}|null} hold null if the game has no hold
 * @property {[number, number][]|null} cells
 * @property {[number, number][]|null} ghost
 * @property {{rows: number, due: number}[]} garbage
 * @property {{text: string, kind: "clear"|"attack"|"streak"}[]} words what stands below hold
 * @property {string} figures the line below the board
 * @property {string} said the same in words
 * @property {boolean} alive
 * @property {string|null} reason
 */
/** @typedef {{title: string, turn: number, width: number, height: number, seats: SceneSeat[]}} Scene */

export {};
