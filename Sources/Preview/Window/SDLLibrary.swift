import COpenCaptureSDL

/// SDL, which opens windows; loaded when the first is opened, and linked by nothing.
public enum SDLLibrary {
  /// The line that installs it.
  public static let remedy = "install SDL: sudo apt install libsdl2-2.0-0"

  /// Loads it.
  ///
  /// - Throws: ``WindowError`` with `libraryMissing` and the line that installs it.
  public static func load() throws(WindowError) {
    var complaint: UnsafePointer<CChar>?
    guard !csdl_load(&complaint) else { return }
    let words = complaint.map { "it can't be used: \(String(cString: $0))" }
    throw WindowError(
      .libraryMissing, subject: "libSDL2-2.0.so.0", reason: words ?? "the library is not installed")
  }
}
