import OpenCaptureMediaSamples
public import OpenCaptureFlow
import OpenCaptureSystem

/// A camera as a session's input (`AVCaptureDeviceInput`).
public final class CaptureDeviceInput: CaptureInput {
  /// The camera.
  public let device: CaptureDevice

  /// The camera's pictures.
  public let ports = [CaptureInputPort(.video)]

  /// Takes a camera as an input.
  ///
  /// - Throws: `CaptureError` where it isn't connected, can't be opened, or has no format that is known here.
  public init(device: CaptureDevice) throws(CaptureError) {
    self.device = device
    try requireConnection()
    guard try !device.loadFormats().isEmpty else {
      throw CaptureError(
        .unsupportedFormat, subject: device.localizedName, reason: "it has no format that is known here", remedy: ""
      )
    }
    for port in ports { port.belongs(to: self) }
  }

  private func requireConnection() throws(CaptureError) {
    guard device.isConnected else {
      throw CaptureError(.deviceDisconnected, subject: device.localizedName, reason: "the camera is not connected")
    }
  }

  /// The name of the camera.
  public var name: String { device.localizedName }

  /// The camera.
  public var resource: ObjectIdentifier? { ObjectIdentifier(device) }

  /// The format that fits best, or that was asked for.
  public func configuration(for selection: FormatSelection?) throws(CaptureError) -> CaptureStreamConfiguration {
    try device.configuration(for: selection)
  }

  /// Whether the camera has a format for it.
  public func supports(_ selection: FormatSelection?) -> Bool {
    selection.map { $0.choose(from: device.formats) != nil } ?? true
  }

  /// Shows it as the device's format.
  public func didPlan(_ configuration: CaptureStreamConfiguration?) { device.didPlan(configuration) }

  /// Begins to stream from the camera.
  public func startStreaming(
    _ configuration: CaptureStreamConfiguration, to sink: any CaptureStreamSink
  ) throws(CaptureError) -> any CaptureStream {
    try requireConnection()
    return try CaptureDeviceStream(device, configuration, through: ports[0], to: sink)
  }

  /// Tells of formats and rates that are set by hand, and of a camera that comes and goes.
  public func observe(_ observer: AnyObject, _ body: @escaping @Sendable (CaptureInputChange) -> Void) {
    device.observe(observer, body)
  }

  /// Tells an observer nothing any more.
  public func stopObserving(_ observer: AnyObject) { device.stopObserving(observer) }
}
