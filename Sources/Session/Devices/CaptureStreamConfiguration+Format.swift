public import OpenCaptureFlow
public import OpenCaptureMediaSamples

extension CaptureStreamConfiguration {
  /// Asks for a device's format.
  public init(format: CaptureDevice.Format, frameDuration: MediaTime = .invalid) {
    self.init(
      formatDescription: format.formatDescription, driverCode: format.driverCode, frameDuration: frameDuration)
  }
}
