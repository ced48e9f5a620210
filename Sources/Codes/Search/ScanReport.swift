import OpenCaptureMediaSamples
public import OpenCaptureMetadata

/// What came of a scan, and what it took.
public struct ScanReport: Sendable, Hashable {
  /// The codes from top to bottom of the stored picture, in device coordinates.
  public var codes: [MachineReadableCodeObject]
  /// The name of the pass that found each of the codes.
  public var foundBy: [String]
  /// The passes in their order.
  public var passes: [Pass]
  /// Whether the codes were found where the picture was laid over black, since none was found over white; see
  /// `PixelBuffer.laidOverBlack()`.
  public internal(set) var isOverBlack = false

  /// Makes a report; default of nothing.
  public init(codes: [MachineReadableCodeObject] = [], foundBy: [String] = [], passes: [Pass] = []) {
    (self.codes, self.foundBy, self.passes) = (codes, foundBy, passes)
  }

  /// Adds what another look took and found; its passes are told by the end of their names.
  mutating func add(_ other: ScanReport, suffix: String) {
    codes += other.codes
    foundBy += other.foundBy.map { $0 + suffix }
    passes += other.passes.map { Pass(name: $0.name + suffix, duration: $0.duration, codesFound: $0.codesFound) }
  }

  /// Leaves out the codes that don't touch a part of the picture; whether there are any.
  mutating func removeCodes(outside region: Rect) -> Bool {
    let kept = codes.indices.filter { codes[$0].bounds.intersection(region) != nil }
    guard kept.count < codes.count else { return false }
    (codes, foundBy) = (kept.map { codes[$0] }, kept.map { foundBy[$0] })
    return true
  }

  /// One look at the picture.
  public struct Pass: Sendable, Hashable {
    /// What it is, such as `zxing` or `regions ½ softened`.
    public var name: String
    /// How long it took.
    public var duration: Duration
    /// How many codes it found that no pass before it had found.
    public var codesFound: Int

    /// Makes a record.
    public init(name: String, duration: Duration, codesFound: Int) {
      (self.name, self.duration, self.codesFound) = (name, duration, codesFound)
    }
  }
}
