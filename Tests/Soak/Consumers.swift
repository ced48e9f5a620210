import OpenCapture

/// Counts frames as delegates get them.
final class FrameCounter: CaptureVideoDataOutputSampleBufferDelegate {
  let tally: Tally

  init(_ tally: Tally = Tally()) { self.tally = tally }

  func captureOutput(
    _ output: any CaptureOutput, didOutput sampleBuffer: SampleBuffer, from connection: CaptureConnection
  ) {
    tally.add(found: sampleBuffer.imageBuffer != nil)
  }
}

/// Counts what delegates are told was found.
final class FindCounter: CaptureMetadataOutputObjectsDelegate {
  let tally = Tally()

  func metadataOutput(
    _ output: CaptureMetadataOutput, didOutput metadataObjects: [any MetadataObject],
    from connection: CaptureConnection
  ) {
    tally.add(found: !metadataObjects.isEmpty)
  }
}

/// Takes frames in a task as long as a session runs, and works on one in ``interval``.
final class FrameLoop: Sendable {
  static let interval = 8

  let output = CaptureVideoDataOutput()
  private let work: @Sendable (SampleBuffer) -> Void

  init(_ settings: VideoSettings, work: @escaping @Sendable (SampleBuffer) -> Void) {
    self.work = work
    output.videoSettings = settings
    output.alwaysDiscardsLateVideoFrames = false
  }

  /// Takes what comes until the session stops.
  func run() -> Task<Void, any Error> {
    let samples = output.sampleBuffers
    return Task { [work] in
      for try await sample in samples where (sample.sequenceNumber ?? 0) % UInt64(Self.interval) == 0 {
        work(sample)
      }
    }
  }
}
