import OpenCaptureMediaSamples

/// Which pictures can be recorded as a camera encodes them: where they build on those before, from one on that builds on
/// none, up to where one is missing.
struct PictureChain {
  private var isBroken = true
  /// The place in the source's count of what was recorded last.
  private var last: UInt64?

  /// Whether a picture can be recorded behind the last.
  func takes(_ picture: SampleBuffer) -> Bool {
    guard picture.buildsOnOthers else { return true }
    guard let number = picture.sequenceNumber, let last else { return !isBroken }
    return !isBroken && number <= last + 1
  }

  /// Takes note that a picture is recorded.
  mutating func append(_ picture: SampleBuffer) { (isBroken, last) = (false, picture.sequenceNumber) }
}

extension SampleBuffer {
  /// Whether it is decoded only behind those before it.
  var buildsOnOthers: Bool { attachments[.notSync] == .bool(true) }
}
