import CCodes
import MediaSamples
import Metadata
import Processing

/// Looks for codes in the frames of one stream, one after another.
///
/// Where a code was in the frame before is looked at first. One that looks there as it did when it was read is the same
/// code, and is not read again; one that has moved is read around there. Everywhere else is looked at in every
/// ``interval``-th frame, and in every frame as long as there are no codes. A code that a frame doesn't show, because
/// it is blurred, is told for up to ``patience`` frames, where its motion takes it.
///
///     var tracker = CodeTracker(scanner)
///     for sample in movie { print(try tracker.scan(sample)) }
///
/// What it finds in a frame depends on the frames before, in their order, and on nothing else.
public struct CodeTracker: Sendable {
  /// What looks for codes; its region of interest holds for all of them.
  public let scanner: CodeScanner

  /// Of how many frames one is looked at everywhere; default 6, at least 1.
  public let interval: Int

  /// For how many frames a code is told that isn't seen; default 3.
  public let patience: Int

  private var tracks: [CodeTrack] = []
  private var framesSinceFullScan = 0

  /// Makes a tracker.
  public init(_ scanner: CodeScanner, interval: Int = 6, patience: Int = 3) {
    (self.scanner, self.interval, self.patience) = (scanner, max(1, interval), max(0, patience))
  }

  /// Looks for codes in the next frame; what it finds carries the frame's time and duration.
  ///
  /// - Returns: The codes from top to bottom of the stored picture, in device coordinates.
  /// - Throws: What ``CodeScanner/scan(_:)-(SampleBuffer)`` throws.
  public mutating func scan(_ sampleBuffer: SampleBuffer) throws -> [MachineReadableCodeObject] {
    let timing = sampleBuffer.timing
    return try scan(
      sampleBuffer.luma(), time: timing.presentationTimeStamp, duration: timing.duration)
  }

  /// Looks for codes in the next picture.
  ///
  /// - Parameters:
  ///   - luma: The picture, in ``PixelFormat/grey``.
  ///   - time: What the codes carry; default ``MediaTime/invalid``.
  ///   - duration: What the codes carry; default ``MediaTime/invalid``.
  public mutating func scan(
    _ luma: PixelBuffer, time: MediaTime = .invalid, duration: MediaTime = .invalid
  ) throws -> [MachineReadableCodeObject] {
    for index in tracks.indices { try follow(&tracks[index], in: luma) }
    framesSinceFullScan += 1
    if framesSinceFullScan >= interval || tracks.isEmpty || tracks.contains(where: { $0.framesMissed > 0 }) {
      try lookEverywhere(in: luma)
    }
    tracks.removeAll { $0.framesMissed > patience }
    let codes = tracks.map { track in
      var code = track.code
      (code.time, code.duration) = (time, duration)
      return code
    }
    return codes.sorted { ($0.bounds.minY, $0.bounds.minX) < ($1.bounds.minY, $1.bounds.minX) }
  }

  private func follow(_ track: inout CodeTrack, in luma: PixelBuffer) throws {
    let look = CodeLook(luma, track.code.corners)
    if track.look.isSame(as: look) {
      track.confirm()
      return
    }
    guard let region = track.searchRegion.intersection(scanner.rectOfInterest) else {
      track.miss()
      return
    }
    var narrow = scanner
    (narrow.rectOfInterest, narrow.effort, narrow.types) = (region, .fast, [track.code.type])
    let found = try narrow.scan(luma)
    let bytes = track.code.bytes
    if let code = found.first(where: { $0.bytes == bytes }) {
      track.see(code, CodeLook(luma, code.corners))
    } else {
      track.miss()
    }
  }

  private mutating func lookEverywhere(in luma: PixelBuffer) throws {
    framesSinceFullScan = 0
    for code in try scanner.scan(luma) {
      let look = CodeLook(luma, code.corners)
      if let index = tracks.firstIndex(where: { $0.isSame(as: code) }) {
        tracks[index].see(code, look)
      } else {
        // What stood in this place before is gone.
        tracks.removeAll { $0.framesMissed > 0 && $0.code.corners.contains(code.corners.middle) }
        tracks.append(CodeTrack(code: code, look: look))
      }
    }
  }
}

extension CodeTracker: FrameProcessor {
  /// What reports call the tracker.
  public var name: String { "codes" }

  /// Appends the codes in the frame's picture to its metadata objects, from top to bottom; the picture stays.
  ///
  /// - Throws: What ``scan(_:)`` throws.
  public mutating func process(_ frame: inout Frame) throws {
    frame.metadataObjects += try scan(frame.sampleBuffer) as [any MetadataObject]
  }
}
