// The recorded matches, with filters; and a place to drop a file.

import { get, upload } from "../lib/api.js";
import { field, fill, h, note, reason, select } from "../lib/dom.js";
import { moment, number } from "../lib/format.js";
import { games } from "../lib/games.js";

/**
 * @typedef {object} Summary
 * @property {string} id
 * @property {string} game
 * @property {{label: string, spec: string, rank: number|null}[]} seats
 * @property {string|null} reason
 * @property {number|null} turns
 * @property {string} recorded
 * @property {number} bytes
 */

const PAGE = 50;

/** @param {import("../app.js").Context} context */
export async function show({ main, query, go }) {
  const list = await games();
  const options = [{ value: "", text: "every game" }, ...list.map((g) => ({ value: g.name, text: g.name }))];
  const game = select(options, query.get("game") ?? "", { name: "game" });
  const who = h("input", { type: "search", name: "who", value: query.get("who") ?? "", placeholder: "bot or player", maxlength: 60 });
  const since = h("input", { type: "date", name: "since", value: query.get("since") ?? "" });
  const until = h("input", { type: "date", name: "until", value: query.get("until") ?? "" });
  const results = h("div", { class: "scroll", "data-test": "replays" });
  const more = h("button", { type: "button", hidden: true }, "Show more");
  let from = 0;

  const filters = () => {
    const pairs = [["game", game.value], ["who", who.value.trim()], ["since", since.value], ["until", until.value]];
    return new URLSearchParams(pairs.filter(([, value]) => value));
  };
  const body = h("tbody");
  const load = async () => {
    const asked = filters();
    asked.set("from", String(from));
    asked.set("count", String(PAGE));
    const answer = await get(`/replays?${asked}`);
    if (from === 0) fill(body);
    body.append(...answer.replays.map(row));
    from += answer.replays.length;
    more.hidden = from >= answer.all;
    fill(results, answer.all ? table(body) : h("p", { class: "empty" }, "No matching replays. Matches are recorded in rooms and by the command ", h("code", null, "match --record DIR"), "; ", h("code", null, "serve.replays"), " names the folder that is shown here."));
  };
  const again = async () => {
    const text = filters().toString();
    history.replaceState(null, "", text ? `?${text}` : location.pathname);
    from = 0;
    await load().catch((error) => note(reason(error), "error"));
  };
  more.addEventListener("click", () => load().catch((error) => note(reason(error), "error")));
  for (const control of [game, who, since, until]) control.addEventListener("change", again);

  main.append(
    h("div", { class: "bar-head" }, h("h1", null, "Replays"), dropButton(go)),
    h("section", { class: "panel" },
      h("form", { class: "row", role: "search", onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); again(); } },
        field("Game", game), field("Who", who), field("From", since), field("To", until),
      ),
      results,
      h("div", { class: "row" }, more),
    ),
  );
  await load();
  return takeDrops(go);
}

/** @param {HTMLElement} body */
function table(body) {
  const head = ["Game", "Who", "Ended", "Turns", "Recorded"];
  return h("table", null, h("thead", null, h("tr", null, head.map((text) => h("th", { scope: "col" }, text)))), body);
}

/** @param {Summary} replay */
function row(replay) {
  const seats = [...replay.seats].sort((a, b) => (a.rank ?? 9) - (b.rank ?? 9));
  const names = seats.map((seat, i) => [i ? ", " : null, h(seat.rank === 1 ? "strong" : "span", { title: seat.spec }, seat.label)]);
  return h("tr", { "data-test": "replay" },
    h("td", null, h("a", { href: `/replay/${encodeURIComponent(replay.id)}` }, replay.game)),
    h("td", null, names.flat()),
    h("td", null, replay.reason ?? h("span", { class: "badge warn" }, "unfinished")),
    h("td", { class: "number" }, replay.turns === null ? "–" : number(replay.turns)),
    h("td", { title: replay.recorded }, moment(replay.recorded)),
  );
}

/**
 * A button that opens a recorded match of the reader's.
 * @param {(path: string) => void} go
 */
export function dropButton(go) {
  const input = h("input", { type: "file", accept: ".jsonl", hidden: true, "data-test": "replay-file", onchange: () => open(input.files?.[0], go) });
  return h("div", { class: "row middle" },
    h("button", { type: "button", onclick: () => input.click() }, "Open a file…"),
    h("small", null, "or drop one here"),
    input,
  );
}

/**
 * Opens recorded matches that are dropped on the page; the answer ends it.
 * @param {(path: string) => void} go
 */
export function takeDrops(go) {
  const over = (/** @type {DragEvent} */ event) => event.preventDefault();
  const drop = (/** @type {DragEvent} */ event) => {
    event.preventDefault();
    open(event.dataTransfer?.files[0], go);
  };
  document.addEventListener("dragover", over);
  document.addEventListener("drop", drop);
  return () => {
    document.removeEventListener("dragover", over);
    document.removeEventListener("drop", drop);
  };
}

/**
 * @param {File|undefined} file
 * @param {(path: string) => void} go
 */
async function open(file, go) {
  if (!file) return;
  try {
    const answer = await upload("/replays", file, "application/jsonl");
    go(`/replay/${encodeURIComponent(answer.id)}`);
  } catch (error) {
    note(`${file.name}: ${reason(error)}`, "error");
  }
}
