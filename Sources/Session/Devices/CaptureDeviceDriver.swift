public import OpenCaptureFlow
public import OpenCaptureMediaSamples

/// A camera or a microphone as its driver shows it: what a ``CaptureDevice`` is made of.
///
/// The drivers of V4L2 and ALSA and the synthetic devices conform; so can a device of your own. Safe from any thread.
public protocol CaptureDeviceDriver: AnyObject, Sendable {
  /// What the device is called, and where it is.
  var identity: CaptureDevice.Identity { get }

  /// What it delivers, pictures or sound. Default pictures.
  var mediaType: MediaType { get }

  /// Whether samples can wait until there is room for them, because nothing is lost meanwhile. Default false.
  var canWait: Bool { get }

  /// The formats that it delivers, in the driver's order.
  func formats() throws(CaptureError) -> [CaptureDevice.Format]

  /// The driver's codes of formats that nothing here decodes, which are left out of ``formats()``. Default none.
  func undecodableFormats() throws(CaptureError) -> [FourCharCode]

  /// The programs beside this one that have the device open, each as its name and process number. Default none.
  var otherUsers: [String] { get }

  /// How hot the machine that drives the device is. Default nobody knows, which is nominal.
  var systemPressureState: SystemPressureState { get }

  /// How many frames after a control was set still show the value from before, at most, those left out that were exposed
  /// before it was set. Default 3.
  ///
  /// It is how a sensor's registers, and a camera's own processing, lag behind. A driver that knows better says so.
  var controlDelay: Int { get }

  /// Everything that can be set, with values as they are now. Default nothing.
  func controls() throws(CaptureError) -> [CaptureControl]

  /// The value of a control now. Default there is none.
  func value(of control: CaptureControl.Name) throws(CaptureError) -> Int64

  /// Sets a control, and gives back the value that was granted. Default there is none.
  func setValue(_ value: Int64, of control: CaptureControl.Name) throws(CaptureError) -> Int64

  /// Begins to stream.
  ///
  /// - Returns: The stream, whose configuration is what was granted.
  func startStreaming(
    _ configuration: CaptureStreamConfiguration, to sink: any CaptureDeviceSink
  ) throws(CaptureError) -> any CaptureStream
}

extension CaptureDeviceDriver {
  /// Pictures.
  public var mediaType: MediaType { .video }

  /// False.
  public var canWait: Bool { false }

  /// None.
  public func undecodableFormats() throws(CaptureError) -> [FourCharCode] { [] }

  /// None.
  public var otherUsers: [String] { [] }

  /// None.
  public func controls() throws(CaptureError) -> [CaptureControl] { [] }

  /// Throws: there is none.
  public func value(of control: CaptureControl.Name) throws(CaptureError) -> Int64 { throw unsupported(control) }

  /// Throws: there is none.
  public func setValue(_ value: Int64, of control: CaptureControl.Name) throws(CaptureError) -> Int64 {
    throw unsupported(control)
  }

  private func unsupported(_ control: CaptureControl.Name) -> CaptureError {
    CaptureError(.unsupported, subject: identity.localizedName, reason: "it has no control \(control)")
  }

  /// 3.
  public var controlDelay: Int { 3 }

  /// Nominal.
  public var systemPressureState: SystemPressureState { SystemPressureState(level: .nominal) }
}

/// Where a driver sends what comes from its device: called on the driver's thread, one call at a time.
public protocol CaptureDeviceSink: AnyObject, Sendable {
  /// Takes a frame, or some sound.
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
