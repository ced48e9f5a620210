public import OpenCaptureFlow
public import OpenCaptureSystem
public import OpenCaptureSession
public import OpenCaptureMediaSamples

/// A software camera with formats, frame rates, controls that change the image, and faults.
///
///     let camera = SyntheticCamera()
///     try session.add(CaptureDeviceInput(device: camera.device))
///
/// Equal scenes, settings and seeds give equal frames.
public final class SyntheticCamera: CaptureDeviceDriver {
  /// The options of a synthetic camera.
  public struct Options: Sendable {
    /// The source of timing (default: the system's clock).
    ///
    /// Timestamps always follow the actual frame rate. Unpaced frames are lost if no consumer takes them in time, as
    /// with any camera.
    public var pacing = Pacing.realTime
    /// Whether unpaced frames wait for the consumer, like those of a file, instead of being lost (default: false).
    public var waitsForConsumers = false
    /// The faults (default: none).
    public var faults = SyntheticFaults()
    /// The time without frames after which sessions report `CaptureSession.Event.didStall`.
    ///
    /// The default is 1 s, or ten frame durations if those are longer.
    public var stallNotice = MediaTime(value: 1, timescale: 1)
    /// The time without frames after which the stream fails as stalled.
    ///
    /// The default is 3 s, or ten frame durations if those are longer.
    public var stallTimeout = MediaTime(value: 3, timescale: 1)
    /// The number of frames that consumers can hold before new frames are lost (default: 8).
    public var bufferCount = 8
    /// The number of frames until a new exposure takes effect, as with sensors (default: 0, the next frame).
    public var exposureDelay = 0
    /// The frame sizes and their rates in frames per second, each available in YUYV and NV12.
    public var modes = Self.defaultModes
    /// The camera's controls, with their ranges and steps.
    ///
    /// Controls with the names of a typical webcam's controls change the image.
    public var controls = Self.defaultControls

    /// Creates the default options.
    public init() {}

    /// The controls of a typical webcam: exposure, gain, focus, zoom, flips and a lamp.
    public static let defaultControls = SyntheticControls.all

    /// The controls of manual white balance: an automatic mode, and the gains of red and blue.
    public static let whiteBalanceControls = SyntheticControls.whiteBalance

    /// The default sizes and rates.
    ///
    /// 320×240, 640×480, 1280×720 and 1920×1080 at 60, 30 and 15 frames per second, and 3840×2160 at 15.
    public static let defaultModes: [(VideoDimensions, [Int])] = [
      (VideoDimensions(width: 640, height: 480), [60, 30, 15]),
      (VideoDimensions(width: 320, height: 240), [60, 30, 15]),
      (VideoDimensions(width: 1280, height: 720), [60, 30, 15]),
      (VideoDimensions(width: 1920, height: 1080), [60, 30, 15]),
      (VideoDimensions(width: 3840, height: 2160), [15]),
    ]
  }

  struct State: Lockable {
    var values: [CaptureControl.Name: Int64] = [:] { didSet { lens = SyntheticLens(values) } }
    /// The effect of the controls on the image.
    private(set) var lens = SyntheticLens()
  }

  /// The camera's name and unique ID.
  public let identity: CaptureDevice.Identity
  /// The scene that the camera films.
  public let scene: any SyntheticScene
  let options: Options
  let presence = SyntheticConnection<SyntheticStream>()
  let state: Locked<State>
  private let allFormats: [CaptureDevice.Format]

  /// Creates a camera.
  ///
  /// - Parameters:
  ///   - scene: The scene (default: a code that counts frames, and two drawn faces).
  ///   - uniqueID: The unique ID (default: `synthetic`).
  ///   - localizedName: The name (default: `Synthetic Camera`).
  ///   - position: The position (default: unspecified).
  ///   - deviceType: The reported device type (default: synthetic).
  ///   - physicalDevice: The ID of the physical device that contains the camera and other devices (default: none).
  ///   - options: The options.
  public init(
    scene: any SyntheticScene = CodeAndFaces(), uniqueID: String = "synthetic",
    localizedName: String = "Synthetic Camera", position: CaptureDevice.Position = .unspecified,
    deviceType: CaptureDevice.DeviceType = .synthetic, physicalDevice: String? = nil, options: Options = Options()
  ) {
    identity = CaptureDevice.Identity(
      uniqueID: uniqueID, localizedName: localizedName, modelID: "synthetic", manufacturer: "OpenCapture",
      deviceType: deviceType, position: position, physicalDevice: physicalDevice)
    self.scene = scene
    self.options = options
    let defaults = options.controls.map { ($0.name, $0.value) }
    var initial = State()
    initial.values = SyntheticControls.applyingAutomaticModes(
      Dictionary(defaults) { first, _ in first }, options.controls)
    state = Locked(initial)
    allFormats = options.modes.flatMap { size, rates in
      [PixelFormat.yuyv, .nv12].map { format in
        CaptureDevice.Format(
          formatDescription: FormatDescription(pixelFormat: format, dimensions: size),
          frameRateRanges: rates.map { FrameRateRange(MediaTime(value: 1, timescale: Int32($0))) },
          driverCode: format.v4l2Codes.first?.code)
      }
    }
  }

