import ArgumentParser
import FoundationEssentials

/// The benchmark command.
@main
struct Benchmarks: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "benchmarks", abstract: "Measure OpenCapture.", subcommands: [Peers.self, Hostile.self],
    defaultSubcommand: Peers.self)
}

/// The subcommand that compares OpenCapture with its peers.
///
/// It prints ratios, because absolute times depend on the computer.
struct Peers: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Compare OpenCapture with its peers in alternating runs, and print the ratios.",
    discussion: """
      Each ratio has a bound. A workload that exceeds a bound is measured again. Bounds exceeded twice are listed at \
      the end, and the exit status is 1.
      """)

  @Option(help: "Measure only workloads with this text in their names.")
  var only: String?

  @Option(help: "Number of measured rounds, after one warm-up round.")
  var rounds = 9

  @Option(help: "Folder of code pictures (default: the demo's picture).")
  var corpus: String?

  @Option(help: "Scan every Nth picture of the corpus.")
  var every = 10

  @Option(help: "Picture created by the demo.")
  var demoPicture = "demo/picture.png"

  @Option(help: "Path of the scan-qr command to measure.")
  var scanQR = ".build/release/scan-qr"

  @Option(help: "Path of the viewfinder command to measure.")
  var viewfinder = ".build/release/viewfinder"

  @Option(help: "Also write the results to this file, as JSON.")
  var json: String?

  func run() throws {
    let pictures = try BenchmarkPictures(corpus: corpus, fallback: demoPicture)
    var report = Report()
    for group in groups(pictures) {
      for workload in try group() where only.map(workload.name.contains) ?? true {
        report.add(workload, rounds: rounds)
      }
    }
    print(Table.text(report.comparisons))
    if let json {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
      try encoder.encode(report.comparisons).write(to: URL(filePath: json))
    }
    guard report.violations.isEmpty else {
      print("\nExceeded bounds and failures:")
      for violation in report.violations { print("  " + violation) }
      throw ExitCode.failure
    }
  }

  /// Returns the workloads in groups that are created on demand.
  ///
  /// Workloads that start processes run before the pictures of the others fill the memory. The reason is in
  /// ``Contender/process(_:_:succeedsWith:)``.
  private func groups(_ pictures: BenchmarkPictures) -> [() throws -> [Workload]] {
    [
      { CommandWorkloads(scanQR: scanQR, pictures: pictures).all },
      { try ViewfinderWorkloads(viewfinder: viewfinder).all },
      { try RecordingWorkloads(viewfinder: viewfinder).all },
      { try CodeWorkloads(pictures: pictures, interval: max(1, every)).all },
      { try ProcessorWorkloads().all },
      { try CaptureWorkloads().all },
      { try FaceWorkloads().all },
      { try PixelWorkloads(pictures: pictures).all },
      { try JPEGWorkloads(pictures: pictures).all },
    ]
  }
}
