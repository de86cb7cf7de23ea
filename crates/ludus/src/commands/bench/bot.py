import json, sys

ORDER = [0, 2, 1, 3]

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "turn":
        legal, turn = message["legal"], message["turn"]
        action = legal[ORDER[turn % 4] * len(legal) // 4]
        print('{"type":"act","match":"%s","turn":%d,"action":"%s"}' % (message["match"], turn, action), flush=True)
    elif message["type"] == "hello":
        print('{"type":"ready","protocol":1}', flush=True)
    elif message["type"] == "quit":
        break
