public import OpenCaptureMediaSamples
public import OpenCaptureMetadata

/// A filter that reports each code of a stream once, when it appears.
///
///     var appearances = CodeAppearances()
///     for try await sample in output.sampleBuffers {
///       for code in appearances.newlyVisible(try scanner.scan(sample), at: sample.presentationTimeStamp) {
///         print(code.stringValue ?? "binary")
///       }
///     }
///
/// A code appears when it is detected for the first time, and again only after an absence longer than the re-arm
/// time. A blurred frame in between changes nothing. Absence is measured in presentation time, so the result
/// doesn't depend on how fast a movie is read. Two codes are the same if type and payload are equal. Two equal
/// codes in one frame are two appearances.
public struct CodeAppearances: Sendable {
  private struct Content: Hashable {
    let type: MetadataObjectType
    let bytes: [UInt8]
  }

  /// The absence after which a code can appear again (default: 2 s).
  public var rearmTime: MediaTime

  /// The last detection time of each code, grouped by type and payload.
  private var lastSeen: [Content: [MediaTime]] = [:]

  /// Creates a filter without known codes.
  public init(rearmTime: MediaTime = MediaTime(value: 2, timescale: 1)) { self.rearmTime = rearmTime }

  /// Records the codes of a frame and returns those that appear in it, in the same order.
  ///
  /// - Parameters:
  ///   - codes: All codes detected in the frame.
  ///   - time: The presentation time of the frame. If it is invalid, a known code doesn't appear again.
  public mutating func newlyVisible(
    _ codes: [MachineReadableCodeObject], at time: MediaTime
  ) -> [MachineReadableCodeObject] {
    removeExpired(at: time)
    var known = lastSeen.mapValues(\.count)
    var appearing: [MachineReadableCodeObject] = []
    for code in codes {
      let content = Content(type: code.type, bytes: code.bytes)
      let remaining = known[content] ?? 0
      if remaining > 0 {
        known[content] = remaining - 1
        lastSeen[content]?[remaining - 1] = time
      } else {
        appearing.append(code)
        lastSeen[content, default: []].append(time)
      }
    }
    return appearing
  }

  /// The number of codes that are in view or were within the re-arm time.
  public var count: Int { lastSeen.values.reduce(0) { $0 + $1.count } }

  /// Removes codes whose absence exceeds the re-arm time, in either direction of time, as in a movie that restarts.
  private mutating func removeExpired(at time: MediaTime) {
    guard time.isNumeric else { return }
    lastSeen = lastSeen.compactMapValues { times in
      let recent = times.filter { !$0.isNumeric || (time - $0).magnitude <= rearmTime }
      return recent.isEmpty ? nil : recent
    }
  }
}
