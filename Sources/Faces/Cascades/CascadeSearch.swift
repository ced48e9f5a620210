import Glibc
import OpenCaptureSystem

/// Where cascades are looked for.
///
/// In this order, the first that is there counts: the folder that the caller names; the folder that the environment
/// variable `OPENCAPTURE_CASCADES` names; `Models` beside the program; the folders of the system's packages. Where a
/// folder is named, by the caller or the environment, the others after it are not looked into: asked is granted, or
/// refused.
public struct CascadeSearch: Sendable, Hashable {
  /// The folders, in the order in which they are looked into.
  public let folders: [String]

  /// The environment variable that names a folder.
  public static let variable = "OPENCAPTURE_CASCADES"

  /// Where the packages of Debian and others put them.
  public static let systemFolders = [
    "/usr/share/opencv4/haarcascades", "/usr/share/opencv5/haarcascades", "/usr/local/share/opencv4/haarcascades",
    "/usr/local/share/opencv5/haarcascades", "/usr/share/opencv/haarcascades",
  ]

  /// Makes a search.
  ///
  /// - Parameter folder: Where to look, and nowhere else; nil, the default, for the places above.
  public init(folder: String? = nil) {
    self.init(
      folder: folder, environment: Environment.value(Self.variable),
      program: Self.programFolder())
  }

  /// Makes a search from what is known about the process.
  init(folder: String?, environment: String?, program: String?) {
    if let named = folder ?? environment.flatMap({ $0.isEmpty ? nil : $0 }) {
      folders = [named]
    } else {
      folders = [program.map { $0 + "/Models" }].compactMap(\.self) + Self.systemFolders
    }
  }

  /// The file of a cascade.
  ///
  /// - Throws: ``FaceError`` that lists where it was looked for.
  public func path(of fileName: String) throws(FaceError) -> String {
    try path(of: fileName) { access($0, F_OK) == 0 }
  }

  func path(of fileName: String, exists: (String) -> Bool) throws(FaceError) -> String {
    if let path = folders.map({ "\($0)/\(fileName)" }).first(where: exists) { return path }
    throw FaceError(
      .cascadeNotFound, subject: fileName,
      reason: "it is not in " + folders.joined(separator: ", nor in "))
  }

  /// The folder of the running program; nil where the system doesn't tell.
  private static func programFolder() -> String? {
    var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = buffer.withUnsafeMutableBytes { bytes in
      bytes.baseAddress.map { readlink("/proc/self/exe", $0, bytes.count) } ?? 0
    }
    guard count > 0, let slash = buffer[..<count].lastIndex(of: UInt8(ascii: "/")) else { return nil }
    return String(decoding: buffer[..<slash], as: UTF8.self)
  }
}
