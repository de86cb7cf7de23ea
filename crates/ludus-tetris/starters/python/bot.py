"""A Tetris bot for Ludus: it tries every placement of the piece and takes the best board."""

import json
import sys

# Change these first: what one of each is worth.
LINES = 0.0  # a line cleared
HOLES = -4.0  # an empty cell with a filled one above it
HEIGHT = -1.0  # a row of a column's height
BUMPS = 0.0  # a row of difference between two columns side by side


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
    best, insight = None, {}
    for action in turn["legal"]:
        if ">" in action:  # "r1x4>2" also aims the garbage at seat 2
            continue
        terms = judge(*drop(me["board"], me["current"], action))
        score = sum(terms.values())
        if best is None or score > insight["score"]:
            best, insight = action, {"score": score, "depth": 1, "terms": terms}
    return best, insight


# The cells of each piece as (column, row), row 0 at the bottom.
PIECES = {
    "I": [(0, 0), (1, 0), (2, 0), (3, 0)],
    "O": [(0, 0), (1, 0), (0, 1), (1, 1)],
    "T": [(0, 0), (1, 0), (2, 0), (1, 1)],
    "S": [(0, 0), (1, 0), (1, 1), (2, 1)],
    "Z": [(1, 0), (2, 0), (0, 1), (1, 1)],
    "J": [(0, 0), (1, 0), (2, 0), (0, 1)],
    "L": [(0, 0), (1, 0), (2, 0), (2, 1)],
}


def drop(board, piece, action):
    """The rows after a placement such as "r1x4" (turned once, leftmost cell in column 4), and the lines it clears."""
    turns, left = map(int, action[1:].split("x"))
    cells = PIECES[piece]
    for _ in range(turns):
        cells = [(y, -x) for x, y in cells]  # a quarter turn clockwise
    dx, dy = left - min(x for x, _ in cells), -min(y for _, y in cells)
    cells = [(x + dx, y + dy) for x, y in cells]

    width = len(board[0])
    rows = [[cell == "#" for cell in row] for row in reversed(board)]
    rows += [[False] * width for _ in range(4)]  # a piece may stick out at the top
    y = len(board)
    while all(r + y - 1 >= 0 and not rows[r + y - 1][x] for x, r in cells):
        y -= 1
    for x, r in cells:
        rows[r + y][x] = True
    kept = [row for row in rows if not all(row)]
    return kept, len(rows) - len(kept)


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
