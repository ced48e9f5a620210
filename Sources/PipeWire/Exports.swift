// Re-exports the modules whose types occur in this module's interface, so that one import is enough.
@_exported public import OpenCaptureFlow
@_exported public import OpenCaptureMediaSamples
@_exported public import OpenCaptureSession
@_exported public import OpenCaptureSystem
