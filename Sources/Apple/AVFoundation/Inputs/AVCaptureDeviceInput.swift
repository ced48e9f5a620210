public import CoreMedia
public import OpenCaptureSession

/// A camera or a microphone as an input; ours, under Apple's name.
public typealias AVCaptureDeviceInput = CaptureDeviceInput

extension CaptureDeviceInput {
  /// The ports of one medium, as far as the device is of this kind, and at this position.
  ///
  /// - Parameters:
  ///   - mediaType: Nil for any.
  ///   - sourceDeviceType: Nil for any.
  ///   - sourceDevicePosition: `unspecified` for any.
  public func ports(
    for mediaType: AVMediaType?, sourceDeviceType: AVCaptureDevice.DeviceType?,
    sourceDevicePosition: AVCaptureDevice.Position
  ) -> [AVCaptureInput.Port] {
    ports.filter { port in
      (mediaType == nil || port.mediaType == mediaType)
        && (sourceDeviceType == nil || sourceDeviceType == device.deviceType)
        && (sourceDevicePosition == .unspecified || port.sourceDevicePosition == sourceDevicePosition)
    }
  }

  /// Whether exposure's least and greatest durations follow the frame rate alone; they do.
  public var unifiedAutoExposureDefaultsEnabled: Bool {
    get { false }
    set { _ = newValue }
  }

  /// How long a frame lasts at least, whatever the device is set to; invalid for what that is.
  public var videoMinFrameDurationOverride: CMTime {
    get { .invalid }
    set { if newValue.isValid { Misuse.tell("videoMinFrameDurationOverride: set activeVideoMinFrameDuration") } }
  }
}
