import OpenCaptureSystem
public import OpenCaptureMediaSamples
public import OpenCaptureMetadata

/// The way from an input's port to an output, and how pictures are turned and sound is heard on it
/// (`AVCaptureConnection`).
///
/// Turning costs nothing: it changes the orientation that goes along with each frame. Pixels are turned where an output
/// asks for pixels, see ``VideoSettings``.
public final class CaptureConnection: Sendable {
  /// The port that it comes from: one.
  public let inputPorts: [CaptureInputPort]
  /// The output that it leads to; nil once that is gone.
  public weak let output: (any CaptureOutput)?

  struct State: Lockable {
    var isEnabled = true
    var isActive = false
    var rotation = VideoRotation.degrees0
    var isMirrored = false
    /// Whether mirroring follows from where the camera is.
    var mirrorsByItself = false

    var transform: ImageOrientation {
      let turn = ImageOrientation(quarterTurns: rotation.quarterTurns)
      return isMirrored ? turn.then(.upMirrored) : turn
    }
  }

  private let state = Locked(State())
  /// Sent when properties may have changed.
  package let changes = ChangeSignal()
  /// What happens to sound on the way.
  package let sound = SoundPassage()

  /// Makes a connection by hand, for `CaptureSession.addConnection(_:)`.
  public init(inputPorts: [CaptureInputPort], output: any CaptureOutput) {
    (self.inputPorts, self.output) = (inputPorts, output)
    automaticallyAdjustsVideoMirroring = output.link.isPreview
  }

  /// A way that leads from nowhere to nowhere, for what didn't come from a session.
  package init() {
    (inputPorts, output) = ([], nil)
    isActive = true
  }

  /// What comes through it.
  public var mediaType: MediaType? { inputPorts.first?.mediaType }

  /// The input that it comes from; nil once that is gone.
  public var input: (any CaptureInput)? { inputPorts.first?.input }

  /// Whether frames may pass; default true.
  public var isEnabled: Bool {
    get { state.withLock { $0.isEnabled } }
    set {
      state.withLock { $0.isEnabled = newValue }
      changes.send()
    }
  }

  /// Whether it is part of a session that runs.
  public package(set) var isActive: Bool {
    get { state.withLock { $0.isActive } }
    set {
      state.withLock { $0.isActive = newValue }
      changes.send()
    }
  }

  /// By how much pictures are turned clockwise; default not at all.
  public var videoRotation: VideoRotation {
    get { state.withLock { $0.rotation } }
    set {
      state.withLock { $0.rotation = newValue }
      changes.send()
    }
  }

  /// ``videoRotation`` in degrees: 0, 90, 180 or 270.
  ///
  /// Other angles change nothing; ask ``isVideoRotationAngleSupported(_:)``.
  @_disfavoredOverload public var videoRotationAngle: Double {
    get { Double(videoRotation.rawValue) }
    set { if let rotation = Self.rotation(newValue) { videoRotation = rotation } }
  }

  /// Whether pictures can be turned by so many degrees: by quarter turns.
  @_disfavoredOverload public func isVideoRotationAngleSupported(_ angle: Double) -> Bool {
    Self.rotation(angle) != nil
  }

  package static func rotation(_ angle: Double) -> VideoRotation? {
    VideoRotation.allCases.first { Double($0.rawValue) == angle }
  }

  /// Whether pictures can be mirrored: always.
  public var isVideoMirroringSupported: Bool { true }

  /// Whether pictures are mirrored left to right once they are turned; default false, but for a preview of a camera that
  /// looks at who looks at the screen.
  ///
  /// Set, it stays so: ``automaticallyAdjustsVideoMirroring`` is false then.
  public var isVideoMirrored: Bool {
    get { state.withLock { $0.isMirrored } }
    set {
      state.withLock { ($0.isMirrored, $0.mirrorsByItself) = (newValue, false) }
      changes.send()
    }
  }

  /// Whether ``isVideoMirrored`` follows from where the camera is: true at the front; default true for previews, else false.
  public var automaticallyAdjustsVideoMirroring: Bool {
    get { state.withLock { $0.mirrorsByItself } }
    set {
      let isAtFront = inputPorts.first?.sourceDevicePosition == .front
      state.withLock { state in
        state.mirrorsByItself = newValue
        if newValue { state.isMirrored = isAtFront }
      }
      changes.send()
    }
  }

  /// How pictures are turned and mirrored on this way.
  public var videoTransform: ImageOrientation { state.withLock { $0.transform } }

  /// The channels of the sound that comes through it, with their levels and volumes; none for pictures, and before it is
  /// known how many there are: once the connection is part of a session with a microphone, or sound passes.
  public var audioChannels: [CaptureAudioChannel] { sound.channels }

  /// How what may pass is turned on its way; nil where the connection is switched off.
  package var passage: ImageOrientation? { state.withLock { $0.isEnabled ? $0.transform : nil } }
}
