"""A versus Tetris bot for Ludus: it lists all placements that simply fall, the best board first."""

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


def choose(rows, pieces):
    """All placements of these pieces, the best first. The first one that can be played counts."""
    found = []
    for piece in pieces:
        for side in SIDES:
            for x in range(10):
                y = drop(rows, piece, side, x)
                if y is not None:
                    score = sum(judge(*place(rows, cells(piece, side, x, y))).values())
                    location = {"type": piece, "orientation": side, "x": x, "y": y}
                    found.append((score, {"location": location, "spin": "none"}))
    found.sort(key=lambda one: -one[0])
    return [move for _, move in found]


def drop(rows, piece, side, x):
    """The row in which a piece comes to rest that falls in this column; None if it is not inside the board."""
    shape = cells(piece, side, x, 0)
    if any(not 0 <= column < 10 for column, _ in shape):
        return None
    y = len(rows) + 2
    while all(row + y > 0 and not filled(rows, column, row + y - 1) for column, row in shape):
        y -= 1
    return y


def filled(rows, x, y):
    return y < len(rows) and rows[y][x]


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
    rows, hold, queue = [], None, []
    say(type="info", name="mine", version="1", author="me", features=[])
    for line in sys.stdin:
        message = json.loads(line)
        kind = message.get("type")
        if kind == "rules":
            say(type="ready")
        elif kind == "start":
            rows = [[cell is not None for cell in row] for row in message["board"]]
            while rows and not any(rows[-1]):
                rows.pop()
            hold, queue = message["hold"], message["queue"]
        elif kind == "suggest":
            other = hold or "".join(queue[1:2])  # what hold would bring
            say(type="suggestion", moves=choose(rows, dict.fromkeys([queue[0], *other])))
        elif kind == "play":
            at = message["move"]["location"]
            rows, _ = place(rows, cells(at["type"], at["orientation"], at["x"], at["y"]))
            current = queue.pop(0)
            if at["type"] != current:  # the current piece was held
                if hold is None:
                    queue.pop(0)
                hold = current
        elif kind == "new_piece":
            queue.append(message["piece"])
        elif kind == "quit":
            break


def say(**message):
    print(json.dumps(message), flush=True)


main()
