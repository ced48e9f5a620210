/// One step that frames go through: it may replace the picture, append metadata objects, or both.
///
///     struct Stamp: FrameProcessor {
///       mutating func process(_ frame: inout Frame) throws { … }
///     }
///
/// A ``FramePipeline`` owns its processors and hands them one frame after another, in presentation order and never two
/// at once; so a processor keeps state in its own properties, without locks. Everything but ``process(_:)`` has a
/// default that fits a processor which looks at each frame for itself. The life of one in a stream is
///
///     prepare(for:)  process(_:) …  prepare(for:)  process(_:) …  finish()
///
/// where it is prepared again whenever the frames that reach it change their ``FrameFormat``, as they do behind a
/// processor that begins to scale. Whoever runs a processor without a pipeline does as a pipeline does.
public protocol FrameProcessor: Sendable {
  /// What reports and statistics call the processor; default the name of its type.
  var name: String { get }

  /// Gets ready for frames of a format: called before the first frame of a stream, and before the first of another format.
  ///
  /// The place for what is refused, made or begun anew with the format rather than with each frame. May be called again
  /// with the same format. Default nothing.
  ///
  /// - Throws: Anything. Frames then pass the processor by, until their format changes; that is one failure.
  mutating func prepare(for format: FrameFormat) throws

  /// Works on one frame.
  ///
  /// - Throws: Anything. The frame then goes on as it was before, except for what was written to its picture in place
  ///   (see ``Frame/updateImage(as:_:)``); other processors and later frames are not affected.
  mutating func process(_ frame: inout Frame) throws

  /// Lets go of the stream, which has ended; after it another one can begin, with ``prepare(for:)``.
  ///
  /// Called where there was a frame that the processor was prepared for. Default nothing.
  ///
  /// - Returns: What it held back until now; ``LateObject/framesAgo`` of 1 is the last frame. It joins the frames that
  ///   still wait in the pipeline.
  /// - Throws: Anything; that is one failure.
  mutating func finish() throws -> [LateObject]

  /// How many frames back it may know more; default 0.
  ///
  /// What follows things is sure of them some frames after they came into view. A pipeline with
  /// ``FramePipeline/hindsight`` waits for that.
  var hindsight: Int { get }

  /// The same processor, looking back over as many frames where it can; default the processor as it is.
  ///
  /// A pipeline asks for as many as it waits for; for 0 where what comes late would be lost.
  func lookingBack(_ frames: Int) -> Self

  /// What it found out with the last frame about those before, each told once; default nothing.
  ///
  /// Asked after each frame where ``hindsight`` is above 0.
  mutating func takeLateObjects() -> [LateObject]

  /// What went wrong outside of ``process(_:)`` since this was asked before; default nil.
  ///
  /// For a processor that works beside the stream. Asked after each frame, and counted as a failure with it.
  mutating func takeFailure() -> (any Error)?

  /// What it did, as it counts that itself; default nil: as its pipeline counts it.
  ///
  /// For a processor that works beside the stream.
  var ownStatistics: StageStatistics? { get }
}

extension FrameProcessor {
  /// The name of the type.
  public var name: String { String(describing: Self.self) }

  /// Does nothing.
  public func prepare(for format: FrameFormat) {}

  /// Holds nothing.
  public func finish() -> [LateObject] { [] }

  /// Not one.
  public var hindsight: Int { 0 }

  /// The processor as it is.
  public func lookingBack(_ frames: Int) -> Self { self }

  /// Nothing.
  public func takeLateObjects() -> [LateObject] { [] }

  /// Nothing.
  public func takeFailure() -> (any Error)? { nil }

  /// Nothing beside what the pipeline counts.
  public var ownStatistics: StageStatistics? { nil }
}
