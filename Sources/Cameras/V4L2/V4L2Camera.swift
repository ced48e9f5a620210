public import OpenCaptureFlow
import OpenCaptureSystem
import COpenCaptureV4L2
public import OpenCaptureSession
import Glibc
public import OpenCaptureMediaSamples

/// A camera that the kernel drives.
///
/// Each stream has a descriptor and a thread of its own; controls and formats are asked for through another descriptor,
/// which is open only as long as that takes.
public final class V4L2Camera: CaptureDeviceDriver {
  /// How a camera is driven.
  public struct Options: Sendable, Hashable {
    /// How many buffers the driver is asked for, 3 to 32; default 6.
    public var bufferCount = 6
    /// How many of them are kept for the driver to fill: where fewer are left, frames are copied; default 2.
    public var reservedBufferCount = 2
    /// How long no frame may come before sessions tell it as `CaptureSession.Event.didStall`; default 1 s, ten frames
    /// where those last longer.
    ///
    /// It holds for the first frame as well, for which some cameras take longer. `MediaTime.positiveInfinity` never
    /// tells.
    public var stallNotice = MediaTime(value: 1, timescale: 1)
    /// How long no frame may come before the stream ends as stalled; default 5 s, ten frames where those last
    /// longer.
    ///
    /// `MediaTime.positiveInfinity` waits for ever.
    public var stallTimeout = MediaTime(value: 5, timescale: 1)
    /// Where the kernel has the lamps that a built-in camera uses which has none among its own controls; default
    /// `/sys/class/leds`.
    public var lampFolder = "/sys/class/leds"

    /// Where the kernel has the temperatures of the machine; default `/sys/class/thermal`.
    public var thermalFolder = "/sys/class/thermal"

    /// Makes the usual options.
    public init() {}
  }

  /// What the camera is called, and where it is.
  public let identity: CaptureDevice.Identity
  let path: String
  let options: Options
  private let controlIDs = Locked<[CaptureControl.Name: UInt32]?>(nil)
  /// The lamp that the machine has for its cameras.
  private let lamp: LampControls?

  init(_ node: V4L2Node, options: Options) {
    (identity, path, self.options) = (node.identity, node.path, options)
    // Lamps look where the screen's back does, and belong to what is built in.
    let mayHaveLamp = identity.deviceType == .builtInWideAngleCamera && identity.position != .front
    lamp = mayHaveLamp ? LEDLamp.all(in: options.lampFolder).first.map(LampControls.init) : nil
  }

  func error(_ status: Int32, _ what: String) -> CaptureError {
    CaptureError(v4l2: status, what, identity.localizedName, path: path)
  }

  private func withDescriptor<Result>(_ body: (Int32) throws(CaptureError) -> Result) throws(CaptureError) -> Result
  {
    let descriptor = cv4l2_open(path)
    guard descriptor >= 0 else { throw error(descriptor, "open it") }
    defer { close(descriptor) }
    return try body(descriptor)
  }

  private func reader(_ descriptor: Int32) throws(CaptureError) -> V4L2FormatReader {
    var node = cv4l2_node()
    let status = cv4l2_describe(descriptor, &node)
    guard status == 0 else { throw error(status, "ask what it is") }
    return V4L2FormatReader(descriptor: descriptor, node: node)
  }

  /// The formats that are decoded here, in the driver's order.
  public func formats() throws(CaptureError) -> [CaptureDevice.Format] {
    try withDescriptor { (descriptor) throws(CaptureError) in try reader(descriptor).formats() }
  }

  /// The codes of the formats that aren't.
  public func undecodableFormats() throws(CaptureError) -> [FourCharCode] {
    try withDescriptor { (descriptor) throws(CaptureError) in try reader(descriptor).undecodable() }
  }

  /// The processes that have the device file open; those of other users show only to the administrator.
  public var otherUsers: [String] { DeviceHolders.describe(path) }

  /// How hot the machine is, by the kernel's thermal zones.
  public var systemPressureState: SystemPressureState { ThermalZones(folder: options.thermalFolder).state }

  /// Every control that is a single value; those of the machine's lamp where the camera has none.
  public func controls() throws(CaptureError) -> [CaptureControl] {
    try withDescriptor { (descriptor) throws(CaptureError) in
      let entries = V4L2Controls.read(descriptor)
      remember(entries)
      return entries.map(\.control) + (lamp(in: descriptor)?.controls() ?? [])
    }
  }

  /// The machine's lamp, unless the camera has one of its own.
  private func lamp(in descriptor: Int32) -> LampControls? {
    guard let lamp else { return nil }
    if controlIDs.withLock({ $0 }) == nil { remember(V4L2Controls.read(descriptor)) }
    return controlIDs.withLock { $0?["led_mode"] } == nil ? lamp : nil
  }

  private func remember(_ entries: [V4L2Controls.Entry]) {
    let ids = Dictionary(entries.map { ($0.control.name, $0.id) }) { first, _ in first }
    controlIDs.withLock { $0 = ids }
  }

  private func id(_ control: CaptureControl.Name, _ descriptor: Int32) throws(CaptureError) -> UInt32 {
    if controlIDs.withLock({ $0 }) == nil { remember(V4L2Controls.read(descriptor)) }
    guard let id = controlIDs.withLock({ $0?[control] }) else {
      throw CaptureError(.unsupported, subject: identity.localizedName, reason: "it has no control \(control)")
    }
    return id
  }

  /// The value of a control now.
  public func value(of control: CaptureControl.Name) throws(CaptureError) -> Int64 {
    try withDescriptor { (descriptor) throws(CaptureError) in
      if let lamp = lamp(in: descriptor), lamp.has(control) { return try lamp.value(of: control) }
      var value: Int64 = 0
      let status = cv4l2_get_control(descriptor, try id(control, descriptor), &value)
      guard status == 0 else {
        throw CaptureError(v4l2: status, control: control, identity.localizedName, path: path)
      }
      return value
    }
  }

  /// Sets a control, and reads back what was granted.
  public func setValue(_ value: Int64, of control: CaptureControl.Name) throws(CaptureError) -> Int64 {
    try withDescriptor { (descriptor) throws(CaptureError) in
      if let lamp = lamp(in: descriptor), lamp.has(control) { return try lamp.setValue(value, of: control) }
      let id = try id(control, descriptor)
      let status = cv4l2_set_control(descriptor, id, value)
      guard status == 0 else {
        throw CaptureError(v4l2: status, control: control, identity.localizedName, path: path)
      }
      var granted = value
      return cv4l2_get_control(descriptor, id, &granted) == 0 ? granted : value
    }
  }

  /// Begins to stream.
  public func startStreaming(
    _ configuration: CaptureStreamConfiguration, to sink: any CaptureDeviceSink
  ) throws(CaptureError) -> any CaptureStream {
    let stream = try V4L2Stream(self, configuration, sink)
    try stream.start()
    return stream
  }
}
