// A chess bot for Ludus: it looks a few moves ahead and counts what stands on the board.

// Change these first.
const DEPTH = 1; // how many moves to look ahead, its own and the opponent's; captures are always followed to their end
const CENTER = 0; // what a knight, bishop, rook or queen gains with each step towards the centre; a pawn is worth 100
const ADVANCE = 5; // what a pawn gains with each step forward

const VALUES = { p: 100, n: 300, b: 320, r: 500, q: 900, k: 100000 };

/**
 * What a piece is worth on its square. A move is as good as the worth it wins: add ideas of your own here.
 * `piece` is a letter as in a FEN, capital for White. Squares count from a1 = 0 to h8 = 63.
 */
function worth(piece, square) {
  const file = square % 8;
  const rank = square >> 3;
  const value = VALUES[piece.toLowerCase()];
  if (piece === "P") return value + ADVANCE * rank;
  if (piece === "p") return value + ADVANCE * (7 - rank);
  if (piece === "K" || piece === "k") return value;
  return value + CENTER * (Math.min(file, 7 - file) + Math.min(rank, 7 - rank));
}

/** The move to play, and why. The turn has the state of the game and every legal move as text. */
function choose(turn, seat) {
  const { board, white } = readFen(turn.state.fen);
  let best = "";
  let bestScore = -Infinity;
  for (const text of turn.legal) {
    const { after, gain } = play(board, readMove(text));
    let score = gain - search(after, !white, DEPTH - 1, -Infinity, gain - bestScore);
    if (isMate(after, !white)) score = MATE;
    if (score > bestScore) [best, bestScore] = [text, score];
  }
  return { action: best, insight: { score: bestScore / 100, depth: DEPTH } };
}

const MATE = 50000;

/** The most that the side to move can win (negamax with alpha-beta). At depth 0 it only looks at captures. */
function search(board, white, depth, alpha, beta) {
  let best = depth > 0 ? -Infinity : 0;
  for (const move of moves(board, white, depth <= 0)) {
    if (best >= beta) break;
    const { after, gain } = play(board, move);
    if (gain > MATE) return gain; // it takes the king: the move before was not legal
    const reply = search(after, !white, depth - 1, gain - beta, gain - Math.max(alpha, best));
    best = Math.max(best, gain - reply);
  }
  if (best < -MATE && !inCheck(board, white)) return 0; // stalemate
  return best;
}

function isMate(board, white) {
  return inCheck(board, white) && search(board, white, 1, -Infinity, Infinity) < -MATE;
}

/** Whether the other side could take the king. */
function inCheck(board, white) {
  return moves(board, !white, true).some(({ to }) => board[to] === "K" || board[to] === "k");
}

const ROOK = [[1, 0], [0, 1], [-1, 0], [0, -1]];
const BISHOP = [[1, 1], [1, -1], [-1, -1], [-1, 1]];
const KNIGHT = [[1, 2], [2, 1], [2, -1], [1, -2], [-1, -2], [-2, -1], [-2, 1], [-1, 2]];
const STEPS = { n: KNIGHT, r: ROOK, b: BISHOP, q: [...ROOK, ...BISHOP], k: [...ROOK, ...BISHOP] };

/** The moves of a side, the best captures first. Castling and en passant are only in `legal`. */
function moves(board, white, captures) {
  const found = [];
  board.forEach((piece, from) => {
    if (piece === "." || isWhite(piece) !== white) return;
    const kind = piece.toLowerCase();
    const [x, y] = [from % 8, from >> 3];
    if (kind === "p") {
      const up = white ? 8 : -8;
      for (const side of [x - 1, x + 1]) {
        const to = from - x + up + side;
        if (side >= 0 && side < 8 && isOther(board[to], white)) found.push({ from, to, promotion: "q" });
      }
      if (captures || board[from + up] !== ".") return;
      found.push({ from, to: from + up, promotion: "q" });
      if (y === (white ? 1 : 6) && board[from + 2 * up] === ".") found.push({ from, to: from + 2 * up });
      return;
    }
    for (const [dx, dy] of STEPS[kind]) {
      for (let [toX, toY] = [x + dx, y + dy]; toX >= 0 && toX < 8 && toY >= 0 && toY < 8; toX += dx, toY += dy) {
        const to = toY * 8 + toX;
        if (isOther(board[to], white) || (board[to] === "." && !captures)) found.push({ from, to });
        if (board[to] !== "." || kind === "n" || kind === "k") break;
      }
    }
  });
  const taken = ({ to }) => (board[to] === "." ? 0 : VALUES[board[to].toLowerCase()]);
  return found.sort((a, b) => taken(b) - taken(a));
}

function isWhite(piece) {
  return piece < "a";
}

function isOther(piece, white) {
  return piece !== "." && isWhite(piece) !== white;
}

/** The board after a move, and the worth that the move wins. */
function play(board, { from, to, promotion }) {
  const [piece, taken] = [board[from], board[to]];
  const after = [...board];
  let became = piece;
  if ((piece === "P" && to >= 56) || (piece === "p" && to < 8)) {
    became = piece === "P" ? promotion.toUpperCase() : promotion;
  }
  let gain = worth(became, to) - worth(piece, from) + (taken === "." ? 0 : worth(taken, to));
  after[from] = ".";
  after[to] = became;
  if (piece.toLowerCase() === "k" && Math.abs(from - to) === 2) { // castling: the rook jumps over
    const rook = from - (from % 8) + (to > from ? 7 : 0);
    after[(from + to) / 2] = board[rook];
    after[rook] = ".";
  }
  if (piece.toLowerCase() === "p" && taken === "." && from % 8 !== to % 8) { // en passant
    const beside = from - (from % 8) + (to % 8);
    gain += worth(board[beside], beside);
    after[beside] = ".";
  }
  return { after, gain };
}

/** The 64 squares from a1 to h8, and whether White is to move. */
function readFen(fen) {
  const [rows, side] = fen.split(" ");
  const squares = rows.replace(/[1-8]/g, (digit) => ".".repeat(Number(digit)));
  return { board: [...squares.split("/").reverse().join("")], white: side === "w" };
}

/** A move such as "e2e4" or "e7e8q". */
function readMove(text) {
  const square = (at) => "abcdefgh".indexOf(text[at]) + 8 * (Number(text[at + 1]) - 1);
  return { from: square(0), to: square(2), promotion: text.slice(4) };
}

// The protocol: one JSON object per line. There is nothing to change below.

require("readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const message = JSON.parse(line);
  if (message.type === "hello") {
    say({ type: "ready", protocol: 1, name: "mine", version: "1", features: ["insight"] });
  } else if (message.type === "start") {
    seat = message.seat;
  } else if (message.type === "turn") {
    const { action, insight } = choose(message, seat);
    say({ type: "act", match: message.match, turn: message.turn, action, insight });
  } else if (message.type === "quit") {
    process.exit();
  }
});

let seat = 0;

function say(message) {
  process.stdout.write(JSON.stringify(message) + "\n");
}
