import COpenCaptureCodes
import OpenCaptureMediaSamples
import OpenCaptureMetadata

/// A reader that removes the blur from a profile, draws the bars, and lets the engines read the drawing.
///
/// The strength of the blur is unknown, so several are tried. First, the sharpest profile between light and dark that
/// explains the blurred one is drawn. Then its edges are fitted to the blurred profile, together with the blur.
struct SharpenedBars: Sendable {
  private let types: Set<MetadataObjectType>
  private let engines: [any CodeEngine]

  /// The types that are read: those with check characters that are not optional.
  ///
  /// EAN and UPC codes are fitted as a whole, which is more certain.
  static let readableTypes: Set<MetadataObjectType> = [
    .code128, .code93, .gs1DataBar, .gs1DataBarLimited, .gs1DataBarExpanded,
  ]

  /// The standard deviations of the blurs that are removed, in pixels.
  private static let blurs = [0, 0.8, 1.2, 1.7, 2.3, 3]
  /// The fraction of a profile's variance that edges leave unexplained if they are wrong.
  private static let mostUnexplained = 0.1
  /// The number of edges of the shortest code.
  private static let leastEdgeCount = 20
  /// The pixels of the drawing for each value of the profile.
  private static let scale = 3
  /// The rows of the drawing; the engines demand that several lines agree.
  private static let rowCount = 8
  /// The light beside the bars, in pixels of the drawing.
  private static let quietZone = 60

  /// Creates a reader; nil if it can read none of the types.
  init?(types: Set<MetadataObjectType>, engines: [any CodeEngine]) {
    self.types = types.intersection(Self.readableTypes)
    self.engines = engines
    if self.types.isEmpty { return nil }
  }

  /// Returns the codes of a profile that the weakest sufficient sharpening reveals.
  func codes(_ profile: GreyProfile) -> [ProfileReader.Reading] {
    let part = profile.barsBesideRegion
    let dark = Array(profile.darkness[part])
    for blur in Self.blurs {
      let sigma = blur * profile.valuesPerPixel
      let sharp = sharpened(dark, sigma)
      let codes = codes(drawn: sharp, from: part.lowerBound)
      if !codes.isEmpty { return codes }
      guard blur > 0, let fitted = fittedBars(dark, from: sharp, sigma) else { continue }
      let others = self.codes(drawn: fitted, from: part.lowerBound)
      if !others.isEmpty { return others }
    }
    return []
  }

  private func sharpened(_ dark: [Float], _ sigma: Double) -> [Float] {
    [Float](unsafeUninitializedCapacity: dark.count) { sharp, count in
      withUnsafeTemporaryAllocation(of: Float.self, capacity: ccodes_sharpen_scratch_size(dark.count)) { scratch in
        ccodes_sharpen(dark, dark.count, sigma, scratch.baseAddress, sharp.baseAddress)
      }
      count = dark.count
    }
  }

  /// Returns the bars between edges that are fitted to a blurred profile; nil if they don't explain it.
  private func fittedBars(_ dark: [Float], from sharp: [Float], _ sigma: Double) -> [Float]? {
    var edges: [Double] = []
    for index in sharp.indices.dropFirst() {
      let before = sharp[index - 1] - 0.5
      let after = sharp[index] - 0.5
      // The first edge is that of a bar.
      guard (before > 0) != (after > 0), !edges.isEmpty || after > 0 else { continue }
      edges.append(Double(index - 1) + Double(before / (before - after)))
    }
    if !edges.count.isMultiple(of: 2) { edges.removeLast() }
    guard edges.count >= Self.leastEdgeCount else { return nil }
    var unexplained = 1.0
    let size = ccodes_edges_scratch_size(dark.count, edges.count)
    let count = withUnsafeTemporaryAllocation(of: Double.self, capacity: size) { scratch in
      ccodes_fit_edges(dark, dark.count, sigma, &edges, edges.count, scratch.baseAddress, &unexplained)
    }
    guard unexplained < Self.mostUnexplained else { return nil }
    var bars = [Float](repeating: 0, count: dark.count)
    for index in stride(from: 0, to: count - 1, by: 2) {
      let start = max(0, edges[index] + 0.5)
      let end = min(Double(dark.count), edges[index + 1] + 0.5)
      guard start < end else { continue }
      for place in Int(start)..<Int(end.rounded(.up)) {
        bars[place] += Float(min(end, Double(place + 1)) - max(start, Double(place)))
      }
    }
    return bars
  }

  /// Returns the codes that an engine reads in bars.
  ///
  /// - Parameter first: The place of the first value in the profile.
  private func codes(drawn dark: [Float], from first: Int) -> [ProfileReader.Reading] {
    guard let drawing = Self.drawing(of: dark) else { return [] }
    var options = EngineOptions()
    options.thresholding = .none
    options.triesInverted = false
    options.triesRotated = false
    options.triesDownscaled = false
    func place(_ x: Double) -> Double { Double(first) + (x - Double(Self.quietZone)) / Double(Self.scale) - 0.5 }
    for engine in engines {
      guard let found = try? engine.scan(drawing, types: types, options: options), !found.codes.isEmpty else {
        continue
      }
      return found.codes.map { code in
        let corners = code.corners
        return ProfileReader.Reading(
          type: code.type, bytes: code.bytes, start: place(corners.topLeft.x), end: place(corners.topRight.x),
          text: code.text)
      }
    }
    return []
  }

  private static func drawing(of dark: [Float]) -> PixelBuffer? {
    let width = scale * dark.count + 2 * quietZone
    return try? PixelBuffer.grey(width: width, height: rowCount) { pixels in
      pixels.initializeMemory(as: UInt8.self, repeating: 255)
      for column in 0..<scale * (dark.count - 1) {
        let left = column / scale
        let part = Float(column % scale) / Float(scale)
        let value = dark[left] + part * (dark[left + 1] - dark[left])
        let grey = UInt8(max(0, min(255, 255 * (1 - value))))
        for row in 0..<rowCount { pixels[row * width + quietZone + scale / 2 + column] = grey }
      }
    }
  }
}
