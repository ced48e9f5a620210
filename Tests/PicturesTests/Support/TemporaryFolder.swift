import Glibc

/// A folder that is gone after the test.
struct TemporaryFolder {
  private let name: String

  static func with<Result>(_ body: (TemporaryFolder) throws -> Result) rethrows -> Result {
    var template = Array("/tmp/pictures-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { fatalError("no temporary folder") }
    let folder = TemporaryFolder(name: String(decoding: template.dropLast().map { UInt8($0) }, as: UTF8.self))
    defer { folder.remove() }
    return try body(folder)
  }

  func path(_ file: String) -> String { name + "/" + file }

  /// The names of the files in it.
  var contents: [String] {
    guard let directory = opendir(name) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  func write(_ bytes: [UInt8], to path: String) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
    _ = Glibc.write(descriptor, bytes, bytes.count)
    close(descriptor)
  }

  private func remove() {
    guard let directory = opendir(name) else { return }
    while let entry = readdir(directory) {
      _ = withUnsafePointer(to: &entry.pointee.d_name.0) { unlinkat(dirfd(directory), $0, 0) }
    }
    closedir(directory)
    rmdir(name)
  }
}
