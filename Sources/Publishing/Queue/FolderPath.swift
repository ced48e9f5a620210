import Glibc
import OpenCaptureSystem

/// Folders that are made as far as they aren't there, for this person alone.
enum FolderPath {
  static func make(_ path: String) throws(SystemError) {
    let parts = path.split(separator: "/", omittingEmptySubsequences: true)
    for count in parts.indices.map({ $0 + 1 }) {
      let folder = (path.hasPrefix("/") ? "/" : "") + parts.prefix(count).joined(separator: "/")
      if mkdir(folder, 0o700) != 0, errno != EEXIST {
        let error = errno
        var status = stat()
        guard stat(folder, &status) == 0 else { throw SystemError(code: error) }
      }
    }
  }
}
