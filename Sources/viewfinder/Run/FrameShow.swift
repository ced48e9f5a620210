import OpenCapture

/// Takes frames of one stream through the processors, and shows what they find.
struct FrameShow {
  private let view: ViewOptions
  private let failures = Locked<[String]>([])
  private var pipeline: FramePipeline

  /// Makes one; the processors begin with a new stream.
  init(_ processors: [any FrameProcessor], view: ViewOptions) {
    self.view = view
    let failures = failures
    pipeline = FramePipeline(processors) { failure in failures.withLock { $0.append("\(failure)") } }
  }

  /// Takes a frame through the processors.
  ///
  /// - Returns: What was found, in pixels of the upright picture.
  mutating func process(_ frame: inout Frame) -> [any MetadataObject] {
    pipeline.process(&frame)
    let transform = PictureTransform.uprightPixels(
      of: frame.sampleBuffer.formatDescription.dimensions, orientation: frame.sampleBuffer.orientation)
    return frame.metadataObjects.map { $0.transformed(by: transform) }
  }

  /// The view of a frame, with what was found in it outlined.
  func picture(of frame: Frame) throws -> PixelBuffer {
    let picture = try frame.sampleBuffer.image(as: .bgra)
    let geometry = view.geometry(for: picture.dimensions, orientation: frame.sampleBuffer.orientation)
    var shown = try PreviewRenderer(geometry: geometry).view(of: picture)
    try Overlay().draw(frame.metadataObjects, on: &shown, through: geometry.deviceToLayer)
    return shown
  }

  /// What processors failed with since this was asked for the last time; each failure is reported once.
  func takeFailures() -> [String] {
    failures.withLock { failures in
      defer { failures = [] }
      return failures
    }
  }

  /// How long each processor takes for a frame, in words.
  var summary: String {
    pipeline.statistics.map { stage in
      "\(stage.name) \(stage.latency.map { ($0.median / .microseconds(100)).rounded() / 10 } ?? 0) ms"
    }.joined(separator: ", ")
  }
}
