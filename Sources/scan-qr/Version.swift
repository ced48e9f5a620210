import CZBar

/// What `--version` prints.
enum Version {
  static let number = "0.1.0"

  static var text: String {
    var (major, minor, patch): (UInt32, UInt32, UInt32) = (0, 0, 0)
    zbar_version(&major, &minor, &patch)
    return "scan-qr \(number) (OpenCapture; zbar \(major).\(minor).\(patch))"
  }
}
