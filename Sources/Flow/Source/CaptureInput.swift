import OpenCaptureMediaSamples

/// Where media comes from: a camera, a microphone, a file, or anything else that streams (`AVCaptureInput`).
///
/// To be conformed to by a source of your own; ``PacedStream`` is a stream for those that make one sample after another.
///
///     final class Slides: CaptureInput {
///       let name = "slides"
///       let ports = [CaptureInputPort(.video)]
///       let canWait = true
///       …
///     }
public protocol CaptureInput: AnyObject, Sendable {
  /// What errors call the input.
  var name: String { get }

  /// The streams that can be connected to outputs, always the same ones.
  var ports: [CaptureInputPort] { get }

  /// Whether samples can wait until there is room for them, because nothing is lost meanwhile: a file's can, a camera's
  /// can't. Default false.
  var canWait: Bool { get }

  /// What only one input of a session can be made of, such as a camera. Default nothing.
  var resource: ObjectIdentifier? { get }

  /// What is to be streamed where this is wished for.
  ///
  /// - Parameter selection: What a session's preset picks; nil where it leaves that to the input. An input that has no
  ///   choice streams what it has.
  func configuration(for selection: FormatSelection?) throws(CaptureError) -> CaptureStreamConfiguration

  /// Whether ``configuration(for:)`` would find something. Default true.
  func supports(_ selection: FormatSelection?) -> Bool

  /// Takes note of what will be streamed; nil where there is nothing to stream. Default nobody does.
  func didPlan(_ configuration: CaptureStreamConfiguration?)

  /// Begins to stream.
  ///
  /// - Returns: The stream, whose configuration is what was granted.
  func startStreaming(
    _ configuration: CaptureStreamConfiguration, to sink: any CaptureStreamSink
  ) throws(CaptureError) -> any CaptureStream

  /// Tells an observer from now on what changes by itself. Default nothing does.
  func observe(_ observer: AnyObject, _ body: @escaping @Sendable (CaptureInputChange) -> Void)

  /// Tells an observer nothing any more.
  func stopObserving(_ observer: AnyObject)
}

extension CaptureInput {
  /// False.
  public var canWait: Bool { false }
  /// Nothing.
  public var resource: ObjectIdentifier? { nil }
  /// True.
  public func supports(_ selection: FormatSelection?) -> Bool { true }
  /// Does nothing.
  public func didPlan(_ configuration: CaptureStreamConfiguration?) {}
  /// Does nothing.
  public func observe(_ observer: AnyObject, _ body: @escaping @Sendable (CaptureInputChange) -> Void) {}
  /// Does nothing.
  public func stopObserving(_ observer: AnyObject) {}
}

/// What an input tells whoever has it, by itself.
public enum CaptureInputChange: Sendable, Hashable {
  /// A format was chosen by hand.
  case format
  /// What it streams should last longer or shorter.
  case frameRate
  /// It can stream, for the first time or again: a camera that was plugged in.
  case available
  /// It can't stream any more.
  case unavailable
}
