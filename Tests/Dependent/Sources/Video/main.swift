import CommandSupport
import CoreVideo

var pixelBuffer: CVPixelBuffer?
let attributes = [kCVPixelBufferMetalCompatibilityKey as String: true] as CFDictionary
let status = CVPixelBufferCreate(kCFAllocatorDefault, 4, 2, kCVPixelFormatType_32BGRA, attributes, &pixelBuffer)
report("\(status), \(pixelBuffer?.width ?? 0) pixels")
