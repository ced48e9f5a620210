// What Core Media's names stand for, so that one import is enough to use it; by name, so that what else there is in the
// module doesn't take names from others' code.
@_exported public import struct OpenCaptureMediaSamples.DataBuffer
@_exported public import struct OpenCaptureMediaSamples.FormatDescription
@_exported public import struct OpenCaptureMediaSamples.MediaTime
@_exported public import enum OpenCaptureMediaSamples.MediaTimeRoundingMethod
@_exported public import struct OpenCaptureMediaSamples.SampleBuffer
@_exported public import struct OpenCaptureMediaSamples.SampleTiming
@_exported public import CoreAudioTypes
@_exported public import CoreVideo
