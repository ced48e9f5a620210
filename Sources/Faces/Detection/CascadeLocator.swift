import Glibc
public import OpenCaptureSystem

/// A search for cascade files in an ordered list of folders.
///
/// If the caller names a folder, only that folder is searched. Otherwise, if the environment variable
/// `OPENCAPTURE_CASCADES` is set, only its folder is searched. Otherwise, the folders are `Models` beside the
/// program and those of the system's packages.
public struct CascadeLocator: Sendable, Hashable {
  /// The folders in search order.
  public let folders: [String]

  /// The environment variable for the folder.
  public static let variable = "OPENCAPTURE_CASCADES"

  /// The folders used by the packages of Debian and other systems.
  public static let systemFolders = [
    "/usr/share/opencv4/haarcascades", "/usr/share/opencv5/haarcascades", "/usr/local/share/opencv4/haarcascades",
    "/usr/local/share/opencv5/haarcascades", "/usr/share/opencv/haarcascades",
  ]

  /// Creates a search.
  ///
  /// - Parameter folder: The only folder to search; nil, the default, for the standard folders.
  public init(folder: String? = nil) {
    self.init(folder: folder, environment: Environment.value(Self.variable), program: ModelFolders.programFolder())
  }

  /// Creates a search from properties of the process.
  init(folder: String?, environment: String?, program: String?) {
    folders = ModelFolders.inOrder(
      named: folder, environment: environment, program: program, system: Self.systemFolders)
  }

  /// Returns the path of a cascade.
  ///
  /// - Throws: ``FaceError`` with the list of searched folders.
  public func path(of fileName: String) throws(FaceError) -> String {
    try path(of: fileName) { access($0, F_OK) == 0 }
  }

  func path(of fileName: String, exists: (String) -> Bool) throws(FaceError) -> String {
    if let path = folders.map({ "\($0)/\(fileName)" }).first(where: exists) { return path }
    throw FaceError(.cascadeNotFound, subject: fileName, reason: "not found in " + folders.joined(separator: ", "))
  }
}
