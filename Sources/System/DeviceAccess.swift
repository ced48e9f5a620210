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
    FileSystem.names(in: "/proc").compactMap(Int32.init).filter { $0 != getpid() && holds($0, path) }.map { pid in
      "\(FileSystem.text("/proc/\(pid)/comm") ?? "a program") (process \(pid))"
    }
  }

  private static func holds(_ pid: Int32, _ path: String) -> Bool {
    let folder = "/proc/\(pid)/fd"
    return FileSystem.names(in: folder).contains { FileSystem.link("\(folder)/\($0)") == path }
  }
}
