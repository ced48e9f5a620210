"""Codes of millions of pictures by Spark: a row for each, whatever becomes of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ._arrow import scan_batches
from ._scanner import Scanner

if TYPE_CHECKING:
    import pyarrow as pa
    from pyspark.sql import DataFrame

#: Results' columns, as Spark says them, with the key's type in front.
COLUMNS = (
    "status string, codes array<struct<type:string, text:string, data:binary, corners:array<array<double>>, "
    "bounds:array<double>, engine:string, page:int, time:double>>, width int, height int, ms double, "
    "error_code string, error_text string"
)


def scan(frame: DataFrame, column: str = "path", key: str | None = None, **options) -> DataFrame:
    """Reads the codes of the pictures, documents and movies that a column has.

    Args:
        frame: A manifest: names in the column, local ones or URLs that fsspec opens, or the bytes of files.
        column: Which column; default "path".
        key: The column whose values are the results' ids; default the column itself where it has names, else "path".
        **options: As `opencapture.Scanner` has them; `jobs` is 1 by default, since Spark runs a task a core.

    Returns:
        A row for each: id, status, codes, width, height, ms, error_code, error_text. One that is missing, damaged, too slow
        or deadly is a row, too, and no failure of the job.

    Raises:
        ValueError: The frame hasn't got the column, or it is neither of strings nor of bytes.
    """
    types = dict(frame.dtypes)
    for name in (column, key):
        if name is not None and name not in types:
            raise ValueError(f"there is no column {name!r}; there are {', '.join(types)}")
    if types[column] not in ("string", "binary"):
        raise ValueError(f"column {column!r} is {types[column]}: it has to be names (string) or files' bytes (binary)")
    chosen = key or (column if types[column] == "string" else "path")
    if chosen not in types:
        raise ValueError(f"say by key= which column identifies the rows: there is no {chosen!r}")

    def scan_partition(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        with Scanner(**{"jobs": 1, **options}) as scanner:
            yield from scan_batches(scanner, batches, column, chosen)

    inputs = frame.select(*dict.fromkeys((chosen, column)))
    return inputs.mapInArrow(scan_partition, f"id {types[chosen]}, {COLUMNS}")
