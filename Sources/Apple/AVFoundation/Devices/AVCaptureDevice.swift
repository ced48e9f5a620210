import CoreMedia
public import Foundation
import OpenCapture
public import OpenCaptureSession
public import QuartzCore

/// A camera or microphone; an alias of `CaptureDevice`.
///
/// On Apple's systems, setting a property without `lockForConfiguration()` or to an unsupported value raises an
/// exception. Here the property keeps its value, and the error is reported on standard error.
public typealias AVCaptureDevice = CaptureDevice

/// The authorization to use devices; an alias of `CaptureDevice.AuthorizationStatus`.
public typealias AVAuthorizationStatus = CaptureDevice.AuthorizationStatus

/// A media type; an alias of `MediaType`.
public typealias AVMediaType = MediaType

extension MediaType {
  /// Depth data; no input has a port of this type.
  public static let depthData = Self(rawValue: "dpth")
  /// Text; no input has a port of this type.
  public static let text = Self(rawValue: "text")
  /// Closed captions; no input has a port of this type.
  public static let closedCaption = Self(rawValue: "clcp")
  /// Subtitles; no input has a port of this type.
  public static let subtitle = Self(rawValue: "sbtl")
  /// Time codes; no input has a port of this type.
  public static let timecode = Self(rawValue: "tmcd")
  /// Timed metadata; no input has a port of this type.
  public static let metadata = Self(rawValue: "meta")
  /// Video and sound in one stream; no input has a port of this type.
  public static let muxed = Self(rawValue: "muxx")

  /// Creates the type with the four characters of a code.
  public init(_ rawValue: String) { self.init(rawValue: rawValue) }
}

extension CaptureDevice {
  /// Returns all devices: cameras, then microphones.
  public static func devices() -> [CaptureDevice] { devices(for: .video) + devices(for: .audio) }

  /// Returns whether a session with a preset can stream from the device.
  public func supportsSessionPreset(_ preset: AVCaptureSession.Preset) -> Bool {
    guard preset != .inputPriority, let input = try? CaptureDeviceInput(device: self) else {
      return preset == .inputPriority
    }
    return preset.selection.map { input.supports($0) } ?? false
  }

  /// Whether the device is suspended, for instance because the lid is closed; always false, for unknown.
  public var isSuspended: Bool { false }

  /// The transport type as a four-character code of IOKit: `'usb '` for USB, `'bltn'` for built-in devices.
  public var transportType: Int32 { identity.bus == nil ? 0x626c_746e : 0x7573_6220 }

  /// The input sources of the device; always empty.
  public var inputSources: [InputSource] { [] }

  /// The active input source; always nil.
  public var activeInputSource: InputSource? {
    get { nil }
    set { reportUnsupported(newValue != nil) }
  }

  /// An input source of a device; not supported by any device.
  public struct InputSource: Sendable, Hashable {
    /// The identifier of the source.
    public let inputSourceID: String
    /// The readable name of the source.
    public let localizedName: String
  }

  private struct Preference: Lockable {
    var uniqueID: String?
  }

  private static let preference = Locked(Preference())

  /// The camera that the user chose in the program.
  ///
  /// The program sets the property. The value is kept until the program ends.
  public static var userPreferredCamera: CaptureDevice? {
    get { preference.withLock { $0.uniqueID }.flatMap { device(uniqueID: $0) } }
    set { preference.withLock { $0.uniqueID = newValue?.uniqueID } }
  }

  /// The preferred camera: ``userPreferredCamera`` if it is connected, otherwise the first camera.
  public static var systemPreferredCamera: CaptureDevice? {
    userPreferredCamera.flatMap { $0.isConnected ? $0 : nil } ?? `default`(for: .video)
  }

  /// The thermal pressure of the system; an alias of OpenCapture's `SystemPressureState`.
  public typealias SystemPressureState = OpenCaptureSession.SystemPressureState

  /// A mode of tape transport; not supported by any device.
  public enum TransportControlsPlaybackMode: Int, Sendable {
    /// The tape is stopped.
    case notPlaying = 0
    /// The tape is playing.
    case playing = 1
  }

  /// Whether the device has tape transport controls; always false.
  public var transportControlsSupported: Bool { false }

  /// The mode of the tape transport; always not playing.
  public var transportControlsPlaybackMode: TransportControlsPlaybackMode { .notPlaying }

  /// The speed of the tape transport; always 0.
  public var transportControlsSpeed: Float { 0 }

  /// Sets the mode of the tape transport; not supported.
  public func setTransportControlsPlaybackMode(_ mode: TransportControlsPlaybackMode, speed: Float) {
    MisuseReporter.report("setTransportControlsPlaybackMode(_:speed:): not supported by \(localizedName)")
  }

