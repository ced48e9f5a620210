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
}

extension FrameProcessor {
  /// The name of the type.
  public var name: String { String(describing: Self.self) }
}
