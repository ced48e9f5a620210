"""Runs a scanner that dies at a picture with "poison" in its name: poisoned.py SCAN-QR OPTION …."""

import json
import os
import subprocess
import sys
import threading


def main() -> None:
    if "--version" in sys.argv:
        os.execv(sys.argv[1], sys.argv[1:])
    scanner = subprocess.Popen(sys.argv[1:], stdin=subprocess.PIPE)

    def watch() -> None:
        status = scanner.wait()
        os._exit(status if status >= 0 else 1)

    threading.Thread(target=watch, daemon=True).start()
    stdin = sys.stdin.buffer
    while line := stdin.readline():
        members = json.loads(line)
        if "poison" in members.get("path", ""):
            scanner.kill()
            scanner.wait()
            os._exit(1)
        scanner.stdin.write(line + stdin.read(members.get("bytes", 0)))
        scanner.stdin.flush()
    scanner.stdin.close()
    scanner.wait()


main()
