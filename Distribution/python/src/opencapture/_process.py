"""A `scan-qr --stream` process with its requests and answers."""

from __future__ import annotations

import json
import os
import queue
import shutil
import subprocess
import tempfile
import threading
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path


class ScannerUnavailable(RuntimeError):
    """`scan-qr` is missing or does not run."""


class ScannerDied(Exception):
    """The process ended before it answered."""


def find_command() -> list[str]:
    """Returns the `scan-qr` of OPENCAPTURE_SCAN_QR, else that of this package, else that on the path.

    Raises:
        ScannerUnavailable: No `scan-qr` was found.
    """
    named = os.environ.get("OPENCAPTURE_SCAN_QR")
    packaged = Path(__file__).with_name("bin") / "scan-qr"
    found = named or (str(packaged) if packaged.exists() else shutil.which("scan-qr"))
    if not found:
        raise ScannerUnavailable("no scan-qr found. Install OpenCapture, or set OPENCAPTURE_SCAN_QR to the command's path.")
    return [found]


@lru_cache
def check_command(command: tuple[str, ...], arguments: tuple[str, ...]) -> None:
    """Checks that a command runs and accepts its arguments, without requests.

    Raises:
        ScannerUnavailable: The command does not run, for example because libraries are missing; the error includes its message.
        ValueError: The command rejects the arguments; the error includes its message.
    """
    try:
        trial = subprocess.run(
            [*command, "--stream", *arguments], capture_output=True, timeout=60, stdin=subprocess.DEVNULL
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise ScannerUnavailable(f"cannot run {command[0]}: {error}") from error
    message = trial.stderr.decode(errors="replace").strip()
    if trial.returncode == 2:
        raise ValueError(message.splitlines()[0].removeprefix("Error: ") if message else "wrong arguments")
    if trial.returncode != 0:
        hint = ". Run: sudo apt-get install libzbar0 libyuv0 libjpeg62-turbo libpng16-16" if "shared libraries" in message else ""
        raise ScannerUnavailable(f"cannot run {command[0]}: {message or f'status {trial.returncode}'}{hint}")


class ScannerProcess:
    """A process that receives requests and writes answers in order of completion.

    A thread reads the answers, so that unread answers never block the process.
    """

    def __init__(self, command: Sequence[str], arguments: Sequence[str]):
        # A file never blocks the process, unlike a pipe without a reader.
        self._errors = tempfile.TemporaryFile()
        try:
            self._process = subprocess.Popen(
                [*command, "--stream", *arguments],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._errors,
            )
        except OSError as error:
            raise ScannerUnavailable(f"cannot run {command[0]}: {error}") from error
        self._answers: queue.SimpleQueue[dict | None] = queue.SimpleQueue()
        self._reader = threading.Thread(target=self._read, name="scan-qr answers", daemon=True)
        self._reader.start()

    def _read(self) -> None:
        for line in self._process.stdout:
            # The last line of a process that dies can be incomplete.
            if line.endswith(b"\n"):
                try:
                    self._answers.put(json.loads(line))
                except ValueError:
                    break
        self._answers.put(None)

    def ask(self, parts: Sequence[bytes]) -> None:
        """Sends a request.

        Raises:
            ScannerDied: The process does not read its input.
        """
        try:
            for part in parts:
                self._process.stdin.write(part)
            self._process.stdin.flush()
        except (BrokenPipeError, ValueError) as error:
            raise ScannerDied from error

    def answer(self, timeout: float | None) -> dict | None:
        """Returns the next answer, or None after the timeout in seconds; 0 does not wait, None waits without limit.

        Raises:
            ScannerDied: The process ended.
        """
        try:
            answer = self._answers.get(block=timeout != 0, timeout=timeout)
        except queue.Empty:
            return None
        if answer is None:
            self._answers.put(None)
            raise ScannerDied
        return answer

    def end(self) -> None:
        """Ends the process if it runs, and closes its files."""
        self._process.kill()
        self._process.wait()
        self._reader.join()
        for file in (self._process.stdin, self._process.stdout, self._errors):
            try:
                file.close()
            except BrokenPipeError:
                pass
