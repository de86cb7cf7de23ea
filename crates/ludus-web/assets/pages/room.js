// A room: first people gather, then they play, then they see how it went and play again.

import { field, fill, h, note, select } from "../lib/dom.js";
import { duration, number, short } from "../lib/format.js";
import { gameNamed, games, pageOf } from "../lib/games.js";
import { RoomLink, matchSeats } from "../lib/room.js";
import { recall, remember } from "../lib/store.js";
import { rulesPanel } from "../play/rules.js";
import { CommonView } from "../play/view.js";

/** @typedef {import("../lib/room.js").RoomInfo} RoomInfo */
/** @typedef {import("../lib/room.js").Position} Position */
/** @typedef {import("../lib/types.js").GameInfo} GameInfo */
/** @typedef {import("../lib/types.js").GamePage} GamePage */
/** @typedef {import("../lib/types.js").RoomView} RoomView */

/** @param {import("../app.js").Context} context */
export async function show(context) {
  const list = await games();
  const room = new RoomPage(context, list);
  return () => room.close();
}

class RoomPage {
  /**
   * @param {import("../app.js").Context} context
   * @param {GameInfo[]} list
   */
  constructor({ main, params, socket, title }, list) {
    this.list = list;
    this.title = title;
    this.head = h("div", { class: "bar-head" });
    this.body = h("div", { class: "room", "data-test": "room" });
    this.countdown = h("div", { class: "countdown", hidden: true, role: "status", "data-test": "countdown" });
    /** @type {GameInfo|undefined} */
    this.game = undefined;
    /** @type {GamePage|null} */
    this.page = null;
    /** @type {RoomView|null} */
    this.view = null;
    this.shown = "";
    this.out = false;
    this.resigning = false;
    this.nickname = /** @type {string} */ (recall("nickname") ?? "");
    this.state = h("p", { role: "status", class: "badge warn", hidden: true, "data-test": "connection" }, "Connection lost. Reconnecting…");
    main.append(this.head, this.state, this.body);
    fill(this.body, h("p", { class: "loading" }, "Joining…"));
    this.unwatch = socket.watch((connected) => this.connection(connected));
    this.link = new RoomLink(socket, params[0], {
      room: (info) => this.room(info),
      position: (position) => this.position(position),
      legal: (actions) => this.view?.legal?.(actions),
      error: (text) => this.error(text),
      closed: (reason) => this.closed(reason),
    });
  }

  /** @param {boolean} connected */
  connection(connected) {
    this.state.hidden = connected;
  }

  /** @param {string} text */
  error(text) {
    if (!this.link.info) {
      fill(this.body, h("section", { class: "panel", role: "alert", "data-test": "no-room" },
        h("h1", null, "You cannot enter this room"), h("p", null, text), h("p", null, h("a", { href: "/" }, "Back to the arena"))));
      return;
    }
    this.view?.refused?.();
    note(text, "error");
  }

  /** @param {string} reason */
  closed(reason) {
    this.dropView();
    fill(this.head);
    fill(this.body, h("section", { class: "panel", role: "alert", "data-test": "closed" },
      h("h1", null, "This room is closed"), h("p", null, reason), h("p", null, h("a", { href: "/" }, "Back to the arena"))));
  }

  /** @param {RoomInfo} info */
  room(info) {
    this.game = gameNamed(this.list, info.game);
    const name = this.game?.title ?? info.game;
    this.title(`Room: ${name}`);
    fill(this.head,
      h("h1", null, info.screen ? `Live: ${name}` : `Room: ${name}`),
      h("div", { class: "row middle" },
        h("span", { class: "badge", "data-test": "phase" }, PHASES[info.phase]),
        info.spectators ? h("span", { class: "faint", "data-test": "spectators" }, info.spectators === 1 ? "1 spectator" : `${info.spectators} spectators`) : null,
      ),
    );
    if (info.phase === "playing" || info.phase === "over") {
      this.match(info);
    } else {
      this.dropView();
      this.waiting(info);
    }
  }

