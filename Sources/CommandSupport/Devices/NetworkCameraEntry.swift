package import OpenCaptureFlow
package import OpenCaptureNetworkCameras

/// A line of the camera file: `NAME ADDRESS [udp] [token=TOKEN] [trust=FILE] [timeout=SECONDS]`.
package struct NetworkCameraEntry: Sendable {
  /// The name for `--camera`.
  package let name: String
  /// The network address.
  package let address: NetworkCameraAddress
  /// The connection options.
  package private(set) var options = NetworkCamera.Options()

  /// Makes an entry for an address without a name.
  init(_ address: NetworkCameraAddress) {
    name = address.description
    self.address = address
  }

  /// Reads a line; nil if it is empty or begins with `#`.
  ///
  /// - Parameter place: The file and line number, for errors.
  /// - Throws: `CaptureError`. Its text does not contain an address that cannot be parsed.
  package init?(_ line: Substring, at place: String) throws(CaptureError) {
    let words = line.split { $0 == " " || $0 == "\t" || $0 == "\r" }.map(String.init)
    guard let name = words.first, !name.hasPrefix("#") else { return nil }
    guard Self.isName(name) else {
      throw NetworkCameraFile.error(
        place, "the line does not begin with a valid camera name",
        hint: "use letters, digits, '-', '_' and '.', and no reserved name")
    }
    guard words.count > 1 else { throw NetworkCameraFile.error(place, "camera '\(name)' has no address") }
    self.name = name
    do throws(CaptureError) { address = try NetworkCameraAddress(words[1]) } catch {
      throw NetworkCameraFile.error(place, "camera '\(name)': \(error.reason)", hint: error.hint)
    }
    for word in words.dropFirst(2) where try !take(word) {
      throw NetworkCameraFile.error(
        place, "camera '\(name)': unknown option after the address",
        hint: "use udp, token=TOKEN, trust=FILE or timeout=SECONDS")
    }
  }

  /// Reads an option after the address; false if it is unknown.
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
    !CameraCatalog.isReservedName(text) && text.isPlain(with: "-_.")
  }

  /// Returns the camera, not yet connected.
  ///
  /// - Parameter workers: The workers that decode the stream. Default: this process decodes it.
  package func camera(decodedBy workers: NetworkStreamWorkers? = nil) -> NetworkCamera {
    NetworkCamera(address, uniqueID: name, localizedName: name, options: options, opener: workers?.open)
  }
}

extension NetworkCameraEntry {
  /// Returns the network camera with an address or a name in the camera file; nil if the name is not one.
  ///
  /// - Throws: `CaptureError` if the address contains a password, or if the file cannot be read.
  package static func named(_ name: String) throws(CaptureError) -> NetworkCameraEntry? {
    guard NetworkCameraAddress.isAddress(name) else {
      // Reserved names and device files are the system's cameras.
      guard !CameraCatalog.isReservedName(name) else { return nil }
      return try NetworkCameraFile().entries.first { $0.name == name }
    }
    let address = try NetworkCameraAddress(name)
    guard address.containsSecrets else { return NetworkCameraEntry(address) }
    let file = NetworkCameraFile.path ?? "~/.config/opencapture/cameras"
    throw CaptureError(
      .noSuchDevice, subject: "camera '\(address)'",
      reason: "other users can see a password on the command line",
      hint: """
        add a line such as 'door rtsp://USER:PASSWORD@HOST/PATH' to \(file) (mode 600), use --camera door, and \
        change the password
        """)
  }
}
