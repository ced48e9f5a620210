public import CoreMedia
public import OpenCaptureFlow

/// An input that there is none of here: its screens and metadata can be named, not added to a session.
public class AVCaptureUnsupportedInput: AVCaptureInput, @unchecked Sendable {
  // Unchecked, as on Apple's systems: who changes it on several threads has to see to it.

  /// No ports.
  public let ports: [CaptureInputPort] = []

  /// What it is called.
  public let name: String

  init(name: String) { self.name = name }

  /// Refuses.
  public func configuration(for selection: FormatSelection?) throws(CaptureError) -> CaptureStreamConfiguration {
    throw refusal
  }

  /// Refuses.
  public func startStreaming(
    _ configuration: CaptureStreamConfiguration, to sink: any CaptureStreamSink
  ) throws(CaptureError) -> any CaptureStream { throw refusal }

  private var refusal: CaptureError {
    CaptureError(.unsupported, subject: name, reason: "there is no such input here")
  }
}

/// A screen as an input; there is none here.
public final class AVCaptureScreenInput: AVCaptureUnsupportedInput, @unchecked Sendable {
  /// Names the first screen.
  public init() { super.init(name: "AVCaptureScreenInput") }

  /// Names a screen; nil, since there is none.
  public init?(displayID: UInt32) { return nil }

  /// How long a frame lasts at least.
  public var minFrameDuration = CMTime(value: 1, timescale: 60)
  /// What of the screen is captured; all.
  public var cropRect = CGRect.zero
  /// By what it is scaled.
  public var scaleFactor: CGFloat = 1
  /// Whether the pointer is seen.
  public var capturesCursor = true
  /// Whether clicks are marked.
  public var capturesMouseClicks = false
  /// Whether frames that equal those before are left out.
  public var removesDuplicateFrames = true
}

/// Metadata as an input of movies; there is none here.
public final class AVCaptureMetadataInput: AVCaptureUnsupportedInput, @unchecked Sendable {
  /// Names metadata.
  public init(formatDescription: CMFormatDescription, clock: CMClock) { super.init(name: "AVCaptureMetadataInput") }

  /// Adds metadata to a movie; refuses.
  public func append(_ metadata: AVTimedMetadataGroup) throws {
    throw CaptureError(.unsupported, subject: name, reason: "movies have no metadata that changes with time here")
  }
}

/// Metadata of a stretch of time; there is none here.
public final class AVTimedMetadataGroup: Sendable {
  private init() {}
}
