// The chess pieces as outlines on a square of 45 by 45.

/** @type {Record<string, {body: string, detail?: string}>} */
export const PIECES = {
  p: {
    body: "M22.5 8.5a5.5 5.5 0 0 1 3.4 9.8h2.6v3h-2.6c.4 5 3.6 8 4.6 13.7h2v4.5h-20V35h2c1-5.7 4.2-8.7 4.6-13.7h-2.6v-3h2.6A5.5 5.5 0 0 1 22.5 8.5z",
  },
  r: {
    body: "M12.5 39.5V35h3v-2L17 21.5h-2.5v-3H13V9h4.5v3h3V9h4v3h3V9H32v9.5h-1.5v3H28L29.5 33v2h3v4.5z",
    detail: "M16 18.5h13M15.5 34h14",
  },
  n: {
    body: "M14 39.5h18.5c0-9 1-12-1.5-18.5C29 15.5 25.5 12 20.5 11l-1-3-2.5 3.5c-2 1.5-3 3.5-4 6.5l-3.5 5.5c-.8 1.5-.3 3.2 1.2 4l1.6.6c1.2.3 2.2-.4 2.8-1.4l1.4-1.2c2.5.2 4.5-.6 6-2.2.8 4.2-1.5 6.3-4 8.5-2.3 2-4.5 4-4.5 7.7z",
    detail: "M17.6 16.2h.8M28 20c1.6 4.5 1.7 9 1.5 15",
  },
  b: {
    body: "M22.5 6.5a2.3 2.3 0 0 1 1.6 4C28.5 13.5 31 18 29 23.5c-.5 1.3-1.4 2.2-2.5 3h2v3H26c.5 2.5 1.5 4 2.5 5.5h4v4.5h-20V35h4c1-1.5 2-3 2.5-5.5h-2.5v-3h2c-1.1-.8-2-1.7-2.5-3C14 18 16.5 13.5 20.9 10.5A2.3 2.3 0 0 1 22.5 6.5z",
    detail: "M22.5 15v7M19.2 18.5h6.6",
  },
  q: {
    body: "M12.5 39.5V35h3c0-2-.3-3.5-1-5.5l-5-14 6 5 .5-9.5 4.5 8.5 2-10.5 2 10.5 4.5-8.5.5 9.5 6-5-5 14c-.7 2-1 3.5-1 5.5h3v4.5z",
    detail: "M14.8 29.8c5-1.6 10.4-1.6 15.4 0M15.5 34.6h14",
  },
  k: {
    body: "M21 5h3v3h3v3h-3v3.5c4.5-2 10.5-1 11.5 4.5.9 5-2.5 8.5-6 11.5V35h3v4.5h-20V35h3v-4.5c-3.5-3-6.9-6.5-6-11.5 1-5.5 7-6.5 11.5-4.5V11h-3V8h3z",
    detail: "M22.5 16.5v11M15.6 30.6c4.6-1.5 9.2-1.5 13.8 0M15.5 34.6h14",
  },
};

/** @type {Record<string, string>} */
export const NAMES = { p: "pawn", n: "knight", b: "bishop", r: "rook", q: "queen", k: "king" };

/** The letters of the pieces by their names. @type {Record<string, string>} */
export const LETTERS = Object.fromEntries(Object.entries(NAMES).map(([letter, name]) => [name, letter]));
