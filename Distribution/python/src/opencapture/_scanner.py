"""A scanner that survives crashes of its process."""

from __future__ import annotations

import os
import threading
import time
import weakref
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from ._inputs import Input, request
from ._process import ScannerDied, ScannerProcess, check_command, find_command
from ._results import Result


@dataclass
class _Task:
    """An input without a final answer."""

    key: object
    source: Input
    #: The partial answers.
    partial: list[dict] = field(default_factory=list)

    def failed(self, code: str, text: str, status: str = "failed") -> Result:
        return Result(id=self.key, status=status, error_code=code, error_text=text)


class Scanner:
    """Reads codes in a long-lived `scan-qr` process, which is restarted if it dies.

    The process decodes inputs in workers of its own. An input that crashes a decoder gets the status "crashed". If the
    process itself dies, each unanswered input is tried again alone. Threads can share a scanner; their calls then wait
    for each other.

    Args:
        types: The code types to scan for: names of `scan-qr --types`, or "all"; default the default of `scan-qr`.
        effort: "fast", "balanced" or "thorough"; default the default of `scan-qr`.
        jobs: The number of inputs scanned in parallel; default one per core.
        window: The largest number of unanswered inputs; default two per job.
        deadline: The CPU time in seconds after which an input gets the status "timeout"; default 30.
        timeout: The time in seconds without an answer after which the process is restarted; default twice the deadline plus
            30 s, because inputs can wait for slow disks.
        arguments: More options of `scan-qr`.
        command: The command to run; default the `scan-qr` of this package, else that on the path.

    Raises:
        ScannerUnavailable: `scan-qr` is missing or does not run.
        ValueError: An argument is wrong, such as an unknown type.
    """

    def __init__(
        self,
        *,
        types: str | Iterable[str] | None = None,
        effort: str | None = None,
        jobs: int | None = None,
        window: int | None = None,
        deadline: float = 30,
        timeout: float | None = None,
        arguments: Sequence[str] = (),
        command: Sequence[str] | None = None,
    ):
        limits = {"jobs": jobs, "window": window, "deadline": deadline, "timeout": timeout}
        for name, value in limits.items():
            if value is not None and not value > 0:
                raise ValueError(f"{name} must be greater than 0, not {value!r}")
        jobs = jobs or len(os.sched_getaffinity(0))
        self._window = window or 2 * jobs
        self._timeout = timeout or 2 * deadline + 30
        self._command = tuple(command or find_command())
        self._arguments = [
            *(["--types", types if isinstance(types, str) else ",".join(types)] if types is not None else []),
            *(["--effort", effort] if effort else []),
            *("--jobs", str(jobs), "--window", str(self._window), "--deadline", f"{deadline:g}"),
            *arguments,
        ]
        check_command(self._command, tuple(self._arguments))
        self._lock = threading.Lock()
        self._process: ScannerProcess | None = None
        self._tasks: dict[int, _Task] = {}
        self._number = 0
        self._owner: int | None = None

    def read(self, source: Input) -> Result:
        """Reads one input. The ID of the result is the name, or None for other inputs."""
        key = source if isinstance(source, (str, os.PathLike)) else None
        return next(iter(self.scan([(key, source)])))

    def scan(self, inputs: Iterable[Input | tuple[object, Input]]) -> Iterator[Result]:
        """Reads inputs and yields exactly one result for each, in order of completion.

        Args:
            inputs: Inputs, or pairs of an ID and an input. Without an ID, a name is its own ID, and another input's ID is its
                number from 0. At most one window of inputs is in memory.
        """
        if self._owner == threading.get_ident():
            raise RuntimeError("this Scanner is in use by a scan. Make another Scanner for nested scans.")
        with self._lock:
            self._owner = threading.get_ident()
            try:
                for number, given in enumerate(inputs):
                    key, source = given if isinstance(given, tuple) else (_name(given, number), given)
                    yield from self._drain_to(self._window - 1)
                    yield from self._send(_Task(key, source))
                    yield from self._receive(0)
                yield from self._drain_to(0)
            finally:
                self._owner = None
                # An abandoned scan must leave no answers to the next scan.
                if self._tasks:
                    self._end()

    def close(self) -> None:
        """Ends the process. The next input starts a new one."""
        with self._lock:
            self._end()

    def __enter__(self) -> Scanner:
        return self

    def __exit__(self, *_) -> None:
        self.close()

    def __reduce__(self):
        raise TypeError("cannot pickle a Scanner, because it owns a process. Make one where it is used.")

    def _send(self, task: _Task) -> Iterator[Result]:
        try:
            parts = request(self._number, task.source)
        except Exception as error:  # Any exception of an object store's client concerns only this input.
            yield task.failed("unreadable", f"{type(error).__name__}: {error}")
            return
        process = self._running()
        self._tasks[self._number] = task
        self._number += 1
        try:
            process.ask(parts)
        except ScannerDied:
            yield from self._retry_all()

    def _drain_to(self, count: int) -> Iterator[Result]:
        """Yields results until at most `count` inputs are unanswered."""
        while len(self._tasks) > count:
            yield from self._receive(self._timeout)

    def _receive(self, timeout: float) -> Iterator[Result]:
        """Yields the available results; waits for one if none is available."""
        if not self._tasks:
            return
        try:
            answer = self._process.answer(timeout)
            if answer is None and timeout > 0:
                yield from self._retry_all()
            while answer is not None:
                if result := self._result(answer):
                    yield result
                answer = self._process.answer(0)
        except ScannerDied:
            yield from self._retry_all()

    def _result(self, answer: dict) -> Result | None:
        task = self._tasks.get(answer.get("id"))
        if not task:
            return None
        if answer.get("partial"):
            task.partial.append(answer)
            return None
        del self._tasks[answer["id"]]
        return Result.from_json(task.key, answer, task.partial)

    def _retry_all(self) -> Iterator[Result]:
        """Tries the unanswered inputs of a dead process again, one at a time."""
        tasks = list(self._tasks.values())
        self._tasks = {}
        self._end()
        for task in tasks:
            yield self._retry(task)

    def _retry(self, task: _Task) -> Result:
        process = self._running()
        end = time.monotonic() + self._timeout
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
                    return Result.from_json(task.key, answer, partial)
                partial.append(answer)
                end = time.monotonic() + self._timeout
        except ScannerDied:
            self._end()
            return task.failed("crashed", "the scanner crashed twice on this input", status="crashed")
        except Exception as error:
            return task.failed("unreadable", f"{type(error).__name__}: {error}")
        self._end()
        return task.failed("timeout", f"no answer within {self._timeout:g} seconds", status="timeout")

    def _running(self) -> ScannerProcess:
        if not self._process:
            self._process = ScannerProcess(self._command, self._arguments)
            # A scanner that is not closed ends its process too, before the interpreter stops the threads.
            self._finalizer = weakref.finalize(self, self._process.end)
        return self._process

    def _end(self) -> None:
        self._tasks = {}
        if self._process:
            self._process = None
            self._finalizer()


def _name(source: Input, number: int) -> object:
    return source if isinstance(source, (str, os.PathLike)) else number
