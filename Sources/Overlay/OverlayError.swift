/// What went wrong while drawing.
public struct OverlayError: Error, Sendable, Hashable {
  /// The kinds of failure.
  public enum Code: Sendable, Hashable {
    /// Cairo is not installed.
    case engineMissing
    /// Pictures of this format can't be drawn on.
    case unsupportedFormat
    /// Cairo failed.
    case drawingFailed
  }

  /// The kind of failure.
  public let code: Code
  /// What is wrong, and what to do.
  public let reason: String
}

extension OverlayError: CustomStringConvertible {
  /// What is wrong, and what to do.
  public var description: String { "drawing: \(reason)" }
}
