// What the declarations here mention, so that one import is enough to use them.
@_exported public import OpenCaptureFlow
@_exported public import OpenCaptureMediaSamples
@_exported public import OpenCaptureSession
