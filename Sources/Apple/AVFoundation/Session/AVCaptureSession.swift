public import CoreMedia
public import OpenCaptureFlow
public import OpenCaptureSession

/// What inputs and outputs are connected in; ours, under Apple's name.
public typealias AVCaptureSession = CaptureSession

extension CaptureSession {
  /// Adds an input, and connects it to outputs that take its media.
  ///
  /// One that `canAddInput(_:)` refuses is not added, and told on standard error. One that doesn't start while the
  /// session runs isn't either, and `runtimeErrorNotification` tells of it.
  public func addInput(_ input: AVCaptureInput) {
    telling(canAdd: canAddInput(input)) { try add(input, connecting: true) }
  }

  /// Adds an input without connecting it.
  public func addInputWithNoConnections(_ input: AVCaptureInput) {
    telling(canAdd: canAddInput(input)) { try add(input, connecting: false) }
  }

  /// Adds an output, and connects it to an input that has its media.
  ///
  /// One that `canAddOutput(_:)` refuses is not added, and told on standard error. One whose camera doesn't start while
  /// the session runs isn't either, and `runtimeErrorNotification` tells of it.
  public func addOutput(_ output: AVCaptureOutput) {
    telling(canAdd: canAddOutput(output)) { try add(output, connecting: true) }
  }

  /// Adds an output without connecting it.
  public func addOutputWithNoConnections(_ output: AVCaptureOutput) {
    telling(canAdd: canAddOutput(output)) { try add(output, connecting: false) }
  }

  /// Adds a connection that was made by hand.
  ///
  /// One that `canAddConnection(_:)` refuses is not added, and told on standard error.
  public func addConnection(_ connection: AVCaptureConnection) {
    telling(canAdd: canAddConnection(connection)) { try add(connection) }
  }

  /// Runs a change: what can't be is misuse, what fails is the session's error.
  private func telling(canAdd: Bool, _ name: String = #function, _ change: () throws -> Void) {
    Misuse.tellOfRefusals()
    do { try change() } catch {
      if canAdd, let error = error as? CaptureError {
        announceError(error)
      } else {
        Misuse.tell("\(name): \(error)")
      }
    }
  }

  /// Makes what was changed since `beginConfiguration()` take effect at once.
  ///
  /// Where a session that runs can't be as it was configured, it goes on as it was, and posts
  /// `runtimeErrorNotification`.
  public func commitConfiguration() { commitOrAnnounce() }

  /// The clock that times of frames and of sound are of: the machine's.
  public var synchronizationClock: CMClock? { CMClockGetHostTimeClock() }

  /// ``synchronizationClock``, by its older name.
  public var masterClock: CMClock? { synchronizationClock }
}

// MARK: What there is on telephones

extension CaptureSession {
  /// Whether the session shares the program's audio session; there is none, so that neither value does anything.
  public var usesApplicationAudioSession: Bool {
    get { false }
    set { _ = newValue }
  }

  /// As ``usesApplicationAudioSession``.
  public var automaticallyConfiguresApplicationAudioSession: Bool {
    get { false }
    set { _ = newValue }
  }

  /// As ``usesApplicationAudioSession``.
  public var configuresApplicationAudioSessionToMixWithOthers: Bool {
    get { false }
    set { _ = newValue }
  }

  /// Whether a camera is switched to wide colours; none has them.
  public var automaticallyConfiguresCaptureDeviceForWideColor: Bool {
    get { false }
    set { _ = newValue }
  }

  /// True: programs don't lose the camera to what is in front of them.
  public var isMultitaskingCameraAccessSupported: Bool { true }

  /// True; nothing changes it.
  public var isMultitaskingCameraAccessEnabled: Bool {
    get { true }
    set { _ = newValue }
  }

  /// How much of what the hardware can do is asked of it, 0 to 1; 0, since nobody knows.
  public var hardwareCost: Float { 0 }
}
