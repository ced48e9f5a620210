import OpenCaptureMediaSamples
public import OpenCaptureFlow
import OpenCaptureSystem

/// A camera or a microphone as a session's input (`AVCaptureDeviceInput`).
public final class CaptureDeviceInput: CaptureInput {
  /// The camera or microphone.
  public let device: CaptureDevice

  /// The camera's pictures, or the microphone's sound.
  public let ports: [CaptureInputPort]

  /// Takes a device as an input.
  ///
  /// - Throws: `CaptureError` where it isn't connected, can't be opened, or has no format that is known here.
  public init(device: CaptureDevice) throws(CaptureError) {
    self.device = device
    ports = [CaptureInputPort(device.mediaType, sourceDevicePosition: device.position)]
    try requireConnection()
    guard try !device.loadFormats().isEmpty else {
      throw CaptureError(
        .unsupportedFormat, subject: device.localizedName, reason: "it has no format that is known here", remedy: ""
      )
    }
    for port in ports { port.belongs(to: self) }
  }

  private func requireConnection() throws(CaptureError) {
    if !device.isConnected { throw device.notConnected }
  }

  /// The name of the device.
  public var name: String { device.localizedName }

  /// The device.
  public var resource: ObjectIdentifier? { ObjectIdentifier(device) }

  /// Whether the device's samples wait until there is room for them; those of hardware can't.
  public var canWait: Bool { device.driver.canWait }

  /// The format that fits best, or that was asked for; of a microphone, whatever is wished for of pictures.
  public func configuration(for selection: FormatSelection?) throws(CaptureError) -> CaptureStreamConfiguration {
    try device.configuration(for: selection)
  }

  /// Whether the device has a format for it: a microphone has, because wishes are about pictures.
  public func supports(_ selection: FormatSelection?) -> Bool {
    guard device.hasMediaType(.video) else { return true }
    return selection.map { $0.choose(from: device.formats) != nil } ?? true
  }

  /// Shows it as the device's format.
  public func didPlan(_ configuration: CaptureStreamConfiguration?) { device.didPlan(configuration) }

  /// Begins to stream from the device.
  public func startStreaming(
    _ configuration: CaptureStreamConfiguration, to sink: any CaptureStreamSink
  ) throws(CaptureError) -> any CaptureStream {
    try requireConnection()
    return try CaptureDeviceStream(device, configuration, through: ports[0], to: sink)
  }

  /// Tells of formats and rates that are set by hand, and of a device that comes and goes.
  public func observe(_ observer: AnyObject, _ body: @escaping @Sendable (CaptureInputChange) -> Void) {
    device.observe(observer, body)
  }

  /// Tells an observer nothing any more.
  public func stopObserving(_ observer: AnyObject) { device.stopObserving(observer) }
}
