"""Reads the codes of all files that a manifest names, with Ray: python scan_with_ray.py MANIFEST RESULTS

The manifest is text, a name or URL a line; results are a folder of Parquet files, a row for each line.
"""
import sys

import opencapture.ray
import ray

manifest, results = sys.argv[1:]
names = ray.data.read_text(manifest).rename_columns({"text": "path"})
opencapture.ray.scan(names, types="all", deadline=10).write_parquet(results)
