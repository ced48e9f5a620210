public import OpenCaptureFlow
import OpenCaptureSystem

extension CaptureDevice {
  /// The type of a device (`AVCaptureDevice.DeviceType`).
  ///
  /// The raw value is AVFoundation's, if AVFoundation has the type.
  public struct DeviceType: RawRepresentable, Sendable, Hashable {
    /// The identifier of the type.
    public let rawValue: String
    /// Creates the type with an identifier.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The short name, such as `built-in`; the raw value of any other type.
    public var name: String {
      switch self {
      case .builtInWideAngleCamera: "built-in"
      case .external: "external"
      case .microphone: "microphone"
      default: rawValue
      }
    }

    /// A camera built into the system.
    public static let builtInWideAngleCamera = DeviceType(rawValue: "AVCaptureDeviceTypeBuiltInWideAngleCamera")
    /// An external camera.
    public static let external = DeviceType(rawValue: "AVCaptureDeviceTypeExternal")
    /// A microphone or another audio input.
    public static let microphone = DeviceType(rawValue: "AVCaptureDeviceTypeMicrophone")
    /// A synthetic camera or microphone.
    public static let synthetic = DeviceType(rawValue: "synthetic")
  }

  /// The position of a device on the system.
  public typealias Position = CaptureDevicePosition

  /// The names and location of a device.
  public struct Identity: Sendable, Hashable {
    /// An identifier that stays the same when the device is reconnected.
    public let uniqueID: String
    /// The display name.
    public let localizedName: String
    /// The model, such as the USB vendor and product IDs; empty if unknown.
    public let modelID: String
    /// The manufacturer; empty if unknown.
    public let manufacturer: String
    /// The type of the device.
    public let deviceType: DeviceType
    /// The position of the device.
    public let position: Position
    /// The current path, such as `/dev/video0`; nil if not applicable.
    public let path: String?
    /// The bus shared with all devices that have an equal value, such as `USB bus 2`; nil if unknown.
    public let bus: String?
    /// The location of the physical device, such as that of a webcam on its bus.
    ///
    /// A camera and a microphone with equal values belong to one physical device. Nil if the device is not
    /// removable.
    public let physicalDevice: String?

    /// Creates an identity.
    public init(
      uniqueID: String, localizedName: String, modelID: String = "", manufacturer: String = "",
      deviceType: DeviceType = .external, position: Position = .unspecified, path: String? = nil,
      bus: String? = nil, physicalDevice: String? = nil
    ) {
      self.uniqueID = uniqueID
      self.localizedName = localizedName
      self.modelID = modelID
      self.manufacturer = manufacturer
      self.deviceType = deviceType
      self.position = position
      self.path = path
      self.bus = bus
      self.physicalDevice = physicalDevice
    }
  }

  /// The manufacturer for the metadata of files; nil if unknown.
  package var metadataMake: String? { manufacturer.isEmpty ? nil : manufacturer }

  /// The model for the metadata of files: the display name rather than the ``modelID``.
  package var metadataModel: String { localizedName }
}

extension CaptureDevice.Position {
  /// Reads the position of a device from ACPI or the device tree (`rotation` and `orientation` of a camera sensor).
  ///
  /// - Parameter folder: The sysfs directory of the device.
  package init(firmware folder: String) {
    if let orientation = FileSystem.bytes("\(folder)/of_node/orientation"), orientation.count == 4 {
      self = orientation[3] == 0 ? .front : orientation[3] == 1 ? .back : .unspecified
      return
    }
    // In ACPI's _PLD, 4 is the front panel and 5 the back.
    switch FileSystem.text("\(folder)/firmware_node/physical_location/panel")
      ?? FileSystem.text("\(folder)/physical_location/panel")
    {
    case "front"?: self = .front
    case "back"?: self = .back
    default: self = .unspecified
    }
  }
}
