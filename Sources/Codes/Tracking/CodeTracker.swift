public import OpenCaptureMediaSamples
public import OpenCaptureMetadata

/// Looks for codes in the frames of one stream, one after another.
///
/// Where a code was in the frame before is looked at first. One that looks there as it did when it was read is the same
/// code, and is not read again; one that has moved is read around there. Everywhere is looked at when something changed
/// elsewhere, when a code was lost, in every ``interval``-th frame, and in every frame as long as there are no codes. A
/// code that a frame doesn't show, because it is blurred, is told for up to ``patience`` frames, where its motion takes
/// it.
///
///     var tracker = CodeTracker(scanner)
///     for sample in movie { print(try tracker.scan(sample)) }
///
/// What it finds in a frame depends on the frames before, in their order, and on nothing else.
public struct CodeTracker: Sendable {
  /// What looks for codes; its region of interest holds for all of them.
  public let scanner: CodeScanner

  /// Of how many frames one is looked at everywhere though nothing has changed; default 6, at least 1.
  public let interval: Int

  /// For how many frames a code is told that isn't seen, though never for longer than a quarter of a second; default 3.
  public let patience: Int

  private var tracks: [CodeTrack] = []
  private var framesSinceFullScan = 0
  /// What was there when everything was looked at last, and where the codes were then.
  private var lastScene: (tiles: SceneTiles, codes: [Rect])?
  /// Whether the codes that are followed were found over black; see ``ScanReport/isOverBlack``.
  private var isOverBlack = false

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
  ///   - luma: The picture, in `PixelFormat.grey`.
  ///   - time: What the codes carry; default `MediaTime.invalid`.
  ///   - duration: What the codes carry; default `MediaTime.invalid`.
  public mutating func scan(
    _ luma: PixelBuffer, time: MediaTime = .invalid, duration: MediaTime = .invalid
  ) throws -> [MachineReadableCodeObject] {
    // What was read over black isn't seen over white, nor that it changes.
    let luma = try isOverBlack && !tracks.isEmpty ? luma.laidOverBlack() ?? luma : luma
    let scene = try SceneTiles(luma)
    framesSinceFullScan += 1
    for index in tracks.indices {
      tracks[index].begin()
      if tracks[index].look.isSame(as: CodeLook(luma, tracks[index].code.corners)) {
        tracks[index].confirm(at: time)
      }
    }
    if hasToLookEverywhere(scene) {
      let seen = try lookEverywhere(in: luma, scene, at: time)
      try readNearby(in: seen, at: time)
    } else {
      try readNearby(in: luma, at: time)
      if tracks.contains(where: { !$0.isSeen }) { _ = try lookEverywhere(in: luma, scene, at: time) }
    }
    return codes(at: time, duration)
  }

  private func hasToLookEverywhere(_ scene: SceneTiles) -> Bool {
    guard framesSinceFullScan < interval, !tracks.isEmpty, let lastScene else { return true }
    return scene.differs(from: lastScene.tiles, outside: lastScene.codes + tracks.map(\.searchRegion))
  }

  /// Looks for the codes that were not seen yet around where they should be.
  private mutating func readNearby(in luma: PixelBuffer, at time: MediaTime) throws {
    for index in tracks.indices where !tracks[index].isSeen {
      guard let region = tracks[index].searchRegion.intersection(scanner.rectOfInterest) else { continue }
      var narrow = scanner
      (narrow.rectOfInterest, narrow.effort, narrow.types) = (region, .fast, [tracks[index].code.type])
      let bytes = tracks[index].code.bytes
      if let code = try narrow.search(luma).codes.first(where: { $0.bytes == bytes }) {
        tracks[index].see(code, CodeLook(luma, code.corners), at: time)
      }
    }
  }

  /// Looks for codes in all of the picture.
  ///
  /// - Returns: The picture in which they were found.
  private mutating func lookEverywhere(
    in luma: PixelBuffer, _ scene: SceneTiles, at time: MediaTime
  ) throws -> PixelBuffer {
    framesSinceFullScan = 0
    if tracks.isEmpty { isOverBlack = false }
    let report = try scanner.report(on: luma)
    guard report.isOverBlack, let black = try luma.laidOverBlack() else {
      keep(report.codes, in: luma, scene, at: time)
      return luma
    }
    isOverBlack = true
    try keep(report.codes, in: black, SceneTiles(black), at: time)
    return black
  }

  /// Follows codes that were found, and those from before that are still to be told.
  private mutating func keep(
    _ codes: [MachineReadableCodeObject], in luma: PixelBuffer, _ scene: SceneTiles, at time: MediaTime
  ) {
    var known = tracks
    tracks = []
    for code in codes {
      let look = CodeLook(luma, code.corners)
      if let index = known.firstIndex(where: { $0.isSame(as: code) }) {
        var track = known.remove(at: index)
        track.see(code, look, at: time)
        tracks.append(track)
      } else {
        tracks.append(CodeTrack(code: code, look: look, at: time))
      }
    }
    // What stood in the place of another is gone, whatever it looked like.
    let kept = known.filter { old in
      !tracks.contains { $0.code.type == old.code.type && old.code.corners.contains($0.code.corners.middle) }
    }
    tracks += kept
    lastScene = (scene, tracks.map(\.searchRegion))
  }

  /// A code that isn't seen for longer is gone, however few frames that was.
  private static let longestAbsence = MediaTime(value: 1, timescale: 4)

  /// What is told of the frame.
  private mutating func codes(at time: MediaTime, _ duration: MediaTime) -> [MachineReadableCodeObject] {
    for index in tracks.indices where !tracks[index].isSeen { tracks[index].miss() }
    tracks.removeAll { track in
      guard !track.isSeen else { return false }
      let absence = time - track.lastSeen
      return track.framesMissed > patience || (absence.isNumeric && absence.magnitude > Self.longestAbsence)
    }
    let codes = tracks.map { track in
      var code = track.code
      (code.time, code.duration) = (time, duration)
      return code
    }
    return codes.sorted { ($0.bounds.minY, $0.bounds.minX) < ($1.bounds.minY, $1.bounds.minX) }
  }
}
