public import CoreMedia
public import Foundation
public import OpenCaptureFlow
public import OpenCaptureSession

/// What media comes from; ours, under Apple's name.
public typealias AVCaptureInput = CaptureInput

extension CaptureInput {
  /// One medium of an input; ours, under Apple's name.
  public typealias Port = CaptureInputPort
}

extension CaptureInputPort {
  /// The clock that the times of what comes through are of: the machine's.
  public var clock: CMClock? { CMClockGetHostTimeClock() }

  /// What kind of device it comes from.
  public var sourceDeviceType: AVCaptureDevice.DeviceType? { (input as? CaptureDeviceInput)?.device.deviceType }

  /// Another format passes through the port now; the object is the port.
  public static let formatDescriptionDidChangeNotification = Notification.Name(
    "AVCaptureInputPortFormatDescriptionDidChangeNotification")
}

/// Whether both are the same object.
public func == (left: AVCaptureInput?, right: AVCaptureInput?) -> Bool { left === right }

/// Whether both aren't the same object.
public func != (left: AVCaptureInput?, right: AVCaptureInput?) -> Bool { left !== right }

extension Sequence where Element == AVCaptureInput {
  /// Whether an input is among them.
  public func contains(_ input: AVCaptureInput) -> Bool { contains { $0 === input } }
}

extension Collection where Element == AVCaptureInput {
  /// The place of an input among them; nil where it isn't.
  public func firstIndex(of input: AVCaptureInput) -> Index? { firstIndex { $0 === input } }
}
