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

func read(_ path: String) -> String { String(decoding: bytes(path), as: UTF8.self) }

/// The bytes of a file; none where there is none.
func bytes(_ path: String) -> [UInt8] {
  guard let file = fopen(path, "r") else { return [] }
  defer { fclose(file) }
  var bytes: [UInt8] = []
  var part = [UInt8](repeating: 0, count: 4096)
  while case let count = fread(&part, 1, part.count, file), count > 0 { bytes += part.prefix(count) }
  return bytes
}
