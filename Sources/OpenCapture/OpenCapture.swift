// One import for everything: the modules can also be had one by one.
@_exported import OpenCaptureCameras
@_exported import OpenCaptureSession
@_exported import OpenCaptureSyntheticDevices
@_exported import OpenCaptureSystem
@_exported import OpenCaptureCodes
@_exported import OpenCaptureFaces
@_exported import OpenCaptureFiles
@_exported import OpenCaptureFlow
@_exported import OpenCaptureMediaSamples
@_exported import OpenCaptureMetadata
@_exported import OpenCaptureMovies
@_exported import OpenCaptureOverlay
@_exported import OpenCapturePictures
@_exported import OpenCaptureProcessing
