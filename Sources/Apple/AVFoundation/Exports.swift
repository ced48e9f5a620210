// The types behind this module's names, so that one import is enough. Only these types are exported, so that other
// names of OpenCapture's modules do not clash with names in the caller's code.
@_exported public import AVFAudio
@_exported public import CoreMedia
@_exported public import let OpenCapture.CaptureSessionErrorKey
@_exported public import struct OpenCaptureFlow.CaptureError
@_exported public import class OpenCaptureFlow.CaptureConnection
@_exported public import struct OpenCaptureMediaSamples.MediaType
@_exported public import struct OpenCaptureMetadata.MetadataObjectType
@_exported public import class OpenCapturePhotos.CapturePhotoOutput
@_exported public import class OpenCaptureRecording.CaptureMovieFileOutput
@_exported public import class OpenCaptureSession.CaptureSession
@_exported public import class OpenCaptureSound.CaptureAudioPreviewOutput
@_exported public import QuartzCore
