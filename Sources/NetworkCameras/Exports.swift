// Reexports the modules whose types appear in this module's interface.
@_exported public import OpenCaptureFlow
@_exported public import OpenCaptureMediaSamples
@_exported public import OpenCaptureSession
