import Foundation
import OpenCapture
public import OpenCaptureMediaSamples
public import OpenCaptureSession

/// A camera or a microphone; ours, under Apple's name.
///
/// A property that is set without `lockForConfiguration()`, or to what the device can't have, raises an exception on
/// Apple's systems: here it stays as it is, and that is told on standard error.
public typealias AVCaptureDevice = CaptureDevice

/// Whether a program may open devices; ours, under Apple's name.
public typealias AVAuthorizationStatus = CaptureDevice.AuthorizationStatus

/// What kind of media something is; ours, under Apple's name.
public typealias AVMediaType = MediaType

extension CaptureDevice {
  /// All devices: cameras, then microphones.
  public static func devices() -> [CaptureDevice] { devices(for: .video) + devices(for: .audio) }

  /// Whether a session with this preset could stream from the device.
  public func supportsSessionPreset(_ preset: AVCaptureSession.Preset) -> Bool {
    guard preset != .inputPriority, let input = try? CaptureDeviceInput(device: self) else {
      return preset == .inputPriority
    }
    return preset.selection.map { input.supports($0) } ?? false
  }

  /// Whether another program has switched the device off, as the lid of a notebook does; false, since nobody tells.
  public var isSuspended: Bool { false }

  /// How the device is connected: a four-character code of IOKit's, `'usb '` for USB, `'bltn'` for what is on the board.
  public var transportType: Int32 {
    identity.bus == nil ? 0x626c_746e : 0x7573_6220
  }

  /// Other ways into the device; none.
  public var inputSources: [InputSource] { [] }

  /// Which way into the device is taken; none.
  public var activeInputSource: InputSource? {
    get { nil }
    set { if newValue != nil { Misuse.tell("activeInputSource: \(localizedName) has none") } }
  }

  /// One of several ways into a device; none has them.
  public struct InputSource: Sendable, Hashable {
    /// Which it is.
    public let inputSourceID: String
    /// What people call it.
    public let localizedName: String
  }
}

/// What there are unique ids of.
///
/// A class can't be made as an object that is there already, what conforms to a protocol can.
public protocol UniquelyIdentifiedDevice {}

extension CaptureDevice: UniquelyIdentifiedDevice {}

extension UniquelyIdentifiedDevice where Self == CaptureDevice {
  /// The device with this unique id; nil where there is none now.
  public init?(uniqueID deviceUniqueID: String) {
    guard let device = CaptureDevice.device(uniqueID: deviceUniqueID) else { return nil }
    self = device
  }
}
