// A room as a page sees it: it joins, keeps what the server says, and calls back when something has changed.

import { patched } from "./patch.js";
import { recall, remember } from "./store.js";

/** @typedef {import("./socket.js").Socket} Socket */
/** @typedef {import("./socket.js").Message} Message */
/** @typedef {import("./types.js").LegalAction} LegalAction */

/**
 * @typedef {{label: string, kind: "person"|"bot", connected?: boolean, bot?: string}} Seat
 * @typedef {object} Result
 * @property {number[]|null} ranks
 * @property {string|null} reason
 * @property {number} turns
 * @property {number} seconds
 * @property {Record<string, number>[]} figures
 * @property {string|null} replay
 * @property {Seat[]} seats who sat where in the match, even if they have left since
 */
/**
 * @typedef {object} RoomInfo
 * @property {string} game
 * @property {"waiting"|"starting"|"playing"|"over"} phase
 * @property {boolean} open
 * @property {boolean} screen
 * @property {Seat[]} seats
 * @property {[number, number]} limits
 * @property {any} rules
 * @property {number} turn_ms
 * @property {string|null} clock the time control, such as 180+2
 * @property {number} spectators
 * @property {number[]} offers
 * @property {Result|null} result
 * @property {{seat: number|null, host: boolean, played: number|null}} you where one sits, and where one sat in the match that is shown
 */
/**
 * A position as the server last sent it.
 * @typedef {object} Position
 * @property {any} data
 * @property {number} turn
 * @property {number} seq
 * @property {number[]} acks
 * @property {number[]} to_act the seats that are to act
 * @property {import("./types.js").Controls} controls how people play
 * @property {string} [text] the position as text, for a game that has no page of its own or waits for its players
 * @property {string[]} moves what was played so far, turn by turn, where turns wait for people
 * @property {import("./clocks.js").Clocks} [clocks]
 * @property {number} at when it came, as performance.now() has it
 * @property {number} begins when the match begins, likewise
 */

/**
 * The seats of the match that is shown: when it is over, those it was played with.
 * @param {RoomInfo} info
 */
export function matchSeats(info) {
  return info.result?.seats ?? info.seats;
}

export class RoomLink {
  /**
   * @param {Socket} socket
   * @param {string} name
   * @param {{room?: (info: RoomInfo) => void, position?: (position: Position, whole: boolean) => void, legal?: (actions: LegalAction[]) => void, error?: (text: string) => void, closed?: (reason: string) => void}} tell
   */
  constructor(socket, name, tell) {
    this.socket = socket;
    this.name = name;
    this.tell = tell;
    /** @type {RoomInfo|null} */
    this.info = null;
    /** @type {Position|null} */
    this.position = null;
    /** @type {{turn: number, actions: LegalAction[]}|null} What the own seat may do, and when. */
    this.legal = null;
    this.count = 0;
    const here = (/** @type {(message: Message) => void} */ listener) => (/** @type {Message} */ message) => {
      if (message.room === name) listener.call(this, message);
    };
    this.endings = [
      socket.on("room", here(this.heardRoom)),
      socket.on("state", here(this.heardState)),
      socket.on("change", here(this.heardChange)),
      socket.on("legal", here(this.heardLegal)),
      socket.on("seated", here((message) => this.keep({ token: message.token }))),
      socket.on("host", here((message) => this.keep({ host: message.token }))),
      socket.on("error", here(this.heardError)),
      socket.on("closed", here((message) => { this.forget(); tell.closed?.(message.reason); })),
    ];
    this.greeting = () => {};
    this.join();
  }

  /** What was remembered of this room: tokens. */
  get tokens() {
    return /** @type {{token?: string, host?: string}} */ (recall(`room.${this.name}`) ?? {});
  }

  get labels() {
    return this.info ? matchSeats(this.info).map((seat) => seat.label) : [];
  }

  join() {
    this.greeting();
    this.greeting = this.socket.greet({ type: "join", room: this.name, ...this.tokens });
  }

  /** @param {{token?: string, host?: string}} tokens */
  keep(tokens) {
    remember(`room.${this.name}`, { ...this.tokens, ...tokens });
    // From now on every reconnection shows them.
    this.join();
  }

  forget() {
    remember(`room.${this.name}`, null);
  }

  /**
   * Says something in the room.
   * @param {string} type
   * @param {object} [content]
   */
  say(type, content = {}) {
    return this.socket.send({ type, room: this.name, ...content });
  }

  /**
   * An action of the own seat; its number.
   * @param {string} action
   */
  act(action) {
    this.count += 1;
    this.say("act", { action, n: this.count });
    return this.count;
  }

  /** Leaves; a seat is kept for a while. */
  close() {
    this.greeting();
    for (const end of this.endings) end();
    if (this.info?.you.seat !== null && this.info?.you.seat !== undefined) this.socket.close();
    else this.say("leave");
  }

  /** @param {Message} message */
  heardRoom(message) {
    this.info = /** @type {any} */ (message);
    if (message.phase === "waiting" || message.phase === "starting") this.position = null;
    this.tell.room?.(/** @type {any} */ (message));
  }

  /** @param {Message} message */
  heardState(message) {
    this.take(message, message.data, true);
  }

  /** @param {Message} message */
  heardLegal(message) {
    this.legal = { turn: message.turn, actions: message.actions };
    this.tell.legal?.(message.actions);
  }

  /** @param {Message} message */
  heardChange(message) {
    if (!this.position) return;
    if (message.seq !== this.position.seq + 1) {
      if (message.seq > this.position.seq) this.say("sync");
      return;
    }
    this.take(message, patched(this.position.data, message.patch), false);
  }

  /**
   * @param {Message} message
   * @param {any} data
   * @param {boolean} whole
   */
  take(message, data, whole) {
    const now = performance.now();
    const { seq, turn, acks, to_act, text, clocks } = message;
    const controls = message.controls ?? this.position?.controls;
    const moves = [...(whole ? [] : this.position?.moves ?? []), ...(message.moves ?? [])];
    this.position = { data, seq, turn, acks, to_act, text, moves, controls, clocks, at: now, begins: now + (message.begins_ms ?? 0) };
    // After a reconnection the numbers go on where they were.
    const seat = this.info?.you.seat;
    if (whole && typeof seat === "number") this.count = Math.max(this.count, acks[seat] ?? 0);
    this.tell.position?.(this.position, whole);
  }

  /** @param {Message} message */
  heardError(message) {
    const { token, host } = this.tokens;
    if (!this.info && (token || host)) {
      // The room does not know these tokens any more: without them one can still watch.
      this.forget();
      this.join();
      return;
    }
    this.tell.error?.(message.message);
  }
}
