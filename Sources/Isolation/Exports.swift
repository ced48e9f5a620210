// Re-exported because the public declarations use their types: one import is enough.
@_exported public import OpenCaptureMediaSamples
@_exported public import OpenCaptureMetadata
@_exported public import OpenCaptureSystem
