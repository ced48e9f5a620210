"""One process of `scan-qr --stream`: what it is asked, and what it answers."""

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
    """There is no `scan-qr` that runs, or it doesn't take what it is asked to do."""


class ScannerDied(Exception):
    """The process ended before it had answered."""


def find_command() -> list[str]:
    """Where `scan-qr` is: as OPENCAPTURE_SCAN_QR says, else with this package, else on the path.

    Raises:
        ScannerUnavailable: Nowhere.
    """
    named = os.environ.get("OPENCAPTURE_SCAN_QR")
    packaged = Path(__file__).with_name("bin") / "scan-qr"
    found = named or (str(packaged) if packaged.exists() else shutil.which("scan-qr"))
    if not found:
        raise ScannerUnavailable("there is no scan-qr: install OpenCapture, or say by OPENCAPTURE_SCAN_QR where it is")
    return [found]


@lru_cache
def check_command(command: tuple[str, ...]) -> None:
    """Sees whether a command runs at all, which libraries that are missing prevent.

    Raises:
        ScannerUnavailable: It doesn't; the error says what it said.
    """
    try:
        trial = subprocess.run([*command, "--version"], capture_output=True, timeout=60, stdin=subprocess.DEVNULL)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise ScannerUnavailable(f"{command[0]} doesn't run: {error}") from error
    if trial.returncode != 0:
        said = trial.stderr.decode(errors="replace").strip()
        hint = "; sudo apt-get install libzbar0 libyuv0 libjpeg62-turbo libpng16-16" if "shared libraries" in said else ""
        raise ScannerUnavailable(f"{command[0]} doesn't run: {said or f'status {trial.returncode}'}{hint}")


class ScannerProcess:
    """A process that is asked by lines, and answers as it is done.

    A thread reads what it answers: who asks can't block it by reading nothing.
    """

    def __init__(self, command: Sequence[str], arguments: Sequence[str]):
        # What it says may be long, and nobody may be there to read it.
        self._said = tempfile.TemporaryFile()
        try:
            self._process = subprocess.Popen(
                [*command, "--stream", *arguments],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._said,
            )
        except OSError as error:
            raise ScannerUnavailable(f"{command[0]} doesn't run: {error}") from error
        self._answers: queue.SimpleQueue[dict | None] = queue.SimpleQueue()
        self._reader = threading.Thread(target=self._read, name="scan-qr answers", daemon=True)
        self._reader.start()

    def _read(self) -> None:
        for line in self._process.stdout:
            # The last words of one that dies needn't be whole.
            if line.endswith(b"\n"):
                try:
                    self._answers.put(json.loads(line))
                except ValueError:
                    break
        self._answers.put(None)

    def ask(self, parts: Sequence[bytes]) -> None:
        """Sends lines and bytes.

        Raises:
            ScannerDied: Nobody takes them.
        """
        try:
            for part in parts:
                self._process.stdin.write(part)
            self._process.stdin.flush()
        except (BrokenPipeError, ValueError) as error:
            raise ScannerDied from error

    def answer(self, timeout: float | None) -> dict | None:
        """The next line, as it comes; None where none came in time, at once with a timeout of 0.

        Raises:
            ScannerDied: None will come.
        """
        try:
            answer = self._answers.get(block=timeout != 0, timeout=timeout)
        except queue.Empty:
            return None
        if answer is None:
            self._answers.put(None)
            raise ScannerDied
        return answer

    @property
    def resident_megabytes(self) -> float:
        """How much memory it has; 0 where that can't be told."""
        try:
            with open(f"/proc/{self._process.pid}/statm") as file:
                return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6
        except (OSError, IndexError, ValueError):
            return 0

    def refusal(self) -> str | None:
        """What it said where it took its options for wrong; None where it ended otherwise, or hasn't."""
        try:
            if self._process.wait(timeout=1) != 2:
                return None
        except subprocess.TimeoutExpired:
            return None
        self._said.seek(0)
        return self._said.read().decode(errors="replace").strip()

    def end(self) -> None:
        """Ends it, if it hasn't."""
        self._process.kill()
        self._process.wait()
        self._reader.join()
        for file in (self._process.stdin, self._process.stdout, self._said):
            try:
                file.close()
            except BrokenPipeError:
                pass
