public import OpenCaptureMediaSamples
public import OpenCaptureMetadata
public import OpenCaptureSystem

/// A connection from an input's port to an output (`AVCaptureConnection`).
///
/// The connection rotates and mirrors video, and sets the volume of audio. Rotation costs nothing, because only the
/// orientation of each frame changes. Pixels are rotated only if the output requests pixels; see ``VideoSettings``.
public final class CaptureConnection: IdentityHashable, Sendable {
  /// The source ports of the connection: one port.
  public let inputPorts: [CaptureInputPort]
  /// The output of the connection; nil after the output was deallocated.
  public weak let output: (any CaptureOutput)?

  private struct State: Lockable {
    var isEnabled = true
    var isActive = false
    var rotation = VideoRotation.degrees0
    var isMirrored = false
    /// Whether mirroring follows the position of the camera.
    var mirrorsAutomatically = false

    var transform: ImageOrientation {
      let rotated = ImageOrientation(quarterTurns: rotation.quarterTurns)
      return isMirrored ? rotated.then(.upMirrored) : rotated
    }
  }

  private let state = Locked(State())
  /// A signal that is sent when properties may have changed.
  package let changes = ChangeSignal()
  /// The volume controls and level meters of the connection's audio.
  package let sound = ConnectionAudioMixer()

  /// Creates a connection for `CaptureSession.add(_:)`.
  public init(inputPorts: [CaptureInputPort], output: any CaptureOutput) {
    self.inputPorts = inputPorts
    self.output = output
    automaticallyAdjustsVideoMirroring = output.link.isPreview
  }

  /// Creates an active connection without ports or output, for samples that do not belong to a session.
  package init() {
    inputPorts = []
    output = nil
    isActive = true
  }

  private func change(_ body: (inout State) -> Void) {
    state.withLock { body(&$0) }
    changes.send()
  }

  /// The media type of the connection.
  public var mediaType: MediaType? { inputPorts.first?.mediaType }

  /// The input of the connection; nil after the input was deallocated.
  public var input: (any CaptureInput)? { inputPorts.first?.input }

  /// Whether the connection passes samples; the default is true.
  public var isEnabled: Bool {
    get { state.withLock { $0.isEnabled } }
    set { change { $0.isEnabled = newValue } }
  }

  /// Whether the connection belongs to a running session.
  public package(set) var isActive: Bool {
    get { state.withLock { $0.isActive } }
    set { change { $0.isActive = newValue } }
  }

  /// The clockwise rotation of the video; the default is no rotation.
  public var videoRotation: VideoRotation {
    get { state.withLock { $0.rotation } }
    set { change { $0.rotation = newValue } }
  }

  /// Whether video can be mirrored; always true.
  public var isVideoMirroringSupported: Bool { true }

  /// Whether video is mirrored left to right after rotation.
  ///
  /// The default is false, except for the preview of a front camera. Setting this property sets
  /// ``automaticallyAdjustsVideoMirroring`` to false.
  public var isVideoMirrored: Bool {
    get { state.withLock { $0.isMirrored } }
    set {
      change { state in
        state.isMirrored = newValue
        state.mirrorsAutomatically = false
      }
    }
  }

  /// Whether ``isVideoMirrored`` follows the camera position: true at the front, false elsewhere.
  ///
  /// The default is true for previews, and false for other outputs.
  public var automaticallyAdjustsVideoMirroring: Bool {
    get { state.withLock { $0.mirrorsAutomatically } }
    set {
      let isAtFront = inputPorts.first?.sourceDevicePosition == .front
      change { state in
        state.mirrorsAutomatically = newValue
        if newValue { state.isMirrored = isAtFront }
      }
    }
  }

  /// The orientation change of the connection: rotation, then mirroring.
  public var videoTransform: ImageOrientation { state.withLock { $0.transform } }

  /// The channels of the connection's audio, with their levels and volumes.
  ///
  /// The array is empty for video, and until the number of channels is known. The number is known when the
  /// connection belongs to a session with a microphone, or when audio has passed.
  public var audioChannels: [CaptureAudioChannel] { sound.channels }

  /// The orientation change of an enabled connection; nil if the connection is disabled.
  package var activeTransform: ImageOrientation? { state.withLock { $0.isEnabled ? $0.transform : nil } }
}

/// The orientation of a camera, named by the side of its top (`AVCaptureVideoOrientation`).
///
/// ``CaptureConnection/videoRotation`` replaces it.
public enum VideoOrientation: Int, Sendable, Hashable, CaseIterable {
  /// Upright and higher than wide: rotated by 90° clockwise.
  case portrait = 1
  /// Upside down and higher than wide: rotated by 90° counterclockwise.
  case portraitUpsideDown
  /// The orientation of the sensor: not rotated.
  case landscapeRight
  /// The orientation of the sensor, upside down: rotated by 180°.
  case landscapeLeft

  /// The clockwise rotation of the video.
  public var rotation: VideoRotation {
    switch self {
    case .portrait: .degrees90
    case .portraitUpsideDown: .degrees270
    case .landscapeRight: .degrees0
    case .landscapeLeft: .degrees180
    }
  }
}

extension CaptureConnection {
  /// Whether ``videoOrientation`` can be set; always true.
  public var isVideoOrientationSupported: Bool { true }

  /// The ``videoRotation`` as an orientation; the default is ``VideoOrientation/landscapeRight``, not rotated.
  public var videoOrientation: VideoOrientation {
    get {
      let rotation = videoRotation
      return VideoOrientation.allCases.first { $0.rotation == rotation } ?? .landscapeRight
    }
    set { videoRotation = newValue.rotation }
  }
}
