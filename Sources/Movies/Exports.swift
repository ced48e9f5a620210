// Reexports the modules whose types appear in this module's interface.
@_exported public import OpenCaptureMediaSamples
@_exported public import OpenCaptureSystem
