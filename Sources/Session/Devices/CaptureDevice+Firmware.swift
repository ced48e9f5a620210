import OpenCaptureSystem

extension CaptureDevice.Position {
  /// Where ACPI or the device tree say that a device is (`rotation` and `orientation` of a camera's sensor).
  ///
  /// - Parameter folder: The device's in sysfs.
  package init(firmware folder: String) {
    if let orientation = FileSystem.bytes("\(folder)/of_node/orientation"), orientation.count == 4 {
      self = orientation[3] == 0 ? .front : orientation[3] == 1 ? .back : .unspecified
      return
    }
    // ACPI's _PLD: 4 is the front panel, 5 the back.
    switch FileSystem.text("\(folder)/firmware_node/physical_location/panel")
      ?? FileSystem.text("\(folder)/physical_location/panel")
    {
    case "front"?: self = .front
    case "back"?: self = .back
    default: self = .unspecified
    }
  }
}
