import OpenCaptureSystem
import OpenCaptureMediaSamples

/// Where a session gets media from: a camera, or anything else that streams (`AVCaptureInput`).
///
/// To be conformed to by a source of your own, such as a file.
public protocol CaptureInput: AnyObject, Sendable {
  /// The streams that can be connected to outputs.
  var ports: [CaptureInputPort] { get }

  /// What errors call the input.
  var name: String { get }

  /// Whether frames can wait until there is room for them, because nothing is lost meanwhile: a file's can, a camera's
  /// can't. Default false.
  var canWait: Bool { get }

  /// What is to be streamed in a session with this preset.
  func configuration(for preset: CaptureSession.Preset) throws(CaptureError) -> CaptureStreamConfiguration

  /// Whether ``configuration(for:)`` would find something. Default true.
  func supports(_ preset: CaptureSession.Preset) -> Bool

  /// Begins to stream.
  func startStreaming(
    _ configuration: CaptureStreamConfiguration, to sink: any CaptureStreamSink
  ) throws(CaptureError) -> any CaptureStream
}

extension CaptureInput {
  /// False.
  public var canWait: Bool { false }
  /// True.
  public func supports(_ preset: CaptureSession.Preset) -> Bool { true }
}

/// One stream of an input (`AVCaptureInput.Port`).
public final class CaptureInputPort: Lockable, Sendable {
  /// What the stream consists of.
  public let mediaType: MediaType
  /// The input; nil once it is gone.
  public weak let input: (any CaptureInput)?

  /// Makes a port; inputs do this.
  public init(_ mediaType: MediaType, of input: any CaptureInput) {
    (self.mediaType, self.input) = (mediaType, input)
  }
}
