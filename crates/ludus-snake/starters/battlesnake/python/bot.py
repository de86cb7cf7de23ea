"""A Battlesnake as a web server: it stays where there is room and food."""

import json
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

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


# The Battlesnake API: a small web server. There is nothing to change below.


class Snake(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"  # keeps connections open, which saves time in every turn
    wbufsize = -1  # sends headers and body at once, which saves 40 ms in every turn

    def do_GET(self):
        self.answer({"apiversion": "1", "author": "", "color": "#2a9d8f", "version": "1"})

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        try:
            request = json.loads(body)
            reply = {"move": choose_move(request["board"], request["you"])[0]} if self.path == "/move" else {}
        except (ValueError, KeyError, TypeError) as error:
            return self.answer({"error": repr(error)}, 400)
        self.answer(reply)

    def answer(self, data, status=200):
        text = json.dumps(data).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def log_message(self, *_):
        pass  # a line for every request would only be noise


port = int(sys.argv[1]) if len(sys.argv) > 1 else 9000
ThreadingHTTPServer(("127.0.0.1", port), Snake).serve_forever()
