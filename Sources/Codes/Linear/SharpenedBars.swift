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
  /// The fraction that the nearest characters may leave in addition; those of codes leave 0.02, others 0.2 and more.
  private static let mostInexact = 0.06
  /// The length on both sides of a code that characters must explain too, as a part of the code's length.
  private static let exactMargin = 0.03
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
      let edges = Self.edges(of: sharp)
      var codes = codes(drawn: sharp).filter { isExact($0, edges, dark, sigma) }
      if codes.isEmpty, blur > 0, let edges = fit(edges, to: dark, sigma) {
        let bars = Self.bars(between: edges, count: dark.count)
        codes = self.codes(drawn: bars).filter { isExact($0, edges, dark, sigma) }
      }
      if !codes.isEmpty { return codes.map { $0.moved(by: Double(part.lowerBound)) } }
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

  /// Returns the edges of bars in a profile, the first one from light to dark.
  private static func edges(of sharp: [Float]) -> [Double] {
    var edges: [Double] = []
    for index in sharp.indices.dropFirst() {
      let before = sharp[index - 1] - 0.5
      let after = sharp[index] - 0.5
      guard (before > 0) != (after > 0), !edges.isEmpty || after > 0 else { continue }
      edges.append(Double(index - 1) + Double(before / (before - after)))
    }
    if !edges.count.isMultiple(of: 2) { edges.removeLast() }
    return edges
  }

  /// Returns edges that are fitted to a blurred profile; nil if they are too few or don't explain it.
  private func fit(_ edges: [Double], to dark: [Float], _ sigma: Double) -> [Double]? {
    guard edges.count >= Self.leastEdgeCount else { return nil }
    var edges = edges
    let unexplained = Self.fit(&edges, to: dark, sigma, moves: true)
    return unexplained < Self.mostUnexplained ? edges : nil
  }

  /// Fits edges, and returns the unexplained fraction of the profile.
  private static func fit(_ edges: inout [Double], to dark: [Float], _ sigma: Double, moves: Bool) -> Double {
    var unexplained = 1.0
    let size = ccodes_edges_scratch_size(dark.count, edges.count)
    let count = withUnsafeTemporaryAllocation(of: Double.self, capacity: size) { scratch in
      ccodes_fit_edges(
        dark, dark.count, sigma, &edges, edges.count, moves, scratch.baseAddress, &unexplained)
    }
    edges.removeLast(edges.count - count)
    return unexplained
  }

  /// Draws the bars between edges.
  private static func bars(between edges: [Double], count: Int) -> [Float] {
    var bars = [Float](repeating: 0, count: count)
    for index in stride(from: 0, to: edges.count - 1, by: 2) {
      let start = max(0, edges[index] + 0.5)
      let end = min(Double(count), edges[index + 1] + 0.5)
      guard start < end else { continue }
      for place in Int(start)..<Int(end.rounded(.up)) {
        bars[place] += Float(min(end, Double(place + 1)) - max(start, Double(place)))
      }
    }
    return bars
  }

  /// Returns whether the most similar characters are the same code, and explain the profile about as well as free edges.
  ///
  /// Engines accept bars whose widths differ from those of a character by more than half of a module, so that they read
  /// one of 80,000 profiles of random bars. Types with characters of several widths are always exact.
  private func isExact(
    _ reading: ProfileReader.Reading, _ edges: [Double], _ dark: [Float], _ sigma: Double
  ) -> Bool {
    guard let characters = BarCharacters(reading.type) else { return true }
    let isReversed = reading.start > reading.end
    func edge(at place: Double) -> Int? { edges.indices.min { abs(edges[$0] - place) < abs(edges[$1] - place) } }
    guard let first = edge(at: min(reading.start, reading.end)),
      let last = edge(at: max(reading.start, reading.end)),
      first < last
    else { return false }
    let margin = Self.exactMargin * (edges[last] - edges[first])
    let start = max(0, Int(edges[first] - margin))
    let seen = Array(dark[start..<min(dark.count, Int(edges[last] + margin) + 1)])
    var free = edges[first...last].map { $0 - Double(start) }
    let leftByFree = Self.fit(&free, to: seen, sigma, moves: true)
    guard var exact = characters.nearest(to: isReversed ? free.reversed().map { -$0 } : free) else { return false }
    if isReversed { exact = exact.reversed().map { -$0 } }
    let isSame = codes(drawn: Self.bars(between: exact, count: seen.count)).contains { $0.isSame(as: reading) }
    return isSame && Self.fit(&exact, to: seen, sigma, moves: false) < leftByFree + Self.mostInexact
  }

  /// Returns the codes that an engine reads in bars.
  private func codes(drawn dark: [Float]) -> [ProfileReader.Reading] {
    guard let drawing = Self.drawing(of: dark) else { return [] }
    var options = EngineOptions()
    options.thresholding = .none
    options.triesInverted = false
    options.triesRotated = false
    options.triesDownscaled = false
    func place(_ x: Double) -> Double { (x - Double(Self.quietZone)) / Double(Self.scale) - 0.5 }
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

extension ProfileReader.Reading {
  /// Returns the code in a profile that begins earlier.
  fileprivate func moved(by distance: Double) -> Self {
    var moved = self
    moved.start += distance
    moved.end += distance
    return moved
  }
}
