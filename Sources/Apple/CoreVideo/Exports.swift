// The types behind Core Video's names, so that one import is enough. Only these types are exported, so that other
// names of the module do not clash with names in the caller's code.
@_exported public import struct OpenCaptureMediaSamples.PixelBuffer
@_exported public import struct OpenCaptureMediaSamples.PixelBufferPool
@_exported public import Foundation
