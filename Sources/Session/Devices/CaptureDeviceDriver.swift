public import OpenCaptureFlow
public import OpenCaptureMediaSamples

/// A camera as its driver shows it: what a ``CaptureDevice`` is made of.
///
/// The V4L2 driver and the synthetic camera conform; so can a camera of your own. Safe from any thread.
public protocol CaptureDeviceDriver: AnyObject, Sendable {
  /// What the camera is called, and where it is.
  var identity: CaptureDevice.Identity { get }

  /// The formats that it delivers, in the driver's order.
  func formats() throws(CaptureError) -> [CaptureDevice.Format]

  /// The driver's codes of formats that nothing here decodes, which are left out of ``formats()``. Default none.
  func undecodableFormats() throws(CaptureError) -> [FourCharCode]

  /// The programs beside this one that have the camera open, each as its name and process number. Default none.
  var otherUsers: [String] { get }

  /// How hot the machine that drives the camera is. Default nobody knows, which is nominal.
  var systemPressureState: SystemPressureState { get }

  /// Everything that can be set, with values as they are now.
  func controls() throws(CaptureError) -> [CaptureControl]

  /// The value of a control now.
  func value(of control: CaptureControl.Name) throws(CaptureError) -> Int64

  /// Sets a control, and gives back the value that was granted.
  func setValue(_ value: Int64, of control: CaptureControl.Name) throws(CaptureError) -> Int64

  /// Begins to stream.
  ///
  /// - Returns: The stream, whose configuration is what was granted.
  func startStreaming(
    _ configuration: CaptureStreamConfiguration, to sink: any CaptureDeviceSink
  ) throws(CaptureError) -> any CaptureStream
}

extension CaptureDeviceDriver {
  /// None.
  public func undecodableFormats() throws(CaptureError) -> [FourCharCode] { [] }

  /// None.
  public var otherUsers: [String] { [] }

  /// Nominal.
  public var systemPressureState: SystemPressureState { SystemPressureState(level: .nominal) }
}

/// Where a driver sends what comes from its camera: called on the driver's thread, one call at a time.
public protocol CaptureDeviceSink: AnyObject, Sendable {
  /// Takes a frame.
  func receive(_ sampleBuffer: SampleBuffer)

  /// Takes note of frames that the driver lost.
  func receive(_ dropped: DroppedFrame)

  /// Takes note that a control of the camera was changed.
  func receive(_ change: CaptureControlChange)

  /// Takes note that no frame has come for a while, though the stream goes on; told once, until one comes.
  func receive(_ stall: CaptureStall)

  /// Takes note that the stream ended by itself; nothing comes after this.
  func end(_ error: CaptureError)
}
