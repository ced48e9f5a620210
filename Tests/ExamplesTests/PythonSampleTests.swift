import Fixtures
import Foundation
import Testing

/// Tests that run the Python samples of documents with the package's sources and the built scan-qr.
@Suite("Python samples in documents")
struct PythonSampleTests {
  /// A sample, and the document that shows it.
  struct Sample: Sendable, CustomStringConvertible {
    let document: String
    let code: String

    var description: String { document }

    /// The framework that the sample needs; nil for none.
    var framework: String? {
      ["spark", "ray"].first { code.contains("opencapture.\($0)") }
    }
  }

  private static let all: [Sample] = Documents.all.flatMap { document in
    ((try? Documents.blocks(of: "python", in: document)) ?? []).map { Sample(document: document, code: $0) }
  }

  private static func samples(needing framework: String?) -> [Sample] {
    all.filter { $0.framework == framework }
  }

  private static func run(_ code: String, in folder: URL? = nil) throws -> Command.Outcome {
    let sources = Documents.package.appending(path: "Distribution/python/src")
    return try Command(at: "/usr/bin/env").run(
      ["python3", "-c", code], in: folder,
      environment: [
        "PYTHONPATH": sources.path, "PYTHONDONTWRITEBYTECODE": "1",
        "OPENCAPTURE_SCAN_QR": Command(built: "scan-qr").executable.path,
      ])
  }

  private static func works(_ code: String) -> Bool { (try? run(code))?.status == 0 }

  private static let hasPython = works("import sys; sys.exit(sys.version_info < (3, 10))")
  private static let hasSpark = hasPython && works("import pyspark, pyarrow, pandas")
  private static let hasRay = hasPython && works("import ray.data")

  /// Runs a sample in a folder with the pictures that it names, after some preparation.
  private func run(_ sample: Sample, after preparation: String = "") throws {
    try TemporaryFolder.with { folder in
      for name in ["ticket.jpg", "poster.png"] {
        folder.file(name, PNM.bytes(try #require(QRSymbol(name)).picture(pixelsPerModule: 4)))
      }
      let outcome = try Self.run(preparation + sample.code, in: folder.url)
      #expect(outcome.status == 0, "\(outcome.errors)")
      if sample.code.contains("print(") { #expect(outcome.text.contains("ticket.jpg")) }
    }
  }

  @Test("Documents have Python samples with and without a framework")
  func found() {
    for framework in [nil, "spark", "ray"] { #expect(!Self.samples(needing: framework).isEmpty) }
  }

  @Test(
    "The samples read codes", .enabled(if: hasPython, "skipped: Python 3.10 or newer is not installed"),
    arguments: samples(needing: nil))
  func plain(sample: Sample) throws { try run(sample) }

  @Test(
    "The samples for Spark run", .enabled(if: hasSpark, "skipped: PySpark, pyarrow and pandas are not installed"),
    arguments: samples(needing: "spark"))
  func spark(sample: Sample) throws {
    let preparation = """
      from pathlib import Path
      from pyspark.sql import SparkSession
      spark = SparkSession.builder.master("local[1]").getOrCreate()
      Path("manifest").write_text("ticket.jpg\\n")
      rows = [("ticket.jpg", bytearray(Path("ticket.jpg").read_bytes()))]
      spark.createDataFrame(rows, ["name", "content"]).write.parquet("pictures")

      """
    try run(sample, after: preparation)
  }

  @Test(
    "The samples for Ray run", .enabled(if: hasRay, "skipped: Ray Data is not installed"),
    arguments: samples(needing: "ray"))
  func ray(sample: Sample) throws {
    let preparation = """
      from pathlib import Path
      import pyarrow, pyarrow.parquet
      Path("pictures").mkdir()
      table = pyarrow.table({"name": ["ticket.jpg"], "content": [Path("ticket.jpg").read_bytes()]})
      pyarrow.parquet.write_table(table, "pictures/part.parquet")

      """
    try run(sample, after: preparation)
  }
}
