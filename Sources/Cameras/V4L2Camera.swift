public import OpenCaptureFlow
public import OpenCaptureSystem
import COpenCaptureV4L2
public import OpenCaptureSession
import Glibc
public import OpenCaptureMediaSamples

/// A camera that has a V4L2 driver.
///
/// Each stream has its own file descriptor and thread. Controls and formats use another descriptor, which is open only
/// during the call.
public final class V4L2Camera: CaptureDeviceDriver {
  /// The options of a camera.
  public struct Options: Sendable, Hashable {
    /// The number of buffers requested from the driver, 3 to 32 (default: 6).
    public var bufferCount = 6
    /// The number of buffers kept for the driver; if fewer are left, frames are copied (default: 2).
    public var reservedBufferCount = 2
    /// The time without frames after which sessions report `CaptureSession.Event.didStall`.
    ///
    /// The default is 1 s, or ten frame durations if those are longer. The time applies to the first frame too, for
    /// which some cameras take longer. `MediaTime.positiveInfinity` disables the report.
    public var stallNotice = MediaTime(value: 1, timescale: 1)
    /// The time without frames after which the stream fails as stalled.
    ///
    /// The default is 5 s, or ten frame durations if those are longer. `MediaTime.positiveInfinity` disables the
    /// timeout.
    public var stallTimeout = MediaTime(value: 5, timescale: 1)
    /// The folder of the kernel's LED devices (default: `/sys/class/leds`).
    ///
    /// A built-in camera without a lamp among its own controls uses the first torch or flash there.
    public var lampFolder = "/sys/class/leds"

    /// The folder of the kernel's thermal zones (default: `/sys/class/thermal`).
    public var thermalFolder = "/sys/class/thermal"

    /// Creates the default options.
    public init() {}
  }

  /// The camera's name, unique ID and location.
  public let identity: CaptureDevice.Identity
  let path: String
  let options: Options
  private let controlIDs = Locked<[CaptureControl.Name: UInt32]?>(nil)
  /// The LED lamp of the system that belongs to this camera.
  private let lamp: LampControls?
  /// Returns another driver of the camera with the given device file; nil for none.
  private let alternative: @Sendable (String) -> (any CaptureDeviceDriver)?

  init(
    _ node: V4L2Node, options: Options,
    alternative: @escaping @Sendable (String) -> (any CaptureDeviceDriver)? = { _ in nil }
  ) {
    identity = node.identity
    path = node.path
    self.options = options
    self.alternative = alternative
    // Such lamps are built in and point away from the user.
    let mayHaveLamp = identity.deviceType == .builtInWideAngleCamera && identity.position != .front
    lamp = mayHaveLamp ? LEDLamp.all(in: options.lampFolder).first.map(LampControls.init) : nil
  }

  /// The name in error messages.
  var name: String { identity.localizedName }

  func error(_ status: Int32, _ what: String) -> CaptureError { CaptureError(v4l2: status, what, name, path: path) }

  private func withDescriptor<Result>(_ body: (Int32) throws(CaptureError) -> Result) throws(CaptureError) -> Result
  {
    let descriptor = cv4l2_open(path)
    guard descriptor >= 0 else { throw error(descriptor, "open") }
    defer { close(descriptor) }
    return try body(descriptor)
  }

  private func reader(_ descriptor: Int32) throws(CaptureError) -> V4L2FormatReader {
    var node = cv4l2_node()
    let status = cv4l2_query_capabilities(descriptor, &node)
    guard status == 0 else { throw error(status, "query the device") }
    return V4L2FormatReader(descriptor: descriptor, node: node)
  }

  /// Returns the formats that can be decoded, in the driver's order.
  public func formats() throws(CaptureError) -> [CaptureDevice.Format] {
    do throws(CaptureError) {
      return try withDescriptor { (descriptor) throws(CaptureError) in try reader(descriptor).formats() }
    } catch {
      return try alternative(after: error).formats()
    }
  }

  /// Returns another driver if a failure means that V4L2 cannot open the camera.
  ///
  /// - Throws: The failure, if there is no other driver or if the failure has another cause.
  private func alternative(after failure: CaptureError) throws(CaptureError) -> any CaptureDeviceDriver {
    guard Self.isAvoidable(failure), let driver = alternative(path) else { throw failure }
    return driver
  }

