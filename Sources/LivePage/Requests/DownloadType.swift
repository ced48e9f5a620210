/// What kinds of files can be fetched.
enum DownloadType {
  /// What browsers are told of a file.
  static func contentType(of name: String) -> String {
    switch name.split(separator: ".").last {
    case "jpg": "image/jpeg"
    case "mp4": "video/mp4"
    default: "application/octet-stream"
    }
  }
}
