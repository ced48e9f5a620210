import OpenCaptureSystem

/// Graphics processors that may encode, by VA-API.
enum GraphicsProcessors {
  private static let folder = "/dev/dri"

  /// The device files by which they work without showing anything (the kernel's render nodes), the first that was found first.
  static var paths: [String] {
    FileSystem.names(in: folder).filter { $0.hasPrefix("renderD") }.sorted().map { "\(folder)/\($0)" }
  }
}
