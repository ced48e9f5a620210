// The types behind Core Media's names, so that one import is enough. Only these types are exported, so that other
// names of the module do not clash with names in the caller's code.
@_exported public import struct OpenCaptureMediaSamples.DataBuffer
@_exported public import struct OpenCaptureMediaSamples.FormatDescription
@_exported public import struct OpenCaptureMediaSamples.MediaTime
@_exported public import enum OpenCaptureMediaSamples.MediaTimeRoundingMethod
@_exported public import struct OpenCaptureMediaSamples.SampleBuffer
@_exported public import struct OpenCaptureMediaSamples.SampleTiming
@_exported public import CoreAudioTypes
@_exported public import CoreVideo
