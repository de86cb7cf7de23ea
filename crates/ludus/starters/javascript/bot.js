// A bot for Ludus that takes the legal action with the best score. You decide what the score is.

/** How good an action is: higher is better. Change this first; `state` has everything that your seat can see. */
function judge(state, seat, action) {
  return 0;
}

/** The action to play, and why. The turn has the state of the game and every legal action as text. */
function choose(turn, seat) {
  const scores = turn.legal.map((action) => judge(turn.state, seat, action));
  const score = Math.max(...scores);
  const best = turn.legal.filter((_, i) => scores[i] === score);
  // The seed of the turn decides between equals, so that matches can be repeated.
  const pick = Number(BigInt("0x" + turn.seed) % BigInt(best.length));
  return { action: best[pick], insight: { score, depth: 1 } };
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
