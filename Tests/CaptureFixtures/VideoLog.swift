package import OpenCaptureFlow
package import Fixtures
package import OpenCaptureMediaSamples
import OpenCaptureSession

/// A delegate that records the frames of a video data output, and calls a closure for each one.
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
    // Stored without the image, so that its buffer returns to the camera.
    let mark = SampleBuffer(
      ofLostFrame: sampleBuffer.format, timing: sampleBuffer.timing,
      sequenceNumber: sampleBuffer.sequenceNumber, attachments: sampleBuffer.bufferAttachments)
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
      if case .integer(let count)? = entry.sample.bufferAttachments[.droppedFrameCount] {
        sum + Int(count)
      } else {
        sum
      }
    }
  }
}
