import OpenCaptureMediaSamples
public import OpenCaptureFlow
public import OpenCaptureSystem

/// A session input for a camera or a microphone (`AVCaptureDeviceInput`).
public final class CaptureDeviceInput: CaptureInput, IdentityHashable {
  /// The camera or microphone.
  public let device: CaptureDevice

  /// The port of the camera's video or the microphone's audio.
  public let ports: [CaptureInputPort]

  /// Creates an input for a device.
  ///
  /// - Throws: `CaptureError` if the device is not connected, cannot be opened, or offers no supported format.
  public init(device: CaptureDevice) throws(CaptureError) {
    self.device = device
    ports = [CaptureInputPort(device.mediaType, sourceDevicePosition: device.position)]
    if !device.isConnected { throw device.notConnected }
    guard try !device.loadFormats().isEmpty else {
      throw CaptureError(
        .unsupportedFormat, subject: device.localizedName, reason: "the device offers no supported format",
        hint: "")
    }
    for port in ports { port.attach(to: self) }
  }

  /// The name of the device.
  public var name: String { device.localizedName }

  /// The identity of the device.
  public var resource: ObjectIdentifier? { ObjectIdentifier(device) }

  /// Whether the device's samples can wait for space, which those of hardware cannot.
  public var canWait: Bool { device.driver.canWait }

  /// Returns the best format for the selection, or the active format; a microphone ignores the selection.
  public func configuration(for selection: FormatSelection?) throws(CaptureError) -> CaptureStreamConfiguration {
    try device.configuration(for: selection)
  }

  /// Returns whether the device has a format for the selection; always true for a microphone.
  public func supports(_ selection: FormatSelection?) -> Bool {
    guard device.hasMediaType(.video) else { return true }
    return selection.map { $0.choose(from: device.formats) != nil } ?? true
  }

  /// Sets the device's planned format, which its properties show.
  public func didPlan(_ configuration: CaptureStreamConfiguration?) { device.didPlan(configuration) }

  /// Starts streaming from the device.
  public func startStreaming(
    _ configuration: CaptureStreamConfiguration, to sink: any CaptureStreamSink
  ) throws(CaptureError) -> any CaptureStream {
    if !device.isConnected { throw device.notConnected }
    do throws(CaptureError) {
      return try CaptureDeviceStream(device, configuration, through: ports[0], to: sink)
    } catch {
      throw device.startFailure(error)
    }
  }

  /// Notifies an observer when the user sets a format or rate, or when the device connects or disconnects.
  public func observe(_ observer: AnyObject, _ body: @escaping @Sendable (CaptureInputChange) -> Void) {
    device.observe(observer, body)
  }

  /// Removes an observer.
  public func stopObserving(_ observer: AnyObject) { device.stopObserving(observer) }
}
