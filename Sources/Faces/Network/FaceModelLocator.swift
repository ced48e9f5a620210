import Glibc
public import OpenCaptureSystem

/// A search for a YuNet model in an ordered list of folders.
///
/// If the caller names a folder, only that folder is searched. Otherwise, if the environment variable
/// `OPENCAPTURE_MODELS` is set, only its folder is searched. Otherwise, the folders are `Models` beside the program, that
/// of the user's data (`~/.local/share/opencapture/models`, or in `XDG_DATA_HOME`), and those of the system.
public struct FaceModelLocator: Sendable, Hashable {
  /// The folders in search order.
  public let folders: [String]

  /// The environment variable for the folder.
  public static let variable = "OPENCAPTURE_MODELS"

  /// The names of the files that are searched for, the preferred one first.
  ///
  /// `Models/README.md` lists their sizes, checksums and sources.
  public static let fileNames = [
    "face_detection_yunet_2023mar.onnx", "face_detection_yunet_2026may.onnx", "yunet_n_640_640.onnx",
    "yunet_n_320_320.onnx", "face_detection_yunet_2022mar.onnx",
  ]

  /// The folders of the system.
  static let systemFolders = ["/usr/local/share/opencapture/models", "/usr/share/opencapture/models"]

  /// Creates a search.
  ///
  /// - Parameter folder: The only folder to search; nil, the default, for the standard folders.
  public init(folder: String? = nil) {
    let home = Environment.value("HOME").map { $0 + "/.local/share" }
    let data = (Environment.value("XDG_DATA_HOME") ?? home).map { $0 + "/opencapture/models" }
    folders = ModelFolders.inOrder(
      named: folder, environment: Environment.value(Self.variable), program: ModelFolders.programFolder(),
      system: (data.map { [$0] } ?? []) + Self.systemFolders)
  }

  /// Returns the path of the first model.
  ///
  /// - Throws: ``FaceError`` with the names and the searched folders.
  public func path() throws(FaceError) -> String {
    for folder in folders {
      let paths = Self.fileNames.map { "\(folder)/\($0)" }
      if let path = paths.first(where: { access($0, F_OK) == 0 }) { return path }
    }
    throw FaceError(
      .modelNotFound, subject: Self.fileNames[0],
      reason: "neither it nor \(Self.fileNames.dropFirst().joined(separator: ", ")) is in "
        + folders.joined(separator: ", "))
  }
}
