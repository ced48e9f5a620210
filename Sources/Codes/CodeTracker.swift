public import OpenCaptureMediaSamples
public import OpenCaptureMetadata
public import OpenCaptureProcessing

/// A tracker for codes in the consecutive frames of one stream.
///
/// The tracker first checks the last position of each code. A code that looks the same isn't decoded again. A code
/// that has moved is decoded near its last position. The whole picture is searched in four cases: something changed
/// elsewhere, a code was lost, no codes are known, or ``interval`` frames have passed. If a code isn't visible in a
/// frame, for example because of blur, the tracker reports its extrapolated position for up to ``maximumMissedFrames`` frames.
///
///     var tracker = CodeTracker(scanner)
///     for sample in movie { print(try tracker.scan(sample)) }
///
/// A QR code that is located but not read adds its modules to those of earlier frames, and is reported once their sum
/// can be decoded. The same is true for the bars of EAN, UPC, Code 128, Code 93 and GS1 DataBar codes. Linear codes are
/// read at any angle. The effort ``ScanEffort/fast`` locates QR codes in half the resolution only.
///
/// The result for a frame depends only on this frame and the preceding ones.
public struct CodeTracker: Sendable {
  /// The scanner to use; its region of interest applies to all frames.
  public let scanner: CodeScanner

  /// The number of frames between full searches of an unchanged scene (default: 6, minimum: 1).
  public let interval: Int

  /// The number of frames for which a missed code is still reported (default: 3).
  ///
  /// A code is never reported for longer than a quarter of a second after it was seen.
  public let maximumMissedFrames: Int

  private var tracks: [CodeTrack] = []
  private var framesSinceFullScan = 0
  /// The number of full searches until the next one for secondary types, which is one of ``interval``.
  private var fullScansUntilSecondary = 0
  /// The scene and the code positions at the last full search.
  private var lastScene: (tiles: TileThumbnail, codes: [Rect])?
  /// Whether the tracked codes were found on black ground; see ``ScanReport/isOverBlack``.
  private var isOverBlack = false
  /// The codes that were located but not read.
  private var evidence = CodeEvidence()
  /// The bars that were located but not read.
  private var barEvidence = BarEvidence()

  /// Creates a tracker.
  public init(_ scanner: CodeScanner, interval: Int = 6, maximumMissedFrames: Int = 3) {
    self.scanner = scanner
    self.interval = max(1, interval)
    self.maximumMissedFrames = max(0, maximumMissedFrames)
  }

  /// Scans the next frame and returns codes with its time and duration.
  ///
  /// - Returns: The codes from top to bottom of the stored picture, in device coordinates.
  /// - Throws: The errors of ``CodeScanner/scan(_:)-(SampleBuffer)``.
  public mutating func scan(_ sampleBuffer: SampleBuffer) throws -> [MachineReadableCodeObject] {
    let timing = sampleBuffer.timing
    return try scan(sampleBuffer.luma(), time: timing.presentationTimeStamp, duration: timing.duration)
  }

  /// Scans the next picture.
  ///
  /// - Parameters:
  ///   - luma: The picture, in `PixelFormat.grey`.
  ///   - time: The time of the returned codes (default: `MediaTime.invalid`).
  ///   - duration: The duration of the returned codes (default: `MediaTime.invalid`).
  public mutating func scan(
    _ luma: PixelBuffer, time: MediaTime = .invalid, duration: MediaTime = .invalid
  ) throws -> [MachineReadableCodeObject] {
    // Codes that were read on black ground, and their changes, are invisible on white.
    let luma = try isOverBlack && !tracks.isEmpty ? luma.compositedOverBlack() ?? luma : luma
    let scene = try TileThumbnail(luma)
    framesSinceFullScan += 1
    for index in tracks.indices {
      tracks[index].begin()
      if tracks[index].look.isSame(as: CodeSignature(luma, tracks[index].code.cornerPoints)) {
        tracks[index].confirm(at: time)
      }
    }
    if needsFullScan(scene) {
      let seen = try scanFully(in: luma, scene, at: time)
      try scanNearTracks(in: seen, at: time)
    } else {
      try scanNearTracks(in: luma, at: time)
      if tracks.contains(where: { !$0.isSeen }) { _ = try scanFully(in: luma, scene, at: time) }
    }
    return codes(at: time, duration)
  }

