// What the declarations here mention, so that one import is enough to use them.
@_exported public import OpenCaptureOverlay
@_exported public import OpenCaptureSession
