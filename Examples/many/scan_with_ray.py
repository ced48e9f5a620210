"""Reads the codes of all files in a manifest with Ray: python scan_with_ray.py MANIFEST RESULTS

The manifest has one name or URL per line. The results are a folder of Parquet files with one row per line.
"""
import sys

import opencapture.ray
import ray

manifest, results = sys.argv[1:]
names = ray.data.read_text(manifest).rename_columns({"text": "path"})
opencapture.ray.scan(names, types="all", deadline=10).write_parquet(results)
