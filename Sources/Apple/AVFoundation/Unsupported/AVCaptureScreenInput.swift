public import CoreMedia
public import OpenCaptureFlow

/// An input that is not supported; it can be created, but not added to a session.
public class AVCaptureUnsupportedInput: AVCaptureInput, @unchecked Sendable {
  // Unchecked, as on Apple's systems: callers must not modify it on several threads at once.

  /// The ports; always empty.
  public let ports: [CaptureInputPort] = []

  /// The name of the input.
  public let name: String

  init(name: String) { self.name = name }

  /// Throws an error, because the input is not supported.
  public func configuration(for selection: FormatSelection?) throws(CaptureError) -> CaptureStreamConfiguration {
    throw unsupportedError
  }

  /// Throws an error, because the input is not supported.
  public func startStreaming(
    _ configuration: CaptureStreamConfiguration, to sink: any CaptureStreamSink
  ) throws(CaptureError) -> any CaptureStream { throw unsupportedError }

  private var unsupportedError: CaptureError {
    CaptureError(.unsupported, subject: name, reason: "this type of input is not supported")
  }
}

/// A screen input; not supported.
public final class AVCaptureScreenInput: AVCaptureUnsupportedInput, @unchecked Sendable {
  /// Creates an input of the first screen.
  public init() { super.init(name: "AVCaptureScreenInput") }

  /// Returns nil, because screens are not supported.
  public init?(displayID: UInt32) { return nil }

  /// The minimum frame duration.
  public var minFrameDuration = CMTime(value: 1, timescale: 60)
  /// The captured part of the screen; default the whole screen.
  public var cropRect = CGRect.zero
  /// The scale factor.
  public var scaleFactor: CGFloat = 1
  /// Whether the pointer is captured.
  public var capturesCursor = true
  /// Whether mouse clicks are marked.
  public var capturesMouseClicks = false
  /// Whether frames equal to the previous frame are removed.
  public var removesDuplicateFrames = true
}

/// A timed metadata input; not supported.
public final class AVCaptureMetadataInput: AVCaptureUnsupportedInput, @unchecked Sendable {
  /// Creates a metadata input.
  public init(formatDescription: CMFormatDescription, clock: CMClock) { super.init(name: "AVCaptureMetadataInput") }

  /// Throws an error, because timed metadata is not supported.
  public func append(_ metadata: AVTimedMetadataGroup) throws {
    throw CaptureError(.unsupported, subject: name, reason: "timed metadata is not supported")
  }
}
