import OpenCaptureSession

/// What a request's delegate is told, in this order.
enum PhotoStep: Sendable, Hashable {
  /// The request was taken up, and its settings are known.
  case willBegin
  /// The next frame that will do becomes the photo, or the first of them.
  case willCapture
  /// The last frame of it was captured.
  case didCapture
  /// A photo is there, or isn't.
  case didProcess(Int, CaptureError?)
  /// All of a Live Photo's movie was seen.
  case didRecordMovie
  /// A Live Photo's movie is there, or isn't.
  case didProcessMovie(CaptureError?)
  /// Nothing more comes.
  case didFinish(CaptureError?)
}
