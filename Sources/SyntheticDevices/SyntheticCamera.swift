public import OpenCaptureFlow
import OpenCaptureSystem
public import OpenCaptureSession
public import OpenCaptureMediaSamples

/// A camera made of software, and a full citizen: formats, rates, controls that act on the picture, and faults.
///
///     let camera = SyntheticCamera()
///     try session.addInput(CaptureDeviceInput(device: camera.device))
///
/// Equal scenes, settings and seeds give equal frames.
public final class SyntheticCamera: CaptureDeviceDriver {
  /// How the camera is made.
  public struct Options: Sendable {
    /// Who says when a frame is due; default the system's clock.
    ///
    /// Frames' times are always as if at the rate that was granted. Unpaced frames that nobody takes in time are lost, as
    /// from any camera.
    public var pacing = Pacing.realTime
    /// Whether unpaced frames wait where there is no room for them, as a file's do, rather than being lost; default
    /// false.
    public var waits = false
    /// What goes wrong; default nothing.
    public var faults = SyntheticFaults()
    /// How long no frame comes before sessions tell it as `CaptureSession.Event.didStall`; default 1 s, ten frames where
    /// those last longer.
    public var stallNotice = MediaTime(value: 1, timescale: 1)
    /// How long no frame comes before the stream ends as stalled; default 3 s, ten frames where those last longer.
    public var stallTimeout = MediaTime(value: 3, timescale: 1)
    /// How many frames consumers can hold before new ones are lost; default 8.
    public var bufferCount = 8
    /// How many frames after exposure was set show it, as sensors do; default 0, the next one.
    public var exposureDelay = 0
    /// The sizes and rates, each in YUYV and NV12.
    public var modes = Self.usualModes
    /// The controls, of which those that a usual webcam has under these names act on the picture.
    ///
    /// What is left out, the camera doesn't have; another range or step is one that a camera might have.
    public var controls = Self.usualControls

    /// Makes the usual options.
    public init() {}

    /// The controls of a usual webcam: exposure, gain, focus, zoom, flips, and a lamp.
    public static let usualControls = SyntheticControls.all

    /// White balance by hand: automatic or not, and the gains of red and blue.
    public static let whiteBalanceControls = SyntheticControls.whiteBalance

    /// 320×240, 640×480, 1280×720 and 1920×1080 at 60, 30 and 15, and 3840×2160 at 15.
    public static let usualModes: [(VideoDimensions, [Int])] = [
      (VideoDimensions(width: 640, height: 480), [60, 30, 15]),
      (VideoDimensions(width: 320, height: 240), [60, 30, 15]),
      (VideoDimensions(width: 1280, height: 720), [60, 30, 15]),
      (VideoDimensions(width: 1920, height: 1080), [60, 30, 15]),
      (VideoDimensions(width: 3840, height: 2160), [15]),
    ]
  }

  struct State: Lockable {
    var values: [CaptureControl.Name: Int64] = [:] { didSet { lens = SyntheticLens(values) } }
    /// What they do to the picture.
    private(set) var lens = SyntheticLens()
    /// Whoever started it holds it; what is paced by itself lives until it is stopped.
    weak var stream: SyntheticStream?
  }

  /// What the camera is called.
  public let identity: CaptureDevice.Identity
  /// What it sees.
  public let scene: any SyntheticScene
  let options: Options
  let presence = SyntheticPresence()
  let state: Locked<State>
  private let allFormats: [CaptureDevice.Format]

