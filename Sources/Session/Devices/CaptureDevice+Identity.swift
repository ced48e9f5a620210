public import OpenCaptureFlow

extension CaptureDevice {
  /// What kind of device it is (`AVCaptureDevice.DeviceType`).
  public struct DeviceType: RawRepresentable, Sendable, Hashable {
    /// The name.
    public let rawValue: String
    /// Makes the type of this name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// A camera that is part of the machine.
    public static let builtInWideAngleCamera = DeviceType(rawValue: "built-in")
    /// A camera that is plugged in.
    public static let external = DeviceType(rawValue: "external")
    /// A microphone, or whatever else the machine takes sound from.
    public static let microphone = DeviceType(rawValue: "microphone")
    /// A camera or a microphone made of software.
    public static let synthetic = DeviceType(rawValue: "synthetic")
  }

  /// Where on the machine the device is.
  public typealias Position = CaptureDevicePosition

  /// What a device is called, and where it is.
  public struct Identity: Sendable, Hashable {
    /// The same for the same device whenever it is plugged in again.
    public let uniqueID: String
    /// The name for people.
    public let localizedName: String
    /// The model, such as the USB vendor's and product's numbers; empty where nobody knows.
    public let modelID: String
    /// Who made it; empty where nobody knows.
    public let manufacturer: String
    /// What kind of device it is.
    public let deviceType: DeviceType
    /// Where it is.
    public let position: Position
    /// Where the system has it now, such as `/dev/video0`; nil where that makes no sense.
    public let path: String?
    /// What it shares with all devices for which this is equal, such as `USB bus 2`; nil where nobody knows of any.
    public let bus: String?
    /// The apparatus that it is a part of, by its place in the system, such as that of a webcam on its bus.
    ///
    /// A camera and a microphone for which this is equal are one; nil where it is a part of nothing that could be
    /// unplugged.
    public let apparatus: String?

    /// Makes an identity.
    public init(
      uniqueID: String, localizedName: String, modelID: String = "", manufacturer: String = "",
      deviceType: DeviceType = .external, position: Position = .unspecified, path: String? = nil,
      bus: String? = nil, apparatus: String? = nil
    ) {
      (self.uniqueID, self.localizedName, self.modelID) = (uniqueID, localizedName, modelID)
      (self.manufacturer, self.deviceType, self.position) = (manufacturer, deviceType, position)
      (self.path, self.bus, self.apparatus) = (path, bus, apparatus)
    }
  }
}
