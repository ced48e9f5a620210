public import OpenCaptureFlow
public import OpenCaptureMediaSamples

/// A driver of a camera or microphone, on which a ``CaptureDevice`` is based.
///
/// The drivers of this package conform, and so can your own. It can be used from any thread.
public protocol CaptureDeviceDriver: AnyObject, Sendable {
  /// The names and location of the device.
  var identity: CaptureDevice.Identity { get }

  /// The media type of the device; the default is video.
  var mediaType: MediaType { get }

  /// Whether samples can wait for space without being lost; the default is false.
  var canWait: Bool { get }

  /// Returns the formats that the device offers, in the driver's order.
  func formats() throws(CaptureError) -> [CaptureDevice.Format]

  /// Returns the driver's codes of formats that this library cannot decode, which ``formats()`` leaves out.
  ///
  /// The default is an empty array.
  func undecodableFormats() throws(CaptureError) -> [FourCharCode]

  /// The other programs that have the device open, each as name and process ID; the default is empty.
  var otherUsers: [String] { get }

  /// The thermal state of the host of the device; the default is nominal, which includes unknown.
  var systemPressureState: SystemPressureState { get }

  /// The largest number of frames that still show the old value after a control was set; the default is 3.
  ///
  /// Frames exposed before the change do not count. The delay comes from the sensor's registers and the camera's
  /// processing. A driver with better information overrides it.
  var controlDelay: Int { get }

  /// Returns all controls with their current values; the default is empty.
  func controls() throws(CaptureError) -> [CaptureControl]

  /// Returns the current value of a control, in the driver's steps; the default implementation throws.
  func value(of control: CaptureControl.Name) throws(CaptureError) -> Int64

  /// Sets a control, in the driver's steps, and returns the actual value; the default implementation throws.
  func setValue(_ value: Int64, of control: CaptureControl.Name) throws(CaptureError) -> Int64

  /// Starts streaming.
  ///
  /// - Returns: The stream, with the actual configuration.
  func startStreaming(
    _ configuration: CaptureStreamConfiguration, to sink: any CaptureDeviceSink
  ) throws(CaptureError) -> any CaptureStream
}

extension CaptureDeviceDriver {
  /// The default: video.
  public var mediaType: MediaType { .video }

  /// The default: false.
  public var canWait: Bool { false }

  /// Returns an empty array.
  public func undecodableFormats() throws(CaptureError) -> [FourCharCode] { [] }

  /// The default: empty.
  public var otherUsers: [String] { [] }

  /// Returns an empty array.
  public func controls() throws(CaptureError) -> [CaptureControl] { [] }

  /// Throws an error, because the device has no controls.
  public func value(of control: CaptureControl.Name) throws(CaptureError) -> Int64 { throw unsupported(control) }

  /// Throws an error, because the device has no controls.
  public func setValue(_ value: Int64, of control: CaptureControl.Name) throws(CaptureError) -> Int64 {
    throw unsupported(control)
  }

  private func unsupported(_ control: CaptureControl.Name) -> CaptureError {
    CaptureError(.unsupported, subject: identity.localizedName, reason: "the device has no control \(control)")
  }

  /// The default: 3 frames.
  public var controlDelay: Int { 3 }

  /// The default: nominal.
  public var systemPressureState: SystemPressureState { SystemPressureState(level: .nominal) }
}

/// A receiver of the media of a driver, called on the driver's thread, one call at a time.
public protocol CaptureDeviceSink: AnyObject, Sendable {
  /// Receives a video frame or a buffer of audio.
  func receive(_ sampleBuffer: SampleBuffer)

  /// Receives a report of frames lost by the driver.
  func receive(_ dropped: DroppedFrame)

  /// Receives a change of a control.
  func receive(_ change: CaptureControlChange)

  /// Receives a report of a stall, once per stall.
  func receive(_ stall: CaptureStall)

  /// Handles a failure of the stream. No calls follow.
  func end(_ error: CaptureError)
}

extension CaptureError.Code {
  /// No device of the given name was found.
  public static var noSuchDevice: Self { Self("noSuchDevice") }
  /// Another program uses the device.
  public static var deviceInUse: Self {
    Self("deviceInUse", hint: "quit the other program or choose another device")
  }
  /// Another session of this program uses the device.
  public static var deviceUsedByAnotherSession: Self {
    Self("deviceUsedByAnotherSession", hint: "stop the other session or choose another device")
  }
  /// The user has no permission to open the device.
  public static var notAuthorized: Self { Self("notAuthorized") }
  /// The device is not connected, so that it cannot be used.
  public static var deviceNotConnected: Self { Self("deviceNotConnected", hint: "connect the device again") }
  /// The device was disconnected or switched off during its use, or its driver was unbound.
  public static var deviceDisconnected: Self { Self("deviceDisconnected", hint: "connect the device again") }
  /// The bus shared by the devices has too little free bandwidth.
  public static var outOfBandwidth: Self {
    Self(
      "outOfBandwidth",
      hint: "choose a smaller or compressed format, or connect the camera to another USB controller")
  }
  /// The device or its driver failed or rejected a request.
  public static var deviceFailed: Self { Self("deviceFailed") }
  /// The device does not have the control or mode.
  public static var unsupported: Self { Self("unsupported") }
  /// The value is outside the range of a control.
  public static var outOfRange: Self { Self("outOfRange") }
  /// The control cannot be set now, such as an exposure time while exposure is automatic.
  public static var controlLocked: Self { Self("controlLocked", hint: "switch the automatic mode off first") }
  /// Another part of the program holds the device lock.
  public static var lockedForConfiguration: Self {
    Self("lockedForConfiguration", hint: "call unlockForConfiguration() there when the change is complete")
  }
  /// A property was changed without ``CaptureDevice/lockForConfiguration()``.
  public static var notLocked: Self { Self("notLocked", hint: "call lockForConfiguration() first") }
}
