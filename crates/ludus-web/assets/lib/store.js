// What the browser remembers. Storage may be switched off: then it remembers nothing.

/**
 * @param {string} key
 * @returns {any}
 */
export function recall(key) {
  try {
    return JSON.parse(localStorage.getItem(`ludus.${key}`) ?? "null");
  } catch {
    return null;
  }
}

/**
 * @param {string} key
 * @param {unknown} value null forgets it
 */
export function remember(key, value) {
  try {
    if (value === null) localStorage.removeItem(`ludus.${key}`);
    else localStorage.setItem(`ludus.${key}`, JSON.stringify(value));
  } catch {
    // As above.
  }
}
