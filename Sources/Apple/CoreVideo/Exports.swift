// What Core Video's names stand for, so that one import is enough to use it; by name, so that what else there is in the
// module doesn't take names from others' code.
@_exported public import struct OpenCaptureMediaSamples.PixelBuffer
@_exported public import struct OpenCaptureMediaSamples.PixelBufferPool
@_exported public import Foundation
