import OpenCapture

/// A consumer that counts metadata objects by type.
struct ObjectCounter: FrameConsumer {
  private(set) var counts: [MetadataObjectType: Int] = [:]

  mutating func take(_ frame: Frame) throws {
    for object in frame.metadataObjects { counts[object.type, default: 0] += 1 }
  }
}
