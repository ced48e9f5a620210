public import OpenCaptureMediaSamples

extension MovieReader {
  /// The frames from here on, each decoded when it is asked for.
  ///
  /// The sequence ends with ``MovieError`` where ``nextSample()`` throws it, and early where its task is cancelled.
  public var samples: Samples { Samples(reader: self) }

  /// The frames of a movie as an asynchronous sequence.
  public struct Samples: AsyncSequence, Sendable {
    fileprivate let reader: MovieReader

    /// What goes through the frames.
    public struct Iterator: AsyncIteratorProtocol {
      fileprivate let reader: MovieReader

      /// The next frame; nil after the last, or when the task was cancelled.
      ///
      /// - Throws: ``MovieError``.
      public func next() async throws -> SampleBuffer? {
        try Task.isCancelled ? nil : reader.nextSample()
      }
    }

    /// Begins with the frame that the reader is at.
    public func makeAsyncIterator() -> Iterator { Iterator(reader: reader) }
  }
}
