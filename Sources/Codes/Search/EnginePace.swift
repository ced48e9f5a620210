import OpenCaptureMediaSamples
import OpenCaptureMetadata
import OpenCaptureSystem

/// How long engines take for a picture, by which it is known of a pass whether there is time for it.
///
/// A pass over a large picture takes seconds, in which nobody can ask whether time is over. So none is begun that is
/// expected to take longer than is left: by the pixels of passes before, or of a part of the picture.
struct EnginePace {
  /// The longest time for a pixel, by engines, in nanoseconds.
  private var timePerPixel: [String: Double] = [:]

  /// What is scanned in no time worth a question, in pixels.
  private static let smallPixelCount = 2_000_000
  /// The side of the part that is tried.
  private static let sampleSide = 512

  /// Lets an engine look at a picture.
  ///
  /// - Throws: `WorkLimitError` where there isn't the time for it, else what the engine throws.
  mutating func scan(
    _ picture: PixelBuffer, by engine: any CodeEngine, types: Set<MetadataObjectType>, options: EngineOptions
  ) throws -> EngineFindings {
    let isLarge = picture.width * picture.height > Self.smallPixelCount
    guard isLarge, WorkLimit.isTimed else { return try engine.scan(picture, types: types, options: options) }
    if timePerPixel[engine.name] == nil {
      _ = try measuredScan(middle(of: picture), by: engine, types: types, options: options)
    }
    let expected = (timePerPixel[engine.name] ?? 0) * Double(picture.width * picture.height)
    try WorkLimit.check(needing: .nanoseconds(Int64(min(expected, 1e15))))
    return try measuredScan(picture, by: engine, types: types, options: options)
  }

  private mutating func measuredScan(
    _ picture: PixelBuffer, by engine: any CodeEngine, types: Set<MetadataObjectType>, options: EngineOptions
  ) throws -> EngineFindings {
    let start = ThreadClock.now()
    defer {
      let time = Double(ThreadClock.now() - start) / Double(picture.width * picture.height)
      timePerPixel[engine.name] = max(timePerPixel[engine.name] ?? 0, time)
    }
    return try engine.scan(picture, types: types, options: options)
  }

  private func middle(of picture: PixelBuffer) throws(MediaError) -> PixelBuffer {
    let (width, height) = (min(picture.width, Self.sampleSide), min(picture.height, Self.sampleSide))
    return try picture.cropped(
      x: (picture.width - width) / 2, y: (picture.height - height) / 2, width: width, height: height)
  }
}
