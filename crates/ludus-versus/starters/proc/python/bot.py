"""A versus Tetris bot for Ludus: it tries every placement and takes the best board."""

import json
import sys

# Change these first: what one of each is worth.
LINES = 0.8  # a line cleared
HOLES = -4.0  # an empty cell with a filled one above it
HEIGHT = -0.5  # a row of a column's height
BUMPS = -0.2  # a row of difference between two columns side by side


def judge(rows, lines):
    """What a board is worth, part by part: the score is their sum. Add parts of your own here.

    `rows` go from bottom to top, with True for a filled cell; `lines` have just been cleared.
    """
    columns = list(zip(*rows))
    heights = [max((y + 1 for y, full in enumerate(c) if full), default=0) for c in columns]
    holes = sum(height - sum(column) for height, column in zip(heights, columns))
    bumps = sum(abs(a - b) for a, b in zip(heights, heights[1:]))
    return {
        "lines": LINES * lines,
        "holes": HOLES * holes,
        "height": HEIGHT * sum(heights),
        "bumps": BUMPS * bumps,
    }


def choose(turn, seat):
    """The action to play, and why. The turn has the state of the game and every legal action as text."""
    me = turn["state"]["seats"][seat]
    rows = [[cell != "." for cell in row] for row in me["board"]]
    best, insight = None, {}
    for action in turn["legal"]:
        # "T.south.x4.y1.full", or "hold.I.east.x9.y2" for the piece that hold brings
        piece, side, x, y = action.removeprefix("hold.").split(".")[:4]
        terms = judge(*place(rows, cells(piece, side, int(x[1:]), int(y[1:]))))
        score = sum(terms.values())
        if best is None or score > insight["score"]:
            best, insight = action, {"score": score, "depth": 1, "terms": terms}
    return best, insight


# The cells of each piece around its centre as (column, row), rows going up, and the quarter turns of each side.
PIECES = {
    "I": [(-1, 0), (0, 0), (1, 0), (2, 0)],
    "O": [(0, 0), (1, 0), (0, 1), (1, 1)],
    "T": [(-1, 0), (0, 0), (1, 0), (0, 1)],
    "S": [(-1, 0), (0, 0), (0, 1), (1, 1)],
    "Z": [(-1, 1), (0, 1), (0, 0), (1, 0)],
    "J": [(-1, 0), (0, 0), (1, 0), (-1, 1)],
    "L": [(-1, 0), (0, 0), (1, 0), (1, 1)],
}
SIDES = ["north", "east", "south", "west"]


def cells(piece, side, x, y):
    """The four cells of a piece with its centre at x, y."""
    shape = PIECES[piece]
    for _ in range(SIDES.index(side)):
        shape = [(dy, -dx) for dx, dy in shape]  # a quarter turn clockwise
    return [(x + dx, y + dy) for dx, dy in shape]


def place(rows, placed):
    """The rows after these cells are filled, and the lines that this clears."""
    rows = [list(row) for row in rows]
    for x, y in placed:
        while len(rows) <= y:
            rows.append([False] * 10)
        rows[y][x] = True
    kept = [row for row in rows if not all(row)]
    return kept or [[False] * 10], len(rows) - len(kept)


# The protocol: one JSON object per line. There is nothing to change below.


def main():
    seat = 0
    for line in sys.stdin:
        message = json.loads(line)
        kind = message.get("type")
        if kind == "hello":
            say(type="ready", protocol=1, name="mine", version="1", features=["insight"])
        elif kind == "start":
            seat = message["seat"]
        elif kind == "turn":
            action, insight = choose(message, seat)
            say(type="act", match=message["match"], turn=message["turn"], action=action, insight=insight)
        elif kind == "quit":
            break


def say(**message):
    print(json.dumps(message), flush=True)


main()
