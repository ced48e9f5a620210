import ArgumentParser
import FoundationEssentials
import OpenCapture

/// The subcommand that measures scans of pictures designed to slow down a code reader.
struct Hostile: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Measure scans of pictures full of patterns similar to codes, compared with a photograph.",
    discussion: "The exit status is 1 if a scan takes more than five times the processor time of the photograph.")

  @Option(help: "Number of pictures.")
  var count = 1000

  @Option(help: "Seed of the first picture; each further picture uses the next seed.")
  var seed: UInt64 = 0

  @Option(help: "Size of the largest picture in megapixels; the smallest has one.")
  var megapixels = 16.0

  @Option(help: "Scan effort: fast, balanced or thorough.")
  var effort = "balanced"

  @Option(help: "Code types to scan for: qr or all.")
  var types = "qr"

  @Argument(help: "Photograph without codes; scaled to each size.")
  var photograph: String

  /// The largest permitted ratio.
  private static let bound = 5.0

  func run() throws {
    guard let effort = ScanEffort(rawValue: effort) else { throw ValidationError("Unknown effort '\(effort)'.") }
    var scanner = try CodeScanner(types: CodeScanner.types(named: [types]))
    scanner.effort = effort
    let photograph = try Picture(contentsOf: photograph, options: PictureReadingOptions(pixelFormat: .grey))
      .pixelBuffer
    // Sizes recur, so the photograph is measured once per size.
    let sizes = (0..<16).map { step in
      let pixels = 1 + (max(1, megapixels) - 1) * Double(step) / 15
      let width = Int((pixels * 1e6 * 4 / 3).squareRoot())
      return VideoDimensions(width: width, height: width * 3 / 4)
    }
    var references: [VideoDimensions: Double] = [:]
    var scans: [Scan] = []
    for index in 0..<count {
      let size = sizes[index / HostilePicture.Kind.allCases.count % sizes.count]
      if references[size] == nil {
        let picture = try photograph.scaled(to: size, filter: .box)
        references[size] = try (0..<3).map { _ in try processorTime(scanner, picture) }.min()
      }
      let hostile = HostilePicture(seed: seed + UInt64(index), dimensions: size)
      let cost = try processorTime(scanner, hostile.picture())
      scans.append(Scan(picture: hostile, cost: cost, ratio: cost / (references[size] ?? cost)))
    }
    report(scans)
    guard scans.allSatisfy({ $0.ratio <= Self.bound }) else { throw ExitCode.failure }
  }

  private struct Scan {
    let picture: HostilePicture
    /// The processor time in seconds.
    let cost: Double
    /// The ratio of this cost to that of the photograph.
    let ratio: Double
  }

  /// Returns the processor time of a scan, in seconds.
  private func processorTime(_ scanner: CodeScanner, _ picture: PixelBuffer) throws -> Double {
    try Contender.work("scan") { _ = try scanner.scan(picture) }.run().cpu ?? 0
  }

  private func report(_ scans: [Scan]) {
    print("kind\tpictures\tmedian ×\tworst ×\tworst s\tworst picture")
    let all = [("all", scans)]
    let kinds = HostilePicture.Kind.allCases.map { kind in (kind.rawValue, scans.filter { $0.picture.kind == kind })
    }
    for (name, scans) in kinds + all {
      let sorted = scans.sorted { $0.ratio < $1.ratio }
      guard let worst = sorted.last else { continue }
      let median = sorted[sorted.count / 2].ratio
      let size = worst.picture.dimensions
      print(
        [
          name, "\(sorted.count)", rounded(median), rounded(worst.ratio), rounded(worst.cost),
          "\(worst.picture.name), \(size.width)×\(size.height)",
        ].joined(separator: "\t"))
    }
  }

  private func rounded(_ value: Double) -> String { "\((value * 100).rounded() / 100)" }
}
