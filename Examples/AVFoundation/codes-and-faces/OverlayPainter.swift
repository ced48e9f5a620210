import AVFoundation

/// A delegate that draws outlines into the pixels of camera frames.
final class OverlayPainter: NSObject, AVCaptureVideoDataOutputSampleBufferDelegate {
  private let queue = DispatchQueue(label: "overlay")
  /// The areas to outline, used only on the queue like the continuation.
  private var areas: [CGRect] = []
  private var continuation: CheckedContinuation<BitmapPicture, Never>?

  init(_ output: AVCaptureVideoDataOutput) {
    super.init()
    output.setSampleBufferDelegate(self, queue: queue)
  }

  /// Returns the next picture with outlines around areas in the coordinates of metadata outputs.
  func picture(outlining areas: [CGRect]) async -> BitmapPicture {
    await withCheckedContinuation { continuation in
      queue.async {
        self.areas = areas
        self.continuation = continuation
      }
    }
  }

  func captureOutput(
    _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
  ) {
    guard let continuation = continuation, let pixelBuffer = CMSampleBufferGetImageBuffer(sampleBuffer) else {
      return
    }
    self.continuation = nil
    CVPixelBufferLockBaseAddress(pixelBuffer, [])
    defer { CVPixelBufferUnlockBaseAddress(pixelBuffer, []) }
    for area in areas { outline(output.outputRectConverted(fromMetadataOutputRect: area), in: pixelBuffer) }
    continuation.resume(returning: BitmapPicture(pixelBuffer))
  }

  /// Draws a green line around a rectangle of the picture.
  private func outline(_ rectangle: CGRect, in pixelBuffer: CVPixelBuffer) {
    guard let base = CVPixelBufferGetBaseAddress(pixelBuffer) else { return }
    let picture = CGRect(
      x: 0, y: 0, width: CVPixelBufferGetWidth(pixelBuffer), height: CVPixelBufferGetHeight(pixelBuffer))
    let inside = rectangle.integral.intersection(picture.insetBy(dx: 1, dy: 1))
    guard !inside.isEmpty else { return }
    let bytesPerRow = CVPixelBufferGetBytesPerRow(pixelBuffer)
    func paint(_ x: Int, _ y: Int) {
      // Blue, green, red, alpha.
      base.storeBytes(of: 0xff00_ff00, toByteOffset: y * bytesPerRow + x * 4, as: UInt32.self)
    }
    let left = Int(inside.minX)
    let right = Int(inside.maxX) - 1
    let top = Int(inside.minY)
    let bottom = Int(inside.maxY) - 1
    for x in left...right { for y in [top, bottom] { paint(x, y) } }
    for y in top...bottom { for x in [left, right] { paint(x, y) } }
  }
}
