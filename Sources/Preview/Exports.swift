// Modules whose types appear in this module's API, so that clients need one import only.
@_exported public import OpenCaptureOverlay
@_exported public import OpenCaptureSession
