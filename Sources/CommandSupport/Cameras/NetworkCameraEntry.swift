package import OpenCaptureFlow
import OpenCaptureMediaSamples
package import OpenCaptureNetworkCameras
import OpenCaptureSession

/// A line of the file of cameras on the network: `NAME ADDRESS [udp] [token=TOKEN] [trust=FILE] [timeout=SECONDS]`.
package struct NetworkCameraEntry: Sendable {
  /// What `--camera` calls it.
  package let name: String
  /// Where it is.
  package let address: NetworkCameraAddress
  /// How it is connected to.
  package private(set) var options = NetworkCamera.Options()

  /// An address that was given without a name.
  init(_ address: NetworkCameraAddress) { (name, self.address) = (address.description, address) }

  /// Reads a line; nil where it is empty or begins with `#`.
  ///
  /// - Parameter place: Where it stands.
  /// - Throws: `CaptureError`, in which the address doesn't stand where it isn't understood.
  package init?(_ line: Substring, at place: String) throws(CaptureError) {
    let words = line.split { $0 == " " || $0 == "\t" || $0 == "\r" }.map(String.init)
    guard let name = words.first, !name.hasPrefix("#") else { return nil }
    guard Self.isName(name) else {
      throw NetworkCameraFile.error(
        place, "it doesn't begin with a name",
        remedy: "a name has letters, digits, '-', '_' and '.', and means no other camera")
    }
    guard words.count > 1 else { throw NetworkCameraFile.error(place, "camera '\(name)' has no address") }
    self.name = name
    do throws(CaptureError) { address = try NetworkCameraAddress(words[1]) } catch {
      throw NetworkCameraFile.error(place, "camera '\(name)': \(error.reason)", remedy: error.remedy)
    }
    for word in words.dropFirst(2) where try !take(word) {
      throw NetworkCameraFile.error(
        place, "camera '\(name)': its address is followed by something else",
        remedy: "there are udp, token=TOKEN, trust=FILE and timeout=SECONDS")
    }
  }

  /// Takes what follows an address; false where that isn't known.
  private mutating func take(_ word: String) throws(CaptureError) -> Bool {
    let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
    switch (parts.first, parts.count) {
    case ("udp", 1): options.usesDatagrams = true
    case ("token", 2): options.token = parts[1]
    case ("trust", 2): options.trustedCertificates = parts[1]
    case ("timeout", 2):
      guard let seconds = Double(parts[1]), (0.1...3600).contains(seconds) else { return false }
      options.timeout = MediaTime(seconds: seconds, preferredTimescale: 1000)
    default: return false
    }
    return true
  }

  private static func isName(_ text: String) -> Bool {
    !CameraCatalog.isOwnName(text)
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
          true
        default: false
        }
      }
  }

  /// The camera; it isn't connected to yet.
  package func camera() -> NetworkCamera {
    NetworkCamera(address, uniqueID: name, localizedName: name, options: options)
  }
}
