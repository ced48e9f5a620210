// Written in the style of Apple's documentation.
// swift-format-ignore-file: NeverForceUnwrap, NeverUseImplicitlyUnwrappedOptionals

import CoreMedia
import CoreVideo
import Foundation

/// Draws frames into pool buffers, and creates sample buffers of them.
final class FrameMaker {
  private var pool: CVPixelBufferPool!
  private let frameDuration = CMTimeMake(value: 1, timescale: 30)
  private var frameNumber: Int32 = 0

  init?(width: Int, height: Int) {
    let poolAttributes: [String: Any] = [kCVPixelBufferPoolMinimumBufferCountKey as String: 3]
    let pixelBufferAttributes: [String: Any] = [
      kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA,
      kCVPixelBufferWidthKey as String: width,
      kCVPixelBufferHeightKey as String: height,
      kCVPixelBufferIOSurfacePropertiesKey as String: [String: Any](),
      String(kCVPixelBufferCGImageCompatibilityKey): kCFBooleanTrue!,
    ]
    let status = CVPixelBufferPoolCreate(
      kCFAllocatorDefault, poolAttributes as CFDictionary, pixelBufferAttributes as CFDictionary, &pool)
    guard status == kCVReturnSuccess else { return nil }
  }

  func next(gray: UInt8) -> CMSampleBuffer? {
    var pixelBuffer: CVPixelBuffer?
    let auxAttributes = [kCVPixelBufferPoolAllocationThresholdKey as String: 2] as CFDictionary
    let status = CVPixelBufferPoolCreatePixelBufferWithAuxAttributes(
      kCFAllocatorDefault, pool, auxAttributes, &pixelBuffer)
    if status == kCVReturnWouldExceedAllocationThreshold { return nil }
    guard let pixelBuffer = pixelBuffer else { return nil }

    CVPixelBufferLockBaseAddress(pixelBuffer, [])
    let base = CVPixelBufferGetBaseAddress(pixelBuffer)
    memset(base!, Int32(gray), CVPixelBufferGetDataSize(pixelBuffer))
    CVPixelBufferUnlockBaseAddress(pixelBuffer, [])

    var formatDescription: CMVideoFormatDescription?
    CMVideoFormatDescriptionCreateForImageBuffer(
      allocator: kCFAllocatorDefault, imageBuffer: pixelBuffer, formatDescriptionOut: &formatDescription)
    var timing = CMSampleTimingInfo(
      duration: frameDuration, presentationTimeStamp: CMTimeMultiply(frameDuration, multiplier: frameNumber),
      decodeTimeStamp: .invalid)
    frameNumber += 1

    var sampleBuffer: CMSampleBuffer?
    CMSampleBufferCreateReadyWithImageBuffer(
      allocator: kCFAllocatorDefault, imageBuffer: pixelBuffer, formatDescription: formatDescription!,
      sampleTiming: &timing, sampleBufferOut: &sampleBuffer)
    return sampleBuffer
  }
}
