import Dispatch
import Fixtures
import Foundation
import OpenCaptureCodes
import OpenCaptureMediaSamples
import OpenCaptureMetadata
import OpenCapturePictures
import OpenCaptureSystem
import Testing

/// Compares detected corners in photographs with labels.
@Suite("Corners in the corpus", .enabled(if: Corpus.codes != nil, "skipped: no corpus found"))
struct LinearCornerTests {
  /// The available engines, together and each alone.
  private static let engines: [[any CodeEngine]] =
    [CodeScanner.defaultEngines]
    + (CodeScanner.defaultEngines.count > 1 ? CodeScanner.defaultEngines.map { [$0] } : [])

  /// The detected codes of each picture, with corners in pixels.
  private struct Findings: Lockable {
    var codes: [String: [MachineReadableCodeObject]] = [:]
    var dimensions: [String: VideoDimensions] = [:]
  }

  private func find(
    _ types: Set<MetadataObjectType>?, in files: [String], engines: [any CodeEngine]
  ) throws -> Findings {
    let folder = try #require(Corpus.codes)
    let readable = CodeScanner.readableTypes(of: engines)
    let scanner = try CodeScanner(types: types?.intersection(readable) ?? readable, engines: engines)
    let findings = Locked(Findings())
    DispatchQueue.concurrentPerform(iterations: files.count) { index in
      let options = PictureReadingOptions(pixelFormat: .grey, acceptsDamage: true)
      guard let picture = try? Picture(contentsOf: "\(folder)/\(files[index])", options: options),
        let codes = try? scanner.scan(picture.pixelBuffer)
      else { return }
      let upright = PictureTransform.uprightPixels(of: picture.info.dimensions, orientation: picture.orientation)
      findings.withLock {
        $0.codes[files[index]] = codes.map { $0.transformed(by: upright) }
        $0.dimensions[files[index]] = picture.info.dimensions.upright(picture.orientation)
      }
    }
    return findings.withLock { $0 }
  }

  @Test("All corners lie in every third picture, for all types, with all engines and each alone")
  func inside() throws {
    let folder = try #require(Corpus.codes)
    let files = try CodeTruth.load("\(folder)/truth.jsonl").map(\.file).sorted().every(3)
    for engines in Self.engines {
      let findings = try find(nil, in: files, engines: engines)
      #expect(findings.codes.count == files.count)
      var count = 0
      for (file, codes) in findings.codes {
        let size = try #require(findings.dimensions[file]).size
        for code in codes {
          count += 1
          let isInside = code.cornerPoints.allSatisfy { corner in
            (-1e-6...size.width + 1e-6).contains(corner.x) && (-1e-6...size.height + 1e-6).contains(corner.y)
          }
          #expect(isInside, "\(file): \(code.type) \(code.cornerPoints) in \(size)")
        }
      }
      print("corners by \(engines.map(\.name)): \(count) codes")
      #expect(count > 100)
    }
  }

  @Test("The ends of linear codes are within 2 % of the length from the labels")
  func ends() throws {
    let labels = try LabelledCode.load()
    #expect(labels.count >= 40)
    for engines in Self.engines {
      let readable = CodeScanner.readableTypes(of: engines)
      let linear = readable.subtracting([.qr, .microQR, .rMQR, .aztec, .dataMatrix, .pdf417, .microPDF417])
      let findings = try find(linear, in: Array(Set(labels.map(\.file))), engines: engines)
      var errors: [Double] = []
      for label in labels {
        guard let code = findings.codes[label.file]?.first(where: label.holds) else { continue }
        let error = label.error(of: code.cornerPoints)
        errors.append(error)
        #expect(error < 0.02, "\(engines.map(\.name)), \(label.file): \(error), \(code.cornerPoints)")
      }
      let median = errors.sorted()[errors.count / 2]
      print(
        "ends of linear codes by \(engines.map(\.name)): \(errors.count), median \(median), worst \(errors.max() ?? 0)"
      )
      // Two of the codes have types that ZBar isn't used for.
      #expect(errors.count >= (readable.contains(.gs1DataBar) ? 41 : 39))
    }
  }
}

/// A linear code as labelled by a person.
private struct LabelledCode {
  let file: String
  /// The corners in the picture: top left, top right, bottom right, bottom left.
  let corners: [Point]

  static func load() throws -> [Self] {
    let path = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "linear-codes.csv")
    return try String(contentsOf: path, encoding: .utf8).split(separator: "\n").filter { !$0.hasPrefix("#") }.map {
      line in
      let fields = line.split(separator: ",")
      let numbers = fields.dropFirst().compactMap { Double($0) }
      try #require(numbers.count == 8, "\(line)")
      return Self(
        file: String(fields[0]), corners: (0..<4).map { Point(x: numbers[2 * $0], y: numbers[2 * $0 + 1]) })
    }
  }

  /// Returns whether the centre of a code lies in the outline.
  func holds(_ code: MachineReadableCodeObject) -> Bool {
    let x = code.cornerPoints.map(\.x).reduce(0, +) / 4
    let y = code.cornerPoints.map(\.y).reduce(0, +) / 4
    var isInside = false
    for (a, b) in zip(corners, corners.dropFirst() + corners.prefix(1)) where (a.y > y) != (b.y > y) {
      if x < (b.x - a.x) * (y - a.y) / (b.y - a.y) + a.x { isInside.toggle() }
    }
    return isInside
  }

  /// Returns the maximum distance of detected corners from their sides, as a fraction of the length.
  func error(of found: Corners) -> Double {
    let length = (distance(corners[0], corners[1]) + distance(corners[3], corners[2])) / 2
    let left = (corners[0], corners[3])
    let right = (corners[1], corners[2])
    func error(_ first: (Point, Point), _ last: (Point, Point)) -> Double {
      let errors = [
        beside(first, found.topLeft), beside(first, found.bottomLeft), beside(last, found.topRight),
        beside(last, found.bottomRight),
      ]
      return (errors.max() ?? .infinity) / length
    }
    // The code can be upside down in the picture.
    return min(error(left, right), error(right, left))
  }

  private func distance(_ a: Point, _ b: Point) -> Double {
    ((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y)).squareRoot()
  }

  private func beside(_ side: (Point, Point), _ place: Point) -> Double {
    let x = side.1.x - side.0.x
    let y = side.1.y - side.0.y
    return abs((place.x - side.0.x) * y - (place.y - side.0.y) * x) / distance(side.0, side.1)
  }
}
