public import OpenCaptureMediaSamples
public import OpenCaptureMetadata

/// A processing step for frames: replaces the picture, appends metadata objects, or both.
///
///     struct Stamp: FrameProcessor {
///       mutating func process(_ frame: inout Frame) throws { … }
///     }
///
/// A ``FramePipeline`` owns its processors and passes them one frame after another, in presentation order. No two
/// calls overlap, so that a processor stores state in its properties without locks.
///
/// Conform to a refinement if a processor needs more than the frame:
/// - ``StreamProcessor`` for the format of the frames and the end of the stream,
/// - ``HindsightProcessor`` for objects of earlier frames,
/// - ``ConcurrentProcessor`` for work beside the stream.
public protocol FrameProcessor: Sendable {
  /// The processor's name in reports and statistics (default: the name of its type).
  var name: String { get }

  /// Processes one frame.
  ///
  /// - Throws: Any error. The frame then continues unchanged, except for pixels written in place (see
  ///   ``Frame/updateImage(as:_:)``). Other processors and later frames are not affected.
  mutating func process(_ frame: inout Frame) throws
}

extension FrameProcessor {
  /// The name of the type.
  public var name: String { String(describing: Self.self) }
}

/// A processor that is prepared for the format of its frames, and notified of the end of the stream.
///
/// The calls for one stream are:
///
///     prepare(for:)  process(_:) …  prepare(for:)  process(_:) …  finish()
///
/// The processor is prepared again whenever the ``FrameFormat`` of its input changes, for example after a processor
/// that starts to scale. A caller without a pipeline follows the same order of calls.
public protocol StreamProcessor: FrameProcessor {
  /// Prepares for frames of a format; called before the first frame of a stream and after each change of format.
  ///
  /// Processors reject formats and set up their state here rather than for each frame. May be called again with the
  /// same format. Does nothing by default.
  ///
  /// - Throws: Any error. Frames then bypass the processor until their format changes; that counts as one failure.
  mutating func prepare(for format: FrameFormat) throws

  /// Ends the stream; another one can begin with ``prepare(for:)``.
  ///
  /// Called only if the processor was prepared for a frame of the stream. Does nothing by default.
  ///
  /// - Throws: Any error; that counts as one failure.
  mutating func finish() throws
}

extension StreamProcessor {
  /// Does nothing.
  public func prepare(for format: FrameFormat) {}

  /// Does nothing.
  public func finish() {}
}

/// A processor that reports objects of earlier frames.
///
/// A tracker confirms an object some frames after the object first appeared. A pipeline with
/// ``FramePipeline/hindsight`` delays frames for that.
public protocol HindsightProcessor: StreamProcessor {
  /// The number of earlier frames that the processor may report objects for.
  var hindsight: Int { get }

  /// Returns the processor with its ``hindsight`` set to a number of frames, if supported (default: unchanged).
  ///
  /// A pipeline requests the number of frames that it delays, or 0 if late objects would be lost.
  func withHindsight(_ frames: Int) -> Self

  /// Returns the objects detected in earlier frames since the last call, each only once.
  ///
  /// Called after each frame if ``hindsight`` is above 0, and after a successful ``StreamProcessor/finish()``.
  mutating func takeLateObjects() -> [LateObject]
}

extension HindsightProcessor {
  /// Returns the processor unchanged.
  public func withHindsight(_ frames: Int) -> Self { self }
}

/// A processor that works concurrently with the stream.
///
/// It is an object, because its work continues between the calls.
public protocol ConcurrentProcessor: FrameProcessor, AnyObject {
  /// Returns an error that occurred outside ``FrameProcessor/process(_:)`` since the last call, or nil.
  ///
  /// Called after each frame and at the end, and counted as a failure.
  func takeFailure() -> (any Error)?

  /// The processor's own statistics; nil to use those of the pipeline (default: nil).
  var ownStatistics: StageStatistics? { get }
}

extension ConcurrentProcessor {
  /// No statistics of its own.
  public var ownStatistics: StageStatistics? { nil }
}

/// A metadata object of an earlier frame, detected late.
public struct LateObject: Sendable {
  /// The age of the frame: 1 is the one before the last processed frame, or after the end the last frame itself.
  public var framesAgo: Int
  /// The detection.
  public var object: any MetadataObject

  /// Makes a late object.
  public init(framesAgo: Int, object: any MetadataObject) {
    self.framesAgo = framesAgo
    self.object = object
  }
}

/// A processor that detects objects, and can be restricted to some types or to a part of the picture.
///
/// The metadata output of a capture session uses this interface.
public protocol MetadataDetector: FrameProcessor {
  /// The types that the detector can detect.
  var availableMetadataObjectTypes: [MetadataObjectType] { get }

  /// The types that the detector is set to detect (default: all available types).
  var metadataObjectTypes: [MetadataObjectType] { get }

  /// Returns the detector restricted to these types; types that it cannot detect are ignored.
  func selecting(_ types: Set<MetadataObjectType>) -> Self

  /// Returns the detector restricted to objects that touch a part of the picture, in device coordinates.
  ///
  /// An object across the edge of the region is reported whole.
  func selecting(_ region: Rect) -> Self
}

extension MetadataDetector {
  /// All available types.
  public var metadataObjectTypes: [MetadataObjectType] { availableMetadataObjectTypes }

  /// Returns the detector unchanged; the caller removes objects of other types.
  public func selecting(_ types: Set<MetadataObjectType>) -> Self { self }

  /// Returns the detector unchanged; the caller removes objects elsewhere.
  public func selecting(_ region: Rect) -> Self { self }
}
