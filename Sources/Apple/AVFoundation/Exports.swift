// What the names of this module stand for, so that one import is enough to use it; by name, so that what else there is in
// ours doesn't take names from others' code.
@_exported public import CoreMedia
@_exported public import let OpenCapture.CaptureSessionErrorKey
@_exported public import struct OpenCaptureFlow.CaptureError
@_exported public import class OpenCaptureFlow.CaptureConnection
@_exported public import struct OpenCaptureMediaSamples.MediaType
@_exported public import struct OpenCaptureMetadata.MetadataObjectType
@_exported public import class OpenCapturePhotos.CapturePhotoOutput
@_exported public import class OpenCapturePreview.PreviewLayer
@_exported public import class OpenCaptureRecording.CaptureMovieFileOutput
@_exported public import class OpenCaptureSession.CaptureSession
@_exported public import class OpenCaptureSound.CaptureAudioPreviewOutput