  /// Returns whether a failure concerns the device file, so that a driver without the file avoids it.
  static func isAvoidable(_ failure: CaptureError) -> Bool {
    [.deviceInUse, .notAuthorized].contains(failure.code)
  }

  /// Returns the codes of the formats that cannot be decoded.
  public func undecodableFormats() throws(CaptureError) -> [FourCharCode] {
    try withDescriptor { (descriptor) throws(CaptureError) in try reader(descriptor).undecodableCodes() }
  }

  /// The processes that have the device file open; other users' processes are listed only for the superuser.
  public var otherUsers: [String] { DeviceFileUsers.describe(path) }

  /// The thermal pressure of the system, taken from the kernel's thermal zones.
  public var systemPressureState: SystemPressureState { ThermalZones(folder: options.thermalFolder).state }

  /// Returns all controls with a single value, with those of the system's lamp if the camera has no lamp.
  public func controls() throws(CaptureError) -> [CaptureControl] {
    try withDescriptor { (descriptor) throws(CaptureError) in
      let entries = V4L2Controls.read(descriptor)
      cacheIDs(entries)
      return entries.map(\.control) + (lamp(in: descriptor)?.controls() ?? [])
    }
  }

  /// Returns the system's lamp, or nil if the camera has its own.
  private func lamp(in descriptor: Int32) -> LampControls? {
    guard let lamp else { return nil }
    if controlIDs.withLock({ $0 }) == nil { cacheIDs(V4L2Controls.read(descriptor)) }
    return controlIDs.withLock { $0?[.lampMode] } == nil ? lamp : nil
  }

  private func cacheIDs(_ entries: [(id: UInt32, control: CaptureControl)]) {
    let ids = Dictionary(entries.map { ($0.control.name, $0.id) }) { first, _ in first }
    controlIDs.withLock { $0 = ids }
  }

  private func id(_ control: CaptureControl.Name, _ descriptor: Int32) throws(CaptureError) -> UInt32 {
    if controlIDs.withLock({ $0 }) == nil { cacheIDs(V4L2Controls.read(descriptor)) }
    guard let id = controlIDs.withLock({ $0?[control] }) else {
      throw CaptureError(.unsupported, subject: name, reason: "the camera has no control \(control)")
    }
    return id
  }

  private func error(_ status: Int32, _ control: CaptureControl.Name, _ id: UInt32) -> CaptureError {
    let driverName = V4L2ControlTable.rows[id]?.driverName ?? control.rawValue
    return CaptureError(v4l2: status, control: driverName, name, path: path)
  }

  /// Returns the current value of a control.
  public func value(of control: CaptureControl.Name) throws(CaptureError) -> Int64 {
    try withDescriptor { (descriptor) throws(CaptureError) in
      if let lamp = lamp(in: descriptor), lamp.has(control) { return try lamp.value(of: control) }
      var value: Int64 = 0
      let id = try id(control, descriptor)
      let status = cv4l2_get_control(descriptor, id, &value)
      guard status == 0 else { throw error(status, control, id) }
      return value
    }
  }

  /// Sets a control and returns the actual value.
  public func setValue(_ value: Int64, of control: CaptureControl.Name) throws(CaptureError) -> Int64 {
    try withDescriptor { (descriptor) throws(CaptureError) in
      if let lamp = lamp(in: descriptor), lamp.has(control) { return try lamp.setValue(value, of: control) }
      let id = try id(control, descriptor)
      let status = cv4l2_set_control(descriptor, id, value)
      guard status == 0 else { throw error(status, control, id) }
      var actual = value
      return cv4l2_get_control(descriptor, id, &actual) == 0 ? actual : value
    }
  }

  /// Starts a stream, through another driver of the same camera if V4L2 cannot open it.
  public func startStreaming(
    _ configuration: CaptureStreamConfiguration, to sink: any CaptureDeviceSink
  ) throws(CaptureError) -> any CaptureStream {
    do throws(CaptureError) {
      let stream = try V4L2Stream(self, configuration, sink)
      try stream.start()
      return stream
    } catch {
      return try alternative(after: error).startStreaming(configuration, to: sink)
    }
  }
}
