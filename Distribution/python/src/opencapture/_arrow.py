"""Results as Arrow columns for Spark and Ray."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import pyarrow as pa

from ._results import Result
from ._scanner import Scanner

CODE = pa.struct(
    [
        pa.field("type", pa.string()),
        pa.field("text", pa.string()),
        pa.field("data", pa.binary()),
        pa.field("corners", pa.list_(pa.list_(pa.float64()))),
        pa.field("bounds", pa.list_(pa.float64())),
        pa.field("engine", pa.string()),
        pa.field("page", pa.int32()),
        pa.field("time", pa.float64()),
    ]
)


def schema(key: pa.DataType) -> pa.Schema:
    """Returns the columns of results with keys of a given type."""
    return pa.schema(
        [
            pa.field("id", key),
            pa.field("status", pa.string()),
            pa.field("codes", pa.list_(CODE)),
            pa.field("width", pa.int32()),
            pa.field("height", pa.int32()),
            pa.field("ms", pa.float64()),
            pa.field("error_code", pa.string()),
            pa.field("error_text", pa.string()),
        ]
    )


def scan_batches(
    scanner: Scanner, batches: Iterable[pa.RecordBatch], column: str, key: str
) -> Iterator[pa.RecordBatch]:
    """Scans a column of names or file contents; yields batches of up to 1,000 results.

    Batches of results do not correspond to batches of inputs, so that the scanner never waits for the end of a batch.
    """
    types: list[pa.DataType] = []

    def inputs() -> Iterator[tuple[object, str | bytes]]:
        for batch in batches:
            types[:] = [batch.schema.field(key).type]
            for name, source in zip(batch.column(key), batch.column(column), strict=True):
                yield name.as_py(), _input(source)

    rows: list[dict] = []
    for result in scanner.scan(inputs()):
        rows.append(row(result))
        if len(rows) == 1_000:
            yield pa.RecordBatch.from_pylist(rows, schema(types[0]))
            rows = []
    if rows:
        yield pa.RecordBatch.from_pylist(rows, schema(types[0]))


def _input(value: pa.Scalar) -> object:
    # A missing value is also an input. Its result has the status "failed".
    if not value.is_valid:
        return None
    return value.as_py()


def row(result: Result) -> dict:
    """Returns a result as a row of the columns."""
    width, height = result.size or (None, None)
    return {
        "id": result.id,
        "status": result.status,
        "codes": [
            {
                "type": code.type,
                "text": code.text,
                "data": code.data,
                "corners": [list(corner) for corner in code.corners],
                "bounds": list(code.bounds),
                "engine": code.engine,
                "page": code.page,
                "time": code.time,
            }
            for code in result.codes
        ],
        "width": width,
        "height": height,
        "ms": result.ms,
        "error_code": result.error_code,
        "error_text": result.error_text,
    }