  /**
   * Shows the match as soon as its first position and the game's drawing are here.
   * @param {RoomInfo} info
   */
  match(info) {
    if (!this.page) return this.loadPage(info);
    const { position, legal } = this.link;
    if (!position) return;
    // The stage is built anew only when it is another one, so that typing and dragging are not interrupted.
    const stage = `${info.you.played}/${matchSeats(info).length}`;
    if (stage !== this.shown) {
      this.dropView();
      this.stage(info, position, this.page);
      this.shown = stage;
    } else {
      this.side(info);
      this.view?.changed?.();
    }
    this.view?.show(position);
    if (legal?.turn === position.turn) this.view?.legal?.(legal.actions);
    this.count();
  }

  /** @param {RoomInfo} info */
  async loadPage(info) {
    const page = await pageOf(gameNamed(this.list, info.game));
    if (this.page) return;
    this.page = page;
    if (this.link.info) this.room(this.link.info);
  }

  /** @param {RoomInfo} info */
  waiting(info) {
    const { game } = this;
    const { you } = info;
    const full = info.seats.length >= info.limits[1];
    const focus = document.activeElement?.getAttribute("data-test");
    fill(this.body, h("div", { class: "columns two" },
      h("section", { class: "panel", "aria-label": "Seats" },
        h("h2", null, "Seats"),
        this.seats(info),
        you.seat === null && !full && !info.screen ? this.sitForm() : null,
        you.seat !== null ? h("div", { class: "row" }, h("button", { type: "button", "data-test": "stand", onclick: () => this.link.say("stand") }, "Leave seat")) : null,
        you.host && game && !full ? this.botForm(game) : null,
        this.startRow(info),
      ),
      h("div", { class: "columns" }, this.share(info), rulesPanel(info, this.link, game)),
    ));
    // The page was built anew: typing continues where it was.
    const again = focus ? this.body.querySelector(`[data-test="${focus}"]`) : null;
    if (again instanceof HTMLElement) again.focus();
  }

  /** @param {RoomInfo} info */
  seats(info) {
    const { you } = info;
    const rows = info.seats.map((seat, i) => h("li", { class: "seat", "data-test": `seat-${i}` },
      h("span", { class: `seat-name seat-${i % 8}` }, seat.label),
      h("span", { class: "faint" }, i === you.seat ? "you" : seat.kind === "bot" ? "bot" : seat.connected ? "person" : "connection lost"),
      you.host && i !== you.seat ? h("button", { type: "button", class: "quiet", "aria-label": `Remove ${seat.label}`, "data-test": `remove-${i}`, onclick: () => this.link.say("remove", { seat: i }) }, "✕") : null,
    ));
    return h("ol", { class: "seats" }, rows.length ? rows : h("li", { class: "empty" }, "No players yet."));
  }

  sitForm() {
    const name = h("input", { type: "text", value: this.nickname, maxlength: 24, oninput: () => (this.nickname = name.value), required: true, autocomplete: "nickname", "data-test": "nickname" });
    const sit = (/** @type {Event} */ event) => {
      event.preventDefault();
      remember("nickname", name.value.trim());
      this.link.say("sit", { nickname: name.value });
    };
    return h("form", { class: "row", onsubmit: sit }, field("Your name", name), h("button", { type: "submit", class: "main", "data-test": "sit" }, "Take a seat"));
  }

  /** @param {GameInfo} game */
  botForm(game) {
    const last = recall(`bot.${game.name}`) ?? "easy";
    const bot = select(game.bots.map((one) => ({ value: one.name, text: `${one.name} – ${one.summary}` })), last, { "data-test": "bot" });
    const add = (/** @type {Event} */ event) => {
      event.preventDefault();
      remember(`bot.${game.name}`, bot.value);
      this.link.say("add_bot", { bot: bot.value });
    };
    return h("form", { class: "row", onsubmit: add }, field("Bot", bot), h("button", { type: "submit", "data-test": "add-bot" }, "Add bot"));
  }

