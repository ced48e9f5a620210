public import OpenCaptureMediaSamples
public import OpenCaptureSystem

/// One stream of an input, with one media type (`AVCaptureInput.Port`).
public final class CaptureInputPort: Lockable, IdentityHashable, Sendable {
  private struct State: Lockable {
    weak var input: (any CaptureInput)?
    weak var session: (any CaptureOutputSession)?
    var isEnabled = true
    var formatDescription: FormatDescription?
  }

  /// The media type of the stream.
  public let mediaType: MediaType
  /// The position of the source device; unspecified if the input is not a device.
  public let sourceDevicePosition: CaptureDevicePosition
  private let state = Locked(State())

  /// Creates a port before its input exists.
  ///
  /// The first input that lists it in ``CaptureInput/ports`` owns it.
  ///
  /// - Parameters:
  ///   - mediaType: The media type of the stream.
  ///   - sourceDevicePosition: The position of the source device. The default is unspecified.
  public init(_ mediaType: MediaType, sourceDevicePosition: CaptureDevicePosition = .unspecified) {
    self.mediaType = mediaType
    self.sourceDevicePosition = sourceDevicePosition
  }

  /// The input of the port; nil before a session adds the input, and after the input was deallocated.
  public var input: (any CaptureInput)? { state.withLock { $0.input } }

  /// Whether the port passes samples; the default is true.
  public var isEnabled: Bool {
    get { state.withLock { $0.isEnabled } }
    set { state.withLock { $0.isEnabled = newValue } }
  }

  /// The format of the media; nil before it is known.
  public package(set) var formatDescription: FormatDescription? {
    get { state.withLock { $0.formatDescription } }
    set { state.withLock { $0.formatDescription = newValue } }
  }

  /// The session of the port's input; nil if none.
  package var session: (any CaptureOutputSession)? {
    get { state.withLock { $0.session } }
    set { state.withLock { $0.session = newValue } }
  }

  /// Sets the input of the port, unless it has one.
  package func attach(to input: any CaptureInput) { state.withLock { $0.input = $0.input ?? input } }
}

/// The position of a device on the system (`AVCaptureDevice.Position`).
public enum CaptureDevicePosition: Int, Sendable, Hashable, CaseIterable {
  /// The position is unknown.
  case unspecified
  /// The device faces away from the user.
  case back
  /// The device faces the user.
  case front

  /// Creates the position with a ``name``; nil for any other text.
  public init?(name: String) {
    guard let position = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = position
  }

  /// The printed name: `unspecified`, `back` or `front`.
  public var name: String { "\(self)" }
}
