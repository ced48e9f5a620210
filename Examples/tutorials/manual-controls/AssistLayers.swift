import AVFoundation
import CoreImage
import QuartzCore

/// Aids for manual settings over a preview: a picture without color, edges in focus in red, and a histogram.
final class AssistLayers {
  private let previewLayer: AVCaptureVideoPreviewLayer
  private let pictureLayer = CALayer()
  private let peakingLayer = CALayer()
  private let histogramLayer = CAShapeLayer()
  private let context = CIContext()

  init(over previewLayer: AVCaptureVideoPreviewLayer) {
    self.previewLayer = previewLayer
    histogramLayer.fillColor = CGColor(red: 1, green: 1, blue: 1, alpha: 0.7)
    for layer in [pictureLayer, peakingLayer, histogramLayer] { previewLayer.addSublayer(layer) }
  }

  /// Shows a frame; returns the picture without color.
  @discardableResult
  func show(_ pixelBuffer: CVPixelBuffer, _ analysis: FrameAnalysis) -> CIImage? {
    let filter = CIFilter(name: "CIPhotoEffectMono")
    filter?.setValue(CIImage(cvPixelBuffer: pixelBuffer), forKey: kCIInputImageKey)
    guard let picture = filter?.outputImage else { return nil }
    let image = context.createCGImage(picture, from: picture.extent)
    let edges = edgeImage(of: analysis, like: pixelBuffer)
    // Layers belong to the main queue.
    DispatchQueue.main.async { [self] in
      CATransaction.begin()
      // Contents would fade from one frame to the next.
      CATransaction.setDisableActions(true)
      for layer in [pictureLayer, peakingLayer] { layer.frame = previewLayer.bounds }
      pictureLayer.contents = image
      peakingLayer.contents = edges
      histogramLayer.path = path(of: analysis.histogram)
      CATransaction.commit()
    }
    return picture
  }

  /// Returns a transparent picture with red edges.
  private func edgeImage(of analysis: FrameAnalysis, like frame: CVPixelBuffer) -> CGImage? {
    let width = CVPixelBufferGetWidth(frame)
    var made: CVPixelBuffer?
    let height = CVPixelBufferGetHeight(frame)
    guard CVPixelBufferCreate(nil, width, height, kCVPixelFormatType_32BGRA, nil, &made) == kCVReturnSuccess,
      let buffer = made
    else { return nil }
    CVPixelBufferLockBaseAddress(buffer, [])
    if let base = CVPixelBufferGetBaseAddress(buffer) {
      let bytesPerRow = CVPixelBufferGetBytesPerRow(buffer)
      memset(base, 0, bytesPerRow * height)
      for peak in analysis.peaks {
        // Blue, green, red, alpha.
        base.storeBytes(
          of: 0xffff_0000, toByteOffset: peak / width * bytesPerRow + peak % width * 4, as: UInt32.self)
      }
    }
    CVPixelBufferUnlockBaseAddress(buffer, [])
    let picture = CIImage(cvPixelBuffer: buffer)
    return context.createCGImage(picture, from: picture.extent)
  }

  private func path(of histogram: [Int]) -> CGPath {
    let path = CGMutablePath()
    let tallest = CGFloat(max(1, histogram.max() ?? 1))
    for (index, count) in histogram.enumerated() {
      let height = 64 * CGFloat(count) / tallest
      path.addRect(CGRect(x: CGFloat(16 + 8 * index), y: 80 - height, width: 6, height: height))
    }
    return path
  }
}
