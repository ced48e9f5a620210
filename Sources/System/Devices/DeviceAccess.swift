import Glibc

/// The access rights of device files.
package enum DeviceAccess {
  /// Returns a hint on how this user can get access to a device file; nil if the file does not exist.
  package static func hint(_ path: String) -> String? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    guard status.st_mode & S_IRGRP != 0, status.st_mode & S_IWGRP != 0, let group = name(ofGroup: status.st_gid)
    else {
      return "ask the owner of \(path) for access"
    }
    return "join the group '\(group)': run 'sudo usermod -aG \(group) $USER', then log in again"
  }

  private static func name(ofGroup id: gid_t) -> String? {
    var entry = group()
    var result: UnsafeMutablePointer<group>?
    var buffer = [CChar](repeating: 0, count: 4096)
    guard getgrgid_r(id, &entry, &buffer, buffer.count, &result) == 0, result != nil else { return nil }
    return String(cString: entry.gr_name)
  }
}

/// The processes that have a device file open.
package enum DeviceFileUsers {
  /// Returns each process as its command and number, such as `cheese (process 4711)`, without this process.
  package static func describe(_ path: String) -> [String] {
    guard let folder = opendir("/proc") else { return [] }
    defer { closedir(folder) }
    var holders: [String] = []
    while let entry = readdir(folder) {
      guard let pid = Int32(FileSystem.name(entry)), pid != getpid(), holds(pid, path) else { continue }
      holders.append("\(FileSystem.text("/proc/\(pid)/comm") ?? "a program") (process \(pid))")
    }
    return holders
  }

  private static func holds(_ pid: Int32, _ path: String) -> Bool {
    guard let folder = opendir("/proc/\(pid)/fd") else { return false }
    defer { closedir(folder) }
    while let entry = readdir(folder) {
      if FileSystem.link("/proc/\(pid)/fd/\(FileSystem.name(entry))") == path { return true }
    }
    return false
  }
}
