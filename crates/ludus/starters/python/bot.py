"""A bot for Ludus that takes the legal action with the best score. You decide what the score is."""

import json
import sys


def judge(state, seat, action):
    """How good an action is: higher is better. Change this first; `state` has everything that your seat can see."""
    return 0.0


def choose(turn, seat):
    """The action to play, and why. The turn has the state of the game and every legal action as text."""
    scores = {action: judge(turn["state"], seat, action) for action in turn["legal"]}
    top = max(scores.values())
    best = [action for action, score in scores.items() if score == top]
    # The seed of the turn decides between equals, so that matches can be repeated.
    return best[int(turn["seed"], 16) % len(best)], {"score": top, "depth": 1}


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
