"""A scanner that goes on whatever a picture does to it."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from ._inputs import Input, request
from ._process import ScannerDied, ScannerProcess, ScannerUnavailable, check_command, find_command
from ._results import Result


@dataclass
class _Task:
    """An input on its way."""

    key: object
    source: Input
    #: What was told of it so far.
    partial: list[dict] = field(default_factory=list)

    def failed(self, code: str, text: str, status: str = "failed") -> Result:
        return Result(id=self.key, status=status, error_code=code, error_text=text)


class Scanner:
    """Reads codes in a process of `scan-qr` that stays, and that is begun again where it dies.

    An input at whose time it died is tried once more, alone: what was beside a bad one is answered, and the bad one is
    "crashed". Use one per thread, or one for all: calls wait for each other.

    Args:
        types: What to look for: names as `scan-qr --types` has them, or "all"; default QR codes.
        effort: "fast", "balanced" or "thorough"; default as `scan-qr` has it.
        jobs: How many inputs are scanned at once; default one per core.
        window: How many inputs are on their way at most; default twice as many as are scanned.
        deadline: How many seconds of CPU time an input may take before it is a "timeout"; default 30.
        patience: How many seconds may pass without an answer before the process is taken for stuck; default twice the
            deadline and half a minute: a picture waits for slow disks, too.
        recycle_after: How many inputs a process answers before a new one takes its place; default 100,000.
        recycle_megabytes: How much memory it may have after an answer; default 1,000.
        arguments: More options of `scan-qr`.
        command: What is run; default the `scan-qr` of this package, or on the path.

    Raises:
        ScannerUnavailable: It doesn't run.
    """

    def __init__(
        self,
        *,
        types: str | Iterable[str] = "qr",
        effort: str | None = None,
        jobs: int | None = None,
        window: int | None = None,
        deadline: float = 30,
        patience: float | None = None,
        recycle_after: int = 100_000,
        recycle_megabytes: float = 1_000,
        arguments: Sequence[str] = (),
        command: Sequence[str] | None = None,
    ):
        jobs = jobs or len(os.sched_getaffinity(0))
        self._window = window or 2 * jobs
        self._patience = patience or 2 * deadline + 30
        self._recycle_after, self._recycle_megabytes = recycle_after, recycle_megabytes
        self._command = tuple(command or find_command())
        self._arguments = [
            *("--types", types if isinstance(types, str) else ",".join(types)),
            *(["--effort", effort] if effort else []),
            *("--jobs", str(jobs), "--window", str(self._window), "--deadline", f"{deadline:g}"),
            *arguments,
        ]
        check_command(self._command)
        self._lock = threading.Lock()
        self._process: ScannerProcess | None = None
        self._tasks: dict[int, _Task] = {}
        self._number = 0
        self._answered, self._weighed, self._is_fat = 0, 0, False
        self._owner: int | None = None

    def read(self, source: Input) -> Result:
        """Reads one input; a name, if it is one, is its result's id."""
        key = source if isinstance(source, (str, os.PathLike)) else None
        return next(iter(self.scan([(key, source)])))

    def scan(self, inputs: Iterable[Input | tuple[object, Input]]) -> Iterator[Result]:
        """Reads inputs, and gives exactly one result for each, as they are done.

        Args:
            inputs: Inputs, or pairs of an id and an input; without one, a name is its id, and of others the number, from 0.
                They are taken as there is room: at most a window of them is in memory.

        Raises:
            ScannerUnavailable: The scanner doesn't take its options.
        """
        if self._owner == threading.get_ident():
            raise RuntimeError("this Scanner is in the middle of a scan: make another for what is read meanwhile")
        with self._lock:
            self._owner = threading.get_ident()
            try:
                for number, given in enumerate(inputs):
                    key, source = given if isinstance(given, tuple) else (_name(given, number), given)
                    yield from self._take_down_to(self._window - 1)
                    if self._is_worn:
                        yield from self._take_down_to(0)
                        self._end()
                    yield from self._send(_Task(key, source))
                    yield from self._take(0)
                yield from self._take_down_to(0)
            finally:
                self._owner = None
                # Whoever stops in the middle leaves answers behind that nobody wants.
                if self._tasks:
                    self._end()

    def close(self) -> None:
        """Ends the process; the next input would begin another."""
        with self._lock:
            self._end()

    def __enter__(self) -> Scanner:
        return self

    def __exit__(self, *_) -> None:
        self.close()

    def __del__(self) -> None:
        if getattr(self, "_process", None):
            self._end()

    def __reduce__(self):
        raise TypeError("a Scanner is a process: make one where it is used")

    def _send(self, task: _Task) -> Iterator[Result]:
        try:
            parts = request(self._number, task.source)
        except Exception as error:  # Whatever an object store's client throws belongs to the one input.
            yield task.failed("unreadable", f"{type(error).__name__}: {error}")
            return
        process = self._running()
        self._tasks[self._number] = task
        self._number += 1
        try:
            process.ask(parts)
        except ScannerDied:
            yield from self._bury()

    def _take_down_to(self, count: int) -> Iterator[Result]:
        """The next results, until no more than so many inputs are on their way."""
        while len(self._tasks) > count:
            yield from self._take(self._patience)

    def _take(self, timeout: float) -> Iterator[Result]:
        """The results that are there; where there are none, the next one in time."""
        if not self._tasks:
            return
        try:
            answer = self._process.answer(timeout)
            if answer is None and timeout > 0:
                yield from self._bury()
            while answer is not None:
                if result := self._result(answer):
                    yield result
                answer = self._process.answer(0)
        except ScannerDied:
            yield from self._bury()

    def _result(self, answer: dict) -> Result | None:
        task = self._tasks.get(answer.get("id"))
        if not task:
            return None
        if answer.get("partial"):
            task.partial.append(answer)
            return None
        del self._tasks[answer["id"]]
        self._answered += 1
        return Result.from_json(task.key, answer, task.partial)

    @property
    def _is_worn(self) -> bool:
        """Whether another process is to take this one's place, when nothing is on its way."""
        if not self._process:
            return False
        if self._answered - self._weighed >= 100:
            self._weighed = self._answered
            self._is_fat = self._process.resident_megabytes > self._recycle_megabytes
        return self._is_fat or self._answered >= self._recycle_after

    def _bury(self) -> Iterator[Result]:
        """Tries again, one at a time, what was on its way when the process died."""
        self._refuse()
        suspects, self._tasks = list(self._tasks.values()), {}
        self._end()
        for task in suspects:
            yield self._alone(task)

    def _alone(self, task: _Task) -> Result:
        process = self._running()
        end = time.monotonic() + self._patience
        number = self._number
        self._number += 1
        partial: list[dict] = []
        try:
            process.ask(request(number, task.source))
            while (rest := end - time.monotonic()) > 0:
                answer = process.answer(rest)
                if answer is None or answer.get("id") != number:
                    continue
                if not answer.get("partial"):
                    self._answered += 1
                    return Result.from_json(task.key, answer, partial)
                partial.append(answer)
                end = time.monotonic() + self._patience
        except ScannerDied:
            self._refuse()
            self._end()
            return task.failed("crashed", "the scanner died of it, also when it was alone", status="crashed")
        except Exception as error:
            return task.failed("unreadable", f"{type(error).__name__}: {error}")
        self._end()
        return task.failed("timeout", f"there was no answer within {self._patience:g} seconds", status="timeout")

    def _refuse(self) -> None:
        """Says so where the process ended because it doesn't take its options: the next one won't either."""
        if self._process and (words := self._process.refusal()) is not None:
            self._tasks = {}
            self._end()
            raise ScannerUnavailable(f"{self._command[0]}: {words}")

    def _running(self) -> ScannerProcess:
        if not self._process:
            self._process = ScannerProcess(self._command, self._arguments)
            self._answered, self._weighed, self._is_fat = 0, 0, False
        return self._process

    def _end(self) -> None:
        process, self._process = self._process, None
        self._tasks = {}
        if process:
            process.end()


def _name(source: Input, number: int) -> object:
    return source if isinstance(source, (str, os.PathLike)) else number
