// Modules whose types appear in this module's API, so that clients need one import only.
@_exported public import OpenCaptureMediaSamples
@_exported public import OpenCaptureProcessing
@_exported public import OpenCaptureSystem
