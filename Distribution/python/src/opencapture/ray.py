"""Reads the codes of millions of pictures with Ray Data; every input gets a row."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pyarrow as pa

from ._arrow import scan_batches, schema
from ._scanner import Scanner

if TYPE_CHECKING:
    from ray.data import Dataset


class _Actor:
    """An actor that keeps a scanner between batches."""

    def __init__(self, column: str, key: str, options: dict):
        self._scanner = Scanner(**{"jobs": 1, **options})
        self._column = column
        self._key = key

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
    """Reads the codes of the pictures, documents and movies in a column.

    Args:
        dataset: A dataset with a column of local names, URLs for fsspec, or file contents.
        column: The name of the column; default "path".
        key: The column with the IDs of the results; default "path" if present, else the column itself.
        concurrency: The number of actors; default one per core of the cluster.
        batch_size: The number of inputs in a batch; default 64.
        **options: The options of `opencapture.Scanner`; the default of `jobs` is 1.

    Returns:
        One row per input: id, status, codes, width, height, ms, error_code, error_text. Missing, damaged and slow inputs, and
        inputs that crash the scanner, also get rows. They do not fail the job.

    An actor reserves half a core, although it can use a whole one. If the actors reserved all cores, no core would remain to
    read the dataset and write the rows, and the job would never end.
    """
    import ray

    names = dataset.schema().names
    chosen = key or ("path" if "path" in names else column)
    for name in (column, chosen):
        if name not in names:
            raise ValueError(f"no column {name!r}. Columns: {', '.join(names)}")
    return dataset.map_batches(
        _Actor,
        fn_constructor_args=(column, chosen, options),
        batch_format="pyarrow",
        batch_size=batch_size,
        concurrency=concurrency or max(1, int(ray.cluster_resources().get("CPU", 1))),
        num_cpus=0.5,
    )
