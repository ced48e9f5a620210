import OpenCaptureSystem
import OpenCaptureMediaSamples

/// A camera as a session's input (`AVCaptureDeviceInput`).
public final class CaptureDeviceInput: CaptureInput {
  /// The camera.
  public let device: CaptureDevice

  private let videoPort = Locked<CaptureInputPort?>(nil)

  /// Takes a camera as an input.
  ///
  /// - Throws: ``CaptureError`` where it isn't connected, can't be opened, or has no format that is known here.
  public init(device: CaptureDevice) throws(CaptureError) {
    self.device = device
    guard device.isConnected else {
      throw CaptureError(.deviceDisconnected, subject: device.localizedName, reason: "the camera is not connected")
    }
    guard try !device.loadFormats().isEmpty else {
      throw CaptureError(
        .unsupportedFormat, subject: device.localizedName, reason: "it has no format that is known here", remedy: ""
      )
    }
    videoPort.withLock { $0 = CaptureInputPort(.video, of: self) }
  }

  /// The camera's pictures.
  public var ports: [CaptureInputPort] { videoPort.withLock { $0.map { [$0] } ?? [] } }

  /// The name of the camera.
  public var name: String { device.localizedName }

  /// The format that the preset picks, or that was asked for.
  public func configuration(for preset: CaptureSession.Preset) throws(CaptureError) -> CaptureStreamConfiguration {
    try device.configuration(for: preset)
  }

  /// Whether the camera has a format for the preset.
  public func supports(_ preset: CaptureSession.Preset) -> Bool {
    preset == .inputPriority || preset.choose(from: device.formats) != nil
  }

  /// Begins to stream from the camera.
  public func startStreaming(
    _ configuration: CaptureStreamConfiguration, to sink: any CaptureStreamSink
  ) throws(CaptureError) -> any CaptureStream {
    guard device.isConnected else {
      throw CaptureError(.deviceDisconnected, subject: device.localizedName, reason: "the camera is not connected")
    }
    let stream = try device.driver.startStreaming(configuration, to: sink)
    device.didGrant(stream.configuration)
    return stream
  }
}