  private func needsFullScan(_ scene: TileThumbnail) -> Bool {
    guard framesSinceFullScan < interval, !tracks.isEmpty, let lastScene else { return true }
    return scene.differs(from: lastScene.tiles, outside: lastScene.codes + tracks.map(\.searchRegion))
  }

  /// Decodes codes that weren't confirmed near their expected positions.
  private mutating func scanNearTracks(in luma: PixelBuffer, at time: MediaTime) throws {
    let whole = try scanner.clippedRectOfInterest()
    for index in tracks.indices where !tracks[index].isSeen {
      guard let region = tracks[index].searchRegion.intersection(whole) else { continue }
      var narrow = scanner
      narrow.rectOfInterest = region
      narrow.effort = .fast
      narrow.types = [tracks[index].code.type]
      narrow.secondaryTypes = []
      let bytes = tracks[index].code.bytes
      let expected = tracks[index].expectedCorners
      let read = try narrow.search(luma).codes.filter { $0.bytes == bytes }
        .min { $0.distance(to: expected.middle) < $1.distance(to: expected.middle) }
      if let code = try read ?? narrow.turnedCode(tracks[index].code, near: expected, in: luma) {
        tracks[index].see(code, CodeSignature(luma, code.cornerPoints), at: time)
      }
    }
  }

  /// Searches the whole picture and returns the one in which codes were found, possibly on black ground.
  private mutating func scanFully(
    in luma: PixelBuffer, _ scene: TileThumbnail, at time: MediaTime
  ) throws -> PixelBuffer {
    framesSinceFullScan = 0
    if tracks.isEmpty { isOverBlack = false }
    var scanner = scanner
    // Bars of secondary types that have revealed a code are followed like those of other types.
    let areBarsDue = fullScansUntilSecondary == 0 || barEvidence.hasCode || scanner.searchesForBars
    if fullScansUntilSecondary > 0 { scanner.secondaryTypes = [] }
    fullScansUntilSecondary = (fullScansUntilSecondary > 0 ? fullScansUntilSecondary : interval) - 1
    var report = try scanner.report(on: luma)
    var revealed = try codesFromEvidence(report, in: luma)
    if areBarsDue {
      revealed += try self.scanner.linearCodes(in: luma, besides: report.codes, with: &barEvidence)
    }
    report.codes += revealed.filter { $0.boundingBox.intersection(scanner.reportedRegion) != nil }
    guard report.isOverBlack, let black = try luma.compositedOverBlack() else {
      updateTracks(report.codes, in: luma, scene, at: time)
      return luma
    }
    isOverBlack = true
    try updateTracks(report.codes, in: black, TileThumbnail(black), at: time)
    return black
  }

  /// Returns the codes that no single frame holds.
  private mutating func codesFromEvidence(
    _ report: ScanReport, in luma: PixelBuffer
  ) throws -> [MachineReadableCodeObject] {
    let codes = try evidence.add(report.unreadCodes, besides: report.codes) { corners, dimension in
      scanner.unreadCode(near: corners, dimension: dimension, in: luma)
    } read: { grid, corners in
      try scanner.read(grid, at: corners, in: luma.dimensions)
    }
    return codes.filter { code in
      !report.codes.contains { $0.cornerPoints.contains(code.cornerPoints.middle) }
        && scanner.types.contains(code.type)
    }
  }

  /// Updates the tracks with detected codes and keeps the other tracks.
  private mutating func updateTracks(
    _ codes: [MachineReadableCodeObject], in luma: PixelBuffer, _ scene: TileThumbnail, at time: MediaTime
  ) {
    var known = tracks
    tracks = []
    for code in codes {
      let look = CodeSignature(luma, code.cornerPoints)
      let same = known.indices.filter { known[$0].isSame(as: code) }
      let nearest = same.min { index, other in
        code.distance(to: known[index].code.cornerPoints.middle)
          < code.distance(to: known[other].code.cornerPoints.middle)
      }
      if let index = nearest {
        var track = known.remove(at: index)
        track.see(code, look, at: time)
        tracks.append(track)
      } else {
        tracks.append(CodeTrack(code: code, look: look, at: time))
      }
    }
    // A code in the place of another one has replaced it, even if the old one seemed unchanged.
    let kept = known.filter { old in
      !tracks.contains {
        $0.code.type == old.code.type && old.code.cornerPoints.contains($0.code.cornerPoints.middle)
      }
    }
    tracks += kept
    lastScene = (scene, tracks.map(\.searchRegion))
  }

