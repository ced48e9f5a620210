public import OpenCaptureSystem

/// An error of a camera, a session or another capture operation (`AVError`).
public typealias CaptureError = DomainError<CaptureErrorDomain>

/// The domain of ``CaptureError``.
public enum CaptureErrorDomain {}

/// The keys of the details of a ``CaptureError``, which are those of AVFoundation's user info.
package enum CaptureErrorKey {
  /// The device that failed, a `CaptureDevice`.
  package static let device = "AVErrorDeviceKey"
  /// The duration of a recording at its end, a `MediaTime`.
  package static let time = "AVErrorTimeKey"
  /// The number of bytes of a recording at its end, an `Int64`.
  package static let fileSize = "AVErrorFileSizeKey"
}

extension CaptureError.Code {
  /// The source delivered no samples for longer than the timeout.
  public static var stalled: Self { Self("stalled", hint: "unplug the camera and plug it in again") }
  /// The source does not offer the format, or this library cannot decode it.
  public static var unsupportedFormat: Self {
    Self("unsupportedFormat", hint: "choose one of the camera's formats")
  }
  /// The file behind an input cannot be read or is damaged.
  public static var mediaFailed: Self { Self("mediaFailed") }
  /// The file behind an input has images larger than the allowed size.
  public static var mediaTooLarge: Self { Self("mediaTooLarge") }
  /// The captured media cannot be written.
  public static var cannotWrite: Self { Self("cannotWrite") }
  /// The system could not allocate memory or start a thread.
  public static var outOfMemory: Self { Self("outOfMemory", hint: "free memory, or choose a smaller format") }
}
