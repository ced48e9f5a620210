"""A test double of `scan-qr --stream` that dies or hangs when an input requests it.

No known input crashes the real scanner, which decodes in worker processes.
"""

import json
import os
import sys
import time


def main() -> None:
    if "refused" in sys.argv:
        print("Error: unknown option 'refused'", file=sys.stderr)
        sys.exit(2)
    stdin = sys.stdin.buffer
    is_started = False
    while line := stdin.readline():
        # A process without requests only checks its arguments.
        if not is_started:
            is_started = True
            with open(os.environ["DOUBLE_LOG"], "a") as file:
                file.write("start\n")
        members = json.loads(line)
        data = stdin.read(members["bytes"]) if "bytes" in members else members["path"].encode()
        answer(members["id"], data)


def answer(number: int, data: bytes) -> None:
    if b"partial" in data:
        write({"v": 1, "id": number, "partial": True, "codes": [code("first")]})
    if b"die" in data:
        sys.stdout.write('{"v":1,"id":')
        sys.stdout.flush()
        os.kill(os.getpid(), 9)
    if b"once" in data and not os.path.exists(os.environ["DOUBLE_MARK"]):
        open(os.environ["DOUBLE_MARK"], "w").close()
        os._exit(1)
    while b"hang" in data:
        time.sleep(1)
    write({"v": 1, "id": number, "status": "ok", "codes": [code(data.decode("latin-1")[:20])], "size": [8, 8], "ms": 1})


def code(text: str) -> dict:
    corners = [[0, 0], [0, 8], [8, 8], [8, 0]]
    return {"type": "qr", "text": text, "corners": corners, "bounds": [0, 0, 8, 8], "engine": "double"}


def write(members: dict) -> None:
    print(json.dumps(members), flush=True)


main()
