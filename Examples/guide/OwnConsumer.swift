import OpenCapture

/// Counts what was found in frames, by type.
struct Census: FrameConsumer {
  private(set) var counts: [MetadataObjectType: Int] = [:]

  mutating func take(_ frame: Frame) throws {
    for object in frame.metadataObjects { counts[object.type, default: 0] += 1 }
  }
}