  /** @param {RoomInfo} info */
  startRow(info) {
    const [least] = info.limits;
    if (info.phase === "starting") return h("p", { class: "faint" }, "Setting up the match…");
    if (!info.you.host) return h("p", { class: "faint" }, "Waiting for the host to start the match.");
    const enough = info.seats.length >= least;
    return h("div", { class: "row middle" },
      h("button", { type: "button", class: "main", disabled: !enough, "data-test": "start", onclick: () => this.link.say("start") }, info.seats.length === 1 && enough ? "Start solo" : "Start"),
      enough ? null : h("span", { class: "faint" }, `${this.game?.title ?? info.game} needs ${least} seats.`),
    );
  }

  /** @param {RoomInfo} info */
  share(info) {
    const link = h("input", { type: "text", readonly: true, value: location.href, "aria-label": "Link to this room", "data-test": "link", onfocus: () => link.select() });
    const copy = async () => {
      try {
        await navigator.clipboard.writeText(location.href);
        note("Link copied.");
      } catch {
        link.focus();
        note("Press Ctrl+C to copy the selected link.");
      }
    };
    return h("section", { class: "panel", "aria-label": "Invite" },
      h("h2", null, "Invite"),
      h("p", { class: "faint" }, info.open ? "Anyone can join by this link or from the list of rooms." : "Only people with this link can join."),
      h("div", { class: "row" }, link, h("button", { type: "button", onclick: copy }, "Copy")),
    );
  }

  /**
   * @param {RoomInfo} info
   * @param {Position} position
   * @param {GamePage} page
   */
  stage(info, position, page) {
    const { game, link } = this;
    if (!game) return;
    this.view = page.view?.(link, game, position.controls) ?? new CommonView(link, game, page, position.controls);
    this.panel = h("div", { class: "columns", "data-test": "side" });
    this.result = h("div", { class: "columns" });
    fill(this.body, h("div", { class: "columns play" },
      h("section", { class: "panel stage", "aria-label": "The match" }, this.countdown, this.view.element),
      h("div", { class: "columns" }, this.result, this.panel, this.view.side),
    ));
    this.side(info);
  }

  /** @param {RoomInfo} info */
  side(info) {
    if (!this.panel || !this.result) return;
    const { you } = info;
    fill(this.result, info.phase === "over" ? this.ended(info) : null);
    const mine = you.seat !== null && info.phase === "playing" && !this.out;
    const out = this.out && info.phase === "playing" ? h("p", { class: "badge bad", "data-test": "out" }, "You are out. The match continues.") : null;
    const people = info.seats.filter((seat) => seat.kind === "person" && seat.connected === false);
    fill(this.panel,
      people.length ? h("p", { class: "badge warn" }, `Connection lost: ${people.map((seat) => seat.label).join(", ")}`) : null,
      out,
      mine ? h("div", { class: "row" }, this.drawButtons(info), this.resignButton()) : null,
    );
  }

  /**
   * Offering and accepting a draw, where the match waits for people.
   * @param {RoomInfo} info
   */
  drawButtons(info) {
    const { seat } = info.you;
    const people = info.seats.length > 1 && info.seats.every((one) => one.kind === "person");
    if (this.game?.people.pace !== "waits" || !people || seat === null) return [];
    const offered = info.offers.some((one) => one !== seat);
    const own = info.offers.includes(seat);
    const say = (/** @type {boolean} */ offer) => this.link.say("draw", { offer });
    const text = offered ? "½ Accept the draw" : own ? "½ Offered" : "½ Offer a draw";
    return [
      h("button", { type: "button", "data-test": "draw", "aria-pressed": String(own), onclick: () => say(!own) }, text),
      offered ? h("button", { type: "button", onclick: () => say(false) }, "Decline") : null,
    ];
  }

