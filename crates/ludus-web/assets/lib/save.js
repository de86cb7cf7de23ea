// Storing a text as a file of the reader's.

import { h } from "./dom.js";

/**
 * @param {string} name
 * @param {string} text
 */
export function save(name, text) {
  const address = URL.createObjectURL(new Blob([text], { type: "application/octet-stream" }));
  h("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
