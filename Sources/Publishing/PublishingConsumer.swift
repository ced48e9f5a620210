public import OpenCaptureFlow
public import OpenCaptureProcessing

/// Hands frames over to be published; waits for nothing.
public struct PublishingConsumer: FrameConsumer {
  private let publisher: MetadataPublisher
  private let drops: @Sendable () -> Int

  init(_ publisher: MetadataPublisher, _ drops: @escaping @Sendable () -> Int) {
    (self.publisher, self.drops) = (publisher, drops)
  }

  /// Takes a frame.
  public func take(_ frame: Frame) { publisher.take(frame, drops: drops()) }

  /// Ends the publisher.
  public func finish() { publisher.finish() }
}
