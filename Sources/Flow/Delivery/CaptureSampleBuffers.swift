import OpenCaptureSystem
public import OpenCaptureMediaSamples

/// The frames of a video data output, for `for try await`.
///
/// It ends when the session stops, and throws when what it comes from fails. What happens to frames that come while the
/// loop is busy, the output's `alwaysDiscardsLateVideoFrames` says. For one loop at a time.
public struct CaptureSampleBuffers: AsyncSequence, Sendable {
  /// What is delivered.
  public typealias Element = SampleBuffer
  /// What it ends with where it doesn't end well.
  public typealias Failure = CaptureError

  private let subscription: SampleSubscription

  /// Makes the sequence of a subscription.
  public init(_ subscription: SampleSubscription) { self.subscription = subscription }

  /// Makes an iterator; several of one sequence share its frames.
  public func makeAsyncIterator() -> Iterator { Iterator(subscription: subscription) }

  /// Takes one frame after another.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let subscription: SampleSubscription

    /// The next frame; nil once the session stopped or the task was cancelled.
    public mutating func next(isolation actor: isolated (any Actor)? = #isolation) async throws(CaptureError)
      -> SampleBuffer?
    {
      try await subscription.next()
    }

    /// The next frame; nil once the session stopped or the task was cancelled.
    public mutating func next() async throws(CaptureError) -> SampleBuffer? { try await subscription.next() }
  }
}
