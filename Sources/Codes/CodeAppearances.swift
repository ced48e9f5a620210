public import OpenCaptureMediaSamples
public import OpenCaptureMetadata

/// Tells when codes appear in a stream, so that one that stays in view is told of once.
///
///     var appearances = CodeAppearances()
///     for try await sample in output.sampleBuffers {
///       for code in appearances.appearing(try scanner.scan(sample), at: sample.presentationTimeStamp) {
///         print(code.stringValue ?? "binary")
///       }
///     }
///
/// A code appears when it is seen, and again only after it was out of sight for the re-arm time: that a frame between
/// two is blurred changes nothing. Time is presentation time, so that a movie gives the same however fast it is read.
/// Codes are the same where type and payload are; two of them in one frame are two appearances.
public struct CodeAppearances: Sendable {
  private struct Content: Hashable {
    let type: MetadataObjectType
    let bytes: [UInt8]
  }

  /// How long a code has to be out of sight before it can appear again; default 2 s.
  public var rearmTime: MediaTime

  /// When each of the codes with a content was seen the last time.
  private var lastSeen: [Content: [MediaTime]] = [:]

  /// Makes one that has seen nothing yet.
  public init(rearmTime: MediaTime = MediaTime(value: 2, timescale: 1)) { self.rearmTime = rearmTime }

  /// Takes what was seen in a frame, and gives those that appear in it, in the same order.
  ///
  /// - Parameters:
  ///   - codes: All that were seen in the frame.
  ///   - time: When the frame is shown. Without a time, what was seen once doesn't appear again.
  public mutating func appearing(
    _ codes: [MachineReadableCodeObject], at time: MediaTime
  ) -> [MachineReadableCodeObject] {
    forget(at: time)
    var known = lastSeen.mapValues(\.count)
    var appearing: [MachineReadableCodeObject] = []
    for code in codes {
      let content = Content(type: code.type, bytes: code.bytes)
      let rest = known[content] ?? 0
      if rest > 0 {
        known[content] = rest - 1
        lastSeen[content]?[rest - 1] = time
      } else {
        appearing.append(code)
        lastSeen[content, default: []].append(time)
      }
    }
    return appearing
  }

  /// How many codes are in sight, or were within the re-arm time.
  public var count: Int { lastSeen.values.reduce(0) { $0 + $1.count } }

  /// Lets go of what was out of sight for long enough; also where time went back, as in a movie that begins again.
  private mutating func forget(at time: MediaTime) {
    guard time.isNumeric else { return }
    lastSeen = lastSeen.compactMapValues { times in
      let recent = times.filter { !$0.isNumeric || (time - $0).magnitude <= rearmTime }
      return recent.isEmpty ? nil : recent
    }
  }
}
