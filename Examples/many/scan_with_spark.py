"""Reads the codes of all files in a manifest with Spark: spark-submit scan_with_spark.py MANIFEST RESULTS

The manifest has one name or URL per line. The results are a folder of Parquet files with one row per line.
"""
import sys

import opencapture.spark
from pyspark.sql import SparkSession

manifest, results = sys.argv[1:]
spark = SparkSession.builder.appName("scan").getOrCreate()
names = spark.read.text(manifest).withColumnRenamed("value", "path")
# A few hundred pictures per task outweigh the start-up time of a task.
parts = max(spark.sparkContext.defaultParallelism, names.count() // 500)
opencapture.spark.scan(names.repartition(parts), types="all", deadline=10).write.mode("overwrite").parquet(results)