  /// The maximum time without detection, regardless of the number of frames.
  private static let maximumAbsence = MediaTime(value: 1, timescale: 4)

  /// Returns the codes to report for the frame and removes lost ones.
  private mutating func codes(at time: MediaTime, _ duration: MediaTime) -> [MachineReadableCodeObject] {
    for index in tracks.indices where !tracks[index].isSeen { tracks[index].miss() }
    tracks.removeAll { track in
      guard !track.isSeen else { return false }
      let absence = time - track.lastSeen
      return track.framesMissed > maximumMissedFrames
        || (absence.isNumeric && absence.magnitude > Self.maximumAbsence)
    }
    let region = scanner.reportedRegion
    let codes = tracks.compactMap { track -> MachineReadableCodeObject? in
      var code = track.code
      // The outline of a code in a single row has no area.
      guard region == .unit || code.boundingBox.intersection(region) != nil else { return nil }
      code.time = time
      code.duration = duration
      return code
    }
    return codes.sorted { ($0.boundingBox.minY, $0.boundingBox.minX) < ($1.boundingBox.minY, $1.boundingBox.minX) }
  }
}

extension MachineReadableCodeObject {
  fileprivate func distance(to place: Point) -> Double { cornerPoints.middle.distance(to: place) }
}

extension CodeTracker: MetadataDetector, StreamProcessor {
  /// The types that the scanner's engines can read.
  public var availableMetadataObjectTypes: [MetadataObjectType] { scanner.availableMetadataObjectTypes }

  /// The types that the tracker searches for; secondary types only in one of ``interval`` full searches.
  public var metadataObjectTypes: [MetadataObjectType] { scanner.metadataObjectTypes }

  /// Returns a new tracker that searches for the given types, as far as the scanner can read them.
  public func selecting(_ types: Set<MetadataObjectType>) -> CodeTracker {
    CodeTracker(scanner.selecting(types), interval: interval, maximumMissedFrames: maximumMissedFrames)
  }

  /// Returns a new tracker that reports only codes that touch a region of the picture.
  public func selecting(_ region: Rect) -> CodeTracker {
    CodeTracker(scanner.selecting(region), interval: interval, maximumMissedFrames: maximumMissedFrames)
  }

  /// The name of the tracker in reports.
  public var name: String { "codes" }

  /// Rejects a region of interest outside the picture before any frame is decoded.
  ///
  /// - Throws: ``CodeScannerError``.
  public func prepare(for format: FrameFormat) throws(CodeScannerError) { try scanner.prepare(for: format) }

  /// Appends the codes in the frame to its metadata objects, from top to bottom, and leaves the picture unchanged.
  ///
  /// - Throws: The errors of ``scan(_:)``.
  public mutating func process(_ frame: inout Frame) throws {
    frame.metadataObjects += try scan(frame.sampleBuffer) as [any MetadataObject]
  }

  /// Resets the tracker at the end of a stream.
  public mutating func finish() {
    self = CodeTracker(scanner, interval: interval, maximumMissedFrames: maximumMissedFrames)
  }
}

/// A thumbnail of a picture: the mean of each tile of about 16 × 16 pixels.
struct TileThumbnail: Sendable {
  private let columns: Int
  private let rows: Int
  private let means: [UInt8]

  private static let side = 16

  init(_ luma: PixelBuffer) throws(MediaError) {
    columns = max(1, luma.width / Self.side)
    rows = max(1, luma.height / Self.side)
    let small = try luma.scaled(to: VideoDimensions(width: columns, height: rows), filter: .box)
    let columns = columns
    let stride = small.planes[0].bytesPerRow
    means = small.withUnsafePlane(0) { pixels in
      (0..<small.height).flatMap { row in pixels[row * stride..<row * stride + columns] }
    }
  }

  /// The minimum change of a tile's mean, above the effect of noise and compression.
  private static let leastChange = 6

  /// Returns whether something changed in tiles that no given region touches, in device coordinates.
  func differs(from other: Self, outside regions: [Rect]) -> Bool {
    guard (columns, rows) == (other.columns, other.rows) else { return true }
    return means.indices.contains { index in
      guard abs(Int(means[index]) - Int(other.means[index])) >= Self.leastChange else { return false }
      let tile = Rect(
        x: Double(index % columns) / Double(columns), y: Double(index / columns) / Double(rows),
        width: 1 / Double(columns), height: 1 / Double(rows))
      return !regions.contains { $0.intersection(tile) != nil }
    }
  }
}
