"""Reads the codes of all files that a manifest names, with Spark: spark-submit scan_with_spark.py MANIFEST RESULTS

The manifest is text, a name or URL a line; results are a folder of Parquet files, a row for each line.
"""
import sys

import opencapture.spark
from pyspark.sql import SparkSession

manifest, results = sys.argv[1:]
spark = SparkSession.builder.appName("scan").getOrCreate()
names = spark.read.text(manifest).withColumnRenamed("value", "path")
# A task takes its time to begin with; a few hundred pictures each are worth it.
parts = max(spark.sparkContext.defaultParallelism, names.count() // 500)
opencapture.spark.scan(names.repartition(parts), types="all", deadline=10).write.mode("overwrite").parquet(results)
