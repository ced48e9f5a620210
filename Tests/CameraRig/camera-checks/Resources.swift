import COpenCaptureSystem
import Fixtures
import Glibc

/// The system resources of this process, which must not grow.
struct Resources: CustomStringConvertible {
  let descriptors: Int
  let threads: Int
  /// The resident memory, in KiB.
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

/// Returns the processor time of a process in seconds, by default that of this process.
func processorSeconds(of process: pid_t = getpid()) -> Double { Double(csystem_processor_time(process)) / 1e9 }

/// Writes a text to a system file.
func write(_ text: String, to path: String) throws {
  guard let file = fopen(path, "w") else { throw Failure("cannot open \(path)") }
  defer { fclose(file) }
  guard fputs(text, file) >= 0, fflush(file) == 0 else { throw Failure("cannot write \(path): error \(errno)") }
}

func read(_ path: String) -> String { String(decoding: bytes(path), as: UTF8.self) }

/// Returns the bytes of a file, or none if the file cannot be opened.
func bytes(_ path: String) -> [UInt8] {
  guard let file = fopen(path, "r") else { return [] }
  defer { fclose(file) }
  var bytes: [UInt8] = []
  var part = [UInt8](repeating: 0, count: 4096)
  while case let count = fread(&part, 1, part.count, file), count > 0 { bytes += part.prefix(count) }
  return bytes
}
