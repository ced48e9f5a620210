"""Runs a Spark or Ray job over a manifest: job.py ENGINE MANIFEST RESULTS [OPTION=VALUE …].

The manifest has one name per line. An empty manifest measures the cost of the engine alone. Results are JSON, one per line.
The option `cluster` is the address of a cluster. Without it, the job starts a cluster with two workers.
"""

import json
import sys


def spark(names: list[str], cluster: str | None, options: dict) -> list[dict]:
    from pyspark.sql import SparkSession

    import opencapture.spark

    session = (
        SparkSession.builder.master(cluster or "local-cluster[2,1,1024]")
        .config("spark.ui.enabled", "false")
        .config("spark.executor.memory", "512m")
        .config("spark.task.maxFailures", "20")
        .getOrCreate()
    )
    session.sparkContext.setLogLevel("ERROR")
    frame = session.createDataFrame([(name,) for name in names], "path string").repartition(8)
    rows = [row.asDict(recursive=True) for row in opencapture.spark.scan(frame, **options).collect()]
    session.stop()
    return rows


def ray(names: list[str], cluster: str | None, options: dict) -> list[dict]:
    import ray

    import opencapture.ray

    if cluster:
        ray.init(cluster, log_to_driver=False)
    else:
        ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, object_store_memory=200_000_000)
    ray.data.DataContext.get_current().enable_progress_bars = False
    if names:
        dataset = opencapture.ray.scan(
            ray.data.from_items([{"path": name} for name in names], override_num_blocks=8), batch_size=32, **options
        )
    else:
        dataset = ray.data.range(8).map_batches(lambda batch: batch)
    rows = dataset.take_all()
    ray.shutdown()
    return rows


def main() -> None:
    engine, manifest, results = sys.argv[1:4]
    options = dict(option.split("=", 1) for option in sys.argv[4:])
    if "arguments" in options:
        options["arguments"] = options["arguments"].split()
    if "command" in options:
        options["command"] = options["command"].split()
    with open(manifest) as file:
        names = file.read().splitlines()
    rows = {"spark": spark, "ray": ray}[engine](names, options.pop("cluster", None), options)
    with open(results, "w") as file:
        for row in rows:
            if "status" in row:
                codes = [code["text"] for code in row["codes"]]
                print(json.dumps({"id": row["id"], "status": row["status"], "codes": codes}), file=file)


main()
