// The shapes of what the server says, as far as the pages use them (docs/API.md describes all of it), and of what a
// game's `page.js` exports.

/** @typedef {import("./room.js").RoomLink} RoomLink */
/** @typedef {import("./room.js").Position} Position */

/**
 * @typedef {{name: string, summary: string}} BotChoice
 * @typedef {{name: string, value: number}} Term
 * @typedef {{score?: number, score_text?: string, depth: number, nodes: number, terms?: Term[], line?: string[]}} Insight
 * @typedef {{ranks: number[], reason: string}} Outcome
 */

/**
 * How turns follow each other: a turn waits for the seats that are to act, comes after a fixed time, or is a tick.
 * @typedef {"waits"|"clocked"|"ticks"} Pacing
 */
/**
 * A game in the form that people play.
 * @typedef {object} PeopleForm
 * @property {string} name the name in replays: the live form has one of its own
 * @property {Pacing} pace
 * @property {number} turn_ms how long a turn is shown
 * @property {EditableRule[]} rules the rules that people may set
 */
/**
 * A game of the list.
 * @typedef {object} GameInfo
 * @property {string} name
 * @property {string} title its name in headings
 * @property {string} summary
 * @property {[number, number]} seats the fewest and the most
 * @property {string[]} seat_names
 * @property {string[]} demo
 * @property {boolean} solo whether a match of one seat is worth watching
 * @property {Pacing} pace
 * @property {number} turn_ms
 * @property {string|null} page the address of its `page.js`
 * @property {BotChoice[]} bots
 * @property {PeopleForm} people
 */

/**
 * A rule that people may set.
 * @typedef {{key: string, label: string} & RuleValues} EditableRule
 * @typedef {{kind: "number", low: number, high: number}
 *   | {kind: "one_of", options: {value: string, label: string}[]}
 *   | {kind: "text", most: number}} RuleValues
 */

/**
 * How people play a seat.
 * @typedef {CellControls | {kind: "directions"} | KeyControls | {kind: "text"}} Controls
 * @typedef {{kind: "cells", columns: number, rows: number, pointing: "cell"|"column"|"from_to"}} CellControls
 * @typedef {{kind: "keys", keys: ControlKey[]}} KeyControls
 */
/**
 * A key of a game in real time; keys have the names of `KeyboardEvent.code`.
 * @typedef {object} ControlKey
 * @property {string} action
 * @property {string} label
 * @property {string} short
 * @property {string} symbol
 * @property {"never"|"after_delay"|"steady"} repeats
 * @property {string[]} keys
 * @property {[string, string]} shared
 */
/**
 * Columns count from the left, rows from the top.
 * @typedef {{column: number, row: number}} Cell
 * @typedef {{kind: "none"} | {kind: "cells", cells: Cell[]} | {kind: "move", from: Cell, to: Cell}} ActionMark
 * @typedef {{text: string, mark: ActionMark, choice?: string}} LegalAction
 */

/**
 * How a game is drawn and played in the browser: the default export of its `page.js`, which the server offers at
 * `/games/NAME/page.js`. Only `board` has to be there; `data` is always the game's snapshot.
 * @typedef {object} GamePage
 * @property {() => Board} board a new board
 * @property {"square"|"wide"} [shape] about as wide as high, or as wide as there is room (the default)
 * @property {boolean} [turns] whether the board can be turned round, so that the second seat is at the bottom
 * @property {(data: any) => MoveText[]} [moves] the moves so far, for a list
 * @property {(data: any) => SeatFigures[]} [figures] what is worth knowing about every seat, for a table
 * @property {(data: any, action: string) => any} [predict] the position after an own action, until the server has played it
 * @property {(data: any, cell: Cell) => string} [cell] a cell and what is on it, for screen readers
 * @property {(choice: string, seat: number) => Element} [choice] a picture of a choice between actions
 * @property {(replay: {id: string, turn: number, data: any}) => Download[]} [downloads] files about a position of a replay
 * @property {(link: RoomLink, game: GameInfo, controls: Controls) => RoomView} [view] a view of a room in place of the common one
 */
/**
 * A board that is shown. Where people point at cells, they fill the whole element, all of one size.
 * @typedef {object} Board
 * @property {Element} element
 * @property {(data: any, labels: string[], options?: BoardOptions) => void} show
 * @property {() => void} close
 * @property {boolean} [marks] whether it draws `selected` and `targets` itself
 */
/**
 * What a board may draw beside the position.
 * @typedef {object} BoardOptions
 * @property {boolean} [turned] the second seat is at the bottom
 * @property {Cell|null} [selected]
 * @property {Cell[]} [targets] where something can go
 * @property {{cell: Cell, x: number, y: number}|null} [held] what is being dragged, and where its middle is: 0 to 1
 * @property {ActionMark[]} [hints] actions to point out
 * @property {string} [text] the position as text, for a game without a page of its own
 */
/** @typedef {{text: string, turn: number}} MoveText a move, and how many turns had been played after it */
/** @typedef {{out: boolean, figures: Record<string, string|number>}} SeatFigures */
/** @typedef {{label: string, file: string, text: string}} Download a file that the page makes */
/**
 * A match as a room shows it.
 * @typedef {object} RoomView
 * @property {HTMLElement} element
 * @property {HTMLElement|null} side what stands beside it
 * @property {(position: Position) => void} show
 * @property {(actions: LegalAction[]) => void} [legal] the legal actions of the own seat have come
 * @property {() => void} [refused] an action was refused
 * @property {() => void} [changed] the room has changed, not the position
 * @property {() => void} close
 */

export {};
