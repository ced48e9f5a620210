// swift-format-ignore-file
// Written in the style of Apple's documentation.

import AVFoundation
import CoreImage

final class FrameSaver {
  private let context = CIContext(options: [.useSoftwareRenderer: false])

  func jpeg(from sampleBuffer: CMSampleBuffer) -> Data? {
    guard let imageBuffer = CMSampleBufferGetImageBuffer(sampleBuffer) else { return nil }
    let ciImage = CIImage(cvPixelBuffer: imageBuffer).oriented(.right)
    let scale = CGAffineTransform(scaleX: 0.5, y: 0.5)
    let options = [kCGImageDestinationLossyCompressionQuality as CIImageRepresentationOption: 0.8]
    return context.jpegRepresentation(
      of: ciImage.transformed(by: scale), colorSpace: CGColorSpaceCreateDeviceRGB(), options: options)
  }

  func grayscale(_ pixelBuffer: CVPixelBuffer) {
    let source = CIImage(cvImageBuffer: pixelBuffer)
    guard let filter = CIFilter(name: "CIPhotoEffectMono") else { return }
    filter.setValue(source, forKey: kCIInputImageKey)
    guard let filteredImage = filter.outputImage else { return }
    context.render(
      filteredImage, to: pixelBuffer, bounds: filteredImage.extent, colorSpace: CGColorSpaceCreateDeviceRGB())
  }

  func save(_ image: CIImage, to folder: URL) throws {
    guard let cgImage = context.createCGImage(image, from: image.extent) else { return }
    try context.writeJPEGRepresentation(
      of: CIImage(cgImage: cgImage), to: folder.appendingPathComponent("frame.jpg"),
      colorSpace: CGColorSpace(name: CGColorSpace.sRGB)!,
      options: [CIImageRepresentationOption(rawValue: kCGImageDestinationLossyCompressionQuality as String): 0.7])
  }
}
