import Glibc

/// Who may open a device file.
package enum DeviceAccess {
  /// What lets this user open it.
  package static func remedy(_ path: String) -> String? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    guard status.st_mode & S_IRGRP != 0, status.st_mode & S_IWGRP != 0, let group = name(ofGroup: status.st_gid)
    else {
      return "let the owner of \(path) allow it"
    }
    return "join the group \(group): sudo usermod -aG \(group) $USER, then log in again"
  }

  private static func name(ofGroup id: gid_t) -> String? {
    var entry = group()
    var result: UnsafeMutablePointer<group>?
    var buffer = [CChar](repeating: 0, count: 4096)
    guard getgrgid_r(id, &entry, &buffer, buffer.count, &result) == 0, result != nil else { return nil }
    return String(cString: entry.gr_name)
  }
}
