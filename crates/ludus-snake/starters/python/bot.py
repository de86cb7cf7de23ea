"""A Battlesnake for Ludus: it stays where there is room and food."""

import json
import sys

# Change these first: what one of each is worth.
ROOM = 1.0  # a cell that the snake can reach
FIRST = 0.0  # a cell that the snake can reach before any rival
FOOD = -0.5  # a step of distance to the nearest food
FEAR = 0.0  # a rival at least as long as this snake that can move to the same cell

MOVES = {"up": (0, 1), "down": (0, -1), "left": (-1, 0), "right": (1, 0)}


def judge(board, me, cell):
    """What it is worth to move to a cell, part by part: the score is their sum. Add parts of your own here."""
    rivals = [snake["body"] for snake in board["snakes"] if snake["id"] != me["id"]]
    heads = [at(body[0]) for body in rivals]
    stronger = [at(body[0]) for body in rivals if len(body) >= len(me["body"])]
    return {
        "room": ROOM * min(reach(board, cell, []), 2 * len(me["body"])),
        "first": FIRST * reach(board, cell, heads),
        "food": FOOD * min((distance(at(food), cell) for food in board["food"]), default=0),
        "fear": FEAR * sum(distance(head, cell) == 1 for head in stronger),
    }


def choose_move(board, me):
    """The direction to move, and why."""
    x, y = at(me["body"][0])
    taken = blocked(board)
    options = {move: (x + dx, y + dy) for move, (dx, dy) in MOVES.items()}
    safe = {move: cell for move, cell in options.items() if inside(board, cell) and cell not in taken}
    judged = {move: judge(board, me, cell) for move, cell in safe.items()}
    best = max(judged, key=lambda move: sum(judged[move].values()), default="up")
    terms = judged.get(best, {})
    return best, {"score": sum(terms.values()), "depth": 1, "terms": terms}


def reach(board, cell, rivals):
    """How many cells can be reached from a cell before any rival is there, the cell itself included."""
    mine, seen = 0, blocked(board) | {cell, *rivals}
    open_cells = [(rival, 0) for rival in rivals] + [(cell, 1)]
    for (x, y), count in open_cells:  # the nearest cells come first
        mine += count
        for dx, dy in MOVES.values():
            near = (x + dx, y + dy)
            if inside(board, near) and near not in seen:
                seen.add(near)
                open_cells.append((near, count))
    return mine


def blocked(board):
    """The cells of all snakes. Tails move away, so they do not count."""
    return {at(part) for snake in board["snakes"] for part in snake["body"][:-1]}


def inside(board, cell):
    return 0 <= cell[0] < board["width"] and 0 <= cell[1] < board["height"]


def distance(a, b):
    return abs(a[0] - b[0]) + abs(a[1] - b[1])


def at(point):
    return point["x"], point["y"]


def choose(turn, seat):
    """The official board is in `state.board`; the ids of its snakes are their seats."""
    board = turn["state"]["board"]
    me = next(snake for snake in board["snakes"] if snake["id"] == str(seat))
    return choose_move(board, me)


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
