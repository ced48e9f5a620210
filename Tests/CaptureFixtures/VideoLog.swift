package import OpenCaptureFlow
package import Fixtures
package import OpenCaptureMediaSamples
import OpenCaptureSession

/// Keeps what a video data output delivers, and can take as long for each frame as the test wants.
package final class VideoLog: CaptureVideoDataOutputSampleBufferDelegate, Sendable {
  package struct Entry: Sendable {
    package var sample: SampleBuffer
    package var connection: CaptureConnection
  }

  package let frames = Log<Entry>()
  package let drops = Log<Entry>()
  private let onFrame: @Sendable (SampleBuffer) -> Void

  package init(onFrame: @escaping @Sendable (SampleBuffer) -> Void = { _ in }) { self.onFrame = onFrame }

  package func captureOutput(
    _ output: any CaptureOutput, didOutput sampleBuffer: SampleBuffer, from connection: CaptureConnection
  ) {
    onFrame(sampleBuffer)
    // Without its picture, so that the camera gets its buffer back.
    let mark = SampleBuffer(
      ofLostFrame: sampleBuffer.formatDescription, timing: sampleBuffer.timing,
      sequenceNumber: sampleBuffer.sequenceNumber, attachments: sampleBuffer.attachments)
    frames.append(Entry(sample: mark, connection: connection))
  }

  package func captureOutput(
    _ output: any CaptureOutput, didDrop sampleBuffer: SampleBuffer, from connection: CaptureConnection
  ) {
    drops.append(Entry(sample: sampleBuffer, connection: connection))
  }

  package var numbers: [UInt64] { frames.all.compactMap(\.sample.sequenceNumber) }

  package var droppedCount: Int {
    drops.all.reduce(0) { sum, entry in
      if case .integer(let count)? = entry.sample.attachments[.droppedFrameCount] { sum + Int(count) } else { sum }
    }
  }
}
