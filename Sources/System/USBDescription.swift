/// A USB device's description in sysfs, found from a device node below it.
package struct USBDescription: Sendable, Hashable {
  /// The device's folder in sysfs, the same for all its nodes.
  package let folder: String
  package let vendor: String
  package let product: String
  package let serial: String?
  package let manufacturer: String?
  /// The number of the bus, whose bandwidth its devices share.
  package let bus: String?
  /// Whether the device can be unplugged; nil if the firmware does not say.
  package let isRemovable: Bool?

  /// Reads the description above a node; nil if the node is on no USB bus.
  package init?(above path: String) {
    var folder = path
    while folder.count > 1 {
      if let vendor = FileSystem.text("\(folder)/idVendor"), let product = FileSystem.text("\(folder)/idProduct") {
        self.folder = folder
        self.vendor = vendor
        self.product = product
        serial = FileSystem.text("\(folder)/serial")
        manufacturer = FileSystem.text("\(folder)/manufacturer")
        bus = FileSystem.text("\(folder)/busnum")
        switch FileSystem.text("\(folder)/removable") {
        case "fixed"?: isRemovable = false
        case "removable"?: isRemovable = true
        default: isRemovable = nil
        }
        return
      }
      folder = folder.lastIndex(of: "/").map { String(folder[..<$0]) } ?? ""
    }
    return nil
  }

  /// The vendor and product numbers, such as `046d:082d`.
  package var model: String { "\(vendor):\(product)" }

  /// The port that the device is plugged into, such as `1-2`.
  package var port: String { folder.split(separator: "/").last.map(String.init) ?? "" }

  /// An identifier: the model, and the serial number if the device has one.
  package var signature: String { model + (serial.map { "-\($0)" } ?? "") }
}
