// Asking the server: JSON over HTTP. What it refuses becomes an Error with its reason.

const BASE = "/api/v1";

/**
 * @param {string} path
 * @param {RequestInit} [init]
 * @returns {Promise<any>}
 */
async function ask(path, init) {
  let response;
  try {
    response = await fetch(BASE + path, init);
  } catch {
    throw new Error("cannot reach the server");
  }
  const body = await response.json().catch(() => null);
  if (!response.ok) throw new Error(body?.error ?? `the server answered ${response.status}`);
  return body;
}

/**
 * @param {string} path
 * @returns {Promise<any>}
 */
export function get(path) {
  return ask(path);
}

/**
 * @param {string} path
 * @param {unknown} body
 * @returns {Promise<any>}
 */
export function post(path, body) {
  return ask(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
}

/**
 * Sends a file.
 * @param {string} path
 * @param {Blob} file
 * @param {string} type
 * @returns {Promise<any>}
 */
export function upload(path, file, type) {
  return ask(path, { method: "POST", headers: { "content-type": type }, body: file });
}
