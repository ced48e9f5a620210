import OpenCapture

/// A source of generated pictures that fade from black to white.
final class Fade: CaptureInput {
  let name = "fade"
  let ports = [CaptureInputPort(.video)]
  // Pictures are created on demand, so a slow output can make the source wait.
  let canWait = true

  private let size = VideoDimensions(width: 64, height: 48)
  private let frameDuration = MediaTime(value: 1, timescale: 25)
  private let steps: UInt64

  /// Makes a source of `steps` pictures, at least 2.
  init(steps: UInt64) { self.steps = max(2, steps) }

  func configuration(for selection: FormatSelection?) throws(CaptureError) -> CaptureStreamConfiguration {
    let description = FormatDescription(pixelFormat: .grey, dimensions: size)
    return CaptureStreamConfiguration(formatDescription: description, frameDuration: frameDuration)
  }

  func startStreaming(
    _ configuration: CaptureStreamConfiguration, to sink: any CaptureStreamSink
  ) throws(CaptureError) -> any CaptureStream {
    var step: UInt64 = 0
    return try PacedStream(configuration, of: name, through: ports[0], to: sink, pacing: .unpaced) {
      [self] () throws(CaptureError) in
      guard step < steps else { return nil }
      defer { step += 1 }
      return try sample(step)
    }
  }

  private func sample(_ step: UInt64) throws(CaptureError) -> SampleBuffer {
    let timing = SampleTiming(presentationTimeStamp: frameDuration * Int(step), duration: frameDuration)
    do {
      var picture = try PixelBuffer(format: .grey, width: size.width, height: size.height)
      try picture.withUnsafeMutablePlane(0) { pixels in
        _ = pixels.initializeMemory(as: UInt8.self, repeating: UInt8(step * 255 / (steps - 1)))
      }
      return SampleBuffer(pixelBuffer: picture, timing: timing, sequenceNumber: step)
    } catch {
      throw CaptureError(.outOfMemory, subject: name, reason: "\(error)")
    }
  }
}
