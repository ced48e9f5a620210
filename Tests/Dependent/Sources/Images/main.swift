import CommandSupport
import CoreImage

var pixelBuffer: CVPixelBuffer?
CVPixelBufferCreate(kCFAllocatorDefault, 4, 2, kCVPixelFormatType_32BGRA, nil, &pixelBuffer)
if let pixelBuffer {
  let image = CIImage(cvPixelBuffer: pixelBuffer).oriented(.right)
  let file = CIContext().jpegRepresentation(of: image, colorSpace: CGColorSpaceCreateDeviceRGB())
  let detector = CIDetector(ofType: CIDetectorTypeQRCode, context: nil, options: nil)
  report("\(image.extent.height) pixels, \(file?.first ?? 0), \(detector?.features(in: image).count ?? -1) codes")
}
