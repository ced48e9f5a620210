import AVFoundation

/// A delegate that returns thumbnails of frames on request.
final class FrameGrabber: NSObject, AVCaptureVideoDataOutputSampleBufferDelegate {
  /// A reduced frame: one shade of grey for each cell of a grid.
  struct Thumbnail {
    var width = 0
    var height = 0
    var shades: [[Int]] = []
  }

  private let queue = DispatchQueue(label: "grabber")
  /// The pending requests, used only on the queue.
  private var waiting: [CheckedContinuation<Thumbnail, Never>] = []

  /// Receives the frames of an output.
  func take(from output: AVCaptureVideoDataOutput) { output.setSampleBufferDelegate(self, queue: queue) }

  /// Returns the next frame.
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
  private static let columns = 32
  private static let rows = 24

  init(_ pixelBuffer: CVPixelBuffer) {
    CVPixelBufferLockBaseAddress(pixelBuffer, .readOnly)
    defer { CVPixelBufferUnlockBaseAddress(pixelBuffer, .readOnly) }
    let width = CVPixelBufferGetWidth(pixelBuffer)
    let height = CVPixelBufferGetHeight(pixelBuffer)
    self.width = width
    self.height = height
    guard let base = CVPixelBufferGetBaseAddress(pixelBuffer) else { return }
    let bytesPerRow = CVPixelBufferGetBytesPerRow(pixelBuffer)
    shades = (0..<Self.rows).map { row in
      (0..<Self.columns).map { column in
        // The center of the cell. Green contributes most to brightness.
        let x = (2 * column + 1) * width / (2 * Self.columns)
        let y = (2 * row + 1) * height / (2 * Self.rows)
        return Int(base.load(fromByteOffset: y * bytesPerRow + x * 4 + 1, as: UInt8.self))
      }
    }
  }

  /// The side with more black cells: left or right.
  var blackSide: String {
    let middle = Self.columns / 2
    let left = shades.joined().enumerated().filter { $1 < 48 && $0 % Self.columns < middle }.count
    let right = shades.joined().filter { $0 < 48 }.count - left
    return left > right ? "left" : "right"
  }
}
