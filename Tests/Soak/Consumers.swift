import OpenCapture

/// A delegate that counts frames.
final class FrameCounter: CaptureVideoDataOutputSampleBufferDelegate {
  let tally: FrameTally

  init(_ tally: FrameTally = FrameTally()) { self.tally = tally }

  func captureOutput(
    _ output: any CaptureOutput, didOutput sampleBuffer: SampleBuffer, from connection: CaptureConnection
  ) {
    tally.add(found: sampleBuffer.pixelBuffer != nil)
  }
}

/// A delegate that counts calls with metadata objects.
final class MetadataCounter: CaptureMetadataOutputObjectsDelegate {
  let tally = FrameTally()

  func metadataOutput(
    _ output: CaptureMetadataOutput, didOutput metadataObjects: [any MetadataObject],
    from connection: CaptureConnection
  ) {
    tally.add(found: !metadataObjects.isEmpty)
  }
}

/// A task that receives frames while a session runs, and processes one of ``interval``.
final class FrameLoop: Sendable {
  static let interval = 8

  let output = CaptureVideoDataOutput()
  private let work: @Sendable (SampleBuffer) -> Void

  init(_ settings: VideoSettings, work: @escaping @Sendable (SampleBuffer) -> Void) {
    self.work = work
    output.settings = settings
    output.alwaysDiscardsLateVideoFrames = false
  }

  /// Receives frames until the session stops.
  func run() -> Task<Void, any Error> {
    let samples = output.sampleBuffers
    return Task { [work] in
      for try await sample in samples where (sample.sequenceNumber ?? 0) % UInt64(Self.interval) == 0 {
        work(sample)
      }
    }
  }
}
