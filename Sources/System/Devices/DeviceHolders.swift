import Glibc

/// Which processes have a device file open.
package enum DeviceHolders {
  /// Each as its command and number, such as `cheese (process 4711)`; this process, which asks, is left out.
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
