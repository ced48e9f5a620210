// Modules whose types appear in this module's API, so that clients need one import only.
@_exported public import OpenCaptureFlow
@_exported public import OpenCaptureMediaSamples
@_exported public import OpenCaptureMovies
@_exported public import OpenCaptureOverlay
@_exported public import OpenCapturePages
@_exported public import OpenCapturePictures
@_exported public import OpenCaptureProcessing
@_exported public import OpenCaptureSystem
