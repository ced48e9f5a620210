// One import for everything: the modules can also be had one by one.
@_exported public import OpenCaptureCameras
@_exported public import OpenCaptureSession
@_exported public import OpenCaptureSyntheticDevices
@_exported public import OpenCaptureSystem
@_exported public import OpenCaptureCodes
@_exported public import OpenCaptureFaces
@_exported public import OpenCaptureFiles
@_exported public import OpenCaptureRecording
@_exported public import OpenCaptureFlow
@_exported public import OpenCaptureMediaSamples
@_exported public import OpenCaptureMetadata
@_exported public import OpenCaptureMovies
@_exported public import OpenCaptureOverlay
@_exported public import OpenCapturePages
@_exported public import OpenCapturePictures
@_exported public import OpenCaptureProcessing
@_exported public import OpenCaptureSound
