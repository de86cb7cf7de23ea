// Numbers and times as people read them.

/**
 * A number with thousands apart: 12,345.
 * @param {number} value
 * @param {number} [digits] after the point, at most
 */
export function number(value, digits = 0) {
  return value.toLocaleString("en", { maximumFractionDigits: digits, minimumFractionDigits: 0 });
}

/**
 * A number that may be small or large, with about three digits that say something.
 * @param {number|null|undefined} value
 */
export function short(value) {
  if (value === null || value === undefined || !Number.isFinite(value)) return "–";
  const size = Math.abs(value);
  // What is left of sums that should be 0.
  if (size < 1e-9) return "0";
  if (size >= 1e6) return value.toExponential(2);
  if (size >= 100 || Number.isInteger(value)) return number(Math.round(value));
  if (size >= 1) return value.toFixed(2);
  return value.toPrecision(3).replace(/(\.\d*?)0+$/, "$1").replace(/\.$/, "");
}

/**
 * A share as percents: 62.5 %.
 * @param {number|null|undefined} share
 */
export function percent(share) {
  return share === null || share === undefined ? "–" : `${(share * 100).toFixed(1)} %`;
}

/**
 * Seconds as a duration.
 * @param {number} seconds
 */
export function duration(seconds) {
  if (seconds < 1) return `${Math.round(seconds * 1000)} ms`;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const text = parts.map((part) => String(part).padStart(2, "0"));
  return parts[0] ? text.join(":") : text.slice(1).join(":");
}

/**
 * A moment in the reader's time.
 * @param {string} iso
 */
export function moment(iso) {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return iso;
  return date.toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
}
