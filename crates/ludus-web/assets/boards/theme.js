// The colours of the boards. Drawing takes them as an argument, so that a picture depends on nothing else.

import { isDark } from "../lib/theme.js";

/**
 * @typedef {object} BoardTheme
 * @property {string} back the board
 * @property {string} grid its lines
 * @property {string} text
 * @property {string} faint
 * @property {string} block a cell that is filled
 * @property {string} danger
 * @property {string[]} seats one colour per seat
 */

const SEATS = ["#2f8fd0", "#e0683c", "#35a26b", "#b765c9", "#d4a017", "#18a5a7", "#d1495b", "#7a8c2e"];

/** @type {BoardTheme} */
export const LIGHT = {
  back: "#eef0ec",
  grid: "#dcdfd8",
  text: "#24302d",
  faint: "#6d7773",
  block: "#8d9a96",
  danger: "#d1495b",
  seats: SEATS,
};

/** @type {BoardTheme} */
export const DARK = {
  back: "#1b211f",
  grid: "#29312e",
  text: "#d9e0dd",
  faint: "#93a09b",
  block: "#6f7f7a",
  danger: "#ef6f7f",
  seats: SEATS,
};

/** The colours as they are now. */
export function boardTheme() {
  return isDark() ? DARK : LIGHT;
}
