// swift-format-ignore-file
// Written in the style of public camera code, and only compiled.

import AVFoundation
import CoreAudio

final class ClipClock {
  private var firstTime = kCMTimeInvalid
  private var lastTime = kCMTimeZero
  private var trimRange = kCMTimeRangeInvalid
  private var mapping = kCMTimeMappingInvalid

  func elapsed(at sampleBuffer: CMSampleBuffer) -> CMTime {
    let time = CMSampleBufferGetPresentationTimeStamp(sampleBuffer)
    if CMTIME_IS_INVALID(firstTime) { firstTime = time }
    lastTime = CMTimeSubtract(time, firstTime)
    return lastTime
  }

  func isOver(_ limit: CMTime) -> Bool {
    if limit == kCMTimePositiveInfinity || CMTIME_IS_INDEFINITE(limit) { return false }
    if limit == kCMTimeIndefinite || limit == kCMTimeNegativeInfinity { return true }
    return CMTimeCompare(lastTime, limit) >= 0
  }

  func trim(from start: Double, to end: Double) {
    trimRange = CMTimeRangeFromTimeToTime(
      start: CMTimeMakeWithSeconds(start, preferredTimescale: 600),
      end: CMTimeMakeWithSeconds(end, preferredTimescale: 600))
    if CMTIMERANGE_IS_INVALID(trimRange) || CMTIMERANGE_IS_EMPTY(trimRange) { trimRange = kCMTimeRangeZero }
    mapping = CMTimeMappingMake(source: trimRange, target: CMTimeRangeMake(start: kCMTimeZero, duration: trimRange.duration))
  }

  func store() -> [String: Any] {
    var plist: [String: Any] = [:]
    plist["range"] = CMTimeRangeCopyAsDictionary(trimRange, allocator: kCFAllocatorDefault)
    plist["time"] = CMTimeCopyAsDictionary(lastTime, allocator: kCFAllocatorDefault)
    return plist
  }

  func restore(_ plist: [String: Any]) {
    if let range = plist["range"] as? [String: Any] {
      trimRange = CMTimeRangeMakeFromDictionary(range as CFDictionary)
    }
    lastTime = CMTimeMakeFromDictionary(plist["time"] as? [String: Any])
  }

  func time(forFrame frame: Int, fps: Int32) -> CMTime {
    CMTimeMultiply(CMTimeMake(value: 1, timescale: fps), multiplier: Int32(frame))
  }

  func progress(_ time: CMTime) -> Double {
    let clamped = CMTimeClampToRange(time, range: trimRange)
    guard CMTIME_IS_NUMERIC(clamped), CMTimeRangeContainsTime(trimRange, time: clamped) else { return 0 }
    return CMTimeGetSeconds(CMTimeSubtract(clamped, trimRange.start)) / CMTimeGetSeconds(trimRange.duration)
  }
}

func codecName(_ format: CMFormatDescription) -> String {
  guard CMFormatDescriptionGetMediaType(format) == kCMMediaType_Video else { return "audio" }
  switch CMVideoFormatDescriptionGetCodecType(format) {
  case kCMVideoCodecType_H264: return "H.264"
  case kCMVideoCodecType_HEVC, kCMVideoCodecType_HEVCWithAlpha: return "HEVC"
  case kCMVideoCodecType_AppleProRes422, kCMVideoCodecType_AppleProRes422HQ: return "ProRes 422"
  case kCMVideoCodecType_AppleProRes4444: return "ProRes 4444"
  case kCMVideoCodecType_JPEG, kCMVideoCodecType_JPEG_OpenDML: return "JPEG"
  case kCMVideoCodecType_422YpCbCr8: return "2vuy"
  case kCMPixelFormat_32BGRA: return "BGRA"
  default: return "other"
  }
}

func metadataFormat() -> CMFormatDescription? {
  let specification: [String: Any] = [
    kCMMetadataFormatDescriptionMetadataSpecificationKey_Identifier as String: kCMMetadataIdentifier_QuickTimeMetadataLocation_ISO6709,
    kCMMetadataFormatDescriptionMetadataSpecificationKey_DataType as String: kCMMetadataDataType_QuickTimeMetadataLocation_ISO6709,
  ]
  var description: CMFormatDescription?
  let status = CMMetadataFormatDescriptionCreateWithMetadataSpecifications(
    allocator: kCFAllocatorDefault, metadataType: kCMMetadataFormatType_Boxed,
    metadataSpecifications: [specification] as CFArray, formatDescriptionOut: &description)
  return status == noErr ? description : nil
}

