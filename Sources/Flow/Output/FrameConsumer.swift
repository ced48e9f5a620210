public import OpenCaptureProcessing

/// Where frames end up, with what was found in them: a file, lines of text, a window.
///
/// One thread at a time hands them over, in presentation order.
public protocol FrameConsumer: Sendable {
  /// Takes a frame.
  ///
  /// - Throws: ``CaptureError`` with `cannotWrite` where it can't go where it should; what drawing it throws.
  mutating func take(_ frame: Frame) throws

  /// Brings what was taken to its end: no more comes. Default nothing is to be done.
  ///
  /// - Throws: As ``take(_:)``.
  mutating func finish() throws
}

extension FrameConsumer {
  /// Does nothing.
  public func finish() {}
}
