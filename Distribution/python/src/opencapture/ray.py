"""Codes of millions of pictures by Ray Data: a row for each, whatever becomes of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pyarrow as pa

from ._arrow import scan_batches, schema
from ._scanner import Scanner

if TYPE_CHECKING:
    from ray.data import Dataset


class _Actor:
    """Holds a scanner between batches."""

    def __init__(self, column: str, key: str, options: dict):
        self._scanner = Scanner(**{"jobs": 1, **options})
        self._column, self._key = column, key

    def __call__(self, table: pa.Table) -> pa.Table:
        batches = scan_batches(self._scanner, table.to_batches(), self._column, self._key)
        return pa.Table.from_batches(batches, schema(table.schema.field(self._key).type))


def scan(
    dataset: Dataset,
    column: str = "path",
    key: str | None = None,
    *,
    concurrency: int | tuple[int, int] | None = None,
    batch_size: int = 64,
    **options,
) -> Dataset:
    """Reads the codes of the pictures, documents and movies that a column has.

    Args:
        dataset: A manifest: names in the column, local ones or URLs that fsspec opens, or the bytes of files.
        column: Which column; default "path".
        key: The column whose values are the results' ids; default "path", where there is one, else the column itself.
        concurrency: How many actors; default one a core of the cluster.
        batch_size: How many inputs an actor gets at once.
        **options: As `opencapture.Scanner` has them; `jobs` is 1 by default.

    Returns:
        A row for each: id, status, codes, width, height, ms, error_code, error_text. One that is missing, damaged, too slow
        or deadly is a row, too, and no failure of the job.

    An actor asks for half a core, though it takes a whole one where it can: if as many as there are cores had all of them,
    nothing would be left for reading the dataset and writing the rows, and the job would wait for that for ever.
    """
    import ray

    names = dataset.schema().names
    chosen = key or ("path" if "path" in names else column)
    for name in (column, chosen):
        if name not in names:
            raise ValueError(f"there is no column {name!r}; there are {', '.join(names)}")
    return dataset.map_batches(
        _Actor,
        fn_constructor_args=(column, chosen, options),
        batch_format="pyarrow",
        batch_size=batch_size,
        concurrency=concurrency or max(1, int(ray.cluster_resources().get("CPU", 1))),
        num_cpus=0.5,
    )
