// Declarations of this module use the exported ones, so that one import suffices.
@_exported public import OpenCaptureMediaSamples
@_exported public import OpenCaptureMetadata
@_exported public import OpenCaptureSystem
