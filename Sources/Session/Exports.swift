// Re-exported, because the public declarations use these modules.
@_exported public import OpenCaptureFlow
@_exported public import OpenCaptureMediaSamples
@_exported public import OpenCaptureMetadata
@_exported public import OpenCaptureProcessing
@_exported public import OpenCaptureSystem
