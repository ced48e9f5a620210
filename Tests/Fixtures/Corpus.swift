import Glibc

/// The labeled pictures for measuring quality, if they are available.
///
/// The folder is `$OPENCAPTURE_CORPUS`, or `shared/corpus` beside the package.
public enum Corpus {
  /// The folder; nil if it does not exist.
  public static let folder: String? = {
    if let folder = getenv("OPENCAPTURE_CORPUS").map({ String(cString: $0) }) { return existing(folder) }
    let package = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()
    return existing(package + "/../shared/corpus")
  }()

  /// The folder with pictures of codes, their texts and a scoring script; nil if it does not exist.
  public static var codes: String? { folder.flatMap { existing($0 + "/codes") } }

  /// The folder with videos of faces; nil if it does not exist.
  public static var faceVideos: String? { folder.flatMap { existing($0 + "/faces/video") } }

  /// The folder with pictures and videos of faces, their positions and a scoring script; nil if it does not exist.
  public static var faces: String? { folder.flatMap { existing($0 + "/faces") } }

  private static func existing(_ path: String) -> String? { access(path, R_OK) == 0 ? path : nil }
}
