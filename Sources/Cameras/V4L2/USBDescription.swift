import OpenCaptureSystem

/// What a USB device says about itself, found above a node of its in sysfs.
struct USBDescription: Sendable, Hashable {
  let vendor: String
  let product: String
  let serial: String?
  let manufacturer: String?
  /// The number of the bus, whose bandwidth all on it share.
  let bus: String?
  /// Whether it can be unplugged; nil where the firmware doesn't say.
  let isRemovable: Bool?

  init?(above path: String) {
    var folder = path
    while folder.count > 1 {
      if let vendor = FileSystem.text("\(folder)/idVendor"), let product = FileSystem.text("\(folder)/idProduct") {
        (self.vendor, self.product) = (vendor, product)
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
}