  /// The capture device for sessions; the same object as long as it is in use.
  public var device: CaptureDevice { presence.device { CaptureDevice(self) } }

  /// Makes the next frames of a camera with the pacing `Pacing.stepped`; does nothing while it does not stream.
  ///
  /// - Parameter count: The number of frames, including lost ones (default: 1).
  public func step(_ count: Int = 1) { for _ in 0..<count { presence.stream?.step() } }

  /// Changes a control like another program or the camera itself would, and reports the change to the stream.
  ///
  /// - Throws: `CaptureError` if the camera does not have the control or the control does not accept the value.
  public func change(_ name: CaptureControl.Name, to value: Int64) throws(CaptureError) {
    guard let known = options.controls.first(where: { $0.name == name }), known.accepts(value) else {
      throw unknown(name)
    }
    state.withLock { state in
      state.values[name] = value
      state.values = SyntheticControls.applyingAutomaticModes(state.values, options.controls, after: name)
    }
    let stream = presence.stream
    // The change may lock or unlock other controls, whose flags then change too.
    for control in try controls() where control.name == name || SyntheticControls.isLock(name, of: control.name) {
      stream?.reportChange(control)
    }
  }

  /// Applies a fault to the next frame.
  public func inject(_ fault: SyntheticFault) {
    presence.stream?.inject(fault)
    if fault == .vanish { presence.vanish() }
  }

  /// Reconnects a camera that vanished, and ends a stall.
  public func recover() {
    presence.stream?.recover()
    presence.reconnect(self)
  }
}

// MARK: Device driver

extension SyntheticCamera {
  /// The number of frames until a new exposure takes effect.
  public var controlDelay: Int { max(0, options.exposureDelay) }

  /// Returns the formats.
  public func formats() throws(CaptureError) -> [CaptureDevice.Format] {
    try requirePresence()
    return allFormats
  }

  /// Returns the controls with their current values.
  public func controls() throws(CaptureError) -> [CaptureControl] {
    try requirePresence()
    let values = state.withLock { $0.values }
    return options.controls.map { control in
      var control = control
      control.value = values[control.name] ?? control.value
      if SyntheticControls.isLocked(control.name, values) { control.flags.insert(.inactive) }
      return control
    }
  }

  /// Returns the value of a control.
  public func value(of control: CaptureControl.Name) throws(CaptureError) -> Int64 {
    try requirePresence()
    guard let value = state.withLock({ $0.values[control] }) else { throw unknown(control) }
    return value
  }

  /// Sets a control, effective with the next frame, and returns the actual value.
  public func setValue(_ value: Int64, of control: CaptureControl.Name) throws(CaptureError) -> Int64 {
    try requirePresence()
    guard options.controls.contains(where: { $0.name == control && $0.accepts(value) }) else {
      throw unknown(control)
    }
    try state.withLock { (state) throws(CaptureError) in
      guard !SyntheticControls.isLocked(control, state.values) else {
        throw CaptureError(
          .controlLocked, subject: "\(identity.localizedName): \(control)",
          reason: "cannot be set in automatic mode")
      }
      state.values[control] = value
      state.values = SyntheticControls.applyingAutomaticModes(state.values, options.controls, after: control)
    }
    return value
  }

  /// Whether unpaced frames wait for the consumer, as set by the options.
  public var canWait: Bool { options.pacing == .unpaced && options.waitsForConsumers }

  /// Starts a stream.
  public func startStreaming(
    _ configuration: CaptureStreamConfiguration, to sink: any CaptureDeviceSink
  ) throws(CaptureError) -> any CaptureStream {
    try requirePresence()
    let description = configuration.formatDescription
    guard let format = allFormats.first(where: { $0.formatDescription == description }) else {
      throw CaptureError(
        .unsupportedFormat, subject: identity.localizedName, reason: "the camera does not offer \(configuration)")
    }
    let defaultDuration = MediaTime(value: 1, timescale: 30)
    let requested = configuration.frameDuration.isNumeric ? configuration.frameDuration : defaultDuration
    let actual = CaptureStreamConfiguration(format: format, frameDuration: format.frameDuration(nearest: requested))
    let stream = try SyntheticStream(self, actual, sink)
    guard presence.begin(stream) else {
      throw CaptureError(.deviceInUse, subject: identity.localizedName, reason: "the camera is already streaming")
    }
    try stream.start()
    return stream
  }

  var lens: SyntheticLens { state.withLock { $0.lens } }

  var disconnectionError: CaptureError {
    CaptureError(.deviceDisconnected, subject: identity.localizedName, reason: "camera disconnected")
  }

  private func requirePresence() throws(CaptureError) { if presence.isGone { throw disconnectionError } }

  private func unknown(_ control: CaptureControl.Name) -> CaptureError {
    CaptureError(
      .unsupported, subject: identity.localizedName, reason: "the camera has no such control or value: \(control)")
  }
}
