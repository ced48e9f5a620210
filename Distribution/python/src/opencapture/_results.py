"""Results of inputs, and their codes."""

from __future__ import annotations

import base64
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Code:
    """A code."""

    #: AVFoundation's short name of the symbology: "qr", "ean13", "code128" …
    type: str
    #: The text; None if the bytes are not text.
    text: str | None
    #: The payload bytes.
    data: bytes
    #: The corners as (x, y) in pixels of the upright picture, counterclockwise from the symbol's own upper left corner.
    corners: list[tuple[float, float]]
    #: The x, y, width and height of the enclosing rectangle, in pixels of the upright picture.
    bounds: tuple[float, float, float, float]
    #: The engine that read the code.
    engine: str | None = None
    #: The page number from 1; None if the input has no pages.
    page: int | None = None
    #: The time of appearance in seconds; None if the input is not a movie.
    time: float | None = None
    #: The position in a message of several codes: index from 0, count or None if unknown, and the identifier if present.
    part: tuple[int | str | None, ...] | None = None

    @classmethod
    def from_json(cls, members: dict) -> Code:
        """Makes a code from its members in an answer."""
        text = members.get("text")
        data = base64.b64decode(members["bytes"]) if "bytes" in members else (text or "").encode()
        return cls(
            type=members["type"],
            text=text,
            data=data,
            corners=[(x, y) for x, y in members["corners"]],
            bounds=tuple(members["bounds"]),
            engine=members.get("engine"),
            page=members.get("page"),
            time=members.get("time"),
            part=tuple(members["part"]) if "part" in members else None,
        )


class ScanError(Exception):
    """An input could not be read completely.

    Attributes:
        result: The result, including codes that were found before the failure.
    """

    def __init__(self, result: Result):
        super().__init__(f"{result.id}: {result.error_text or result.status}")
        self.result = result


@dataclass(frozen=True)
class Result:
    """The result of an input."""

    #: The input's ID, as given by the caller.
    id: object
    #: "ok": the input was read, with or without codes. "damaged": a part was read. "failed": the input was not read.
    #: "timeout": the deadline passed. "crashed": the scanner died twice while it read the input.
    status: str
    codes: list[Code] = field(default_factory=list)
    #: The width and height in pixels of the upright picture.
    size: tuple[int, int] | None = None
    #: The duration of the scan in milliseconds.
    ms: float | None = None
    #: The error as a constant for programs; None without an error.
    error_code: str | None = None
    #: The error as a sentence; None without an error.
    error_text: str | None = None

    @property
    def is_ok(self) -> bool:
        return self.status == "ok"

    def checked(self) -> Result:
        """Returns this result.

        Raises:
            ScanError: The status is not "ok".
        """
        if not self.is_ok:
            raise ScanError(self)
        return self

    @classmethod
    def from_json(cls, key: object, members: dict, partial: list[dict]) -> Result:
        """Makes a result from an input's final answer and its partial answers."""
        error = members.get("error") or {}
        size = members.get("size")
        lines = [*partial, members]
        return cls(
            id=key,
            status=members["status"],
            codes=[Code.from_json(code) for line in lines for code in line.get("codes") or []],
            size=tuple(size) if size else None,
            ms=members.get("ms"),
            error_code=error.get("code"),
            error_text=error.get("text"),
        )
