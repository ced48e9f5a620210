// Written in the style of Apple's documentation.
// swift-format-ignore-file: NeverForceUnwrap, NeverUseImplicitlyUnwrappedOptionals

import CoreMedia
import CoreVideo
import Foundation

enum GrayscaleError: Error {
  case noPixels
  case wrongFormat(OSType)
}

/// Converts a frame to gray in place.
func makeGrayscale(_ sampleBuffer: CMSampleBuffer) throws {
  guard let imageBuffer = sampleBuffer.imageBuffer else { throw GrayscaleError.noPixels }
  let format = CVPixelBufferGetPixelFormatType(imageBuffer)
  guard format == kCVPixelFormatType_32BGRA else { throw GrayscaleError.wrongFormat(format) }

  CVPixelBufferLockBaseAddress(imageBuffer, [])
  defer { CVPixelBufferUnlockBaseAddress(imageBuffer, []) }

  let width = CVPixelBufferGetWidth(imageBuffer)
  let height = CVPixelBufferGetHeight(imageBuffer)
  let bytesPerRow = CVPixelBufferGetBytesPerRow(imageBuffer)
  let buffer = CVPixelBufferGetBaseAddress(imageBuffer)!.assumingMemoryBound(to: UInt8.self)

  for y in 0..<height {
    for x in 0..<width {
      let pixel = buffer + y * bytesPerRow + x * 4
      let gray = UInt8((Int(pixel[0]) * 29 + Int(pixel[1]) * 150 + Int(pixel[2]) * 77) >> 8)
      pixel[0] = gray
      pixel[1] = gray
      pixel[2] = gray
    }
  }
}
