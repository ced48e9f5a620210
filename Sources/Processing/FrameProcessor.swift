/// One step that frames go through: it may replace the picture, append metadata objects, or both.
///
///     struct Stamp: FrameProcessor {
///       mutating func process(_ frame: inout Frame) throws { … }
///     }
///
/// A ``FramePipeline`` owns its processors and hands them one frame after another, in presentation order and never two
/// at once; so a processor keeps state in its own properties, without locks.
public protocol FrameProcessor: Sendable {
  /// What reports and statistics call the processor; default the name of its type.
  var name: String { get }

  /// Works on one frame.
  ///
  /// - Throws: Anything. The frame then goes on as it was before, except for what was written to its picture in place
  ///   (see ``Frame/updateImage(as:_:)``); other processors and later frames are not affected.
  mutating func process(_ frame: inout Frame) throws

  /// What went wrong outside of ``process(_:)`` since this was asked before; default nil.
  mutating func takeFailure() -> (any Error)?

  /// What it did, as it counts that itself; default nil: as its pipeline counts it.
  var ownStatistics: StageStatistics? { get }
}

extension FrameProcessor {
  /// The name of the type.
  public var name: String { String(describing: Self.self) }

  /// Nothing.
  public func takeFailure() -> (any Error)? { nil }

  /// Nothing beside what the pipeline counts.
  public var ownStatistics: StageStatistics? { nil }
}
