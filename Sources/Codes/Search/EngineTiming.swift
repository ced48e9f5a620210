import OpenCaptureMediaSamples
import OpenCaptureMetadata
import OpenCaptureSystem

/// The measured speed of engines, for predicting whether a pass fits into the time limit.
///
/// A pass over a large picture takes seconds and can't be interrupted. Therefore no pass starts if its predicted
/// duration exceeds the remaining time. The prediction uses the time per pixel of earlier passes or of a part of
/// the picture.
struct EngineTiming {
  /// The longest time per pixel of each engine, in nanoseconds.
  private var timePerPixel: [String: Double] = [:]

  /// The size up to which a picture needs no prediction, in pixels.
  private static let smallPixelCount = 2_000_000
  /// The side of the part that is scanned as a sample, in pixels.
  private static let sampleSide = 512

  /// Scans a picture with an engine, or throws a `WorkLimitError` if the remaining time is too short.
  mutating func scan(
    _ picture: PixelBuffer, by engine: any CodeEngine, types: Set<MetadataObjectType>, options: EngineOptions
  ) throws -> EngineResult {
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
  ) throws -> EngineResult {
    let start = ThreadClock.now()
    defer {
      let time = Double(ThreadClock.now() - start) / Double(picture.width * picture.height)
      timePerPixel[engine.name] = max(timePerPixel[engine.name] ?? 0, time)
    }
    return try engine.scan(picture, types: types, options: options)
  }

  private func middle(of picture: PixelBuffer) throws(MediaError) -> PixelBuffer {
    let width = min(picture.width, Self.sampleSide)
    let height = min(picture.height, Self.sampleSide)
    return try picture.cropped(
      x: (picture.width - width) / 2, y: (picture.height - height) / 2, width: width, height: height)
  }
}
