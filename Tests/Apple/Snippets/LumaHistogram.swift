import CoreMedia
import CoreVideo
import Foundation

/// Counts the pixels per brightness bin in the luma plane, as an exposure histogram does.
func lumaHistogram(of sampleBuffer: CMSampleBuffer, bins: Int = 16) -> [Int]? {
  guard let pixelBuffer = CMSampleBufferGetImageBuffer(sampleBuffer) else { return nil }

  CVPixelBufferLockBaseAddress(pixelBuffer, .readOnly)
  defer { CVPixelBufferUnlockBaseAddress(pixelBuffer, .readOnly) }

  guard CVPixelBufferGetPlaneCount(pixelBuffer) == 2,
    let baseAddress = CVPixelBufferGetBaseAddressOfPlane(pixelBuffer, 0)
  else { return nil }
  let width = CVPixelBufferGetWidthOfPlane(pixelBuffer, 0)
  let height = CVPixelBufferGetHeightOfPlane(pixelBuffer, 0)
  let bytesPerRow = CVPixelBufferGetBytesPerRowOfPlane(pixelBuffer, 0)
  let luma = baseAddress.assumingMemoryBound(to: UInt8.self)

  var histogram = [Int](repeating: 0, count: bins)
  for y in 0..<height {
    for x in 0..<width {
      histogram[Int(luma[y * bytesPerRow + x]) * bins / 256] += 1
    }
  }
  return histogram
}
