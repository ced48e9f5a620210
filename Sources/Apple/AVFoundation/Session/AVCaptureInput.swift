public import CoreMedia
public import OpenCaptureSession

/// An input of a session; an alias of `CaptureInput`.
public typealias AVCaptureInput = CaptureInput

extension CaptureInput {
  /// A port of an input; an alias of `CaptureInputPort`.
  public typealias Port = CaptureInputPort
}

extension CaptureInputPort {
  /// The clock of the port's times, which is the system clock.
  public var clock: CMClock? { CMClockGetHostTimeClock() }

  /// The type of the source device.
  public var sourceDeviceType: AVCaptureDevice.DeviceType? { (input as? CaptureDeviceInput)?.device.deviceType }

  /// Posted when the format of the port changes; the object is the port.
  public static let formatDescriptionDidChangeNotification = Notification.Name(
    "AVCaptureInputPortFormatDescriptionDidChangeNotification")
}

// Disfavored, so that concrete types have one operator: their own.

/// Returns whether two inputs are the same object.
@_disfavoredOverload
public func == (left: AVCaptureInput?, right: AVCaptureInput?) -> Bool { left === right }

/// Returns whether two inputs are different objects.
@_disfavoredOverload
public func != (left: AVCaptureInput?, right: AVCaptureInput?) -> Bool { left !== right }

/// Returns whether two inputs are the same object, as in `switch input { case videoInput: … }`.
@_disfavoredOverload
public func ~= (pattern: AVCaptureInput?, input: AVCaptureInput?) -> Bool { pattern === input }

extension Sequence where Element == AVCaptureInput {
  /// Returns whether the sequence contains an input.
  public func contains(_ input: AVCaptureInput) -> Bool { contains { $0 === input } }
}

extension Collection where Element == AVCaptureInput {
  /// Returns the index of an input; nil if the collection does not contain it.
  public func firstIndex(of input: AVCaptureInput) -> Index? { firstIndex { $0 === input } }
}

/// An input of a camera or microphone; an alias of `CaptureDeviceInput`.
public typealias AVCaptureDeviceInput = CaptureDeviceInput

extension CaptureDeviceInput {
  /// Returns the ports of a media type, for devices of a type and position.
  ///
  /// - Parameters:
  ///   - mediaType: The media type; nil for any.
  ///   - sourceDeviceType: The device type; nil for any.
  ///   - sourceDevicePosition: The position; `unspecified` for any.
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

  /// Whether the exposure limits follow the frame rate only; has no effect.
  public var unifiedAutoExposureDefaultsEnabled: Bool {
    get { false }
    set { _ = newValue }
  }

  /// The minimum frame duration that overrides that of the device; has no effect.
  public var videoMinFrameDurationOverride: CMTime {
    get { .invalid }
    set { MisuseReporter.reportUnsupported(newValue.isValid, "set activeVideoMinFrameDuration") }
  }

  /// Whether wind noise removal is supported; always false.
  public var isWindNoiseRemovalSupported: Bool { false }

  /// Whether wind noise removal is enabled; always false.
  public var isWindNoiseRemovalEnabled: Bool {
    get { false }
    set { MisuseReporter.reportUnsupported(newValue) }
  }

  /// The multichannel mode; always `none`, for the channels of the device.
  public var multichannelAudioMode: AVCaptureMultichannelAudioMode {
    get { .none }
    set { MisuseReporter.reportUnsupported(newValue != .none) }
  }

  /// Returns whether a multichannel mode is supported; only `none` is.
  public func isMultichannelAudioModeSupported(_ multichannelAudioMode: AVCaptureMultichannelAudioMode) -> Bool {
    multichannelAudioMode == .none
  }
}

/// A multichannel mode of audio inputs.
public enum AVCaptureMultichannelAudioMode: Int, Sendable {
  /// The channels of the device.
  case none = 0
  /// Stereo.
  case stereo = 1
  /// First-order Ambisonics.
  case firstOrderAmbisonics = 2
}