  /// Makes a camera.
  ///
  /// - Parameters:
  ///   - scene: What it sees; default a code that counts frames, and two drawn faces.
  ///   - uniqueID: Default `synthetic`.
  ///   - localizedName: Default `Synthetic Camera`.
  ///   - position: Default unspecified.
  ///   - deviceType: What kind of device it passes for; default synthetic.
  ///   - apparatus: What it is a part of, together with devices that say the same; default nothing.
  ///   - options: How it is made.
  public init(
    scene: any SyntheticScene = CodeAndFaces(), uniqueID: String = "synthetic",
    localizedName: String = "Synthetic Camera", position: CaptureDevice.Position = .unspecified,
    deviceType: CaptureDevice.DeviceType = .synthetic, apparatus: String? = nil, options: Options = Options()
  ) {
    identity = CaptureDevice.Identity(
      uniqueID: uniqueID, localizedName: localizedName, modelID: "synthetic", manufacturer: "OpenCapture",
      deviceType: deviceType, position: position, apparatus: apparatus)
    (self.scene, self.options) = (scene, options)
    let defaults = options.controls.map { ($0.name, $0.value) }
    var initial = State()
    initial.values = SyntheticControls.settled(Dictionary(defaults) { first, _ in first }, options.controls)
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

  /// The camera as a session takes it: the same object as long as anybody holds it.
  public var device: CaptureDevice { presence.device { CaptureDevice(self) } }

  /// Makes the next frames of a camera whose pacing is `Pacing.stepped`; does nothing while it doesn't stream.
  ///
  /// - Parameter count: How many, those included that are lost; default 1.
  public func step(_ count: Int = 1) {
    for _ in 0..<count { state.withLock { $0.stream }?.step() }
  }

  /// Changes a control as another program would, or a camera that adjusts it by itself; who streams from it is told.
  ///
  /// - Throws: `CaptureError` where it has no such control, or not this value.
  public func change(_ name: CaptureControl.Name, to value: Int64) throws(CaptureError) {
    guard let known = options.controls.first(where: { $0.name == name }), known.accepts(value) else {
      throw unknown(name)
    }
    state.withLock { state in
      state.values[name] = value
      state.values = SyntheticControls.settled(state.values, options.controls, after: name)
    }
    let stream = state.withLock { $0.stream }
    // What is locked by the one that was changed has other flags now.
    for control in try controls() where control.name == name || SyntheticControls.isLock(name, of: control.name) {
      stream?.tell(control)
    }
  }

  /// Lets something go wrong with the next frame.
  public func inject(_ fault: SyntheticFault) {
    state.withLock { $0.stream }?.inject(fault)
    if fault == .vanish { vanish() }
  }

  /// Plugs a camera that vanished in again, and lets one that stalled go on.
  public func recover() {
    state.withLock { $0.stream }?.recover()
    presence.reconnect(self)
  }

  /// Takes the camera away; the stream finds out with its next frame.
  func vanish() { presence.vanish() }
}

// MARK: What a device asks its driver

extension SyntheticCamera {
  /// What the options say.
  public var controlDelay: Int { max(0, options.exposureDelay) }

  /// The formats.
  public func formats() throws(CaptureError) -> [CaptureDevice.Format] {
    try requirePresence()
    return allFormats
  }

  /// The controls.
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

  /// The value of a control.
  public func value(of control: CaptureControl.Name) throws(CaptureError) -> Int64 {
    try requirePresence()
    guard let value = state.withLock({ $0.values[control] }) else { throw unknown(control) }
    return value
  }

  /// Sets a control; the next frame shows it.
  public func setValue(_ value: Int64, of control: CaptureControl.Name) throws(CaptureError) -> Int64 {
    try requirePresence()
    guard options.controls.contains(where: { $0.name == control && $0.accepts(value) }) else {
      throw unknown(control)
    }
    try state.withLock { (state) throws(CaptureError) in
      guard !SyntheticControls.isLocked(control, state.values) else {
        throw CaptureError(
          .controlLocked, subject: "\(identity.localizedName): \(control)",
          reason: "it can't be set while it is automatic")
      }
      state.values[control] = value
      state.values = SyntheticControls.settled(state.values, options.controls, after: control)
    }
    return value
  }

  /// Where that was asked for.
  public var canWait: Bool { options.pacing == .unpaced && options.waits }

  /// Begins to stream.
  public func startStreaming(
    _ configuration: CaptureStreamConfiguration, to sink: any CaptureDeviceSink
  ) throws(CaptureError) -> any CaptureStream {
    try requirePresence()
    let description = configuration.formatDescription
    guard let format = allFormats.first(where: { $0.formatDescription == description }) else {
      throw CaptureError(.unsupportedFormat, subject: identity.localizedName, reason: "it has no \(configuration)")
    }
    let usual = MediaTime(value: 1, timescale: 30)
    let wish = configuration.frameDuration.isNumeric ? configuration.frameDuration : usual
    let granted = CaptureStreamConfiguration(format: format, frameDuration: format.frameDuration(nearest: wish))
    let stream = try SyntheticStream(self, granted, sink)
    try state.withLock { (state) throws(CaptureError) in
      guard state.stream == nil else {
        throw CaptureError(.deviceInUse, subject: identity.localizedName, reason: "it streams already")
      }
      state.stream = stream
    }
    try stream.start()
    return stream
  }

  func streamEnded(_ stream: SyntheticStream) {
    state.withLock { state in if state.stream === stream { state.stream = nil } }
  }

  var lens: SyntheticLens { state.withLock { $0.lens } }

  var goneError: CaptureError {
    CaptureError(.deviceDisconnected, subject: identity.localizedName, reason: "the camera is gone")
  }

  private func requirePresence() throws(CaptureError) {
    if presence.isGone { throw goneError }
  }

  private func unknown(_ control: CaptureControl.Name) -> CaptureError {
    CaptureError(
      .unsupported, subject: identity.localizedName, reason: "it has no such control or value: \(control)")
  }
}
