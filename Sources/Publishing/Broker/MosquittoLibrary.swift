import COpenCaptureMosquitto

/// libmosquitto, which speaks MQTT; loaded when something is first published, and linked by nothing.
public enum MosquittoLibrary {
  /// The line that installs it.
  public static let remedy = "install it: sudo apt-get install libmosquitto1"

  /// Loads it.
  ///
  /// - Throws: ``PublishingError`` with `libraryMissing` and the line that installs it.
  public static func load() throws(PublishingError) {
    var complaint: UnsafePointer<CChar>?
    guard !cmosquitto_load(&complaint) else { return }
    let words = complaint.map { "it can't be used: \(String(cString: $0))" }
    throw PublishingError(
      .libraryMissing, subject: "libmosquitto.so.1", reason: words ?? "the library is not installed")
  }
}