  /// Reports a property that was set to an unsupported value.
  func reportUnsupported(_ isUnsupported: Bool, name: String = #function) {
    if isUnsupported { MisuseReporter.report("\(name): not supported by \(localizedName)") }
  }

  /// Changes a setting, and reports the time of the first frame with the new value.
  ///
  /// The handler is not called if the change is rejected.
  func set(
    _ name: String = #function, telling handler: (@Sendable (CMTime) -> Void)?, _ call: () throws -> Void
  ) {
    guard MisuseReporter.reportingError(name, call), let handler else { return }
    callWhenFramesShowChanges(handler)
  }

  /// Changes a setting, and returns the time of the first frame with the new value.
  ///
  /// Returns the current time if the change is rejected.
  func set(_ name: String = #function, _ call: () throws -> Void) async -> CMTime {
    guard MisuseReporter.reportingError(name, call) else { return CMClockGetTime(CMClockGetHostTimeClock()) }
    return await withCheckedContinuation { continuation in
      callWhenFramesShowChanges { continuation.resume(returning: $0) }
    }
  }

  /// A coordinator of the rotation that makes images level.
  ///
  /// All angles are 0, because cameras are mounted level on computers that are not rotated.
  public final class RotationCoordinator: Sendable {
    /// The camera; nil after it was released.
    public weak let device: AVCaptureDevice?
    /// The preview layer; nil if none was given, or after it was released.
    public weak let previewLayer: CALayer?

    /// Creates a coordinator for a camera and an optional preview layer.
    public init(device: AVCaptureDevice, previewLayer: CALayer?) {
      self.device = device
      self.previewLayer = previewLayer
    }

    /// The rotation of photos and movies, in degrees.
    public var videoRotationAngleForHorizonLevelCapture: CGFloat { 0 }

    /// The rotation of previews, in degrees.
    public var videoRotationAngleForHorizonLevelPreview: CGFloat { 0 }
  }
}

/// A device with a unique identifier.
///
/// An initializer of a class cannot return an existing object, but an initializer of a protocol can.
public protocol UniquelyIdentifiedDevice {}

extension CaptureDevice: UniquelyIdentifiedDevice {}

extension UniquelyIdentifiedDevice where Self == CaptureDevice {
  /// Returns the device with a unique identifier; nil if no such device is connected.
  public init?(uniqueID deviceUniqueID: String) {
    guard let device = CaptureDevice.device(uniqueID: deviceUniqueID) else { return nil }
    self = device
  }
}

extension CaptureDevice.DeviceType {
  /// A built-in telephoto camera; not used, the lens type is unknown.
  public static let builtInTelephotoCamera = Self(rawValue: "AVCaptureDeviceTypeBuiltInTelephotoCamera")
  /// A built-in ultra-wide camera; not used, the lens type is unknown.
  public static let builtInUltraWideCamera = Self(rawValue: "AVCaptureDeviceTypeBuiltInUltraWideCamera")
  /// A dual camera; not used.
  public static let builtInDualCamera = Self(rawValue: "AVCaptureDeviceTypeBuiltInDualCamera")
  /// A dual wide camera; not used.
  public static let builtInDualWideCamera = Self(rawValue: "AVCaptureDeviceTypeBuiltInDualWideCamera")
  /// The older name of ``builtInDualCamera``.
  public static let builtInDuoCamera = Self.builtInDualCamera
  /// A triple camera; not used.
  public static let builtInTripleCamera = Self(rawValue: "AVCaptureDeviceTypeBuiltInTripleCamera")
  /// A TrueDepth camera; not used.
  public static let builtInTrueDepthCamera = Self(rawValue: "AVCaptureDeviceTypeBuiltInTrueDepthCamera")
  /// A LiDAR depth camera; not used.
  public static let builtInLiDARDepthCamera = Self(rawValue: "AVCaptureDeviceTypeBuiltInLiDARDepthCamera")
  /// A phone used as a camera; reported as `external`.
  public static let continuityCamera = Self(rawValue: "AVCaptureDeviceTypeContinuityCamera")
  /// A Desk View camera; not used.
  public static let deskViewCamera = Self(rawValue: "AVCaptureDeviceTypeDeskViewCamera")
  /// The older name of `external`.
  public static let externalUnknown = Self.external
  /// The older name of `microphone`.
  public static let builtInMicrophone = Self.microphone
}

extension SystemPressureState {
  /// The causes of system pressure.
  public struct Factors: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt

    /// Creates factors from bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The system is hot.
    public static let systemTemperature = Self(rawValue: 1)
    /// The system needs more power than available.
    public static let peakPower = Self(rawValue: 2)
    /// The depth module is hot.
    public static let depthModuleTemperature = Self(rawValue: 4)
    /// The camera is hot.
    public static let cameraTemperature = Self(rawValue: 8)
  }

  /// The causes of the pressure; at most the system temperature.
  public var factors: Factors { level > .nominal ? .systemTemperature : [] }
}
