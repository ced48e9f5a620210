import AVFoundation

/// Draws frames around what was found into the pixels of the camera's pictures.
final class OverlayPainter: NSObject, AVCaptureVideoDataOutputSampleBufferDelegate {
  private let queue = DispatchQueue(label: "overlay")
  /// Touched on the queue alone, as is the continuation.
  private var areas: [CGRect] = []
  private var continuation: CheckedContinuation<BitmapPicture, Never>?

  init(_ output: AVCaptureVideoDataOutput) {
    super.init()
    output.setSampleBufferDelegate(self, queue: queue)
  }

  /// The next picture, with frames around areas in the coordinates of metadata outputs.
  func picture(framing areas: [CGRect]) async -> BitmapPicture {
    await withCheckedContinuation { continuation in
      queue.async { (self.areas, self.continuation) = (areas, continuation) }
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
    let (left, right) = (Int(inside.minX), Int(inside.maxX) - 1)
    let (top, bottom) = (Int(inside.minY), Int(inside.maxY) - 1)
    for x in left...right { for y in [top, bottom] { paint(x, y) } }
    for y in top...bottom { for x in [left, right] { paint(x, y) } }
  }
}
