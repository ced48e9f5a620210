import OpenCaptureMediaSamples

/// A source of media, such as a camera, a microphone or a file (`AVCaptureInput`).
///
/// Conform to this protocol to add a source. ``PacedStream`` implements the stream of a source that produces one
/// sample after another.
///
///     final class Slides: CaptureInput {
///       let name = "slides"
///       let ports = [CaptureInputPort(.video)]
///       let canWait = true
///       …
///     }
public protocol CaptureInput: AnyObject, Sendable {
  /// The name of the input in error messages.
  var name: String { get }

  /// The streams that can be connected to outputs. They never change.
  var ports: [CaptureInputPort] { get }

  /// Whether samples can wait for space without being lost. The default is false.
  ///
  /// A file can wait; a camera cannot. A session reads this property once per stream.
  var canWait: Bool { get }

  /// The resource that only one input of a session can use, such as a camera. The default is nil.
  var resource: ObjectIdentifier? { get }

  /// Returns the configuration to stream for the given selection.
  ///
  /// - Parameter selection: The selection of the session's preset; nil if the input decides. An input with one
  ///   format ignores the selection.
  func configuration(for selection: FormatSelection?) throws(CaptureError) -> CaptureStreamConfiguration

  /// Returns whether ``configuration(for:)`` would find a configuration. The default is true.
  func supports(_ selection: FormatSelection?) -> Bool

  /// Called with the planned stream configuration before streaming starts. Does nothing by default.
  ///
  /// The configuration is nil if the input will not stream.
  func didPlan(_ configuration: CaptureStreamConfiguration?)

  /// Starts streaming.
  ///
  /// - Returns: The stream, with the actual configuration.
  func startStreaming(
    _ configuration: CaptureStreamConfiguration, to sink: any CaptureStreamSink
  ) throws(CaptureError) -> any CaptureStream

  /// Notifies an observer of changes that the session did not request. Does nothing by default.
  func observe(_ observer: AnyObject, _ body: @escaping @Sendable (CaptureInputChange) -> Void)

  /// Removes an observer.
  func stopObserving(_ observer: AnyObject)
}

extension CaptureInput {
  /// The default: false.
  public var canWait: Bool { false }
  /// The default: nil.
  public var resource: ObjectIdentifier? { nil }
  /// Returns true.
  public func supports(_ selection: FormatSelection?) -> Bool { true }
  /// Does nothing.
  public func didPlan(_ configuration: CaptureStreamConfiguration?) {}
  /// Does nothing.
  public func observe(_ observer: AnyObject, _ body: @escaping @Sendable (CaptureInputChange) -> Void) {}
  /// Does nothing.
  public func stopObserving(_ observer: AnyObject) {}
}

/// A change of an input that the session did not request.
public enum CaptureInputChange: Sendable, Hashable {
  /// The user chose another format.
  case format
  /// The frame rate should change.
  case frameRate
  /// The input can stream, for the first time or again, as when a camera is connected.
  case available
  /// The input can no longer stream.
  case unavailable
}
