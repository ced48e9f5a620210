import OpenCaptureMediaSamples
public import OpenCaptureMetadata

/// The codes and passes of a scan.
public struct ScanReport: Sendable, Hashable {
  /// The codes from top to bottom of the stored picture, in device coordinates.
  public var codes: [MachineReadableCodeObject]
  /// The name of the pass that found each code.
  public var foundBy: [String]
  /// The passes in order.
  public var passes: [Pass]
  /// Whether the codes were found on black ground because white ground had none; see `PixelBuffer.compositedOverBlack()`.
  public internal(set) var isOverBlack = false
  /// The QR codes that were located but not decoded, in device coordinates.
  var unreadCodes: [UnreadCode] = []

  /// Creates a report (default: empty).
  public init(codes: [MachineReadableCodeObject] = [], foundBy: [String] = [], passes: [Pass] = []) {
    self.codes = codes
    self.foundBy = foundBy
    self.passes = passes
  }

  /// Appends the codes and passes of another search, with a suffix to the names of its passes.
  mutating func add(_ other: ScanReport, suffix: String) {
    codes += other.codes
    foundBy += other.foundBy.map { $0 + suffix }
    unreadCodes += other.unreadCodes
    passes += other.passes.map { Pass(name: $0.name + suffix, duration: $0.duration, codesFound: $0.codesFound) }
  }

  /// Removes the codes that don't touch a region and returns whether any was removed.
  mutating func removeCodes(outside region: Rect) -> Bool {
    let kept = codes.indices.filter { codes[$0].boundingBox.intersection(region) != nil }
    guard kept.count < codes.count else { return false }
    codes = kept.map { codes[$0] }
    foundBy = kept.map { foundBy[$0] }
    return true
  }

  /// A pass over the picture.
  public struct Pass: Sendable, Hashable {
    /// The name, such as `zxing` or `regions ½ softened`.
    public var name: String
    /// The duration.
    public var duration: Duration
    /// The number of codes that no earlier pass had found.
    public var codesFound: Int

    /// Creates a pass.
    public init(name: String, duration: Duration, codesFound: Int) {
      self.name = name
      self.duration = duration
      self.codesFound = codesFound
    }
  }
}
