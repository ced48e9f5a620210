public import OpenCaptureMediaSamples
public import OpenCaptureMetadata

/// A processing step for frames: replaces the picture, appends metadata objects, or both.
///
///     struct Stamp: FrameProcessor {
///       mutating func process(_ frame: inout Frame) throws { … }
///     }
///
/// A ``FramePipeline`` owns its processors and passes them one frame after another, in presentation order. No two
/// calls overlap, so that a processor stores state in its properties without locks. All requirements except
/// ``process(_:)`` have a default, which fits processors that treat each frame independently. The calls for one
/// stream are:
///
///     prepare(for:)  process(_:) …  prepare(for:)  process(_:) …  finish()
///
/// The processor is prepared again whenever the ``FrameFormat`` of its input changes, for example after a processor
/// that starts to scale. A caller without a pipeline follows the same order of calls.
public protocol FrameProcessor: Sendable {
  /// The processor's name in reports and statistics (default: the name of its type).
  var name: String { get }

  /// Prepares for frames of a format; called before the first frame of a stream and after each change of format.
  ///
  /// Processors reject formats and set up their state here rather than for each frame. May be called again with the
  /// same format. Does nothing by default.
  ///
  /// - Throws: Any error. Frames then bypass the processor until their format changes; that counts as one failure.
  mutating func prepare(for format: FrameFormat) throws

  /// Processes one frame.
  ///
  /// - Throws: Any error. The frame then continues unchanged, except for pixels written in place (see
  ///   ``Frame/updateImage(as:_:)``). Other processors and later frames are not affected.
  mutating func process(_ frame: inout Frame) throws

  /// Ends the stream; another one can begin with ``prepare(for:)``.
  ///
  /// Called only if the processor was prepared for a frame of the stream. Does nothing by default.
  ///
  /// - Returns: The remaining late objects, which are added to the frames that still wait in the pipeline. A
  ///   ``LateObject/framesAgo`` of 1 means the last frame.
  /// - Throws: Any error; that counts as one failure.
  mutating func finish() throws -> [LateObject]

  /// The number of earlier frames that the processor may report objects for (default: 0).
  ///
  /// A tracker confirms an object some frames after the object first appeared. A pipeline with
  /// ``FramePipeline/hindsight`` delays frames for that.
  var hindsight: Int { get }

  /// Returns the processor with its ``hindsight`` set to a number of frames, if supported (default: unchanged).
  ///
  /// A pipeline requests the number of frames that it delays, or 0 if late objects would be lost.
  func withHindsight(_ frames: Int) -> Self

  /// Returns the objects found in earlier frames with the last frame, each only once (default: none).
  ///
  /// Called after each frame if ``hindsight`` is above 0.
  mutating func takeLateObjects() -> [LateObject]

  /// Returns an error that occurred outside ``process(_:)`` since the last call (default: nil).
  ///
  /// For processors that work concurrently with the stream. Called after each frame, and counted as a failure of
  /// that frame.
  mutating func takeFailure() -> (any Error)?

  /// The processor's own statistics; nil to use those of the pipeline (default: nil).
  ///
  /// For processors that work concurrently with the stream.
  var ownStatistics: StageStatistics? { get }
}

extension FrameProcessor {
  /// The name of the type.
  public var name: String { String(describing: Self.self) }

  /// Does nothing.
  public func prepare(for format: FrameFormat) {}

  /// Returns no objects.
  public func finish() -> [LateObject] { [] }

  /// No earlier frames.
  public var hindsight: Int { 0 }

  /// Returns the processor unchanged.
  public func withHindsight(_ frames: Int) -> Self { self }

  /// Returns no objects.
  public func takeLateObjects() -> [LateObject] { [] }

  /// Returns nil.
  public func takeFailure() -> (any Error)? { nil }

  /// No statistics of its own.
  public var ownStatistics: StageStatistics? { nil }
}

/// A metadata object of an earlier frame, detected late.
public struct LateObject: Sendable {
  /// The age of the frame: 1 is the one before the last processed frame, or at the end the last frame itself.
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
