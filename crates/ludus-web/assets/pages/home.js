// The first page: a match of every game on the screen, the rooms that are open, and where to go from here.

import { get, post } from "../lib/api.js";
import { fill, h, note, reason } from "../lib/dom.js";
import { gameNamed, games, pageOf } from "../lib/games.js";
import { RoomLink, matchSeats } from "../lib/room.js";
import { remember } from "../lib/store.js";

/** How often the list of rooms is asked for, in milliseconds. */
const EVERY = 4000;

/** What there is beside rooms. */
const PLACES = [
  ["/watch", "Watch", "Bots against bots, many at a time: faster, slower, step by step."],
  ["/lab", "Lab", "Change what a bot cares about, and see how it plays."],
  ["/tournaments", "Tournaments", "Standings, cross tables and ratings, live."],
  ["/training", "Training", "Evolve weights and watch them get better."],
  ["/replays", "Replays", "Recorded matches, move by move, with what the bots thought."],
];

/** @typedef {import("../lib/types.js").GameInfo} GameInfo */
/** @typedef {import("../lib/types.js").GamePage} GamePage */

/** @param {import("../app.js").Context} context */
export async function show({ main, socket, go }) {
  const list = await games();
  const pages = new Map(await Promise.all(list.map(async (game) => /** @type {[string, GamePage]} */ ([game.name, await pageOf(game)]))));
  const screens = h("section", { class: "screens", "aria-label": "Live matches", "data-test": "screens" });
  const rooms = h("div", { class: "scroll", "data-test": "rooms" });
  const hidden = h("input", { type: "checkbox", "data-test": "private" });
  /** @type {Map<string, Screen>} */
  const shown = new Map();

  const create = async (/** @type {string} */ game) => {
    try {
      const made = await post("/rooms", { game, open: !hidden.checked });
      remember(`room.${made.room}`, { host: made.host });
      go(`/room/${made.room}`);
    } catch (error) {
      note(reason(error), "error");
    }
  };
  const refresh = async () => {
    const answer = await get("/rooms");
    for (const { game, room } of answer.screens) {
      if (shown.get(game)?.room === room) continue;
      shown.get(game)?.close();
      const [entry, page] = [gameNamed(list, game), pages.get(game)];
      if (entry && page) shown.set(game, new Screen(socket, entry, page, room));
    }
    const elements = [...shown.values()].map((screen) => screen.element);
    if (elements.some((element, i) => screens.children[i] !== element)) fill(screens, elements);
    fill(rooms, table(answer.rooms, list));
  };
  const buttons = list.map((game) =>
    h("button", { type: "button", class: "main", "data-test": `play-${game.name}`, onclick: () => create(game.name) }, `Play ${game.title}`));

  main.append(
    h("div", { class: "bar-head" },
      h("h1", null, "Arena"),
      h("div", { class: "row middle" }, buttons, h("label", { class: "check" }, hidden, "by link only")),
    ),
    screens,
    h("section", { class: "panel", "aria-label": "Open rooms" }, h("h2", null, "Open rooms"), rooms),
    h("section", { class: "cards", "aria-label": "More" }, PLACES.map(([path, title, text]) =>
      h("a", { class: "card", href: path }, h("h2", null, title), h("p", { class: "faint" }, text)))),
  );
  await refresh();
  const timer = setInterval(() => refresh().catch(() => {}), EVERY);
  return () => {
    clearInterval(timer);
    for (const screen of shown.values()) screen.close();
  };
}

/** A match that is shown. */
class Screen {
  /**
   * @param {import("../lib/socket.js").Socket} socket
   * @param {GameInfo} game
   * @param {GamePage} page
   * @param {string} room
   */
  constructor(socket, game, page, room) {
    this.room = room;
    this.board = page.board();
    this.names = h("p", { class: "faint names" });
    this.element = h("article", { class: `panel tight screen ${page.shape ?? "wide"}`, "data-test": `screen-${game.name}` },
      h("div", { class: "bar-head" }, h("h2", null, game.title), h("a", { href: `/room/${room}` }, "Watch live")),
      h("div", { class: "picture" }, this.board.element),
      this.names,
    );
    this.link = new RoomLink(socket, room, {
      room: (info) => this.info(info),
      position: (position) => this.show(position),
    });
  }

  /** @param {import("../lib/room.js").RoomInfo} info */
  info(info) {
    const seats = matchSeats(info);
    const between = seats.length === 2 ? " against " : ", ";
    const names = seats.map((seat, i) => [i ? between : null, h("span", { class: `seat-name seat-${i % 8}` }, seat.label)]);
    const first = info.result ? seats.filter((_, i) => info.result?.ranks?.[i] === 1) : [];
    const end = info.phase === "over" ? (!info.result?.ranks ? " – ended without a result" : first.length === 1 ? ` – ${first[0].label} wins` : " – draw") : "";
    fill(this.names, ...names.flat(), end);
    if (this.link.position) this.show(this.link.position);
  }

  /** @param {import("../lib/room.js").Position} position */
  show(position) {
    this.board.show(position.data, this.link.labels, { text: position.text });
  }

  close() {
    this.link.close();
    this.board.close();
  }
}

/**
 * @param {any[]} rooms
 * @param {GameInfo[]} list
 */
function table(rooms, list) {
  if (!rooms.length) return h("p", { class: "empty" }, "No open rooms. Press Play above to make one, then add bots or invite people.");
  const head = ["Game", "Who", "State", ""];
  const rows = rooms.map((room) => h("tr", { "data-test": "room-row" },
    h("td", null, gameNamed(list, room.game)?.title ?? room.game),
    h("td", null, room.seats.map((/** @type {{label: string}} */ seat) => seat.label).join(", ") || h("span", { class: "faint" }, "no players yet")),
    h("td", null, room.phase === "waiting" ? `${room.seats.length} of ${room.limits[1]} seats` : room.phase),
    h("td", null, h("a", { class: "button", href: `/room/${room.room}` }, room.phase === "waiting" ? "Join" : "Watch")),
  ));
  return h("table", null, h("thead", null, h("tr", null, head.map((text) => h("th", { scope: "col" }, text)))), h("tbody", null, rows));
}
