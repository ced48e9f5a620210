// Re-exports the modules that the public declarations of this module use.
@_exported public import OpenCaptureMediaSamples
@_exported public import OpenCapturePictures
