// What has changed from one position to the next: `r` replaces, `o` changes keys of an object, `a` places of a
// list, `p` adds to a list.

/**
 * The value with the change; what is not touched is shared with the old one.
 * @param {any} value
 * @param {any} patch
 * @returns {any}
 */
export function patched(value, patch) {
  if (!patch) return value;
  if ("r" in patch) return patch.r;
  if ("p" in patch) return [...value, ...patch.p];
  if ("o" in patch) {
    const copy = { ...value };
    for (const [key, inner] of Object.entries(patch.o)) copy[key] = patched(copy[key], inner);
    return copy;
  }
  const copy = [...value];
  for (const [at, inner] of Object.entries(patch.a)) copy[Number(at)] = patched(copy[Number(at)], inner);
  return copy;
}
