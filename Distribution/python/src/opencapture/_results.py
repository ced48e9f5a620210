"""What comes out: results of inputs, and the codes in them."""

from __future__ import annotations

import base64
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Code:
    """A code that was found."""

    #: AVFoundation's name of the symbology in short: "qr", "ean13", "code128" …
    type: str
    #: The text; None where the bytes are none.
    text: str | None
    #: The payload, byte for byte.
    data: bytes
    #: Its corners, (x, y) in pixels of the upright picture, from the one at the symbol's upper left, counterclockwise.
    corners: list[tuple[float, float]]
    #: x, y, width and height of what encloses it, in pixels of the upright picture.
    bounds: tuple[float, float, float, float]
    #: The engine that read it.
    engine: str | None = None
    #: The page that it is on, from 1, where the input has pages.
    page: int | None = None
    #: When it appears, in seconds, where the input is a movie.
    time: float | None = None
    #: Number from 0, count or None if unknown, and identifier if there is one, of a part of a text in several codes.
    part: tuple[int | str | None, ...] | None = None

    @classmethod
    def from_json(cls, members: dict) -> Code:
        """The code that an answer's line tells."""
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
    """An input couldn't be read, or not all of it.

    Attributes:
        result: What there is of it: codes that were found before, too.
    """

    def __init__(self, result: Result):
        super().__init__(f"{result.id}: {result.error_text or result.status}")
        self.result = result


@dataclass(frozen=True)
class Result:
    """What became of an input."""

    #: Whose it is: what the caller called it.
    id: object
    #: "ok", also where nothing was found; "damaged": what could be read was; "failed": it couldn't be read;
    #: "timeout": it took longer than it may; "crashed": the scanner died of it, twice.
    status: str
    codes: list[Code] = field(default_factory=list)
    #: Width and height in pixels, upright.
    size: tuple[int, int] | None = None
    #: How long it took, in milliseconds.
    ms: float | None = None
    #: What is wrong, where something is: a word for programs, and a sentence for people.
    error_code: str | None = None
    error_text: str | None = None

    @property
    def is_ok(self) -> bool:
        return self.status == "ok"

    def checked(self) -> Result:
        """The result itself, where all was read.

        Raises:
            ScanError: Not all was.
        """
        if not self.is_ok:
            raise ScanError(self)
        return self

    @classmethod
    def from_json(cls, key: object, members: dict, partial: list[dict]) -> Result:
        """The result that an input's last line tells, behind its partial ones."""
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
