public import OpenCaptureMediaSamples
public import OpenCaptureSystem

/// One stream of an input, of one kind of media (`AVCaptureInput.Port`).
public final class CaptureInputPort: Lockable, Sendable {
  private struct State: Lockable {
    weak var input: (any CaptureInput)?
    var isEnabled = true
    var formatDescription: FormatDescription?
  }

  /// What the stream consists of.
  public let mediaType: MediaType
  /// Where the device is that it comes from; unspecified where it comes from no device.
  public let sourceDevicePosition: CaptureDevicePosition
  private let state = Locked(State())

  /// Makes a port of an input that is yet to be made; it belongs to the first whose ``CaptureInput/ports`` has it.
  ///
  /// - Parameters:
  ///   - mediaType: What the stream consists of.
  ///   - sourceDevicePosition: Where the device is that it comes from; default unspecified.
  public init(_ mediaType: MediaType, sourceDevicePosition: CaptureDevicePosition = .unspecified) {
    (self.mediaType, self.sourceDevicePosition) = (mediaType, sourceDevicePosition)
  }

  /// The input; nil before a session has it, and once it is gone.
  public var input: (any CaptureInput)? { state.withLock { $0.input } }

  /// Whether samples may pass; default true.
  public var isEnabled: Bool {
    get { state.withLock { $0.isEnabled } }
    set { state.withLock { $0.isEnabled = newValue } }
  }

  /// What the media is that comes through it; nil before that is known.
  public package(set) var formatDescription: FormatDescription? {
    get { state.withLock { $0.formatDescription } }
    set { state.withLock { $0.formatDescription = newValue } }
  }

  /// Takes note of whose port it is.
  package func belongs(to input: any CaptureInput) { state.withLock { $0.input = $0.input ?? input } }
}

extension CaptureInputPort: Hashable {
  /// Whether both are the same object.
  public static func == (left: CaptureInputPort, right: CaptureInputPort) -> Bool { left === right }

  /// Hashes the identity of the object.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
