"""A chess bot for Ludus: it looks a few moves ahead and counts what stands on the board."""

import json
import sys

# Change these first.
DEPTH = 1  # how many moves to look ahead, its own and the opponent's; captures are always followed to their end
CENTER = 0  # what a knight, bishop, rook or queen gains with each step towards the centre; a pawn is worth 100
ADVANCE = 5  # what a pawn gains with each step forward

VALUES = {"p": 100, "n": 300, "b": 320, "r": 500, "q": 900, "k": 100000}


def worth(piece, square):
    """What a piece is worth on its square. A move is as good as the worth it wins: add ideas of your own here.

    `piece` is a letter as in a FEN, capital for White. Squares count from a1 = 0 to h8 = 63.
    """
    file, rank = square % 8, square // 8
    value = VALUES[piece.lower()]
    if piece in "Pp":
        value += ADVANCE * (rank if piece == "P" else 7 - rank)
    elif piece not in "Kk":
        value += CENTER * (min(file, 7 - file) + min(rank, 7 - rank))
    return value


def choose(turn, seat):
    """The move to play, and why. The turn has the state of the game and every legal move as text."""
    board, white = read_fen(turn["state"]["fen"])
    best, best_score = None, -ENDLESS
    for text in turn["legal"]:
        after, gain = play(board, read_move(text))
        score = gain - search(after, not white, DEPTH - 1, -ENDLESS, gain - best_score)
        if is_mate(after, not white):
            score = MATE
        if score > best_score:
            best, best_score = text, score
    return best, {"score": best_score / 100, "depth": DEPTH}


ENDLESS = 10**9
MATE = 50000


def search(board, white, depth, alpha, beta):
    """The most that the side to move can win (negamax with alpha-beta). At depth 0 it only looks at captures."""
    best = -ENDLESS if depth > 0 else 0
    for move in moves(board, white, depth <= 0):
        if best >= beta:
            break
        after, gain = play(board, move)
        if gain > MATE:  # it takes the king: the move before was not legal
            return gain
        best = max(best, gain - search(after, not white, depth - 1, gain - beta, gain - max(alpha, best)))
    if best < -MATE and not in_check(board, white):
        return 0  # stalemate
    return best


def is_mate(board, white):
    return in_check(board, white) and search(board, white, 1, -ENDLESS, ENDLESS) < -MATE


def in_check(board, white):
    """Whether the other side could take the king."""
    return any(board[to] in "Kk" for _, to, _ in moves(board, not white, True))


STEPS = {"n": [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]}
STEPS["r"] = [(1, 0), (0, 1), (-1, 0), (0, -1)]
STEPS["b"] = [(1, 1), (1, -1), (-1, -1), (-1, 1)]
STEPS["q"] = STEPS["k"] = STEPS["r"] + STEPS["b"]


def moves(board, white, captures):
    """The moves of a side as (from, to, promotion), the best captures first. Castling and en passant are only in `legal`."""
    found = []
    for square, piece in enumerate(board):
        if piece == "." or piece.isupper() != white:
            continue
        kind, x, y = piece.lower(), square % 8, square // 8
        if kind == "p":
            up = 1 if white else -1
            for side in (x - 1, x + 1):
                if 0 <= side < 8 and is_other(board[(y + up) * 8 + side], white):
                    found.append((square, (y + up) * 8 + side))
            ahead = square + 8 * up
            if not captures and board[ahead] == ".":
                found.append((square, ahead))
                if y == (1 if white else 6) and board[ahead + 8 * up] == ".":
                    found.append((square, ahead + 8 * up))
            continue
        for dx, dy in STEPS[kind]:
            to_x, to_y = x + dx, y + dy
            while 0 <= to_x < 8 and 0 <= to_y < 8:
                target = board[to_y * 8 + to_x]
                if is_other(target, white) or (target == "." and not captures):
                    found.append((square, to_y * 8 + to_x))
                if target != "." or kind in "nk":
                    break
                to_x, to_y = to_x + dx, to_y + dy
    found.sort(key=lambda move: -VALUES.get(board[move[1]].lower(), 0))
    return [(start, to, "q") for start, to in found]


def is_other(piece, white):
    return piece != "." and piece.isupper() != white


def play(board, move):
    """The board after a move, and the worth that the move wins."""
    start, to, promotion = move
    piece, taken = board[start], board[to]
    board = board[:]
    gain = worth(taken, to) if taken != "." else 0
    if piece in "Pp" and to // 8 in (0, 7):
        became = promotion.upper() if piece == "P" else promotion
    else:
        became = piece
    gain += worth(became, to) - worth(piece, start)
    board[start], board[to] = ".", became
    if piece in "Kk" and abs(start - to) == 2:  # castling: the rook jumps over
        rook = (start // 8) * 8 + (7 if to > start else 0)
        board[(start + to) // 2], board[rook] = board[rook], "."
    if piece in "Pp" and taken == "." and start % 8 != to % 8:  # en passant
        beside = (start // 8) * 8 + to % 8
        gain += worth(board[beside], beside)
        board[beside] = "."
    return board, gain


def read_fen(fen):
    """The 64 squares from a1 to h8, and whether White is to move."""
    rows, side = fen.split()[:2]
    for digit in "12345678":
        rows = rows.replace(digit, "." * int(digit))
    return list("".join(reversed(rows.split("/")))), side == "w"


def read_move(text):
    """A move such as "e2e4" or "e7e8q"."""
    squares = ["abcdefgh".index(text[i]) + 8 * (int(text[i + 1]) - 1) for i in (0, 2)]
    return squares[0], squares[1], text[4:]


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
