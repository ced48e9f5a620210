/// What a USB device says about itself, found above a node of its in sysfs.
package struct USBDescription: Sendable, Hashable {
  /// Where the device is in sysfs: the same for all that is in it.
  package let folder: String
  package let vendor: String
  package let product: String
  package let serial: String?
  package let manufacturer: String?
  /// The number of the bus, whose bandwidth all on it share.
  package let bus: String?
  /// Whether it can be unplugged; nil where the firmware doesn't say.
  package let isRemovable: Bool?

  /// Looks at a node; nil where it is on no USB bus.
  package init?(above path: String) {
    var folder = path
    while folder.count > 1 {
      if let vendor = FileSystem.text("\(folder)/idVendor"), let product = FileSystem.text("\(folder)/idProduct") {
        (self.folder, self.vendor, self.product) = (folder, vendor, product)
        (serial, manufacturer) = (FileSystem.text("\(folder)/serial"), FileSystem.text("\(folder)/manufacturer"))
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

  /// The numbers of the vendor and the product, such as `046d:082d`.
  package var model: String { "\(vendor):\(product)" }

  /// The port that it is plugged into, such as `1-2`.
  package var port: String { folder.split(separator: "/").last.map(String.init) ?? "" }

  /// What tells it from others: the model, and the serial number where it has one.
  package var signature: String { model + (serial.map { "-\($0)" } ?? "") }
}
