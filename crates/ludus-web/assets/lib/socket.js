// The one WebSocket of a page. It connects at the first subscription, and again when it is lost; all
// subscriptions are then made again, and the server sends the full state.

/** @typedef {{v: number, type: string, [key: string]: any}} Message */

const FIRST_WAIT = 500;
const LONGEST_WAIT = 8000;

export class Socket {
  constructor() {
    /** @type {WebSocket|null} */
    this.socket = null;
    /** @type {Map<string, Set<(message: Message) => void>>} */
    this.listeners = new Map();
    /** @type {Set<object>} What is said at the beginning of every connection. */
    this.greetings = new Set();
    /** @type {Set<(connected: boolean) => void>} */
    this.watchers = new Set();
    this.wait = FIRST_WAIT;
    /** @type {ReturnType<typeof setTimeout>|undefined} */
    this.timer = undefined;
    // A browser may keep a page that the user left, so that Back shows it at once, and with it the connection:
    // for the server, the user would still be there.
    addEventListener("pagehide", () => this.close());
    addEventListener("pageshow", (event) => {
      if (event.persisted && this.greetings.size) this.open();
    });
  }

  get connected() {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  /** Connects unless it is connected. */
  open() {
    if (this.socket) return;
    clearTimeout(this.timer);
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(`${scheme}//${location.host}/api/v1/socket`);
    this.socket = socket;
    socket.addEventListener("open", () => {
      this.wait = FIRST_WAIT;
      for (const greeting of this.greetings) socket.send(JSON.stringify(greeting));
      for (const watcher of this.watchers) watcher(true);
    });
    socket.addEventListener("message", (event) => this.heard(event.data));
    socket.addEventListener("close", () => this.lost(socket));
  }

  /** Ends the connection. */
  close() {
    clearTimeout(this.timer);
    const socket = this.socket;
    this.socket = null;
    socket?.close();
  }

  /**
   * Calls back with every message of this type; the answer ends it.
   * @param {string} type
   * @param {(message: Message) => void} listener
   * @returns {() => void}
   */
  on(type, listener) {
    const set = this.listeners.get(type) ?? new Set();
    this.listeners.set(type, set.add(listener));
    return () => set.delete(listener);
  }

  /**
   * Says something now, and again after every reconnection; the answer ends that.
   * @param {{type: string, [key: string]: any}} message
   * @returns {() => void}
   */
  greet(message) {
    const greeting = { v: 1, ...message };
    this.greetings.add(greeting);
    if (this.connected) this.socket?.send(JSON.stringify(greeting));
    else this.open();
    return () => this.greetings.delete(greeting);
  }

  /**
   * Says something, if there is a connection; whether there is.
   * @param {{type: string, [key: string]: any}} message
   */
  send(message) {
    if (!this.connected) return false;
    this.socket?.send(JSON.stringify({ v: 1, ...message }));
    return true;
  }

  /**
   * Tells when the connection comes and goes; the answer ends it.
   * @param {(connected: boolean) => void} watcher
   */
  watch(watcher) {
    this.watchers.add(watcher);
    return () => this.watchers.delete(watcher);
  }

  /** @param {string} text */
  heard(text) {
    /** @type {Message} */
    const message = JSON.parse(text);
    for (const listener of [...(this.listeners.get(message.type) ?? [])]) listener(message);
  }

  /** @param {WebSocket} socket */
  lost(socket) {
    if (this.socket !== socket) return;
    this.socket = null;
    for (const watcher of this.watchers) watcher(false);
    // Nothing is subscribed: the next subscription connects again.
    if (!this.greetings.size && !this.watchers.size) return;
    this.timer = setTimeout(() => this.open(), this.wait);
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
  }
}
