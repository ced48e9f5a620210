import ArgumentParser
import FoundationEssentials

/// Measures OpenCapture.
@main
struct Benchmarks: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "benchmarks", abstract: "Measure OpenCapture.", subcommands: [Peers.self, Hostile.self],
    defaultSubcommand: Peers.self)
}

/// Measures OpenCapture beside its peers; prints ratios, because absolute times say more about the machine.
struct Peers: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Measure OpenCapture beside its peers, interleaved, and print the ratios.",
    discussion: """
      Each ratio has a bound. What misses it is measured once more; what misses it again is listed at the end, and \
      the exit status is 1.
      """)

  @Option(help: "Only workloads whose name contains this.")
  var only: String?

  @Option(help: "Rounds that count, after one to warm up.")
  var rounds = 9

  @Option(help: "A folder of pictures of codes; without it, the demo's picture is used.")
  var corpus: String?

  @Option(help: "Of the pictures of codes, look for codes in one of this many.")
  var every = 10

  @Option(help: "The picture that the demo makes.")
  var demoPicture = "demo/picture.png"

  @Option(help: "The scan-qr to measure.")
  var scanQR = ".build/release/scan-qr"

  @Option(help: "The viewfinder to measure.")
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
    guard report.complaints.isEmpty else {
      print("\nNot as promised:")
      for complaint in report.complaints { print("  " + complaint) }
      throw ExitCode.failure
    }
  }

  /// The workloads, each group made when its turn comes.
  ///
  /// Those that start processes come first, before the pictures of the others fill the memory: see
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
