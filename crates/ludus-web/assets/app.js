// The pages by their addresses. Links between them do not load the page anew; every address can be opened,
// shared and gone back to.

import { fill, h, reason } from "./lib/dom.js";
import { Socket } from "./lib/socket.js";
import { startTheme } from "./lib/theme.js";

/**
 * What a page is given.
 * @typedef {object} Context
 * @property {HTMLElement} main where it is shown
 * @property {string[]} params what its address names
 * @property {URLSearchParams} query
 * @property {Socket} socket
 * @property {(path: string) => void} go to another page
 * @property {(title: string) => void} title
 */
/** @typedef {() => void} Cleanup */
/** @typedef {{show: (context: Context) => void|Cleanup|Promise<void|Cleanup>}} Page */

/** @type {{path: RegExp, title: string, load: () => Promise<Page>}[]} */
const PAGES = [
  { path: /^\/$/, title: "Arena", load: () => import("./pages/home.js") },
  { path: /^\/room\/([^/]+)$/, title: "Room", load: () => import("./pages/room.js") },
  { path: /^\/watch$/, title: "Watch", load: () => import("./pages/watch.js") },
  { path: /^\/lab$/, title: "Lab", load: () => import("./pages/lab.js") },
  { path: /^\/replays$/, title: "Replays", load: () => import("./pages/replays.js") },
  { path: /^\/replay\/([^/]+)$/, title: "Replay", load: () => import("./pages/replay.js") },
  { path: /^\/tournaments$/, title: "Tournaments", load: () => import("./pages/tournaments.js") },
  { path: /^\/tournament\/([^/]+)$/, title: "Tournament", load: () => import("./pages/tournament.js") },
  { path: /^\/training$/, title: "Training", load: () => import("./pages/training.js") },
  { path: /^\/training\/([^/]+)$/, title: "Training", load: () => import("./pages/run.js") },
];

/** The links at the top. */
const LINKS = [["/", "Arena"], ["/watch", "Watch"], ["/lab", "Lab"], ["/tournaments", "Tournaments"], ["/training", "Training"], ["/replays", "Replays"]];

/** @type {{title: string, load: () => Promise<Page>}} */
const nothing = { title: "Page not found", load: () => import("./pages/missing.js") };

const main = /** @type {HTMLElement} */ (document.getElementById("main"));
const nav = /** @type {HTMLElement} */ (document.getElementById("nav"));
const socket = new Socket();

/** @type {Cleanup|null} */
let leave = null;
let visit = 0;

async function show() {
  const path = location.pathname;
  const found = PAGES.map((page) => ({ page, match: page.path.exec(path) })).find((entry) => entry.match);
  const page = found?.page ?? nothing;
  const current = ++visit;
  const last = leave;
  leave = null;
  last?.();
  title(page.title);
  showLinks(path);
  fill(main, h("p", { class: "loading" }, "…"));
  try {
    const module = await page.load();
    if (current !== visit) return;
    fill(main);
    const params = (found?.match?.slice(1) ?? []).map(decodeURIComponent);
    const cleanup = await module.show({ main, params, query: new URLSearchParams(location.search), socket, go, title });
    if (typeof cleanup !== "function") return;
    if (current === visit) leave = cleanup;
    else cleanup();
  } catch (error) {
    if (current !== visit) return;
    fill(main, h("section", { class: "panel", role: "alert", "data-test": "failure" }, h("h1", null, "Something went wrong"), h("p", null, reason(error))));
  }
}

/** @param {string} text */
function title(text) {
  document.title = `${text} – Ludus`;
}

/** @param {string} path */
function showLinks(path) {
  const here = (/** @type {string} */ link) => (link === "/" ? path === "/" : path.startsWith(link.replace(/s$/, "")));
  fill(nav, LINKS.map(([link, text]) => h("a", { href: link, "aria-current": here(link) ? "page" : null }, text)));
}

/** @param {string} path */
function go(path) {
  history.pushState(null, "", path);
  show();
  main.focus({ preventScroll: true });
  scrollTo(0, 0);
}

document.addEventListener("click", (event) => {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!link || event.defaultPrevented || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  if (link.origin !== location.origin || link.target || link.hasAttribute("download") || link.getAttribute("href")?.startsWith("#")) return;
  event.preventDefault();
  go(link.pathname + link.search);
});
addEventListener("popstate", show);

startTheme(/** @type {HTMLElement} */ (document.getElementById("theme")));
show();
