"""Reads the codes of millions of pictures with Spark; every input gets a row."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ._arrow import scan_batches
from ._scanner import Scanner

if TYPE_CHECKING:
    import pyarrow as pa
    from pyspark.sql import DataFrame

#: The columns of results in Spark's schema language, without the key.
COLUMNS = (
    "status string, codes array<struct<type:string, text:string, data:binary, corners:array<array<double>>, "
    "bounds:array<double>, engine:string, page:int, time:double>>, width int, height int, ms double, "
    "error_code string, error_text string"
)


def scan(frame: DataFrame, column: str = "path", key: str | None = None, **options) -> DataFrame:
    """Reads the codes of the pictures, documents and movies in a column.

    Args:
        frame: A data frame with a column of local names, URLs for fsspec, or file contents.
        column: The name of the column; default "path".
        key: The column with the IDs of the results; default the column itself if it has names, else "path".
        **options: The options of `opencapture.Scanner`; the default of `jobs` is 1, because Spark runs one task per core.

    Returns:
        One row per input: id, status, codes, width, height, ms, error_code, error_text. Missing, damaged and slow inputs, and
        inputs that crash the scanner, also get rows. They do not fail the job.

    Raises:
        ValueError: The column is missing, or contains neither strings nor bytes.
    """
    types = dict(frame.dtypes)
    for name in (column, key):
        if name is not None and name not in types:
            raise ValueError(f"no column {name!r}. Columns: {', '.join(types)}")
    if types[column] not in ("string", "binary"):
        raise ValueError(f"column {column!r} is {types[column]}, but must be string (names) or binary (file contents)")
    chosen = key or (column if types[column] == "string" else "path")
    if chosen not in types:
        raise ValueError(f"no column {chosen!r}. Pass key= to select the column that identifies the rows.")

    def scan_partition(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        with Scanner(**{"jobs": 1, **options}) as scanner:
            yield from scan_batches(scanner, batches, column, chosen)

    inputs = frame.select(*dict.fromkeys((chosen, column)))
    return inputs.mapInArrow(scan_partition, f"id {types[chosen]}, {COLUMNS}")