func makePixelBuffer(width: Int, height: Int) -> CVPixelBuffer? {
  let attributes = [
    kCVPixelBufferCGImageCompatibilityKey: kCFBooleanTrue!,
    kCVPixelBufferCGBitmapContextCompatibilityKey: kCFBooleanTrue!,
    kCVPixelBufferMetalCompatibilityKey: kCFBooleanTrue!,
    kCVPixelBufferOpenGLESCompatibilityKey: kCFBooleanTrue!,
    kCVPixelBufferIOSurfacePropertiesKey: [String: Any](),
    kCVPixelBufferIOSurfaceOpenGLESTextureCompatibilityKey: true,
    kCVPixelBufferIOSurfaceCoreAnimationCompatibilityKey: true,
  ] as CFDictionary
  var pixelBuffer: CVPixelBuffer?
  let status = CVPixelBufferCreate(
    kCFAllocatorDefault, width, height, kCVPixelFormatType_32BGRA, attributes, &pixelBuffer)
  guard status == kCVReturnSuccess else { return nil }
  return pixelBuffer
}

func makePixelBuffers(_ count: Int) -> UnsafeMutablePointer<CVPixelBuffer?> {
  let buffers = UnsafeMutablePointer<CVPixelBuffer?>.allocate(capacity: count)
  buffers.initialize(repeating: nil, count: count)
  for index in 0..<count {
    CVPixelBufferCreate(nil, 640, 480, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange, nil, buffers + index)
  }
  return buffers
}

func describe(_ pixelBuffer: CVPixelBuffer) -> String {
  switch CVPixelBufferGetPixelFormatType(pixelBuffer) {
  case kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange: return "420v"
  case kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange, kCVPixelFormatType_420YpCbCr10BiPlanarFullRange: return "10 bits"
  case kCVPixelFormatType_422YpCbCr10BiPlanarVideoRange: return "x422"
  case kCVPixelFormatType_64ARGB, kCVPixelFormatType_64RGBAHalf, kCVPixelFormatType_128RGBAFloat: return "deep"
  case kCVPixelFormatType_OneComponent16Half, kCVPixelFormatType_OneComponent32Float: return "matte"
  case kCVPixelFormatType_DepthFloat16, kCVPixelFormatType_DisparityFloat32: return "depth"
  case kCVPixelFormatType_14Bayer_RGGB, kCVPixelFormatType_14Bayer_BGGR: return "raw"
  case kCVPixelFormatType_Lossless_420YpCbCr8BiPlanarFullRange: return "lossless"
  default: return "other"
  }
}

func colors(_ pixelBuffer: CVPixelBuffer) -> (matrix: String?, space: CGColorSpace?) {
  CVBufferSetAttachment(pixelBuffer, kCVImageBufferColorPrimariesKey, kCVImageBufferColorPrimaries_P3_D65, .shouldPropagate)
  CVBufferSetAttachment(
    pixelBuffer, kCVImageBufferTransferFunctionKey, kCVImageBufferTransferFunction_SMPTE_ST_2084_PQ, .shouldPropagate)
  CVBufferSetAttachment(
    pixelBuffer, kCVImageBufferChromaLocationTopFieldKey, kCVImageBufferChromaLocation_Left, .shouldNotPropagate)
  var mode = CVAttachmentMode.shouldNotPropagate
  let matrix = CVBufferGetAttachment(pixelBuffer, kCVImageBufferYCbCrMatrixKey, &mode)?.takeUnretainedValue() as? String
  let space = CVImageBufferGetColorSpace(pixelBuffer)?.takeUnretainedValue()
  return (matrix, space)
}

func message(_ code: CVReturn) -> String {
  switch code {
  case kCVReturnSuccess: return "success"
  case kCVReturnInvalidPixelFormat, kCVReturnInvalidSize, kCVReturnInvalidPixelBufferAttributes: return "invalid"
  case kCVReturnPixelBufferNotOpenGLCompatible, kCVReturnPixelBufferNotMetalCompatible: return "not compatible"
  case kCVReturnWouldExceedAllocationThreshold, kCVReturnPoolAllocationFailed: return "full"
  case kCVReturnInvalidDisplay, kCVReturnDisplayLinkNotRunning: return "display"
  default: return "error \(code)"
  }
}

func peak(_ sampleBuffer: CMSampleBuffer) -> Float {
  var list = AudioBufferList()
  var block: CMBlockBuffer?
  let status = CMSampleBufferGetAudioBufferListWithRetainedBlockBuffer(
    sampleBuffer, bufferListSizeNeededOut: nil, bufferListOut: &list, bufferListSize: MemoryLayout<AudioBufferList>.size,
    blockBufferAllocator: nil, blockBufferMemoryAllocator: nil,
    flags: kCMSampleBufferFlag_AudioBufferList_Assure16ByteAlignment, blockBufferOut: &block)
  guard status == noErr, let data = list.mBuffers.mData else { return 0 }
  let samples = UnsafeBufferPointer(
    start: data.assumingMemoryBound(to: Int16.self), count: Int(list.mBuffers.mDataByteSize) / MemoryLayout<Int16>.size)
  return Float(samples.map { abs(Int32($0)) }.max() ?? 0) / Float(Int16.max)
}

func isInterleaved(_ description: AudioStreamBasicDescription) -> Bool {
  description.mFormatID == kAudioFormatLinearPCM
    && description.mFormatFlags & kAudioFormatFlagIsNonInterleaved == 0
}
