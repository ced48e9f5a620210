import OpenCapture

extension [any FrameProcessor] {
  /// The same, with what finds things, which is slow, beside the stream: the picture goes on meanwhile.
  func detachingDetectors() -> [any FrameProcessor] {
    map { $0 is any MetadataDetector ? DetachedProcessor($0) : $0 }
  }
}
