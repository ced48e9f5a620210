import Fixtures
import Glibc

/// What this process has of the system: it must not grow.
struct Resources: CustomStringConvertible {
  let descriptors: Int
  let threads: Int
  /// In KiB.
  let memory: Int

  static var now: Resources {
    Resources(
      descriptors: count("/proc/self/fd"), threads: count("/proc/self/task"), memory: residentByteCount() >> 10)
  }

  var description: String { "\(descriptors) descriptors, \(threads) threads, \(memory) KiB" }

  private static func count(_ path: String) -> Int {
    guard let folder = opendir(path) else { return 0 }
    defer { closedir(folder) }
    var count = 0
    while readdir(folder) != nil { count += 1 }
    return count
  }
}

/// Writes a text to a file of the system's.
func write(_ text: String, to path: String) throws {
  guard let file = fopen(path, "w") else { throw Failure("can't open \(path)") }
  defer { fclose(file) }
  guard fputs(text, file) >= 0, fflush(file) == 0 else { throw Failure("can't write \(path): error \(errno)") }
}

func read(_ path: String) -> String {
  guard let file = fopen(path, "r") else { return "" }
  defer { fclose(file) }
  var text: [UInt8] = []
  var bytes = [UInt8](repeating: 0, count: 4096)
  while case let count = fread(&bytes, 1, bytes.count, file), count > 0 { text += bytes.prefix(count) }
  return String(decoding: text, as: UTF8.self)
}
