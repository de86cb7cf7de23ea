// Following something that takes minutes: matches of the lab, tournaments, training.

import { post } from "./api.js";

/** @typedef {{job: string, kind: string, about: any, state: string, error: string|null, result: any}} Job */

const KEY = "ludus.keys";

/**
 * Calls back with every change of a job; the answer ends it.
 * @param {import("./socket.js").Socket} socket
 * @param {string} id
 * @param {(job: Job) => void} changed
 * @returns {() => void}
 */
export function followJob(socket, id, changed) {
  const topic = `job/${id}`;
  const ends = [
    socket.on("job", (message) => message.job === id && changed(/** @type {any} */ (message))),
    socket.greet({ type: "follow", topic }),
  ];
  return () => {
    for (const end of ends) end();
    socket.send({ type: "unfollow", topic });
  };
}

/**
 * Whether a job is over.
 * @param {Job} job
 */
export function isOver(job) {
  return job.state !== "waiting" && job.state !== "playing";
}

/**
 * Remembers the key of a job that was started here: it takes that to stop it.
 * @param {{job: string, key: string}} started
 */
export function rememberKey({ job, key }) {
  const all = keys();
  all[job] = key;
  // Jobs are not remembered for ever by the server either.
  const kept = Object.fromEntries(Object.entries(all).slice(-50));
  try {
    localStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // Without storage a job can be stopped as long as the page is open.
    memory = kept;
  }
}

/**
 * Whether this browser started a job.
 * @param {string} id
 */
export function isOurs(id) {
  return id in keys();
}

/**
 * Stops a job that was started here.
 * @param {string} id
 */
export function stopJob(id) {
  return post(`/jobs/${id}/stop`, { key: keys()[id] ?? "" });
}

/** @type {Record<string, string>} */
let memory = {};

/** @returns {Record<string, string>} */
function keys() {
  try {
    return { ...memory, ...JSON.parse(localStorage.getItem(KEY) ?? "{}") };
  } catch {
    return memory;
  }
}
