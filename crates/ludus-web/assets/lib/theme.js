// Light or dark: as the system has it, or as the reader chose, which is remembered.

import { fill } from "./dom.js";

const KEY = "ludus.theme";
const system = matchMedia("(prefers-color-scheme: dark)");

/** @type {Set<() => void>} */
const watchers = new Set();

/** Whether it is dark now. */
export function isDark() {
  const chosen = document.documentElement.dataset.theme;
  return chosen ? chosen === "dark" : system.matches;
}

/**
 * Calls back when light and dark change; the answer ends it.
 * @param {() => void} watcher
 */
export function onTheme(watcher) {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/** @param {HTMLElement} button */
export function startTheme(button) {
  const stored = read();
  if (stored === "light" || stored === "dark") document.documentElement.dataset.theme = stored;
  const show = () => {
    const other = isDark() ? "light" : "dark";
    fill(button, isDark() ? "☀" : "☾");
    button.setAttribute("aria-label", `Switch to ${other} colours`);
    button.title = `Switch to ${other} colours`;
    for (const watcher of watchers) watcher();
  };
  button.addEventListener("click", () => {
    const next = isDark() ? "light" : "dark";
    document.documentElement.dataset.theme = next;
    store(next);
    show();
  });
  system.addEventListener("change", show);
  show();
}

function read() {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null; // Storage may be switched off: then nothing is remembered.
  }
}

/** @param {string} value */
function store(value) {
  try {
    localStorage.setItem(KEY, value);
  } catch {
    // As above.
  }
}
