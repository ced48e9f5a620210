import AVFoundation

/// Grabs frames when they are asked for, as small pictures.
final class FrameGrabber: NSObject, AVCaptureVideoDataOutputSampleBufferDelegate {
  /// A frame, made small: one shade of grey for each part of it.
  struct Thumbnail {
    var (width, height) = (0, 0)
    var shades: [[Int]] = []
  }

  private let queue = DispatchQueue(label: "grabber")
  /// Touched on the queue alone.
  private var waiting: [CheckedContinuation<Thumbnail, Never>] = []

  /// Lets an output deliver its frames here.
  func take(from output: AVCaptureVideoDataOutput) { output.setSampleBufferDelegate(self, queue: queue) }

  /// The next frame.
  func next() async -> Thumbnail {
    await withCheckedContinuation { continuation in queue.async { self.waiting.append(continuation) } }
  }

  func captureOutput(
    _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
  ) {
    guard !waiting.isEmpty, let pixelBuffer = CMSampleBufferGetImageBuffer(sampleBuffer) else { return }
    let thumbnail = Thumbnail(pixelBuffer)
    for continuation in waiting { continuation.resume(returning: thumbnail) }
    waiting = []
  }
}

extension FrameGrabber.Thumbnail {
  /// How many parts there are across and down.
  private static let (columns, rows) = (32, 24)

  init(_ pixelBuffer: CVPixelBuffer) {
    CVPixelBufferLockBaseAddress(pixelBuffer, .readOnly)
    defer { CVPixelBufferUnlockBaseAddress(pixelBuffer, .readOnly) }
    (width, height) = (CVPixelBufferGetWidth(pixelBuffer), CVPixelBufferGetHeight(pixelBuffer))
    guard let base = CVPixelBufferGetBaseAddress(pixelBuffer) else { return }
    let bytesPerRow = CVPixelBufferGetBytesPerRow(pixelBuffer)
    let (width, height) = (width, height)
    shades = (0..<Self.rows).map { row in
      (0..<Self.columns).map { column in
        // The middle of the part; green is most of what is light.
        let (x, y) = ((2 * column + 1) * width / (2 * Self.columns), (2 * row + 1) * height / (2 * Self.rows))
        return Int(base.load(fromByteOffset: y * bytesPerRow + x * 4 + 1, as: UInt8.self))
      }
    }
  }

  /// On which side more is black.
  var blackSide: String {
    let middle = Self.columns / 2
    let left = shades.joined().enumerated().filter { $1 < 48 && $0 % Self.columns < middle }.count
    let right = shades.joined().filter { $0 < 48 }.count - left
    return left > right ? "left" : "right"
  }
}