  /** Where a match waits, it asks once more: there is time for it. */
  resignButton() {
    const waits = this.game?.people.pace === "waits";
    const text = () => (this.resigning ? "⚑ Really resign?" : "⚑ Resign");
    const button = h("button", { type: "button", class: "danger", "data-test": "resign", onclick: () => {
      if (this.resigning || !waits) this.link.say("resign");
      this.resigning = waits && !this.resigning;
      fill(button, text());
    } }, text());
    return button;
  }

  /** @param {RoomInfo} info */
  ended(info) {
    const result = info.result;
    if (!result) return null;
    const seats = result.seats;
    const order = seats.map((_, i) => i).sort((a, b) => (result.ranks?.[a] ?? 9) - (result.ranks?.[b] ?? 9));
    const names = Object.keys(result.figures[0] ?? {}).slice(0, 5);
    return h("section", { class: "panel", "aria-label": "Result", "data-test": "result" },
      h("h2", null, verdict(info, result)),
      h("p", { class: "faint" }, `${result.reason ?? ""} · ${duration(result.seconds)}`),
      h("div", { class: "scroll" }, h("table", null,
        h("thead", null, h("tr", null, ["Rank", "Who", ...names].map((text) => h("th", { scope: "col" }, text)))),
        h("tbody", null, order.map((i) => h("tr", null,
          h("td", { class: "number" }, result.ranks?.[i] ?? "–"),
          h("td", null, h("span", { class: `seat-name seat-${i % 8}` }, seats[i].label)),
          names.map((name) => h("td", { class: "number" }, figure(result.figures[i]?.[name]))),
        ))),
      )),
      h("div", { class: "row" },
        info.you.host ? h("button", { type: "button", class: "main", "data-test": "rematch", onclick: () => this.link.say("rematch") }, "Rematch") : null,
        info.you.host ? h("button", { type: "button", "data-test": "reopen", onclick: () => this.link.say("reopen") }, "Change seats and rules") : null,
        result.replay ? h("a", { class: "button", href: `/replay/${encodeURIComponent(result.replay)}`, "data-test": "replay-link" }, "Replay") : null,
      ),
      info.you.host || info.screen ? null : h("p", { class: "faint" }, "The host can start a rematch."),
    );
  }

  /** @param {Position} position */
  position(position) {
    const { info } = this.link;
    if (!info) return;
    if (this.view) this.view.show(position);
    else if (info.phase === "playing" || info.phase === "over") this.match(info);
    this.count();
    // Where turns come by the clock, a seat that is not to act is out.
    const { played } = info.you;
    const out = this.game?.people.pace !== "waits" && played !== null && !position.to_act.includes(played);
    if (out !== this.out) {
      this.out = out;
      this.side(info);
    }
  }

  /** Counts down to the beginning. */
  count() {
    clearTimeout(this.timer);
    const left = (this.link.position?.begins ?? 0) - performance.now();
    this.countdown.hidden = left <= 0;
    if (left <= 0) return;
    this.countdown.textContent = String(Math.ceil(left / 1000));
    this.timer = setTimeout(() => this.count(), 100);
  }

  dropView() {
    this.view?.close();
    this.view = null;
    this.shown = "";
    this.resigning = false;
  }

  close() {
    clearTimeout(this.timer);
    this.dropView();
    this.unwatch();
    this.link.close();
  }
}

/** @type {Record<RoomInfo["phase"], string>} */
const PHASES = { waiting: "waiting", starting: "starting", playing: "playing", over: "over" };

/**
 * @param {RoomInfo} info
 * @param {import("../lib/room.js").Result} result
 */
function verdict(info, result) {
  if (!result.ranks) return "Ended without a result";
  const { ranks, seats } = result;
  const first = seats.filter((_, i) => ranks[i] === 1);
  if (seats.length === 1) return "Over";
  if (first.length !== 1) return "Draw";
  const { played } = info.you;
  return played !== null && ranks[played] === 1 ? "You win!" : `${first[0].label} wins`;
}

/** @param {number|undefined} value */
function figure(value) {
  if (value === undefined) return "–";
  return Number.isInteger(value) ? number(value) : short(value);
}
