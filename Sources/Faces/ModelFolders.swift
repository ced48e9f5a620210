import Glibc

/// The folders that are searched for cascades and models.
enum ModelFolders {
  /// Returns the named folder, or else that of the environment, or else `Models` beside the program and the system's.
  static func inOrder(named: String?, environment: String?, program: String?, system: [String]) -> [String] {
    if let only = named ?? environment.flatMap({ $0.isEmpty ? nil : $0 }) { return [only] }
    return [program.map { $0 + "/Models" }].compactMap(\.self) + system
  }

  /// Returns the folder of the running program, or nil if it is unknown.
  static func programFolder() -> String? {
    var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = buffer.withUnsafeMutableBytes { bytes in
      bytes.baseAddress.map { readlink("/proc/self/exe", $0, bytes.count) } ?? 0
    }
    guard count > 0, let slash = buffer[..<count].lastIndex(of: UInt8(ascii: "/")) else { return nil }
    return String(decoding: buffer[..<slash], as: UTF8.self)
  }
}
